"""A third oracle: every mine layout of a small board, by trying them all.

`enumerate_layouts(board)` counts, without any of the solver's ideas, how many layouts fit and in
how many of them each cell is a mine. It is exponential in the hidden cells: keep them at 20 or
fewer.
Hidden means hidden, flagged, question-marked or unread; flags carry no information.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

from autosweep.board import Board


@dataclass(frozen=True)
class Count:
    """What trying all layouts found."""

    layouts: int
    mines: dict[tuple[int, int], int]
    """For each hidden cell, in how many layouts it is a mine."""
    by_total: dict[int, int]
    """Number of layouts for each number of mines on the whole board."""


def enumerate_layouts(board: Board) -> Count:
    """Try every layout over the hidden cells."""
    table = [list(line.split()) for line in board.row_symbols()]
    hidden = [(r, c) for r in range(board.rows) for c in range(board.cols) if table[r][c] in "?FQ!"]
    fixed = {(r, c) for r in range(board.rows) for c in range(board.cols) if table[r][c] in "*X"}
    clues = []
    for r in range(board.rows):
        for c in range(board.cols):
            if table[r][c].isdigit():
                around = {
                    (r + dr, c + dc)
                    for dr in (-1, 0, 1)
                    for dc in (-1, 0, 1)
                    if (dr, dc) != (0, 0) and 0 <= r + dr < board.rows and 0 <= c + dc < board.cols
                }
                clues.append((int(table[r][c]), around))
    sizes = range(len(hidden) + 1)
    if board.mines is not None:
        sizes = [board.mines - len(fixed)] if board.mines >= len(fixed) else []
    layouts = 0
    mines = dict.fromkeys(hidden, 0)
    by_total: dict[int, int] = {}
    for size in sizes:
        for chosen in combinations(hidden, size):
            layout = fixed | set(chosen)
            if all(len(around & layout) == number for number, around in clues):
                layouts += 1
                by_total[len(layout)] = by_total.get(len(layout), 0) + 1
                for cell in chosen:
                    mines[cell] += 1
    return Count(layouts, mines, by_total)
