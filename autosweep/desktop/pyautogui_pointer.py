"""The Pointer of macOS, by pyautogui."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from typing import Any

from autosweep.closing import Closing
from autosweep.desktop.clock import SystemClock
from autosweep.desktop.pyautogui_desktop import import_pyautogui
from autosweep.errors import DisplayLost, Interrupted
from autosweep.geometry import ScreenPoint
from autosweep.interfaces import Action, Button, Click, MoveTo, PressKey


class PyautoguiPointer(Closing):
    """Moves the mouse by pyautogui."""

    def __init__(self) -> None:
        """Connect to the display; raises NoDisplay where there is none."""
        self._gui = import_pyautogui()
        self._gui.PAUSE = 0
        self._gui.FAILSAFE = True
        self._clock = SystemClock()

    def perform(self, actions: Sequence[Action]) -> list[Action]:
        """Do the actions in order; stops between two of them when a person takes the mouse.

        Raises Interrupted then and at the fail-safe corner, DisplayLost where the display is gone.
        """
        with _display_faults(self._gui):
            ours: list[ScreenPoint] = []
            for action in actions:
                here = self._place()
                if not ours and (here.x, here.y) in self._gui.FAILSAFE_POINTS:
                    raise self._gui.FailSafeException
                ours = ours or [here]
                if here.strays_from(ours):
                    msg = "Somebody moved the mouse: stopped."
                    raise Interrupted(msg)
                if isinstance(action, PressKey):
                    self._gui.hotkey(*action.keys.split("+"), _pause=False)
                    continue
                ours.append(action.point)
                self._gui.moveTo(action.point.x, action.point.y, _pause=False)
                if not isinstance(action, MoveTo):
                    self._click(action)
        return []

    def position(self) -> ScreenPoint | None:
        """Return where the mouse is."""
        with _display_faults(self._gui):
            return self._place()

    def resumed(self) -> None:
        """Do nothing: there is no other process whose clicks could be old."""

    def close(self) -> None:
        """Do nothing: the library holds no connection."""

    def _place(self) -> ScreenPoint:
        x, y = self._gui.position()
        return ScreenPoint(int(x), int(y))

    def _click(self, click: Click) -> None:
        names = ("left", "right") if click.button is Button.BOTH else (click.button.value,)
        for name in names:
            self._gui.mouseDown(button=name, _pause=False)
        if click.hold:
            self._clock.sleep(click.hold)
        for name in names:
            self._gui.mouseUp(button=name, _pause=False)


@contextlib.contextmanager
def _display_faults(gui: Any) -> Iterator[None]:
    """Turn the library's faults into ours."""
    try:
        yield
    except gui.FailSafeException:
        msg = "The mouse is in a corner of the screen: stopped, as the fail-safe demands."
        raise Interrupted(msg) from None
    except OSError as error:
        msg = "The display went away."
        raise DisplayLost(msg) from error
