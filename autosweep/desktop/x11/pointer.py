"""The mouse and the keyboard of an X display, by XTest events.

Before a press, while the server serves nobody else, the pointer's place and the pixels at the click
are compared with what was expected. So nothing that appeared since the decision is clicked, and a
pointer that cannot reach the point (no monitor shows it) clicks nowhere else. A click takes one
round trip. Window managers may hold back the release after a press, and a client would see it where
the pointer has moved meanwhile, so the next click waits for the release.

Runs in a process of its own (`click_process.py`), so that no signal can stop it between press and
release.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from xcffib.xproto import (
    ButtonPressEvent,
    ButtonReleaseEvent,
    KeyPressEvent,
    KeyReleaseEvent,
    MatchError,
    MotionNotifyEvent,
)

from autosweep.desktop.clock import SystemClock
from autosweep.desktop.monitor_layout import outer_corners
from autosweep.desktop.press_check import (
    HELD,
    IN_A_CORNER,
    check_reachable,
    check_untouched,
    place_of_seen,
    still_shows,
)
from autosweep.desktop.x11.connection import XConnection
from autosweep.desktop.x11.keyboard import key_codes
from autosweep.desktop.x11.monitors import monitors_of
from autosweep.desktop.x11.pixels import PixelFormat, ask_for_image, image_data
from autosweep.desktop.x11.window_mosaic import WindowMosaic
from autosweep.errors import Interrupted
from autosweep.geometry import Rect, ScreenPoint
from autosweep.interfaces import Action, Button, Click, Frame, MoveTo, PressKey

_PAUSE = 0.0005
"""Seconds between two questions whether the buttons are up."""
_NOW, _NO_ROOT, _ABSOLUTE, _CORE_DEVICE = 0, 0, 0, 0
"""Arguments of XTest: without delay, no other screen, no relative motion, the ordinary mouse."""
_ANY_BUTTON = 0x1F00
"""The buttons in the state of X's pointer."""
_BUTTONS = {
    Button.LEFT: (1,),
    Button.MIDDLE: (2,),
    Button.RIGHT: (3,),
    Button.BOTH: (1, 3),
}


