"""Cutting a board into cells of one size: whole cells, bevel included, any lattice, any scale.

One `cv2.remap` samples the whole board along its table of edges, finer than needed where cells are
large, and one area average brings it to the wanted size, so that a pack cut at one scale serves
every other.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from autosweep.seams import Pixels
from autosweep.vision.patches import Floats

Cells = npt.NDArray[np.float32]
"""Rows x columns x side x side x 3."""

MAX_SUPERSAMPLING = 6


def sample_positions(spans: Floats, side: int) -> npt.NDArray[np.float32]:
    """Return `side` pixel coordinates evenly spread in each span (start, end)."""
    fractions = (np.arange(side) + 0.5) / side
    starts, widths = spans[:, :1], spans[:, 1:] - spans[:, :1]
    # cv2 counts pixel centres from 0, edges count pixel borders: half a pixel lies between them.
    return (starts + widths * fractions[None] - 0.5).astype(np.float32).ravel()


def spans_of(edges: Floats) -> Floats:
    """Return start and end of each cell between neighbouring edges."""
    return np.stack([edges[:-1], edges[1:]], axis=1)


def cut_cells(
    pixels: Pixels, row_edges: Floats, col_edges: Floats, side: int, *, inset: float = 0.0
) -> Cells:
    """Return every cell resampled to side x side; beyond the picture its border repeats.

    Nothing of the outermost `inset` pixels of the board is used: what lies inside is repeated.
    """
    return cut_spans(pixels, spans_of(row_edges), spans_of(col_edges), side, inset=inset)


def cut_spans(
    pixels: Pixels, row_spans: Floats, col_spans: Floats, side: int, *, inset: float = 0.0
) -> Cells:
    """Return the cells of some rows and columns, in rising order, resampled to side x side."""
    rows, cols = len(row_spans), len(col_spans)
    widest = max(float(np.ptp(row_spans, axis=1).max()), float(np.ptp(col_spans, axis=1).max()))
    finer = int(np.clip(np.ceil(widest / side), 1, MAX_SUPERSAMPLING))
    xs = sample_positions(col_spans, side * finer)
    ys = sample_positions(row_spans, side * finer)
    if inset:
        xs = np.clip(xs, col_spans[0, 0] + inset - 0.5, col_spans[-1, 1] - inset - 0.5)
        ys = np.clip(ys, row_spans[0, 0] + inset - 0.5, row_spans[-1, 1] - inset - 0.5)
        xs, ys = xs.astype(np.float32), ys.astype(np.float32)
    left = int(np.clip(np.floor(xs[0]) - 2, 0, pixels.shape[1] - 1))
    top = int(np.clip(np.floor(ys[0]) - 2, 0, pixels.shape[0] - 1))
    right = int(np.clip(np.ceil(xs[-1]) + 3, left + 1, pixels.shape[1]))
    bottom = int(np.clip(np.ceil(ys[-1]) + 3, top + 1, pixels.shape[0]))
    fine = cv2.remap(
        pixels[top:bottom, left:right],
        np.repeat((xs - left)[None], len(ys), axis=0),
        np.repeat((ys - top)[:, None], len(xs), axis=1),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    if finer > 1:
        fine = cv2.resize(fine, (cols * side, rows * side), interpolation=cv2.INTER_AREA)
    blocks = np.asarray(fine, np.float32).reshape(rows, side, cols, side, 3)
    return np.ascontiguousarray(blocks.transpose(0, 2, 1, 3, 4))
