"""What was read from a frame, and the themes it is read with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from autosweep.board import SYMBOLS
from autosweep.jsonshapes.parts import Json, cells_json, rect_json

if TYPE_CHECKING:
    from autosweep.vision.accuracy import ReadingTally
    from autosweep.vision.reading import Reading
    from autosweep.vision.themes import BrokenTheme, Theme
    from autosweep.vision.trace import GridAttempt, Trace

_SIDES = ("top", "bottom", "left", "right")


def reading_json(reading: Reading) -> Json:
    """Return a reading as `read --json` prints it."""
    return {
        "rows": reading.board.rows,
        "cols": reading.board.cols,
        "bbox": rect_json(reading.grid.bbox),
        "cell": [round(size, 3) for size in reading.grid.cell_size],
        "theme": reading.theme,
        "phase": reading.phase.value,
        "mines": reading.board.mines,
        "assumed_mines": reading.assumed_mines,
        "mines_left": reading.mines_left,
        "board": reading.board.row_symbols(),
        "confidence": [[round(float(value), 4) for value in row] for row in reading.confidence],
        "doubtful": cells_json(reading.uncertain),
        "doubt": None if reading.doubt is None else reading.doubt.value,
        "cut": _cut(reading),
        "row_edges": _edges(reading.grid.row_edges),
        "col_edges": _edges(reading.grid.col_edges),
    }


def attempt_json(attempt: GridAttempt) -> Json:
    """Return an attempt to accept a grid as `read --trace --json` prints it."""
    return {
        "stage": attempt.stage,
        "rows": attempt.grid.rows,
        "cols": attempt.grid.cols,
        "bbox": rect_json(attempt.grid.bbox),
        "accepted": attempt.accepted,
        "tests": [
            {
                "test": test.name,
                "value": round(float(test.value), 4),
                "relation": test.relation,
                "threshold": round(float(test.threshold), 4),
                "passed": test.passed,
            }
            for test in attempt.tests
        ],
    }


def trace_json(trace: Trace | None) -> Json:
    """Return the key `trace`: every grid that was tried; nothing without a trace."""
    if trace is None:
        return {}
    return {"trace": [attempt_json(attempt) for attempt in trace.attempts]}


def recorded_reading_json(reading: Reading) -> Json:
    """Return a reading as a recording holds it."""
    return {
        "rows": reading.board.rows,
        "cols": reading.board.cols,
        "mines": reading.board.mines,
        "board": reading.board.row_symbols(),
        "row_edges": _edges(reading.grid.row_edges),
        "col_edges": _edges(reading.grid.col_edges),
        "theme": reading.theme,
        "phase": reading.phase.value,
        "mines_left": reading.mines_left,
        "assumed_mines": reading.assumed_mines,
        "doubtful": cells_json(reading.uncertain),
        "cut": _cut(reading),
    }


def _cut(reading: Reading) -> list[str]:
    return [name for name, cut in zip(_SIDES, reading.cut, strict=True) if cut]


def _edges(edges: Iterable[float]) -> list[float]:
    return [round(edge, 3) for edge in edges]


# themes


def theme_json(theme: Theme) -> Json:
    """Return a theme as `theme list --json` prints it."""
    return {
        "name": theme.name,
        "client": theme.client,
        "symbols": "".join(SYMBOLS[code] for code in sorted(set(theme.codes))),
        "pictures": len(theme.images),
        "licence": theme.licence,
        "version": theme.version,
        "source": theme.source,
        "folder": str(theme.folder),
    }


def broken_theme_json(theme: BrokenTheme) -> Json:
    """Return a theme that is not used because something is wrong with it."""
    return {"folder": str(theme.folder), "reason": theme.reason, "remedy": theme.remedy}


def tally_json(tally: ReadingTally) -> Json:
    """Return how well labelled screenshots were read."""
    return {
        "boards": tally.boards,
        "located": tally.located,
        "cells": tally.cells,
        "right": tally.right,
        "share": round(tally.share, 6),
        "doubtful": tally.uncertain,
        "sure_and_wrong": tally.certain_and_wrong,
        "false_boards": tally.false_boards,
    }


def confusion_json(confusion: Mapping[tuple[int, int], int]) -> list[Json]:
    """Return which symbols were taken for which."""
    return [
        {"is": SYMBOLS[true], "read": SYMBOLS[got], "count": count}
        for (true, got), count in sorted(confusion.items())
    ]
