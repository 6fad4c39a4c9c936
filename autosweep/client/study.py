"""Positions from text boards as games that can be played on, and games without guessing.

A position does not say where its mines are, so one layout that fits it is chosen; the player cannot
tell the difference. A game without guessing has its mines laid by the generator such that reasoning
alone opens everything from the first cell.
"""

from __future__ import annotations

from random import Random

from autosweep.board import (
    EXPLODED,
    MAX_NUMBER,
    MINE,
    OPENABLE,
    SHOWN_MINES,
    UNREAD,
    Board,
    Game,
    Layout,
    Phase,
)
from autosweep.errors import BadInput, InconsistentBoard
from autosweep.geometry import Cell
from autosweep.solver.analyze import analyze
from autosweep.solver.constraints import gather

ATTEMPTS = 400
"""Attempts at a game without guessing."""
_SECONDS = 5.0
"""A player waits no longer for the first click."""


class StudyGame(Game):
    """A game that begins with a given position."""

    def __init__(self, board: Board, *, question_marks: bool = True) -> None:
        """Choose a layout that fits; raises InconsistentBoard, and BadInput for unread cells."""
        if UNREAD in board.cells:
            msg = "The board has cells that could not be read (`!`)."
            raise BadInput(msg, remedy="Replace them by `?` to study the board.")
        mines = _fitting_mines(board)
        layout = Layout(board.rows, board.cols, mines)
        super().__init__(
            board.rows, board.cols, len(mines), layout=layout, question_marks=question_marks
        )
        self._mines_known = board.mines is not None
        self._cells = bytearray(board.cells)
        free = len(board.cells) - len(mines)
        if board.count(SHOWN_MINES):
            self._phase = Phase.LOST if EXPLODED in board.cells else Phase.PLAYING
        elif board.count(range(MAX_NUMBER + 1)) == free:
            self._phase = Phase.WON
        elif board.count(OPENABLE) < len(board.cells):
            self._phase = Phase.PLAYING

    @property
    def board(self) -> Board:
        """What the player sees; the mine total only where the position tells it."""
        shown = super().board
        return shown if self._mines_known else shown.with_mines(None)


def _fitting_mines(board: Board) -> frozenset[int]:
    from autosweep.solver.sat import find_model

    shown = frozenset(i for i, code in enumerate(board.cells) if code in (MINE, EXPLODED))
    found = find_model(gather(board))
    if found is None:
        raise InconsistentBoard(analyze(board).why or "No mine layout fits the board.")
    return found | shown


class NoGuessGame(Game):
    """A game that can be won by reasoning alone, where such a layout is found in time."""

    needs_guess = False
    """Whether no such layout was found, so that a guess may be needed."""

    def open(self, cell: Cell) -> None:
        """Open a cell; the first one lays the mines so that no guess is needed."""
        if self.layout is None:
            found = find_no_guess(self._start, cell, seed=f"{self._seed}")
            self.needs_guess = found is None
            if found is not None:
                self._layout = found
                self._numbers = found.numbers()
        super().open(cell)


def find_no_guess(
    start: Board, first: Cell, *, seed: str, attempts: int = ATTEMPTS
) -> Layout | None:
    """Return a layout that reasoning alone solves from a cell, or None if all attempts fail."""
    from autosweep.generate.attempts import try_batch
    from autosweep.generate.request import Request

    number = Random(seed).getrandbits(63)  # noqa: S311 - a game, not a secret
    request = Request(
        start.rows, start.cols, start.mines or 0, seed=number, start=first, no_guess=True
    )
    made = try_batch(request, 0, 0, attempts, _SECONDS).made
    if made is None:
        return None
    mines = frozenset(i for i, mine in enumerate(made.layout) if mine)
    return Layout(start.rows, start.cols, mines)
