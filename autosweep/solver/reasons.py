"""The fewest clues that force a cell: one clue, two clues, else a smallest set found with SAT.

Clues alone are tried before the mine total, so that the total is part of a reason only where the
clues do not suffice. A smallest set is found by implicit hitting sets: every set of clues that can
be dropped so that the claim fails must be met; a smallest set that meets all known ones either
forces the claim or shows a further one. Knows problems, not boards, and nothing of words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from autosweep.closing import Closing
from autosweep.errors import TooLarge
from autosweep.limit import Limit
from autosweep.solver.budget import Budget
from autosweep.solver.cnf import Cnf, encode
from autosweep.solver.constraints import Constraint, Problem
from autosweep.solver.sat import HittingSets, Oracle
from autosweep.solver.witness import MAX_TOTAL_CELLS

DEFAULT_LIMIT = Limit(nodes=20_000)
"""Questions asked to make a set of reasons a smallest one."""
DEFAULT_NODES = 25_000_000
"""Propagations of all these questions where no seconds are given: 5 seconds on hard boards."""


@dataclass(frozen=True, slots=True)
class Reasons:
    """Clues that force a cell; none of them can be left out."""

    clues: tuple[Constraint, ...]
    """Nearest to the cell first."""
    mine_count: bool
    """Whether the mine total is needed as well."""
    minimum: bool
    """Whether no smaller set would do; otherwise only that no member can be dropped."""


def find_reasons(
    problem: Problem, cell: int, *, mine: bool, limit: Limit | None = None
) -> Reasons | None:
    """Return the fewest clues that force a cell to be a mine (or safe); None if it is not forced.

    The problem must have a layout. Reaching `limit` gives a set that is minimal but perhaps not
    smallest. Raises TooLarge where it does not even suffice to find any reason.
    """
    budget = DEFAULT_LIMIT if limit is None else limit
    index = _Index(problem.constraints)
    single = next((c for c in index.touching(cell) if _decides(c, mine=mine)), None)
    if single is not None:
        return Reasons((single,), mine_count=False, minimum=True)
    pair = _best_pair(index, cell, mine=mine)
    if pair is not None:
        return Reasons(pair, mine_count=False, minimum=True)
    near = list(index.by_distance(cell))
    found = _with_clues(near, cell, mine=mine, limit=budget) if near else None
    if found is None and problem.mines_left is not None:
        found = _with_total(problem, near, cell, mine=mine, limit=budget)
    return found


def find_simple(problem: Problem, claims: Mapping[int, bool]) -> tuple[int, Reasons] | None:
    """Return the first of some certain cells that one clue forces, else the first that two do.

    `claims` says of each cell whether it is a mine. None where each needs more than two clues.
    """
    index = _Index(problem.constraints)
    for cell, mine in claims.items():
        for clue in index.touching(cell):
            if _decides(clue, mine=mine):
                return cell, Reasons((clue,), mine_count=False, minimum=True)
    for cell, mine in claims.items():
        pair = _best_pair(index, cell, mine=mine)
        if pair is not None:
            return cell, Reasons(pair, mine_count=False, minimum=True)
    return None


class _Index:
    """Clues by the cells they touch; of clues over the same cells only the first is kept."""

    def __init__(self, constraints: Sequence[Constraint]) -> None:
        self.clues = list({c.cells: c for c in reversed(constraints) if c.cells}.values())[::-1]
        self._by_cell: dict[int, list[Constraint]] = {}
        for clue in self.clues:
            for cell in clue.cells:
                self._by_cell.setdefault(cell, []).append(clue)

    def touching(self, cell: int) -> list[Constraint]:
        return self._by_cell.get(cell, [])

    def beside(self, clue: Constraint) -> list[Constraint]:
        """Return clues that share a cell with a clue."""
        near = {c.origin: c for cell in clue.cells for c in self._by_cell[cell]}
        return [c for c in near.values() if c is not clue]

    def by_distance(self, cell: int) -> Iterator[tuple[Constraint, int]]:
        """Yield the clues that hang together with a cell and in how many steps, nearest first."""
        ring, seen, distance = self.touching(cell), set[int](), 0
        while ring:
            fresh = [c for c in ring if c.origin not in seen]
            seen.update(c.origin for c in fresh)
            yield from ((c, distance) for c in fresh)
            around = {c.origin: c for clue in fresh for c in self.beside(clue)}
            ring = [c for origin, c in around.items() if origin not in seen]
            distance += 1


def _decides(clue: Constraint, *, mine: bool) -> bool:
    return clue.low == len(clue.cells) if mine else clue.high == 0


def _best_pair(index: _Index, cell: int, *, mine: bool) -> tuple[Constraint, Constraint] | None:
    """Return two clues that force the cell, those over the fewest cells; None where none do.

    Where one clue does not suffice, two can only force a cell that touches just one of them: the
    other says how many mines the shared cells hold at the least or at the most.
    """
    best: tuple[tuple[int, int], tuple[Constraint, Constraint]] | None = None
    for clue in index.touching(cell):
        for other in index.beside(clue):
            if cell in other.cells:
                continue
            own, away = len(clue.cells - other.cells), len(other.cells - clue.cells)
            if clue.low - other.high == own if mine else clue.high == other.low - away:
                key = (away, own + len(other.cells))
                if best is None or key < best[0]:
                    best = key, (clue, other)
    return None if best is None else best[1]


def _with_clues(
    near: list[tuple[Constraint, int]], cell: int, *, mine: bool, limit: Limit
) -> Reasons | None:
    """Find a smallest reason among the clues that hang together with a cell."""
    clues = [clue for clue, _ in near]
    cells = frozenset().union(*(clue.cells for clue in clues))
    cnf = encode(Problem(tuple(clues), tuple(sorted(cells)), None))
    with _Question(cnf, clues, cell, mine=mine, limit=limit) as question:
        core = question.core(clues)
        if core is None:
            return None
        # A smallest reason hangs together, so it cannot reach farther than its size.
        within = [clue for clue, distance in near if distance < len(core) - 1]
        smallest, exact = question.smallest(within, core)
    return Reasons(tuple(smallest), mine_count=False, minimum=exact)


def _with_total(
    problem: Problem,
    near: list[tuple[Constraint, int]],
    cell: int,
    *,
    mine: bool,
    limit: Limit,
) -> Reasons | None:
    """Find a smallest reason among all clues together with the mine total."""
    left = 0 if problem.mines_left is None else problem.mines_left
    if left == (len(problem.unknown) if mine else 0):
        return Reasons((), mine_count=True, minimum=True)
    first = [clue for clue, _ in near]
    own = {clue.origin for clue in first}
    clues = first + [c for c in _Index(problem.constraints).clues if c.origin not in own]
    beside = len(frozenset().union(*(clue.cells for clue in clues)))
    if beside > MAX_TOTAL_CELLS:
        msg = f"A reason by the mine total, with {beside} cells beside clues, is too large."
        raise TooLarge(msg, remedy="Ask without the mine total.")
    cnf = _encode_loosely(problem, clues)
    with _Question(cnf, clues, cell, mine=mine, limit=limit) as question:
        core = question.core(clues)
        if core is None:
            return None
        smallest, exact = question.smallest(clues, core)
    return Reasons(tuple(smallest), mine_count=True, minimum=exact)


def _encode_loosely(problem: Problem, clues: list[Constraint]) -> Cnf:
    """Encode clues and total so that the total holds in full even where clues are switched off.

    `encode` leaves out a side of the total that the clues guarantee; clues that guarantee nothing
    make it write both sides, over the same variables.
    """
    idle = tuple(Constraint(c.cells, 0, len(c.cells), c.origin) for c in clues)
    total = encode(Problem(idle, problem.unknown, problem.mines_left), represent=True)
    plain = encode(Problem(tuple(clues), problem.unknown, None))
    # the plain clauses have no helpers: their variables are the first of the others
    return Cnf(
        total.cells,
        total.variables,
        plain.clues,
        total.total,
        total.unconstrained,
        total.speaker,
        total.mines_left,
    )


class _Question(Closing):
    """Whether clues force a cell, asked again and again for different clues."""

    def __init__(
        self, cnf: Cnf, clues: list[Constraint], cell: int, *, mine: bool, limit: Limit
    ) -> None:
        nodes = DEFAULT_NODES if limit.seconds is None else None
        self._oracle = Oracle(cnf, optional=True, seconds=limit.seconds, nodes=nodes)
        self._budget = Budget(limit)
        self._clues = clues
        self._place = {clue.origin: i for i, clue in enumerate(clues)}
        asked = cnf.speaker if cell in cnf.unconstrained and cnf.speaker is not None else cell
        variable = cnf.cells.index(asked) + 1
        own = set(self._place)
        # against the claim, and with the total, whose switch is the only one that is no clue's
        self._base = [-variable if mine else variable]
        self._base += [v for origin, v in self._oracle.switch.items() if origin not in own]

    def close(self) -> None:
        """Give the solver's memory back."""
        self._oracle.close()

    def _forces(self, clues: Sequence[Constraint]) -> bool:
        switches = [self._oracle.switch[clue.origin] for clue in clues]
        return not self._oracle.ask([*self._base, *switches])

    def _core(self) -> list[Constraint]:
        """Return the clues the last answer rests on, nearest first."""
        used = self._oracle.core()
        return [clue for clue in self._clues if self._oracle.switch[clue.origin] in used]

    def core(self, clues: Sequence[Constraint]) -> list[Constraint] | None:
        """Return clues that force the cell and of which none can be dropped; None if none do."""
        if not self._forces(clues):
            return None
        core = self._core()
        for clue in reversed(core):
            rest = [other for other in core if other is not clue]
            if len(rest) < len(core) and self._forces(rest):
                core = self._core()
        return core

    def smallest(
        self, among: list[Constraint], known: list[Constraint]
    ) -> tuple[list[Constraint], bool]:
        """Return a smallest set that forces the cell, and whether it is proven to be one.

        `known` is a set that does.
        """
        chosen: list[Constraint] = []
        try:
            with HittingSets() as sets:
                while len(chosen) < len(known):
                    self._budget.spend(1)
                    if self._forces(chosen):
                        return chosen, True
                    dropped = self._way_out(chosen, among)
                    if not dropped:
                        # not even all of them force it, so no smaller set than the known one does
                        break
                    sets.add(dropped)
                    chosen = [self._clues[i] for i in sets.smallest()]
        except TooLarge:
            return known, False
        return known, True

    def _way_out(self, holding: list[Constraint], among: list[Constraint]) -> list[int]:
        """Hold as many clues as possible without forcing the cell; return the others' places."""
        held = list(holding)
        own = {clue.origin for clue in holding}
        left = [clue for clue in among if clue.origin not in own]
        dropped = []
        fits = True
        while left:
            if fits:
                literals = self._oracle.model()
                cells = self._oracle.cnf.cells
                mines = {cells[literal - 1] for literal in literals if literal > 0}
                held += [c for c in left if c.low <= len(c.cells & mines) <= c.high]
                left = [c for c in left if not c.low <= len(c.cells & mines) <= c.high]
                if not left:
                    break
            # the farthest first: nearer clues make shorter explanations, so they stay in question
            clue = left.pop()
            self._budget.spend(1)
            fits = not self._forces([*held, clue])
            if fits:
                held.append(clue)
            else:
                dropped.append(self._place[clue.origin])
        return dropped
