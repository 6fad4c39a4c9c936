"""Where a game stands and how many mines it has, as far as the cells alone tell."""

from __future__ import annotations

from autosweep.board import (
    FLAG,
    MAX_NUMBER,
    OPENABLE,
    SHOWN_MINES,
    UNREAD,
    WRONG_FLAG,
    Board,
    Phase,
)

STANDARD_MINES = {(8, 8): 10, (9, 9): 10, (16, 16): 40, (16, 30): 99, (30, 16): 99}
"""Mines by rows and columns that nearly every client uses for its levels."""


def phase_of(board: Board) -> Phase:
    """Return where the game on a board stands."""
    if board.count(SHOWN_MINES | {WRONG_FLAG}):
        return Phase.LOST
    if board.count({UNREAD}):
        return Phase.OBSCURED
    covered = board.count(OPENABLE)
    if covered == len(board.cells):
        return Phase.READY
    if covered == board.count({FLAG}) or covered == board.mines:
        return Phase.WON
    return Phase.PLAYING


def standard_mines(board: Board, before: int | None = None) -> int | None:
    """Return the mine total that a board of this size usually has, if its cells allow it.

    `before` is what was assumed of the same board so far; it stays, since it may have been read.
    """
    mines = STANDARD_MINES.get((board.rows, board.cols)) if before is None else before
    if mines is None:
        return None
    opened = board.count(range(MAX_NUMBER + 1))
    shown = board.count(SHOWN_MINES)
    return mines if shown <= mines <= len(board.cells) - opened else None
