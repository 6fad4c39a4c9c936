"""A game's window on an X display: its frames without anything over it, woken by its drawing.

Where the server has Composite, the window's own memory is captured, in which the overlay's marks
cannot be; else the screen is. Where it has Damage, nothing is asked while nothing is drawn. One
thread at a time may use a view, except for `wake`.
"""

from __future__ import annotations

import contextlib
import os
import select
from collections.abc import Callable
from typing import Any

import xcffib
from xcffib.damage import NotifyEvent
from xcffib.xproto import (
    CW,
    Atom,
    ConfigWindow,
    EventMask,
    KeyPressEvent,
    KeyReleaseEvent,
    MapState,
    PropMode,
    StackMode,
)

from autosweep.desktop.capture import ScreenFrames
from autosweep.desktop.x11.connection import XConnection
from autosweep.desktop.x11.window_capture import WindowCapture
from autosweep.errors import DisplayLost
from autosweep.geometry import Rect, ScreenMap, ScreenPoint
from autosweep.interfaces import Clock, Frame
from autosweep.overlay.view import WindowState

POLL = 0.04
"""Seconds between two frames where the server sends no events of drawing."""

_NO_SHADOW = ("_COMPTON_SHADOW",)
"""Properties that switch a window's shadow off by the value 0: compton's, which picom reads too.

KWin draws a shadow only where `_KDE_NET_WM_SHADOW` asks for one, xfwm4 (4.18 was tried) none for
a shaped window.
"""


