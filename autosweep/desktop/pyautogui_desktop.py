"""Windows and macOS: the mouse's place by pyautogui, windows by pygetwindow, which it brings along.

Nothing here moves the mouse. pygetwindow knows less than X does: of the windows under a point only
whether it is the active one.
"""

from __future__ import annotations

import contextlib
import io
import sys
import zlib
from collections.abc import Callable, Sequence
from typing import Any

from autosweep.desktop.capture import ScreenSource, mss_capture
from autosweep.desktop.platforms import window_process
from autosweep.errors import EnvironmentFault, NoDisplay
from autosweep.geometry import Rect, ScreenPoint
from autosweep.interfaces import Window


class PyautoguiDisplay:
    """The screen of Windows or macOS."""

    name = sys.platform

    def mouse_position(self) -> ScreenPoint:
        """Return where the mouse is; raises NoDisplay."""
        x, y = import_pyautogui().position()
        return ScreenPoint(int(x), int(y))

    def mouse_size(self) -> tuple[int, int]:
        """Return the size of the main monitor in the points that the mouse uses."""
        width, height = import_pyautogui().size()
        return int(width), int(height)

    def mouse_points(self) -> tuple[int, int] | None:
        """Return the same: these systems may scale what is captured."""
        return self.mouse_size()

    def require_clicks(self) -> None:
        """Do nothing: doctor asks macOS for its permissions."""

    def open_source(self) -> ScreenSource:
        """Return the screen as frames."""
        return ScreenSource(mss_capture(), self.name, pointer_size=self.mouse_points())

    def open_windows(self) -> PygetwindowWindows:
        """Return the windows."""
        return PygetwindowWindows()

    def close(self) -> None:
        """Do nothing: the libraries hold no connection."""


class PygetwindowWindows:
    """The windows of Windows and macOS."""

    def __init__(
        self, library: Any = None, process_of: Callable[[int], int | None] = window_process
    ) -> None:
        """Use pygetwindow, or a library that offers the same."""
        self._library = library
        self._process_of = process_of

    def visible(self) -> list[Window]:
        """Return the visible windows; raises EnvironmentFault where the system lists none."""
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
        """Return the active window where it holds the point: the library knows no more."""
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
        """Return True if a window is the active one."""
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


def import_pyautogui() -> Any:
    """Import pyautogui, which asks the system for the screen while it is imported."""
    try:
        # What it prints is of no use to anybody.
        with contextlib.redirect_stderr(io.StringIO()), contextlib.redirect_stdout(io.StringIO()):
            import pyautogui
    except ImportError as error:
        msg = f"pyautogui cannot be imported: {error}."
        raise NoDisplay(msg, remedy="Install it: `pip install pyautogui`.") from error
    except (
        Exception,
        SystemExit,
    ) as error:  # the library raises its own kinds here, exits included
        msg = f"The mouse cannot be reached: {error or type(error).__name__}."
        raise NoDisplay(msg) from error
    return pyautogui
