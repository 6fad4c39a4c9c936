"""The real Pointer: pyautogui, its events sent in batches.

pyautogui's own click takes ten round trips to the X server. On X the events go through pyautogui's
connection as XTest events with one fail-safe check a batch and one round trip a click: window
managers hold the pointer on a press until they have looked at it, and a client then sees a release
at the place to which the pointer has meanwhile gone, so the next click waits for the release.
Elsewhere pyautogui clicks one by one. The fail-safe corner is always on: whoever pushes the mouse
into a corner stops the program. On X the place of a click is looked at once more while the server
serves nobody else, so whatever appears there between the decision and the press is never clicked.
"""

from __future__ import annotations

import contextlib
import io
import select
import socket
import sys
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from autosweep.errors import DisplayLost, Interrupted, NoDisplay
from autosweep.geometry import ScreenPoint
from autosweep.screen.clock import SystemClock
from autosweep.screen.display import ensure_xauthority, require_display
from autosweep.seams import Action, Button, Click, Frame, MoveTo, PressKey

HELD = 0.5
"""Seconds that a window manager may hold the pointer on a press."""
_GLANCE = 0.0005
_ANY_BUTTON = 0x1F00
"""The buttons in the state of X's pointer."""
_SHADES = 8
_CHANGED = 0.25
"""Levels by which a pixel may differ from what it was, and the share of a click's surroundings that
may differ by more: a glow under the pointer is no other thing, a window that opened is one."""
_X_BUTTONS = {
    Button.LEFT: (1,),
    Button.MIDDLE: (2,),
    Button.RIGHT: (3,),
    Button.BOTH: (1, 3),
}


def mouse_position() -> ScreenPoint:
    """Return where the mouse is, for those who only look; raises NoDisplay."""
    x, y = _import_pyautogui().position()
    return ScreenPoint(int(x), int(y))


class ScreenPointer:
    """Moves the real mouse."""

    def __init__(self) -> None:
        """Connect to the display; raises NoDisplay where there is none."""
        require_display()
        self._gui = _import_pyautogui()
        self._gui.PAUSE = 0
        self._gui.FAILSAFE = True
        self._x11 = sys.platform == "linux"
        self._clock = SystemClock()

    def perform(self, actions: Sequence[Action]) -> list[Action]:
        """Do the actions in order; stops between two of them when a person takes the mouse.

        Returns the clicks that were withheld because something else is at their place by now.
        Raises Interrupted then and at the fail-safe corner, DisplayLost where the display is gone.
        """
        self._check_alive()
        with _display_faults(self._gui):
            ours: list[ScreenPoint] = []
            withheld: list[Action] = []
            for action in actions:
                here = self._free_place()
                if not ours and (here.x, here.y) in self._gui.FAILSAFE_POINTS:
                    raise self._gui.FailSafeException
                ours = ours or [here]
                _check_untouched(here, ours)
                if isinstance(action, PressKey):
                    self._gui.hotkey(*action.keys.split("+"), _pause=False)
                    continue
                ours.append(action.point)
                if isinstance(action, MoveTo):
                    self._move(action.point)
                elif not self._x11:
                    self._click_slowly(action)
                elif not self._click_x11(action):
                    withheld.append(action)
            return withheld

    def position(self) -> ScreenPoint | None:
        """Return where the mouse is."""
        self._check_alive()
        with _display_faults(self._gui):
            return self._place()

    def size(self) -> tuple[int, int]:
        """Return the size of the first monitor in the points that the mouse uses."""
        with _display_faults(self._gui):
            width, height = self._gui.size()
        return int(width), int(height)

    def _place(self) -> ScreenPoint:
        x, y = self._gui.position()
        return ScreenPoint(int(x), int(y))

    def _move(self, point: ScreenPoint) -> None:
        if self._x11:
            from Xlib import X
            from Xlib.ext.xtest import fake_input

            fake_input(self._connection(), X.MotionNotify, x=point.x, y=point.y)
            self._connection().sync()
        else:
            self._gui.moveTo(point.x, point.y, _pause=False)

    def _click_x11(self, click: Click) -> bool:
        """Click; return False where the click was withheld. The button is up a little later."""
        from Xlib import X
        from Xlib.ext.xtest import fake_input

        wire = self._connection()
        buttons = _X_BUTTONS[click.button]
        # A press happens where the pointer is, so nobody may move it between the two requests; nor
        # may anybody draw between the last look and the press.
        wire.grab_server()
        try:
            if click.seen is not None and not _still_shows(wire, click.seen):
                return False
            fake_input(wire, X.MotionNotify, x=click.point.x, y=click.point.y)
            for button in buttons:
                fake_input(wire, X.ButtonPress, button)
        finally:
            # Whatever went wrong: nobody's display may stand still because of us.
            wire.ungrab_server()
            wire.flush()
        if click.hold:
            self._clock.sleep(click.hold)
        for button in buttons:
            fake_input(wire, X.ButtonRelease, button)
        wire.flush()
        return True

    def _free_place(self) -> ScreenPoint:
        """Wait until the server has let the buttons go; return where the pointer is.

        While a window manager looks at a press, the server holds back what comes after it; a click
        elsewhere meanwhile would be lost on many clients. It is waited for before the next action,
        so that whoever looks for the effect of the last one need not wait.
        """
        if not self._x11:
            return self._place()
        root = self._connection().screen().root
        until = self._clock.now() + HELD
        while (state := root.query_pointer()).mask & _ANY_BUTTON and self._clock.now() < until:
            self._clock.sleep(_GLANCE)
        return ScreenPoint(int(state.root_x), int(state.root_y))

    def _click_slowly(self, click: Click) -> None:
        self._move(click.point)
        names = ("left", "right") if click.button is Button.BOTH else (click.button.value,)
        for name in names:
            self._gui.mouseDown(button=name, _pause=False)
        if click.hold:
            self._clock.sleep(click.hold)
        for name in names:
            self._gui.mouseUp(button=name, _pause=False)

    def _connection(self) -> Any:
        """Return pyautogui's own X connection: a second X library beside it would overwrite it."""
        from pyautogui import _pyautogui_x11

        return _pyautogui_x11._display  # noqa: SLF001 - the only way to batch its events

    def _check_alive(self) -> None:
        if self._x11:
            check_alive(self._connection())


