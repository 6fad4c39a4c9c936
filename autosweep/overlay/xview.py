"""A game's window on an X display: its picture without anything over it, woken by its drawing.

Where the server has Composite, the window's own memory is looked at, in which the overlay's ink
cannot be; else the screen is. Where it has Damage, nothing is asked while nothing is drawn. One
thread at a time may use a view, except for `wake`.
"""

from __future__ import annotations

import contextlib
import io
import os
import select
from collections.abc import Callable
from typing import Any

from autosweep.desktop.capture import ScreenSource
from autosweep.desktop.display import ensure_xauthority
from autosweep.desktop.xserver import check_alive, connection_faults
from autosweep.errors import DisplayLost
from autosweep.geometry import Rect, ScreenMap, ScreenPoint
from autosweep.interfaces import Clock, Frame
from autosweep.overlay.view import WindowState
from autosweep.overlay.xwire import Damage, Pictures, Redirection, enable

POLL = 0.04
"""Seconds between two looks where the server does not tell of changes."""

_NO_SHADOW = ("_COMPTON_SHADOW",)
"""Properties that switch a window's shadow off by the value 0: compton's, which picom reads too.

KWin draws a shadow only where `_KDE_NET_WM_SHADOW` asks for one, xfwm4 (4.18 was tried) none for
a shaped window.
"""


