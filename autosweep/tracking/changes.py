"""What differs between two frames of the same place, and which pixels are a cell's.

The pixels of a cell are those of `Grid.cell_rect`: edges rounded to whole pixels, so that every
pixel of a board belongs to exactly one cell. Cells at a cut may reach beyond the frame; only what
the frame holds of them counts. Pure.
"""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np

from autosweep.geometry import Cell, Grid, Rect
from autosweep.interfaces import Frame, Pixels

CellImage = tuple[int, int, bytes]
"""Width, height and pixels of a cell, bevel included: a key for what it looks like."""
_CHANNELS = 3
_RIM = 0.2
"""The rim of a cell, as a share of its shorter side: shadows and frames are there."""
_LINE = 0.04
"""The outermost lines of a cell, as a share of its shorter side: those of its neighbour may be
there where the grid is a pixel off."""
_MIDDLE = 0.6
"""Share of a cell's width and height that is its middle: no bevel, no line, no rounded corner."""
_DRAWN_LEVELS = 1.0
"""Levels of 255 by which the inside of a cell differs on average at least where something else is
drawn in it. A page whose colours drift changes its cells by 0.3 between two moves."""
_PLAIN = 12
"""Levels of 255 by which the pixels of a plain cell differ at most, in each channel."""
_GRADUAL = 6
"""The same for neighbouring pixels of a cell whose ground is a gradient. The edge of a sign is a
step of 30 or more."""
_SAME_COLOR = 6
"""Levels of 255 by which two plain cells of one kind differ at most, in each channel."""


def same_pixels(one: Pixels, other: Pixels) -> bool:
    """Return True if two arrays of pixels are equal; the fastest comparison, made very often."""
    if one is other or one.shape != other.shape:
        return one is other
    return one.size == 0 or cv2.norm(one, other, cv2.NORM_INF) == 0


def changed_cells(before: Pixels, after: Pixels, grid: Grid) -> list[Cell]:
    """Return the cells whose pixels differ, in reading order; all where the sizes differ."""
    if before.shape != after.shape:
        return [(r, c) for r in range(grid.rows) for c in range(grid.cols)]
    height, width = after.shape[:2]
    tops = [min(max(0, round(edge)), height) for edge in grid.row_edges]
    lefts = [_CHANNELS * min(max(0, round(edge)), width) for edge in grid.col_edges]
    found: list[Cell] = []
    for row, (top, bottom) in enumerate(pairwise(tops)):
        was, now = before[top:bottom], after[top:bottom]
        # Most rows are unchanged, which is known soonest without noting where they differ.
        if not same_pixels(was, now):
            differ = np.bitwise_xor(was, now).reshape(bottom - top, -1)
            # Counting zeros in bytes takes half the time of sums in numpy.
            line = np.bitwise_or.reduce(differ, axis=0).tobytes()
            cells = enumerate(pairwise(lefts))
            found += [(row, col) for col, (a, b) in cells if line.count(0, a, b) < b - a]
    return found


def cell_slices(pixels: Pixels, grid: Grid, cell: Cell) -> tuple[slice, slice]:
    """Return the rows and columns of pixels that are a cell's."""
    row, col = cell
    height, width = pixels.shape[:2]
    # As `Grid.cell_rect`, without a Rect: this is called for every cell that changed.
    top, bottom = round(grid.row_edges[row]), round(grid.row_edges[row + 1])
    left, right = round(grid.col_edges[col]), round(grid.col_edges[col + 1])
    return slice(max(0, top), min(bottom, height)), slice(max(0, left), min(right, width))


def cell_image(pixels: Pixels, grid: Grid, cell: Cell) -> CellImage:
    """Return the pixels of a cell as a key."""
    part = pixels[cell_slices(pixels, grid, cell)]
    return part.shape[1], part.shape[0], part.tobytes()


def plain_color(pixels: Pixels, grid: Grid, cell: Cell) -> tuple[int, ...] | None:
    """Return the colour of a cell whose middle shows nothing else, None if it shows something."""
    part = pixels[cell_slices(pixels, grid, cell)]
    height, width = part.shape[:2]
    top, left = round(height * (1 - _MIDDLE) / 2), round(width * (1 - _MIDDLE) / 2)
    middle = part[top : height - top, left : width - left]
    if not is_plain(middle):
        return None
    return tuple(int(value) for value in np.median(middle.reshape(-1, _CHANNELS), axis=0))


