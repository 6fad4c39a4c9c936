"""Questions to a SAT solver: is there a layout, which one, which cells are certain, who disagrees.

The only importer of pysat. The clauses are those of `cnf`: the mine total bounds the touched cells
only. Used where counting is too large, for conflicts and listings, and by the tests as a judge that
shares nothing with the counter.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from types import TracebackType
from typing import Any, Self

from autosweep.errors import SettingsError, TooLarge
from autosweep.solver.cnf import Clause, Cnf, encode
from autosweep.solver.constraints import MINE_TOTAL, Problem

DEFAULT_SOLVER = "glucose4"
SOLVERS = (
    "cadical103",
    "cadical153",
    "cadical195",
    "glucose3",
    "glucose4",
    "glucose42",
    "lingeling",
    "maplechrono",
    "maplecm",
    "maplesat",
    "mergesat3",
    "minicard",
    "minisat-gh",
    "minisat22",
)
"""Names of the SAT solvers that can be chosen."""
_MOST_CONFLICTS = 2**31 - 1
"""The largest budget that the solvers can be told."""
_STOPPABLE = frozenset({"glucose3", "glucose4", "glucose42", "minicard", "minisat-gh", "minisat22"})
"""Solvers that keep to a budget of conflicts."""
_SLICE = 2000
"""Conflicts between two looks at the clock."""


def check_solver(name: str) -> str:
    """Return the name of a SAT solver; raises SettingsError that names the nearest one."""
    if name in SOLVERS:
        return name
    near = get_close_matches(name.lower(), SOLVERS, n=1, cutoff=0.0)[0]
    msg = f"There is no SAT solver {name!r}; the nearest is {near!r}."
    raise SettingsError(msg, remedy=f"Choose one of {', '.join(SOLVERS)}.")


class Oracle:
    """A SAT solver that holds the clauses of a problem, to be asked again and again.

    A context manager, for the memory is not Python's. With `optional`, every clue and the total can
    be switched: only those named in a question hold.
    """

    def __init__(
        self,
        cnf: Cnf,
        solver: str = DEFAULT_SOLVER,
        *,
        optional: bool = False,
        seconds: float | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        from pysat.solvers import Solver

        self.cnf = cnf
        self.switch: dict[int, int] = {}
        """For each origin the variable that switches it on."""
        self._name = check_solver(solver)
        self._now = now
        self._end = None if seconds is None else now() + seconds
        self._seconds = seconds
        self._solver: Any = Solver(name=self._name)
        parts: list[tuple[int, tuple[Clause, ...]]] = [*cnf.clues]
        if cnf.total:
            parts.append((MINE_TOTAL, cnf.total))
        variables = cnf.variables
        for origin, clauses in parts:
            if optional:
                variables += 1
                self.switch[origin] = variables
            off = [-variables] if optional else []
            for clause in clauses:
                self._solver.add_clause([*clause, *off])

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        self._solver.delete()

    def ask(self, assumptions: list[int]) -> bool:
        """Tell whether the clauses can hold under assumptions; raises TooLarge out of time."""
        while True:
            self._look()
            if self._end is None or self._name not in _STOPPABLE:
                return bool(self._solver.solve(assumptions=assumptions))
            answer = self._within(assumptions, _SLICE)
            if answer is not None:
                return answer

    def attempt(self, assumptions: list[int], conflicts: int) -> bool | None:
        """Answer as `ask` does, or None where that takes more conflicts than allowed."""
        self._look()
        if self._name not in _STOPPABLE:
            return bool(self._solver.solve(assumptions=assumptions))
        return self._within(assumptions, conflicts)

    def _look(self) -> None:
        if self._end is not None and self._now() > self._end:
            msg = f"The SAT solver needs more than {self._seconds} seconds."
            raise TooLarge(msg)

    def _within(self, assumptions: list[int], conflicts: int) -> bool | None:
        self._solver.conf_budget(min(conflicts, _MOST_CONFLICTS))
        answer = self._solver.solve_limited(assumptions=assumptions)
        return None if answer is None else bool(answer)

    def add(self, clause: list[int]) -> None:
        """Add a clause for good."""
        self._solver.add_clause(clause)

    def prefer(self, literals: list[int]) -> None:
        """Suggest values for the next model, where the solver takes suggestions."""
        if self._name in _STOPPABLE:
            self._solver.set_phases(literals)

    def model(self) -> list[int]:
        """Return the literals of the cells in the last model."""
        found: list[int] = self._solver.get_model() or []
        values = found[: len(self.cnf.cells)]
        # a solver may leave out variables that no clause mentions
        return [*values, *(-v for v in range(len(values) + 1, len(self.cnf.cells) + 1))]

    def core(self) -> set[int]:
        """Return assumptions that made the last question fail."""
        return set(self._solver.get_core() or [])


@dataclass(frozen=True, slots=True)
class Certain:
    """Cells that are the same in every layout."""

    safe: frozenset[int]
    mines: frozenset[int]
    complete: bool = True
    """Whether these are all: False where the time was over."""


def certain_cells(
    problem: Problem, *, solver: str = DEFAULT_SOLVER, seconds: float | None = None
) -> Certain | None:
    """Find the certain cells without counting; None where no layout fits.

    One cell of the sea speaks for all. Raises TooLarge where the time is over before it is known
    whether any layout fits; later the cells proven so far are returned.
    """
    cnf = encode(problem, represent_sea=True)
    proven: list[int] = []
    with Oracle(cnf, solver, seconds=seconds) as oracle:
        if not oracle.ask([]):
            return None
        complete = _prove_literals(oracle, proven)
    cells = cnf.cells
    safe = {cells[-literal - 1] for literal in proven if literal < 0}
    mines = {cells[literal - 1] for literal in proven if literal > 0}
    if cnf.speaker is not None:
        for kind in (safe, mines):
            if cnf.speaker in kind:
                kind.update(cnf.sea)
    return Certain(frozenset(safe), frozenset(mines), complete)


def _prove_literals(oracle: Oracle, proven: list[int]) -> bool:
    """Prove what all models share, starting from the last one; False where the time was over."""
    candidates = dict.fromkeys(oracle.model())
    try:
        while candidates:
            literal = next(iter(candidates))
            # a model that differs in many candidates at once saves as many questions
            oracle.prefer([-other for other in candidates])
            if oracle.ask([-literal]):
                other_model = set(oracle.model())
                candidates = {one: None for one in candidates if one in other_model}
            else:
                oracle.add([literal])
                proven.append(literal)
                del candidates[literal]
    except TooLarge:
        return False
    return True


def find_model(
    problem: Problem, *, solver: str = DEFAULT_SOLVER, seconds: float | None = None
) -> frozenset[int] | None:
    """Return the mines of one layout, or None where none fits; raises TooLarge out of time."""
    cnf = encode(problem)
    with Oracle(cnf, solver, seconds=seconds) as oracle:
        if not oracle.ask([]):
            return None
        mines = [cnf.cells[literal - 1] for literal in oracle.model() if literal > 0]
    in_sea = 0 if problem.mines_left is None else problem.mines_left - len(mines)
    return frozenset([*mines, *cnf.sea[:in_sea]])


def frontier_models(problem: Problem, *, solver: str = DEFAULT_SOLVER) -> Iterator[frozenset[int]]:
    """Yield the mines beside numbers, layout by layout; the sea is left out."""
    cnf = encode(problem)
    with Oracle(cnf, solver) as oracle:
        while oracle.ask([]):
            literals = oracle.model()
            yield frozenset(cnf.cells[literal - 1] for literal in literals if literal > 0)
            if not literals:
                return
            oracle.add([-literal for literal in literals])


def smallest_conflict(
    problem: Problem, *, solver: str = DEFAULT_SOLVER, seconds: float | None = None
) -> frozenset[int] | None:
    """Return the fewest clues (and MINE_TOTAL) that cannot hold together; None where all can.

    By implicit hitting sets: a smallest set that meets every known way to mend the board is itself
    a conflict, or it shows one more way to mend it. Raises TooLarge out of time.
    """
    from pysat.examples.hitman import Hitman

    with Oracle(encode(problem), solver, optional=True, seconds=seconds) as oracle:
        everything = list(oracle.switch.values())
        if oracle.ask(everything):
            return None
        conflict = _shrink(oracle, sorted(oracle.core()))
        with Hitman(htype="sorted", solver="g4") as hitman:
            guess: list[int] = []
            while len(guess) < len(conflict):
                if not oracle.ask(guess):
                    conflict = guess
                    break
                hitman.hit(_mend(oracle, problem, guess))
                guess = list(hitman.get() or [])
        origin_of = {variable: origin for origin, variable in oracle.switch.items()}
        return frozenset(origin_of[variable] for variable in conflict)


def _shrink(oracle: Oracle, core: list[int]) -> list[int]:
    """Drop clues from a conflict until every one is needed."""
    for variable in tuple(core):
        rest = [other for other in core if other != variable]
        if variable in core and not oracle.ask(rest):
            core = sorted(oracle.core())
    return core


def _mend(oracle: Oracle, problem: Problem, holding: list[int]) -> list[int]:
    """Keep adding clues that can hold as well; return the few that cannot."""
    clues = {given.origin: given for given in problem.constraints}
    cnf = oracle.cnf
    held = set(holding)
    left = [variable for variable in oracle.switch.values() if variable not in held]
    origin_of = {variable: origin for origin, variable in oracle.switch.items()}

    def holds(variable: int, mines: set[int]) -> bool:
        origin = origin_of[variable]
        if origin == MINE_TOTAL:
            total = problem.mines_left or 0
            return total - len(cnf.sea) <= len(mines) <= total
        return clues[origin].low <= len(clues[origin].cells & mines) <= clues[origin].high

    broken: list[int] = []
    fits = oracle.ask(sorted(held))
    while left:
        if fits:
            mines = {cnf.cells[literal - 1] for literal in oracle.model() if literal > 0}
            held.update(variable for variable in left if holds(variable, mines))
            left = [variable for variable in left if variable not in held]
            if not left:
                break
        variable = left.pop()
        fits = oracle.ask(sorted({*held, variable}))
        if fits:
            held.add(variable)
        else:
            broken.append(variable)
    return broken


class HittingSets:
    """Finds a smallest set of numbers that meets every set given so far; a context manager."""

    def __init__(self) -> None:
        from pysat.examples.hitman import Hitman

        self._hitman: Any = Hitman(htype="sorted", solver="g4")
        self._sets = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        self._hitman.delete()

    def add(self, numbers: list[int]) -> None:
        """Demand that one of the numbers is part of the answer."""
        self._hitman.hit(numbers)
        self._sets += 1

    def smallest(self) -> list[int]:
        """Return a smallest set that meets all of them."""
        return sorted(self._hitman.get() or []) if self._sets else []
