"""A board while it is made and solved, in plain Python, as `engine/generate_board` does it.

Each cell keeps two sets of its eight neighbours as bits: those that are not decided, and the mines.
All a solver sees of the mines is how many are left round an open cell, the size of both together.
All tables have a frame of two cells round the board, since clues two cells apart are compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from enum import IntEnum

DOWN = (-1, -1, -1, 0, 0, 1, 1, 1)
RIGHT = (-1, 0, 1, -1, 1, -1, 0, 1)
PAIRS = tuple((down, right) for down in range(-2, 3) for right in range(-2, 3))
"""Where the second clue of a pair is, seen from the first; (0, 0) stands for no second clue."""


def _make_view(down: int, right: int) -> tuple[int, ...]:
    here = {(DOWN[d], RIGHT[d]): d for d in range(8)}
    view = [0] * 256
    for bits in range(256):
        for d in range(8):
            place = (down + DOWN[d], right + RIGHT[d])
            if bits >> d & 1 and place in here:
                view[bits] |= 1 << here[place]
    return tuple(view)


VIEWS = {place: _make_view(*place) for place in PAIRS}
"""For each place of a second clue: its neighbours, as bits, as bits of the first clue."""
DIRECTIONS = tuple(tuple(d for d in range(8) if bits >> d & 1) for bits in range(256))
"""The directions in a set of neighbours, rising."""


class CellState(IntEnum):
    """What is known of a cell."""

    HIDDEN = 0
    OPEN = 1
    MINE = 2
    FRAME = 3


class WorkingBoard:
    """Mines, what is known, and what follows from single clues and from pairs."""

    def __init__(self, rows: int, cols: int) -> None:
        self.rows, self.cols, self.size = rows, cols, rows * cols
        self.width = cols + 4
        self.around = tuple(DOWN[d] * self.width + RIGHT[d] for d in range(8))
        self.inside = [(i // cols + 2) * self.width + i % cols + 2 for i in range(self.size)]
        """Table place of each position in reading order."""
        tables = (rows + 4) * self.width
        self.position = [-1] * tables
        for i, at in enumerate(self.inside):
            self.position[at] = i
        self.on_board = [0] * tables
        """Neighbours on the board, as bits."""
        for at in self.inside:
            for d, step in enumerate(self.around):
                if self.position[at + step] >= 0:
                    self.on_board[at] |= 1 << d
        self.mine = [False] * tables
        self.mined = [0] * tables
        self.mines = 0
        self.cover()

    def lay(self, mines: Sequence[int]) -> None:
        """Lay new mines, given as a 0 or 1 for each cell; nothing is known."""
        self.mined = [0] * len(self.position)
        self.mines = sum(mines)
        for i, at in enumerate(self.inside):
            self.mine[at] = bool(mines[i])
            if mines[i]:
                for d, step in enumerate(self.around):
                    self.mined[at + step] |= 1 << 7 - d
        self.cover()

    def cover(self) -> None:
        """Forget what is known, keep the mines."""
        self.seen = [CellState.FRAME] * len(self.position)
        for at in self.inside:
            self.seen[at] = CellState.HIDDEN
        self.unknown = list(self.on_board)
        self.opened = [0] * len(self.position)
        """Open neighbours, as bits."""
        self.safe_left = self.size - self.mines
        self.undecided = self.size
        self.inner, self.inner_mines = self.size, self.mines
        self._singles: set[int] = set()
        self._pairs: set[int] = set()

    def clone(self) -> WorkingBoard:
        """Return a board that can be changed on its own."""
        other = copy(self)
        other.mine, other.mined = list(self.mine), list(self.mined)
        other.seen, other.unknown = list(self.seen), list(self.unknown)
        other.opened = list(self.opened)
        other._singles = set(self._singles)  # noqa: SLF001 - its own kind
        other._pairs = set(self._pairs)  # noqa: SLF001 - its own kind
        return other

    def flip(self, at: int) -> None:
        """Change the truth under a cell that is not decided."""
        change = -1 if self.mine[at] else 1
        self.mine[at] = not self.mine[at]
        self.mines += change
        self.safe_left -= change
        if not self.opened[at]:
            self.inner_mines += change
        for d, step in enumerate(self.around):
            self.mined[at + step] ^= 1 << 7 - d
            self._watch(at + step)

    def is_clue(self, at: int) -> bool:
        """Return True if a cell is open and has neighbours that are not decided."""
        return self.seen[at] == CellState.OPEN and self.unknown[at] != 0

    def beside(self, at: int, bits: int) -> Iterator[int]:
        """Yield the neighbours of a set of bits."""
        for d in DIRECTIONS[bits]:
            yield at + self.around[d]

    def _watch(self, at: int) -> None:
        if self.seen[at] == CellState.OPEN:
            self._singles.add(at)
            self._pairs.add(at)

    def _decide(self, at: int) -> None:
        self.undecided -= 1
        if not self.opened[at]:
            self.inner -= 1
            self.inner_mines -= self.mine[at]
        for d, step in enumerate(self.around):
            self.unknown[at + step] &= ~(1 << 7 - d)
            self._watch(at + step)

    def open(self, at: int) -> None:
        """Open a hidden cell that has no mine."""
        self.seen[at] = CellState.OPEN
        self.safe_left -= 1
        self._decide(at)
        for d, step in enumerate(self.around):
            near = at + step
            if not self.opened[near] and self.seen[near] == CellState.HIDDEN:
                self.inner -= 1
                self.inner_mines -= self.mine[near]
            self.opened[near] |= 1 << 7 - d
        self._watch(at)

    def mark(self, at: int) -> None:
        """Note that a hidden cell has a mine."""
        self.seen[at] = CellState.MINE
        self._decide(at)

    def settle(self, at: int) -> None:
        """Open or mark a hidden cell, whatever it is."""
        if self.mine[at]:
            self.mark(at)
        else:
            self.open(at)

    def follow(self, *, pairs: bool = True) -> None:
        """Follow single clues and pairs to the end; what that decides depends on no order."""
        while self._singles or (pairs and self._pairs):
            if self._singles:
                self._single(self._singles.pop())
            else:
                self._compare(self._pairs.pop())

    def _single(self, at: int) -> None:
        mined = self.unknown[at] & self.mined[at]
        if mined in (0, self.unknown[at]):
            for near in self.beside(at, self.unknown[at]):
                self.settle(near)

    def _compare(self, at: int) -> None:
        for down, right in PAIRS:
            other = at + down * self.width + right
            if other == at or not self.is_clue(other):
                continue
            if not self.unknown[at]:
                return
            own, theirs = self.own_cells(at, down, right)
            mines, their_mines = own & self.mined[at], theirs & self.mined[other]
            if (mines, their_mines) in ((own, 0), (0, theirs)) and own | theirs:
                for near in (*self.beside(at, own), *self.beside(other, theirs)):
                    self.settle(near)

    def own_cells(self, at: int, down: int, right: int) -> tuple[int, int]:
        """Return the undecided cells of a clue that a second one lacks, and the reverse."""
        a, b = self.unknown[at], self.unknown[at + down * self.width + right]
        return a & ~VIEWS[down, right][b], b & ~VIEWS[-down, -right][a]
