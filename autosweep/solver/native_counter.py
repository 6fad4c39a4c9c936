"""The engine as a counter: a board or a problem goes in, what it found comes out.

Probabilities come as doubles, certain cells from feasibility. The exact number of layouts is put
together here from residues modulo primes that the engine finds, since it may have thousands of
digits.
"""

from __future__ import annotations

from functools import lru_cache
from math import inf, prod
from types import ModuleType
from typing import Any

from autosweep.board.board import MAX_NUMBER, Board
from autosweep.errors import TooLarge
from autosweep.geometry import Cell
from autosweep.limit import Limit
from autosweep.solver.constraints import Contradiction, Problem
from autosweep.solver.counting import total_solutions
from autosweep.solver.layout_counter import Count, Survey

NODES = 8_000_000
"""States and steps built unless told otherwise: up to half a second and half a gigabyte, measured
on lattices of clues from 16 x 30 to 24 x 30. No clock by default: equal boards, equal answers."""
VALUES = 40_000_000
"""Numbers kept at the same time at the most, 8 bytes each."""


class NativeCounter:
    """Counts by the compiled engine."""

    name = "native"

    def __init__(self, core: ModuleType) -> None:
        self._core = core

    def weigh(
        self, board: Board, limit: Limit | None, *, trust_flags: bool
    ) -> tuple[float | None, ...]:
        """Return the mine probability of every cell."""
        found: int | tuple[float | None, ...] = self._core.weigh_board(
            board.cells, board.rows, board.cols, _total(board), trust_flags, *_budget(limit)
        )
        if isinstance(found, int):
            raise self._failure(found, limit)
        return found

    def survey(self, board: Board, limit: Limit | None, *, trust_flags: bool) -> Survey:
        """Say of every hidden cell how risky it is, what is certain and what is best."""
        names = _names(board.rows, board.cols)
        found = self._core.survey_board(
            board.cells,
            board.rows,
            board.cols,
            _total(board),
            trust_flags,
            *_budget(limit),
            names,
        )
        if isinstance(found, int):
            raise self._failure(found, limit)
        return Survey(*found)

    def count(self, problem: Problem, limit: Limit | None) -> Count:
        """Count the layouts of any problem."""
        place = {cell: i for i, cell in enumerate(problem.unknown)}
        rules = [
            ([place[cell] for cell in given.cells], given.low, given.high)
            for given in problem.constraints
        ]
        budget = _budget(limit)
        left = problem.mines_left
        if left is not None:
            left = min(left, len(place) + 1)
        found = self._core.count_rules(len(place), rules, left, *budget)
        if isinstance(found, int):
            raise self._failure(found, limit)
        values, safe, mines, _ = found
        touched = len({cell for given in problem.constraints for cell in given.cells})
        exact = self._core.rules_residues(len(place), rules, left, _primes(touched), *budget)
        known = left is not None
        return Count(
            self._join(exact, touched, limit, total_known=known),
            frozenset(problem.unknown[i] for i in safe),
            frozenset(problem.unknown[i] for i in mines),
            dict(zip(problem.unknown, values, strict=True)),
        )

    def solutions(self, board: Board, limit: Limit | None, *, trust_flags: bool) -> int:
        """Count the layouts of a board exactly."""
        cells = min(board.rows * board.cols, 8 * sum(code <= MAX_NUMBER for code in board.cells))
        exact = self._core.board_residues(
            board.cells,
            board.rows,
            board.cols,
            _total(board),
            trust_flags,
            _primes(cells),
            *_budget(limit),
        )
        return self._join(exact, cells, limit, total_known=board.mines is not None)

    def _join(self, exact: Any, cells: int, limit: Limit | None, *, total_known: bool) -> int:
        """Put the number of all layouts together from the residues of the components."""
        if isinstance(exact, int):
            raise self._failure(exact, limit)
        unconstrained, left, tables = exact
        polynomials = [(fewest, _rebuild(residues, cells)) for fewest, residues in tables]
        return total_solutions(polynomials, unconstrained, left if total_known else None)

    def _failure(self, outcome: int, limit: Limit | None) -> Contradiction | TooLarge:
        if outcome == self._core.INCONSISTENT:
            return Contradiction()
        nodes, values, seconds = _budget(limit)
        bound = f"{nodes} nodes, {values} numbers" + ("" if seconds == inf else f", {seconds} s")
        return TooLarge(f"The position is too large to count exactly (limit: {bound}).")


def _total(board: Board) -> int:
    """Return the mine total as the engine takes it: -1 for unknown, any excess as the least."""
    return -1 if board.mines is None else min(board.mines, len(board.cells) + 1)


def _budget(limit: Limit | None) -> tuple[int, int, float]:
    """Return nodes, values and seconds of a limit."""
    if limit is None:
        return NODES, VALUES, inf
    nodes = NODES if limit.nodes is None else limit.nodes
    return nodes, VALUES, inf if limit.seconds is None else limit.seconds


@lru_cache(maxsize=16)
def _names(rows: int, cols: int) -> tuple[Cell, ...]:
    """Return all cells in reading order: made once a board size, shared by all answers."""
    return tuple((r, c) for r in range(rows) for c in range(cols))


_BITS = 30
"""Every prime used is above 2^30 and below 2^31."""


@lru_cache(maxsize=16)
def _primes(cells: int) -> list[int]:
    """Return primes whose product exceeds 2^cells, with room to spare."""
    found: list[int] = []
    candidate = (1 << (_BITS + 1)) - 1
    while len(found) * _BITS < cells + 2 * _BITS:
        if _is_prime(candidate):
            found.append(candidate)
        candidate -= 2
    return found


def _is_prime(number: int) -> bool:
    """Tell primes apart by Miller and Rabin's test; these bases decide every number below 2^31."""
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in (2, 3, 5, 7):
        power = pow(base, odd, number)
        if power in {1, number - 1}:
            continue
        for _ in range(twos - 1):
            power = power * power % number
            if power == number - 1:
                break
        else:
            return False
    return True


def _rebuild(residues: list[list[int]], cells: int) -> list[int]:
    """Put numbers together that are known modulo several primes."""
    primes = _primes(cells)[: len(residues)]
    whole = prod(primes)
    factors = [whole // prime * pow(whole // prime, -1, prime) for prime in primes]
    return [
        sum(residue * factor for residue, factor in zip(column, factors, strict=True)) % whole
        for column in zip(*residues, strict=True)
    ]
