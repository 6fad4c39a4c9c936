"""The page as the one window there is: nothing else can lie over it or take its clicks."""

from __future__ import annotations

from collections.abc import Sequence

from autosweep.desktop.browser.page_link import PageLink
from autosweep.errors import DisplayLost
from autosweep.geometry import Rect, ScreenPoint
from autosweep.interfaces import Window

PAGE_KIND = "browser page"
"""The class of the window that a page is."""
_HANDLE = 1


class PageWindows:
    """The windows of a browser's page.

    The window is the whole page; the screen is what the browser shows of it. So a page that is
    scrolled is a window that has moved, and a board at the end of what is shown may go on.
    """

    def __init__(self, link: PageLink) -> None:
        self._link = link

    def visible(self) -> list[Window]:
        """Return the page."""
        return [Window(_HANDLE, self._link.title(), PAGE_KIND, self._link.layout().page)]

    def top_at(self, point: ScreenPoint) -> Window | None:
        """Return the page for every point that the browser shows of it."""
        shown = self._link.layout().viewport.contains(point.x, point.y)
        return self.visible()[0] if shown else None

    def survey(
        self, handle: int, points: Sequence[ScreenPoint]
    ) -> tuple[Rect | None, list[int | None]]:
        """Return where the page is and which points it would get a click at."""
        layout = self._link.layout()
        shown = layout.viewport
        reached = [_HANDLE if shown.contains(p.x, p.y) else None for p in points]
        return layout.page if handle == _HANDLE else None, reached

    def place_of(self, handle: int) -> Rect | None:
        """Return where the page is now; None where it was closed."""
        if handle != _HANDLE:
            return None
        try:
            return self._link.layout().page
        except DisplayLost:
            return None

    def exists(self, handle: int) -> bool:
        """Return True: a page that was closed ends the run by itself."""
        del handle
        return True

    def give_focus(self, handle: int) -> bool:
        """Return True: keys are sent to the page itself."""
        return handle == _HANDLE

    def belongs(self, handle: int, game: int) -> bool:
        """Return False: there is no second window."""
        del handle, game
        return False

    def monitors(self) -> list[Rect]:
        """Return what the browser shows of the page."""
        return [self._link.layout().viewport]

    def on_monitor(self, point: ScreenPoint) -> bool:
        """Return True if the browser shows a point."""
        return self._link.layout().viewport.contains(point.x, point.y)
