"""Tests that a grid must pass to be a Minesweeper board; other grids fail one of them.

Spreadsheets, chess boards, clue puzzles and palettes are grids too. The tests need no reading of
glyphs; calendars and number puzzles are left to the classifier.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from autosweep.geometry import Grid
from autosweep.interfaces import Pixels
from autosweep.vision.arrays import Bools, Floats, Ints
from autosweep.vision.locating.extent import Extent
from autosweep.vision.locating.thresholds import (
    ALTERNATES,
    BLANK_FLAT,
    BLOCKS,
    CELL_ASPECTS,
    LINE_MARKS,
    LINE_REACH,
    MARK_STEP,
    MARKS_DIFFER,
    MAX_CLUE_LINES,
    MAX_MARKED,
    MAX_SIGN,
    MAX_SIGNS,
    MAX_SMALL_LINES,
    MAX_TOUCHING,
    MIN_ALTERNATING,
    MIN_BLANK,
    MIN_EXPLAINED,
    MIN_LINES,
    MIN_MARK,
    MIN_SMALL_EXPLAINED,
    MIN_THICK,
    MIN_TOUCHING,
    MIN_USUAL_LINES,
    SAME_GROUND,
    SAMPLED_LINES,
    STRIDES,
    THICKER,
)
from autosweep.vision.trace import GridTest

MIDDLE = slice(3, 9)
"""Samples (of 12) of a cell inside any bevel."""
HALVES = (slice(0, 6), slice(6, 12))


def board_tests(pixels: Pixels, grid: Grid, extent: Extent) -> Iterator[GridTest]:
    """Yield the tests of a grid, the cheap ones first."""
    yield from _size_tests(grid)
    least = MIN_SMALL_EXPLAINED if is_small(grid) else MIN_EXPLAINED
    yield GridTest("share of cells explained", float(extent.explained.mean()), ">=", least)
    blank, grounds = _blanks(extent)
    yield _mixed_grounds(blank, grounds)
    yield _corner_marks(extent, blank)
    yield GridTest("cells between thick lines", _block_size(pixels, grid), "<=", 0)


def shape_tests(pixels: Pixels, grid: Grid) -> Iterator[GridTest]:
    """Yield the tests that need no cell: the size of the grid and of its lines."""
    yield from _size_tests(grid)
    yield GridTest("cells between thick lines", _block_size(pixels, grid), "<=", 0)


def is_small(grid: Grid) -> bool:
    """Return True if a grid has so few lines that its cells alone do not tell a board."""
    return min(grid.rows, grid.cols) < MIN_USUAL_LINES


def _size_tests(grid: Grid) -> Iterator[GridTest]:
    yield GridTest("rows", grid.rows, ">=", MIN_LINES)
    yield GridTest("columns", grid.cols, ">=", MIN_LINES)
    if is_small(grid):
        yield GridTest("lines", max(grid.rows, grid.cols), "<=", MAX_SMALL_LINES)
    width, height = grid.cell_size
    yield GridTest("width over height of a cell", width / height, ">=", CELL_ASPECTS[0])
    yield GridTest("width over height of a cell", width / height, "<=", CELL_ASPECTS[1])


def _blanks(extent: Extent) -> tuple[Bools, Ints]:
    """Return which cells are blank in the middle, and which ground each of these has."""
    middles = extent.cells[:, MIDDLE, MIDDLE].reshape(len(extent.cells), -1, 3)
    flat = np.ptp(middles, axis=1).max(axis=1) <= BLANK_FLAT
    colors = np.median(middles, axis=1)
    counts = np.bincount(extent.kinds.ravel(), minlength=len(colors)) * flat
    ground = np.full(len(colors), -1, np.intp)
    for name, lead in enumerate(np.argsort(-counts, kind="stable")):
        if ground[lead] < 0 and counts[lead]:
            near = np.abs(colors - colors[lead]).max(axis=1) <= SAME_GROUND
            ground[near & flat & (ground < 0)] = name
    return flat[extent.kinds], ground[extent.kinds]


def _mixed_grounds(blank: Bools, grounds: Ints) -> GridTest:
    """Return the test how often blank cells of different grounds lie side by side.

    An opened empty cell never touches a hidden one, and tiles of two colours alternate.
    """
    # Flags and mines may be nothing but a colour: a few such cells may lie anywhere.
    for _ in range(MAX_SIGNS):
        test, touching = _mixed_test(blank, grounds)
        if test.passed:
            return test
        counts = np.bincount(grounds[blank], minlength=len(touching))
        worst = int(np.argmax(np.where(counts <= MAX_SIGN * blank.size, touching, -1)))
        if not counts[worst] or counts[worst] > MAX_SIGN * blank.size:
            return test
        blank = blank & (grounds != worst)
    return _mixed_test(blank, grounds)[0]


def _mixed_test(blank: Bools, grounds: Ints) -> tuple[GridTest, Ints]:
    touching, pairs = _touching(blank, grounds)
    most = max(MAX_TOUCHING * max(pairs, 1), MIN_TOUCHING - 1)
    return GridTest("blank neighbours of two grounds", touching.sum() / 2, "<=", most), touching


def _touching(blank: Bools, grounds: Ints) -> tuple[Ints, int]:
    """Return how often each ground touches another one, and how many blank cells touch at all."""
    parity = np.indices(blank.shape).sum(axis=0) % 2
    sides: list[int] = []
    names, counts = np.unique(grounds[blank], return_counts=True)
    for name, count in zip(names, counts, strict=True):
        odd = parity[blank & (grounds == name)].mean()
        if count >= MIN_ALTERNATING and max(odd, 1 - odd) >= ALTERNATES:
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


def _corner_marks(extent: Extent, blank: Bools) -> GridTest:
    """Return the test how many cells that are blank in the middle have marks in one corner.

    Calendars and forms write there; a tile has the same border as others of its make.
    """
    most = MAX_MARKED * blank.size
    if blank.mean() < MIN_BLANK:
        return GridTest("cells with marks in a corner", 0, "<=", most)
    cells = extent.cells[extent.kinds[blank]]
    ground = np.median(cells[:, MIDDLE, MIDDLE].reshape(len(cells), -1, 3), axis=1)
    off = np.abs(cells - ground[:, None, None]).max(axis=3)
    mark = off > MARK_STEP
    # Lines and bevels run along a whole side of most cells.
    mark[:, mark[:, :, MIDDLE].mean(axis=(0, 2)) > LINE_MARKS] = False
    mark[:, :, mark[:, MIDDLE].mean(axis=(0, 1)) > LINE_MARKS] = False
    largest = 0
    for y in HALVES:
        for x in HALVES:
            here = np.zeros(mark.shape[1:], bool)
            here[y, x] = True
            marked = (mark & here).sum(axis=(1, 2)) >= MIN_MARK
            marked &= ~(mark & ~here).any(axis=(1, 2))
            # A shine that all tiles have is no writing: marks differ from cell to cell.
            if marked.any() and off[marked][:, here].std(axis=0).max() > MARKS_DIFFER:
                largest = max(largest, int(marked.sum()))
    return GridTest("cells with marks in a corner", largest, "<=", most)


def _block_size(pixels: Pixels, grid: Grid) -> int:
    """Return the cells between thicker lines that divide both axes into blocks, 0 for none."""
    box = grid.bbox
    top, left = max(0, box.y), max(0, box.x)
    board = pixels[top : box.bottom, left : box.right]
    # Some lines of pixels are enough: a thick line is thick all along.
    some = [max(k for k in STRIDES if k <= max(1, n // SAMPLED_LINES)) for n in board.shape[:2]]
    across = _line_weights(board[:: some[0]], np.array(grid.col_edges) - left)
    down = _line_weights(board[:, :: some[1]].transpose(1, 0, 2), np.array(grid.row_edges) - top)
    return next((m for m in BLOCKS if _thick_every(across, m) and _thick_every(down, m)), 0)


def _line_weights(board: Pixels, edges: Floats) -> Floats:
    """Return how far, in levels, each inner edge between columns is off the ground."""
    ground = np.median(board[::3, ::3].reshape(-1, 3), axis=0).astype(np.int16)
    off = np.median(np.abs(board.astype(np.int16) - ground).max(axis=2), axis=0)
    inner = np.round(edges[1:-1]).astype(int)
    spans = [off[max(0, edge - LINE_REACH) : edge + LINE_REACH] for edge in inner]
    return np.array([float(span.sum()) for span in spans])


def _thick_every(weights: Floats, step: int) -> bool:
    """Return True if every `step`-th line is clearly and evenly heavier than all others.

    A few columns of clues at either end may have been taken for cells.
    """
    cells = len(weights) + 1
    for first in range(MAX_CLUE_LINES + 1):
        for last in range(cells - MAX_CLUE_LINES, cells + 1):
            if (last - first) % step or last - first < max(cells - MAX_CLUE_LINES, 2 * step):
                continue
            inner = weights[first : last - 1]
            at = np.arange(1, len(inner) + 1)
            thick, thin = inner[at % step == 0], inner[at % step != 0]
            if thick.min() > THICKER * max(thin.max(), 1.0) and thick.min() > MIN_THICK:
                return True
    return False
