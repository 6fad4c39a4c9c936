"""What clicks did: whether they show, what contradicts the game, and how it ended. Pure.

What our moves must have done comes first; what a frame shows comes second. Where neither decides,
the game goes on or is given up: no verdict is invented.
"""

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
    WRONG_FLAG,
    Board,
    Phase,
)
from autosweep.board.board import EXPLODED
from autosweep.geometry import Cell
from autosweep.play.decision import Decision
from autosweep.play.dimmed import is_dimmed
from autosweep.play.state import GameState
from autosweep.solver.moves import Move, MoveKind
from autosweep.tracking.changes import changed_cells
from autosweep.tracking.observation import Observation
from autosweep.vision.phase import phase_of
from autosweep.vision.reading import ACT_CONFIDENCE, Reading

DIMMED = "The board is dimmed, as behind a message that waits for an answer."
_STILL_CERTAIN = 0.9
"""Share of the clues that must still be certain: something that lies over them reveals nothing."""
_REVEALED = 3
_REVEALED_SHARE = 0.3
"""Hidden cells, and their share, that change by themselves when a lost game shows its mines."""
_ELSEWHERE = 2
"""Areas beside the clicked ones in which cells change then."""

# ------------------------------------------------------------------ what contradicts the game


def game_refusal(state: GameState, now: Observation) -> str | None:
    """Return why an observation must not be acted on in this game, None where it may."""
    return contradicts(state, now) or (DIMMED if state.is_dimmed(now.frame) else None)


def contradicts(state: GameState, now: Observation) -> str | None:
    """Return what an observation shows that cannot be in this game, None if nothing."""
    return None if state.last is None else contradiction(state.last[0].reading, now.reading)


def contradiction(before: Reading | None, now: Reading) -> str | None:
    """Return what changed that never changes in a game: a clue. None if nothing did."""
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
    """Return a reading in which open cells that seem hidden again are unreadable.

    Something lies over them, such as the message that a game is won; where most of the open cells
    are hidden it is another game.
    """
    if before is None or (before.grid.rows, before.grid.cols) != (now.grid.rows, now.grid.cols):
        return now
    opened = [c for c in before.board.find(range(MAX_NUMBER + 1)) if _certain(before, c)]
    hidden = [cell for cell in opened if now.board[cell] in OPENABLE]
    if not hidden or 2 * len(hidden) >= len(opened):
        return now
    board = now.board.with_cells(dict.fromkeys(hidden, UNREAD))
    confidence = now.confidence.copy()
    for cell in hidden:
        confidence[cell] = 0.0
    return replace(now, board=board, confidence=confidence, phase=phase_of(board))


def _certain(reading: Reading, cell: Cell) -> bool:
    return bool(reading.confidence[cell] >= ACT_CONFIDENCE)


# ------------------------------------------------------------------ how the game ended


def verdict(state: GameState, shown: Phase, now: Observation) -> Phase:
    """Return how a game stands whose board shows a phase: mines are shown after a win, too.

    A loss needs a mine where we clicked. Certain moves that left nothing but mines have won, and so
    has a last move that opened a clue and left no cell to open.
    """
    if shown is not Phase.LOST or state.last is None:
        return shown
    decision = state.last[1]
    board, certain = now.reading.board, now.reading.confidence >= ACT_CONFIDENCE
    clicked = [move.cell for move in decision.moves if move.kind is MoveKind.OPEN]
    if not clicked or EXPLODED in board.cells or any(board[c] in SHOWN_MINES for c in clicked):
        return shown
    clues = all(certain[c] and board[c] <= MAX_NUMBER for c in clicked)
    nothing_left = clues and not board.count({HIDDEN, QUESTION, UNREAD, WRONG_FLAG})
    return Phase.WON if decision.finishes or nothing_left else shown


def after_message(state: GameState, now: Observation | None) -> Phase | None:
    """Return how a game ended whose client showed a message after the last moves; None if not.

    `now` is None where the board is gone. The game is over where the board gave way to a new one or
    to none, and where a guess opened something that is no clue. Certain moves lose no game; a guess
    that leaves no more cells than there are mines may have won it.
    """
    if state.last is None:
        return None
    decision = state.last[1]
    if now is not None and (now.reading.phase is not Phase.READY or now.reading.uncertain):
        return Phase.LOST if decision.is_guess and _opened_no_clue(state, now) else None
    if not decision.is_guess:
        return Phase.WON
    board = decision.board
    left = board.count(OPENABLE) - len(decision.moves)
    return None if board.mines is not None and left <= board.mines else Phase.LOST


def _opened_no_clue(state: GameState, now: Observation) -> bool:
    """Return True if the cells of the last moves changed and are uncertain."""
    if state.last is None or contradicts(state, now) is not None:
        return False
    before, decision = state.last
    changed = changed_cells(before.frame.pixels, now.frame.pixels, now.reading.grid)
    cells = [move.cell for move in decision.moves]
    return all(c in changed and now.reading.confidence[c] < ACT_CONFIDENCE for c in cells)


def last_board(state: GameState, now: Observation, decision: Decision) -> Observation:
    """Return an observation in which what lies over open cells is not taken for cells.

    An observation that moves follow from stays as it is.
    """
    if state.last is None or decision.moves:
        return now
    reading = beneath(state.last[0].reading, now.reading)
    return now if reading is now.reading else replace(now, reading=reading)


