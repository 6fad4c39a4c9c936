"""Layout rules that small neighbourhoods decide: triples, squares, knights, dominoes, ships."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from autosweep.rules.board_shape import KNIGHT, ORTH, RING, BoardShape
from autosweep.rules.clue import RuleInfo
from autosweep.rules.layout_rule import LayoutRule
from autosweep.rules.writer import Writer

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
"""Row, column and both diagonals."""
LONGEST_SHIP = 4


def squares(shape: BoardShape) -> Iterator[tuple[int, ...]]:
    """Yield every 2 x 2 window."""
    return shape.squares()


def triples(shape: BoardShape) -> Iterator[tuple[int, ...]]:
    """Yield every straight line of three cells, diagonals included."""
    return shape.lines(3, DIRECTIONS)


def straight_triples(shape: BoardShape) -> Iterator[tuple[int, ...]]:
    """Yield every three cells in a row or column."""
    return shape.lines(3, DIRECTIONS[:2])


def knight_pairs(shape: BoardShape) -> Iterator[tuple[int, ...]]:
    """Yield every two cells a knight's move apart."""
    return ((i, j) for i in shape.cells() for j in shape.near(i, KNIGHT) if i < j)


def level_pairs(shape: BoardShape) -> Iterator[tuple[int, ...]]:
    """Yield every two cells side by side."""
    return shape.lines(2, DIRECTIONS[:1])


def edge_pairs(shape: BoardShape) -> Iterator[tuple[int, ...]]:
    """Yield every two cells that share an edge."""
    return shape.lines(2, DIRECTIONS[:2])


def orthogonal(shape: BoardShape, cell: int) -> tuple[int, ...]:
    """Return the cells that share an edge with a cell."""
    return shape.near(cell, ORTH)


def sideways(shape: BoardShape, cell: int) -> tuple[int, ...]:
    """Return the cells left and right of a cell."""
    return shape.near(cell, ((0, -1), (0, 1)))


def is_dark(shape: BoardShape, cell: int) -> bool:
    """Return True if a cell is dark."""
    return shape.dark(cell)


@dataclass(frozen=True)
class InTriples(LayoutRule):
    """Every mine lies in a straight line of three mines."""

    about: RuleInfo

    def holds(self, shape: BoardShape, mines: AbstractSet[int]) -> bool:
        """Collect the cells of all lines of three mines."""
        covered = {i for line in triples(shape) if mines >= set(line) for i in line}
        return covered >= mines

    def write(self, writer: Writer, shape: BoardShape) -> None:
        """Name each line and demand one for every mine."""
        through: dict[int, list[int]] = {i: [] for i in shape.cells()}
        for line in triples(shape):
            full = writer.all_of(i + 1 for i in line)
            for i in line:
                through[i].append(full)
        for i, lines in through.items():
            writer.add(-(i + 1), *lines)


@dataclass(frozen=True)
class Ships(LayoutRule):
    """Every part that hangs together, corners included, is a straight bar of one to four."""

    about: RuleInfo

    def holds(self, shape: BoardShape, mines: AbstractSet[int]) -> bool:
        """Look at the shape of every part."""
        for part in shape.components(mines, RING):
            rows = {i // shape.cols for i in part}
            cols = {i % shape.cols for i in part}
            if min(len(rows), len(cols)) > 1 or len(part) > LONGEST_SHIP:
                return False
        return True

    def write(self, writer: Writer, shape: BoardShape) -> None:
        """Forbid contact at corners, which every bend has too, and five in a line."""
        for a, b, c, d in shape.squares():
            writer.add(-(a + 1), -(d + 1))
            writer.add(-(b + 1), -(c + 1))
        for line in shape.lines(LONGEST_SHIP + 1, DIRECTIONS[:2]):
            writer.add(*(-(i + 1) for i in line))
