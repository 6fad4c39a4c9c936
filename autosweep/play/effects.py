"""What a click did: whether it shows, and whether something else happened instead. Pure."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from autosweep.board import COVERED, HIDDEN, MAX_NUMBER, QUESTION, Phase
from autosweep.play.watch import Look
from autosweep.solver.moves import Move, MoveKind
from autosweep.vision.reading import ACT_CONFIDENCE, Reading


def contradiction(before: Reading | None, now: Reading) -> str | None:
    """Return what changed that never changes in a game: an opened number. None if nothing did."""
    if before is None:
        return None
    old, new = before.board, now.board
    if (old.rows, old.cols) != (new.rows, new.cols):
        return "The board has another size than before."
    for i, (was, is_now) in enumerate(zip(old.cells, new.cells, strict=True)):
        if was <= MAX_NUMBER and is_now != was:
            r, c = old.cell(i)
            if min(before.confidence[r, c], now.confidence[r, c]) >= ACT_CONFIDENCE:
                return f"The opened cell {r},{c} changed: this is another game, or it was misread."
    return None


def unanswered(before: Look, now: Look, moves: Sequence[Move]) -> list[Move]:
    """Return the moves whose effect does not show yet; a finished game has answered all."""
    if now.reading.phase in (Phase.WON, Phase.LOST):
        return []
    if before.reading.grid.rows != now.reading.grid.rows:
        return []
    return [move for move in moves if not _shows(before.reading, now.reading, move)]


def _shows(before: Reading, now: Reading, move: Move) -> bool:
    """Tell whether the effect of a move can be seen."""
    cell = move.cell
    if move.kind is MoveKind.OPEN:
        # A cell that was unclear before must be clear now: anything else may be what it was.
        clear = before.confidence[cell] >= ACT_CONFIDENCE or now.confidence[cell] >= ACT_CONFIDENCE
        return clear and now.board[cell] not in COVERED
    if move.kind is MoveKind.FLAG:
        return now.board[cell] != before.board[cell]
    return all(now.board[c] not in (HIDDEN, QUESTION) for c in now.board.neighbors(cell))


def same_picture(one: Look, other: Look) -> bool:
    """Tell whether two looks show the same pixels."""
    return np.array_equal(one.frame.pixels, other.frame.pixels)
