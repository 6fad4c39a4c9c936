"""Clue rules: what a player is shown at a safe cell, for a measure of the layout.

A rule reads and shows clue values, says whether clues fit a layout (the reference) and writes them
as clauses. Rules whose clues share a secret (a code, liars' places, a direction) are in `secret`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import Enum
from random import Random

from autosweep.rules.board_shape import BoardShape
from autosweep.rules.measure import Measure, Value
from autosweep.rules.writer import Writer

Clues = Mapping[int, Value]
"""Clue values by cell."""


class Certainty(Enum):
    """How sure it is that a rule means this in the games."""

    CONFIRMED = "confirmed"
    """Two independent public sources, or the games' own boards."""
    AGREED = "agreed"
    """Two projects that rebuilt the games agree."""
    UNCERTAIN = "uncertain"
    """One project only: the games may differ."""


@dataclass(frozen=True)
class RuleInfo:
    """What people are told about a rule."""

    id: str
    name: str
    meaning: str
    """One sentence."""
    certainty: Certainty


class ClueRule(ABC):
    """How clues follow from a layout."""

    about: RuleInfo

    @abstractmethod
    def read(self, text: str, shape: BoardShape) -> Value:
        """Return the value a text stands for; raises ValueError with the form that is expected."""

    @abstractmethod
    def show(self, value: Value) -> str:
        """Return the text of a value."""

    @abstractmethod
    def possible(self, shape: BoardShape, cell: int, value: Value) -> bool:
        """Return True if any layout at all can show a value at a cell."""

    @abstractmethod
    def fits(self, shape: BoardShape, mines: AbstractSet[int], clues: Clues) -> bool:
        """Return True if a layout can show all of the clues."""

    @abstractmethod
    def write(self, writer: Writer, shape: BoardShape, cell: int, value: Value) -> None:
        """Demand that the layout can show a value at a cell."""

    @abstractmethod
    def deal(
        self, shape: BoardShape, mines: AbstractSet[int], random: Random
    ) -> dict[int, Value] | None:
        """Choose a clue for every safe cell of a layout; None where the layout has none."""

    def check(self, shape: BoardShape) -> str:
        """Say why a board cannot have the rule; empty where it can."""
        del shape
        return ""

    def prepare(self, writer: Writer, shape: BoardShape) -> None:
        """Write what holds whatever clues there are: by default nothing."""
        del writer, shape

    @property
    def independent(self) -> bool:
        """Whether each clue fits or not by itself."""
        return True


@dataclass(frozen=True)
class Form:
    """How values are written."""

    read: Callable[[str], Value]
    show: Callable[[Value], str] = str
    hint: str = "a number"
    """What is expected, for messages."""

    def parse(self, text: str, rule: str) -> Value:
        """Read a value a rule shows; raises ValueError with what is expected."""
        try:
            return self.read(text)
        except ValueError:
            msg = f"{rule} shows {self.hint}"
            raise ValueError(msg) from None


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 6:
        raise ValueError(text)
    return int(text)


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(sorted(_number(part) for part in text.split(",")))


def _pair(text: str) -> tuple[int, ...]:
    values = _numbers(text)
    if len(values) != 2:
        raise ValueError(text)
    return values


def _signed(text: str) -> int:
    for arrow, sign in (("↕", 1), ("↔", -1)):
        if arrow in text:
            return sign * _number(text.replace(arrow, ""))
    return -_number(text[1:]) if text.startswith("-") else _number(text.removeprefix("+"))


def _root(text: str) -> int:
    return _number(text.removeprefix("√"))


def _join(value: Value) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


NUMBER = Form(_number)
NUMBERS = Form(_numbers, _join, "numbers with commas between, such as 1,1,2")
PAIR = Form(_pair, _join, "two numbers with a comma between, such as 0,2")
SIGNED = Form(_signed, hint="a number, negative where more is seen sideways")
ROOT = Form(_root, hint="the square n of the product √n, a number")


def measured(
    measure: Measure, shape: BoardShape, mines: AbstractSet[int], cells: Iterable[int] | None = None
) -> dict[int, Value] | None:
    """Return the measure at cells, or at all safe ones; None where the layout gives a cell none."""
    wanted = (i for i in shape.cells() if i not in mines) if cells is None else cells
    found = {cell: measure.value(shape, mines, cell) for cell in wanted}
    values = {cell: value for cell, value in found.items() if value is not None}
    return values if len(values) == len(found) else None


def as_is(value: Value) -> Iterable[Value]:
    """Show the truth."""
    return (value,)


def lies(value: Value) -> Iterable[Value]:
    """Show a number that is one off the truth, never a negative one.

    A pair lies by one of its numbers.
    """
    if isinstance(value, int):
        return [shown for shown in (value - 1, value + 1) if shown >= 0]
    return {
        tuple(sorted((*value[:k], shown, *value[k + 1 :])))
        for k, number in enumerate(value)
        for shown in (number - 1, number + 1)
        if shown >= 0
    }


def either(value: Value) -> Iterable[Value]:
    """Show one number of a pair."""
    return set(value) if isinstance(value, tuple) else (value,)


@dataclass(frozen=True)
class ShownValues(ClueRule):
    """Each clue by itself is one of the values that may be shown for the measure's."""

    about: RuleInfo
    measure: Measure
    form: Form = NUMBER
    shown: Callable[[Value], Iterable[Value]] = as_is

    def read(self, text: str, shape: BoardShape) -> Value:
        """Read by the rule's form."""
        del shape
        return self.form.parse(text, self.about.id)

    def show(self, value: Value) -> str:
        """Write by the rule's form."""
        return self.form.show(value)

    def truths(self, shape: BoardShape, cell: int, value: Value) -> frozenset[Value]:
        """Return the measures for which a value may be shown."""
        truths = self.measure.attainable(shape, cell)
        return frozenset(truth for truth in truths if value in self.shown(truth))

    def possible(self, shape: BoardShape, cell: int, value: Value) -> bool:
        """Return True if the value may be shown for any that the measure attains."""
        return bool(self.truths(shape, cell, value))

    def fits(self, shape: BoardShape, mines: AbstractSet[int], clues: Clues) -> bool:
        """Compare each clue with its measure."""
        for cell, value in clues.items():
            truth = self.measure.value(shape, mines, cell)
            if truth is None or value not in self.shown(truth):
                return False
        return True

    def write(self, writer: Writer, shape: BoardShape, cell: int, value: Value) -> None:
        """Demand a measure for which the value may be shown."""
        self.measure.write(writer, shape, cell, self.truths(shape, cell, value))

    def deal(
        self, shape: BoardShape, mines: AbstractSet[int], random: Random
    ) -> dict[int, Value] | None:
        """Choose one of the values that may be shown, cell by cell."""
        truths = measured(self.measure, shape, mines)
        if truths is None:
            return None
        return {
            cell: random.choice(sorted(self.shown(truth), key=repr))
            for cell, truth in truths.items()
        }
