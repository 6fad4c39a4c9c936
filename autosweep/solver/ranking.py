"""From probabilities to a move: which hidden cell is best to open, and why, in one sentence.

Certain cells first, then the lower mine probability. Among cells of equal lowest probability the
one likelier to open an area wins (few hidden neighbours: on a board without any clue that is a
corner, the best first click under every rule that spares it), then the one beside more clues,
then the first in reading order. A flagged cell cannot be opened, so it comes after its equals.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, log1p

from autosweep.board.board import FLAG, MAX_NUMBER, OPENABLE, SHOWN_MINES, Board
from autosweep.board.topology import neighbors
from autosweep.geometry import Cell
from autosweep.solver.moves import Move, MoveKind

_EQUAL = 1e-9
"""Probabilities closer than this count as equal: rounding must not decide a move."""


def rank(
    board: Board,
    values: Sequence[float | None],
    safe: frozenset[Cell],
    mines: frozenset[Cell],
) -> tuple[Cell, ...]:
    """Return the hidden cells from the best to open to the worst."""
    cells = board.cells

    def risk(i: int) -> tuple[float, bool]:
        value = values[i]
        if board.cell(i) in safe:
            value = -1.0
        elif board.cell(i) in mines:
            value = 2.0
        return (1.0 if value is None else value), cells[i] == FLAG

    order = sorted((i for i, code in enumerate(cells) if code in OPENABLE), key=risk)
    if not order:
        return ()
    lowest, flagged = risk(order[0])
    equal = [i for i in order if risk(i)[0] <= lowest + _EQUAL and risk(i)[1] == flagged]
    if 0 <= lowest <= 1 and len(equal) > 1:
        equal.sort(key=lambda i: (-_area_chance(board, values, i), -_clues_beside(board, i)))
        chosen = set(equal)
        order = equal + [i for i in order if i not in chosen]
    return tuple(board.cell(i) for i in order)


def _area_chance(board: Board, values: Sequence[float | None], i: int) -> float:
    """Estimate the chance that no mine touches a cell, as if its neighbours were independent.

    As a logarithm, rounded so that equal chances compare equal.
    """
    around = neighbors(board.rows, board.cols)[i]
    beside = [value for j in around if (value := values[j]) is not None]
    if any(board.cells[j] in SHOWN_MINES for j in around) or 1.0 in beside:
        return -inf
    return round(sum(log1p(-value) for value in beside), 9)


def _clues_beside(board: Board, i: int) -> int:
    return sum(board.cells[j] <= MAX_NUMBER for j in neighbors(board.rows, board.cols)[i])


def opening(
    board: Board, cell: Cell, probability: float | None, *, certain: bool, why: str
) -> Move:
    """Return the move that opens a cell, or that first takes the flag off it."""
    if board[cell] == FLAG:
        why = f"The flag at {cell[0]},{cell[1]} is in the way: take it off. {why}"
        return Move(MoveKind.FLAG, cell, probability, certain, why)
    return Move(MoveKind.OPEN, cell, probability, certain, why)


def best_move(
    board: Board,
    ranking: Sequence[Cell],
    values: Sequence[float | None],
    safe: frozenset[Cell],
    mines: frozenset[Cell],
) -> Move | None:
    """Return the move for the first cell of a ranking; None where only mines are left."""
    if not ranking or ranking[0] in mines:
        return None
    cell = ranking[0]
    if cell in safe:
        return opening(board, cell, 0.0, certain=True, why="It is safe in every layout that fits.")
    value = values[board.index(cell)]
    if value is None:
        why = (
            "No cell is proven safe and the risk is not known: the position is too large to count."
        )
    else:
        why = f"No cell is proven safe; this is the least risky guess ({value:.1%} mine)."
    return opening(board, cell, value, certain=False, why=why)