class XView:
    """The view of a window on an X display; close it after use."""

    def __init__(self, source: ScreenSource, clock: Clock, *, window_memory: bool = True) -> None:
        """Connect to the display; `window_memory` False looks at the screen in any case."""
        from Xlib import X
        from Xlib.display import Display

        ensure_xauthority()
        # It prints a warning about an empty authority file, which is of no use to anybody.
        with contextlib.redirect_stderr(io.StringIO()), contextlib.redirect_stdout(io.StringIO()):
            self._display: Any = Display()
        self._display.set_error_handler(lambda *_: None)
        self._root: Any = self._display.screen().root
        self._root.change_attributes(event_mask=X.SubstructureNotifyMask)
        self._source = source
        self._clock = clock
        self._pictures: Pictures | None = None
        if window_memory and enable(self._display, "Composite", (0, 4)) is not None:
            with contextlib.suppress(OSError):
                self._pictures = Pictures()
        self.clean = self._pictures is not None
        self._damage_event = enable(self._display, "DAMAGE", (1, 1))
        self._window: Any = None
        self._redirection: Redirection | None = None
        self._pixmap: Any = None
        self._damage: Damage | None = None
        self._rect: Rect | None = None
        self._known = False
        self._covered: tuple[Rect, bool] | None = None
        self._stirred = True
        self._ours = 0
        self._wake_end, self._waker = os.pipe()
        os.set_blocking(self._wake_end, False)
        self.on_key: Callable[[Any], None] = lambda _: None
        """Called with each key event that reaches the connection."""

    @property
    def display(self) -> Any:
        """The connection, for whoever grabs keys on it."""
        return self._display

    def screen(self, region: Rect | None) -> Frame:
        """Return part of the screen as it is."""
        return self._source.grab(region)

    def bounds(self) -> Rect | None:
        """Return the whole screen."""
        return self._source.bounds()

    def adopt(self, middle: ScreenPoint) -> bool:
        """Take the window at a point as the game's; tell whether there is one."""
        self.release()
        with self._faults():
            found = self._root.translate_coords(self._root, middle.x, middle.y).child
            if not found:
                return False
            self._window = found
            if self._damage_event is not None:
                self._damage = Damage(self._display, found)
            if self._pictures is not None:
                self._redirection = Redirection(self._display, found)
            self._display.sync()
        self._known = False
        self._stirred = True
        return self.place() is not None

    def release(self) -> None:
        """Let go of the window."""
        if self._window is None:
            return
        with self._faults():
            self._drop_pixmap()
            if self._damage is not None:
                self._damage.end()
            if self._redirection is not None:
                self._redirection.end()
            self._display.sync()
        self._window = self._damage = self._redirection = self._rect = None

    def state(self, part: Rect) -> WindowState:
        """Tell how the window is."""
        from Xlib import X

        if self._window is None:
            return WindowState.GONE
        with self._faults():
            self._find_out()
            if self._rect is None:
                return WindowState.GONE
            attributes = self._try(self._window.get_attributes)
            if attributes is None:
                return WindowState.GONE
            if attributes.map_state != X.IsViewable:
                self._drop_pixmap()
                return WindowState.MINIMISED
            if not self.clean and self._is_covered(part.moved(self._rect.x, self._rect.y)):
                return WindowState.COVERED
        return WindowState.SHOWN

    def place(self) -> Rect | None:
        """Return where the window is, border and decoration included."""
        with self._faults():
            self._find_out()
        return self._rect

    def grab(self, part: Rect) -> Frame | None:
        """Return part of the window."""
        place = self.place()
        if self._window is None or place is None:
            return None
        wanted = part.intersect(Rect(0, 0, place.w, place.h))
        if not wanted.area:
            return None
        if self._pictures is None or self._redirection is None:
            return self._source.grab(wanted.moved(place.x, place.y))
        for _ in range(2):
            with self._faults():
                if self._pixmap is None:
                    self._pixmap = self._redirection.pixmap()
                    self._display.sync()
                pixels = self._pictures.take(self._pixmap.id, wanted)
            if pixels is not None:
                mapping = ScreenMap(place.x + wanted.x, place.y + wanted.y)
                return Frame(pixels, self._clock.now(), mapping)
            # The window was resized or shown anew since: it has another memory now.
            self._drop_pixmap()
        return None

    def pointer(self) -> ScreenPoint | None:
        """Return where the mouse is."""
        with self._faults():
            at = self._root.query_pointer()
        return ScreenPoint(int(at.root_x), int(at.root_y))

    def wait(self, seconds: float) -> bool:
        """Wait until the window is drawn on or windows change."""
        from Xlib.error import ConnectionClosedError

        check_alive(self._display)
        self._stirred |= self._read_events()
        if not self._stirred and seconds > 0:
            tells = self._damage_event is not None
            limit = seconds if tells else min(seconds, POLL)
            try:
                ready, _, _ = select.select([self._display, self._wake_end], [], [], limit)
            except (OSError, ValueError, ConnectionClosedError) as error:
                msg = "The display went away."
                raise DisplayLost(msg) from error
            if self._wake_end in ready:
                with contextlib.suppress(BlockingIOError):
                    os.read(self._wake_end, 4096)
                self._stirred = True
            check_alive(self._display)
            self._stirred |= self._read_events() or not tells
        stirred, self._stirred = self._stirred, False
        return stirred

    def wake(self) -> None:
        """End a wait from another thread."""
        with contextlib.suppress(OSError):
            os.write(self._waker, b"!")

    def keep_above(self, handle: int) -> None:
        """Keep a window of ours right above the game's."""
        from Xlib import X

        if self._window is None or not handle:
            return
        self._ours = handle
        with self._faults():
            order = [window.id for window in self._root.query_tree().children]
            if self._window.id not in order or handle not in order:
                return
            if order.index(handle) == order.index(self._window.id) + 1:
                return
            ours = self._display.create_resource_object("window", handle)
            ours.configure(onerror=lambda *_: 1, sibling=self._window.id, stack_mode=X.Above)
            self._display.sync()

    def without_shadow(self, handle: int) -> None:
        """Ask compositors to draw no shadow of a window of ours; call it before it is shown.

        The hints window is shaped. picom gives a shaped window the shadow of its whole rectangle,
        which darkens the board under it.
        """
        from Xlib import Xatom

        with self._faults():
            ours = self._display.create_resource_object("window", handle)
            for name in _NO_SHADOW:
                atom = self._display.intern_atom(name)
                ours.change_property(atom, Xatom.CARDINAL, 32, [0], onerror=lambda *_: 1)
            self._display.sync()

    def close(self) -> None:
        """Let go of everything; a display that is gone is closed enough."""
        with contextlib.suppress(DisplayLost):
            check_alive(self._display)
            self.release()
            with self._faults():
                self._display.close()
        if self._pictures is not None:
            self._pictures.close()
        os.close(self._wake_end)
        os.close(self._waker)

    def _find_out(self) -> None:
        """Ask for the window's place where it may have changed."""
        if self._known or self._window is None:
            return
        self._known = True
        self._covered = None
        size = self._try(self._window.get_geometry)
        if size is None:
            self._rect = None
            return
        border = 2 * int(size.border_width)
        rect = Rect(int(size.x), int(size.y), int(size.width) + border, int(size.height) + border)
        if self._rect is None or (rect.w, rect.h) != (self._rect.w, self._rect.h):
            self._drop_pixmap()
        self._rect = rect

    def _is_covered(self, part: Rect) -> bool:
        """Tell whether another window lies over part of the screen; asks only after a change."""
        if self._covered is None or self._covered[0] != part:
            self._covered = (part, self._find_cover(part))
        return self._covered[1]

    def _find_cover(self, part: Rect) -> bool:
        from Xlib import X

        above = False
        for window in self._root.query_tree().children:
            if window.id == self._window.id:
                above = True
            elif above and window.id != self._ours:
                size = self._try(window.get_geometry)
                shown = self._try(window.get_attributes)
                if size is None or shown is None or shown.map_state != X.IsViewable:
                    continue
                rect = Rect(int(size.x), int(size.y), int(size.width), int(size.height))
                common = rect.intersect(part)
                if common.area and self._takes_clicks(common):
                    return True
        return False

    def _takes_clicks(self, common: Rect) -> bool:
        """Tell a window from one that is drawn over everything and lets clicks through."""
        x, y = common.x + common.w // 2, common.y + common.h // 2
        top = self._root.translate_coords(self._root, x, y).child
        return bool(top) and top.id != self._window.id

    def _read_events(self) -> bool:
        """Take in what the server has told; tell whether something may have changed."""
        from Xlib import X

        stirred = False
        with self._faults():
            for _ in range(self._display.pending_events()):
                event = self._display.next_event()
                if event.type in (X.KeyPress, X.KeyRelease):
                    self.on_key(event)
                    stirred = True
                elif event.type == self._damage_event:
                    if self._damage is not None:
                        self._damage.take_note()
                    stirred = True
                else:
                    self._known = False
                    stirred = True
            if stirred:
                # Pictures come by another connection: without an answer to wait for, one could be
                # taken before the note, and what is drawn in between would never be told.
                self._display.sync()
        return stirred

    def _drop_pixmap(self) -> None:
        if self._pixmap is not None:
            pixmap, self._pixmap = self._pixmap, None
            pixmap.free(onerror=lambda *_: 1)

    @staticmethod
    def _try(question: Callable[[], Any]) -> Any:
        """Ask about a window that may be gone: None then."""
        from Xlib.error import XError

        try:
            return question()
        except XError:
            return None

    @contextlib.contextmanager
    def _faults(self) -> Any:
        """Turn what an ended connection raises into DisplayLost."""
        check_alive(self._display)
        try:
            yield
        except connection_faults() as error:
            msg = "The display went away."
            raise DisplayLost(msg) from error
