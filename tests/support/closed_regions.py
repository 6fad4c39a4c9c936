"""Closed regions and coin tosses of a small position, by listing all of its layouts.

Written without any idea of the engine's: it looks at the layouts alone, and at which cells are
neighbours. Exponential: keep boards at a dozen hidden cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from autosweep.board import Board
from autosweep.board.topology import neighbors


@dataclass(frozen=True, slots=True)
class Position:
    """A board with all of its layouts."""

    board: Board
    layouts: tuple[frozenset[int], ...]

    @classmethod
    def of(cls, board: Board) -> Position:
        """List the layouts of a board with a known mine total."""
        around = neighbors(board.rows, board.cols)
        hidden = [i for i, code in enumerate(board.cells) if code > 8]
        found = (
            mines
            for mines in map(frozenset, combinations(hidden, board.mines or 0))
            if all(
                code > 8 or len(mines.intersection(around[i])) == code
                for i, code in enumerate(board.cells)
            )
        )
        return cls(board, tuple(found))

    @property
    def undecided(self) -> set[int]:
        """The cells that are a mine in some layouts and safe in others."""
        return set(frozenset.union(*self.layouts) - frozenset.intersection(*self.layouts))

    @property
    def live(self) -> set[int]:
        """The cells that may show different numbers."""
        around = neighbors(self.board.rows, self.board.cols)
        hidden = {i for i, code in enumerate(self.board.cells) if code > 8}
        return {
            i
            for i in hidden
            if len({len(m.intersection(around[i])) for m in self.layouts if i not in m}) > 1
        }

    def layouts_within(self, cells: Iterable[int]) -> set[frozenset[int]]:
        """Return the different ways in which some cells hold mines."""
        chosen = frozenset(cells)
        return {mines & chosen for mines in self.layouts}

    def regions(self) -> list[set[int]]:
        """Return the closed regions: undecided cells that no cell outside can tell about.

        A clue ties the cells that it touches, neighbours are tied, and so is everything whose
        number of mines may vary, because of the mine total.
        """
        around = neighbors(self.board.rows, self.board.cols)
        undecided = self.undecided
        parts = list(_joined(undecided, [*self._touched(), *({i, *around[i]} for i in undecided)]))
        varying = [part for part in parts if self._varies(part)]
        closed = [part for part in parts if part not in varying]
        return [*closed, *([set().union(*varying)] if varying else [])]

    def coin_tosses(self) -> list[set[int]]:
        """Return cells tied by clues whose two layouts no cell outside tells apart."""
        around = neighbors(self.board.rows, self.board.cols)
        undecided = self.undecided
        found = []
        for part in _joined(undecided, self._touched()):
            layouts = self.layouts_within(part)
            beside = {j for i in part for j in around[i]} & undecided - part
            same = all(len({len(m.intersection(around[j])) for m in layouts}) == 1 for j in beside)
            if len(layouts) == 2 and not self._varies(part) and same:
                found.append(part)
        return found

    def _varies(self, part: set[int]) -> bool:
        return len({len(mines) for mines in self.layouts_within(part)}) > 1

    def _touched(self) -> Iterator[set[int]]:
        around = neighbors(self.board.rows, self.board.cols)
        return (set(around[i]) for i, code in enumerate(self.board.cells) if code <= 8)


def _joined(cells: set[int], ties: Iterable[set[int]]) -> Iterator[set[int]]:
    """Yield the sets of cells that ties connect."""
    parts = [{cell} for cell in cells]
    for tie in ties:
        touched = [part for part in parts if part & tie]
        if len(touched) > 1:
            parts = [part for part in parts if not part & tie] + [set().union(*touched)]
    yield from parts
