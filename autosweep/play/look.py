"""What the eyes of the loop see: a settled view of the board, and a picture that is settling.

Pure: knows neither screen nor clock.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from autosweep.geometry import Rect, ScreenPoint
from autosweep.interfaces import Frame
from autosweep.play.memory import same_pixels
from autosweep.play.plan import parking_place
from autosweep.vision.reading import Reading
from autosweep.vision.track import Tracker

_EQUAL_READINGS = 4
"""Readings in a row that count as rest where the picture never stops moving."""


@dataclass(frozen=True, slots=True)
class Look:
    """A settled view of the board."""

    frame: Frame
    reading: Reading
    """Its grid is in pixels of `frame`."""
    by_sight: bool = False
    """Whether every cell that changed looks exactly as one seen before."""
    restless: bool = False
    """Whether the picture never came to rest, so that only the reading did."""
    provisional: bool = False
    """Whether the picture was seen once only; see `Watcher.confirm`."""

    @property
    def places(self) -> list[ScreenPoint]:
        """The middle of the board and of its corner cells, on the screen."""
        grid = self.reading.grid
        rows, cols = grid.rows - 1, grid.cols - 1
        cells = [(rows // 2, cols // 2), (0, 0), (0, cols), (rows, 0), (rows, cols)]
        return [self.frame.mapping.to_screen(grid.center(cell)) for cell in cells]

    def new_since(self, before: Look | None) -> Rect:
        """Return the part in which cells are other than before; the whole where none are."""
        grid = self.reading.grid
        if before is None or before.reading.grid != grid:
            return self.frame.rect
        was, now = (
            np.frombuffer(look.reading.board.cells, np.uint8).reshape(grid.rows, grid.cols)
            for look in (before, self)
        )
        rows, cols = (np.flatnonzero((was != now).any(axis=axis)) for axis in (1, 0))
        if not rows.size:
            return self.frame.rect
        first, last = grid.cell_rect((rows[0], cols[0])), grid.cell_rect((rows[-1], cols[-1]))
        box = Rect(first.x, first.y, last.right - first.x, last.bottom - first.y)
        return self.frame.rect.intersect(box)

    def park(
        self, window: Rect | None, turn: int = 0, monitors: Sequence[Rect] = ()
    ) -> ScreenPoint:
        """Return where the pointer hovers no cell, inside the game's window if it can be."""
        return parking_place(self.reading.grid, self.frame.mapping, window, turn, monitors)


@dataclass(frozen=True, slots=True)
class Attempt:
    """What a picture shows that may not be finished."""

    reading: Reading
    tracker: Tracker
    """Follows the board from this picture on."""


class Settling:
    """A picture that is watched until it rests."""

    def __init__(self, frame: Frame, now: float) -> None:
        self.frame = frame
        self.begun = self.changed = self.now = now
        self.begins_changed = False
        """Whether it was another picture before the first look at it."""
        self.helped = False
        """Whether what may hide the board was put away."""
        self.answers = False
        """Whether nothing but the client's answer to clicks was seen in it."""
        self.attempted = False
        self.attempt: Attempt | None = None
        """What it was read as before it had rested, and whether that was tried; anew for each
        change."""
        self._changes: list[float] = []
        self._readings: list[bytes] = []

    @property
    def changes(self) -> list[float]:
        """The times at which it was seen to be another."""
        return [self.begun, *self._changes] if self.begins_changed else self._changes

    def take(self, frame: Frame, now: float) -> bool:
        """Take the next picture; tell whether it is the one before."""
        equal = same_pixels(self.frame.pixels, frame.pixels)
        self.frame, self.now = frame, now
        if not equal:
            self.changed = now
            self.attempted, self.attempt = False, None
            self._changes.append(now)
        return equal

    def reads(self, reading: Reading) -> bool:
        """Take note of what it shows; tell whether that has been the same several times."""
        self._readings = [*self._readings, reading.board.cells][-_EQUAL_READINGS:]
        return len(self._readings) == _EQUAL_READINGS and len(set(self._readings)) == 1
