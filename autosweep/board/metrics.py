"""How much work a layout is: openings and 3BV, the fewest left clicks that win without chords."""

from __future__ import annotations

from autosweep.board.layout import Layout
from autosweep.board.topology import neighbors


def openings(layout: Layout) -> int:
    """Return the number of areas that one click opens by flooding."""
    return _count(layout)[0]


def bbbv(layout: Layout) -> int:
    """Return the 3BV: one click for each opening and for each number that no opening touches."""
    areas, alone = _count(layout)
    return areas + alone


def _count(layout: Layout) -> tuple[int, int]:
    numbers = layout.numbers()
    around = neighbors(layout.rows, layout.cols)
    reached = [i in layout.mines for i in range(len(numbers))]
    areas = 0
    for start, number in enumerate(numbers):
        if number or reached[start]:
            continue
        areas += 1
        reached[start] = True
        todo = [start]
        while todo:
            for j in around[todo.pop()]:
                if not reached[j]:
                    reached[j] = True
                    if numbers[j] == 0:
                        todo.append(j)
    return areas, reached.count(False)
