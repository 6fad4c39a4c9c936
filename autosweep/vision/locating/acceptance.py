"""Is this lattice a Minesweeper board? Laws that other grids break.

Spreadsheets, chess boards, clue puzzles and palettes are lattices too. What is checked here needs
no reading of glyphs; calendars and number puzzles are left for the reader to turn away.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from autosweep.geometry import Grid
from autosweep.interfaces import Pixels
from autosweep.vision.locating.extent import Grown
from autosweep.vision.locating.patches import Floats

MIN_LINES = 5
ASPECTS = (0.38, 2.6)
MIN_EXPLAINED = 0.45
BLOCKS = (3, 4, 5)
"""Cells between the thick lines of sudokus, nonograms and ledgers."""
THICKER = 1.35
MAX_CLUES = 3
SAMPLED_LINES = 40
STRIDES = (1, 2, 3, 5, 7, 11, 13, 17, 23, 31, 43, 61, 83)
FLAT = 14.0
"""Levels that the middle of a blank cell may differ within itself."""
SAME_BLANK = 32.0
"""Levels within which the grounds of blank cells are one."""
MAX_TOUCHING = 0.2
"""Share of neighbouring blank cells that may be of two kinds."""
ALTERNATES = 0.9
"""Share of a kind on squares of one colour from which it is half of a checkerboard."""
LEAST_TOUCHING = 8
MAX_SIGN = 0.15
MAX_SIGNS = 2
"""Share of the cells up to which blank cells of one ground may be signs, and how many grounds."""
MARK = 25.0
DIFFER = 12.0
MAX_MARKED = 0.4
"""Share of blank cells that may have marks in a corner."""


def looks_like_minesweeper(pixels: Pixels, grid: Grid, grown: Grown) -> bool:
    """Tell whether a lattice can be a board."""
    if grid.rows < MIN_LINES or grid.cols < MIN_LINES:
        return False
    width, height = grid.cell_size
    if not ASPECTS[0] <= width / height <= ASPECTS[1]:
        return False
    if grown.explained.mean() < MIN_EXPLAINED:
        return False
    blank, grounds = _blanks(grown)
    if _mixes(blank, grounds) or _has_corner_marks(grown, blank):
        return False
    return not _has_blocks(pixels, grid)


def _blanks(grown: Grown) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.intp]]:
    """Return which cells are blank in the middle, and which ground each of these has."""
    middles = grown.cells[:, 3:9, 3:9].reshape(len(grown.cells), -1, 3)
    flat = np.ptp(middles, axis=1).max(axis=1) <= FLAT
    colors = np.median(middles, axis=1)
    counts = np.bincount(grown.kinds.ravel(), minlength=len(colors)) * flat
    ground = np.full(len(colors), -1, np.intp)
    for name, lead in enumerate(np.argsort(-counts, kind="stable")):
        if ground[lead] < 0 and counts[lead]:
            near = np.abs(colors - colors[lead]).max(axis=1) <= SAME_BLANK
            ground[near & flat & (ground < 0)] = name
    return flat[grown.kinds], ground[grown.kinds]


def _mixes(blank: npt.NDArray[np.bool_], grounds: npt.NDArray[np.intp]) -> bool:
    """Tell whether blank cells of different grounds lie side by side.

    An opened empty cell never touches a hidden one, and tiles of two colours alternate.
    """
    # Flags and mines may be nothing but a colour: a few such cells may lie anywhere.
    for _ in range(MAX_SIGNS):
        touching, pairs = _touching(blank, grounds)
        if touching.sum() / 2 <= max(MAX_TOUCHING * max(pairs, 1), LEAST_TOUCHING - 1):
            return False
        counts = np.bincount(grounds[blank], minlength=len(touching))
        worst = int(np.argmax(np.where(counts <= MAX_SIGN * blank.size, touching, -1)))
        if not counts[worst] or counts[worst] > MAX_SIGN * blank.size:
            return True
        blank = blank & (grounds != worst)
    touching, pairs = _touching(blank, grounds)
    return bool(touching.sum() / 2 > max(MAX_TOUCHING * max(pairs, 1), LEAST_TOUCHING - 1))


def _touching(
    blank: npt.NDArray[np.bool_], grounds: npt.NDArray[np.intp]
) -> tuple[npt.NDArray[np.intp], int]:
    """Return how often each ground touches another one, and how many blank cells touch at all."""
    parity = np.indices(blank.shape).sum(axis=0) % 2
    sides: list[int] = []
    names, counts = np.unique(grounds[blank], return_counts=True)
    for name, count in zip(names, counts, strict=True):
        odd = parity[blank & (grounds == name)].mean()
        if count >= 6 and max(odd, 1 - odd) >= ALTERNATES:
            sides.append(int(name))
    pairs = 0
    touching = np.zeros(int(grounds.max()) + 1, np.intp)
    for one, other in (
        (np.s_[:, :-1], np.s_[:, 1:]),
        (np.s_[:-1], np.s_[1:]),
    ):
        both = blank[one] & blank[other]
        first, second = grounds[one][both], grounds[other][both]
        pairs += len(first)
        apart = (first != second) & ~(np.isin(first, sides) & np.isin(second, sides))
        np.add.at(touching, first[apart], 1)
        np.add.at(touching, second[apart], 1)
    return touching, pairs


def _has_corner_marks(grown: Grown, blank: npt.NDArray[np.bool_]) -> bool:
    """Tell whether many cells that are blank in the middle have different marks in a corner.

    Calendars and forms write there; a tile has the same border as others of its make.
    """
    if blank.mean() < 0.5:
        return False
    cells = grown.cells[grown.kinds[blank]]
    ground = np.median(cells[:, 3:9, 3:9].reshape(len(cells), -1, 3), axis=1)
    off = np.abs(cells - ground[:, None, None]).max(axis=3)
    ink = off > MARK
    # Lines and bevels run along a whole side of most cells.
    ink[:, ink[:, :, 3:9].mean(axis=(0, 2)) > 0.5] = False
    ink[:, :, ink[:, 3:9].mean(axis=(0, 1)) > 0.5] = False
    for y in (slice(0, 6), slice(6, 12)):
        for x in (slice(0, 6), slice(6, 12)):
            here = np.zeros((12, 12), bool)
            here[y, x] = True
            marked = (ink & here).sum(axis=(1, 2)) >= 2
            marked &= ~(ink & ~here).any(axis=(1, 2))
            # A shine that all tiles have is no writing: marks differ from cell to cell.
            differ = marked.any() and off[marked][:, here].std(axis=0).max() > DIFFER
            if differ and marked.sum() > MAX_MARKED * blank.size:
                return True
    return False


def _has_blocks(pixels: Pixels, grid: Grid) -> bool:
    """Tell whether thicker lines divide both axes into equal blocks."""
    box = grid.bbox
    top, left = max(0, box.y), max(0, box.x)
    board = pixels[top : box.bottom, left : box.right]
    # Some lines of pixels are enough: a thick line is thick all along. A stride that divides the
    # pitch would meet the same places of all cells.
    some = [max(k for k in STRIDES if k <= max(1, n // SAMPLED_LINES)) for n in board.shape[:2]]
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
    """Tell whether every `step`-th line is clearly and evenly heavier than all others.

    A few columns of clues at either end may have been taken for cells.
    """
    cells = len(weights) + 1
    for first in range(MAX_CLUES + 1):
        for last in range(cells - MAX_CLUES, cells + 1):
            if (last - first) % step or last - first < max(cells - MAX_CLUES, 2 * step):
                continue
            inner = weights[first : last - 1]
            at = np.arange(1, len(inner) + 1)
            thick, thin = inner[at % step == 0], inner[at % step != 0]
            if thick.min() > THICKER * max(thin.max(), 1.0) and thick.min() > 40:
                return True
    return False
