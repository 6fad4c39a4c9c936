"""The public API as a program would use it; checked by mypy, never run."""

from __future__ import annotations

from pathlib import Path

import autosweep


def solve(path: Path) -> float | None:
    """Solve a text board."""
    board = autosweep.Board.parse(path.read_text())
    analysis = autosweep.analyze(board, autosweep.Limit(seconds=1.0))
    cells: frozenset[tuple[int, int]] = analysis.safe | analysis.mines
    best = analysis.best
    print(len(cells), best.cell if best is not None else None)  # noqa: T201 - an example
    return analysis.probability[2, 3]


def read(path: Path) -> list[str]:
    """Read a screenshot."""
    return [str(reading.board) for reading in autosweep.read(path) if not reading.doubtful]
