"""The mouse and the keyboard of an X display, by XTest events.

A click takes one round trip: window managers hold the pointer on a press until they have looked at
it, and a client then sees a release at the place to which the pointer has meanwhile gone, so the
next click waits for the release. The press is made while the server serves nobody else, after a
look at the place of the click and at the pointer itself: whatever appears there between the
decision and the press is never clicked, and a pointer that cannot reach the place (it lies on no
monitor) clicks nowhere else.

Runs in a process of its own (`clicker.py`), so that no signal can stop it between press and
release.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from autosweep.desktop.clock import SystemClock
from autosweep.desktop.xkeyboard import key_codes
from autosweep.desktop.xpixels import PixelFormat
from autosweep.desktop.xserver import (
    check_alive,
    connect,
    connection_faults,
    monitors_of,
    on_monitor,
    outer_corners,
    require_xtest,
)
from autosweep.errors import DisplayLost, Interrupted, Refused
from autosweep.geometry import Rect, ScreenPoint
from autosweep.interfaces import Action, Button, Click, Frame, MoveTo, PressKey

HELD = 0.5
"""Seconds that a window manager may hold the pointer on a press."""
IN_A_CORNER = "The mouse is in a corner of the screen: stopped, as the fail-safe demands."
_GLANCE = 0.0005
_ANY_BUTTON = 0x1F00
"""The buttons in the state of X's pointer."""
_SHADES = 8
_CHANGED = 0.25
"""Levels by which a pixel may differ from what it was, and the share of a click's surroundings that
may differ by more: a glow under the pointer is no other thing, a window that opened is one."""
_BUTTONS = {
    Button.LEFT: (1,),
    Button.MIDDLE: (2,),
    Button.RIGHT: (3,),
    Button.BOTH: (1, 3),
}


