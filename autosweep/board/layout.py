"""A mine layout: where the mines are, and the numbers that follow from it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from autosweep.board.board import MINE, Board
from autosweep.board.topology import neighbors
from autosweep.errors import BoardFormatError
from autosweep.geometry import Cell
from autosweep.messages import count_of


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the mines of a board are."""

    rows: int
    cols: int
    mines: frozenset[int]
    """Positions in reading order."""

    def __post_init__(self) -> None:
        if self.rows < 1 or self.cols < 1:
            msg = f"A layout needs at least one row and one column, not {self.rows} x {self.cols}."
            raise BoardFormatError(msg)
        if any(not 0 <= i < self.rows * self.cols for i in self.mines):
            msg = "A layout has a mine outside the board."
            raise BoardFormatError(msg)

    @classmethod
    def parse(cls, lines: Iterable[str]) -> Layout:
        """Read one line a row, `*` for a mine and `.` (or a number) elsewhere."""
        rows = ["".join(line.split()) for line in lines]
        if not rows or len({len(row) for row in rows}) != 1:
            msg = "The rows of a layout must be equally long and at least one."
            raise BoardFormatError(msg)
        text = "".join(rows)
        places = frozenset(i for i, symbol in enumerate(text) if symbol == "*")
        return cls(len(rows), len(rows[0]), places)

    @classmethod
    def random(
        cls, rows: int, cols: int, mines: int, random: Random, *, keep_free: Iterable[int] = ()
    ) -> Layout:
        """Lay mines evenly over the cells outside `keep_free`; needs room for all of them."""
        kept = frozenset(keep_free)
        free = [i for i in range(rows * cols) if i not in kept]
        if mines > len(free):
            msg = f"{count_of(len(free), 'cell')} cannot hold {count_of(mines, 'mine')}."
            raise BoardFormatError(msg, remedy="Ask for fewer mines or a larger board.")
        return cls(rows, cols, frozenset(random.sample(free, mines)))

    def lines(self) -> list[str]:
        """Return one line a row, `*` for a mine and `.` elsewhere."""
        text = "".join("*" if i in self.mines else "." for i in range(self.rows * self.cols))
        return [text[i : i + self.cols] for i in range(0, len(text), self.cols)]

    def is_mine(self, cell: Cell) -> bool:
        """Return True if a cell holds a mine."""
        return cell[0] * self.cols + cell[1] in self.mines

    def numbers(self) -> list[int]:
        """Return for each cell how many mines touch it, mines' own cells included."""
        counts = [0] * (self.rows * self.cols)
        around = neighbors(self.rows, self.cols)
        for i in self.mines:
            for j in around[i]:
                counts[j] += 1
        return counts

    def board(self) -> Board:
        """Return the layout as a board on which everything is open and all mines are shown."""
        cells = bytes(
            MINE if i in self.mines else number for i, number in enumerate(self.numbers())
        )
        return Board(self.rows, self.cols, cells, len(self.mines))
