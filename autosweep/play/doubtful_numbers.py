"""A guess that is safe if a few uncertain numbers were read right. Pure.

Uncertain numbers prove nothing, but most of them are read right: what follows from one or two of
them is a better guess than any that leaves all of them out.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from autosweep.board import HIDDEN, MAX_NUMBER, OPENABLE, QUESTION, Board
from autosweep.geometry import Cell
from autosweep.limit import Limit
from autosweep.play.gate import LIKELY, names_of
from autosweep.solver.analysis import Analysis
from autosweep.solver.analyze import analyze
from autosweep.solver.moves import Move, MoveKind
from autosweep.vision.reading import Reading

_LIMIT = Limit(nodes=200_000)
"""For each of the boards that are compared; there may be two dozen."""
_MOST = 12
"""Uncertain numbers that are asked, the likeliest first."""


def safe_if_read(board: Board, masked: Board, reading: Reading, blind: Analysis) -> Move | None:
    """Return the guess that is safe by the fewest doubts, None where there is none.

    `masked` is the board without its uncertain cells, `blind` its analysis.
    """
    numbers = [cell for cell in reading.uncertain if _tells(board, masked, reading, cell)]
    numbers.sort(key=lambda cell: (-float(reading.confidence[cell]), cell))
    numbers = numbers[:_MOST]
    best: tuple[float, Cell, Sequence[Cell]] | None = None
    for number in numbers:
        for cell in _safe(board, masked, [number]):
            found = _risk(reading, blind, cell, [number]), cell, [number]
            best = found if best is None else min(best, found)
    if best is None:
        best = _by_several(board, masked, reading, blind, numbers)
    if best is None:
        return None
    risk, cell, needed = best
    cells = f"{'cell' if len(needed) == 1 else 'cells'} {names_of(needed)}"
    why = f"It is safe if the uncertain {cells} {'was' if len(needed) == 1 else 'were'} read right."
    return Move(MoveKind.OPEN, cell, risk, certain=False, why=why)


def _by_several(
    board: Board, masked: Board, reading: Reading, blind: Analysis, numbers: Sequence[Cell]
) -> tuple[float, Cell, Sequence[Cell]] | None:
    """Return the safest cell by as few of the likeliest numbers as are needed together."""
    for count in range(2, len(numbers) + 1):
        needed = list(numbers[:count])
        safe = _safe(board, masked, needed)
        if not safe:
            continue
        cell = min(safe)
        for number in numbers[:count]:
            fewer = [each for each in needed if each != number]
            if fewer and cell in _safe(board, masked, fewer):
                needed = fewer
        return _risk(reading, blind, cell, needed), cell, needed
    return None


def _tells(board: Board, masked: Board, reading: Reading, cell: Cell) -> bool:
    """Return True if an uncertain cell is likely a number that has hidden cells beside it."""
    likely = board[cell] <= MAX_NUMBER and reading.confidence[cell] >= LIKELY
    return bool(likely) and any(masked[other] in OPENABLE for other in board.neighbors(cell))


def _safe(board: Board, masked: Board, numbers: Sequence[Cell]) -> list[Cell]:
    """Return the hidden cells that are safe if some uncertain numbers were read right.

    None where the numbers contradict the others.
    """
    shown = masked.with_cells({cell: board[cell] for cell in numbers})
    safe = analyze(shown, _LIMIT).safe
    return [cell for cell in masked.find({HIDDEN, QUESTION}) if cell in safe]


def _risk(reading: Reading, blind: Analysis, cell: Cell, needed: Sequence[Cell]) -> float:
    """Return the chance that a cell is a mine after all: as without numbers that are wrong."""
    unknown = blind.probability[cell]
    doubt = 1 - prod(float(reading.confidence[number]) for number in needed)
    return doubt * (1.0 if unknown is None else unknown)
