"""Mines that a finished game shows as cells of one plain colour, without any sign. Pure.

Such a cell is read as an empty one. The numbers tell the two apart: a number counts the mines
beside it, so the colour of the mines is the one whose cells fit every number on the board.
"""

from __future__ import annotations

from autosweep.board import MAX_NUMBER, Board
from autosweep.geometry import Cell
from autosweep.tracking.changes import plain_color, same_color
from autosweep.tracking.observation import Observation

_MIN_NUMBERS = 3
"""Numbers that a board must show at least before its colours mean anything."""


def plain_mines(now: Observation) -> frozenset[Cell]:
    """Return the mines of a board on which every cell is open and none is read as a mine.

    Empty where no colour of its cells without a number fits all numbers, or several do.
    """
    board = now.reading.board
    if board.count(range(MAX_NUMBER + 1)) != len(board.cells):
        return frozenset()
    groups: list[tuple[tuple[int, ...], set[Cell]]] = []
    for cell in board.find({0}):
        color = plain_color(now.frame.pixels, now.reading.grid, cell)
        if color is None:
            return frozenset()
        group = next((cells for known, cells in groups if same_color(known, color)), None)
        if group is None:
            groups.append((color, {cell}))
        else:
            group.add(cell)
    fitting = [cells for _, cells in groups if fit_numbers(board, cells)]
    return frozenset(fitting[0]) if len(fitting) == 1 else frozenset()


def fit_numbers(board: Board, mines: set[Cell]) -> bool:
    """Return True if every number counts the mines beside it, and every empty cell has none."""
    opened = [cell for cell in board.find(range(MAX_NUMBER + 1)) if cell not in mines]
    counted = all(
        sum(other in mines for other in board.neighbors(cell)) == board[cell] for cell in opened
    )
    return counted and sum(board[cell] > 0 for cell in opened) >= _MIN_NUMBERS
