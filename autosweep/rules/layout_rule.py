"""What a rule about the whole layout is: a reference that judges layouts, and the same as clauses.

An encoding must not use the mine total: it is a reason of its own, and a hint would otherwise claim
fewer reasons than it used.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from autosweep.rules.clue import About
from autosweep.rules.field import Field
from autosweep.rules.writer import Writer


class LayoutRule(ABC):
    """A condition on the whole layout."""

    about: About

    @abstractmethod
    def holds(self, field: Field, mines: AbstractSet[int]) -> bool:
        """Tell whether a layout obeys the rule."""

    @abstractmethod
    def write(self, writer: Writer, field: Field) -> None:
        """Demand that the layout obeys the rule."""


Forbidden = tuple[tuple[int, ...], tuple[int, ...]]
"""Cells that must not all be mines while all of the others are safe."""


@dataclass(frozen=True)
class Windows(LayoutRule):
    """A rule that looks at small sets of cells one by one.

    The windows differ with the rule; in each, a number of mines is asked for.
    """

    about: About
    windows: Callable[[Field], Iterable[tuple[int, ...]]]
    least: int = 0
    most: int | None = None

    def holds(self, field: Field, mines: AbstractSet[int]) -> bool:
        """Count the mines of every window."""
        return all(
            self.least <= sum(i in mines for i in window) <= self._most(window)
            for window in self.windows(field)
        )

    def _most(self, window: tuple[int, ...]) -> int:
        return len(window) if self.most is None else self.most

    def write(self, writer: Writer, field: Field) -> None:
        """Write each window's counts as a table."""
        for window in self.windows(field):
            allowed = sum(
                1 << pattern
                for pattern in range(1 << len(window))
                if self.least <= pattern.bit_count() <= self._most(window)
            )
            writer.table([i + 1 for i in window], allowed)


@dataclass(frozen=True)
class Neighbours(LayoutRule):
    """A rule about how many mines every mine has beside it."""

    about: About
    beside: Callable[[Field, int], tuple[int, ...]]
    least: int
    most: int
    only: Callable[[Field, int], bool] = lambda field, cell: True  # noqa: ARG005 - the default
    """Of which cells the rule speaks."""

    def holds(self, field: Field, mines: AbstractSet[int]) -> bool:
        """Count beside every mine."""
        return all(
            self.least <= sum(j in mines for j in self.beside(field, i)) <= self.most
            for i in mines
            if self.only(field, i)
        )

    def write(self, writer: Writer, field: Field) -> None:
        """Write each cell's counts as a table, for the case that it is a mine."""
        for i in field.cells():
            if not self.only(field, i):
                continue
            beside = self.beside(field, i)
            allowed = sum(
                1 << pattern
                for pattern in range(1 << len(beside))
                if self.least <= pattern.bit_count() <= self.most
            )
            if writer.known.get(i) is not False:
                with writer.given(*([i + 1] if i not in writer.known else [])):
                    writer.table([j + 1 for j in beside], allowed)


def bands(field: Field) -> Iterator[range]:
    """Yield the rows of a field."""
    return (field.row(r) for r in range(field.rows))


def columns(field: Field) -> Iterator[range]:
    """Yield the columns of a field."""
    return (field.column(c) for c in range(field.cols))
