"""What pointers have in common that no server holds the screen still for.

The pixels at a click are compared with those that were decided on in the newest frame, immediately
before the press: what appears after that frame is not seen.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from autosweep.closing import Closing
from autosweep.desktop.capture import ScreenFrames
from autosweep.desktop.key_names import BUTTON_CODES
from autosweep.desktop.press_check import check_reachable, shows_now
from autosweep.errors import NothingToSee
from autosweep.geometry import ScreenPoint
from autosweep.interfaces import Action, Click, Clock, Frame, PressKey


class FrameCheckedPointer(Closing):
    """Does actions one by one; a desktop says how it moves, presses, releases and types."""

    def __init__(self, source: ScreenFrames, clock: Clock) -> None:
        """Compare with frames of a source."""
        self._source = source
        self._clock = clock

    def perform(self, actions: Sequence[Action]) -> list[Action]:
        """Do the actions in order; return the clicks that were withheld.

        A click is withheld if the pixels at its point have changed. Raises Interrupted where the
        user has stopped it, Refused for a point on no monitor that is shown.
        """
        withheld: list[Action] = []
        for action in actions:
            self._check_allowed()
            if isinstance(action, PressKey):
                self._press_keys(action.keys)
                continue
            check_reachable(action.point, self._source.monitors())
            self._enter(action.point)
            if isinstance(action, Click):
                if not self._click(action):
                    withheld.append(action)
            else:
                self._move(action.point)
                self._flush()
        return withheld

    def position(self) -> ScreenPoint | None:
        """Return None: a Wayland desktop tells nobody."""
        return None

    def _click(self, click: Click) -> bool:
        """Click; return False where the click was withheld."""
        if click.seen is not None and not self._still_shows(click.seen):
            return False
        buttons = BUTTON_CODES[click.button]
        # After the comparison: many cells change their colour under the pointer.
        self._move(click.point)
        try:
            self._press(buttons)
            if click.hold:
                self._flush()
                self._clock.sleep(click.hold)
        finally:
            self._release(buttons)
            self._flush()
        return True

    def _still_shows(self, seen: Frame) -> bool:
        """Return True if the newest frame shows what was seen at a click's place."""
        try:
            return shows_now(self._source, seen)
        except NothingToSee:
            # No monitor shows it any more.
            return False

    def _check_allowed(self) -> None:
        """Raise Interrupted where the user has stopped it; where nobody can, do nothing."""

    def _enter(self, point: ScreenPoint) -> None:
        """Bring the pointer to where it is used first, where that matters."""

    def _flush(self) -> None:
        """Wait until the desktop has taken what was sent, where that is not waited for anyway."""

    @abstractmethod
    def _move(self, point: ScreenPoint) -> None:
        """Bring the pointer to the middle of a point."""

    @abstractmethod
    def _press(self, buttons: Sequence[int]) -> None:
        """Press buttons of the mouse, by the kernel's codes."""

    @abstractmethod
    def _release(self, buttons: Sequence[int]) -> None:
        """Release buttons of the mouse."""

    @abstractmethod
    def _press_keys(self, keys: str) -> None:
        """Press keys together and release them; raises EnvironmentFault where none are taken."""
