"""Is a layout solved by reasoning alone? Judged by single clues and a SAT solver.

Shares nothing with the generator: no engine, no counting. A cell is opened only when a number
beside it or the SAT solver says that every layout that fits has no mine there.
"""

from __future__ import annotations

from autosweep.board import HIDDEN, Board, Layout
from autosweep.board.topology import neighbors
from autosweep.geometry import Cell
from autosweep.solver.constraints import gather
from autosweep.solver.sat import certain_cells


class Referee:
    """Plays one layout and never opens a cell that is not proven."""

    def __init__(self, layout: Layout, *, count_mines: bool) -> None:
        self.layout = layout
        self.around = neighbors(layout.rows, layout.cols)
        self.numbers = layout.numbers()
        self.mines = len(layout.mines) if count_mines else None
        self.open: set[int] = set()
        self.marked: set[int] = set()
        self.asked = 0
        """Questions to the SAT solver."""

    def solves(self, start: Cell) -> bool:
        """Return True if opening a cell and reasoning opens everything without a mine."""
        first = start[0] * self.layout.cols + start[1]
        assert first not in self.layout.mines
        self._follow([first])
        free = len(self.numbers) - len(self.layout.mines)
        while len(self.open) < free:
            proven = self._prove()
            if not proven:
                return False
            self._follow(proven)
        return True

    def _follow(self, todo: list[int]) -> None:
        """Open cells and what single clues prove after them."""
        look = list(todo)
        for i in todo:
            assert i not in self.layout.mines
            self.open.add(i)
            look += self.around[i]
        while look:
            i = look.pop()
            if i not in self.open:
                continue
            hidden = [j for j in self.around[i] if j not in self.open and j not in self.marked]
            need = self.numbers[i] - sum(j in self.marked for j in self.around[i])
            if hidden and need in (0, len(hidden)):
                (self.marked if need else self.open).update(hidden)
                for j in hidden:
                    assert (j in self.layout.mines) == (need > 0)
                    look += (j, *self.around[j])

    def _prove(self) -> list[int]:
        self.asked += 1
        cells = bytes(n if i in self.open else HIDDEN for i, n in enumerate(self.numbers))
        found = certain_cells(gather(Board(self.layout.rows, self.layout.cols, cells, self.mines)))
        assert found is not None
        return [i for i in found.safe if i not in self.open]


def solved_by_sat(layout: Layout, start: Cell, *, count_mines: bool) -> bool:
    """Return True if reasoning alone solves a layout from a start."""
    return Referee(layout, count_mines=count_mines).solves(start)
