"""Cells that break the rules of the game, by a look at each cell and its neighbours."""

from __future__ import annotations

from autosweep.board import COVERED, HIDDEN, MAX_NUMBER, SHOWN_MINES, UNREAD, Board
from autosweep.board.topology import neighbors
from autosweep.geometry import Cell

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
