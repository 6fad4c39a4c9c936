"""Certain cells where counting is too large: by SAT, first from the clues, then with the total.

The clues alone are cheap even on boards that no counter finishes. The mine total is then tried for
a short while; where its budget is spent, what the clues prove still stands. Budgets are
propagations of the SAT solver, not seconds: the same board always gives the same answer.
"""

from __future__ import annotations

from autosweep.board.board import FLAG, OPENABLE, Board
from autosweep.errors import TooLarge
from autosweep.solver.constraints import Constraint, Contradiction, Problem, System, gather, reduce
from autosweep.solver.layout_counter import Survey
from autosweep.solver.ranking import rank
from autosweep.solver.sat import Certain, certain_cells

CLUE_NODES = 4_000_000
"""Propagations for what the clues prove: 0.8 seconds at the 5,000 a millisecond of hard boards."""
TOTAL_NODES = 1_000_000
"""Propagations for what the mine total proves on top: 0.2 seconds."""
_CLUES_AT_ONCE = 1000
"""Clues that are put into one question."""
_MAX_TOTAL_CELLS = 250
"""With more cells beside clues than this the total is not tried: its clauses alone take long."""


def survey_by_sat(board: Board, *, trust_flags: bool) -> Survey:
    """Find certain cells of a board and rank the others by a rough estimate.

    Raises Contradiction where no layout fits, as far as that could be found out in the budget.
    """
    problem = gather(board, trust_flags=trust_flags)
    system = reduce(problem)
    found = _prove(system)
    codes = board.cells
    trusted = {i for i, code in enumerate(codes) if trust_flags and code == FLAG}
    safe_places = system.safe | found.safe
    mine_places = system.mines | found.mines | trusted
    safe = frozenset(board.cell(i) for i in safe_places if codes[i] in OPENABLE)
    mines = frozenset(board.cell(i) for i in mine_places if codes[i] in OPENABLE)
    estimates = _estimate(board, system)
    none_known = (None,) * len(codes)
    return Survey(none_known, safe, mines, rank(board, estimates, safe, mines))


def _prove(system: System) -> Certain:
    """Prove what can be proven in the budget; raises Contradiction."""
    rest = _rest(system)
    left = CLUE_NODES
    safe: set[int] = set()
    mines: set[int] = set()
    # every part of the clues proves rightly; only very large boards are cut
    for start in range(0, len(rest.constraints), _CLUES_AT_ONCE):
        clues = rest.constraints[start : start + _CLUES_AT_ONCE]
        touched = frozenset().union(*(given.cells for given in clues))
        try:
            found = certain_cells(Problem(clues, tuple(sorted(touched)), None), nodes=max(0, left))
        except TooLarge:
            break
        if found is None:
            raise Contradiction
        left -= found.nodes
        safe |= found.safe
        mines |= found.mines
    known = Certain(frozenset(safe), frozenset(mines), complete=False)
    touched_cells = sum(component.size for component in system.components)
    if system.mines_left is None or touched_cells > _MAX_TOTAL_CELLS:
        return known
    try:
        stronger = certain_cells(rest, nodes=TOTAL_NODES)
    except TooLarge:
        return known
    if stronger is None:
        raise Contradiction
    return Certain(known.safe | stronger.safe, known.mines | stronger.mines)


def _rest(system: System) -> Problem:
    """Return what is left of a problem after the simple deductions, as a problem over cells."""
    constraints = []
    for component in system.components:
        for rule in component.rules:
            cells = frozenset(cell for g in rule.groups for cell in component.groups[g].cells)
            constraints.append(Constraint(cells, rule.low, rule.high, min(rule.origins)))
    touched = frozenset().union(*(given.cells for given in constraints))
    return Problem(tuple(constraints), (*sorted(touched), *system.unconstrained), system.mines_left)


def _estimate(board: Board, system: System) -> list[float | None]:
    """Guess how likely mines are: a cell beside clues as its most demanding one says."""
    estimates: list[float | None] = [None] * len(board.cells)
    expected = 0.0
    for component in system.components:
        share = [0.0] * len(component.groups)
        for rule in component.rules:
            size = sum(len(component.groups[g].cells) for g in rule.groups)
            for g in rule.groups:
                share[g] = max(share[g], (rule.low + rule.high) / (2 * size))
        for group, value in zip(component.groups, share, strict=True):
            expected += value * len(group.cells)
            for cell in group.cells:
                estimates[cell] = value
    left = 0.2 * len(system.unconstrained)
    if system.mines_left is not None:
        left = min(max(system.mines_left - expected, 0.0), float(len(system.unconstrained)))
    for cell in system.unconstrained:
        estimates[cell] = left / len(system.unconstrained)
    return estimates
