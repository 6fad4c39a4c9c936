"""The pure twin as a counter: everything by `counting`, in plain Python."""

from __future__ import annotations

from autosweep.board.board import FLAG, OPENABLE, Board
from autosweep.limit import Limit
from autosweep.solver.constraints import Problem, gather
from autosweep.solver.counting import count
from autosweep.solver.layout_counter import Count, Survey
from autosweep.solver.ranking import rank


class PureCounter:
    """Counts in plain Python."""

    name = "pure"

    def weigh(
        self, board: Board, limit: Limit | None, *, trust_flags: bool
    ) -> tuple[float | None, ...]:
        """Return the mine probability of every cell."""
        return self.survey(board, limit, trust_flags=trust_flags).values

    def survey(self, board: Board, limit: Limit | None, *, trust_flags: bool) -> Survey:
        """Say of every hidden cell how risky it is, what is certain and what is best."""
        known = count(gather(board, trust_flags=trust_flags), limit)
        codes = board.cells
        values: list[float | None] = [
            known.probability.get(i) if code in OPENABLE else None for i, code in enumerate(codes)
        ]
        mines = {i for i in known.mines if codes[i] in OPENABLE}
        if trust_flags:
            for i, code in enumerate(codes):
                if code == FLAG:
                    values[i] = 1.0
                    mines.add(i)
        safe = frozenset(board.cell(i) for i in known.safe if codes[i] in OPENABLE)
        mined = frozenset(map(board.cell, mines))
        ranking = rank(board, values, safe, mined)
        return Survey(tuple(values), safe, mined, ranking, known.solutions)

    def solutions(self, board: Board, limit: Limit | None, *, trust_flags: bool) -> int:
        """Count the layouts of a board exactly."""
        return count(gather(board, trust_flags=trust_flags), limit).solutions

    def count(self, problem: Problem, limit: Limit | None) -> Count:
        """Count the layouts of any problem."""
        return count(problem, limit)
