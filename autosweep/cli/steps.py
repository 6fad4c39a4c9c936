"""`solve --steps`: a whole position in words, step by step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from autosweep.board import FLAG, MINE, Board
from autosweep.cli.common import say

if TYPE_CHECKING:
    from autosweep.solver.analysis import Analysis
    from autosweep.solver.walkthrough import Deduction


def walk_steps(board: Board, analysis: Analysis, *, trust_flags: bool) -> Iterator[Deduction]:
    """Return the steps of a position."""
    from autosweep.solver.walkthrough import walk

    if trust_flags:
        # A flag that is taken for a mine is as good as a mine that is shown.
        board = board.with_cells(dict.fromkeys(board.find({FLAG}), MINE))
    return walk(board, analysis=analysis)


def tell_walk(board: Board, analysis: Analysis, *, trust_flags: bool) -> None:
    """Print the steps, and what comes after them."""
    number = 0
    for number, step in enumerate(walk_steps(board, analysis, trust_flags=trust_flags), start=1):
        found = [f"safe {r},{c}" for r, c in step.safe] + [f"mine {r},{c}" for r, c in step.mines]
        say(f"{number}. {', '.join(found)} ({step.reason.technique})")
        for line in step.reason.proof:
            say(f"   {'  ' * line.depth}{line.text}")
    best = analysis.best
    if not number:
        say("Nothing is certain.")
    if best is None:
        say("Nothing is left to open.")
    elif best.certain:
        say("Open the safe cells; their numbers tell more.")
    else:
        say(f"A guess is needed: {best}.")
