"""What follows from a reading: moves, an end of the game, or a refusal. Pure values."""

from __future__ import annotations

from dataclasses import dataclass, field

from autosweep.board import OPENABLE, UNREAD, Board, Phase
from autosweep.play.client_profile import LearnedRules
from autosweep.play.evidence import Evidence
from autosweep.solver.analysis import Analysis
from autosweep.solver.moves import Move, MoveKind

MOST_MINES = 0.4
"""Share of a board's cells that are mines at most."""
UNOPENED = OPENABLE | {UNREAD}
"""Codes of cells that may still have to be opened."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What follows from a reading."""

    board: Board
    """The board that was analysed: as read, with the best known mine total."""
    analysis: Analysis
    moves: tuple[Move, ...]
    """Certain openings, or one guess; empty where there is a refusal or the game is over."""
    refusal: str | None = None
    """Why nothing may be clicked, as a sentence."""
    phase: Phase = Phase.PLAYING
    """WON, LOST or ENDED where the game is over."""
    evidence: tuple[Evidence, ...] = ()
    """Why the game is known to be over."""
    said: tuple[Phase, str] | None = None
    """What the window said of the result, where that was read, and its words."""

    partial: bool = False
    """Whether some cells were uncertain; certain moves do not depend on them."""
    client: str = ""
    """The theme of the client that the window belongs to, where it was known by its window."""
    learned: LearnedRules = field(default_factory=LearnedRules)
    """Rules of the client that earlier games have shown and that could be relied on."""

    @property
    def finishes(self) -> bool:
        """Whether nothing but mines is left to open once these moves are made, certain as they are.

        Then the game is won, whatever its window shows next. A board without a single mine is no
        game that can be won: its numbers are not shown, or not read.
        """
        made = {move.cell for move in self.moves if move.certain and move.kind is MoveKind.OPEN}
        left = {*self.board.find(UNOPENED)} - made
        return bool(made) and bool(left) and left <= self.analysis.mines

    @property
    def is_guess(self) -> bool:
        """Whether the moves hold a guess."""
        return any(not move.certain for move in self.moves)
