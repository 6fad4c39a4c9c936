"""What the frame before the first click tells of later ones: which cells are hidden still. Pure.

Before the first click every cell is hidden, whatever hidden cells look like. A cell with the very
same pixels is hidden still; one whose inside has changed is no plain hidden tile any more. Where
only the rim has changed, it may be either: some clients draw open cells with another bevel, others
draw the shadow of an open cell on its hidden neighbour.
"""

from __future__ import annotations

import numpy as np

from autosweep.board import HIDDEN, Board
from autosweep.geometry import Cell, Grid
from autosweep.interfaces import Frame, Pixels
from autosweep.tracking.changes import cell_slices, changed_cells
from autosweep.vision.classify.labelling_cost import Anchors

_RIM = 0.2
"""The rim of a cell, as a share of its shorter side."""
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
        changed[cell] = _inner_change(fresh.pixels, frame.pixels, grid, cell) >= _CHANGED_LEVELS
    if unchanged.mean() < _MIN_UNCHANGED:
        return None
    return Anchors(unchanged, changed)


def agrees(anchors: Anchors, board: Board) -> bool:
    """Return True if a board that was read from one frame alone contradicts no anchor."""
    codes = np.frombuffer(board.cells, np.uint8).reshape(board.rows, board.cols)
    hidden = codes == HIDDEN
    return not (hidden & anchors.changed).any() and bool(hidden[anchors.unchanged].all())


def _inner_change(before: Pixels, now: Pixels, grid: Grid, cell: Cell) -> float:
    """Return by how many levels the inside of a cell differs, on average."""
    part = cell_slices(now, grid, cell)
    rows, cols = (slice(s.start + m, s.stop - m) for s, m in zip(part, _rims(part), strict=True))
    was, is_now = (pixels[rows, cols].astype(np.int16) for pixels in (before, now))
    return float(np.abs(was - is_now).mean()) if was.size else 0.0


def _rims(part: tuple[slice, slice]) -> tuple[int, int]:
    """Return the width of the rim in both directions."""
    side = min(part[0].stop - part[0].start, part[1].stop - part[1].start)
    return round(_RIM * side), round(_RIM * side)
