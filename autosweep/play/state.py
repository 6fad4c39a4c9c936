"""What the loop keeps in mind: the counts of a run and the game that is being played."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from autosweep.board import COVERED, Phase
from autosweep.geometry import Cell
from autosweep.play.decide import Decision
from autosweep.play.effects import beneath, contradiction, ending
from autosweep.play.look import Look
from autosweep.play.memory import changed_cells
from autosweep.play.veil import is_veiled
from autosweep.seams import Frame
from autosweep.vision.reading import ACT_CONFIDENCE


@dataclass(slots=True)
class Tally:
    """Counts of a run, kept while it goes on."""

    won: int = 0
    lost: int = 0
    stopped: int = 0
    guesses: int = 0


@dataclass(slots=True)
class GameState:
    """What is known of the game that is being played."""

    last: tuple[Look, Decision] | None = None
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

    @property
    def guessed(self) -> bool:
        """Whether the last move was announced as a guess."""
        return self.last is not None and self.last[1].is_guess

    @property
    def finished(self) -> bool:
        """Whether the last moves, certain as they were, left nothing but mines."""
        return self.last is not None and self.last[1].finishes

    @property
    def free(self) -> set[Cell]:
        """The opened cells that are no mines; not the last guess, which may have hit one."""
        guessed = self.last[1].moves if self.last is not None and self.guessed else ()
        return self.opened - {move.cell for move in guessed}

    def contradicts(self, look: Look) -> str | None:
        """Return what a look shows that cannot be in this game."""
        return None if self.last is None else contradiction(self.last[0].reading, look.reading)

    def as_it_is(self, look: Look, decision: Decision) -> Look:
        """Return a look on which what lies over opened cells is not taken for cells.

        Where moves follow from a look it stays what they follow from.
        """
        if self.last is None or decision.moves:
            return look
        reading = beneath(self.last[0].reading, look.reading)
        return look if reading is look.reading else replace(look, reading=reading)

    def ending(self, look: Look) -> Phase | None:
        """Return how the game ended where its last board cannot be read, None where it may not."""
        return None if self.last is None else ending(*self.last, look)

    def veils(self, now: Frame) -> bool:
        """Tell whether a message dims what the last moves were made on."""
        return self.last is not None and is_veiled(self.last[0].frame, self.last[0].reading, now)

    def ended(self, look: Look | None) -> Phase | None:
        """Return how a game ended that had something to say after the last moves, None where not.

        `look` is None where its board is gone. It is over where the board gave way to a new one or
        to none, and where a guess opened something that is no number. Moves that are certain lose
        no game; a guess that leaves no more cells than there are mines may have won it.
        """
        if not self.told or self.last is None:
            return None
        decision = self.last[1]
        if look is not None and (look.reading.phase is not Phase.READY or look.reading.doubtful):
            return Phase.LOST if decision.is_guess and self._opened_no_number(look) else None
        if not decision.is_guess:
            return Phase.WON
        board = decision.board
        left = board.count(COVERED) - len(decision.moves)
        return None if board.mines is not None and left <= board.mines else Phase.LOST

    def _opened_no_number(self, look: Look) -> bool:
        """Tell whether a guess shows and is unclear."""
        if self.last is None or contradiction(self.last[0].reading, look.reading) is not None:
            return False
        before, decision = self.last
        changed = changed_cells(before.frame, look.frame, look.reading.grid)
        cells = [move.cell for move in decision.moves]
        sure = look.reading.confidence
        return all(cell in changed and sure[cell] < ACT_CONFIDENCE for cell in cells)
