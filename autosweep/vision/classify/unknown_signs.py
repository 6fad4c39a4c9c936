"""Signs on plain cells that a theme does not know.

A small sign changes few samples of a cell: by the mean difference a hidden cell with a thin digit
of another client passes for a plain hidden cell. Here the most different samples count.
"""

from __future__ import annotations

import numpy as np

from autosweep.board import HIDDEN
from autosweep.vision.arrays import Bools, Codes, Samples
from autosweep.vision.classify.thresholds import MAX_PLAIN_PEAK, PEAK_OF_PLAIN

RIM = 3 / 16
"""Share of a side that bevels and lines between cells may take."""


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


def _peaks(cells: Samples, image: Samples) -> Samples:
    """Return in levels how far the most different inner samples of cells are off an image.

    Brightness only, and each sample with those round it: JPEG changes colours, and single samples.
    """
    side = round((len(image) / 3) ** 0.5)
    rim = round(RIM * side)
    off = (cells - image).reshape(-1, side, side, 3).mean(axis=3)
    length = side - 2 * rim
    starts = range(rim - 1, rim + 2)
    near = [off[:, y : y + length, x : x + length] for y in starts for x in starts]
    soft = np.mean(near, axis=0).reshape(len(cells), -1)
    soft = np.abs(soft - np.median(soft, axis=1, keepdims=True))
    largest = np.partition(soft, -PEAK_OF_PLAIN, axis=1)[:, -PEAK_OF_PLAIN:]
    return np.asarray(largest.mean(axis=1), np.float32)
