"""The windows of Windows and macOS, by pygetwindow, which pyautogui brings along.

It tells less than X does: of the windows under a point only whether it is the active one.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from typing import Any

from autosweep.desktop.platforms import window_process
from autosweep.errors import EnvironmentFault
from autosweep.geometry import Rect, ScreenPoint
from autosweep.interfaces import Window


class LibraryWindows:
    """The windows of Windows and macOS."""

    def __init__(
        self, library: Any = None, process_of: Callable[[int], int | None] = window_process
    ) -> None:
        """Use pygetwindow, or a library that offers the same."""
        self._library = library
        self._process_of = process_of

    def visible(self) -> list[Window]:
        """Return the visible windows; raises EnvironmentFault where the system cannot tell."""
        library = self._pygetwindow()
        if not hasattr(library, "getAllWindows"):
            # On macOS it knows titles and places by functions of their own.
            boxes = [(title, library.getWindowGeometry(title)) for title in _titles(library)]
            return [
                Window(_handle(title), title, "", _whole(*box))
                for title, box in boxes
                if box is not None
            ]
        seen = [w for w in library.getAllWindows() if w.visible]
        return [
            Window(_handle(w), str(w.title), "", _whole(w.left, w.top, w.width, w.height))
            for w in seen
        ]

    def top_at(self, point: ScreenPoint) -> Window | None:
        """Return the active window where it holds the point: the system tells no more."""
        library = self._pygetwindow()
        active = library.getActiveWindow()
        if active is None:
            return None
        if isinstance(active, str):
            found = [w for w in self.visible() if w.title and w.title in active]
        else:
            found = [w for w in self.visible() if w.handle == _handle(active)]
        return next((w for w in found if w.rect.contains(point.x, point.y)), None)

    def survey(
        self, handle: int, points: Sequence[ScreenPoint]
    ) -> tuple[Rect | None, list[int | None]]:
        """Return where a window is, and the id of the active one for the points that it holds."""
        tops = [self.top_at(point) for point in points]
        return self.place_of(handle), [None if top is None else top.handle for top in tops]

    def place_of(self, handle: int) -> Rect | None:
        """Return where a window is now."""
        return next((w.rect for w in self.visible() if w.handle == handle), None)

    def give_focus(self, handle: int) -> bool:
        """Tell whether a window is the active one."""
        rect = self.place_of(handle)
        if rect is None:
            return False
        middle = ScreenPoint(rect.x + rect.w // 2, rect.y + rect.h // 2)
        return self.survey(handle, [middle])[1] == [handle]

    def belongs(self, handle: int, game: int) -> bool:
        """Compare the processes, on Windows; macOS names none."""
        process = self._process_of(handle)
        return process is not None and process == self._process_of(game)

    def monitors(self) -> list[Rect]:
        """Return nothing: the library knows of no monitors."""
        return []

    def on_monitor(self, point: ScreenPoint) -> bool:
        """Return True for every point: these systems show every place of the desktop."""
        del point
        return True

    def _pygetwindow(self) -> Any:
        if self._library is None:
            try:
                import pygetwindow
            except (ImportError, NotImplementedError) as error:
                msg = "Windows cannot be listed on this system."
                raise EnvironmentFault(msg, remedy="Use --region X,Y,W,H.") from error
            self._library = pygetwindow
        return self._library


def _titles(library: Any) -> list[str]:
    """Return the titles that macOS gives: `program title`, empty ones left out."""
    return [str(title) for title in library.getAllTitles() if str(title).strip()]


def _handle(window: Any) -> int:
    """Return a number that stays the same for a window: the system's, else one of its title."""
    own = getattr(window, "_hWnd", None)
    return int(own) if own is not None else zlib.crc32(str(window).encode())


def _whole(left: float, top: float, width: float, height: float) -> Rect:
    """Return a rectangle of whole points; a window off the screen may have a negative size."""
    return Rect(round(left), round(top), max(0, round(width)), max(0, round(height)))
