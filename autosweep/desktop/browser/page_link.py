"""What the browser's protocol offers for one page: its layout, its pixels, mouse and keys.

A page's points are CSS pixels, counted from the upper left corner of what the browser shows of it.
Nothing here reads an element of the page.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from autosweep.desktop.browser.page_dialogs import PageDialogs
from autosweep.geometry import Rect, ScreenPoint
from autosweep.interfaces import Pixels


@dataclass(frozen=True, slots=True)
class PageLayout:
    """What of a page is shown, in points."""

    width: int
    """Width of what is shown: the viewport."""
    height: int
    scale: float
    """Pixels for each point."""
    page: Rect
    """The whole page; its corner is left of and above the viewport's where it is scrolled."""

    @property
    def viewport(self) -> Rect:
        """What is shown."""
        return Rect(0, 0, self.width, self.height)


class PageLink(Protocol):
    """One page of a browser; every method raises DisplayLost where the page is gone."""

    name: str
    """The page's address, for messages."""
    dialogs: PageDialogs
    stopping: Callable[[], bool]
    """Whether somebody asked to stop: then answers are not waited for much longer."""

    def layout(self) -> PageLayout:
        """Return what of the page is shown now."""
        ...

    def title(self) -> str:
        """Return the title of the tab."""
        ...

    def capture(self, part: Rect, layout: PageLayout) -> Pixels:
        """Return a part of the viewport, in points, whose edges are whole pixels."""
        ...

    def capture_page(self, part: Rect, layout: PageLayout) -> Pixels:
        """Return a part of the page that need not be shown, in points of the viewport."""
        ...

    def move(self, point: ScreenPoint) -> None:
        """Bring the page's own pointer to a point."""
        ...

    def click(self, point: ScreenPoint, name: str) -> None:
        """Move to a point, press a button and release it, without a wait in between."""
        ...

    def button(self, name: str, *, down: bool) -> None:
        """Press or release a button: left, middle or right."""
        ...

    def press_keys(self, keys: str) -> None:
        """Press a key or a combination such as `Control+n`."""
        ...

    def reload(self) -> None:
        """Load the page again."""
        ...

    def resize(self, width: int, height: int) -> None:
        """Give the page another viewport, in points."""
        ...

    def scroll_to(self, left: int, top: int) -> None:
        """Show the page from a point of it on."""
        ...

    def wait(self, seconds: float) -> None:
        """Wait while the page goes on."""
        ...
