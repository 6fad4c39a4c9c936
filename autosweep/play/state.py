"""What the loop keeps in mind: the counts of a run and the game that is being played."""

from __future__ import annotations

from dataclasses import dataclass, field

from autosweep.geometry import Cell
from autosweep.play.decide import Decision
from autosweep.play.effects import contradiction
from autosweep.play.watch import Look


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
    turn: int = 0
    """How often the pointer was moved away while waiting."""

    @property
    def guessed(self) -> bool:
        """Whether the last move was announced as a guess."""
        return self.last is not None and self.last[1].is_guess

    def contradicts(self, look: Look) -> str | None:
        """Return what a look shows that cannot be in this game."""
        return None if self.last is None else contradiction(self.last[0].reading, look.reading)
