"""A dimmed board: a message waits for an answer and darkens or lightens what lies behind it.

Browsers dim the whole page behind a message such as "You win!", and stop drawing it: the board may
then show a state that is long past, and no click reaches it. Many programs do the same inside their
window. Dimming mixes every pixel with the same share of black or white. Pure.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from autosweep.board import MAX_NUMBER
from autosweep.geometry import Grid
from autosweep.interfaces import Frame
from autosweep.vision.reading import Reading

_STEP = 2
_SAMPLE = 1024
"""Pixels: the step of the full comparison in both directions, and the size of the sample that is
compared first."""
_LEAST, _MOST = 0.15, 0.9
"""Share of a pixel's brightness that dimming leaves."""
_SHADES = 5.0
"""Levels of 255 by which a dimmed pixel may be off: values are rounded and smoothed."""
_SHARE = 0.6
"""Share of the pixels that are dimmed alike: the message itself lies over others."""
_BRIGHT = 48
"""Levels above which a pixel shows how much of it is left."""
_TELLING = 0.1
"""Least share of such pixels."""
_CONTRAST = 8.0
"""Least standard deviation, in levels, of what is seen behind a message."""

Floats = npt.NDArray[np.float32]
Places = npt.NDArray[np.intp]


def is_dimmed(before: Frame, reading: Reading, now: Frame) -> bool:
    """Return True if a frame is an earlier one of the same place, dimmed.

    Only what no move changes is compared, the surroundings of the board and its open cells: where
    many cells are opened at once they may all become darker.
    """
    if before.pixels.shape != now.pixels.shape or not _may_be_dimmed(before, reading, now):
        return False
    height, width = before.pixels.shape[:2]
    rows, cols = _cells_at(
        reading.grid, np.arange(0, height, _STEP)[:, np.newaxis], np.arange(0, width, _STEP)
    )
    lasting = _lasting(reading)[rows, cols]
    thin = np.s_[::_STEP, ::_STEP]
    was, shown = (frame.pixels[thin].astype(np.float32) for frame in (before, now))
    dark, light = (was, shown), (255 - was, 255 - shown)
    return any(_is_mixture(*pair, lasting) for pair in (dark, light))


def _may_be_dimmed(before: Frame, reading: Reading, now: Frame) -> bool:
    """Return True if enough of what no move changes is different; a sample is enough for that.

    Called at every step, and nearly every frame of a game ends here.
    """
    height, width, colours = before.pixels.shape
    places, rows, cols = _sample(reading.grid, height, width)
    lasting = _lasting(reading)[rows, cols]
    was, shown = (frame.pixels.reshape(-1, colours)[places] for frame in (before, now))
    # Dimming changes most of the bright pixels, in all their colours.
    differ = (was != shown) & lasting[:, np.newaxis]
    return bool(differ.mean() > _TELLING / 2 * lasting.mean())


@lru_cache(maxsize=8)
def _sample(grid: Grid, height: int, width: int) -> tuple[Places, Places, Places]:
    """Return some places of a frame, always the same, and their rows and columns.

    They are in no order, or they might all be on lines of the board.
    """
    places = np.sort(np.random.default_rng(0).integers(height * width, size=_SAMPLE))
    return places, *_cells_at(grid, places // width, places % width)


def _cells_at(grid: Grid, ys: Places, xs: Places) -> tuple[Places, Places]:
    """Return the rows and columns of some pixels, counted from the surroundings of the board."""
    return (
        np.searchsorted(np.round(grid.row_edges), ys, side="right"),
        np.searchsorted(np.round(grid.col_edges), xs, side="right"),
    )


def _lasting(reading: Reading) -> npt.NDArray[np.bool_]:
    """Return where pixels are that no move changes: open cells, and round the board."""
    board = reading.board
    codes = np.frombuffer(board.cells, np.uint8).reshape(board.rows, board.cols)
    lasting = np.ones((board.rows + 2, board.cols + 2), bool)
    lasting[1:-1, 1:-1] = codes <= MAX_NUMBER
    return lasting


def _is_mixture(was: Floats, shown: Floats, lasting: npt.NDArray[np.bool_]) -> bool:
    """Return True if most lasting pixels are the same share of what they were."""
    telling = lasting & (was.min(axis=2) > _BRIGHT)
    if not telling.any() or telling.sum() < _TELLING * lasting.sum():
        return False
    left = float(np.median(shown[telling] / was[telling]))
    if not _LEAST <= left <= _MOST:
        return False
    alike = np.abs(shown - left * was).max(axis=2) <= _SHADES
    # A page of one shade that takes on another is not dimmed: something must be seen behind it.
    seen = float(was[alike].std()) if alike.any() else 0.0
    return bool(alike[lasting].mean() >= _SHARE and seen >= _CONTRAST)
