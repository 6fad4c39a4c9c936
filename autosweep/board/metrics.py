"""How much work a layout is: openings, islands, 3BV, an estimate of the ZiNi, buried mines."""

from __future__ import annotations

import heapq

from autosweep.board.layout import Layout
from autosweep.board.topology import neighbors


def openings(layout: Layout) -> int:
    """Return the number of areas that one click opens by flooding."""
    return len(_Units(layout).openings)


def bbbv(layout: Layout) -> int:
    """Return the 3BV: one click for each opening and for each number that no opening touches."""
    return _Units(layout).count


def islands(layout: Layout) -> int:
    """Return the number of connected groups of numbers that no opening touches."""
    units = _Units(layout)
    todo = set(units.alone)
    found = 0
    while todo:
        found += 1
        group = [todo.pop()]
        for i in group:
            near = todo.intersection(units.around[i])
            todo -= near
            group.extend(near)
    return found


def buried(layout: Layout) -> int:
    """Return the number of mines that have nothing but mines round them."""
    around = neighbors(layout.rows, layout.cols)
    return sum(bool(around[i]) and layout.mines.issuperset(around[i]) for i in layout.mines)


class _Units:
    """What 3BV counts: openings, and numbers that no opening touches."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.around = neighbors(layout.rows, layout.cols)
        numbers = layout.numbers()
        size = len(numbers)
        self.openings: list[set[int]] = []
        """The cells that each opening opens."""
        zeros = {i for i, number in enumerate(numbers) if not number and i not in layout.mines}
        self.zeros = frozenset(zeros)
        for start in sorted(zeros):
            if start not in zeros:
                continue
            zeros.remove(start)
            todo, cells = [start], {start}
            for i in todo:
                cells.update(self.around[i])
                near = zeros.intersection(self.around[i])
                zeros -= near
                todo.extend(near)
            self.openings.append(cells)
        touched = set().union(*self.openings)
        self.alone = [i for i in range(size) if i not in layout.mines and i not in touched]
        self.count = len(self.openings) + len(self.alone)


def zini(layout: Layout) -> int:
    """Return an estimate of the fewest clicks with flags and chords, by the greedy ZiNi method.

    Again and again the chord that saves the most clicks is made: what it solves, less opening its
    cell, marking the mines round it and the click itself.
    """
    return _Greedy(layout).clicks()


class _Greedy:
    """One run of the greedy method."""

    def __init__(self, layout: Layout) -> None:
        self._units = units = _Units(layout)
        self._layout = layout
        size = layout.rows * layout.cols
        self._open = [False] * size
        self._flag = [False] * size
        self._opening_of = {
            i: k for k, cells in enumerate(units.openings) for i in cells & units.zeros
        }
        self._alone = set(units.alone)
        self._left = set(range(len(units.openings)))
        self._clicks = 0
        self._heap: list[tuple[int, int]] = []
        self._gain = [-size] * size

    def clicks(self) -> int:
        for i in range(len(self._open)):
            self._look(i)
        while self._heap:
            gain, i = heapq.heappop(self._heap)
            if -gain == self._gain[i] and -gain >= 0:
                self._chord(i)
        return self._clicks + len(self._left) + sum(not self._open[i] for i in self._alone)

    def _look(self, i: int) -> None:
        """Work out again what a chord saves."""
        if i in self._layout.mines or i in self._units.zeros:
            return
        near = self._units.around[i]
        solved = {self._opening_of[j] for j in near if j in self._opening_of} & self._left
        gain = len(solved) + sum(j in self._alone and not self._open[j] for j in near)
        gain -= 1 + sum(j in self._layout.mines and not self._flag[j] for j in near)
        if not self._open[i] and i not in self._alone:
            gain -= 1
        if gain != self._gain[i]:
            self._gain[i] = gain
            if gain >= 0:
                heapq.heappush(self._heap, (-gain, i))

    def _chord(self, i: int) -> None:
        changed: set[int] = set()
        self._clicks += 1 + (not self._open[i])
        self._show(i, changed)
        for j in self._units.around[i]:
            if j not in self._layout.mines:
                self._show(j, changed)
            elif not self._flag[j]:
                self._flag[j] = True
                self._clicks += 1
                changed.add(j)
        for j in {near for k in changed for near in (k, *self._units.around[k])}:
            self._look(j)

    def _show(self, i: int, changed: set[int]) -> None:
        opening = self._opening_of.get(i)
        if opening is None:
            cells = set() if self._open[i] else {i}
        else:
            cells = self._units.openings[opening] if opening in self._left else set()
            self._left.discard(opening)
        for j in cells:
            self._open[j] = True
        changed.update(cells)
