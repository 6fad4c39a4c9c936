"""What the pictures of a board that is being watched show: by sight, or by reading them.

By sight costs a comparison, reading some milliseconds. A picture may be read while it still has to
rest: nothing is kept of that unless it did. When to look is decided elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy

from autosweep.geometry import Cell
from autosweep.interfaces import Frame
from autosweep.play.look import Attempt, Look
from autosweep.play.memory import LookMemory
from autosweep.vision import read as vision
from autosweep.vision.reading import Reading
from autosweep.vision.track import Tracker


class Recogniser:
    """Names the cells of one board, picture by picture."""

    def __init__(self) -> None:
        self._tracker: Tracker | None = None
        self._memory = LookMemory()
        self._unclear: Reading | None = None
        self._afresh = False

    def begin(self, frame: Frame, reading: Reading) -> Reading:
        """Follow a board from its first picture on; return what that shows."""
        self._tracker = Tracker(frame, reading)
        return self._memory.recall(frame, reading)

    def by_sight(self, last: Look, frame: Frame) -> Reading | None:
        """Return what a frame shows where all that changed is known by sight, else None."""
        return None if self._afresh else self._memory.follow(last.frame, last.reading, frame)

    def attempt(self, frame: Frame) -> Attempt | None:
        """Return what a picture shows where it can be read quickly and without doubt."""
        if self._tracker is None or self._afresh:
            return None
        tracker = copy(self._tracker)
        reading = tracker.update(frame, hasty=True)
        if reading is None:
            return None
        reading = self._memory.recall(frame, reading)
        return None if reading.uncertain else Attempt(reading, tracker)

    def accept(self, attempt: Attempt) -> Reading:
        """Go on from a picture that was read before it had rested; return what it shows."""
        self._tracker = attempt.tracker
        return attempt.reading

    def read(self, last: Look, frame: Frame) -> Reading | None:
        """Return what a frame of the board's region shows, None where the board is not there."""
        if self._tracker is None:
            return None
        known = self.by_sight(last, frame)
        if known is not None:
            return known
        reading = self._tracker.update(frame)
        return None if reading is None else self._clearer(frame, reading)

    def remember(self, look: Look, *, unclear: bool = False) -> None:
        """Keep in mind what the cells of a believed look are; see `LookMemory.learn`.

        Where all of them were known by sight there is nothing to learn: what is only like a known
        picture must not become one.
        """
        if unclear or not look.by_sight:
            self._memory.learn(look.frame, look.reading, unclear=unclear)

    def teach(self, look: Look, cells: Iterable[Cell], code: int) -> Reading:
        """Keep in mind what unclear cells are; return the reading with them named."""
        for cell in cells:
            self._memory.teach(look.frame, look.reading, cell, code)
        return self._memory.recall(look.frame, look.reading)

    def hopeless(self, look: Look) -> list[Cell]:
        """Return the unclear cells of a look that are known to stay so."""
        return self._memory.unclear_cells(look.frame, look.reading)

    def reconsider(self) -> None:
        """Read unclear cells anew the next time, as if they had never been seen."""
        self._memory.forget_unclear()
        self._afresh = True

    def _clearer(self, frame: Frame, reading: Reading) -> Reading:
        """Read a board with unclear cells from scratch; return the better reading."""
        reading = self._memory.recall(frame, reading)
        afresh, self._afresh = self._afresh, False
        if not reading.uncertain or (self._was_unclear(reading) and not afresh):
            return reading
        best = reading
        for other in vision.read(frame, thorough=False, may_be_cut=False):
            same = (other.grid.rows, other.grid.cols) == (reading.grid.rows, reading.grid.cols)
            if same and len(other.uncertain) < len(best.uncertain):
                best = other
        if best is reading:
            self._unclear = reading
        else:
            self._tracker = Tracker(frame, best)
        return self._memory.recall(frame, best)

    def _was_unclear(self, reading: Reading) -> bool:
        """Tell whether reading it from scratch has been of no use before."""
        last = self._unclear
        return (
            last is not None
            and last.board.cells == reading.board.cells
            and last.uncertain == reading.uncertain
        )
