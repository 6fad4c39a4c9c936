"""How certain moves are made: plain openings, flags where wanted, chords that save clicks.

Pure: takes proven cells only, never a guess. A chord opens all hidden cells round a clue that
has its flags, so it is used where the flags it still needs and the chord itself are fewer clicks
than the cells it opens.
"""

from __future__ import annotations

from collections.abc import Sequence

from autosweep.board import FLAG, HIDDEN, MAX_NUMBER, OPENABLE, QUESTION, Board
from autosweep.board.board import SHOWN_MINES
from autosweep.geometry import Cell
from autosweep.solver.analysis import Analysis
from autosweep.solver.moves import Move, MoveKind


def arrange(
    moves: Sequence[Move], board: Board, analysis: Analysis, *, flags: str, chord: bool
) -> tuple[Move, ...]:
    """Return the moves with flags (`none`, `needed` or `all`) and chords worked in.

    Guesses and boards with wrong flags are left as they are.
    """
    certain = bool(moves) and all(m.certain and m.kind is MoveKind.OPEN for m in moves)
    wrong = [cell for cell in board.find({FLAG}) if cell not in analysis.mines]
    if wrong or not (certain or flags == "all"):
        return tuple(moves)
    flagged = set(board.find({FLAG}))
    new_flags: list[Cell] = []
    chords: list[Move] = []
    opened: set[Cell] = set()
    if chord and flags != "none" and certain:
        chords = _chords(board, analysis, {m.cell for m in moves}, flagged, new_flags, opened)
    if flags == "all" and all(move.certain for move in moves):
        new_flags += [c for c in sorted(analysis.mines) if c not in flagged and c not in new_flags]
    marks = [
        Move(MoveKind.FLAG, cell, 1.0, why="It is a mine in every layout that fits.")
        for cell in new_flags
    ]
    rest = [move for move in moves if move.cell not in opened]
    return (*marks, *chords, *rest)


def _chords(  # noqa: PLR0913, PLR0917 - the last three are the plan that grows
    board: Board,
    analysis: Analysis,
    safe: set[Cell],
    flagged: set[Cell],
    new_flags: list[Cell],
    opened: set[Cell],
) -> list[Move]:
    """Choose chords greedily, the most clicks saved first; fills `new_flags` and `opened`."""
    chords: list[Move] = []
    numbers = list(board.find(range(1, MAX_NUMBER + 1)))
    while True:
        best: tuple[int, Cell, list[Cell], list[Cell]] | None = None
        for cell in numbers:
            offer = _offer(board, analysis, cell, safe - opened)
            if offer is None:
                continue
            mines, gained = offer
            missing = [m for m in mines if m not in flagged and m not in new_flags]
            saved = len(gained) - len(missing) - 1
            if saved > 0 and (best is None or saved > best[0]):
                best = (saved, cell, missing, gained)
        if best is None:
            return chords
        _, cell, missing, gained = best
        new_flags += missing
        opened.update(gained)
        chords.append(Move(MoveKind.CHORD, cell, why="All its mines have flags."))


def _offer(
    board: Board, analysis: Analysis, cell: Cell, safe: set[Cell]
) -> tuple[list[Cell], list[Cell]] | None:
    """Return the mines to flag and the safe cells that a chord opens, None where it may not be."""
    around = board.neighbors(cell)
    if any(board[c] in SHOWN_MINES for c in around):
        return None
    hidden = [c for c in around if board[c] in OPENABLE]
    mines = [c for c in hidden if c in analysis.mines]
    others = [c for c in hidden if c not in analysis.mines]
    # Every hidden neighbour must be proven: a chord opens them all.
    if len(mines) != board[cell] or not all(c in safe or c in analysis.safe for c in others):
        return None
    gained = [c for c in others if c in safe and board[c] in (HIDDEN, QUESTION)]
    return mines, gained
