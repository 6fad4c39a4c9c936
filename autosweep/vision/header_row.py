"""A row of buttons above a board that is as tall as a row of cells: a counter, a face, a clock.

In toolkits that lay out a window by a grid such a row has the columns of the board, so the search
takes it for the first row of cells. Its signs are in the two corners and in the middle, and without
it the board has a usual size.
"""

from __future__ import annotations

import numpy as np

from autosweep.board import HIDDEN
from autosweep.geometry import Grid
from autosweep.vision.classify.labelling_search import Decoded
from autosweep.vision.reading import ACT_CONFIDENCE
from autosweep.vision.thresholds import MAX_HEADER_SHARE, MIN_HEADER_SIGNS, ODD_CONFIDENCE
from autosweep.vision.usual_sizes import USUAL_SIZES


def without_header(grid: Grid, decoded: Decoded) -> Grid | None:
    """Return a grid without its first row if that looks like a header, else None.

    A header shows some signs that are no cells for certain, in places that mirror each other, the
    corners among them. A row of the game may look like that only by chance.
    """
    if (grid.rows, grid.cols) in USUAL_SIZES or (grid.rows - 1, grid.cols) not in USUAL_SIZES:
        return None
    # A sign like nothing known may be called a hidden cell, less surely than those without one.
    usual = np.median(decoded.confidence[0])
    odd = (decoded.codes[0] != HIDDEN) | (decoded.confidence[0] < ODD_CONFIDENCE * usual)
    certain = decoded.clear & (decoded.confidence[0] >= ACT_CONFIDENCE)
    if (odd & certain).any() or not MIN_HEADER_SIGNS <= odd.sum() <= MAX_HEADER_SHARE * len(odd):
        return None
    near = odd.copy()
    near[1:] |= odd[:-1]
    near[:-1] |= odd[1:]
    # Of an even number of columns none is in the middle.
    if not (odd[0] and odd[-1] and near[::-1][np.flatnonzero(odd)].all()):
        return None
    return Grid(grid.row_edges[1:], grid.col_edges)
