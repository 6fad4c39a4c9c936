"""What the loop keeps in mind: the counts of a run and the game that is being played."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from autosweep.board import (
    HIDDEN,
    MAX_NUMBER,
    OPENABLE,
    QUESTION,
    SHOWN_MINES,
    UNREAD,
    WRONG_FLAG,
    Phase,
)
from autosweep.board.board import EXPLODED
from autosweep.geometry import Cell
from autosweep.interfaces import Frame
from autosweep.play.decision import Decision
from autosweep.play.effects import beneath, contradiction, ending
from autosweep.play.veil import is_veiled
from autosweep.solver.moves import MoveKind
from autosweep.tracking.changes import changed_cells
from autosweep.tracking.observation import Observation
from autosweep.vision.reading import ACT_CONFIDENCE

DIMMED = "The board is dimmed, as behind a message that waits for an answer."


@dataclass(slots=True)
class Tally:
    """Counts of a run, kept while it goes on."""

    won: int = 0
    lost: int = 0
    stopped: int = 0
    over: int = 0
    """Games that were over before the first click: nobody's."""
    guesses: int = 0


@dataclass(slots=True)
class GameState:
    """What is known of the game that is being played."""

    last: tuple[Observation, Decision] | None = None
    """The look on which the last moves were made, and why they were."""
    opened: set[Cell] = field(default_factory=set)
    """Cells opened by us."""
    stale: set[Cell] = field(default_factory=set)
    """Unclear cells that were waited for in vain."""
    withheld: int = 0
    """How often in a row no click was made because its place had changed."""
    idle: int = 0
    """How often in a row clicks changed nothing at all."""
    repeats: int = 0
    """How often clicks had to be repeated."""
    answered: int = 0
    """How many messages over the board were put away."""
    told: bool = False
    """Whether one was since the last moves."""
    turn: int = 0
    """How often the pointer was moved away while waiting."""
    whole: bool = False
    """Whether the game was played from its first click on."""
    numbers: dict[Cell, int] = field(default_factory=dict)
    """Open cells that were read with certainty, at any time of the game."""
    dimmed: tuple[Frame, Frame, bool] | None = None
    """The last two frames that were compared for a message over the board, and the answer."""

    @property
    def guessed(self) -> bool:
        """Whether the last move was announced as a guess."""
        return self.last is not None and self.last[1].is_guess

    @property
    def finished(self) -> bool:
        """Whether the last moves, certain as they were, left nothing but mines."""
        return self.last is not None and self.last[1].finishes

    @property
    def played(self) -> bool:
        """Whether a click was made in this game."""
        return self.last is not None

    def note(self, look: Observation) -> None:
        """Keep in mind what a frame of the game shows."""
        reading = look.reading
        if self.last is None:
            self.whole |= reading.phase is Phase.READY
        board = reading.board
        codes = np.frombuffer(board.cells, np.uint8)
        sure = (codes <= MAX_NUMBER) & (reading.confidence.ravel() >= ACT_CONFIDENCE)
        self.numbers.update({board.cell(i): board.cells[i] for i in np.flatnonzero(sure).tolist()})

    def mines(self) -> frozenset[Cell] | None:
        """Return where the mines of a won game are; None where that is not known.

        The last frame alone does not tell: a message may lie over it. The last moves do where they
        were certain and left nothing but mines; and so do the numbers that were ever read, where
        what was never seen open is just what they count.
        """
        if self.last is None:
            return None
        decision = self.last[1]
        board, proven = decision.board, decision.analysis.mines
        opened = {m.cell for m in decision.moves if m.kind is MoveKind.OPEN} | self.numbers.keys()
        left = {board.cell(i) for i in range(len(board.cells))} - opened
        if decision.finishes:
            return frozenset(left & proven)
        counted = all(
            sum(other in left for other in board.neighbors(cell)) == number
            for cell, number in self.numbers.items()
        )
        told = all(any(c in self.numbers for c in board.neighbors(cell)) for cell in left)
        known = left <= proven or (counted and (told or len(left) == board.mines))
        return frozenset(left) if known else None

    @property
    def free(self) -> set[Cell]:
        """The opened cells that are no mines; not the last guess, which may have hit one."""
        guessed = self.last[1].moves if self.last is not None and self.guessed else ()
        return self.opened - {move.cell for move in guessed}

    def refusal(self, look: Observation) -> str | None:
        """Return why a look must not be acted on in this game, None where it may."""
        return self.contradicts(look) or (DIMMED if self.veils(look.frame) else None)

    def contradicts(self, look: Observation) -> str | None:
        """Return what a look shows that cannot be in this game."""
        return None if self.last is None else contradiction(self.last[0].reading, look.reading)

    def as_it_is(self, look: Observation, decision: Decision) -> Observation:
        """Return a look on which what lies over opened cells is not taken for cells.

        Where moves follow from a look it stays what they follow from.
        """
        if self.last is None or decision.moves:
            return look
        reading = beneath(self.last[0].reading, look.reading)
        return look if reading is look.reading else replace(look, reading=reading)

    def verdict(self, shown: Phase, look: Observation) -> Phase:
        """Return how a game stands whose board shows a phase: mines are shown after a win, too.

        A loss needs a mine where we clicked. Certain moves that left nothing but mines have won,
        and so has a last move that opened a number and left no cell to open.
        """
        if shown is not Phase.LOST or self.last is None:
            return shown
        decision = self.last[1]
        board, clear = look.reading.board, look.reading.confidence >= ACT_CONFIDENCE
        clicked = [move.cell for move in decision.moves if move.kind is MoveKind.OPEN]
        if not clicked or EXPLODED in board.cells or any(board[c] in SHOWN_MINES for c in clicked):
            return shown
        numbers = all(clear[c] and board[c] <= MAX_NUMBER for c in clicked)
        nothing_left = numbers and not board.count({HIDDEN, QUESTION, UNREAD, WRONG_FLAG})
        return Phase.WON if decision.finishes or nothing_left else shown

    def ending(self, look: Observation) -> Phase | None:
        """Return how the game ended where its last board cannot be read, None where it may not."""
        return None if self.last is None else ending(*self.last, look)

    def veils(self, now: Frame) -> bool:
        """Return True if a message dims what the last moves were made on.

        Asked when moves are decided and again when they are made, mostly of the same frame.
        """
        if self.last is None:
            return False
        before = self.last[0]
        known = self.dimmed
        if known is None or known[0] is not before.frame or known[1] is not now:
            veiled = is_veiled(before.frame, before.reading, now)
            known = self.dimmed = (before.frame, now, veiled)
        return known[2]

    def ended(self, look: Observation | None) -> Phase | None:
        """Return how a game ended that had something to say after the last moves, None where not.

        `look` is None where its board is gone. It is over where the board gave way to a new one or
        to none, and where a guess opened something that is no number. Moves that are certain lose
        no game; a guess that leaves no more cells than there are mines may have won it.
        """
        if not self.told or self.last is None:
            return None
        decision = self.last[1]
        if look is not None and (look.reading.phase is not Phase.READY or look.reading.uncertain):
            return Phase.LOST if decision.is_guess and self._opened_no_number(look) else None
        if not decision.is_guess:
            return Phase.WON
        board = decision.board
        left = board.count(OPENABLE) - len(decision.moves)
        return None if board.mines is not None and left <= board.mines else Phase.LOST

    def _opened_no_number(self, look: Observation) -> bool:
        """Tell whether a guess shows and is unclear."""
        if self.last is None or contradiction(self.last[0].reading, look.reading) is not None:
            return False
        before, decision = self.last
        changed = changed_cells(before.frame.pixels, look.frame.pixels, look.reading.grid)
        cells = [move.cell for move in decision.moves]
        sure = look.reading.confidence
        return all(cell in changed and sure[cell] < ACT_CONFIDENCE for cell in cells)
