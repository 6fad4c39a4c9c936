"""What was read from a frame: the board, its grid and the confidence of each cell.

An unreadable cell is UNREAD: never 0, never hidden. `uncertain` lists the cells whose confidence is
below the level at which a program may act on them. A reading that knows of a cut (the board may go
on beyond what is seen) cannot be made certain there, nor can a reading derived from it. A board
that is doubted as a whole has no certain cell.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from autosweep.board import Board, Phase
from autosweep.geometry import Cell, Grid
from autosweep.vision.cut_sides import NONE, Sides, either, outer_lines
from autosweep.vision.thresholds import CUT_CONFIDENCE, DOUBT_CONFIDENCE

ACT_CONFIDENCE = 0.9
"""Below this a cell is uncertain and nothing may be clicked because of it."""


class Doubt(StrEnum):
    """Why a whole board is uncertain although its grid is good."""

    UNREADABLE = "unreadable"
    """Too many cells look like nothing known."""
    UNPROVEN = "unproven"
    """It shows hidden cells only, and too little says that it is Minesweeper."""
    PLAIN = "plain"
    """It shows equal hidden cells, as a game does that has not begun, and as other games do."""

    @property
    def sentence(self) -> str:
        """The doubt in words, for a user."""
        if self is Doubt.UNREADABLE:
            return "It may be a board, but too many of its cells look like nothing known."
        return "It may be a board, but it shows hidden cells only and no sign of Minesweeper."

    @property
    def remedy(self) -> str:
        """What a user can do about it."""
        if self is Doubt.UNREADABLE:
            return "`autosweep theme learn` teaches how this client draws its cells."
        return "If it is one, point at it with --window or --region, or open a cell first."


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
    doubt: Doubt | None = None
    """Why no cell of the board is certain; None for a board that is believed."""
    named_confidence: npt.NDArray[np.float32] | None = None
    """What `confidence` would be without the doubt; None where there is none."""

    def __post_init__(self) -> None:
        """Keep what is at a cut, and a board that is doubted, uncertain.

        Here and not where cells are named: a cell may be recognised by its pixels, but its
        neighbours beyond the cut are unknown. Mine totals count unseen mines too, and unseen cells
        may still be hidden.
        """
        if self.doubt is not None and float(self.confidence.max()) > DOUBT_CONFIDENCE:
            object.__setattr__(self, "named_confidence", self.confidence)
            lowered = np.minimum(self.confidence, np.float32(DOUBT_CONFIDENCE))
            object.__setattr__(self, "confidence", lowered)
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

    def with_doubt(self, doubt: Doubt | None) -> Reading:
        """Return the reading of a board that is doubted as a whole."""
        return self if doubt is None else replace(self, doubt=doubt)

    def believed(self) -> Reading:
        """Return the reading as if it were proven that the board is Minesweeper.

        For callers who know by other means, such as the word of the user. An unreadable board stays
        unreadable.
        """
        if self.doubt not in (Doubt.UNPROVEN, Doubt.PLAIN):
            return self
        confidence = self.confidence if self.named_confidence is None else self.named_confidence
        return replace(self, doubt=None, named_confidence=None, confidence=confidence)

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


def believed_boards(readings: Iterable[Reading], *, pointed_at: bool) -> list[Reading]:
    """Return the boards of a screen that may be followed, in their order.

    `pointed_at` says that the user pointed at where they are: that proves that it is Minesweeper.
    """
    kept = [reading.believed() if pointed_at else reading for reading in readings]
    return [reading for reading in kept if reading.doubt is None]


def _cells(mask: npt.NDArray[np.bool_]) -> list[Cell]:
    """Return the cells of a mask, in reading order."""
    rows, cols = np.nonzero(mask)
    return [(int(r), int(c)) for r, c in zip(rows, cols, strict=True)]
