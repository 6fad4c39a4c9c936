"""Empty cells that opened nothing: whether they may be relied on. Pure.

In most clients an empty cell opens its neighbours. In some it opens nothing, and counts no mine all
the same. In a few it counts mines, but the client does not draw the number: it draws none for the
first click, or in the colour of the ground. So what rests on such a cell is a guess until one of
them was seen to count no mine.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from autosweep.board import MAX_NUMBER, WRONG_FLAG, Board
from autosweep.geometry import Cell
from autosweep.play.click_batch import lone_zeros
from autosweep.play.decision import Decision
from autosweep.solver.analysis import Analysis
from autosweep.solver.moves import Move, MoveKind


def guess_by_lone_zeros(decision: Decision, analyze_free: Callable[[Board], Analysis]) -> Decision:
    """Return a decision in which nothing is certain by empty cells that opened nothing.

    `analyze_free` analyses a board of this game. Moves that are certain without those cells stay;
    where none is, the first is announced as a guess.
    """
    board = decision.board
    opens = [move for move in decision.moves if move.kind is MoveKind.OPEN]
    lone = lone_zeros(board) if opens and not decision.is_guess else []
    if not lone or any(_is_confirmed(board, cell) for cell in board.find({0})):
        return decision
    # To the solver a wrong flag is a free cell whose number is not known.
    safe = analyze_free(board.with_cells(dict.fromkeys(lone, WRONG_FLAG))).safe
    certain = tuple(move for move in opens if move.cell in safe)
    if certain:
        return replace(decision, moves=certain)
    row, col = min(lone)
    why = (
        f"It is safe if the empty cell {row},{col} counts no mine. It opened nothing, and no such "
        "cell of this board has been seen to count none yet."
    )
    guess = Move(MoveKind.OPEN, opens[0].cell, None, certain=False, why=why)
    return replace(decision, moves=(guess,))


def _is_confirmed(board: Board, cell: Cell) -> bool:
    """Return True if all cells beside an empty one are open."""
    return all(board[other] <= MAX_NUMBER for other in board.neighbors(cell))
