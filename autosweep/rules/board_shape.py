"""The bare board that rules speak about: its size, who lies where, and which cells hang together.

Cells are positions in reading order. A cell is dark where row + column is odd. Imports nothing but
the board room's table of neighbourhoods.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from autosweep.board.topology import Step, at_steps

RING: tuple[Step, ...] = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
"""The eight neighbours clockwise from the upper left, as a circle."""
ORTH: tuple[Step, ...] = ((-1, 0), (0, 1), (1, 0), (0, -1))
CROSS: tuple[Step, ...] = (*ORTH, (-2, 0), (0, 2), (2, 0), (0, -2))
KNIGHT: tuple[Step, ...] = (
    (-2, -1),
    (-2, 1),
    (-1, 2),
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
)


@dataclass(frozen=True, slots=True)
class BoardShape:
    """A rectangle of cells."""

    rows: int
    cols: int

    @property
    def size(self) -> int:
        """Number of cells."""
        return self.rows * self.cols

    def cells(self) -> range:
        """Return all cells."""
        return range(self.size)

    def row(self, r: int) -> range:
        """Return the cells of a row, from the left."""
        return range(r * self.cols, (r + 1) * self.cols)

    def column(self, c: int) -> range:
        """Return the cells of a column, from the top."""
        return range(c, self.size, self.cols)

    def name(self, cell: int) -> str:
        """Return a cell as people write it: row, column."""
        r, c = divmod(cell, self.cols)
        return f"{r},{c}"

    def dark(self, cell: int) -> bool:
        """Return True if a cell is dark on the checkerboard."""
        return sum(divmod(cell, self.cols)) % 2 == 1

    def border(self, cell: int) -> bool:
        """Return True if a cell lies at the edge of the board."""
        r, c = divmod(cell, self.cols)
        return r in (0, self.rows - 1) or c in (0, self.cols - 1)

    def at(self, cell: int, steps: tuple[Step, ...]) -> tuple[int | None, ...]:
        """Return the cells at the given steps, None off the board."""
        return at_steps(self.rows, self.cols, steps)[cell]

    def near(self, cell: int, steps: tuple[Step, ...]) -> tuple[int, ...]:
        """Return the cells at the given steps that are on the board."""
        return tuple(i for i in self.at(cell, steps) if i is not None)

    def ray(self, cell: int, step: Step) -> list[int]:
        """Return the cells seen from a cell in a direction, nearest first, up to the edge."""
        seen = []
        while (ahead := self.at(cell, (step,))[0]) is not None:
            seen.append(ahead)
            cell = ahead
        return seen

    def lines(self, length: int, steps: Iterable[Step]) -> Iterator[tuple[int, ...]]:
        """Yield every straight line of `length` cells in the given directions."""
        for step in steps:
            for cell in self.cells():
                line = [cell, *self.ray(cell, step)[: length - 1]]
                if len(line) == length:
                    yield tuple(line)

    def squares(self) -> Iterator[tuple[int, int, int, int]]:
        """Yield every 2 x 2 window: upper left, upper right, lower left, lower right."""
        for r in range(self.rows - 1):
            for c in range(self.cols - 1):
                i = r * self.cols + c
                yield i, i + 1, i + self.cols, i + self.cols + 1

    def interleaved(self, cells: Iterable[int]) -> list[int]:
        """Return cells along a curve that fills squares, so that neighbours are counted together.

        Clues, windows and other counts then bound parts of a count by themselves.
        """

        def place(cell: int) -> int:
            r, c = divmod(cell, self.cols)
            return sum((r >> k & 1) << 2 * k + 1 | (c >> k & 1) << 2 * k for k in range(8))

        return sorted(cells, key=place)

    def edge_of(self, cells: AbstractSet[int], steps: tuple[Step, ...]) -> set[int]:
        """Return the cells outside a set that touch it by one of the steps."""
        return {j for i in cells for j in self.near(i, steps) if j not in cells}

    def components(
        self,
        cells: Iterable[int],
        steps: tuple[Step, ...],
        among: Callable[[int], bool] | None = None,
    ) -> list[set[int]]:
        """Split cells into parts that hang together by steps, in order of their first cells.

        With `among` the parts grow from the given cells over all cells for which it holds.
        """
        start = sorted(cells)
        belongs = set(start).__contains__ if among is None else among
        parts: list[set[int]] = []
        seen: set[int] = set()
        for first in start:
            if first in seen:
                continue
            part, todo = {first}, [first]
            while todo:
                for j in self.near(todo.pop(), steps):
                    if j not in part and belongs(j):
                        part.add(j)
                        todo.append(j)
            seen |= part
            parts.append(part)
        return parts
