"""When a frame is stable: by how long this client pauses in the middle of drawing.

A frame that has not changed for a while may only be waiting for the next part of it. Some clients
draw everything at once, some cell by cell, some in frames of an animation. The longest pause seen
in the middle of a change says how long a frame of this client must stay the same. Pure: times are
arguments.
"""

from __future__ import annotations

from collections import deque
from itertools import pairwise

from autosweep.interfaces import Frame
from autosweep.tracking.changes import same_pixels
from autosweep.tracking.reader import Attempt
from autosweep.vision.reading import Reading

_POLLS = 4
_CERTAIN_POLLS = 2
"""Polling intervals that a frame of a client that is not known yet must stay the same; fewer if
every cell was read with certainty. More than the frames of an animation are apart."""
_REMEMBERED = 16
_ENOUGH = 6
"""Changes that are remembered, and how many it takes to know a client."""
_MARGIN = 2.0
_CERTAIN_LEAST = 0.4
"""How many times the longest pause counts, and the least number of polling intervals if every cell
was read with certainty; one interval if not."""
_CACHED_POLLS = 0.2
_CACHED_POLLS_SHORT = 0.05
_CONFIRMED = 8
"""Polling intervals that a frame must stay the same if all of it is cached: at first, and once the
last eight such frames did not change any more."""
_EQUAL_READINGS = 4
_EQUAL_FOR_HINTS = 2
"""Equal readings in a row that count as stable where the frames never are: before clicks, and for
hints."""
STABLE_FOR_HINTS, UNSTABLE_FOR_HINTS = 0.012, 0.1
"""Seconds that a frame must stay the same before hints follow it, and seconds of change after which
its readings decide. Less than before clicks: the next frame corrects a hint."""
UNCERTAIN_WAIT = 0.5
"""Seconds that uncertain cells are given to be drawn completely."""


class DrawingPauses:
    """What was seen of how a client draws."""

    def __init__(self) -> None:
        self._pauses: deque[float] = deque(maxlen=_REMEMBERED)
        self._confirmed = 0

    def add(self, changes: list[float]) -> None:
        """Take the times at which parts of one change appeared."""
        if changes:
            gaps = (later - earlier for earlier, later in pairwise(changes))
            self._pauses.append(max(gaps, default=0.0))

    def add_cached(self, *, stable: bool) -> None:
        """Take whether a frame that is all cached was stable when it was first captured."""
        self._confirmed = self._confirmed + 1 if stable else 0

    def needed_cached(self, poll: float) -> float:
        """Return for how many seconds a frame that is all cached must stay the same."""
        short = self._confirmed >= _CONFIRMED
        return poll * (_CACHED_POLLS_SHORT if short else _CACHED_POLLS)

    def needed(self, poll: float, *, certain: bool = False) -> float:
        """Return for how many seconds a frame must stay the same to be stable.

        `certain` says that a theme reads it with certainty: no cell of it is half drawn.
        """
        if len(self._pauses) < _ENOUGH:
            return poll * (_CERTAIN_POLLS if certain else _POLLS)
        least = poll * (_CERTAIN_LEAST if certain else 1)
        return min(max(least, _MARGIN * max(self._pauses)), _POLLS * poll)


class Settling:
    """Successive frames of one place, until they are stable."""

    def __init__(self, frame: Frame, now: float, *, quick: bool = False) -> None:
        self.frame = frame
        self.begun = self.changed = self.now = now
        self.quick = quick
        """Whether frames are read while they settle."""
        self.begins_changed = False
        """Whether the first frame already differs from the one before."""
        self.is_answer = False
        """Whether nothing but the client's answer to clicks was captured."""
        self.helped = False
        """Whether what may hide the board was dismissed."""
        self.stable = False
        self.late = False
        """Whether the frame is stable, and whether it was waited for too long."""
        self.cached: Reading | None = None
        """The reading of the frame if all of it is cached."""
        self.attempted = False
        self.attempt: Attempt | None = None
        """The early reading of the frame, and whether one was tried; reset by each change."""
        self._changes: list[float] = []
        self._readings: list[bytes] = []

    @property
    def changes(self) -> list[float]:
        """The times at which the frame changed."""
        return [self.begun, *self._changes] if self.begins_changed else self._changes

    @property
    def unchanged(self) -> float:
        """For how many seconds the frame has been the same."""
        return self.now - self.changed

    @property
    def elapsed(self) -> float:
        """For how many seconds frames were captured."""
        return self.now - self.begun

    def add(self, frame: Frame, now: float) -> bool:
        """Take the next frame; return True if it equals the one before."""
        equal = same_pixels(self.frame.pixels, frame.pixels)
        self.frame, self.now = frame, now
        if not equal:
            self.changed = now
            self.attempted, self.attempt = False, None
            self._changes.append(now)
        return equal

    def restart(self, now: float) -> None:
        """Count the time that the frame stays the same anew."""
        self.changed = now

    @property
    def ready_for_hints(self) -> bool:
        """Whether the frame is to be read for hints: it is stable, or changes for too long."""
        return self.unchanged >= STABLE_FOR_HINTS or self.elapsed >= UNSTABLE_FOR_HINTS

    def add_reading(self, reading: Reading, *, for_hints: bool = False) -> bool:
        """Take a reading of the frame; return True if several in a row were equal."""
        equal = _EQUAL_FOR_HINTS if for_hints else _EQUAL_READINGS
        self._readings = [*self._readings, reading.board.cells][-equal:]
        return len(self._readings) == equal and len(set(self._readings)) == 1
