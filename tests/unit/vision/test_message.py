"""A light message over a board of a known look: what lies under it is never surely covered."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from autosweep.board import OPENABLE
from autosweep.geometry import Grid
from autosweep.interfaces import Pixels
from autosweep.vision.image import load_file
from autosweep.vision.read import read
from autosweep.vision.reading import ACT_CONFIDENCE

SCREENS = Path(__file__).parents[3] / "fixtures" / "screens"
ROWS, COLS = 2, 8
OPAQUE = 0.96


def with_message(pixels: Pixels, grid: Grid, row: int, col: int) -> Pixels:
    """Return a picture with a message over some cells, as games show when they are won."""
    shown = pixels.copy()
    top, bottom = round(grid.row_edges[row] + 5), round(grid.row_edges[row + ROWS] - 6)
    right = round(grid.col_edges[min(col + COLS, grid.cols)] - 5)
    left = round(grid.col_edges[col] + 4)
    under = shown[top:bottom, left:right]
    under[:] = (under * (1 - OPAQUE) + 240 * OPAQUE).astype(np.uint8)
    cv2.rectangle(shown, (left, top), (right, bottom), (60, 60, 60), 1)
    words, at = "Congratulations!", (left + 30, (top + bottom) // 2 + 5)
    cv2.putText(shown, words, at, cv2.FONT_HERSHEY_SIMPLEX, 0.45, (40, 40, 40), 1, cv2.LINE_AA)
    return shown


@pytest.mark.parametrize("case", ["gnome-mines/gnome-classic-flags", "xbomb/xbomb-x-flags"])
def test_cells_under_a_message_are_not_surely_covered(case: str) -> None:
    pixels = load_file(SCREENS / case / "frame.png")
    bare = read(pixels)[0]
    read_at_all = 0
    for row in range(0, bare.grid.rows - ROWS, 3):
        for col in range(0, max(1, bare.grid.cols - COLS), 5):
            under = [(r, c) for r in range(row, row + ROWS) for c in range(col, col + COLS)]
            opened = [cell for cell in under if bare.board[cell] not in OPENABLE]
            found = read(with_message(pixels, bare.grid, row, col))
            if not found or (found[0].grid.rows, found[0].grid.cols) != bare.confidence.shape:
                continue
            now = found[0]
            read_at_all += len(opened)
            sure = [cell for cell in opened if now.confidence[cell] >= ACT_CONFIDENCE]
            assert not [cell for cell in sure if now.board[cell] in OPENABLE], (row, col)
    assert read_at_all
