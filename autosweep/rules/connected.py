"""Layout rules about what hangs together: one part, no islands, a snake, groups of a size.

That all hang together is told by layers of steps from a root, the first cell in reading order.
What few layouts break is told lazily: a part that ought to hang together with the rest but does
not is answered by a clause for each of its cells: if it is one of them, then so is some cell round
the part, or the part holds an anchor. (Everything told lazily took 6 s on boards where layers take
0.03 s.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache

from autosweep.board.topology import Step
from autosweep.rules.board_shape import ORTH, RING, BoardShape
from autosweep.rules.clue import RuleInfo
from autosweep.rules.layout_rule import LayoutRule
from autosweep.rules.writer import Clauses, Writer


class _OnePart:
    """The cells whose literals are true hang together with an anchor."""

    def __init__(
        self,
        shape: BoardShape,
        steps: tuple[Step, ...],
        literals: Sequence[int],
        anchors: Sequence[Sequence[int]],
    ) -> None:
        self._field = shape
        self._steps = steps
        self._literals = literals
        self._anchors = anchors
        """For each cell the literals that make it need no support."""

    def cuts(self, true: Callable[[int], bool]) -> Clauses:
        """Demand support from outside for every part without an anchor."""
        inside = {i for i, literal in enumerate(self._literals) if true(literal)}
        found: Clauses = []
        for part in self._field.components(inside, self._steps):
            anchors = [anchor for i in sorted(part) for anchor in self._anchors[i]]
            if not any(true(anchor) for anchor in anchors):
                around = self._field.edge_of(part, self._steps)
                support = [self._literals[j] for j in sorted(around)]
                found.extend([-self._literals[i], *support, *anchors] for i in sorted(part))
        return found


def _first(writer: Writer, shape: BoardShape, literals: Sequence[int]) -> list[int]:
    """Return for each cell a literal that says that it is the first whose literal is true."""
    roots = [literals[0]]
    none_before = -literals[0]
    for i in shape.cells()[1:]:
        roots.append(writer.all_of([none_before, literals[i]]))
        none_before = writer.all_of([none_before, -literals[i]])
    return roots


def _connect(
    writer: Writer,
    shape: BoardShape,
    literals: Sequence[int],
    steps: tuple[Step, ...],
    roots: list[int],
) -> None:
    """Demand that every cell whose literal is true hangs together with a root.

    Layer k holds cells at most k steps from a root. A shortest way has at most two cells in any
    2 x 2 window, or three where it keeps to edges, which bounds the layers.
    """
    reached = roots
    most = (2 if steps is RING else 3) * ((shape.rows + 1) // 2) * ((shape.cols + 1) // 2)
    for layer in range(1, most):
        last = layer == most - 1
        wider = list(literals) if last else [writer.new() for _ in literals]
        for i in shape.cells():
            writer.add(-wider[i], reached[i], *(reached[j] for j in shape.near(i, steps)))
            if not last:
                writer.add(-wider[i], literals[i])
        reached = wider


def _connect_mines(writer: Writer, shape: BoardShape) -> None:
    """Demand that the mines form at most one part, corners included."""
    mines = [i + 1 for i in shape.cells()]
    _connect(writer, shape, mines, RING, _first(writer, shape, mines))


@dataclass(frozen=True)
class Connected(LayoutRule):
    """The mines form one part, corners included."""

    about: RuleInfo

    def holds(self, shape: BoardShape, mines: AbstractSet[int]) -> bool:
        """Count the parts."""
        return len(shape.components(mines, RING)) <= 1

    def write(self, writer: Writer, shape: BoardShape) -> None:
        """Connect the mines."""
        _connect_mines(writer, shape)


@dataclass(frozen=True)
class ConnectedRectangles(LayoutRule):
    """Mines form full rectangles, which hang together at corners."""

    about: RuleInfo

    def holds(self, shape: BoardShape, mines: AbstractSet[int]) -> bool:
        """Look at the parts by edges and at the whole."""
        for part in shape.components(mines, ORTH):
            rows = {i // shape.cols for i in part}
            cols = {i % shape.cols for i in part}
            full = (max(rows) - min(rows) + 1) * (max(cols) - min(cols) + 1)
            if len(part) != full:
                return False
        return len(shape.components(mines, RING)) <= 1

    def write(self, writer: Writer, shape: BoardShape) -> None:
        """Forbid three mines in a square, and connect the mines."""
        for square in shape.squares():
            for safe in square:
                mines = [-(i + 1) for i in square if i != safe]
                writer.add(*mines, safe + 1)
        _connect_mines(writer, shape)


@dataclass(frozen=True)
class Outside(LayoutRule):
    """Safe cells form one part; every part of mines reaches the edge of the board."""

    about: RuleInfo

    def holds(self, shape: BoardShape, mines: AbstractSet[int]) -> bool:
        """Look at the parts of both."""
        safe = [i for i in shape.cells() if i not in mines]
        return len(shape.components(safe, ORTH)) <= 1 and all(
            any(shape.border(i) for i in part) for part in shape.components(mines, ORTH)
        )

    def write(self, writer: Writer, shape: BoardShape) -> None:
        """Connect the safe cells with one another and the mines with the edge."""
        for a, b, c, d in shape.squares():
            # follows from the rest: a checkerboard would cut one colour in two
            writer.add(-(a + 1), b + 1, c + 1, -(d + 1))
            writer.add(a + 1, -(b + 1), -(c + 1), d + 1)
        safe = [-(i + 1) for i in shape.cells()]
        _connect(writer, shape, safe, ORTH, _first(writer, shape, safe))
        literals = [i + 1 for i in shape.cells()]
        anchors = [[i + 1] if shape.border(i) else [] for i in shape.cells()]
        for i in shape.cells():
            if not shape.border(i):
                writer.add(-(i + 1), *(j + 1 for j in shape.near(i, ORTH)))
        writer.add_lazy(_OnePart(shape, ORTH, literals, anchors))


@dataclass(frozen=True)
class Snake(LayoutRule):
    """The mines form one path by edges that never touches itself by an edge."""

    about: RuleInfo

    def holds(self, shape: BoardShape, mines: AbstractSet[int]) -> bool:
        """Count the neighbours of every mine, and the parts."""
        beside = [sum(j in mines for j in shape.near(i, ORTH)) for i in mines]
        return (
            set(beside) <= {1, 2}
            and beside.count(1) == 2
            and len(shape.components(mines, ORTH)) == 1
        )

    def write(self, writer: Writer, shape: BoardShape) -> None:
        """Allow one or two neighbours and two ends; a closed ring has no end and is cut off."""
        ends = []
        for i in shape.cells():
            beside = writer.count((j + 1 for j in shape.near(i, ORTH)), 3)
            with writer.given(i + 1):
                writer.number_in(beside, {1, 2})
            ends.append(writer.all_of([i + 1, *(-u for u in beside[1:2])]))
        writer.number_in(writer.count(ends, 3), {2})
        literals = [i + 1 for i in shape.cells()]
        writer.add_lazy(_OnePart(shape, ORTH, literals, [[end] for end in ends]))


@dataclass(frozen=True)
class Groups(LayoutRule):
    """Every part by edges has the same given number of mines."""

    about: RuleInfo
    size: int

    def holds(self, shape: BoardShape, mines: AbstractSet[int]) -> bool:
        """Count the mines of every part."""
        return all(len(part) == self.size for part in shape.components(mines, ORTH))

    def write(self, writer: Writer, shape: BoardShape) -> None:
        """Name every place a group can have, and demand one for every mine."""
        covering: dict[int, list[int]] = {i: [] for i in shape.cells()}
        for group in self._places(shape):
            around = shape.edge_of(group, ORTH)
            if any(writer.known.get(i) is False for i in group):
                continue
            if any(writer.known.get(i) for i in around):
                continue
            there = writer.new()
            for i in sorted(group):
                writer.add(-there, i + 1)
                covering[i].append(there)
            for i in sorted(around):
                writer.add(-there, -(i + 1))
        for i, groups in covering.items():
            writer.add(-(i + 1), *groups)

    def allows(self, shape: BoardShape, mines: int) -> bool:
        """Return True if groups can add up to `mines`."""
        del shape
        return mines % self.size == 0

    def _places(self, shape: BoardShape) -> Iterator[frozenset[int]]:
        for piece in _pieces(self.size):
            height = max(r for r, _ in piece) + 1
            width = max(c for _, c in piece) + 1
            for top in range(shape.rows - height + 1):
                for left in range(shape.cols - width + 1):
                    yield frozenset((top + r) * shape.cols + left + c for r, c in piece)


@lru_cache(maxsize=8)
def _pieces(size: int) -> tuple[tuple[Step, ...], ...]:
    """Return every connected shape of `size` cells, moved to the upper left corner."""
    pieces: set[frozenset[Step]] = {frozenset({(0, 0)})}
    for _ in range(size - 1):
        grown = set()
        for piece in pieces:
            for r, c in piece:
                for dr, dc in ORTH:
                    if (r + dr, c + dc) not in piece:
                        grown.add(_moved(piece | {(r + dr, c + dc)}))
        pieces = grown
    return tuple(tuple(sorted(piece)) for piece in sorted(pieces, key=sorted))


def _moved(piece: frozenset[Step]) -> frozenset[Step]:
    top, left = min(r for r, _ in piece), min(c for _, c in piece)
    return frozenset((r - top, c - left) for r, c in piece)
