"""Layouts that fit a board and show a point, as rows of text.

Most boards have so many cells away from all clues that any way to meet the clues leaves the
right number of mines for them; the mine total, which is costly for a SAT solver, is brought in only
where that is not so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from autosweep.board.board import MAX_NUMBER, SYMBOLS, WRONG_FLAG, Board
from autosweep.errors import TooLarge
from autosweep.geometry import Cell
from autosweep.limit import Limit
from autosweep.solver.cnf import encode
from autosweep.solver.constraints import Constraint, Problem
from autosweep.solver.sat import Oracle, find_model

MAX_TOTAL_CELLS = 700
"""Cells up to which the mine total is handed to a SAT solver."""


@dataclass(frozen=True, slots=True)
class Witness:
    """Layouts that fit the board, as text rows: `*` a mine, `.` a hidden cell without one."""

    mine: tuple[str, ...] | None = None
    """One in which the cell is a mine; None where there is none, or none was found in time."""
    safe: tuple[str, ...] | None = None
    """One in which it is not."""


def given(problem: Problem, values: Mapping[int, bool]) -> Problem:
    """Return a problem in which some cells are mines or safe by decree."""
    extra = [
        Constraint(frozenset({cell}), int(mine), int(mine), cell) for cell, mine in values.items()
    ]
    return Problem((*problem.constraints, *extra), problem.unknown, problem.mines_left)


def layout_with(
    board: Board, problem: Problem, values: Mapping[Cell, bool], limit: Limit | None = None
) -> tuple[str, ...] | None:
    """Return a layout that fits and in which some cells are as wanted; None where there is none.

    Raises TooLarge where the time of `limit` does not suffice or the board is too large.
    """
    wanted = {board.index(cell): mine for cell, mine in values.items()}
    mines = _find(given(problem, wanted), None if limit is None else limit.seconds)
    return None if mines is None else _rows(board, problem, mines)


def _find(problem: Problem, seconds: float | None) -> frozenset[int] | None:
    if problem.mines_left is None:
        return find_model(problem, seconds=seconds)
    cnf = encode(Problem(problem.constraints, problem.unknown, None))
    variables = range(1, len(cnf.cells) + 1)
    with Oracle(cnf, seconds=seconds) as oracle:
        # as it comes, then with few mines, then with many
        for sign in (0, -1, 1):
            oracle.prefer([sign * v for v in variables if sign])
            if not oracle.ask([]):
                return None
            beside = [cnf.cells[literal - 1] for literal in oracle.model() if literal > 0]
            left = problem.mines_left - len(beside)
            if 0 <= left <= len(cnf.unconstrained):
                return frozenset([*beside, *cnf.unconstrained[:left]])
    if len(cnf.cells) > MAX_TOTAL_CELLS:
        msg = f"The mine total of a board with {len(cnf.cells)} cells beside clues is too large."
        raise TooLarge(msg, remedy="Ask without the mine total.")
    return find_model(problem, seconds=seconds)


def _rows(board: Board, problem: Problem, mines: frozenset[int]) -> tuple[str, ...]:
    hidden = frozenset(problem.unknown)
    symbols = [
        ("*" if i in mines else ".") if i in hidden else _opened(code)
        for i, code in enumerate(board.cells)
    ]
    return tuple(" ".join(symbols[i : i + board.cols]) for i in range(0, len(symbols), board.cols))


def _opened(code: int) -> str:
    if code <= MAX_NUMBER:
        return SYMBOLS[code]
    return "." if code == WRONG_FLAG else "*"
