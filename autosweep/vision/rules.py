"""Cells that break the rules of the game: alone with their neighbours, or several together."""

from __future__ import annotations

from autosweep.board import COVERED, HIDDEN, MAX_NUMBER, SHOWN_MINES, UNREAD, Board
from autosweep.board.topology import neighbors
from autosweep.errors import TooLarge
from autosweep.geometry import Cell
from autosweep.limit import Limit

MAX_CONFLICTS = 6
CONFLICT_SECONDS = 0.3
_POSSIBLE = COVERED | SHOWN_MINES | {UNREAD}


def broken_cells(board: Board) -> set[Cell]:
    """Return the cells that cannot all be right.

    These are numbers with too many or too few mines round them, with their neighbours, and hidden
    cells beside a zero.
    """
    broken: set[int] = set()
    around = neighbors(board.rows, board.cols)
    cells = board.cells
    for i, code in enumerate(cells):
        if code > MAX_NUMBER:
            continue
        if code == 0:
            unopened = [j for j in around[i] if cells[j] == HIDDEN or cells[j] in SHOWN_MINES]
            if unopened:
                broken.update([i, *unopened])
            continue
        possible = sum(cells[j] in _POSSIBLE for j in around[i])
        shown = sum(cells[j] in SHOWN_MINES for j in around[i])
        if not shown <= code <= possible:
            broken.update([i, *around[i]])
    return {board.cell(i) for i in broken}


def conflicting_cells(board: Board) -> set[Cell]:
    """Return numbers that cannot all hold, though each might: the fewest, conflict by conflict.

    Where that cannot be told in time, or numbers are at odds all over the board, only what was
    found so far is returned.
    """
    from autosweep.solver.constraints import Contradiction, gather
    from autosweep.solver.sat import find_model, smallest_conflict

    if _counts(board):
        return set()
    found: set[Cell] = set()
    try:
        for _ in range(MAX_CONFLICTS):
            problem = gather(board)
            if find_model(problem, seconds=CONFLICT_SECONDS) is not None:
                break
            clues = smallest_conflict(problem, seconds=CONFLICT_SECONDS) or frozenset()
            cells = {board.cell(i) for i in clues if i >= 0}
            if not cells:
                break
            found |= cells
            board = board.with_cells(dict.fromkeys(cells, UNREAD))
    except (TooLarge, Contradiction):
        pass
    return found


def _counts(board: Board) -> bool:
    """Tell whether the engine finds a layout: a hundredth of the time that a SAT solver takes."""
    from autosweep.engine import core
    from autosweep.solver.constraints import Contradiction
    from autosweep.solver.native import NativeCounter

    engine = core()
    if engine is None:
        return False
    try:
        NativeCounter(engine).weigh(board, Limit(seconds=CONFLICT_SECONDS), trust_flags=False)
    except (Contradiction, TooLarge):
        return False
    return True
