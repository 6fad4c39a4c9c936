"""`solve --steps`: a whole position in words, step by step, for people and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from autosweep.board import FLAG, MINE, Board
from autosweep.cli.common import say

if TYPE_CHECKING:
    from autosweep.solver.analysis import Analysis
    from autosweep.solver.walkthrough import Deduction


def _walk(board: Board, analysis: Analysis, *, trust_flags: bool) -> Iterator[Deduction]:
    from autosweep.solver.walkthrough import walk

    if trust_flags:
        # A flag that is taken for a mine is as good as a mine that is shown.
        board = board.with_cells(dict.fromkeys(board.find({FLAG}), MINE))
    return walk(board, analysis=analysis)


def tell_walk(board: Board, analysis: Analysis, *, trust_flags: bool) -> None:
    """Print the steps, and what comes after them."""
    number = 0
    for number, step in enumerate(_walk(board, analysis, trust_flags=trust_flags), start=1):
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


def walk_json(board: Board, analysis: Analysis, *, trust_flags: bool) -> list[dict[str, Any]]:
    """Return the steps as JSON: what each shows, by which technique, why, and in which words."""
    return [
        {
            "safe": [list(cell) for cell in step.safe],
            "mine": [list(cell) for cell in step.mines],
            "technique": step.reason.technique,
            "because": [list(cell) for cell in step.reason.because],
            "mine_count": step.reason.mine_count,
            "minimum": step.reason.minimum,
            "steps": list(step.reason.steps),
        }
        for step in _walk(board, analysis, trust_flags=trust_flags)
    ]
