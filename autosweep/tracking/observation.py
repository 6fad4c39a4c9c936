"""A frame with its reading. Pure."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from autosweep.geometry import Rect, ScreenPoint
from autosweep.interfaces import Frame
from autosweep.tracking.changes import same_pixels
from autosweep.vision.reading import Reading


@dataclass(frozen=True, slots=True)
class Observation:
    """A frame of the board's region with its reading."""

    frame: Frame
    reading: Reading
    """Its grid is in pixels of `frame`."""
    from_cache: bool = False
    """Whether every cell that changed was found in the cell cache."""
    unstable: bool = False
    """Whether the frame never became stable, so that only equal readings were seen."""
    provisional: bool = False
    """Whether the frame was captured once only, so that it may not be stable."""

    @property
    def sample_points(self) -> list[ScreenPoint]:
        """The middle of the board and of its corner cells, on the screen."""
        grid = self.reading.grid
        rows, cols = grid.rows - 1, grid.cols - 1
        cells = [(rows // 2, cols // 2), (0, 0), (0, cols), (rows, 0), (rows, cols)]
        return [self.frame.mapping.to_screen(grid.center(cell)) for cell in cells]

    def same_frame(self, other: Observation) -> bool:
        """Return True if both frames have the same pixels."""
        return same_pixels(self.frame.pixels, other.frame.pixels)

    def changed_rect(self, before: Observation | None) -> Rect:
        """Return the part in which cells were read differently before; the whole if none were."""
        grid = self.reading.grid
        if before is None or before.reading.grid != grid:
            return self.frame.rect
        was, now = (
            np.frombuffer(each.reading.board.cells, np.uint8).reshape(grid.rows, grid.cols)
            for each in (before, self)
        )
        rows, cols = (np.flatnonzero((was != now).any(axis=axis)) for axis in (1, 0))
        if not rows.size:
            return self.frame.rect
        first, last = grid.cell_rect((rows[0], cols[0])), grid.cell_rect((rows[-1], cols[-1]))
        box = Rect(first.x, first.y, last.right - first.x, last.bottom - first.y)
        return self.frame.rect.intersect(box)


def have_same_cells(one: Observation, other: Observation) -> bool:
    """Return True if two observations are of boards of one size, wherever they are."""
    first, second = one.reading.board, other.reading.board
    return (first.rows, first.cols) == (second.rows, second.cols)
