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
    return [str(reading.board) for reading in autosweep.read(path) if not reading.uncertain]


def read_any(path: Path, view: memoryview) -> int:
    """Read every form that a picture may have."""
    forms = (autosweep.read(str(path)), autosweep.read(path.read_bytes()), autosweep.read(view))
    return sum(len(found) for found in (*forms, autosweep.read(bytearray(view))))


def explain(board: autosweep.Board, cell: tuple[int, int]) -> str:
    """Say why a cell is what it is, and whether it may be flagged."""
    try:
        reason: autosweep.Explanation = autosweep.explain(board, cell)
        proof: autosweep.Proof = autosweep.prove(board, cell, autosweep.Claim.MINE)
    except autosweep.AutosweepError as error:
        return f"{error} {error.remedy}"
    proven = proof.verdict is autosweep.Verdict.PROVEN
    return f"{reason.claim.value}: {' '.join(reason.steps)}{' Flag it.' if proven else ''}"
