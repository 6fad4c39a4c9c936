"""The baseline: certain cells, and otherwise any cell that is not proven to be a mine."""

from __future__ import annotations

from random import Random

from autosweep.board.board import FLAG, OPENABLE, Board
from autosweep.solver.analysis import Analysis
from autosweep.solver.moves import Move
from autosweep.solver.ranking import opening
from autosweep.solver.strategy.base import certain_moves


class RandomGuess:
    """Plays all that is certain and guesses blindly: what guessing well is measured against."""

    name = "random"

    def choose(self, board: Board, analysis: Analysis, random: Random) -> list[Move]:
        """Return all proven openings, or one hidden cell drawn from those not proven mines."""
        if not analysis.consistent:
            return []
        if moves := certain_moves(board, analysis):
            return moves
        left = [cell for cell in board.find(OPENABLE) if cell not in analysis.mines]
        left = [cell for cell in left if board[cell] != FLAG] or left
        if not left:
            return []
        cell = random.choice(left)
        value = analysis.probability[cell]
        why = "No cell is proven safe; this one was drawn at random."
        return [opening(board, cell, value, certain=False, why=why)]
