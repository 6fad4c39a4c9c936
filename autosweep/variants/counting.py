"""Counting the layouts of a puzzle: by the exact counter where clues are sums, else one by one.

The counter knows sets of cells and how many mines are among them. A weight, a sign or a choice of
sums is told to it by helper cells that copy a cell or stand for a choice; each comes with its
opposite, so that all helpers together hold a known number of mines.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from autosweep.errors import TooLarge
from autosweep.limit import Limit
from autosweep.rules.clue import ShownValues
from autosweep.rules.measure import Sum
from autosweep.rules.puzzle import Puzzle
from autosweep.solver.constraints import Constraint, Problem
from autosweep.solver.layout_counter import find_counter
from autosweep.variants.sat_session import SatSession

_UNKNOWN_ODDS = 0.25
"""Odds of a mine where the total is not known: one cell in five."""


@dataclass(frozen=True, slots=True)
class Layouts:
    """How many layouts fit, and how many of them have a mine in each hidden cell."""

    number: int
    probability: Mapping[int, float]


def count_layouts(
    puzzle: Puzzle, decided: Mapping[int, bool], limit: Limit, *, listing: bool = True
) -> Layouts | None:
    """Count the layouts of a puzzle that has some; None where the limit does not suffice.

    `decided` are hidden cells known to be the same in all of them. With `listing`, layouts that
    cannot be counted otherwise are found one after the other.
    """
    problem = sum_problem(puzzle)
    try:
        if problem is not None:
            count = find_counter().count(problem, Limit(seconds=limit.seconds, nodes=limit.nodes))
            return Layouts(count.solutions, {i: count.probability[i] for i in puzzle.hidden})
        return _list_layouts(puzzle, decided, limit) if listing else None
    except TooLarge:
        return None


def _list_layouts(puzzle: Puzzle, decided: Mapping[int, bool], limit: Limit) -> Layouts | None:
    """Find one layout after the other."""
    open_cells = [i for i in puzzle.hidden if i not in decided]
    with_mine = dict.fromkeys(open_cells, 0.0)
    number, weights = 0, 0.0
    with SatSession(puzzle, limit=limit) as session:
        for i, mine in decided.items():
            session.fix(i + 1 if mine else -(i + 1))
        while session.ask([]):
            number += 1
            if limit.solutions is not None and number > limit.solutions:
                return None
            mines = session.mines()
            # without a total, layouts with fewer mines are likelier, as for ordinary boards
            weight = 1.0 if puzzle.mines is not None else _UNKNOWN_ODDS ** len(mines)
            weights += weight
            for i in open_cells:
                with_mine[i] += weight * (i in mines)
            if not open_cells:
                break
            session.forbid([i + 1 if i in mines else -(i + 1) for i in open_cells])
    chances = {i: count / weights for i, count in with_mine.items()}
    return Layouts(number, chances | {i: float(mine) for i, mine in decided.items()})


def sum_problem(puzzle: Puzzle) -> Problem | None:
    """Return a puzzle as a counting problem; None where its rules are no sums."""
    if puzzle.rules.layout:
        return None
    builder = _Builder(puzzle)
    for cell, clue in sorted(puzzle.clues.items()):
        rule = puzzle.rule_of(cell)
        if not isinstance(rule, ShownValues) or not isinstance(rule.measure, Sum):
            return None
        truths = rule.truths(puzzle.shape, cell, clue.value)
        sums = rule.measure.sums(puzzle.shape, cell, truths)
        builder.add(rule.measure.weights(puzzle.shape, cell), sums, cell)
    return None if any(not rule.independent for rule in puzzle.clue_rules) else builder.problem()


class _Builder:
    """Writes weighted sums as plain ones with the help of further cells."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self._next = puzzle.shape.size
        self._constraints: list[Constraint] = []
        self._helpers: list[int] = []
        self._twins: dict[int, tuple[int, int]] = {}

    def _tie(self, cells: set[int], low: int, high: int, origin: int) -> None:
        self._constraints.append(Constraint(frozenset(cells), low, high, origin))

    def _pair(self, origin: int) -> tuple[int, int]:
        """Return a new cell and its opposite: one of the two is a mine."""
        cell, opposite = self._next, self._next + 1
        self._next += 2
        self._helpers += [cell, opposite]
        self._tie({cell, opposite}, 1, 1, origin)
        return cell, opposite

    def _twin(self, cell: int) -> tuple[int, int]:
        """Return a copy of a cell and its opposite."""
        if cell not in self._twins:
            copy, opposite = self._pair(cell)
            self._tie({cell, opposite}, 1, 1, cell)
            self._twins[cell] = copy, opposite
        return self._twins[cell]

    def add(self, weights: Mapping[int, int], sums: set[int], origin: int) -> None:
        """Demand that the weighted mines add up to one of the sums."""
        cells: set[int] = set()
        shift = 0
        for i, weight in weights.items():
            known = self._puzzle.known.get(i)
            if known is not None:
                shift += weight * known
            elif weight < 0:
                shift += weight
                cells.add(self._twin(i)[1])
            else:
                cells |= {i} | ({self._twin(i)[0]} if weight > 1 else set())
        targets = sorted(total - shift for total in sums if 0 <= total - shift <= len(cells))
        if not targets:
            self._tie(cells, len(cells) + 1, len(cells) + 1, origin)
            return
        above: int | None = None
        for lower, higher in pairwise(targets[::-1]):
            copies = [self._pair(origin) for _ in range(lower - higher)]
            for copy, _ in copies[1:]:
                self._tie({copy, copies[0][1]}, 1, 1, origin)
            if above is not None:
                # a lower sum is chosen only after the higher ones, so that no layout counts twice
                self._tie({above, copies[0][1]}, 1, 2, origin)
            above = copies[0][0]
            cells |= {copy for copy, _ in copies}
        self._tie(cells, targets[-1], targets[-1], origin)

    def problem(self) -> Problem:
        """Return everything demanded so far."""
        puzzle = self._puzzle
        left = None
        if puzzle.mines is not None:
            left = puzzle.mines - len(puzzle.flags) + len(self._helpers) // 2
        unknown = (*puzzle.hidden, *self._helpers)
        return Problem(tuple(self._constraints), unknown, left)
