"""Time inside a run: every pause notices that the user wants to stop."""

from __future__ import annotations

from autosweep.errors import Interrupted
from autosweep.interfaces import Clock, StopSignal


class Waiting:
    """The clock and the stop signal of a run."""

    def __init__(self, clock: Clock, stop: StopSignal, poll: float) -> None:
        """`poll` is the length of a pause, in seconds, where none is given."""
        self._clock = clock
        self._stop = stop
        self.poll = poll

    def now(self) -> float:
        """Return monotonic seconds."""
        return self._clock.now()

    def pause(self, seconds: float | None = None) -> None:
        """Let time pass, one polling interval by default; raises Interrupted to stop the run."""
        why = self._stop.reason()
        if why is not None:
            raise Interrupted(why)
        self._clock.sleep(self.poll if seconds is None else seconds)

    def pause_until(self, since: float, seconds: float) -> None:
        """Pause until `seconds` have passed since the time `since`."""
        self.pause(max(0.0, seconds - (self.now() - since)))
