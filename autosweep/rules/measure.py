"""Measures: what a cell's clue counts in a layout, as a reference and as clauses.

A measure gives every safe cell one value in each layout. Clue rules say which values a player may
be shown for it. Most measures look at no more than eight cells and are written as a truth table;
those that look farther are in `sight` and `area`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import lru_cache

from autosweep.board.topology import Step
from autosweep.rules.board_shape import CROSS, KNIGHT, ORTH, RING, BoardShape
from autosweep.rules.writer import Writer

Value = int | tuple[int, ...]
"""What a clue says: a number, or several."""
Bits = tuple[bool, ...]


class Measure(ABC):
    """A value for each safe cell of a layout."""

    @abstractmethod
    def value(self, shape: BoardShape, mines: AbstractSet[int], cell: int) -> Value | None:
        """Return the value at a cell; None where the layout gives it none."""

    @abstractmethod
    def attainable(self, shape: BoardShape, cell: int) -> frozenset[Value]:
        """Return every value that some layout gives a cell."""

    @abstractmethod
    def write(self, writer: Writer, shape: BoardShape, cell: int, values: frozenset[Value]) -> None:
        """Demand that the value at a cell is one of the given ones."""


@dataclass(frozen=True)
class Near(Measure):
    """A measure that depends on a few cells at fixed steps."""

    steps: tuple[Step, ...]
    of: Callable[[Bits, Bits], Value]
    """The value by which of the steps lead to mines and which to dark cells; off-board: neither."""

    def value(self, shape: BoardShape, mines: AbstractSet[int], cell: int) -> Value:
        """Look at the cells and ask the function."""
        around = shape.at(cell, self.steps)
        return self.of(
            tuple(i is not None and i in mines for i in around),
            tuple(i is not None and shape.dark(i) for i in around),
        )

    def attainable(self, shape: BoardShape, cell: int) -> frozenset[Value]:
        """Return the values of the table."""
        return frozenset(self._table(shape, cell))

    def write(self, writer: Writer, shape: BoardShape, cell: int, values: frozenset[Value]) -> None:
        """Write the table's patterns with these values."""
        table = self._table(shape, cell)
        allowed = 0
        for value in values:
            allowed |= table.get(value, 0)
        writer.table([i + 1 for i in shape.near(cell, self.steps)], allowed)

    def _table(self, shape: BoardShape, cell: int) -> dict[Value, int]:
        around = shape.at(cell, self.steps)
        return _table(
            self,
            tuple(i is not None for i in around),
            tuple(i is not None and shape.dark(i) for i in around),
        )


def _itself(total: int) -> int:
    return total


def _by_three(total: int) -> int:
    return total % 3


@dataclass(frozen=True)
class Sum(Near):
    """Mines at fixed steps, those on dark and on plain cells with a weight each, added up."""

    of: Callable[[Bits, Bits], Value] = field(init=False, repr=False, compare=False)
    dark: int = 1
    plain: int = 1
    shown: Callable[[int], int] = _itself
    """What becomes of the sum."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "of", self._add)

    def _add(self, bits: Bits, dark: Bits) -> int:
        of_dark, of_plain = colours(bits, dark)
        return self.shown(self.dark * of_dark + self.plain * of_plain)

    def weights(self, shape: BoardShape, cell: int) -> dict[int, int]:
        """Return the weight of every cell that counts."""
        around = shape.near(cell, self.steps)
        return {i: self.dark if shape.dark(i) else self.plain for i in around}

    def sums(self, shape: BoardShape, cell: int, values: AbstractSet[Value]) -> set[int]:
        """Return the sums for which one of the values is shown."""
        weights = self.weights(shape, cell).values()
        low = sum(weight for weight in weights if weight < 0)
        high = sum(weight for weight in weights if weight > 0)
        return {total for total in range(low, high + 1) if self.shown(total) in values}


@lru_cache(maxsize=1024)
def _table(measure: Near, present: Bits, dark: Bits) -> dict[Value, int]:
    """Return for every value the set of patterns, over the cells present, that have it."""
    places = [k for k, there in enumerate(present) if there]
    table: dict[Value, int] = {}
    for pattern in range(1 << len(places)):
        bits = [False] * len(present)
        for i, k in enumerate(places):
            bits[k] = bool(pattern >> i & 1)
        value = measure.of(tuple(bits), dark)
        table[value] = table.get(value, 0) | 1 << pattern
    return table


def _runs(bits: Bits) -> tuple[int, ...]:
    """Return the lengths of the circular runs, ascending; (0,) where there is none."""
    if all(bits):
        return (len(bits),)
    start = bits.index(False)
    runs, length = [], 0
    for bit in (*bits[start:], *bits[: start + 1]):
        if bit:
            length += 1
        elif length:
            runs.append(length)
            length = 0
    return tuple(sorted(runs)) or (0,)


def colours(bits: Bits, dark: Bits) -> tuple[int, int]:
    """Return how many mines are dark and how many are plain."""
    of_dark = sum(bit and d for bit, d in zip(bits, dark, strict=True))
    return of_dark, sum(bits) - of_dark


def _wall(bits: Bits, dark: Bits) -> tuple[int, ...]:
    del dark
    return _runs(bits)


def _longest(bits: Bits, dark: Bits) -> int:
    del dark
    return _runs(bits)[-1]


def _partition(bits: Bits, dark: Bits) -> int:
    del dark
    return sum(run > 0 for run in _runs(bits))


def _pair(bits: Bits, dark: Bits) -> tuple[int, ...]:
    return tuple(sorted(colours(bits, dark)))


ABOVE: tuple[Step, ...] = tuple(
    (dr, dc) for dr in (-2, -1, 0) for dc in (-1, 0, 1) if (dr, dc) != (0, 0)
)
"""The 3 x 3 block round the cell above, without the clue's own cell."""
UPPER: tuple[Step, ...] = tuple(step for step in ABOVE if step[0] > -2)
GENERAL: tuple[Step, ...] = (*ORTH, (-1, -1), (-1, 1))

VANILLA = Sum(RING)
MULTIPLE = Sum(RING, dark=2)
WALL = Near(RING, _wall)
NEGATION = Sum(RING, plain=-1, shown=abs)
CROSSED = Sum(CROSS)
PARTITION = Near(RING, _partition)
MINI_CROSS = Sum(ORTH)
KNIGHTS = Sum(KNIGHT)
LONGEST_WALL = Near(RING, _longest)
MULTIPLE_CROSS = Sum(CROSS, dark=2)
MULTIPLE_NEGATION = Sum(RING, dark=2, plain=-1, shown=abs)
NEGATION_CROSS = Sum(CROSS, plain=-1, shown=abs)
PAIR = Near(RING, _pair)
DEVIATION = Sum(ABOVE)
MODULO = Sum(RING, shown=_by_three)
UPPER_BLOCK = Sum(UPPER)
GOLD_GENERAL = Sum(GENERAL)
SEVEN = tuple(Sum((*RING[:k], *RING[k + 1 :])) for k in range(len(RING)))
"""Vanilla with one direction left out, for each direction."""
