"""A view for systems without X: the screen itself, polled, its windows as far as they are known.

Frames hold the overlay's marks unless the system keeps them out of captures.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from autosweep.desktop.capture import ScreenFrames
from autosweep.errors import AutosweepError
from autosweep.geometry import Rect, ScreenPoint
from autosweep.interfaces import Frame, Window, Windows
from autosweep.overlay.view import WindowState

POLL = 0.04
"""Seconds between two frames."""


class ScreenView:
    """The view of a window, or of the whole screen where windows are not known."""

    def __init__(
        self,
        source: ScreenFrames,
        windows: Windows | None,
        *,
        clean: bool,
        mouse_position: Callable[[], ScreenPoint | None] = lambda: None,
    ) -> None:
        self.clean = clean
        self._mouse_position = mouse_position
        self._source = source
        self._windows = windows
        self._window: Window | None = None
        self._adopted = False
        self._woken = threading.Event()

    def screen(self, region: Rect | None) -> Frame:
        """Return part of the screen as it is."""
        return self._source.grab(region)

    def bounds(self) -> Rect | None:
        """Return the whole screen."""
        return self._source.bounds()

    def adopt(self, middle: ScreenPoint) -> bool:
        """Take the window at a point as the game's, or the screen where none is known."""
        self._window = None
        if self._windows is not None:
            try:
                self._window = self._windows.top_at(middle)
            except (AutosweepError, OSError):
                self._windows = None
        self._adopted = True
        return True

    def release(self) -> None:
        """Let go of the window."""
        self._window = None
        self._adopted = False

    def state(self, part: Rect) -> WindowState:
        """Return SHOWN if the window is still the one on top at the middle of the board."""
        place = self.place()
        if place is None:
            return WindowState.GONE
        if self._windows is None or self._window is None:
            return WindowState.SHOWN
        at = part.moved(place.x, place.y)
        top = self._windows.top_at(ScreenPoint(at.x + at.w // 2, at.y + at.h // 2))
        same = top is not None and top.handle == self._window.handle
        return WindowState.SHOWN if same else WindowState.COVERED

    def place(self) -> Rect | None:
        """Return where the window is now."""
        if not self._adopted:
            return None
        if self._windows is None or self._window is None:
            return self._source.bounds()
        # By its id: another window may have the same title, and a title changes.
        return self._windows.place_of(self._window.handle)

    def grab(self, part: Rect) -> Frame | None:
        """Return part of the window."""
        place = self.place()
        return None if place is None else self._source.grab(part.moved(place.x, place.y))

    def pointer(self) -> ScreenPoint | None:
        """Return where the mouse is."""
        return self._mouse_position()

    def wait(self, seconds: float) -> bool:
        """Sleep for one interval; something may always have changed."""
        self._woken.wait(min(seconds, POLL))
        self._woken.clear()
        return True

    def wake(self) -> None:
        """End a wait from another thread."""
        self._woken.set()

    def keep_above(self, handle: int) -> None:
        """Do nothing: the window stays on top of all."""

    def without_shadow(self, handle: int) -> None:
        """Do nothing: Qt's own flag keeps the shadow away here."""

    def close(self) -> None:
        """Let go of everything."""
        self.release()
