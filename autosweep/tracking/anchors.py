"""What the frame before the first click tells of later ones: which cells are hidden still. Pure.

Before the first click every cell is hidden, whatever hidden cells look like. A cell with the very
same pixels is hidden still; one whose inside has changed is no plain hidden tile any more. Where
only the rim has changed, it may be either: some clients draw open cells with another bevel, others
draw the shadow of an open cell on its hidden neighbour.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from autosweep.board import HIDDEN, Board
from autosweep.geometry import Cell, Grid
from autosweep.interfaces import Frame, Pixels
from autosweep.tracking.changes import (
    changed_cells,
    inner_change,
    inside_changed,
    rim_changes,
)
from autosweep.vision.classify.labelling_cost import Anchors

_CHANGED_LEVELS = 4.0
"""Levels of 255 by which the inside of a cell must differ on average. Hidden and open cells of
sgt-mines, which differ least of the clients that were measured, differ by 13."""
_FAINT_LEVELS = 1.0
_RIM_LEVELS = 12.0
"""The same where the whole rim is another one, too, and the least change of each of its sides. A
shadow or the line of a neighbour lies on some sides and leaves the inside as it was; a bevel that
is gone leaves nothing as it was. The classic look has one ground for hidden and open cells."""
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
        changed[cell] = _is_other_tile(fresh.pixels, frame.pixels, grid, cell)
    if unchanged.mean() < _MIN_UNCHANGED and changed.any():
        # The grid may be a pixel off: then each cell holds a line of its neighbour. Or the page
        # changes its colours, which are seen between the cells.
        unchanged = _nearly_same(fresh.pixels, frame.pixels, grid)
    if unchanged.mean() < _MIN_UNCHANGED:
        return None
    return Anchors(unchanged, changed)


def _is_other_tile(before: Pixels, now: Pixels, grid: Grid, cell: Cell) -> bool:
    """Return True if a cell is not the hidden tile that it was."""
    inner = inner_change(before, now, grid, cell)
    if inner >= _CHANGED_LEVELS:
        return True
    sides = min(rim_changes(before, now, grid, cell))
    return inner >= _FAINT_LEVELS and sides >= _RIM_LEVELS


def _nearly_same(before: Pixels, now: Pixels, grid: Grid) -> npt.NDArray[np.bool_]:
    """Return which cells look as they did but for their outermost lines and faint shades."""
    same = np.zeros((grid.rows, grid.cols), bool)
    for row in range(grid.rows):
        for col in range(grid.cols):
            cell = row, col
            if not inside_changed(before, now, grid, cell):
                same[cell] = max(rim_changes(before, now, grid, cell)) < _CHANGED_LEVELS
    return same


def agrees(anchors: Anchors, board: Board) -> bool:
    """Return True if a board that was read from one frame alone contradicts no anchor."""
    codes = np.frombuffer(board.cells, np.uint8).reshape(board.rows, board.cols)
    hidden = codes == HIDDEN
    return not (hidden & anchors.changed).any() and bool(hidden[anchors.unchanged].all())
