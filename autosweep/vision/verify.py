"""Is this lattice a Minesweeper board? Laws that other grids break.

Spreadsheets, chess boards, clue puzzles and palettes are lattices too. What is checked here needs
no reading of glyphs; calendars and number puzzles are left for the reader to turn away.
"""

from __future__ import annotations

import numpy as np

from autosweep.geometry import Grid
from autosweep.seams import Pixels
from autosweep.vision.growth import Grown
from autosweep.vision.patches import Floats

MIN_LINES = 5
ASPECTS = (0.38, 2.6)
MIN_EXPLAINED = 0.45
BLOCKS = (3, 4, 5)
"""Cells between the thick lines of sudokus, nonograms and ledgers."""
THICKER = 1.35
SAMPLED_LINES = 40


def looks_like_minesweeper(pixels: Pixels, grid: Grid, grown: Grown) -> bool:
    """Tell whether a lattice can be a board."""
    if grid.rows < MIN_LINES or grid.cols < MIN_LINES:
        return False
    width, height = grid.cell_size
    if not ASPECTS[0] <= width / height <= ASPECTS[1]:
        return False
    if grown.explained.mean() < MIN_EXPLAINED:
        return False
    return not _has_blocks(pixels, grid)


def _has_blocks(pixels: Pixels, grid: Grid) -> bool:
    """Tell whether thicker lines divide both axes into equal blocks."""
    box = grid.bbox
    top, left = max(0, box.y), max(0, box.x)
    board = pixels[top : box.bottom, left : box.right]
    # Some lines of pixels are enough: a thick line is thick all along.
    some = [max(1, side // SAMPLED_LINES) for side in board.shape[:2]]
    across = _line_weights(board[:: some[0]], np.array(grid.col_edges) - left)
    down = _line_weights(board[:, :: some[1]].transpose(1, 0, 2), np.array(grid.row_edges) - top)
    return any(_thick_every(across, m) and _thick_every(down, m) for m in BLOCKS)


def _line_weights(board: Pixels, edges: Floats) -> Floats:
    """Return how much ink lies along each inner edge between columns."""
    ground = np.median(board[::3, ::3].reshape(-1, 3), axis=0).astype(np.int16)
    ink = np.median(np.abs(board.astype(np.int16) - ground).max(axis=2), axis=0)
    reach = 3
    inner = np.round(edges[1:-1]).astype(int)
    return np.array([float(ink[max(0, edge - reach) : edge + reach].sum()) for edge in inner])


def _thick_every(weights: Floats, step: int) -> bool:
    """Tell whether every `step`-th line is clearly and evenly heavier than all others."""
    at = np.arange(1, len(weights) + 1)
    thick, thin = weights[at % step == 0], weights[at % step != 0]
    if len(thick) < 1 or len(thin) < 2 or (len(weights) + 1) % step:
        return False
    return bool(thick.min() > THICKER * max(thin.max(), 1.0) and thick.min() > 40)
