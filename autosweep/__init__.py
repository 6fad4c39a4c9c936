"""Reads, solves, explains and plays any Minesweeper on the screen.

    import autosweep

    board = autosweep.Board.parse(open("board.txt").read())
    analysis = autosweep.analyze(board)
    reason = autosweep.explain(board, (0, 2))
    readings = autosweep.read("screenshot.png")

Importing the package imports neither cv2, mss, pyautogui nor Qt: what needs them is imported when
used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from autosweep.board import Board, Game, Phase, Status
from autosweep.errors import AutosweepError
from autosweep.limit import Limit

if TYPE_CHECKING:
    from autosweep.solver.analysis import Analysis
    from autosweep.solver.analyze import analyze
    from autosweep.solver.explain import Claim, Explanation, explain
    from autosweep.solver.prove import Proof, Verdict, prove
    from autosweep.vision.read import read
    from autosweep.vision.reading import Reading

__version__ = "0.2.0"

__all__ = [
    "Analysis",
    "AutosweepError",
    "Board",
    "Claim",
    "Explanation",
    "Game",
    "Limit",
    "Phase",
    "Proof",
    "Reading",
    "Status",
    "Verdict",
    "__version__",
    "analyze",
    "explain",
    "prove",
    "read",
]

_LAZY = {
    "Analysis": "autosweep.solver.analysis",
    "Claim": "autosweep.solver.explain",
    "Explanation": "autosweep.solver.explain",
    "Proof": "autosweep.solver.prove",
    "Reading": "autosweep.vision.reading",
    "Verdict": "autosweep.solver.prove",
    "analyze": "autosweep.solver.analyze",
    "explain": "autosweep.solver.explain",
    "prove": "autosweep.solver.prove",
    "read": "autosweep.vision.read",
}


def __getattr__(name: str) -> Any:
    """Import the heavier half of the library when it is first used."""
    if name in _LAZY:
        from importlib import import_module

        return getattr(import_module(_LAZY[name]), name)
    msg = f"module 'autosweep' has no attribute {name!r}"
    raise AttributeError(msg)