def _check_untouched(here: ScreenPoint, ours: Sequence[ScreenPoint]) -> None:
    """Stop where the pointer is at none of the places that this batch has sent it to.

    Not the last one alone: while a window manager holds the pointer, it lags behind.
    """
    if here.strays_from(ours):
        msg = "Somebody moved the mouse: stopped."
        raise Interrupted(msg)


def _still_shows(wire: Any, seen: Frame) -> bool:
    """Tell whether the screen shows a piece of a frame where it was; True where that is unknown."""
    from Xlib import X
    from Xlib.error import BadMatch

    place = seen.mapping.rect_to_screen(seen.rect)
    height, width = seen.pixels.shape[:2]
    if (place.w, place.h) != (width, height):
        return True
    try:
        image = wire.screen().root.get_image(place.x, place.y, width, height, X.ZPixmap, 0xFFFFFFFF)
    except BadMatch:
        # A part of it is off the screen by now, as after a change of the resolution.
        return False
    # The X library takes data that happens to be UTF-8 for text.
    data = image.data.encode() if isinstance(image.data, str) else image.data
    if len(data) != 4 * width * height:
        return True
    now = np.frombuffer(data, np.uint8).reshape(height, width, 4)[..., :3]
    apart = np.abs(now.astype(np.int16) - seen.pixels).max(axis=2) > _SHADES
    return bool(apart.mean() <= _CHANGED)


def check_alive(connection: Any) -> None:
    """Raise DisplayLost where the X server closed the connection.

    The X library waits for ever on a connection that has ended, so it is not asked.
    """
    wire: socket.socket = connection.display.socket
    try:
        readable, _, _ = select.select([wire], [], [], 0)
        ended = bool(readable) and wire.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT) == b""
    except (OSError, ValueError):
        ended = True
    if ended:
        msg = "The display went away."
        raise DisplayLost(msg)


@contextlib.contextmanager
def _display_faults(gui: Any) -> Iterator[None]:
    """Turn the library's faults into ours."""
    try:
        yield
    except gui.FailSafeException:
        msg = "The mouse is in a corner of the screen: stopped, as the fail-safe demands."
        raise Interrupted(msg) from None
    except connection_faults() as error:
        # A server that dies between the check and the call: the X library trips over its own error.
        msg = "The display went away."
        raise DisplayLost(msg) from error


def connection_faults() -> tuple[type[Exception], ...]:
    """Return what a connection that has ended raises."""
    faults: tuple[type[Exception], ...] = (OSError, TypeError, AttributeError)
    if sys.platform == "linux":
        from Xlib.error import ConnectionClosedError, XError

        faults += (ConnectionClosedError, XError)
    return faults


def _import_pyautogui() -> Any:
    """Import pyautogui, which connects to the display while it is imported."""
    ensure_xauthority()
    try:
        # It prints a warning about the empty authority file; the story on stderr is ours.
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
