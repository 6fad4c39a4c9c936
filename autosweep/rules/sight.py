"""Measures along rays: how far a cell sees, and in how many directions it sees a mine."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from autosweep.board.topology import Step
from autosweep.rules.board_shape import RING, BoardShape
from autosweep.rules.measure import Measure, Value
from autosweep.rules.writer import Writer, complement

_UP, _RIGHT, _DOWN, _LEFT = (-1, 0), (0, 1), (1, 0), (0, -1)


def _seen(shape: BoardShape, mines: AbstractSet[int], cell: int, step: Step) -> int:
    """Return how many safe cells are seen in a direction before the first mine or the edge."""
    ray = shape.ray(cell, step)
    return next((k for k, i in enumerate(ray) if i in mines), len(ray))


def _sight(writer: Writer, shape: BoardShape, cell: int, step: Step) -> tuple[int, ...]:
    """Return in unary how far a cell sees in a direction."""
    unary: list[int] = []
    for i in shape.ray(cell, step):
        unary.append(writer.all_of([*unary[-1:], -(i + 1)]))
    return tuple(unary)


def _both(writer: Writer, shape: BoardShape, cell: int, one: Step, other: Step) -> tuple[int, ...]:
    return writer.plus(_sight(writer, shape, cell, one), _sight(writer, shape, cell, other))


@dataclass(frozen=True)
class Eyesight(Measure):
    """The cell itself and the safe cells seen up, right, down and left."""

    def value(self, shape: BoardShape, mines: AbstractSet[int], cell: int) -> int:
        """Count them."""
        return 1 + sum(_seen(shape, mines, cell, step) for step in (_UP, _RIGHT, _DOWN, _LEFT))

    def attainable(self, shape: BoardShape, cell: int) -> frozenset[Value]:
        """Return 1 up to the whole row and column."""
        del cell
        return frozenset(range(1, shape.rows + shape.cols))

    def write(self, writer: Writer, shape: BoardShape, cell: int, values: frozenset[Value]) -> None:
        """Add up the four sights in unary."""
        total = writer.plus(
            _both(writer, shape, cell, _UP, _DOWN), _both(writer, shape, cell, _LEFT, _RIGHT)
        )
        writer.number_in(total, {v - 1 for v in values if isinstance(v, int)})


@dataclass(frozen=True)
class EyesightDifference(Measure):
    """Safe cells seen up and down, less those seen left and right."""

    def value(self, shape: BoardShape, mines: AbstractSet[int], cell: int) -> int:
        """Subtract the two."""
        upright = _seen(shape, mines, cell, _UP) + _seen(shape, mines, cell, _DOWN)
        return upright - _seen(shape, mines, cell, _LEFT) - _seen(shape, mines, cell, _RIGHT)

    def attainable(self, shape: BoardShape, cell: int) -> frozenset[Value]:
        """Return from minus the row's to the column's other cells."""
        del cell
        return frozenset(range(1 - shape.cols, shape.rows))

    def write(self, writer: Writer, shape: BoardShape, cell: int, values: frozenset[Value]) -> None:
        """Add the upright sight to what the level one falls short of the row."""
        level = _both(writer, shape, cell, _LEFT, _RIGHT)
        total = writer.plus(_both(writer, shape, cell, _UP, _DOWN), complement(level))
        writer.number_in(total, {v + len(level) for v in values if isinstance(v, int)})


@dataclass(frozen=True)
class QueenDirections(Measure):
    """Of the eight directions of a queen, those in which there is a mine."""

    def value(self, shape: BoardShape, mines: AbstractSet[int], cell: int) -> int:
        """Count them."""
        return sum(any(i in mines for i in shape.ray(cell, step)) for step in RING)

    def attainable(self, shape: BoardShape, cell: int) -> frozenset[Value]:
        """Return 0 up to the directions that leave the cell."""
        return frozenset(range(len(shape.near(cell, RING)) + 1))

    def write(self, writer: Writer, shape: BoardShape, cell: int, values: frozenset[Value]) -> None:
        """Count the directions in unary."""
        rays = [shape.ray(cell, step) for step in RING]
        with_mine = [writer.any_of(i + 1 for i in ray) for ray in rays if ray]
        writer.number_in(writer.count(with_mine), {v for v in values if isinstance(v, int)})


@dataclass(frozen=True)
class NearestTwo(Measure):
    """The squared product of the Euclidean distances to the two nearest mines."""

    def value(self, shape: BoardShape, mines: AbstractSet[int], cell: int) -> int | None:
        """Multiply the two smallest squared distances; None with fewer than two mines."""
        nearest = sorted(_squared(shape, cell, i) for i in mines)[:2]
        return nearest[0] * nearest[1] if len(nearest) == 2 else None

    def attainable(self, shape: BoardShape, cell: int) -> frozenset[Value]:
        """Return the products of two distances that two cells can have."""
        return frozenset(one * two for one, two in _pairs(_by_distance(shape, cell)))

    def write(self, writer: Writer, shape: BoardShape, cell: int, values: frozenset[Value]) -> None:
        """Choose the two distances, then say where mines are and are not."""
        rings = _by_distance(shape, cell)
        choices = []
        for one, two in _pairs(rings):
            if one * two not in values:
                continue
            choice = writer.new()
            choices.append(choice)
            with writer.given(choice):
                self._write_pair(writer, rings, one, two)
        writer.add(*choices)

    @staticmethod
    def _write_pair(writer: Writer, rings: dict[int, list[int]], one: int, two: int) -> None:
        for distance, cells in rings.items():
            mines = [i + 1 for i in cells]
            if distance < two and distance != one:
                for literal in mines:
                    writer.add(-literal)
            elif distance == one == two:
                for k in range(len(mines)):
                    writer.add(*mines[:k], *mines[k + 1 :])
            elif distance == one:
                writer.exactly_one(mines)
            elif distance == two:
                writer.add(*mines)


def _squared(shape: BoardShape, one: int, other: int) -> int:
    dr = one // shape.cols - other // shape.cols
    dc = one % shape.cols - other % shape.cols
    return dr * dr + dc * dc


def _by_distance(shape: BoardShape, cell: int) -> dict[int, list[int]]:
    """Return the other cells by their squared distance, nearest first."""
    rings: dict[int, list[int]] = {}
    for i in sorted(shape.cells(), key=lambda i: _squared(shape, cell, i)):
        if i != cell:
            rings.setdefault(_squared(shape, cell, i), []).append(i)
    return rings


def _pairs(rings: dict[int, list[int]]) -> list[tuple[int, int]]:
    """Return the distances that the nearest two mines can have."""
    return [
        (one, two)
        for one in rings
        for two in rings
        if one < two or (one == two and len(rings[one]) > 1)
    ]
