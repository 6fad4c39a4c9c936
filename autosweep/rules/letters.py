"""Clues that are letters: how they are written, and the rule in which a letter names a column."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from random import Random

from autosweep.rules.board_shape import BoardShape
from autosweep.rules.clue import ClueRule, Clues, RuleInfo, measured
from autosweep.rules.measure import Measure, Value
from autosweep.rules.writer import Writer

_TAKEN = "FQW"
"""Letters that stand for something else on a board; as clues they are written small."""
_ALPHABET = 26


def letters_of(value: Value) -> str:
    """Write one or several numbers as letters, A for 0."""
    parts = value if isinstance(value, tuple) else (value,)
    names = [chr(ord("A") + part) for part in parts]
    return ",".join(name.lower() if name in _TAKEN else name for name in names)


def too_wide(about: RuleInfo, letters: int) -> str:
    """Say that a board needs more letters than there are, or nothing."""
    return f"{about.id} has letters for boards up to 26 cells wide" if letters > _ALPHABET else ""


class SelfReferential(ClueRule):
    """A letter names a column: the cell there in the row of the true number is a mine."""

    def __init__(self, about: RuleInfo, measure: Measure) -> None:
        self.about = about
        self.measure = measure

    def read(self, text: str, shape: BoardShape) -> Value:
        """Read the letter of a column."""
        column = ord(text.upper()) - ord("A") if len(text) == 1 else -1
        if not 0 <= column < shape.cols:
            last = chr(ord("A") + shape.cols - 1)
            msg = f"{self.about.id} shows a letter, A to {last}"
            raise ValueError(msg)
        return column

    def check(self, shape: BoardShape) -> str:
        """Refuse boards with more columns than letters."""
        return too_wide(self.about, shape.cols)

    def show(self, value: Value) -> str:
        """Write the letter."""
        return letters_of(value)

    def _place(self, shape: BoardShape, value: Value, truth: Value) -> int | None:
        """Return the cell that must be a mine; None where the row is off the board."""
        if not isinstance(truth, int) or not isinstance(value, int):
            return None
        return truth * shape.cols + value if truth < shape.rows else None

    def possible(self, shape: BoardShape, cell: int, value: Value) -> bool:
        """Return True if a row of the board can be meant."""
        truths = self.measure.attainable(shape, cell)
        return any(self._place(shape, value, truth) is not None for truth in truths)

    def fits(self, shape: BoardShape, mines: AbstractSet[int], clues: Clues) -> bool:
        """Look at the cell that each clue names."""
        for cell, value in clues.items():
            truth = self.measure.value(shape, mines, cell)
            place = None if truth is None else self._place(shape, value, truth)
            if place is None or place not in mines:
                return False
        return True

    def write(self, writer: Writer, shape: BoardShape, cell: int, value: Value) -> None:
        """Demand, for each row that may be meant, the number and the mine."""
        choices = []
        truths = self.measure.attainable(shape, cell)
        places = {truth: self._place(shape, value, truth) for truth in truths}
        meant = {truth: place for truth, place in places.items() if place is not None}
        self.measure.write(writer, shape, cell, frozenset(meant))
        for truth, place in meant.items():
            choice = writer.new()
            choices.append(choice)
            with writer.given(choice):
                writer.add(place + 1)
                self.measure.write(writer, shape, cell, frozenset({truth}))
        writer.add(*choices)

    def deal(
        self, shape: BoardShape, mines: AbstractSet[int], random: Random
    ) -> dict[int, Value] | None:
        """Choose a mine of the right row; None where a row has none."""
        dealt: dict[int, Value] = {}
        truths = measured(self.measure, shape, mines)
        for cell, truth in (truths or {}).items():
            row = shape.row(truth) if isinstance(truth, int) and truth < shape.rows else range(0)
            columns = [i % shape.cols for i in row if i in mines]
            if not columns:
                return None
            dealt[cell] = random.choice(columns)
        return None if truths is None else dealt
