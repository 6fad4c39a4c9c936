"""A problem as clauses for a SAT solver, and as DIMACS text; needs no SAT solver itself.

Cells touched by a clue get a variable each (true: a mine); the others only matter through
how many mines they can hold. A clue over its at most eight cells is written out without helper
variables. The mine total bounds the mines among the touched cells, by a totalizer, and only on the
sides where the clues alone do not already guarantee it: an equality over all unknown cells would
cost seconds where this costs milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from autosweep.board.board import Board
from autosweep.solver.constraints import Constraint, Problem

Clause = tuple[int, ...]
"""Literals of which at least one holds; a negative number is a negated variable."""


@dataclass(frozen=True, slots=True)
class Cnf:
    """The clauses of a problem; the variables 1, 2, ... of the touched cells come first."""

    cells: tuple[int, ...]
    """The cell of variable v is `cells[v - 1]`; further variables are helpers."""
    variables: int
    """Number of variables in all."""
    clues: tuple[tuple[int, tuple[Clause, ...]], ...]
    """Each clue's origin and clauses."""
    total: tuple[Clause, ...]
    """The clauses of the mine total; empty where it excludes nothing or is unknown."""
    unconstrained: tuple[int, ...]
    """Unknown cells that no clue touches; none has a variable, save `speaker`."""
    speaker: int | None
    """The unconstrained cell that has a variable, if any."""
    mines_left: int | None
    """Mines among all cells together, touched by a clue or not."""

    def clauses(self) -> Iterator[Clause]:
        """Yield all clauses."""
        for _, clauses in self.clues:
            yield from clauses
        yield from self.total


def encode(problem: Problem, *, represent: bool = False) -> Cnf:
    """Write a problem as clauses.

    With `represent` one unconstrained cell gets a variable and speaks for all of them: what is
    certain for it is certain for each.
    """
    beside = frozenset().union(*(given.cells for given in problem.constraints))
    unconstrained = tuple(cell for cell in problem.unknown if cell not in beside)
    speaker = (
        unconstrained[0] if represent and unconstrained and problem.mines_left is not None else None
    )
    touched = sorted(beside) if speaker is None else [*sorted(beside), speaker]
    variable = {cell: number for number, cell in enumerate(touched, start=1)}
    writer = _ClauseWriter(len(touched))
    clues = tuple(
        (given.origin, tuple(writer.between([variable[cell] for cell in given.cells], given)))
        for given in problem.constraints
    )
    total: tuple[Clause, ...] = ()
    if problem.mines_left is not None:
        others = len(unconstrained) - (speaker is not None)
        low, high = problem.mines_left - others, problem.mines_left
        total = tuple(_bound_total(writer, problem.constraints, touched, low, high))
    return Cnf(
        tuple(touched), writer.variables, clues, total, unconstrained, speaker, problem.mines_left
    )


def _bound_total(
    writer: _ClauseWriter,
    constraints: Sequence[Constraint],
    touched: list[int],
    low: int,
    high: int,
) -> Iterator[Clause]:
    """Bound the mines among the touched cells, where the clues do not do so themselves."""
    literals = list(range(1, len(touched) + 1))
    if low > _fewest(constraints):
        yield from writer.at_least(literals, low)
    if high < len(touched) - _fewest_safe(constraints):
        yield from writer.at_most(literals, high)


def _fewest(constraints: Iterable[Constraint]) -> int:
    """Return mines that there are at the least: those of clues that share no cell."""
    return _sum_of_disjoint([(given.low, given.cells) for given in constraints])


def _fewest_safe(constraints: Iterable[Constraint]) -> int:
    """Return safe cells that there are at the least: those of clues that share no cell."""
    return _sum_of_disjoint([(len(given.cells) - given.high, given.cells) for given in constraints])


def _sum_of_disjoint(worth: list[tuple[int, frozenset[int]]]) -> int:
    """Add up the worth of sets that share no cell, chosen greedily by worth per cell."""
    used: set[int] = set()
    total = 0
    for value, cells in sorted(worth, key=lambda item: (-item[0] / max(len(item[1]), 1), *item[1])):
        if value > 0 and used.isdisjoint(cells):
            used |= cells
            total += value
    return total


