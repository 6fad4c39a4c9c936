"""What a rule about the whole layout is: a reference that judges layouts, and the same as clauses.

An encoding must not use the mine total: it is a reason of its own, and a hint would otherwise claim
fewer reasons than it used.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from autosweep.rules.board_shape import BoardShape
from autosweep.rules.clue import RuleInfo
from autosweep.rules.writer import Writer


class LayoutRule(ABC):
    """A condition on the whole layout."""

    about: RuleInfo

    @abstractmethod
    def holds(self, shape: BoardShape, mines: AbstractSet[int]) -> bool:
        """Return True if a layout obeys the rule."""

    @abstractmethod
    def write(self, writer: Writer, shape: BoardShape) -> None:
        """Demand that the layout obeys the rule."""

    def allows(self, shape: BoardShape, mines: int) -> bool:
        """Return True if a mine total is possible as far as arithmetic shows it.

        A SAT solver is lost in proving that groups of four do not add up to 26.
        """
        del shape, mines
        return True


@dataclass(frozen=True)
class WindowRule(LayoutRule):
    """A rule that looks at small sets of cells one by one.

    The windows differ with the rule; in each, a number of mines is asked for.
    """

    about: RuleInfo
    windows: Callable[[BoardShape], Iterable[tuple[int, ...]]]
    least: int = 0
    most: int | None = None

    def holds(self, shape: BoardShape, mines: AbstractSet[int]) -> bool:
        """Count the mines of every window."""
        return all(
            self.least <= sum(i in mines for i in window) <= self._most(window)
            for window in self.windows(shape)
        )

    def _most(self, window: tuple[int, ...]) -> int:
        return len(window) if self.most is None else self.most

    def write(self, writer: Writer, shape: BoardShape) -> None:
        """Write each window's counts as a table."""
        for window in self.windows(shape):
            allowed = sum(
                1 << pattern
                for pattern in range(1 << len(window))
                if self.least <= pattern.bit_count() <= self._most(window)
            )
            writer.table([i + 1 for i in window], allowed)


@dataclass(frozen=True)
class Neighbours(LayoutRule):
    """A rule about how many mines every mine has beside it."""

    about: RuleInfo
    beside: Callable[[BoardShape, int], tuple[int, ...]]
    least: int
    most: int
    only: Callable[[BoardShape, int], bool] | None = None
    """Of which cells the rule speaks; None: of all."""
    paired: bool = False
    """Whether all mines therefore come in pairs."""

    def holds(self, shape: BoardShape, mines: AbstractSet[int]) -> bool:
        """Count beside every mine."""
        return all(
            self.least <= sum(j in mines for j in self.beside(shape, i)) <= self.most
            for i in mines
            if self.only is None or self.only(shape, i)
        )

    def write(self, writer: Writer, shape: BoardShape) -> None:
        """Write each cell's counts as a table, for the case that it is a mine."""
        for i in shape.cells():
            if self.only is not None and not self.only(shape, i):
                continue
            beside = self.beside(shape, i)
            allowed = sum(
                1 << pattern
                for pattern in range(1 << len(beside))
                if self.least <= pattern.bit_count() <= self.most
            )
            if writer.known.get(i) is not False:
                with writer.given(*([i + 1] if i not in writer.known else [])):
                    writer.table([j + 1 for j in beside], allowed)

    def allows(self, shape: BoardShape, mines: int) -> bool:
        """Return True if the number is even, where mines come in pairs."""
        del shape
        return not (self.paired and mines % 2)


def bands(shape: BoardShape) -> Iterator[range]:
    """Yield the rows of a field."""
    return (shape.row(r) for r in range(shape.rows))


def columns(shape: BoardShape) -> Iterator[range]:
    """Yield the columns of a field."""
    return (shape.column(c) for c in range(shape.cols))