class XPointer:
    """Moves the mouse of the screen that DISPLAY names."""

    def __init__(self, *, rootless: bool = False) -> None:
        """Connect to the display; raises NoDisplay where there is none.

        `rootless` says that the server draws no screen: then windows are compared.
        """
        self._connection = XConnection()
        self._mosaic = WindowMosaic(self._connection) if rootless else None
        self._core = self._connection.core
        self._root = self._connection.root
        self._xtest: Any = self._connection.require_xtest()
        self._format = PixelFormat.of(self._connection)
        self._clock = SystemClock()
        self._corners: frozenset[ScreenPoint] = frozenset()
        self._update_monitors()

    def perform(
        self, actions: Sequence[Action], go_on: Callable[[], bool] = lambda: True
    ) -> list[int]:
        """Do the actions in order; return the indices of those that were withheld.

        A click is withheld if the pixels at its point have changed; as soon as `go_on` returns
        False, all that remains is withheld. Raises Interrupted if a person takes the mouse or has
        put it into a corner, Refused for a point on no monitor, DisplayLost if the display is gone.
        """
        with self._connection.faults():
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
                check_untouched(here, ours)
                if isinstance(action, PressKey):
                    self._press_keys(action.keys)
                    continue
                ours.append(action.point)
                if isinstance(action, MoveTo):
                    self._fake_motion(action.point)
                    self._connection.sync()
                elif not self._click(action):
                    withheld.append(number)
            return withheld

    def close(self) -> None:
        """Leave the display."""
        self._connection.close()

    def _click(self, click: Click) -> bool:
        """Click; return False where the click was withheld. The button is up a little later."""
        buttons = _BUTTONS[click.button]
        pressed = False
        # A press happens where the pointer is, so nobody may move it between the two requests; nor
        # may anybody draw between the check and the press.
        self._core.GrabServer()
        try:
            # Before the motion: XWayland does not hold programs back during a grab, and a program
            # that lights the cell under the pointer would have drawn by the time of the check.
            windows_unchanged = self._unchanged_windows(click.seen)
            self._fake_motion(click.point)
            there, unchanged = self._check_place(click)
            unchanged = unchanged and windows_unchanged
            if there and unchanged:
                pressed = True
                # Once more, together with the press: a person may move the mouse meanwhile.
                self._fake_motion(click.point)
                for button in buttons:
                    self._fake(ButtonPressEvent, button)
        finally:
            # Whatever went wrong: nobody's display may stand still because of us.
            self._core.UngrabServer()
            self._connection.xcb.flush()
        if not pressed:
            self._explain(click.point, there=there)
            return False
        try:
            if click.hold:
                self._clock.sleep(click.hold)
        finally:
            for button in buttons:
                self._fake(ButtonReleaseEvent, button)
            self._connection.xcb.flush()
        return True

    def _check_place(self, click: Click) -> tuple[bool, bool]:
        """Return whether the pointer is at a click's point, and whether the screen is unchanged.

        One round trip for both questions. A rootless server has no screen to compare.
        """
        asked = self._core.QueryPointer(self._root)
        rootless = self._mosaic is not None
        image = None if click.seen is None or rootless else self._ask_for_image(click.seen)
        there = self._is_there(asked, click.point)
        if click.seen is None or image is None:
            return there, True
        try:
            size = click.seen.rect.w, click.seen.rect.h
            return there, still_shows(self._format.decode(image_data(image), *size), click.seen)
        except MatchError:
            # A part of it is off the screen by now, as after a change of the resolution.
            return there, False

    @staticmethod
    def _is_there(asked: Any, point: ScreenPoint) -> bool:
        """Return True if the pointer is at a point, by the answer of the server."""
        where = asked.reply()
        return bool(where.same_screen) and ScreenPoint(where.root_x, where.root_y) == point

    def _unchanged_windows(self, seen: Frame | None) -> bool:
        """Return True if the windows of a rootless server show what was seen; True elsewhere."""
        place = None if seen is None else place_of_seen(seen)
        if seen is None or place is None or self._mosaic is None:
            return True
        return still_shows(self._mosaic.pixels(place), seen)

    def _ask_for_image(self, seen: Frame) -> Any:
        """Ask for what is at the place of a piece of a frame; None where its scale is not 1."""
        place = place_of_seen(seen)
        return None if place is None else ask_for_image(self._connection, self._root, place)

    def _explain(self, point: ScreenPoint, *, there: bool) -> None:
        """Raise Refused where a click was withheld for good: the pointer cannot get there."""
        if not there:
            check_reachable(point, self._update_monitors())

    def _update_monitors(self) -> list[Rect]:
        monitors = monitors_of(self._connection)
        self._corners = outer_corners(monitors)
        return monitors

    def _fake(self, kind: Any, detail: int) -> None:
        """Press or release a button or a key."""
        self._xtest.FakeInput(kind.event_number, detail, _NOW, _NO_ROOT, 0, 0, _CORE_DEVICE)

    def _fake_motion(self, point: ScreenPoint) -> None:
        # Servers differ in whether the root counts: see `_fetch`.
        kind, place = MotionNotifyEvent.event_number, (self._root, point.x, point.y)
        self._xtest.FakeInput(kind, _ABSOLUTE, _NOW, *place, _CORE_DEVICE)

    def _press_keys(self, keys: str) -> None:
        codes = key_codes(self._connection, keys)
        try:
            for code in codes:
                self._fake(KeyPressEvent, code)
        finally:
            for code in reversed(codes):
                self._fake(KeyReleaseEvent, code)
            self._connection.sync()

    def _fetch(self, point: ScreenPoint) -> ScreenPoint:
        """Bring the pointer here from another screen of the server: XTest leaves it there."""
        self._core.WarpPointer(_NO_ROOT, self._root, 0, 0, 0, 0, point.x, point.y)
        self._connection.sync()
        return point

    def _free_place(self) -> tuple[ScreenPoint, bool]:
        """Wait until the server has let the buttons go; return where the pointer is.

        The second value is True if that is on another screen of the server.

        While a window manager holds a press, the server holds back what comes after it; a click
        elsewhere meanwhile would be lost on many clients. It is waited for before the next action,
        so that the search for the effect of the last one need not wait.
        """
        until = self._clock.now() + HELD
        while (state := self._core.QueryPointer(self._root).reply()).mask & _ANY_BUTTON:
            if self._clock.now() >= until:
                break
            self._clock.sleep(_PAUSE)
        return ScreenPoint(state.root_x, state.root_y), not state.same_screen
