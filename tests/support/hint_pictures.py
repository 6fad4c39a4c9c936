"""What hints over a board must look like: computed from a frame without them."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from autosweep.board import HIDDEN
from autosweep.geometry import ScreenMap
from autosweep.interfaces import Pixels
from autosweep.overlay.advice import advise, hints_of
from autosweep.overlay.annotate import draw_hints
from autosweep.overlay.levels import LEVELS
from autosweep.overlay.stretched_drawing import STRETCH_ERROR, stretched_drawing
from autosweep.solver.analyze import analyze
from autosweep.vision.reading import Reading


def with_hints(board: Reading, clean: Pixels) -> Pixels:
    """Return a frame with every hint that a board has."""
    return draw_hints(clean, board.grid, hints_of(advise(board, None), LEVELS["all"]))


def differing_cells(board: Reading, one: Pixels, other: Pixels, by: int = 0) -> dict[Any, int]:
    """Return the cells in which two frames differ by more than some levels, and by how many."""
    apart = np.abs(one.astype(int) - other).max(axis=2)
    found = {}
    for cell in np.ndindex(board.grid.rows, board.grid.cols):
        rect = board.grid.cell_rect(cell)
        most = int(apart[rect.y : rect.bottom, rect.x : rect.right].max())
        if most > by:
            found[cell] = most
    return found


def with_stretched_hints(
    board: Reading, clean: Pixels, scale: float, fine: float
) -> tuple[Pixels, int]:
    """Return a frame with every hint as a scaled monitor shows it, and how far it may be off.

    A point has `scale` pixels in the frame and `fine` in the window of the hints.
    """
    drawn = with_hints(board, clean)
    if scale == fine:
        return drawn, 0
    mapping = ScreenMap(0.0, 0.0, scale, scale)
    place = mapping.rect_to_screen(mapping.whole_points(board.grid.bbox))
    mask = np.asarray((drawn != clean).any(axis=2))
    shown = stretched_drawing(clean, drawn, mask, board.grid, mapping, place, fine).shown
    return shown, STRETCH_ERROR


def check_told_chances(lines: str, board: Reading) -> None:
    """Compare the chances that `overlay --json` told last with those of the whole solver."""
    events = [json.loads(line) for line in lines.splitlines()]
    hints = [event for event in events if event["event"] == "hints"]
    assert hints, lines
    told = {
        (row, col): value
        for row, line in enumerate(hints[-1]["probabilities"])
        for col, value in enumerate(line)
        if value is not None
    }
    expected = analyze(board.board)
    assert set(told) == set(board.board.find({HIDDEN}))
    assert told == pytest.approx({cell: expected.probability[cell] for cell in told})
