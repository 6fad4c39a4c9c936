"""What was read from a frame: the board, its grid and the confidence of each cell.

An unreadable cell is UNREAD: never 0, never hidden. `uncertain` lists the cells whose confidence is
below the level at which a program may act on them. A reading that knows of a cut (the board may go
on beyond what is seen) cannot be made certain there, nor can a reading derived from it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from autosweep.board import Board, Phase
from autosweep.geometry import Cell, Grid
from autosweep.vision.cut_sides import NONE, Sides, either, outer_lines
from autosweep.vision.thresholds import (
    CUT_CONFIDENCE,
)

ACT_CONFIDENCE = 0.9
"""Below this a cell is uncertain and nothing may be clicked because of it."""


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """A board as it was read from a frame."""

    board: Board
    """Cells as read; the mine total where it could be read or is known."""
    grid: Grid
    """Where the cells are, in pixels of the frame that was read."""
    confidence: npt.NDArray[np.float32]
    """Rows x columns, 0 to 1: how likely each cell's symbol is right."""
    theme: str
    """Name of the theme that explains the cells, or `generic`."""
    phase: Phase
    mines_left: int | None = None
    """The game's own counter (mines minus flags) where it could be read."""
    alternatives: dict[Cell, tuple[tuple[int, float], ...]] = field(default_factory=dict)
    """For cells with more than one explanation: codes and their probabilities, likeliest first."""
    assumed_mines: int | None = None
    """Mines that a board of this size usually has; a guess, so `board.mines` does not use it."""
    cut: Sides = NONE
    """Sides on which the board may go on beyond what is seen: above, below, left, right."""

    def __post_init__(self) -> None:
        """Keep what is at a cut uncertain.

        Here and not where cells are named: a cell may be recognised by its pixels, but its
        neighbours beyond the cut are unknown. Mine totals count unseen mines too, and unseen cells
        may still be hidden.
        """
        if not any(self.cut):
            return
        last = outer_lines(self.confidence.shape, self.cut)
        confidence = self.confidence.copy()
        confidence[last] = np.minimum(confidence[last], CUT_CONFIDENCE)
        object.__setattr__(self, "confidence", confidence)
        object.__setattr__(self, "board", self.board.with_mines(None))
        object.__setattr__(self, "assumed_mines", None)
        if self.phase is Phase.WON:
            object.__setattr__(self, "phase", Phase.PLAYING)

    def with_cut(self, sides: Sides) -> Reading:
        """Return the reading of a board that may go on beyond these sides too."""
        cut = either(self.cut, sides)
        return self if cut == self.cut else replace(self, cut=cut)

    @property
    def at_cut(self) -> npt.NDArray[np.bool_]:
        """The cells beyond which the board may go on, as a mask of rows x columns."""
        return outer_lines(self.confidence.shape, self.cut)

    @property
    def cut_cells(self) -> list[Cell]:
        """The same cells as a list; no waiting makes them certain."""
        return _cells(self.at_cut) if any(self.cut) else []

    @property
    def uncertain(self) -> list[Cell]:
        """Cells below the confidence at which a program may act, in reading order."""
        return _cells(self.confidence < ACT_CONFIDENCE)


def _cells(mask: npt.NDArray[np.bool_]) -> list[Cell]:
    """Return the cells of a mask, in reading order."""
    rows, cols = np.nonzero(mask)
    return [(int(r), int(c)) for r, c in zip(rows, cols, strict=True)]
