"""What a position is worth by experience: the twin of values.cpp, and the numbers of both.

A small network looks at sums over the cells after a guess, the same sums before it, and the cell
that was opened. tools/train_values.py fits it to what became of such positions in many games.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import exp, log, log1p, log2, sqrt, tanh

from autosweep.solver.counter import Count

SUMS = 26
FEATURES = 2 * SUMS + 6
_FURTHEST = 5.0
"""Deviations from the mean; beyond it nothing was learned."""
_OPEN = 2.0
"""Stands for the chance of a mine where a cell is open."""
_SMALL = 6
"""Up to so many undecided cells a region is small."""


@cache
def network() -> bytes:
    """Return the numbers of the network as doubles side by side, as the engine takes them."""
    text = files(__package__).joinpath("values.json").read_text("utf-8")
    return array("d", json.loads(text)["numbers"]).tobytes()


@dataclass(frozen=True, slots=True)
class Field:
    """A counted position as it is described."""

    rows: int
    cols: int
    chance: list[float]
    """Of a mine: exactly 0 or 1 where certain, more than 1 where the cell is open."""
    log2_layouts: float

    @classmethod
    def of(cls, rows: int, cols: int, known: Count) -> Field:
        """Take over what is known of a board."""
        chance = [_OPEN] * (rows * cols)
        for cell, value in known.probability.items():
            chance[cell] = min(max(value, 1e-300), 1 - 1e-16)
        for cell in known.safe:
            chance[cell] = 0.0
        for cell in known.mines:
            chance[cell] = 1.0
        return cls(rows, cols, chance, log2(known.solutions))

    def at(self, r: int, c: int) -> float:
        """Return the chance at a place; beyond the edge nothing is ever opened, as with a mine."""
        inside = 0 <= r < self.rows and 0 <= c < self.cols
        return self.chance[r * self.cols + c] if inside else 1.0

    def around(self, r: int, c: int) -> Iterator[float]:
        """Yield the chances of the cells round a place and of itself, in reading order."""
        for y in range(max(r - 1, 0), min(r + 2, self.rows)):
            for x in range(max(c - 1, 0), min(c + 2, self.cols)):
                yield self.chance[y * self.cols + x]


def describe(field: Field) -> list[float]:
    """Return sums over the cells of a position."""
    safe = best = cells = mines = sea = sea_chance = entropies = 0.0
    doubt = even = likely = pairs = squares = zeros = shore = corners = edges = 0.0
    for r in range(field.rows):
        for c in range(field.cols):
            p = field.at(r, c)
            safe += p == 0
            if not 0 < p < 1:
                continue
            cells += 1
            mines += p
            best = max(best, 1 - p)
            likely += p < 0.05
            beside, undecided, zero = False, 0, 1.0
            for q in field.around(r, c):
                beside |= q > 1
                undecided += 0 < q < 1
                zero *= 1 if q > 1 else 1 - q
            zeros += zero
            sides = (r == 0) + (c == 0) + (r == field.rows - 1) + (c == field.cols - 1)
            edges += sides > 0
            corners += sides > 1
            if beside:
                entropies -= p * log2(p) + (1 - p) * log2(1 - p)
                doubt += min(p, 1 - p)
                even += 0.4 < p < 0.6
                shore += undecided > 1
            else:
                sea += 1
                sea_chance = p
            pairs += _pair(field, r, c, down=False) + _pair(field, r, c, down=True)
            squares += _square(field, r, c)
    count, small = _regions(field)
    risk = log(best) if cells else 0.0
    return [
        1.0 if safe else 0.0,
        1 - exp(-safe / 2),
        log1p(safe),
        0.0 if safe else risk,
        risk,
        cells,
        mines,
        sea,
        cells - sea,
        sea_chance,
        mines / cells if cells else 0.0,
        entropies,
        doubt,
        even,
        likely,
        pairs,
        squares,
        sqrt(max(field.log2_layouts, 0.0)),
        field.log2_layouts,
        zeros,
        shore,
        corners,
        edges,
        count,
        small,
        sqrt(cells),
    ]


def _mine(chance: float) -> float:
    return 0.0 if chance > 1 else chance


def _pair(field: Field, r: int, c: int, *, down: bool) -> float:
    """Return how likely a cell and the next one end as a coin toss.

    One of them is a mine, and whatever touches only one of them is a mine too and never tells.
    """
    p, q = field.at(r, c), field.at(r + down, c + (not down))
    if not 0 < q < 1:
        return 0.0
    closed = 1.0
    for k in (-1, 0, 1):
        if down:
            closed *= _mine(field.at(r - 1, c + k)) * _mine(field.at(r + 2, c + k))
        else:
            closed *= _mine(field.at(r + k, c - 1)) * _mine(field.at(r + k, c + 2))
    return closed * (1 if abs(p + q - 1) < 1e-9 else p * (1 - q) + q * (1 - p))


def _square(field: Field, r: int, c: int) -> float:
    """Return the same of four cells in a square whose mines lie across."""
    a, b = field.at(r, c), field.at(r, c + 1)
    d, e = field.at(r + 1, c), field.at(r + 1, c + 1)
    if not all(0 < p < 1 for p in (a, b, d, e)):
        return 0.0
    closed = 1.0
    for y, x in ((r - 1, c - 1), (r - 1, c + 2), (r + 2, c - 1), (r + 2, c + 2)):
        closed *= _mine(field.at(y, x))
    return closed * (a * e * (1 - b) * (1 - d) + b * d * (1 - a) * (1 - e))


def _regions(field: Field) -> tuple[float, float]:
    """Count undecided cells that hang together, and how many cells lie in small regions."""
    left = {i for i, p in enumerate(field.chance) if 0 < p < 1}
    count = small = 0.0
    while left:
        todo = [left.pop()]
        size = 0
        while todo:
            r, c = divmod(todo.pop(), field.cols)
            size += 1
            for y in range(max(r - 1, 0), min(r + 2, field.rows)):
                for x in range(max(c - 1, 0), min(c + 2, field.cols)):
                    j = y * field.cols + x
                    if j in left:
                        left.remove(j)
                        todo.append(j)
        count += 1
        small += size if size <= _SMALL else 0
    return count, small


def join(
    field: Field, cell: int, digit: int, before: Sequence[float], after: Sequence[float]
) -> list[float]:
    """Return all features of a cell that shows a digit; the field is that before it was opened."""
    r, c = divmod(cell, field.cols)
    beside, undecided, found = False, -1, digit  # the cell itself is undecided
    for p in field.around(r, c):
        beside |= p > 1
        undecided += 0 < p < 1
        found -= p == 1
    sides = (r == 0) + (c == 0) + (r == field.rows - 1) + (c == field.cols - 1)
    share = found / undecided if undecided > 0 else 0.0
    about_cell = [float(not beside), sides, undecided, found, share, log(1 - field.chance[cell])]
    return [*after, *before, *about_cell]


@dataclass(frozen=True, slots=True)
class Values:
    """The network."""

    numbers: tuple[float, ...]

    @classmethod
    def of(cls, data: bytes) -> Values:
        """Read numbers side by side: see values.hpp for their order."""
        return cls(tuple(array("d", data)))

    def __call__(self, features: Sequence[float]) -> float:
        """Return about the chance to win."""
        numbers = self.numbers
        inputs = [
            min(max((x - mean) / scale, -_FURTHEST), _FURTHEST)
            for x, mean, scale in zip(
                features, numbers[:FEATURES], numbers[FEATURES : 2 * FEATURES], strict=True
            )
        ]
        total = numbers[-1]
        at = 2 * FEATURES
        while at < len(numbers) - FEATURES - 1:
            inner = numbers[at] + _product(numbers[at + 1 : at + 1 + FEATURES], inputs)
            total += numbers[at + 1 + FEATURES] * tanh(inner)
            at += FEATURES + 2
        total += _product(numbers[at : at + FEATURES], inputs)
        return 1 / (1 + exp(-total))


def _product(a: Sequence[float], b: Sequence[float]) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))