class X11View:
    """The view of a window on an X display; close it after use."""

    def __init__(
        self,
        connection: XConnection,
        source: ScreenFrames,
        clock: Clock,
        *,
        window_memory: bool = True,
    ) -> None:
        """Use a connection; `window_memory` False captures the screen in any case."""
        self._connection = connection
        self._core = connection.core
        self._root = connection.root
        self._source = source
        self._clock = clock
        with connection.faults():
            mask = [EventMask.SubstructureNotify]
            self._core.ChangeWindowAttributes(self._root, CW.EventMask, mask)
            self.clean = window_memory and connection.extension("Composite") is not None
            self._has_events = connection.extension("DAMAGE") is not None
        self._window = 0
        self._capture: WindowCapture | None = None
        self._rect: Rect | None = None
        self._known = False
        self._covered: tuple[Rect, bool] | None = None
        self._changed = True
        self._ours = 0
        self._wake_end, self._waker = os.pipe()
        os.set_blocking(self._wake_end, False)
        self.on_key: Callable[[Any], None] = lambda _: None
        """Called with each key event that reaches the connection."""

    def screen(self, region: Rect | None) -> Frame:
        """Return part of the screen as it is."""
        return self._source.grab(region)

    def bounds(self) -> Rect | None:
        """Return the whole screen."""
        return self._source.bounds()

    def adopt(self, middle: ScreenPoint) -> bool:
        """Take the window at a point as the game's; return False where there is none."""
        self.release()
        with self._connection.faults():
            self._window = self._top_at(middle.x, middle.y)
            if not self._window:
                return False
            self._capture = WindowCapture(self._connection, self._window, memory=self.clean)
        self._known = False
        self._changed = True
        return self.place() is not None

    def release(self) -> None:
        """Let go of the window."""
        capture, self._capture = self._capture, None
        self._window, self._rect = 0, None
        if capture is not None:
            with self._connection.faults():
                capture.close()

    def state(self, part: Rect) -> WindowState:
        """Return how the window is."""
        if self._capture is None:
            return WindowState.GONE
        with self._connection.faults():
            self._find_out()
            attributes = _answer(self._core.GetWindowAttributes(self._window))
            if self._rect is None or attributes is None:
                return WindowState.GONE
            if attributes.map_state != MapState.Viewable:
                self._capture.forget_memory()
                return WindowState.MINIMISED
            if not self.clean and self._is_covered(part.moved(self._rect.x, self._rect.y)):
                return WindowState.COVERED
        return WindowState.SHOWN

    def place(self) -> Rect | None:
        """Return where the window is, border and decoration included."""
        with self._connection.faults():
            self._find_out()
        return self._rect

    def grab(self, part: Rect) -> Frame | None:
        """Return part of the window."""
        place = self.place()
        if self._capture is None or place is None:
            return None
        wanted = part.intersect(Rect(0, 0, place.w, place.h))
        if not wanted.area:
            return None
        if not self.clean:
            return self._source.grab(wanted.moved(place.x, place.y))
        with self._connection.faults():
            pixels = self._capture.pixels(wanted)
        if pixels is None:
            return None
        return Frame(pixels, self._clock.now(), ScreenMap(place.x + wanted.x, place.y + wanted.y))

    def pointer(self) -> ScreenPoint | None:
        """Return where the mouse is."""
        return self._connection.mouse_position()

    def wait(self, seconds: float) -> bool:
        """Wait until the window is drawn on or windows change."""
        self._changed |= self._read_events()
        if not self._changed and seconds > 0:
            limit = seconds if self._has_events else min(seconds, POLL)
            with self._connection.faults():
                self._connection.xcb.flush()
                wire = self._connection.xcb.get_file_descriptor()
            ready, _, _ = select.select([wire, self._wake_end], [], [], limit)
            if self._wake_end in ready:
                with contextlib.suppress(BlockingIOError):
                    os.read(self._wake_end, 4096)
                self._changed = True
            self._changed |= self._read_events() or not self._has_events
        changed, self._changed = self._changed, False
        return changed

    def wake(self) -> None:
        """End a wait from another thread."""
        with contextlib.suppress(OSError):
            os.write(self._waker, b"!")

    def keep_above(self, handle: int) -> None:
        """Keep a window of ours right above the game's."""
        if not self._window or not handle:
            return
        self._ours = handle
        with self._connection.faults():
            order = list(self._core.QueryTree(self._root).reply().children)
            if self._window not in order or handle not in order:
                return
            if order.index(handle) == order.index(self._window) + 1:
                return
            what = ConfigWindow.Sibling | ConfigWindow.StackMode
            self._core.ConfigureWindow(handle, what, [self._window, StackMode.Above])
            self._connection.sync()

    def without_shadow(self, handle: int) -> None:
        """Ask compositors to draw no shadow of a window of ours; call it before it is shown.

        The hints window is shaped. picom gives a shaped window the shadow of its whole rectangle,
        which darkens the board under it.
        """
        with self._connection.faults():
            for name in _NO_SHADOW:
                atom = self._core.InternAtom(False, len(name), name).reply().atom  # noqa: FBT003
                value = (PropMode.Replace, handle, atom, Atom.CARDINAL, 32, 1, [0])
                self._core.ChangeProperty(*value)
            self._connection.sync()

    def close(self) -> None:
        """Let go of everything but the connection; a display that is gone is closed enough."""
        with contextlib.suppress(DisplayLost):
            self.release()
        os.close(self._wake_end)
        os.close(self._waker)

    def _find_out(self) -> None:
        """Ask for the window's place where it may have changed."""
        if self._known or self._capture is None:
            return
        self._known = True
        self._covered = None
        size = _answer(self._core.GetGeometry(self._window))
        if size is None:
            self._rect = None
            return
        border = 2 * size.border_width
        rect = Rect(size.x, size.y, size.width + border, size.height + border)
        if self._rect is None or (rect.w, rect.h) != (self._rect.w, self._rect.h):
            self._capture.forget_memory()
        self._rect = rect

    def _is_covered(self, part: Rect) -> bool:
        """Return True if another window lies over part of the screen; asks only after a change."""
        if self._covered is None or self._covered[0] != part:
            self._covered = (part, self._find_cover(part))
        return self._covered[1]

    def _find_cover(self, part: Rect) -> bool:
        order = list(self._core.QueryTree(self._root).reply().children)
        above = order[order.index(self._window) + 1 :] if self._window in order else []
        for window in above:
            if window == self._ours:
                continue
            size = _answer(self._core.GetGeometry(window))
            shown = _answer(self._core.GetWindowAttributes(window))
            if size is None or shown is None or shown.map_state != MapState.Viewable:
                continue
            common = Rect(size.x, size.y, size.width, size.height).intersect(part)
            if common.area and self._takes_clicks(common):
                return True
        return False

    def _takes_clicks(self, common: Rect) -> bool:
        """Return False for a window that is drawn over everything and lets clicks through."""
        top = self._top_at(common.x + common.w // 2, common.y + common.h // 2)
        return bool(top) and top != self._window

    def _top_at(self, x: int, y: int) -> int:
        """Return the window of the root at a point, 0 for none."""
        return int(self._core.TranslateCoordinates(self._root, self._root, x, y).reply().child)

    def _read_events(self) -> bool:
        """Handle the events that have come; return True if something may have changed."""
        changed = False
        with self._connection.faults():
            for event in self._connection.events():
                changed = True
                if isinstance(event, KeyPressEvent | KeyReleaseEvent):
                    self.on_key(event)
                elif not isinstance(event, NotifyEvent):
                    self._known = False
                elif self._capture is not None:
                    self._capture.acknowledge()
        return changed


def _answer(asked: Any) -> Any:
    """Return the answer about a window, None where that is gone."""
    try:
        return asked.reply()
    except xcffib.Error:
        return None
