"""What was read from a picture: the board, its lattice and how sure each cell is.

An unreadable cell is UNREAD: never 0, never hidden. `doubtful` lists the cells whose confidence is
below the level at which a program may act on them.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from autosweep.board import Board, Phase
from autosweep.geometry import Cell, Grid

ACT_CONFIDENCE = 0.9
"""Below this a cell is doubtful and nothing may be clicked because of it."""


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
    """Name of the theme pack that explains the look, or `generic`."""
    phase: Phase
    mines_left: int | None = None
    """The game's own counter (mines minus flags) where it could be read."""
    alternatives: dict[Cell, tuple[tuple[int, float], ...]] = field(default_factory=dict)
    """For cells with more than one explanation: codes and their probabilities, likeliest first."""
    assumed_mines: int | None = None
    """Mines that a board of this size usually has; a guess, so `board.mines` does not use it."""

    @property
    def doubtful(self) -> list[Cell]:
        """Cells too unsure to act on, in reading order."""
        rows, cols = np.nonzero(self.confidence < ACT_CONFIDENCE)
        return [(int(r), int(c)) for r, c in zip(rows, cols, strict=True)]