def mines_of(state: GameState) -> frozenset[Cell] | None:
    """Return where the mines of a won game are; None where that is not known.

    The last frame alone does not tell: a message may lie over it. The last moves do where they were
    certain and left nothing but mines; and so do the clues that were ever read, where what was
    never seen open is just what they count.
    """
    if state.last is None:
        return None
    decision = state.last[1]
    board, proven = decision.board, decision.analysis.mines
    opened = {m.cell for m in decision.moves if m.kind is MoveKind.OPEN} | state.clues.keys()
    left = {board.cell(i) for i in range(len(board.cells))} - opened
    if decision.finishes:
        return frozenset(left & proven)
    counted = all(
        sum(other in left for other in board.neighbors(cell)) == clue
        for cell, clue in state.clues.items()
    )
    touched = all(any(c in state.clues for c in board.neighbors(cell)) for cell in left)
    known = left <= proven or (counted and (touched or len(left) == board.mines))
    return frozenset(left) if known else None


def ending(before: Observation, decision: Decision, now: Observation) -> Phase | None:
    """Return how a game ended whose last board cannot be read; None where it may go on.

    Clients show the end in their own ways: with a message over the board, with images that no theme
    has. A game whose last cells without a mine were opened is won, if not one of them is seen to be
    hidden still. A game is lost where the opened cell is no clue and hidden cells that nobody
    clicked have changed, many of them or in several places, while the clues are as they were: a
    click that opens cells opens them in one place.
    """
    certain = now.reading.confidence >= ACT_CONFIDENCE
    clicked = [move.cell for move in decision.moves if move.kind is MoveKind.OPEN]
    if not clicked or _grid_differs(before, now):
        return None
    still_hidden = any(certain[c] and now.reading.board[c] in OPENABLE for c in clicked)
    # Mines elsewhere are shown after a win, too.
    shown = any(certain[c] and now.reading.board[c] in SHOWN_MINES for c in clicked)
    if decision.finishes and not still_hidden and not shown:
        return Phase.WON
    if is_dimmed(before.frame, before.reading, now.frame):
        # Behind a message every cell looks different, and none of them was revealed.
        return None
    opened = [c for c in clicked if certain[c] and now.reading.board[c] <= MAX_NUMBER]
    if opened or contradiction(before.reading, now.reading) is not None:
        return None
    changed = set(changed_cells(before.frame.pixels, now.frame.pixels, now.reading.grid))
    were_certain = before.reading.confidence >= ACT_CONFIDENCE
    clues = [c for c in before.reading.board.find(range(MAX_NUMBER + 1)) if were_certain[c]]
    if clues and np.mean([certain[c] for c in clues]) < _STILL_CERTAIN:
        return None
    untouched = [c for c in before.reading.board.find(OPENABLE) if c not in clicked]
    if _areas(changed & {*untouched, *clicked}) >= len(clicked) + _ELSEWHERE:
        return Phase.LOST
    revealed = sum(c in changed for c in untouched)
    many = bool(clues) and revealed >= max(_REVEALED, _REVEALED_SHARE * len(untouched))
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


# ------------------------------------------------------------------ what clicks did


def unanswered(before: Observation, now: Observation, moves: Sequence[Move]) -> list[Move]:
    """Return the moves whose effect does not show yet; a finished game has answered all."""
    if now.reading.phase in (Phase.WON, Phase.LOST):
        return []
    if contradiction(before.reading, now.reading) is not None:
        return []
    missing = [move for move in moves if not _shows(before.reading, now.reading, move)]
    if any(move.kind is MoveKind.FLAG for move in missing):
        # A second click would take the flag away, so a flag of any shape must count.
        marked = set(flagged(before, now, missing))
        missing = [move for move in missing if move.cell not in marked]
    if missing and is_dimmed(before.frame, before.reading, now.frame):
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
    """Return the cells that were to be flagged and have other pixels since, whatever they show."""
    flags = [move.cell for move in moves if move.kind is MoveKind.FLAG]
    if not flags or _grid_differs(before, now):
        return []
    changed = set(changed_cells(before.frame.pixels, now.frame.pixels, now.reading.grid))
    return [cell for cell in flags if cell in changed]


def own_flags(before: Observation, now: Observation, moves: Sequence[Move]) -> list[Cell]:
    """Return the cells that show the flags of our moves, whatever they look like.

    Something that looks like a mine is a mine if mines are shown elsewhere too.
    """
    cells = flagged(before, now, moves)
    if not cells or set(now.reading.board.find(SHOWN_MINES)) - set(cells):
        return []
    return [] if is_dimmed(before.frame, before.reading, now.frame) else cells


def cleared_marks(now: Observation, moves: Sequence[Move]) -> list[Cell]:
    """Return the cells that are hidden because our moves took their marks off.

    An opening passes by a marked cell, so it may be hidden beside an empty one: the reader takes
    that for a mistake of its own.
    """
    board = now.reading.board
    return [m.cell for m in moves if m.kind is MoveKind.CLEAR and board[m.cell] == HIDDEN]


def _shows(before: Reading, now: Reading, move: Move) -> bool:
    """Return True if the effect of a move can be seen."""
    cell = move.cell
    if move.kind is MoveKind.OPEN:
        # A cell that was uncertain before must be certain now: else it may be what it was.
        certain = (
            before.confidence[cell] >= ACT_CONFIDENCE or now.confidence[cell] >= ACT_CONFIDENCE
        )
        return certain and now.board[cell] not in OPENABLE
    if move.kind in (MoveKind.FLAG, MoveKind.CLEAR):
        return now.board[cell] != before.board[cell]
    return all(now.board[c] not in (HIDDEN, QUESTION) for c in now.board.neighbors(cell))
