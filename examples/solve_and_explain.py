"""Solve a text board and explain the best move.

Run it: `python examples/solve_and_explain.py [BOARD]`; without a file it solves its own board.
"""

from __future__ import annotations

import sys
from pathlib import Path

import autosweep

BOARD = """\
6 8 9
? ? ? 1 0 0 1 ?
? 3 2 1 0 0 1 1
? 1 0 0 0 0 0 0
? 2 1 1 1 1 1 1
? ? ? ? ? ? ? ?
? ? ? ? ? ? ? ?
"""


def main(arguments: list[str]) -> int:
    """Print what is known about a board; return the exit code."""
    text = Path(arguments[0]).read_text("utf-8") if arguments else BOARD
    board = autosweep.Board.parse(text)
    analysis = autosweep.analyze(board, autosweep.Limit(seconds=5.0))
    print(board)
    print(f"{analysis.solutions} layouts fit.")
    print(f"safe: {sorted(analysis.safe)}")
    print(f"mines: {sorted(analysis.mines)}")
    if analysis.best is None:
        print("Nothing is left to open.")
        return 0
    print(f"best: {analysis.best}")
    for step in autosweep.explain(board, analysis.best.cell).steps:
        print(f"  {step}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
