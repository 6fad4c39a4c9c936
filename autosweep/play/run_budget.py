"""What a run may use up: clicks and seconds. The clock is asked here and nowhere in the gate."""

from __future__ import annotations

from autosweep.interfaces import Clock
from autosweep.messages import count_of
from autosweep.settings import PlaySettings


class RunBudget:
    """Counts what a run has used."""

    def __init__(self, settings: PlaySettings, clock: Clock) -> None:
        self._settings = settings
        self._clock = clock
        self._started = clock.now()
        self.clicks = 0
        """Presses made so far, those on controls of the client included."""

    def start(self) -> None:
        """Begin to count the seconds."""
        self._started = self._clock.now()

    @property
    def seconds(self) -> float:
        """Seconds since the start."""
        return self._clock.now() - self._started

    @property
    def clicks_left(self) -> int | None:
        """Presses that are still allowed, None for any number."""
        most = self._settings.max_clicks
        return None if most is None else max(0, most - self.clicks)

    @property
    def used_up(self) -> str | None:
        """Which budget is used up, as a sentence; None where none is."""
        limit, clicks = self._settings.max_seconds, self._settings.max_clicks
        if limit is not None and self.seconds >= limit:
            return f"The {limit:g} seconds allowed are over."
        if clicks is not None and self.clicks >= clicks:
            are = "is" if clicks == 1 else "are"
            return f"The {count_of(clicks, 'click')} allowed {are} used up."
        return None
