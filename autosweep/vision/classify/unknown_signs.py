"""Faint signs on cells that seem plain, and signs that a theme does not know.

A small sign changes few samples of a cell: by the mean difference a hidden cell with a thin digit
of another client passes for a plain hidden cell. Here the most different samples count.
"""

from __future__ import annotations

import numpy as np

from autosweep.board import HIDDEN
from autosweep.geometry import Grid
from autosweep.interfaces import Pixels
from autosweep.vision.arrays import Bools, Codes, Samples
from autosweep.vision.classify.thresholds import MAX_PLAIN_PEAK, PEAK_OF_PLAIN, SIGN_RIM
from autosweep.vision.resample import cut_cells

SIDE = 16
"""Samples along each side of a cell."""


def carry_signs(cells: Samples, best: Codes, images: Samples, codes: Codes) -> Bools:
    """Return which cells, named as plain ones, carry a sign that no plain image has.

    Cells and images are vectors of square pictures of one size, `best` and `codes` are their
    symbols. A shade that all samples of a cell share is no sign.
    """
    found = np.zeros(len(cells), bool)
    for code in (0, HIDDEN):
        named = np.flatnonzero(best == code)
        plain = images[codes == code]
        if len(named) and len(plain):
            peaks = np.min([_peaks(cells[named], image) for image in plain], axis=0)
            found[named] = peaks > MAX_PLAIN_PEAK
    return found


def patterns(pixels: Pixels, grid: Grid) -> Samples:
    """Return in levels how much each cell of a grid changes inside; an even slope is no change."""
    cells = cut_cells(pixels, np.array(grid.row_edges), np.array(grid.col_edges), SIDE)
    soft = _inner(cells.reshape(-1, SIDE, SIDE, 3).mean(axis=3))
    count = round(soft.shape[1] ** 0.5)
    at = np.linspace(-1, 1, count, dtype=np.float32)
    down, across = np.repeat(at, count), np.tile(at, count)
    for slope in (np.ones_like(down), down, across):
        soft -= (soft @ slope / (slope @ slope))[:, None] * slope[None]
    return _largest(np.abs(soft)).reshape(grid.rows, grid.cols)


def _peaks(cells: Samples, image: Samples) -> Samples:
    """Return in levels how far the most different inner samples of cells are off an image."""
    side = round((len(image) / 3) ** 0.5)
    soft = _inner((cells - image).reshape(-1, side, side, 3).mean(axis=3))
    return _largest(np.abs(soft - np.median(soft, axis=1, keepdims=True)))


def _inner(cells: Samples) -> Samples:
    """Return the inner samples of cells, each as the mean of those round it.

    Brightness only: JPEG changes colours, and single samples.
    """
    side = cells.shape[1]
    rim = round(SIGN_RIM * side)
    length, starts = side - 2 * rim, range(rim - 1, rim + 2)
    near = [cells[:, y : y + length, x : x + length] for y in starts for x in starts]
    return np.asarray(np.mean(near, axis=0).reshape(len(cells), -1), np.float32)


def _largest(off: Samples) -> Samples:
    """Return the mean of the largest samples of each cell."""
    return np.asarray(
        np.partition(off, -PEAK_OF_PLAIN, axis=1)[:, -PEAK_OF_PLAIN:].mean(axis=1), np.float32
    )
