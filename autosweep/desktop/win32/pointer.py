"""The mouse and the keyboard of Windows, by SendInput.

The mouse is moved to the click first, and then the pixels there are compared with those that the
click was decided on. Motion, press and release go into the system's queue in one call, so that a
person's mouse cannot come between them. Windows holds no drawing back meanwhile: between the
comparison and the press lie some microseconds in which a window may appear.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

from autosweep.closing import Closing
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
from autosweep.desktop.win32.display import Win32Display
from autosweep.desktop.win32.integrity import IntegrityLevels
from autosweep.desktop.win32.send_input import InputQueue, motion, presses, releases
from autosweep.desktop.win32.virtual_keys import key_events
from autosweep.errors import Interrupted, NothingToSee, Refused
from autosweep.geometry import ScreenPoint
from autosweep.interfaces import Action, Click, PressKey

_log = logging.getLogger(__name__)

_PAUSE = 0.0005
"""Seconds between two questions where the mouse is, or whether its buttons are up."""
_ARRIVES = 0.25
"""Seconds that a motion may take until the new place is told."""
_LATELY = 2.0
"""Seconds for which an older place of ours may be told again. Wine does so: the X server's echo of
a motion may come after the next motion. How late was not measured."""
_NEAR = 1
"""Pixels by which the mouse may miss a point: absolute motions are rounded."""


class Win32Pointer(Closing):
    """Moves the mouse of this session; close it, or use it as a context manager."""

    def __init__(
        self,
        display: Win32Display,
        *,
        queue: InputQueue | None = None,
        levels: IntegrityLevels | None = None,
    ) -> None:
        """Use a display; raises NoDisplay where it cannot be captured.

        `queue` takes the events, `levels` says whose windows take them; by default the system's.
        """
        self._api = display.api
        self._source = display.open_source()
        self._queue = queue or InputQueue()
        self._levels = levels or IntegrityLevels()
        self._reachable: set[int] = set()
        """Processes that take our input."""
        self._clock = SystemClock()
        self._sent: list[tuple[float, ScreenPoint]] = []
        """When and where the mouse was sent to, lately; the last place is kept."""

    def perform(self, actions: Sequence[Action]) -> list[Action]:
        """Do the actions in order; return those that were withheld.

        A click is withheld if the pixels at its point have changed. Raises Interrupted if a person
        takes the mouse or has put it into a corner, Refused for a point on no monitor or in a
        window that takes no clicks of ours, DisplayLost while the screen is locked.
        """
        ours: list[ScreenPoint] = []
        withheld: list[Action] = []
        for action in actions:
            here = self._free_place()
            if not ours and here in outer_corners(self._api.monitors()):
                raise Interrupted(IN_A_CORNER)
            ours = ours or [here]
            check_untouched(here, [*ours, *self._lately()])
            if isinstance(action, PressKey):
                self._queue.send(key_events(self._queue, action.keys))
                continue
            ours.append(action.point)
            there = self._move(action.point)
            if isinstance(action, Click) and not (there and self._click(action)):
                withheld.append(action)
        return withheld

    def position(self) -> ScreenPoint | None:
        """Return where the mouse is."""
        return self._place()

    def resumed(self) -> None:
        """Do nothing: the pixels are compared in the process that was stopped, before the press."""

    def close(self) -> None:
        """Close the capture."""
        self._source.close()

    def _click(self, click: Click) -> bool:
        """Press and release where the mouse is; return False where the click was withheld."""
        self._require_access(click.point)
        if not self._is_unchanged(click):
            _log.debug("withheld at %s: the pixels have changed", click.point)
            return False
        if not _is_near(here := self._place(), click.point):
            _log.debug("withheld at %s: the mouse is told at %s", click.point, here)
            return False
        swapped = self._api.buttons_are_swapped()
        # Once more, together with the press: a person may move the mouse meanwhile.
        down = [
            motion(click.point, self._api.all_monitors()),
            *presses(click.button, swapped=swapped),
        ]
        up = releases(click.button, swapped=swapped)
        if not click.hold:
            self._queue.send([*down, *up])
            return True
        self._queue.send(down)
        try:
            self._clock.sleep(click.hold)
        finally:
            self._queue.send(up)
        return True

    def _move(self, point: ScreenPoint) -> bool:
        """Move the mouse; return True if it is there. Raises Refused for a point on no monitor."""
        self._sent = [
            *((t, p) for t, p in self._sent if self._is_recent(t)),
            (self._clock.now(), point),
        ]
        self._queue.send([motion(point, self._api.all_monitors())])
        until = self._clock.now() + _ARRIVES
        while not _is_near(self._api.cursor(), point):
            if self._clock.now() >= until:
                check_reachable(point, self._api.monitors())
                _log.debug("no motion to %s: the mouse is told at %s", point, self._api.cursor())
                return False
            self._clock.sleep(_PAUSE)
        return True

    def _is_unchanged(self, click: Click) -> bool:
        """Return True if the pixels at a click are those that it was decided on."""
        place = None if click.seen is None else place_of_seen(click.seen)
        if click.seen is None or place is None:
            return True
        try:
            return still_shows(self._source.grab(place).pixels, click.seen)
        except NothingToSee:
            # It is off the screen by now, as after a change of the resolution.
            return False

    def _require_access(self, point: ScreenPoint) -> None:
        """Raise Refused where the window under a point takes no input of this process."""
        window = self._api.window_at(point)
        process = None if window is None else self._api.process(window)
        if window is None or process is None or process in self._reachable:
            return
        if self._levels.is_above_ours(process):
            msg = (
                f"The window {self._api.title(window)!r} runs as administrator and takes no clicks."
            )
            remedy = "Start the game without these rights, or autosweep with them."
            raise Refused(msg, remedy=remedy)
        self._reachable.add(process)

    def _free_place(self) -> ScreenPoint:
        """Wait until no button of the mouse is pressed; return where the mouse is."""
        until = self._clock.now() + HELD
        while self._api.button_is_down() and self._clock.now() < until:
            self._clock.sleep(_PAUSE)
        return self._place()

    def _place(self) -> ScreenPoint:
        """Return where the mouse is; an older place of ours is told for a moment only."""
        until = self._clock.now() + _ARRIVES
        older = self._lately()[:-1]
        while (
            not (here := self._api.cursor()).strays_from(older)
            and here.strays_from([self._sent[-1][1]])
            and self._clock.now() < until
        ):
            self._clock.sleep(_PAUSE)
        return here

    def _lately(self) -> list[ScreenPoint]:
        """Return where the mouse was sent to lately, the last place at the end."""
        return [point for time, point in self._sent if self._is_recent(time)]

    def _is_recent(self, time: float) -> bool:
        return self._clock.now() - time < _LATELY


def _is_near(here: ScreenPoint, point: ScreenPoint) -> bool:
    return max(abs(here.x - point.x), abs(here.y - point.y)) <= _NEAR