class XPointer:
    """Moves the mouse of the screen that DISPLAY names."""

    def __init__(self) -> None:
        """Connect to the display; raises NoDisplay where there is none."""
        self._display: Any = connect()
        require_xtest(self._display)
        self._root: Any = self._display.screen().root
        self._format = PixelFormat.of(self._display)
        self._clock = SystemClock()
        self._corners: frozenset[ScreenPoint] = frozenset()
        self._look_at_monitors()

    def perform(
        self, actions: Sequence[Action], go_on: Callable[[], bool] = lambda: True
    ) -> list[int]:
        """Do the actions in order; return the positions in the list of those that were withheld.

        A click is withheld where something else is at its place by now, and everything from the
        action on before which `go_on` is False. Raises Interrupted where a person takes the mouse
        or has put it into a corner, Refused for a place on no monitor, DisplayLost where the
        display is gone.
        """
        check_alive(self._display)
        with self._display_faults():
            ours: list[ScreenPoint] = []
            withheld: list[int] = []
            for number, action in enumerate(actions):
                here, elsewhere = self._free_place()
                if not go_on():
                    return [*withheld, *range(number, len(actions))]
                if not ours and here in self._corners:
                    raise Interrupted(IN_A_CORNER)
                if elsewhere and not ours and not isinstance(action, PressKey):
                    here = self._fetch(action.point)
                ours = ours or [here]
                _check_untouched(here, ours)
                if isinstance(action, PressKey):
                    self._press_keys(action.keys)
                    continue
                ours.append(action.point)
                if isinstance(action, MoveTo):
                    self._fake_motion(action.point)
                    self._display.sync()
                elif not self._click(action):
                    withheld.append(number)
            return withheld

    def position(self) -> ScreenPoint | None:
        """Return where the mouse is, on whichever screen of the server it is."""
        check_alive(self._display)
        with self._display_faults():
            state = self._root.query_pointer()
            return ScreenPoint(int(state.root_x), int(state.root_y))

    def size(self) -> tuple[int, int]:
        """Return the size of the screen on which the mouse moves, all monitors together."""
        with self._display_faults():
            size = self._root.get_geometry()
        return int(size.width), int(size.height)

    def close(self) -> None:
        """Leave the display."""
        with contextlib.suppress(*connection_faults()):
            self._display.close()

    def _click(self, click: Click) -> bool:
        """Click; return False where the click was withheld. The button is up a little later."""
        from Xlib import X
        from Xlib.ext.xtest import fake_input

        wire = self._display
        buttons = _BUTTONS[click.button]
        pressed = False
        # A press happens where the pointer is, so nobody may move it between the two requests; nor
        # may anybody draw between the last look and the press.
        wire.grab_server()
        try:
            self._fake_motion(click.point)
            there, unchanged = self._look_at(click)
            if there and unchanged:
                pressed = True
                # Once more, together with the press: a hand on the mouse moves it meanwhile.
                self._fake_motion(click.point)
                for button in buttons:
                    fake_input(wire, X.ButtonPress, button)
        finally:
            # Whatever went wrong: nobody's display may stand still because of us.
            wire.ungrab_server()
            wire.flush()
        if not pressed:
            self._explain(click.point, there=there)
            return False
        try:
            if click.hold:
                self._clock.sleep(click.hold)
        finally:
            for button in buttons:
                fake_input(wire, X.ButtonRelease, button)
            wire.flush()
        return True

    def _look_at(self, click: Click) -> tuple[bool, bool]:
        """Return whether the pointer is at a click's place and whether that looks as it did.

        One round trip for both questions.
        """
        from Xlib.error import BadMatch
        from Xlib.protocol.request import QueryPointer

        wire = self._display.display
        where = QueryPointer(display=wire, defer=1, window=self._root.id)
        image = None if click.seen is None else self._ask_for_image(click.seen)
        where.reply()
        at = ScreenPoint(int(where.root_x), int(where.root_y))
        there = bool(where.same_screen) and at == click.point
        if click.seen is None or image is None:
            return there, True
        try:
            image.reply()
        except BadMatch:
            # A part of it is off the screen by now, as after a change of the resolution.
            return there, False
        return there, self._still_shows(click.seen, image.data)

    def _ask_for_image(self, seen: Frame) -> Any:
        """Ask for what is at the place of a piece of a frame; None where its scale is not 1."""
        from Xlib import X
        from Xlib.protocol.request import GetImage

        place = seen.mapping.rect_to_screen(seen.rect)
        if (place.w, place.h) != (seen.rect.w, seen.rect.h):
            return None
        return GetImage(
            display=self._display.display,
            defer=1,
            format=X.ZPixmap,
            drawable=self._root.id,
            x=place.x,
            y=place.y,
            width=place.w,
            height=place.h,
            plane_mask=0xFFFFFFFF,
        )

    def _still_shows(self, seen: Frame, data: str | bytes) -> bool:
        # The X library takes data that happens to be UTF-8 for text.
        raw = data.encode() if isinstance(data, str) else data
        now = self._format.decode(raw, seen.rect.w, seen.rect.h)
        apart = np.abs(now.astype(np.int16) - seen.pixels).max(axis=2) > _SHADES
        return bool(apart.mean() <= _CHANGED)

    def _explain(self, point: ScreenPoint, *, there: bool) -> None:
        """Raise Refused where a click was withheld for good: the pointer cannot get there."""
        if there:
            return
        monitors = self._look_at_monitors()
        if not on_monitor(monitors, point):
            places = "; ".join(map(str, monitors))
            msg = f"The point {point.x},{point.y} lies on no monitor, so it cannot be clicked."
            remedy = f"Move the game's window onto a monitor ({places})."
            raise Refused(msg, remedy=remedy)

    def _look_at_monitors(self) -> list[Rect]:
        with self._display_faults():
            monitors = monitors_of(self._display)
        self._corners = outer_corners(monitors)
        return monitors

    def _fake_motion(self, point: ScreenPoint) -> None:
        from Xlib import X
        from Xlib.ext.xtest import fake_input

        # Servers differ in whether the root counts: see `_fetch`.
        fake_input(self._display, X.MotionNotify, root=self._root.id, x=point.x, y=point.y)

    def _press_keys(self, keys: str) -> None:
        from Xlib import X
        from Xlib.ext.xtest import fake_input

        codes = key_codes(self._display, keys)
        try:
            for code in codes:
                fake_input(self._display, X.KeyPress, code)
        finally:
            for code in reversed(codes):
                fake_input(self._display, X.KeyRelease, code)
            self._display.sync()

    def _fetch(self, point: ScreenPoint) -> ScreenPoint:
        """Bring the pointer here from another screen of the server: XTest leaves it there."""
        self._root.warp_pointer(point.x, point.y)
        self._display.sync()
        return point

    def _free_place(self) -> tuple[ScreenPoint, bool]:
        """Wait until the server has let the buttons go; return where the pointer is.

        The second value is True if that is on another screen of the server.

        While a window manager looks at a press, the server holds back what comes after it; a click
        elsewhere meanwhile would be lost on many clients. It is waited for before the next action,
        so that the search for the effect of the last one need not wait.
        """
        until = self._clock.now() + HELD
        while (state := self._root.query_pointer()).mask & _ANY_BUTTON:
            if self._clock.now() >= until:
                break
            self._clock.sleep(_GLANCE)
        return ScreenPoint(int(state.root_x), int(state.root_y)), not state.same_screen

    @contextlib.contextmanager
    def _display_faults(self) -> Iterator[None]:
        """Turn the library's faults into ours."""
        try:
            yield
        except connection_faults() as error:
            # A server that dies between check and call: the X library trips over its own error.
            msg = "The display went away."
            raise DisplayLost(msg) from error


def _check_untouched(here: ScreenPoint, ours: Sequence[ScreenPoint]) -> None:
    """Stop where the pointer is at none of the places that this batch has sent it to.

    Not the last one alone: while a window manager holds the pointer, it lags behind.
    """
    if here.strays_from(ours):
        msg = "Somebody moved the mouse: stopped."
        raise Interrupted(msg)
