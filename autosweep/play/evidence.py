"""Evidence for how a game ended: kinds of facts, and the sentence that tells each."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Fact(Enum):
    """A kind of evidence."""

    SAFE_CELLS_OPENED = "safe-cells-opened"
    NUMBER_OPENED = "number-opened"
    NOTHING_LEFT = "nothing-left"
    NO_MINES = "no-mines"
    CERTAIN_MOVES = "certain-moves"
    NOT_THE_LAST_CELL = "not-the-last-cell"
    PROVEN_MINE = "proven-mine"
    FALSE_ZERO = "false-zero"
    MINE_CLICKED = "mine-clicked"
    MINES_SHOWN = "mines-shown"
    BOARD_REVEALED = "board-revealed"
    BOARD_DIMMED = "board-dimmed"
    BOARD_COVERED = "board-covered"
    BOARD_GONE = "board-gone"
    WINDOW_CLOSED = "window-closed"
    NEW_BOARD = "new-board"
    NO_REACTION = "no-reaction"
    CERTAIN_MOVE_LOST = "certain-move-lost"
    WRONG_NUMBER = "wrong-number"
    MESSAGE = "message"
    TEXT = "text"


_SENTENCES = {
    Fact.SAFE_CELLS_OPENED: "The last moves were certain and left nothing but mines.",
    Fact.NUMBER_OPENED: "Every clicked cell shows a number.",
    Fact.NOTHING_LEFT: "Nothing but mines is left to open.",
    Fact.NO_MINES: "Every cell is open, and none of them is a mine.",
    Fact.CERTAIN_MOVES: "The last moves were certain: they lose no game.",
    Fact.NOT_THE_LAST_CELL: "The last move was a guess that could not open the last safe cells.",
    Fact.PROVEN_MINE: "The clues prove that the guessed cell is a mine.",
    Fact.FALSE_ZERO: "The guessed cell shows nothing and cannot be empty.",
    Fact.MINE_CLICKED: "A clicked cell shows a mine.",
    Fact.MINES_SHOWN: "Mines are shown.",
    Fact.BOARD_REVEALED: "Hidden cells changed that nobody clicked.",
    Fact.BOARD_DIMMED: "The board is dimmed, as behind a message.",
    Fact.BOARD_COVERED: "Something lies over open cells and does not go away.",
    Fact.BOARD_GONE: "The board is gone, and its window is still there.",
    Fact.WINDOW_CLOSED: "The game's window was closed after the last moves.",
    Fact.NEW_BOARD: "A new board is in its place.",
    Fact.NO_REACTION: "The client does not react to clicks any more.",
    Fact.CERTAIN_MOVE_LOST: (
        "The move was called certain, so no move in this client is called that in this run again."
    ),
    Fact.WRONG_NUMBER: "The client's own numbers do not fit its mines.",
    Fact.MESSAGE: "The client showed a message after the last moves.",
    Fact.TEXT: "The window says so.",
}


@dataclass(frozen=True, slots=True)
class Evidence:
    """One reason for a verdict."""

    fact: Fact
    text: str = ""
    """What the window says, where that is the evidence."""

    def __str__(self) -> str:
        said = f' "{self.text}"' if self.text else ""
        return _SENTENCES[self.fact][:-1] + said + "."
