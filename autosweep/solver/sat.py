"""Questions to a SAT solver: is there a layout, which one, which cells are certain, who disagrees.

Only this module and `sat_process` import pysat. The clauses are those of `cnf`: the mine total
bounds the touched cells only. Used where counting is too large, for conflicts and listings, and by
the tests as a judge that shares nothing with the counter.

Two budgets exist. `nodes` counts propagations, so the same question ends the same way on every
machine; reading and playing use only this one. `seconds` is wall time, for commands that a person
waits for.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from autosweep.closing import Closing
from autosweep.errors import SettingsError, TooLarge
from autosweep.solver.cnf import Clause, Cnf, encode
from autosweep.solver.constraints import MINE_TOTAL, Problem
from autosweep.solver.sat_process import ProcessSolver

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
"""Solvers that keep to budgets of conflicts and propagations. With a time limit the others run in a
child process."""
_SLICE = 2000
"""Conflicts between two looks at the clock."""
_SLICE_NODES = 2_000_000
"""Propagations between two looks at the clock: conflicts are rare on large, easy boards."""
_QUESTION_NODES = 200
"""Nodes that a question costs apart from its propagations: 40 microseconds."""


def check_solver(name: str) -> str:
    """Return the name of a SAT solver; raises SettingsError that names the nearest one."""
    if name in SOLVERS:
        return name
    near = get_close_matches(name.lower(), SOLVERS, n=1, cutoff=0.0)[0]
    msg = f"There is no SAT solver {name!r}; the nearest is {near!r}."
    raise SettingsError(msg, remedy=f"Choose one of {', '.join(SOLVERS)}.")


class Oracle(Closing):
    """A SAT solver that holds the clauses of a problem, to be asked again and again.

    A context manager, for the memory is not Python's. With `optional`, every clue and the total can
    be switched: only those named in a question hold. `nodes` and `seconds` are for all questions
    together; `nodes` needs a solver that counts its propagations, as the default one does.
    """

    def __init__(  # noqa: PLR0913 - each is named at the call
        self,
        cnf: Cnf,
        solver: str = DEFAULT_SOLVER,
        *,
        optional: bool = False,
        seconds: float | None = None,
        nodes: int | None = None,
        now: Callable[[], float] | None = None,
    ) -> None:
        self.cnf = cnf
        self.switch: dict[int, int] = {}
        """For each origin the variable that switches it on."""
        self._name = check_solver(solver)
        self._stoppable = self._name in _STOPPABLE
        if nodes is not None and not self._stoppable:
            msg = f"The SAT solver {self._name!r} does not count nodes."
            raise ValueError(msg)
        self._now = now or time.monotonic
        self._end = None if seconds is None else self._now() + seconds
        self._seconds = seconds
        self._nodes = nodes
        self._spent = 0
        self._counted = 0
        self._child: ProcessSolver | None = None
        self._solver: Any = self._started()
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

    def _started(self) -> Any:
        """Return the solver, in a process of its own where only that can keep the time."""
        if self._end is not None and not self._stoppable:
            self._child = ProcessSolver(self._name)
            return self._child
        from pysat.solvers import Solver

        return Solver(name=self._name)

    def close(self) -> None:
        """Give the solver's memory back."""
        self._solver.delete()

    def ask(self, assumptions: list[int]) -> bool:
        """Return True if the clauses can hold under assumptions; raises TooLarge over a budget."""
        while True:
            self._look()
            if self._child is not None:
                return self._by_child(self._child, assumptions)
            if self._end is None and self._nodes is None:
                return bool(self._solver.solve(assumptions=assumptions))
            answer = self._within(assumptions, _MOST_CONFLICTS if self._end is None else _SLICE)
            if answer is not None:
                return answer

    def attempt(self, assumptions: list[int], conflicts: int) -> bool | None:
        """Answer as `ask` does, or None where that takes more conflicts than allowed."""
        self._look()
        if self._child is not None:
            return self._by_child(self._child, assumptions)
        if not self._stoppable:
            return bool(self._solver.solve(assumptions=assumptions))
        return self._within(assumptions, conflicts)

    @property
    def spent(self) -> int:
        """Nodes paid for so far; 0 where they are not limited."""
        return self._spent

    def _look(self) -> None:
        """Raise TooLarge where a budget is spent."""
        if self._nodes is not None and self._spent >= self._nodes:
            msg = f"The SAT solver needs more than {self._nodes} nodes."
            raise TooLarge(msg)
        if self._end is not None and self._now() > self._end:
            raise self._late()

    def _late(self) -> TooLarge:
        return TooLarge(f"The SAT solver needs more than {self._seconds} seconds.")

    def _by_child(self, child: ProcessSolver, assumptions: list[int]) -> bool:
        end = self._now() if self._end is None else self._end
        answer = child.solve_within(assumptions, end - self._now())
        if answer is None:
            raise self._late()
        return answer

    def _within(self, assumptions: list[int], conflicts: int) -> bool | None:
        """Answer, or None where the conflicts, or the nodes left, do not suffice."""
        self._solver.conf_budget(min(conflicts, _MOST_CONFLICTS))
        slices = [_SLICE_NODES] if self._end is not None else []
        if self._nodes is not None:
            slices.append(self._nodes - self._spent)
        self._solver.prop_budget(min(slices) if slices else -1)
        answer = self._solver.solve_limited(assumptions=assumptions)
        if self._nodes is not None:
            self._spent += _QUESTION_NODES + self._propagations()
        return None if answer is None else bool(answer)

    def _propagations(self) -> int:
        """Return the propagations since the last call."""
        total = int(self._solver.accum_stats()["propagations"])
        new, self._counted = total - self._counted, total
        return new

    def add(self, clause: list[int]) -> None:
        """Add a clause for good."""
        self._solver.add_clause(clause)

    def prefer(self, literals: list[int]) -> None:
        """Suggest values for the next model, where the solver takes suggestions."""
        if self._stoppable:
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
    """Whether these are all: False where a budget was spent."""
    nodes: int = 0
    """What it cost, where nodes were limited."""


