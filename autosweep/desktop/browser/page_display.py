"""A page as a display: what `open_desktop` gives for `--browser` and `--browser-attach`."""

from __future__ import annotations

from autosweep.closing import Closing
from autosweep.desktop.browser.page_frames import MAX_VIEWPORT, PageFrames
from autosweep.desktop.browser.page_link import PageLink
from autosweep.desktop.browser.page_request import PageRequest
from autosweep.desktop.browser.page_session import PageSession
from autosweep.desktop.browser.page_windows import PageWindows
from autosweep.geometry import ScreenPoint

_MAX_HEIGHT = 2400
"""Points to which the page of a browser without a window grows to show all of it."""
_ROUNDS = 3
"""Times that a page may grow with its viewport."""
_STEP = 20
"""Sizes are multiples of it, so that they are whole pixels at the usual scales."""


class PageDisplay(Closing):
    """A page of a browser."""

    backend = "browser"

    def __init__(self, request: PageRequest) -> None:
        """Open the page; raises EnvironmentFault where that is not possible."""
        self._session = PageSession(request)
        self.page = self._session.link
        self.link: PageLink = self.page
        self.in_window = self._session.in_window
        """Whether the page may be in a window of a display."""
        self.attached = bool(request.attach)
        """Whether its browser ran before."""
        self.page.dialogs.for_person = request.watched
        self.name = self.link.name
        self.messages = self.link.dialogs
        """The script dialogs of the page."""
        if not request.headed and (request.url or not request.attach):
            _show_all(self.link)

    def mouse_position(self) -> ScreenPoint | None:
        """Return None: the mouse of the machine has nothing to do with the page."""
        return None

    def mouse_size(self) -> tuple[int, int]:
        """Return the size of what the browser shows of the page."""
        layout = self.link.layout()
        return layout.width, layout.height

    def mouse_points(self) -> tuple[int, int] | None:
        """Return None: the pointer and the capture count the same points."""
        return None

    def require_clicks(self) -> None:
        """Do nothing: every page takes clicks."""

    def open_source(self) -> PageFrames:
        """Return the page as frames."""
        return PageFrames(self.link)

    def open_windows(self) -> PageWindows:
        """Return the page as the only window."""
        return PageWindows(self.link)

    def close(self) -> None:
        """Leave the page."""
        self._session.close()


def _show_all(link: PageLink) -> None:
    """Enlarge a viewport that nobody sees until it shows the whole page, or enough of it.

    Some pages grow with it: then it stays at what it was.
    """
    first = link.layout()
    for _ in range(_ROUNDS):
        layout = link.layout()
        page = layout.page
        if page.w <= layout.width and page.h <= layout.height:
            return
        wide, tall = min(page.w, MAX_VIEWPORT), min(page.h, _MAX_HEIGHT)
        size = max(layout.width, _up(wide)), max(layout.height, _up(tall))
        if size == (layout.width, layout.height):
            return
        link.resize(*size)
    link.resize(first.width, first.height)


def _up(length: int) -> int:
    return -(-length // _STEP) * _STEP
