"""The best possible chance to win a small position, by trying every order of opening cells.

Written without any idea of the solver's: a state is what is visible and the layouts that fit it;
cells are opened one at a time, safe or not, and the best of all cells counts. Exponential: keep
boards at a dozen cells.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from itertools import combinations

from autosweep.board import Board

Cell = tuple[int, int]


@cache
def optimum(board: Board) -> tuple[int, int]:
    """Return how many of the layouts that fit are won by the best play, and how many there are."""
    places = [(r, c) for r in range(board.rows) for c in range(board.cols)]
    seen = {cell: board[cell] for cell in places if board[cell] <= 8}
    layouts = [
        frozenset(chosen)
        for chosen in combinations([cell for cell in places if cell not in seen], board.mines or 0)
        if all(_number(cell, frozenset(chosen)) == number for cell, number in seen.items())
    ]
    return _won(frozenset(seen), tuple(layouts), tuple(places), {}), len(layouts)


def _number(cell: Cell, mines: frozenset[Cell]) -> int:
    return sum(max(abs(cell[0] - r), abs(cell[1] - c)) == 1 for r, c in mines)


def _won(
    opened: frozenset[Cell],
    layouts: tuple[frozenset[Cell], ...],
    places: tuple[Cell, ...],
    known: dict[tuple[frozenset[Cell], tuple[frozenset[Cell], ...]], int],
) -> int:
    if len(opened) + len(layouts[0]) == len(places):
        return len(layouts)
    key = (opened, layouts)
    if key not in known:
        best = 0
        for cell in places:
            if cell in opened:
                continue
            parts = defaultdict(list)
            for mines in layouts:
                if cell not in mines:
                    parts[_number(cell, mines)].append(mines)
            won = sum(_won(opened | {cell}, tuple(part), places, known) for part in parts.values())
            best = max(best, won)
        known[key] = best
    return known[key]