def certain_cells(
    problem: Problem,
    *,
    solver: str = DEFAULT_SOLVER,
    seconds: float | None = None,
    nodes: int | None = None,
) -> Certain | None:
    """Find the certain cells without counting; None where no layout fits.

    One unconstrained cell stands for all. Raises TooLarge if a budget is spent before it is known
    whether any layout fits; later the cells proven so far are returned.
    """
    cnf = encode(problem, represent=True)
    proven: list[int] = []
    with Oracle(cnf, solver, seconds=seconds, nodes=nodes) as oracle:
        if not oracle.ask([]):
            return None
        complete = _prove_literals(oracle, proven)
    cells = cnf.cells
    safe = {cells[-literal - 1] for literal in proven if literal < 0}
    mines = {cells[literal - 1] for literal in proven if literal > 0}
    if cnf.speaker is not None:
        for kind in (safe, mines):
            if cnf.speaker in kind:
                kind.update(cnf.unconstrained)
    return Certain(frozenset(safe), frozenset(mines), complete, oracle.spent)


def _prove_literals(oracle: Oracle, proven: list[int]) -> bool:
    """Prove what all models share, starting from the last one; False if a budget was spent."""
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
    problem: Problem,
    *,
    solver: str = DEFAULT_SOLVER,
    seconds: float | None = None,
    nodes: int | None = None,
) -> frozenset[int] | None:
    """Return the mines of one layout, or None where none fits; raises TooLarge over a budget."""
    cnf = encode(problem)
    with Oracle(cnf, solver, seconds=seconds, nodes=nodes) as oracle:
        if not oracle.ask([]):
            return None
        mines = [cnf.cells[literal - 1] for literal in oracle.model() if literal > 0]
    in_others = 0 if problem.mines_left is None else problem.mines_left - len(mines)
    return frozenset([*mines, *cnf.unconstrained[:in_others]])


def frontier_models(problem: Problem, *, solver: str = DEFAULT_SOLVER) -> Iterator[frozenset[int]]:
    """Yield the mines beside clues, layout by layout; unconstrained cells are left out."""
    cnf = encode(problem)
    with Oracle(cnf, solver) as oracle:
        while oracle.ask([]):
            literals = oracle.model()
            yield frozenset(cnf.cells[literal - 1] for literal in literals if literal > 0)
            if not literals:
                return
            oracle.add([-literal for literal in literals])


def smallest_conflict(
    problem: Problem,
    *,
    solver: str = DEFAULT_SOLVER,
    seconds: float | None = None,
    nodes: int | None = None,
) -> frozenset[int] | None:
    """Return the fewest clues (and MINE_TOTAL) that cannot hold together; None where all can.

    By implicit hitting sets: a smallest set that meets every known way to repair the board is
    itself a conflict, or it shows one more way to repair it. Raises TooLarge over a budget.
    """
    from pysat.examples.hitman import Hitman

    cnf = encode(problem)
    with Oracle(cnf, solver, optional=True, seconds=seconds, nodes=nodes) as oracle:
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
                hitman.hit(_correction_set(oracle, problem, guess))
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


def _correction_set(oracle: Oracle, problem: Problem, holding: list[int]) -> list[int]:
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
            return total - len(cnf.unconstrained) <= len(mines) <= total
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


class HittingSets(Closing):
    """Finds a smallest set of numbers that meets every set given so far; a context manager."""

    def __init__(self) -> None:
        from pysat.examples.hitman import Hitman

        self._hitman: Any = Hitman(htype="sorted", solver="g4")
        self._sets = 0

    def close(self) -> None:
        """Give the solver's memory back."""
        self._hitman.delete()

    def add(self, numbers: list[int]) -> None:
        """Demand that one of the numbers is part of the answer."""
        self._hitman.hit(numbers)
        self._sets += 1

    def smallest(self) -> list[int]:
        """Return a smallest set that meets all of them."""
        return sorted(self._hitman.get() or []) if self._sets else []
