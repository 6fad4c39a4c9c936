"""macOS, and systems that have no part of their own: pyautogui, and pygetwindow, which it brings.

Nothing here moves the mouse. pygetwindow knows less than X or Windows do: of the windows under a
point only whether it is the active one.
"""

from __future__ import annotations

import contextlib
import io
import sys
import zlib
from collections.abc import Sequence
from typing import Any

from autosweep.desktop.capture import ScreenSource, mss_capture
from autosweep.errors import EnvironmentFault, NoDisplay
from autosweep.geometry import Rect, ScreenPoint
from autosweep.interfaces import Window


class PyautoguiDisplay:
    """The screen of macOS."""

    name = sys.platform
    backend = "pyautogui"

    def mouse_position(self) -> ScreenPoint:
        """Return where the mouse is; raises NoDisplay."""
        x, y = import_pyautogui().position()
        return ScreenPoint(int(x), int(y))

    def mouse_size(self) -> tuple[int, int]:
        """Return the size of the main monitor in the points that the mouse uses."""
        width, height = import_pyautogui().size()
        return int(width), int(height)

    def mouse_points(self) -> tuple[int, int] | None:
        """Return the same: macOS may scale what is captured."""
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
    """The windows of macOS, which pygetwindow knows by their titles alone."""

    def __init__(self, library: Any = None) -> None:
        """Use pygetwindow, or a library that offers the same."""
        self._library = library

    def visible(self) -> list[Window]:
        """Return the visible windows; raises EnvironmentFault where the system lists none.

        macOS tells titles only to programs that may record the screen.
        """
        library = self._pygetwindow()
        titles = [str(title) for title in library.getAllTitles() if str(title).strip()]
        boxes = [(title, library.getWindowGeometry(title)) for title in titles]
        return [
            Window(_handle(title), title, "", _whole(*box))
            for title, box in boxes
            if box is not None
        ]

    def top_at(self, point: ScreenPoint) -> Window | None:
        """Return the active window where it holds the point: the library knows no more."""
        try:
            active = str(self._pygetwindow().getActiveWindow() or "")
        except EnvironmentFault:
            raise
        except Exception:  # noqa: BLE001 - what the library raises where no window is active
            return None
        found = [w for w in self.visible() if w.title in active]
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

    def exists(self, handle: int) -> bool:
        """Return True: whether a window that is not listed was closed is not known."""
        del handle
        return True

    def give_focus(self, handle: int) -> bool:
        """Return True if a window is the active one."""
        rect = self.place_of(handle)
        if rect is None:
            return False
        middle = ScreenPoint(rect.x + rect.w // 2, rect.y + rect.h // 2)
        return self.survey(handle, [middle])[1] == [handle]

    def belongs(self, handle: int, game: int) -> bool:
        """Return False: the library names no processes."""
        del handle, game
        return False

    def monitors(self) -> list[Rect]:
        """Return nothing: the library knows of no monitors."""
        return []

    def on_monitor(self, point: ScreenPoint) -> bool:
        """Return True for every point: the library knows of no monitors."""
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


def _handle(title: str) -> int:
    """Return a number that stays the same for a window while its title does."""
    return zlib.crc32(title.encode())


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
