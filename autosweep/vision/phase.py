"""The phase of a game and the mines it usually has, from the cells alone."""

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
    """Return the phase of the game on a board."""
    if board.count(SHOWN_MINES | {WRONG_FLAG}):
        return Phase.LOST
    if board.count({UNREAD}):
        return Phase.OBSCURED
    hidden = board.count(OPENABLE)
    if hidden == len(board.cells):
        return Phase.READY
    if hidden == board.count({FLAG}) or hidden == board.mines:
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
