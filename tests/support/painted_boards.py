"""Observations of boards whose cells are painted by their symbols: no client, no vision."""

from __future__ import annotations

import numpy as np

from autosweep.board import Board
from autosweep.geometry import Grid
from autosweep.interfaces import Frame
from autosweep.tracking.observation import Observation
from autosweep.vision.phase import phase_of
from autosweep.vision.reading import Reading

SIDE = 10
"""Side of a cell in pixels."""


def observed(
    text: str, *, uncertain: str = "", repaint: str = "", confidence: float = 0.3
) -> Observation:
    """Return an observation of a board; each symbol has a shade of its own.

    Symbols in `uncertain` are read with `confidence`; those in `repaint` have another shade.
    """
    rows = text.split("\n")
    board = Board.from_rows(rows)
    grid = Grid.regular((0.0, 0.0), (SIDE, SIDE), (board.rows, board.cols))
    confidences = np.ones((board.rows, board.cols), np.float32)
    pixels = np.zeros((board.rows * SIDE, board.cols * SIDE, 3), np.uint8)
    for r, row in enumerate(rows):
        for c, symbol in enumerate(row.split()):
            box = grid.cell_rect((r, c))
            shade = ord(symbol) + (100 if symbol in repaint else 0)
            pixels[box.y : box.bottom, box.x : box.right] = shade
            if symbol in uncertain:
                confidences[r, c] = confidence
    return Observation(Frame(pixels), Reading(board, grid, confidences, "generic", phase_of(board)))
