"""`solve(puzzle)`: cells that are the same in every layout, how many layouts, or a conflict."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from autosweep.errors import TooLarge
from autosweep.limit import Limit
from autosweep.rules.puzzle import Puzzle
from autosweep.variants.counting import Layouts, count_layouts
from autosweep.variants.reason_finder import Fewest, ReasonFinder
from autosweep.variants.sat_session import SatSession

DEFAULT_LIMIT = Limit(seconds=60.0)
"""Time for the certain cells of a puzzle, and again for reasons."""
QUICK = Limit(seconds=0.2, nodes=200_000, solutions=2000)
"""What is spent on counting layouts unless more is asked for."""
_QUICK_CELLS = 20
"""With more open cells than this, listing layouts one by one is not worth a try in that time."""

_EFFORT = 1000
"""Conflicts that a SAT solver may meet before another question is tried first."""


@dataclass(frozen=True, slots=True)
class Solution:
    """What follows from a puzzle."""

    consistent: bool
    safe: frozenset[int] = frozenset()
    """Hidden cells that are safe in every layout."""
    mines: frozenset[int] = frozenset()
    """Hidden cells that are mines in every layout."""
    complete: bool = True
    """Whether these are all; False where the time was over."""
    example: frozenset[int] | None = None
    """The mines of one layout."""
    layouts: Layouts | None = None
    """Number of layouts and chances; None where they were not counted within the limit."""
    conflict: Fewest | None = None
    """The fewest things said that cannot hold together, where no layout fits."""

    @property
    def forced(self) -> list[int]:
        """Literals of the cells that are certain: negative for safe ones."""
        return sorted([-(i + 1) for i in self.safe] + [i + 1 for i in self.mines], key=abs)


def solve(puzzle: Puzzle, limit: Limit | None = None, counting: Limit | None = None) -> Solution:
    """Find out what follows from a puzzle.

    `counting` bounds the counting of layouts, which otherwise is tried for a moment only. Raises
    TooLarge where the time is over before it is known whether any layout fits.
    """
    allowed = DEFAULT_LIMIT if limit is None else limit
    solution = forced_cells(puzzle, allowed)
    if not solution.consistent:
        with ReasonFinder(puzzle, allowed) as finder:
            return replace(solution, conflict=finder.conflict())
    if not solution.complete:
        return solution
    decided = {i: i in solution.mines for i in solution.safe | solution.mines}
    few = len(puzzle.hidden) - len(decided) <= _QUICK_CELLS
    layouts = count_layouts(puzzle, decided, counting or QUICK, listing=few or counting is not None)
    return replace(solution, layouts=layouts)


def forced_cells(puzzle: Puzzle, limit: Limit) -> Solution:
    """Find what all layouts of a puzzle share; raises TooLarge as `solve` does."""
    with SatSession(puzzle, limit=limit) as session:
        if not session.ask([]):
            return Solution(consistent=False)
        example = session.mines()
        proven, complete = _shared(session, puzzle.hidden)
    return Solution(
        consistent=True,
        safe=frozenset(-literal - 1 for literal in proven if literal < 0),
        mines=frozenset(literal - 1 for literal in proven if literal > 0),
        complete=complete,
        example=example,
    )


def _shared(session: SatSession, hidden: Iterable[int]) -> tuple[list[int], bool]:
    """Prove what all layouts share, starting from the last one; False where time was over.

    What is hard to prove waits: it is often easy once the rest is known.
    """
    example = session.mines()
    candidates = [i + 1 if i in example else -(i + 1) for i in hidden]
    proven: list[int] = []
    effort, waiting = _EFFORT, 0
    try:
        while candidates:
            if waiting == len(candidates):
                effort, waiting = effort * 4, 0
            literal = candidates[0]
            # a layout that differs in many candidates at once saves as many questions
            session.prefer([-other for other in candidates])
            possible = session.attempt([-literal], effort)
            if possible:
                mines = session.mines()
                candidates = [lit for lit in candidates if (abs(lit) - 1 in mines) == (lit > 0)]
                waiting = min(waiting, len(candidates))
            elif possible is None:
                candidates.append(candidates.pop(0))
                waiting += 1
            else:
                session.fix(literal)
                proven.append(literal)
                del candidates[0]
                waiting = 0
    except TooLarge:
        return proven, False
    return proven, True