def is_plain(part: Pixels) -> bool:
    """Return True if pixels show nothing but one colour, or one that changes gradually."""
    if not part.size:
        return False
    if int(np.ptp(part.reshape(-1, _CHANNELS), axis=0).max()) <= _PLAIN:
        return True
    levels = part.astype(np.int16)
    steps = [int(np.abs(np.diff(levels, axis=axis)).max(initial=0)) for axis in (0, 1)]
    return max(steps) <= _GRADUAL


def same_color(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Return True if plain cells of these colours may be of one kind."""
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) <= _SAME_COLOR


def inner_change(before: Pixels, now: Pixels, grid: Grid, cell: Cell) -> float:
    """Return by how many levels of 255 the inside of a cell differs, on average."""
    rows, cols = inside_slices(now, grid, cell)
    was, is_now = (pixels[rows, cols].astype(np.int16) for pixels in (before, now))
    return float(np.abs(was - is_now).mean()) if was.size else 0.0


def inside_changed(before: Pixels, now: Pixels, grid: Grid, cell: Cell) -> bool:
    """Return True if something else is drawn inside a cell."""
    return inner_change(before, now, grid, cell) >= _DRAWN_LEVELS


def inside_slices(pixels: Pixels, grid: Grid, cell: Cell) -> tuple[slice, slice]:
    """Return the rows and columns of pixels that are a cell's without its rim."""
    rows, cols = cell_slices(pixels, grid, cell)
    rim = round(_RIM * min(rows.stop - rows.start, cols.stop - cols.start))
    return slice(rows.start + rim, rows.stop - rim), slice(cols.start + rim, cols.stop - rim)


def _core_slices(pixels: Pixels, grid: Grid, cell: Cell) -> tuple[slice, slice]:
    """Return the rows and columns of pixels that are a cell's without its outermost lines."""
    rows, cols = cell_slices(pixels, grid, cell)
    line = max(1, round(_LINE * min(rows.stop - rows.start, cols.stop - cols.start)))
    return slice(rows.start + line, rows.stop - line), slice(cols.start + line, cols.stop - line)


def rim_changes(before: Pixels, now: Pixels, grid: Grid, cell: Cell) -> tuple[float, ...]:
    """Return by how many levels of 255 each side of a cell's rim differs, on average.

    The sides are the upper, lower, left and right one, without the outermost lines.
    """
    return tuple(
        float(np.abs(before[side].astype(np.int16) - now[side]).mean()) if now[side].size else 0.0
        for side in _rim_slices(now, grid, cell)
    )


def rim_contrasts(pixels: Pixels, grid: Grid, cell: Cell) -> tuple[float, ...]:
    """Return by how many levels of 255 each side of a cell's rim differs from its inside.

    The sides are those of `rim_changes`. The inside is one colour, the median of its pixels.
    """
    inside = pixels[inside_slices(pixels, grid, cell)].reshape(-1, 3)
    ground = np.median(inside, axis=0) if inside.size else np.zeros(3)
    return tuple(
        float(np.abs(pixels[side] - ground).mean()) if pixels[side].size else 0.0
        for side in _rim_slices(pixels, grid, cell)
    )


def _rim_slices(pixels: Pixels, grid: Grid, cell: Cell) -> tuple[tuple[slice, slice], ...]:
    rows, cols = _core_slices(pixels, grid, cell)
    inner_rows, inner_cols = inside_slices(pixels, grid, cell)
    return (
        (slice(rows.start, inner_rows.start), cols),
        (slice(inner_rows.stop, rows.stop), cols),
        (rows, slice(cols.start, inner_cols.start)),
        (rows, slice(inner_cols.stop, cols.stop)),
    )


def board_rect(frame: Frame, grid: Grid) -> Rect:
    """Return the part of a frame that shows the board."""
    return frame.rect.intersect(grid.bbox)


def board_pixels(frame: Frame, grid: Grid) -> Pixels:
    """Return the pixels of the board in a frame, without what lies round it."""
    box = board_rect(frame, grid)
    return frame.pixels[box.y : box.bottom, box.x : box.right]