class _ClauseWriter:
    """Makes clauses and hands out helper variables."""

    def __init__(self, variables: int) -> None:
        self.variables = variables

    def _helper(self) -> int:
        self.variables += 1
        return self.variables

    def between(self, literals: Sequence[int], given: Constraint) -> Iterator[Clause]:
        """Say, without helpers, that at least `low` and at most `high` literals hold."""
        count = len(literals)
        if given.low > count or given.high < 0:
            yield from self._never()
            return
        for some in combinations(literals, count - given.low + 1):
            yield tuple(some)
        for some in combinations(literals, given.high + 1):
            yield tuple(-literal for literal in some)

    def at_most(self, literals: Sequence[int], most: int) -> Iterator[Clause]:
        """Yield clauses: at most `most` literals hold."""
        if most < 0:
            yield from self._never()
        elif most < len(literals):
            # counting up to `most` mines or up to the required safe cells: whichever is less
            if most + 1 <= len(literals) - most:
                yield from self._count(literals, most + 1, upward=True)
            else:
                safe = [-literal for literal in literals]
                yield from self._count(safe, len(literals) - most, upward=False)

    def at_least(self, literals: Sequence[int], least: int) -> Iterator[Clause]:
        """Yield clauses: at least `least` literals hold."""
        return self.at_most([-literal for literal in literals], len(literals) - least)

    def _never(self) -> Iterator[Clause]:
        """Say something false, without the empty clause that DIMACS readers stumble over."""
        helper = self._helper()
        yield (helper,)
        yield (-helper,)

    def _count(self, literals: Sequence[int], cap: int, *, upward: bool) -> Iterator[Clause]:
        """Count literals in unary up to `cap` by merging halves, then forbid or demand `cap`.

        Upward, output i is implied by i literals and the last is forbidden; otherwise output i
        implies i literals and the last is demanded.
        """
        queue = [[literal] for literal in literals]
        while len(queue) > 1:
            left, right = queue.pop(0), queue.pop(0)
            merged = [self._helper() for _ in range(min(len(left) + len(right), cap))]
            yield from _merge(left, right, merged, upward=upward)
            queue.append(merged)
        yield (-queue[0][-1],) if upward else (queue[0][-1],)


def _merge(
    left: list[int], right: list[int], merged: list[int], *, upward: bool
) -> Iterator[Clause]:
    cap = len(merged)
    if upward:
        for i in range(len(left) + 1):
            for j in range(len(right) + 1):
                if i + j:
                    given = [-left[i - 1]] * (i > 0) + [-right[j - 1]] * (j > 0)
                    yield (*given, merged[min(i + j, cap) - 1])
        return
    for i in range(len(left) + 1):
        for j in range(len(right) + 1):
            if i + j < cap:
                above = left[i : i + 1] + right[j : j + 1]
                yield (*above, -merged[i + j])


def dimacs(cnf: Cnf, board: Board) -> str:
    """Return DIMACS text with a comment for every variable that stands for a cell."""
    clauses = list(cnf.clauses())
    lines = [
        f"c A Minesweeper position of {board.rows} x {board.cols} cells",
        "c A variable is true where its cell is a mine; cells are row,column from 0.",
    ]
    if cnf.mines_left is not None:
        lines.append(
            f"c {cnf.mines_left} mines are left in {len(cnf.cells)} cells beside a clue"
            f" and {len(cnf.unconstrained)} others, which have no variable."
        )
    for number, cell in enumerate(cnf.cells, start=1):
        r, c = board.cell(cell)
        lines.append(f"c variable {number} cell {r},{c}")
    lines.append(f"p cnf {cnf.variables} {len(clauses)}")
    lines.extend(" ".join(map(str, (*clause, 0))) for clause in clauses)
    return "\n".join(lines) + "\n"
