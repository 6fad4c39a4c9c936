"""What a counter is and which one to use: the engine where there is one, else its pure twin."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from autosweep.board.board import Board
from autosweep.geometry import Cell
from autosweep.limit import Limit
from autosweep.solver.constraints import Problem


@dataclass(frozen=True, slots=True)
class Count:
    """What counting all layouts of a problem says about its unknown cells."""

    solutions: int
    """Number of layouts."""
    safe: frozenset[int]
    """Cells that are a mine in none of them."""
    mines: frozenset[int]
    """Cells that are a mine in all of them."""
    probability: dict[int, float]
    """For every unknown cell the chance of a mine."""
    nodes: int = field(default=0, compare=False)
    """States and steps that were built, where the counter tells."""


@dataclass(frozen=True, slots=True)
class Survey:
    """What counting says about the hidden cells of a board."""

    values: tuple[float | None, ...]
    """Mine probability of every cell, row by row; None where it is not hidden."""
    safe: frozenset[Cell]
    mines: frozenset[Cell]
    ranking: tuple[Cell, ...]
    """Hidden cells from the best to open to the worst."""
    solutions: int | None = None
    """Number of layouts, where it was a by-product."""


@runtime_checkable
class LayoutCounter(Protocol):
    """Something that counts mine layouts exactly."""

    @property
    def name(self) -> str:
        """`native` or `pure`."""
        ...

    def weigh(
        self, board: Board, limit: Limit | None, *, trust_flags: bool
    ) -> tuple[float | None, ...]:
        """Return the mine probability of every cell and nothing else, as fast as possible.

        Row by row, None where the cell is not hidden; raises as `survey` does.
        """
        ...

    def survey(self, board: Board, limit: Limit | None, *, trust_flags: bool) -> Survey:
        """Say of every hidden cell how risky it is, what is certain and what is best.

        Raises Contradiction where no layout fits and TooLarge where a limit is reached; None stands
        for the counter's own limit.
        """
        ...

    def solutions(self, board: Board, limit: Limit | None, *, trust_flags: bool) -> int:
        """Count the layouts of a board, exactly; raises as `survey` does."""
        ...

    def count(self, problem: Problem, limit: Limit | None) -> Count:
        """Count the layouts of any problem; raises as `survey` does."""
        ...


def find_counter() -> LayoutCounter:
    """Return the engine's counter, or the pure one where there is no engine or it is chosen."""
    from autosweep.engine import core

    compiled = core()
    if compiled is None:
        from autosweep.solver.pure_counter import PureCounter

        return PureCounter()
    from autosweep.solver.native_counter import NativeCounter

    return NativeCounter(compiled)
