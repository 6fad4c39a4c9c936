"""What the frame before the first click tells of later ones: which cells are hidden still. Pure.

Before the first click every cell is hidden, whatever hidden cells look like. A cell with the very
same pixels is hidden still; one whose inside has changed is no plain hidden tile any more. Where
only the rim has changed, it may be either: some clients draw open cells with another bevel, others
draw the shadow of an open cell on its hidden neighbour.
"""

from __future__ import annotations

import numpy as np

from autosweep.board import HIDDEN, Board
from autosweep.geometry import Grid
from autosweep.interfaces import Frame
from autosweep.tracking.changes import changed_cells, inner_change
from autosweep.vision.classify.labelling_cost import Anchors

_CHANGED_LEVELS = 4.0
"""Levels of 255 by which the inside of a cell must differ on average. Hidden and open cells of
sgt-mines, which differ least of the clients that were measured, differ by 13."""
_MIN_UNCHANGED = 0.02
"""Share of unchanged cells below which nothing is concluded: the whole board may be tinted."""


def anchors_of(fresh: Frame, frame: Frame, grid: Grid) -> Anchors | None:
    """Return what a frame without open cells tells of a later one; None if nothing."""
    if fresh.pixels.shape != frame.pixels.shape:
        return None
    unchanged = np.ones((grid.rows, grid.cols), bool)
    changed = np.zeros((grid.rows, grid.cols), bool)
    for cell in changed_cells(fresh.pixels, frame.pixels, grid):
        unchanged[cell] = False
        changed[cell] = inner_change(fresh.pixels, frame.pixels, grid, cell) >= _CHANGED_LEVELS
    if unchanged.mean() < _MIN_UNCHANGED:
        return None
    return Anchors(unchanged, changed)


def agrees(anchors: Anchors, board: Board) -> bool:
    """Return True if a board that was read from one frame alone contradicts no anchor."""
    codes = np.frombuffer(board.cells, np.uint8).reshape(board.rows, board.cols)
    hidden = codes == HIDDEN
    return not (hidden & anchors.changed).any() and bool(hidden[anchors.unchanged].all())
