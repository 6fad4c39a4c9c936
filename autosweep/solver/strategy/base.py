"""What a strategy is: it turns what is known about a position into the next moves."""

from __future__ import annotations

from random import Random
from typing import Protocol, runtime_checkable

from autosweep.board.board import FLAG, Board
from autosweep.solver.analysis import Analysis
from autosweep.solver.moves import Move
from autosweep.solver.ranking import opening

PROVEN = "It is safe in every layout that fits."


@runtime_checkable
class Strategy(Protocol):
    """A way to play."""

    @property
    def name(self) -> str:
        """The name by which it is chosen."""
        ...

    def choose(self, board: Board, analysis: Analysis, random: Random) -> list[Move]:
        """Return all certain openings, or else exactly one guess; empty when nothing is left.

        A flag on a cell to be opened is taken off first: that is a FLAG move on the cell.
        """
        ...


def certain_moves(board: Board, analysis: Analysis) -> list[Move]:
    """Return an opening for every proven safe cell; wrong flags come off only when none is left."""
    free = sorted(cell for cell in analysis.safe if board[cell] != FLAG)
    cells = free or sorted(analysis.safe)
    return [opening(board, cell, 0.0, certain=True, why=PROVEN) for cell in cells]
