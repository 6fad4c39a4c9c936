"""What clicks did, and what a frame shows that cannot be in the game that is played. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
from autosweep.interfaces import Frame
from autosweep.play.decision import Decision
from autosweep.play.dimmed import is_dimmed
from autosweep.play.state import GameState
from autosweep.solver.moves import Move, MoveKind
from autosweep.tracking.changes import (
    changed_cells,
    inner_change,
    inside_changed,
    inside_slices,
    is_plain,
    plain_color,
    rim_changes,
    rim_contrasts,
    same_color,
)
from autosweep.tracking.observation import Observation
from autosweep.vision.phase import phase_of
from autosweep.vision.reading import ACT_CONFIDENCE, Reading

_OPENED_LEVELS = 5.0
"""Levels of 255 by which the inside of a cell changes on average when it is opened. The least that
was measured on a client is 13 (sgt-mines)."""
_BEVEL_LEVELS = 12.0
"""The same for each side of its rim where its bevel goes and its ground stays; 36 in one client."""
_AREA_SHARE = 0.3
"""Share of the hidden cells that an opening without a number opens at most."""
_PLAIN_LEVELS = 6.0
"""Standard deviation, in levels, of what a cell without a sign shows at most."""
DIMMED = "The board is dimmed, as behind a message that waits for an answer."

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


def last_board(state: GameState, now: Observation, decision: Decision) -> Observation:
    """Return an observation in which what lies over open cells is not taken for cells.

    An observation that moves follow from stays as it is.
    """
    if state.last is None or decision.moves:
        return now
    reading = beneath(state.last[0].reading, now.reading)
    return now if reading is now.reading else replace(now, reading=reading)


def grid_differs(one: Observation, other: Observation) -> bool:
    """Return True if two observations cannot be compared pixel by pixel."""
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
    if not flags or grid_differs(before, now):
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


def opened_blank(before: Observation, now: Observation, moves: Sequence[Move]) -> list[Cell]:
    """Return the cells that our moves opened and that show nothing, if they are not read as zeros.

    In one frame, a single tile of another colour may as well be a hidden one. What a click changed
    is no longer hidden if nothing changed with it but clues and cells of the same plain ground.
    Mines are shown in several places at once.
    """
    opens = [move.cell for move in moves if move.kind is MoveKind.OPEN]
    if not opens or grid_differs(before, now):
        return []
    changed = set(changed_cells(before.frame.pixels, now.frame.pixels, now.reading.grid))
    blank = [c for c in opens if c in changed and _may_be_blank(now, c)]
    pixels, grid = now.frame.pixels, now.reading.grid
    grounds = [color for c in blank if (color := plain_color(pixels, grid, c))]
    # The lines of a hidden cell may change with the cell beside it.
    others = {c for c in changed - set(opens) if blank and _inside_changed(before, now, c)}
    clues = {c for c in others if _is_clue(now, c)}
    if not blank or not all(_is_zero(now, c, grounds) for c in others - clues):
        return []
    numbers = any(now.reading.board[c] for c in clues)
    if others != clues and not numbers and not _is_one_area(before, {*opens, *others}):
        return []
    if is_dimmed(before.frame, before.reading, now.frame):
        return []
    return [
        c
        for c in blank
        if _inner_change(before, now, c) >= _OPENED_LEVELS or _lost_bevel(before, now, c)
    ]


def _is_one_area(before: Observation, opened: set[Cell]) -> bool:
    """Return True if cells may be an opening without a number at its rim.

    All hidden cells may be repainted at once, and mines are shown in several places.
    """
    hidden = len(list(before.reading.board.find(OPENABLE)))
    return areas(opened) == 1 and len(opened) <= _AREA_SHARE * hidden


def unlike_hidden(before: Observation, now: Observation, blank: Sequence[Cell]) -> list[Cell]:
    """Return the plain cells whose colour no cell had that was hidden before."""
    if not blank:
        return []
    pixels, board, grid = before.frame.pixels, before.reading.board, before.reading.grid
    hidden = {plain_color(pixels, grid, cell) for cell in board.find({HIDDEN})}
    colors = {cell: plain_color(now.frame.pixels, now.reading.grid, cell) for cell in blank}
    return [
        cell
        for cell, color in colors.items()
        if color and not any(same_color(color, other) for other in hidden if other)
    ]


def _is_clue(now: Observation, cell: Cell) -> bool:
    """Return True if a cell is read as a number, or with certainty as empty."""
    code = now.reading.board[cell]
    return 1 <= code <= MAX_NUMBER or (code == 0 and _certain(now.reading, cell))


def _is_zero(now: Observation, cell: Cell, grounds: Sequence[tuple[int, ...]]) -> bool:
    """Return True if a cell without a sign has one of these plain grounds."""
    color = plain_color(now.frame.pixels, now.reading.grid, cell)
    if color is None or now.reading.board[cell] not in (0, HIDDEN, UNREAD):
        return False
    return any(same_color(color, ground) for ground in grounds)


def _may_be_blank(now: Observation, cell: Cell) -> bool:
    """Return True if a plain cell is unreadable, hidden or, without certainty, empty."""
    certain = now.reading.confidence[cell] >= ACT_CONFIDENCE
    code = now.reading.board[cell]
    if code not in (HIDDEN, UNREAD) and (certain or code != 0):
        return False
    pixels = now.frame.pixels
    inside = pixels[inside_slices(pixels, now.reading.grid, cell)]
    if not inside.size:
        return False
    return float(inside.std(axis=(0, 1)).max()) <= _PLAIN_LEVELS or is_plain(inside)


def _lost_bevel(before: Observation, now: Observation, cell: Cell) -> bool:
    """Return True if a cell lost its bevel on all sides: hidden and open cells have one ground.

    A ring round the cell that was clicked last makes its rim stand out more, not less.
    """
    was, is_now, grid = before.frame.pixels, now.frame.pixels, now.reading.grid
    changes = rim_changes(was, is_now, grid, cell)
    contrasts = zip(rim_contrasts(was, grid, cell), rim_contrasts(is_now, grid, cell), strict=True)
    flatter = all(2 * after <= ahead for ahead, after in contrasts)
    return flatter and min(changes) >= _BEVEL_LEVELS


def _inner_change(before: Observation, now: Observation, cell: Cell) -> float:
    """Return by how many levels the inside of a cell changed, on average."""
    return inner_change(before.frame.pixels, now.frame.pixels, now.reading.grid, cell)


def _inside_changed(before: Observation, now: Observation, cell: Cell) -> bool:
    """Return True if something else is drawn inside a cell."""
    return inside_changed(before.frame.pixels, now.frame.pixels, now.reading.grid, cell)


def opened_elsewhere(before: Observation, now: Observation, missing: Sequence[Move]) -> bool:
    """Return True if clicked cells look just as they did, while another one shows a number."""
    cells = {move.cell for move in missing if move.kind is MoveKind.OPEN}
    if not cells or grid_differs(before, now):
        return False
    changed = set(changed_cells(before.frame.pixels, now.frame.pixels, now.reading.grid))
    return not cells & changed and any(_is_clue(now, cell) for cell in changed)


def lone_zeros(before: Observation, now: Observation, moves: Sequence[Move]) -> bool:
    """Return True if a move opened an empty cell that has hidden ones beside it."""
    board = now.reading.board
    return not grid_differs(before, now) and any(
        board[move.cell] == 0 and any(board[c] == HIDDEN for c in board.neighbors(move.cell))
        for move in moves
        if move.kind is MoveKind.OPEN
    )


def last_blank(before: Observation, now: Observation, moves: Sequence[Move]) -> Cell | None:
    """Return the cell that was clicked last, if it changed, shows no number and opened no other."""
    opens = [move.cell for move in moves if move.kind is MoveKind.OPEN]
    if not opens or grid_differs(before, now) or not _inside_changed(before, now, opens[-1]):
        return None
    board, cell = now.reading.board, opens[-1]
    if 1 <= board[cell] <= MAX_NUMBER or now.reading.phase in (Phase.WON, Phase.LOST):
        return None
    return cell if any(board[other] == HIDDEN for other in board.neighbors(cell)) else None


def is_same(before: Observation, now: Frame, cell: Cell) -> bool:
    """Return True if a cell looks as it did before."""
    grid, was = before.reading.grid, before.frame.pixels
    if was.shape != now.pixels.shape:
        return False
    return not inside_changed(was, now.pixels, grid, cell)


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


def areas(cells: Iterable[Cell]) -> int:
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
