"""What a click did: whether it shows, and whether something else happened instead. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from autosweep.board import (
    HIDDEN,
    MAX_NUMBER,
    OPENABLE,
    QUESTION,
    SHOWN_MINES,
    UNREAD,
    Board,
    Phase,
)
from autosweep.geometry import Cell
from autosweep.play.decision import Decision
from autosweep.play.veil import is_veiled
from autosweep.solver.moves import Move, MoveKind
from autosweep.tracking.changes import changed_cells
from autosweep.tracking.observation import Observation
from autosweep.vision.phase import phase_of
from autosweep.vision.reading import ACT_CONFIDENCE, Reading

_STILL_CLEAR = 0.9
"""Share of the numbers that must still be clear: something that lies over them reveals nothing."""
_REVEALED = 3
_REVEALED_SHARE = 0.3
"""Covered cells, and their share, that change of themselves when a lost game shows its mines."""
_ELSEWHERE = 2
"""Places beside those clicked in which cells change then."""


def contradiction(before: Reading | None, now: Reading) -> str | None:
    """Return what changed that never changes in a game: an opened number. None if nothing did."""
    if before is None:
        return None
    old, new = before.board, now.board
    if (old.rows, old.cols) != (new.rows, new.cols):
        return "The board has another size than before."
    was, is_now = (np.frombuffer(board.cells, np.uint8) for board in (old, new))
    for i in np.flatnonzero((was <= MAX_NUMBER) & (is_now != was)):
        r, c = old.cell(int(i))
        if min(before.confidence[r, c], now.confidence[r, c]) >= ACT_CONFIDENCE:
            return f"The opened cell {r},{c} changed: this is another game, or it was misread."
    return None


def beneath(before: Reading | None, now: Reading) -> Reading:
    """Return a reading in which opened cells that seem covered again are unread.

    Something lies over them, such as the message that a game is won; where most of the opened cells
    are covered it is another game.
    """
    if before is None or (before.grid.rows, before.grid.cols) != (now.grid.rows, now.grid.cols):
        return now
    opened = [c for c in before.board.find(range(MAX_NUMBER + 1)) if _sure(before, c)]
    hidden = [cell for cell in opened if now.board[cell] in OPENABLE]
    if not hidden or 2 * len(hidden) >= len(opened):
        return now
    board = now.board.with_cells(dict.fromkeys(hidden, UNREAD))
    confidence = now.confidence.copy()
    for cell in hidden:
        confidence[cell] = 0.0
    return replace(now, board=board, confidence=confidence, phase=phase_of(board))


def _sure(reading: Reading, cell: Cell) -> bool:
    return bool(reading.confidence[cell] >= ACT_CONFIDENCE)


def ending(before: Observation, decision: Decision, now: Observation) -> Phase | None:
    """Return how a game ended whose last board cannot be read; None where it may go on.

    Clients celebrate and mourn in their own ways: with a message over the board, with pictures that
    no pack has. A game whose last cells without a mine were opened is won, if not one of them is
    seen to be covered still. A game is lost where the opened cell is no number and covered cells
    that nobody touched have changed, many of them or in several places, while the numbers are as
    they were: a click that opens cells opens them in one place.
    """
    clear = now.reading.confidence >= ACT_CONFIDENCE
    clicked = [move.cell for move in decision.moves if move.kind is MoveKind.OPEN]
    if not clicked or _grid_differs(before, now):
        return None
    still_covered = any(clear[c] and now.reading.board[c] in OPENABLE for c in clicked)
    # Mines elsewhere are shown after a win, too.
    shown = any(clear[c] and now.reading.board[c] in SHOWN_MINES for c in clicked)
    if decision.finishes and not still_covered and not shown:
        return Phase.WON
    if is_veiled(before.frame, before.reading, now.frame):
        # Behind a veil every cell looks different, and none of them was revealed.
        return None
    opened = [c for c in clicked if clear[c] and now.reading.board[c] <= MAX_NUMBER]
    if opened or contradiction(before.reading, now.reading) is not None:
        return None
    changed = set(changed_cells(before.frame.pixels, now.frame.pixels, now.reading.grid))
    were_clear = before.reading.confidence >= ACT_CONFIDENCE
    numbers = [c for c in before.reading.board.find(range(MAX_NUMBER + 1)) if were_clear[c]]
    if numbers and np.mean([clear[c] for c in numbers]) < _STILL_CLEAR:
        return None
    untouched = [c for c in before.reading.board.find(OPENABLE) if c not in clicked]
    if _areas(changed & {*untouched, *clicked}) >= len(clicked) + _ELSEWHERE:
        return Phase.LOST
    revealed = sum(c in changed for c in untouched)
    many = bool(numbers) and revealed >= max(_REVEALED, _REVEALED_SHARE * len(untouched))
    return Phase.LOST if many else None


def _areas(cells: set[Cell]) -> int:
    """Return into how many areas cells fall that do not touch each other."""
    rest, count = set(cells), 0
    while rest:
        count += 1
        edge = [rest.pop()]
        while edge:
            r, c = edge.pop()
            near = {cell for cell in rest if max(abs(cell[0] - r), abs(cell[1] - c)) == 1}
            rest -= near
            edge.extend(near)
    return count


def _grid_differs(one: Observation, other: Observation) -> bool:
    return (
        one.reading.grid != other.reading.grid or one.frame.pixels.shape != other.frame.pixels.shape
    )


def unanswered(before: Observation, now: Observation, moves: Sequence[Move]) -> list[Move]:
    """Return the moves whose effect does not show yet; a finished game has answered all."""
    if now.reading.phase in (Phase.WON, Phase.LOST):
        return []
    if contradiction(before.reading, now.reading) is not None:
        return []
    missing = [move for move in moves if not _shows(before.reading, now.reading, move)]
    if any(move.kind is MoveKind.FLAG for move in missing):
        # A second click would take the flag away, so one of a strange shape must count as well.
        marked = set(flagged(before, now, missing))
        missing = [move for move in missing if move.cell not in marked]
    if missing and is_veiled(before.frame, before.reading, now.frame):
        # A message is the answer; what the moves did shows once it is put away, if at all.
        return []
    return missing


def changes_with(board: Board, move: Move) -> Cell:
    """Return a cell that a move changes: its own, for a chord one that it opens."""
    if move.kind is not MoveKind.CHORD:
        return move.cell
    return next(
        (c for c in board.neighbors(move.cell) if board[c] in (HIDDEN, QUESTION)), move.cell
    )


def flagged(before: Observation, now: Observation, moves: Sequence[Move]) -> list[Cell]:
    """Return the cells that were to be flagged and have another picture since, whatever it is."""
    flags = [move.cell for move in moves if move.kind is MoveKind.FLAG]
    if not flags or _grid_differs(before, now):
        return []
    changed = set(changed_cells(before.frame.pixels, now.frame.pixels, now.reading.grid))
    return [cell for cell in flags if cell in changed]


def _shows(before: Reading, now: Reading, move: Move) -> bool:
    """Tell whether the effect of a move can be seen."""
    cell = move.cell
    if move.kind is MoveKind.OPEN:
        # A cell that was unclear before must be clear now: anything else may be what it was.
        clear = before.confidence[cell] >= ACT_CONFIDENCE or now.confidence[cell] >= ACT_CONFIDENCE
        return clear and now.board[cell] not in OPENABLE
    if move.kind in (MoveKind.FLAG, MoveKind.CLEAR):
        return now.board[cell] != before.board[cell]
    return all(now.board[c] not in (HIDDEN, QUESTION) for c in now.board.neighbors(cell))
