"""Mouse buttons pressed and released, turned into clicks: left, right, middle, or both together.

The right button clicks as it goes down, the others as they come up; left and right held at the same
time make one click of both, at the first release. Knows no window.
"""

from __future__ import annotations

from autosweep.interfaces import Button

_BOTH = frozenset({Button.LEFT, Button.RIGHT})


class HeldButtons:
    """Which buttons are down, and what that makes of the next press or release."""

    def __init__(self) -> None:
        self._down: set[Button] = set()
        self._spent = False

    @property
    def tense(self) -> bool:
        """Whether a release would click."""
        return not self._spent and bool(self._down - {Button.RIGHT})

    def forget(self) -> None:
        """Take all buttons as up, as when a release went to another window."""
        self._down.clear()
        self._spent = False

    def press(self, button: Button) -> Button | None:
        """Note a button going down; return the click it makes at once, if any."""
        self._down.add(button)
        return Button.RIGHT if self._down == {Button.RIGHT} else None

    def release(self, button: Button) -> Button | None:
        """Note a button coming up; return the click it completes, if any."""
        if button not in self._down:
            return None
        together = self._down >= _BOTH
        spent = self._spent
        self._down.discard(button)
        # After a click of both, the button that is still down must not click as well.
        self._spent = bool(self._down) and (spent or together)
        if spent or (button is Button.RIGHT and not together):
            return None
        return Button.BOTH if together else button
