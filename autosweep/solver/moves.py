"""Game language: what to do to a cell and how sure that is; only `play` makes clicks of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from autosweep.geometry import Cell


class MoveKind(Enum):
    """What to do to a cell."""

    OPEN = "open"
    FLAG = "flag"
    CHORD = "chord"
    CLEAR = "clear"
    """Take a question mark off."""


@dataclass(frozen=True, slots=True)
class Move:
    """One move with its risk, as it is announced before it is made."""

    kind: MoveKind
    cell: Cell
    probability: float | None = 0.0
    """Chance that the cell is a mine; None where it is not known."""
    certain: bool = True
    """Whether the move is proven right; a move that is not certain is a guess."""
    why: str = ""
    """One sentence for people."""

    def __str__(self) -> str:
        r, c = self.cell
        sure = "certain" if self.certain else "guess"
        risk = "" if self.certain or self.probability is None else f", {self.probability:.1%} mine"
        return f"{self.kind.value} {r},{c} ({sure}{risk})"
