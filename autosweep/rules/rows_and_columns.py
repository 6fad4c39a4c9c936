"""Layout rules about rows and columns: balance, segments, zero sums, bridges."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import groupby, pairwise

from autosweep.rules.board_shape import BoardShape
from autosweep.rules.clue import RuleInfo
from autosweep.rules.layout_rule import LayoutRule, bands, columns
from autosweep.rules.writer import Writer


def _literals(cells: Iterable[int]) -> list[int]:
    return [i + 1 for i in cells]


def _runs(line: Iterable[int], mines: AbstractSet[int]) -> list[int]:
    """Return the lengths of the runs of mines in a line."""
    return [len(list(run)) for mine, run in groupby(line, mines.__contains__) if mine]


@dataclass(frozen=True)
class Balance(LayoutRule):
    """All rows have equally many mines, and so have all columns."""

    about: RuleInfo

    def holds(self, shape: BoardShape, mines: AbstractSet[int]) -> bool:
        """Compare the sums."""
        return all(
            len({sum(i in mines for i in line) for line in lines}) == 1
            for lines in (bands(shape), columns(shape))
        )

    def write(self, writer: Writer, shape: BoardShape) -> None:
        """Count every line in unary and demand that neighbours are equal."""
        for lines in (bands(shape), columns(shape)):
            counts = [writer.count(_literals(line)) for line in lines]
            for one, other in pairwise(counts):
                writer.equal(one, other)

    def allows(self, shape: BoardShape, mines: int) -> bool:
        """Return True if the mines can be shared out evenly."""
        return mines % shape.rows == 0 and mines % shape.cols == 0


@dataclass(frozen=True)
class RowSumsDiffer(LayoutRule):
    """No two rows have equally many mines."""

    about: RuleInfo

    def holds(self, shape: BoardShape, mines: AbstractSet[int]) -> bool:
        """Compare the sums."""
        sums = [sum(i in mines for i in row) for row in bands(shape)]
        return len(set(sums)) == len(sums)

    def write(self, writer: Writer, shape: BoardShape) -> None:
        """Count every row in unary and forbid equal numbers."""
        counts = [writer.count(_literals(row)) for row in bands(shape)]
        for k, one in enumerate(counts):
            for other in counts[k + 1 :]:
                for number in range(shape.cols + 1):
                    writer.add(
                        *(-lit for lit in (*_exactly(one, number), *_exactly(other, number)))
                    )


def _exactly(unary: Sequence[int], number: int) -> list[int]:
    """Return literals that together say that a unary number is this one."""
    return [*([unary[number - 1]] if number else []), *(-u for u in unary[number : number + 1])]


@dataclass(frozen=True)
class OneRun(LayoutRule):
    """Every row has exactly one run of mines."""

    about: RuleInfo

    def holds(self, shape: BoardShape, mines: AbstractSet[int]) -> bool:
        """Count the runs of every row."""
        return all(len(_runs(row, mines)) == 1 for row in bands(shape))

    def write(self, writer: Writer, shape: BoardShape) -> None:
        """Demand one place in every row where a run begins."""
        for row in bands(shape):
            begins = [row[0] + 1] + [writer.all_of([-(i), i + 1]) for i in row[1:]]
            writer.exactly_one(begins)


@dataclass(frozen=True)
class RunsDiffer(LayoutRule):
    """The runs of mines in a row have different lengths."""

    about: RuleInfo

    def holds(self, shape: BoardShape, mines: AbstractSet[int]) -> bool:
        """Compare the lengths of every row."""
        for row in bands(shape):
            runs = _runs(row, mines)
            if len(set(runs)) < len(runs):
                return False
        return True

    def write(self, writer: Writer, shape: BoardShape) -> None:
        """Forbid every two runs of the same length."""
        for row in bands(shape):
            for length in range(1, shape.cols // 2 + 1):
                starts = range(shape.cols - length + 1)
                runs = [self._run(row, start, length) for start in starts]
                for k, one in enumerate(runs):
                    for other in runs[k + length + 1 :]:
                        writer.add(*(-literal for literal in {*one, *other}))

    @staticmethod
    def _run(row: range, start: int, length: int) -> list[int]:
        """Return literals that together say that there is a run at a place of a row."""
        ends = [k for k in (start - 1, start + length) if 0 <= k < len(row)]
        return [row[k] + 1 for k in range(start, start + length)] + [-(row[k] + 1) for k in ends]


@dataclass(frozen=True)
class ZeroSum(LayoutRule):
    """In every row as many mines are dark as plain."""

    about: RuleInfo

    def holds(self, shape: BoardShape, mines: AbstractSet[int]) -> bool:
        """Compare the colours of every row."""
        return all(
            sum(1 if shape.dark(i) else -1 for i in row if i in mines) == 0 for row in bands(shape)
        )

    def write(self, writer: Writer, shape: BoardShape) -> None:
        """Count both colours in unary and demand that they are equal."""
        for row in bands(shape):
            dark = writer.count(_literals(i for i in row if shape.dark(i)))
            plain = writer.count(_literals(i for i in row if not shape.dark(i)))
            writer.equal(dark, plain)

    def allows(self, shape: BoardShape, mines: int) -> bool:
        """Return True if half of the mines can be dark and half plain."""
        del shape
        return mines % 2 == 0


@dataclass(frozen=True)
class Bridges(LayoutRule):
    """Mines form bridges from the left to the right, a mine a column, a step at most one row."""

    about: RuleInfo

    def holds(self, shape: BoardShape, mines: AbstractSet[int]) -> bool:
        """Compare neighbouring columns, mine by mine from the top."""
        places = [[r for r, i in enumerate(column) if i in mines] for column in columns(shape)]
        return all(
            len(one) == len(other) and all(abs(a - b) <= 1 for a, b in zip(one, other, strict=True))
            for one, other in pairwise(places)
        )

    def write(self, writer: Writer, shape: BoardShape) -> None:
        """Count every column from the top in unary: neighbours lag by a row at the most."""
        counts = [self._prefixes(writer, column) for column in columns(shape)]
        for pair in pairwise(counts):
            for one, other in (pair, pair[::-1]):
                for r in range(shape.rows):
                    below = other[min(r + 1, shape.rows - 1)]
                    for j, reached in enumerate(one[r]):
                        writer.add(-reached, *below[j : j + 1])

    @staticmethod
    def _prefixes(writer: Writer, column: range) -> list[tuple[int, ...]]:
        counts: list[tuple[int, ...]] = []
        for i in column:
            counts.append(writer.plus(counts[-1], (i + 1,)) if counts else (i + 1,))
        return counts

    def allows(self, shape: BoardShape, mines: int) -> bool:
        """Return True if bridges of a mine a column can add up to `mines`."""
        return mines % shape.cols == 0


@dataclass(frozen=True)
class DiagonalBridges(LayoutRule):
    """Bridges whose every step goes one row up or down."""

    about: RuleInfo

    def holds(self, shape: BoardShape, mines: AbstractSet[int]) -> bool:
        """Match neighbouring columns, each mine with one a row above or below."""
        places = [[r for r, i in enumerate(column) if i in mines] for column in columns(shape)]
        return all(_steps_match(set(one), set(other)) for one, other in pairwise(places))

    def write(self, writer: Writer, shape: BoardShape) -> None:
        """Choose a step up or down for every mine; every mine after the first column ends one."""
        for one, other in pairwise(columns(shape)):
            up = [writer.new() for _ in one]
            down = [writer.new() for _ in one]
            for r, i in enumerate(one):
                writer.add(-(i + 1), up[r], down[r])
                writer.add(-up[r], -down[r])
                writer.add(-up[r], i + 1)
                writer.add(-down[r], i + 1)
            writer.add(-up[0])
            writer.add(-down[-1])
            for r, i in enumerate(other):
                steps = [*up[r + 1 : r + 2], *(down[r - 1 : r] if r else [])]
                writer.add(-(i + 1), *steps)
                writer.at_most_one(steps)
                for step in steps:
                    writer.add(-step, i + 1)

    def allows(self, shape: BoardShape, mines: int) -> bool:
        """Return True if bridges of a mine a column can add up to `mines`."""
        return mines % shape.cols == 0


def _steps_match(one: set[int], other: set[int]) -> bool:
    """Return True if rows can be matched one to one at a distance of one.

    The topmost mine of two columns has but one possible partner, so it can be taken away.
    """
    left, right = sorted(one), sorted(other)
    while left and right:
        first = min(left[0], right[0])
        near, far = (left, right) if left[0] == first else (right, left)
        if left[0] == right[0]:
            # each needs a partner one row below, on the other side
            if first + 1 not in left or first + 1 not in right:
                return False
            for side in (left, right):
                side.remove(first)
                side.remove(first + 1)
            continue
        if far[0] != first + 1:
            return False
        near.pop(0)
        far.pop(0)
    return not left and not right
