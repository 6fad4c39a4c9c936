"""The beginner: looks at one clue at a time and knows no probabilities."""

from __future__ import annotations

from random import Random

from autosweep.board.board import FLAG, OPENABLE, Board
from autosweep.solver.analysis import Analysis
from autosweep.solver.constraints import Contradiction, deduce, gather
from autosweep.solver.moves import Move
from autosweep.solver.ranking import opening


class Linear:
    """Opens what single clues prove; when stuck, the first hidden cell in reading order."""

    name = "linear"

    def choose(self, board: Board, analysis: Analysis, random: Random) -> list[Move]:
        """Return all openings that single clues prove, or one guess."""
        del analysis, random
        try:
            found = deduce(gather(board))
        except Contradiction:
            return []
        hidden = [i for i, code in enumerate(board.cells) if code in OPENABLE]
        safe = [i for i in hidden if i in found.safe]
        free = [i for i in safe if board.cells[i] != FLAG] or safe
        if free:
            why = "The clues round it have all their mines."
            return [opening(board, board.cell(i), 0.0, certain=True, why=why) for i in free]
        left = [i for i in hidden if i not in found.mines]
        if not left:
            return []
        first = next((i for i in left if board.cells[i] != FLAG), left[0])
        why = "No single clue proves a cell safe; this is the first hidden one."
        return [opening(board, board.cell(first), None, certain=False, why=why)]
