"""The area measure: how many mines hang together, edge by edge, with the cells beside a clue.

Which mines belong to an area is told by layers of steps from the clue. What two areas have in
common reaches the cells beside both clues, and what they have not adds up within the mines of the
board; saying so is what makes large areas solvable (seconds became tenths of seconds).
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from autosweep.rules.board_shape import ORTH, BoardShape
from autosweep.rules.measure import Measure, Value
from autosweep.rules.writer import Writer


@dataclass(frozen=True)
class _Members:
    """Which cells belong to the area of a clue."""

    beside: tuple[int, ...]
    """The cells at the clue's edges."""
    literals: dict[int, int]
    """For each cell near enough a literal that says that it belongs."""
    valid: int
    """Holds where the area is within its bound, so that the literals mean what they say."""
    count: tuple[int, ...]
    """How many belong, in unary, up to one more than the bound."""


@dataclass(frozen=True)
class Area(Measure):
    """Cells of all orthogonal components of mines that touch the cell by an edge."""

    def value(self, shape: BoardShape, mines: AbstractSet[int], cell: int) -> int:
        """Flood from the mines beside the cell."""
        beside = [i for i in shape.near(cell, ORTH) if i in mines]
        return len(set().union(*shape.components(beside, ORTH, mines.__contains__)))

    def attainable(self, shape: BoardShape, cell: int) -> frozenset[Value]:
        """Return 0 up to all other cells."""
        del cell
        return frozenset(range(shape.size))

    def write(self, writer: Writer, shape: BoardShape, cell: int, values: frozenset[Value]) -> None:
        """Count the cells that belong to the area.

        Under a condition, the same area must have been written without it, with a wider choice.
        """
        numbers = {v for v in values if isinstance(v, int)}
        if not numbers:
            writer.add()
            return
        areas: dict[int, _Members] = writer.shared("areas", dict)
        if not writer.guarded:
            areas[cell] = _members(writer, shape, cell, max(numbers))
            for other, members in areas.items():
                if other != cell:
                    _relate(writer, areas[cell], members)
        writer.number_in(areas[cell].count, numbers)


def _members(writer: Writer, shape: BoardShape, cell: int, bound: int) -> _Members:
    """Say which cells belong to an area of at most `bound` cells."""
    beside = shape.near(cell, ORTH)
    distance = _distances(writer, shape, cell, bound)
    literals = {i: i + 1 if d == 1 else writer.new() for i, d in distance.items()}
    for i, literal in literals.items():
        if distance[i] > 1:
            writer.add(-literal, i + 1)
        for j in shape.near(i, ORTH):
            if j in literals and distance[j] > 1:
                writer.add(-literal, -(j + 1), literals[j])
    # a shortest way has at most three cells in any 2 x 2 window
    layers = min(bound + 1, 3 * ((shape.rows + 1) // 2) * ((shape.cols + 1) // 2))
    reached = {i: i + 1 for i in beside}
    for layer in range(2, layers + 1):
        wider = dict(reached)
        for i, d in distance.items():
            if not 1 < d <= layer:
                continue
            wider[i] = literals[i] if layer == layers else writer.new()
            support = [reached[j] for j in (i, *shape.near(i, ORTH)) if j in reached]
            writer.add(-wider[i], *support)
            if layer < layers:
                writer.add(-wider[i], literals[i])
        reached = wider
    valid = writer.new()
    writer.add(valid)
    count = writer.count((literals[i] for i in shape.interleaved(literals)), bound + 1)
    return _Members(beside, literals, valid, count)


def _distances(writer: Writer, shape: BoardShape, cell: int, bound: int) -> dict[int, int]:
    """Return the cells an area of at most `bound` can reach, and one step more, with the steps."""
    distance = dict.fromkeys(shape.near(cell, ORTH), 1)
    ring = list(distance)
    for i in ring:
        for j in shape.near(i, ORTH):
            open_ = j != cell and writer.known.get(j, True)
            if open_ and j not in distance and distance[i] <= bound:
                distance[j] = distance[i] + 1
                ring.append(j)
    return distance


def _relate(writer: Writer, one: _Members, other: _Members) -> None:
    """Say that areas with a common cell meet at the cells beside either clue, and others add up.

    It follows from both areas, so it holds only where both do.
    """

    def build() -> None:
        at_other = [one.literals[i] for i in other.beside if i in one.literals]
        at_one = [other.literals[i] for i in one.beside if i in other.literals]
        both = (-one.valid, -other.valid)
        common = writer.new()
        for literal in (*at_one, *at_other):
            writer.add(*both, -literal, common)
        writer.add(*both, -common, *at_one)
        writer.add(*both, -common, *at_other)
        for i, literal in one.literals.items():
            if i in other.literals:
                writer.add(*both, -literal, -other.literals[i], common)
        for i, j, mines in _sums(writer, one, other):
            writer.add(*both, common, -one.count[i - 1], -other.count[j - 1], mines)

    writer.shared(("related", one.valid, other.valid), build)


def _sums(writer: Writer, one: _Members, other: _Members) -> Iterator[tuple[int, int, int]]:
    """Yield sizes of two areas, and a literal that says that there are as many mines at least."""
    marked = sum(writer.known.values())
    for i in range(1, len(one.count) + 1):
        for j in range(1, len(other.count) + 1):
            if 0 < i + j - marked <= len(writer.mine_count):
                yield i, j, writer.mine_count[i + j - marked - 1]
