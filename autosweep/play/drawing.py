"""How a client draws: for how long its picture pauses while it is still at it.

A picture that has not changed for a while may only be waiting for its next stroke. Some clients
draw everything in one go, some cell by cell, some in the frames of an animation. The longest pause
that was seen in the middle of a change tells how long this client's picture must rest before it is
taken for finished. Pure: knows neither screen nor clock.
"""

from __future__ import annotations

from collections import deque
from itertools import pairwise

_REST = 4
_SURE_REST = 2
"""Polling intervals that the picture of a client that is not known yet must rest, and one that was
read without doubt: more than the pictures of an animation are apart."""
_EXPERIENCE = 16
_ENOUGH = 6
"""Changes of the picture that are kept in mind, and how many it takes to know a client."""
_MARGIN = 2.0
_SURE_LEAST = 0.4
"""How many times the longest pause seen counts as rest, and the polling intervals that do at least
where a picture was read without doubt; one where it was not."""
_GLANCE = 0.2
_SHORT_GLANCE = 0.05
_FINISHED = 8
"""Polling intervals that a picture must rest where all of it is known by sight: at first, and once
the last eight such pictures did not change any more."""


class Drawing:
    """What was seen of a client's way to draw."""

    def __init__(self) -> None:
        self._pauses: deque[float] = deque(maxlen=_EXPERIENCE)
        self._finished = 0

    def saw(self, changes: list[float]) -> None:
        """Take note of one change of the picture: the times at which parts of it appeared."""
        if changes:
            gaps = (later - earlier for earlier, later in pairwise(changes))
            self._pauses.append(max(gaps, default=0.0))

    def glanced(self, *, finished: bool) -> None:
        """Take note of whether a picture known by sight was finished when it was first seen."""
        self._finished = self._finished + 1 if finished else 0

    def glance(self, poll: float) -> float:
        """Return for how many seconds a picture must rest where all of it is known by sight."""
        return poll * (_GLANCE if self._finished < _FINISHED else _SHORT_GLANCE)

    def rest(self, poll: float, *, sure: bool = False) -> float:
        """Return for how many seconds a picture must stay the same to be finished.

        `sure` is one that a pack reads without doubt: no cell of it is half drawn.
        """
        if len(self._pauses) < _ENOUGH:
            return poll * (_SURE_REST if sure else _REST)
        least = poll * (_SURE_LEAST if sure else 1)
        return min(max(least, _MARGIN * max(self._pauses)), _REST * poll)
