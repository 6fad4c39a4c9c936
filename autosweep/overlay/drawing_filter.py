"""Removing our own drawing from captured frames. Pure: numpy and cv2 on arrays.

A capture of the screen contains the hints that are drawn on it. `DrawingFilter` knows every drawn
pixel and its colour. A cell without drawing is taken as it is captured; a cell with drawing keeps
its last pixels without, and is reported as soon as any pixel changes that is not ours, so that its
drawing can be removed. Removed drawing counts as drawing until the capture no longer shows it.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from autosweep.geometry import Cell, Grid
from autosweep.interfaces import Pixels
from autosweep.overlay.view import PixelMask

STILL_THERE = 0.5
"""Share of a cell's removed drawing that must still be visible for it to count as there."""


@dataclass(frozen=True, slots=True)
class FilteredPixels:
    """A captured frame without our drawing."""

    pixels: Pixels
    """Never written to."""
    changed_beneath: frozenset[Cell]
    """Cells that changed under our drawing; `pixels` has them as they were before."""


@dataclass(frozen=True, slots=True)
class _Drawing:
    pixels: Pixels
    mask: PixelMask


class DrawingFilter:
    """Removes what we drew from captured frames of one board."""

    def __init__(self, clean: Pixels, grid: Grid) -> None:
        """Start from a frame without drawing and the grid of the board in it."""
        self._clean = clean.copy()
        self._cells = _CellSums(grid, clean.shape[0], clean.shape[1])
        self._now = _Drawing(clean, np.zeros(clean.shape[:2], bool))
        self._removed: list[_Drawing] = []

    def set_drawing(self, pixels: Pixels, mask: PixelMask) -> None:
        """Note what is drawn from now on, in place of what was drawn before."""
        if self._now.mask.any():
            self._removed.append(self._now)
        self._now = _Drawing(pixels.copy(), mask.copy())

    def forget_removed(self) -> None:
        """Note that removed drawing is no longer on the screen."""
        self._removed.clear()

    def remove(self, captured: Pixels) -> FilteredPixels:
        """Return a captured frame without our drawing."""
        ours = self._now.mask & ~different_pixels(captured, self._now.pixels)
        drawn_on = self._cells.any(self._now.mask)
        for old in self._removed:
            still = old.mask & ~different_pixels(captured, old.pixels)
            ours |= still
            removed = old.mask & ~self._now.mask
            left, all_of_it = self._cells.count(still & removed), self._cells.count(removed)
            drawn_on |= left > STILL_THERE * all_of_it
        # A pixel that is neither as it was nor ours has changed, also where ours should be.
        changed = drawn_on & self._cells.any(different_pixels(captured, self._clean) & ~ours)
        # Drawing never leaves its cell, so everything beside the board is always clean.
        self._clean = np.where(self._cells.pixels(drawn_on)[:, :, None], self._clean, captured)
        rows, cols = np.nonzero(changed)
        cells = zip(rows.tolist(), cols.tolist(), strict=True)
        return FilteredPixels(self._clean, frozenset(cells))


class _CellSums:
    """Sums over the pixels of each cell, for all cells at once."""

    def __init__(self, grid: Grid, height: int, width: int) -> None:
        self._rows = np.clip([round(edge) for edge in grid.row_edges], 0, height)
        self._cols = np.clip([round(edge) for edge in grid.col_edges], 0, width)
        self._shape = (height, width)

    def count(self, marked: PixelMask) -> npt.NDArray[np.integer]:
        """Return how many pixels of each cell are marked."""
        sums = cv2.integral(marked.view(np.uint8))
        corners = sums[np.ix_(self._rows, self._cols)]
        return np.asarray(np.diff(np.diff(corners, axis=0), axis=1))

    def any(self, marked: PixelMask) -> PixelMask:
        """Return which cells have a marked pixel."""
        return np.asarray(self.count(marked) > 0)

    def pixels(self, cells: PixelMask) -> PixelMask:
        """Return the pixels of some cells."""
        found = np.zeros(self._shape, bool)
        here = cells.repeat(np.diff(self._rows), axis=0).repeat(np.diff(self._cols), axis=1)
        found[self._rows[0] : self._rows[-1], self._cols[0] : self._cols[-1]] = here
        return found


def different_pixels(one: Pixels, other: Pixels) -> PixelMask:
    """Return which pixels of two frames differ."""
    # Channel by channel: several times faster than `any` along the last axis.
    found = one[:, :, 0] != other[:, :, 0]
    found |= one[:, :, 1] != other[:, :, 1]
    found |= one[:, :, 2] != other[:, :, 2]
    return np.asarray(found)
