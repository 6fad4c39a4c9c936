"""What a Minesweeper position is: boards, text forms, neighbourhoods, layouts, the referee.

Pure.
"""

from autosweep.board.board import (
    EXPLODED,
    FLAG,
    HIDDEN,
    IMPOSSIBLE,
    MAX_NUMBER,
    MINE,
    OPENABLE,
    QUESTION,
    SHOWN_MINES,
    SYMBOLS,
    UNREAD,
    WRONG_FLAG,
    Board,
    Phase,
    Status,
)
from autosweep.board.game import Ending, FirstClick, Game
from autosweep.board.layout import Layout

__all__ = [
    "EXPLODED",
    "FLAG",
    "HIDDEN",
    "IMPOSSIBLE",
    "MAX_NUMBER",
    "MINE",
    "OPENABLE",
    "QUESTION",
    "SHOWN_MINES",
    "SYMBOLS",
    "UNREAD",
    "WRONG_FLAG",
    "Board",
    "Ending",
    "FirstClick",
    "Game",
    "Layout",
    "Phase",
    "Status",
]
