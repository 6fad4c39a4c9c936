"""Cells that break the rules of the game: alone with their neighbours, or several together."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from autosweep.board import (
    HIDDEN,
    MAX_NUMBER,
    OPENABLE,
    SHOWN_MINES,
    UNREAD,
    WRONG_FLAG,
    Board,
)
from autosweep.board.topology import neighbors
from autosweep.errors import TooLarge
from autosweep.geometry import Cell
from autosweep.vision.arrays import Bools, Ints32
from autosweep.vision.thresholds import (
    CONFLICT_NODES,
    MAX_BLANK_FLAGS,
    MAX_CONFLICTS,
    MODEL_NODES,
)

_IS_SHOWN = np.isin(np.arange(256), list(SHOWN_MINES))
_IS_POSSIBLE = np.isin(np.arange(256), [*OPENABLE, *SHOWN_MINES, UNREAD])
"""For each code: is a mine, may be one."""


def broken_cells(board: Board, written: Bools | None = None) -> set[Cell]:
    """Return the cells that cannot all be right.

    These are numbers with too many or too few mines round them, with their neighbours, and hidden
    cells beside a zero. Zeros that are `written` as a digit may lie beside hidden cells: such
    clients often leave it to the player to open the cells round them.
    """
    numbers, zeros, tiles = _faults(board, written)
    return _cells(numbers | (around(numbers) > 0) | zeros | tiles)


def cells_at_fault(board: Board) -> set[Cell]:
    """Return the same without the neighbours of numbers: how much was read against the rules."""
    numbers, zeros, tiles = _faults(board, None)
    return _cells(numbers | zeros | tiles)


def _faults(board: Board, written: Bools | None) -> tuple[Bools, Bools, Bools]:
    """Return numbers and zeros that break a rule, and the hidden cells beside such zeros."""
    codes = np.frombuffer(board.cells, np.uint8).reshape(board.rows, board.cols)
    shown = _IS_SHOWN[codes]
    closed = shown | (codes == HIDDEN)
    few, many = around(_IS_POSSIBLE[codes]) < codes, around(shown) > codes
    numbers = (codes >= 1) & (codes <= MAX_NUMBER) & (few | many)
    zeros = (codes == 0) & (around(closed) > 0)
    if written is not None:
        zeros &= ~written | many
    tiles = closed & (around(zeros) > 0)
    return np.asarray(numbers, bool), np.asarray(zeros, bool), np.asarray(tiles, bool)


def _cells(some: Bools) -> set[Cell]:
    """Return the places of True."""
    return {(int(r), int(c)) for r, c in zip(*np.nonzero(some), strict=True)}


def around(values: npt.NDArray[np.generic]) -> Ints32:
    """Return the sum over the eight neighbours of each cell."""
    padded = np.zeros((values.shape[0] + 2, values.shape[1] + 2), np.int32)
    padded[1:-1, 1:-1] = values
    rows = padded[:-2] + padded[1:-1] + padded[2:]
    total = rows[:, :-2] + rows[:, 1:-1] + rows[:, 2:]
    return np.asarray(total - padded[1:-1, 1:-1], np.int32)


def with_blank_flags(board: Board) -> Board:
    """Return a lost board on which empty cells beside a shown mine are wrong flags.

    Some clients open a wrongly flagged cell without its number. Nothing else can look like that, so
    it is the likeliest reading, but callers keep such cells uncertain.
    """
    if not board.count(SHOWN_MINES):
        return board
    around = neighbors(board.rows, board.cols)
    blank = [
        i
        for i, code in enumerate(board.cells)
        if code == 0 and any(board.cells[j] in SHOWN_MINES for j in around[i])
    ]
    if not blank or len(blank) > max(1, MAX_BLANK_FLAGS * len(board.cells)):
        return board
    return board.with_cells({board.cell(i): WRONG_FLAG for i in blank})


def uncertain_cells(board: Board, written: Bools | None = None) -> set[Cell]:
    """Return every cell that breaks the rules, alone with its neighbours or together with others.

    What is left when these are taken for unreadable contradicts nothing, as far as the limits
    allow to find out.
    """
    broken = broken_cells(board, written)
    return broken | conflicting_cells(board.with_cells(dict.fromkeys(broken, UNREAD)))


def conflicting_cells(board: Board) -> set[Cell]:
    """Return numbers that cannot all hold, though each might: the fewest, conflict by conflict.

    Where numbers contradict each other all over the board, or a limit ends the search for which,
    these are all numbers. Where a limit ends the question whether any do, what was found.
    """
    from autosweep.solver.constraints import Contradiction, gather
    from autosweep.solver.sat import find_model, smallest_conflict

    if _counts(board):
        return set()
    found: set[Cell] = set()
    numbers = set(board.find(range(1, MAX_NUMBER + 1)))
    for _ in range(MAX_CONFLICTS):
        try:
            problem = gather(board)
            if find_model(problem, nodes=MODEL_NODES) is not None:
                return found
        except TooLarge:
            return found
        except Contradiction:
            break
        try:
            clues = smallest_conflict(problem, nodes=CONFLICT_NODES) or frozenset()
        except TooLarge:
            break
        cells = {board.cell(i) for i in clues if i >= 0}
        if not cells:
            break
        found |= cells
        board = board.with_cells(dict.fromkeys(cells, UNREAD))
    return found | numbers


def _counts(board: Board) -> bool:
    """Return True if the engine finds a layout: a hundredth of the time that a SAT solver takes."""
    from autosweep.engine import core
    from autosweep.solver.constraints import Contradiction
    from autosweep.solver.native_counter import NativeCounter

    engine = core()
    if engine is None:
        return False
    try:
        NativeCounter(engine).weigh(board, None, trust_flags=False)
    except (Contradiction, TooLarge):
        return False
    return True
