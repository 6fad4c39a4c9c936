"""The mouse and the keyboard of a wlroots compositor, by its virtual devices.

No client may stop a compositor between a look and a press: what appears within one frame (17 ms at
60 Hz) is not seen. Nor does a compositor tell where its pointer is. It draws it, though: the pixels
where it was put to rest are compared before the next batch, and where they have changed the pointer
is put there once more. If that changes them again, it was elsewhere: a person has taken the mouse.
After a click nothing is compared: the cell itself changes.
"""

from __future__ import annotations

from collections.abc import Sequence

from autosweep.desktop.clock import SystemClock
from autosweep.desktop.frame_checked_pointer import FrameCheckedPointer
from autosweep.desktop.press_check import share_changed
from autosweep.desktop.wayland.outputs import Outputs
from autosweep.desktop.wayland.protocols import VIRTUAL_POINTER
from autosweep.desktop.wayland.screencopy import ScreencopySource
from autosweep.desktop.wayland.virtual_keyboard import VirtualKeyboard, offers_keys
from autosweep.desktop.wayland.wire import WaylandConnection
from autosweep.errors import EnvironmentFault, Interrupted
from autosweep.geometry import Rect, ScreenPoint
from autosweep.interfaces import Action, MoveTo, Pixels

_CREATE = 0
_MOVE_ABSOLUTE, _BUTTON, _FRAME = 1, 2, 4
_UP, _DOWN = 0, 1
_MILLISECONDS = 1000
_WORD = 0xFFFFFFFF
_AROUND = 12
"""Points around the pointer's place that are looked at: a pointer covers some of them."""
_STABLE_TRIES = 30
"""Frames within which a place must come to rest: half a second at 60 Hz."""
_POINTER_SHARE = 0.02
"""Share of the pixels around the pointer's place that a pointer covers at least."""


class WlrPointer(FrameCheckedPointer):
    """Clicks on a wlroots compositor; raises DisplayLost where that went away."""

    def __init__(self, connection: WaylandConnection, outputs: Outputs) -> None:
        """Create the virtual mouse; raises NoDisplay where the compositor offers none."""
        self._screen = ScreencopySource(connection, outputs)
        super().__init__(self._screen, SystemClock())
        self._connection = connection
        self._outputs = outputs
        self._seat = connection.bind("wl_seat", 1)
        manager = connection.bind(VIRTUAL_POINTER, 1)
        self._pointer = connection.new_object()
        connection.send(manager, _CREATE, self._seat, self._pointer)
        # At once: a program needs a moment to notice the first keyboard of a seat.
        self._keyboard = (
            VirtualKeyboard(connection, self._seat) if offers_keys(connection) else None
        )
        self._left: tuple[ScreenPoint, Pixels] | None = None
        """Where the last batch put the pointer to rest, and what was there then."""
        connection.roundtrip()

    def perform(self, actions: Sequence[Action]) -> list[Action]:
        """Do the actions in order; return the clicks that were withheld.

        Raises Interrupted also where a person has taken the mouse since the last batch.
        """
        self._check_untouched()
        self._left = None
        withheld = super().perform(actions)
        if actions and isinstance(actions[-1], MoveTo):
            self._left = (actions[-1].point, self._around(actions[-1].point))
        return withheld

    def resumed(self) -> None:
        """Forget where the pointer was left: a person may have used the mouse meanwhile."""
        self._left = None

    def close(self) -> None:
        """Give back the shared memory; the devices end with the connection."""
        self._screen.close()

    def _check_untouched(self) -> None:
        """Raise Interrupted if the pointer is not where the last batch left it."""
        if self._left is None:
            return
        point, before = self._left
        now = self._around(point)
        if share_changed(now, before) < _POINTER_SHARE:
            return
        resting = self._stable_around(point)
        self._move(point)
        self._connection.roundtrip()
        again = self._stable_around(point)
        if resting is None or again is None:
            # Something moves there all the time: nobody can tell.
            return
        if share_changed(again, resting) >= _POINTER_SHARE:
            self._left = None
            msg = "Somebody moved the mouse: stopped."
            raise Interrupted(msg)

    def _stable_around(self, point: ScreenPoint) -> Pixels | None:
        """Return the pixels around a point once two frames in a row are equal, None for never."""
        before = self._around(point)
        for _ in range(_STABLE_TRIES):
            now = self._around(point)
            if share_changed(now, before) == 0:
                return now
            before = now
        return None

    def _around(self, point: ScreenPoint) -> Pixels:
        """Return the pixels around a point with the pointer drawn in."""
        area = Rect(point.x - _AROUND, point.y - _AROUND, 2 * _AROUND, 2 * _AROUND)
        return self._screen.grab_with_cursor(area, cursor=True).pixels

    def _move(self, point: ScreenPoint) -> None:
        """Bring the pointer to the middle of a point; the compositor counts from its corner."""
        bounds = self._outputs.bounds()
        x, y = 2 * (point.x - bounds.x) + 1, 2 * (point.y - bounds.y) + 1
        place = (x, y, 2 * bounds.w, 2 * bounds.h)
        self._connection.send(self._pointer, _MOVE_ABSOLUTE, self._time(), *place)
        self._connection.send(self._pointer, _FRAME)

    def _press(self, buttons: Sequence[int]) -> None:
        self._send_buttons(buttons, _DOWN)

    def _release(self, buttons: Sequence[int]) -> None:
        self._send_buttons(buttons, _UP)

    def _flush(self) -> None:
        self._connection.roundtrip()

    def _send_buttons(self, codes: Sequence[int], state: int) -> None:
        for code in codes:
            self._connection.send(self._pointer, _BUTTON, self._time(), code, state)
        self._connection.send(self._pointer, _FRAME)

    def _press_keys(self, keys: str) -> None:
        if self._keyboard is None:
            msg = f"The compositor of {self._connection.name} takes no keys of programs."
            raise EnvironmentFault(msg, remedy="Name a place to click with `--new-game X,Y`.")
        self._keyboard.press(keys, self._time())

    def _time(self) -> int:
        """Return the time of an event: milliseconds of any clock."""
        return int(self._clock.now() * _MILLISECONDS) & _WORD
