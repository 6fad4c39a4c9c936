"""A whole position, solved as a sequence of steps that a person can follow.

Each step rests on what the board shows and on the steps before it. Always the simplest one that
works comes next, near the one before where there is a choice. The sequence ends where nothing more
is certain.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from autosweep.board.board import Board
from autosweep.errors import InconsistentBoard
from autosweep.geometry import Cell
from autosweep.limit import Limit
from autosweep.solver.analysis import Analysis
from autosweep.solver.analyze import analyze
from autosweep.solver.constraints import Constraint, Problem, gather
from autosweep.solver.explain import Explanation, tell
from autosweep.solver.reasons import Reasons, find_reasons, find_simple

_TRIED = 6
"""Cells compared where none is decided by one or two clues."""


@dataclass(frozen=True, slots=True)
class Deduction:
    """A step of a walk-through."""

    reason: Explanation
    """Why, given the board and the steps before."""
    safe: tuple[Cell, ...]
    """Cells that this step shows to be safe."""
    mines: tuple[Cell, ...]
    """Cells that this step shows to be mines."""


def walk(
    board: Board,
    limit: Limit | None = None,
    *,
    analysis: Analysis | None = None,
    start: Cell | None = None,
) -> Iterator[Deduction]:
    """Yield the steps that solve a position as far as it is certain.

    `start` is where the first step should be near. Raises InconsistentBoard where no layout fits.
    """
    found = analyze(board, limit) if analysis is None else analysis
    if not found.consistent:
        raise InconsistentBoard(found.why)
    claims = {board.index(cell): True for cell in found.mines}
    claims |= {board.index(cell): False for cell in found.safe}
    whole = gather(board)
    known: dict[int, bool] = {}
    here = (0, 0) if start is None else start
    while claims:
        problem = _without(whole, known)
        chosen = _next(board, problem, claims, here, limit)
        if chosen is None:
            return
        cell, reasons = chosen
        at = board.cell(cell)
        reason = tell(board, problem, at, reasons, mine=claims[cell], known=known)
        learned = _learned(board, reason, claims)
        known |= learned
        for index in learned:
            del claims[index]
        here = reason.because[0] if reason.because else at
        yield Deduction(
            reason,
            tuple(board.cell(i) for i in sorted(learned) if not learned[i]),
            tuple(board.cell(i) for i in sorted(learned) if learned[i]),
        )


def next_safe(
    board: Board, analysis: Analysis, start: Cell | None = None, limit: Limit | None = None
) -> Explanation | None:
    """Explain the safe cell with the simplest reason, near `start`; None where none is certain."""
    claims = {board.index(cell): False for cell in analysis.safe}
    if not claims:
        return None
    problem = gather(board)
    here = (0, 0) if start is None else start
    chosen = _next(board, problem, claims, here, limit)
    if chosen is None:
        return None
    cell, reasons = chosen
    return tell(board, problem, board.cell(cell), reasons, mine=False)


def _without(problem: Problem, known: dict[int, bool]) -> Problem:
    """Return what is left of a problem when some cells are known."""
    constraints = []
    for given in problem.constraints:
        gone = [cell for cell in given.cells if cell in known]
        mines = sum(known[cell] for cell in gone)
        cells = given.cells.difference(gone)
        if cells:
            constraints.append(
                Constraint(cells, given.low - mines, given.high - mines, given.origin)
            )
    left = problem.mines_left
    return Problem(
        tuple(constraints),
        tuple(cell for cell in problem.unknown if cell not in known),
        None if left is None else left - sum(known.values()),
    )


def _next(
    board: Board, problem: Problem, claims: dict[int, bool], here: Cell, limit: Limit | None
) -> tuple[int, Reasons] | None:
    """Choose the cell to explain next and its reasons: the fewest, then the nearest.

    None where no reason is found, as it may be for claims that rest on more than the board shows.
    """

    def distance(index: int) -> tuple[int, int]:
        r, c = board.cell(index)
        return abs(r - here[0]) + abs(c - here[1]), index

    near = sorted(claims, key=distance)
    simple = find_simple(problem, {cell: claims[cell] for cell in near})
    if simple is not None:
        return simple
    found: list[tuple[bool, int, int, int, Reasons]] = []
    for cell in near:
        reasons = find_reasons(problem, cell, mine=claims[cell], limit=limit)
        if reasons is not None:
            found.append((reasons.mine_count, len(reasons.clues), len(found), cell, reasons))
        if len(found) == _TRIED:
            break
    if not found:
        return None
    *_, cell, reasons = min(found, key=lambda item: item[:3])
    return cell, reasons


def _learned(board: Board, reason: Explanation, claims: dict[int, bool]) -> dict[int, bool]:
    """Return the cells that the steps of an explanation decide, suppositions aside."""
    learned = {}
    for step in reason.proof:
        if step.depth == 0 and (step.high == 0 or step.low == len(step.cells)):
            learned.update({board.index(cell): step.low > 0 for cell in step.cells})
    return {cell: mine for cell, mine in learned.items() if cell in claims}
