"""The extent of a board: on which sides there may be more lines of cells than were found.

Blank open cells without lines look like the page round the board, and hidden tiles that join look
like the line beyond, so a grid may be too small and still obey every rule. Evidence: whether the
last line has a visible border, whether its cells can be read, whether the size is a usual one, what
the mine counter says of it, and what the votes say of the last line and of the one beyond.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from autosweep.board import FLAG, UNREAD, WRONG_FLAG
from autosweep.geometry import Grid
from autosweep.interfaces import Pixels
from autosweep.vision.arrays import Bools, Floats
from autosweep.vision.cut_sides import NONE, Sides, either, lacking_sides
from autosweep.vision.phase import STANDARD_MINES
from autosweep.vision.reading import ACT_CONFIDENCE, Reading
from autosweep.vision.thresholds import (
    MAX_SEAM_STEP,
    MAX_UNCERTAIN_LINE,
    MAX_VOTED_BEYOND,
    MIN_ROOM,
    MIN_SEAMLESS,
    MIN_VOTED_OUTER,
    SAME_GRID,
    SEAM_BAND,
    SEAM_REACH,
)
from autosweep.vision.usual_sizes import MISSED_LINES, USUAL_SIZES
from autosweep.vision.votes.refine import VotedGrid


def doubtful_sides(pixels: Pixels, reading: Reading) -> Sides:
    """Return the sides on which a board may have more lines than were found.

    A line that cannot be read is no evidence of a border, whatever the size. Without a border a
    usual size decides: the found one, or one that it lacks a line or two of.
    """
    covered = _covered(reading)
    counted = _by_counter(reading)
    if counted is not None and not any(counted):
        return covered
    open_ended = seamless_sides(pixels, reading.grid)
    if counted is not None:
        return either(covered, counted)
    size = (reading.board.rows, reading.board.cols)
    if size in USUAL_SIZES:
        return covered
    explained = lacking_sides(size, open_ended)
    return either(covered, explained if any(explained) else open_ended)


def voted_doubts(voted: VotedGrid) -> Sides:
    """Return the sides on which the votes themselves are not clear."""
    above, below, left, right = (
        outer < MIN_VOTED_OUTER or beyond > MAX_VOTED_BEYOND
        for outer, beyond in zip(voted.outer, voted.beyond, strict=True)
    )
    return above, below, left, right


def same_grid(one: Grid, other: Grid) -> bool:
    """Return True if two grids have the same rows and columns at nearly the same place."""
    if (one.rows, one.cols) != (other.rows, other.cols):
        return False
    wide, high = one.cell_size
    return (
        max(abs(a - b) for a, b in zip(one.row_edges, other.row_edges, strict=True))
        <= SAME_GRID * high
        and max(abs(a - b) for a, b in zip(one.col_edges, other.col_edges, strict=True))
        <= SAME_GRID * wide
    )


def added_lines(one: Grid, larger: Grid, most: int = MISSED_LINES) -> Sides | None:
    """Return the sides on which a grid has more lines than another, of which it holds every line.

    None if it does not hold it, or has more than `most` further lines on a side.
    """
    added = []
    wide, high = larger.cell_size
    for mine, theirs, size in (
        (one.row_edges, larger.row_edges, high),
        (one.col_edges, larger.col_edges, wide),
    ):
        before = round((mine[0] - theirs[0]) / size)
        after = len(theirs) - len(mine) - before
        if min(before, after) < 0 or max(before, after) > most:
            return None
        inner = theirs[before : before + len(mine)]
        if max(abs(a - b) for a, b in zip(mine, inner, strict=True)) > SAME_GRID * size:
            return None
        added += [before > 0, after > 0]
    above, below, left, right = added
    return above, below, left, right


def seamless_sides(pixels: Pixels, grid: Grid) -> Sides:
    """Return the sides on which some cells run on beyond the grid without any step."""
    turned = pixels.transpose(1, 0, 2)
    rows, cols = np.array(grid.row_edges), np.array(grid.col_edges)
    height, width = pixels.shape[:2]
    return (
        _seamless(pixels[::-1], height - rows[::-1], cols),
        _seamless(pixels, rows, cols),
        _seamless(turned[::-1], width - cols[::-1], rows),
        _seamless(turned, cols, rows),
    )


def _seamless(pixels: Pixels, down: Floats, across: Floats) -> bool:
    """Return True if cells of the last line run on below it, where there is room for a line."""
    pitch = float(down[-1] - down[0]) / (len(down) - 1)
    if pixels.shape[0] - down[-1] < MIN_ROOM * pitch:
        return False
    top = round(float(down[-1]) - SEAM_REACH * pitch)
    bottom = min(round(float(down[-1]) + SEAM_REACH * pitch), pixels.shape[0])
    seams = 0
    for start, end in pairwise(across):
        inset = (1 - SEAM_BAND) / 2 * (end - start)
        band = pixels[max(0, top) : bottom, max(0, round(start + inset)) : round(end - inset)]
        if band.size and int(np.ptp(band.reshape(-1, 3), axis=0).max()) <= MAX_SEAM_STEP:
            seams += 1
    return seams >= MIN_SEAMLESS


def _covered(reading: Reading) -> Sides:
    """Return the sides whose last line is mostly unreadable, as where a message lies over it."""
    codes = np.frombuffer(reading.board.cells, np.uint8).reshape(reading.confidence.shape)
    unclear: Bools = (reading.confidence < ACT_CONFIDENCE) | (codes == UNREAD)
    if float(unclear.mean()) > MAX_UNCERTAIN_LINE:
        return NONE  # the board as a whole is uncertain: that says nothing of its sides
    above, below, left, right = (
        float(line.mean()) > MAX_UNCERTAIN_LINE
        for line in (unclear[0], unclear[-1], unclear[:, 0], unclear[:, -1])
    )
    return above, below, left, right


def _by_counter(reading: Reading) -> Sides | None:
    """Return the sides that lack a line by the mine counter; None if it tells nothing.

    The usual total of just this size confirms the extent. That of a larger size, of which a line
    or two are missing, contradicts it.
    """
    if reading.mines_left is None:
        return None
    board = reading.board
    total = reading.mines_left + board.count({FLAG, WRONG_FLAG})
    size = (board.rows, board.cols)
    if STANDARD_MINES.get(size) == total:
        return NONE
    for (rows, cols), usual in STANDARD_MINES.items():
        short = (rows - size[0], cols - size[1])
        if usual == total and min(short) >= 0 and max(short) <= MISSED_LINES:
            return short[0] > 0, short[0] > 0, short[1] > 0, short[1] > 0
    return None
