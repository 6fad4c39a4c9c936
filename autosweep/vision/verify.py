"""Is this lattice a Minesweeper board? Laws that other grids break.

Spreadsheets, chess boards, clue puzzles and palettes are lattices too. What is checked here needs
no reading of glyphs; calendars and number puzzles are left for the reader to turn away.
"""

from __future__ import annotations

from autosweep.geometry import Grid
from autosweep.seams import Pixels
from autosweep.vision.growth import Grown

MIN_LINES = 5
ASPECTS = (0.38, 2.6)
MIN_EXPLAINED = 0.45


def looks_like_minesweeper(pixels: Pixels, grid: Grid, grown: Grown) -> bool:
    """Tell whether a lattice can be a board."""
    del pixels
    if grid.rows < MIN_LINES or grid.cols < MIN_LINES:
        return False
    width, height = grid.cell_size
    if not ASPECTS[0] <= width / height <= ASPECTS[1]:
        return False
    return bool(grown.explained.mean() >= MIN_EXPLAINED)
