"""What the cell reader sees of each cell: its pixels with a rim of its neighbours, normalised.

Colours are relative to the mean and the contrast of the whole board, so that a dark or a faint
board looks like any other. One more channel is the brightness relative to the cell's own ground:
faint signs show there.
"""

from __future__ import annotations

import numpy as np

from autosweep.interfaces import Pixels
from autosweep.vision.arrays import Floats, Samples
from autosweep.vision.classify.thresholds import MAX_CONTRAST, MIN_BOARD_CONTRAST, MIN_CELL_CONTRAST
from autosweep.vision.resample import cut_spans, spans_of

SIDE = 32
"""Samples of the side of a view."""
MARGIN = 3
"""Samples of a view's side that show a neighbour."""
CHANNELS = 4
"""Blue, green and red against the board, brightness against the cell's ground."""


def cell_views(pixels: Pixels, row_edges: Floats, col_edges: Floats) -> Samples:
    """Return every cell with its margin: rows x columns x SIDE x SIDE x 3, in levels."""
    return cut_spans(pixels, _widened(row_edges), _widened(col_edges), SIDE)


def _widened(edges: Floats) -> Floats:
    spans = spans_of(np.asarray(edges, np.float64))
    more = (spans[:, 1] - spans[:, 0]) * MARGIN / (SIDE - 2 * MARGIN)
    return np.stack([spans[:, 0] - more, spans[:, 1] + more], axis=1)


def board_tone(views: Samples) -> tuple[Samples, float]:
    """Return the mean colour of a board's cells and their contrast."""
    flat = views.reshape(-1, 3)
    mean = flat.mean(axis=0, dtype=np.float64)
    square = np.einsum("ij,ij->j", flat, flat, dtype=np.float64) / len(flat)
    contrast = float(np.sqrt(max(0.0, float((square - mean * mean).mean()))))
    return mean.astype(np.float32), max(contrast, MIN_BOARD_CONTRAST)


def network_inputs(views: Samples, tone: tuple[Samples, float]) -> Samples:
    """Return views (n x SIDE x SIDE x 3) as the network takes them: n x CHANNELS x SIDE x SIDE."""
    mean, contrast = tone
    out = np.empty((len(views), CHANNELS, SIDE, SIDE), np.float32)
    relative = (views - mean) * np.float32(1 / contrast)
    out[:, :3] = np.clip(relative, -MAX_CONTRAST, MAX_CONTRAST).transpose(0, 3, 1, 2)
    grey = views.sum(axis=3) * np.float32(1 / 3)
    off = grey - np.median(grey.reshape(len(views), -1), axis=1)[:, None, None]
    peak = np.abs(off).reshape(len(views), -1).max(axis=1)
    out[:, 3] = off / np.maximum(peak, MIN_CELL_CONTRAST)[:, None, None]
    return out
