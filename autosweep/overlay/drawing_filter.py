"""Removing our own drawing from captured frames. Pure: numpy and cv2 on arrays.

A capture of the screen contains the hints that are drawn on it. `DrawingFilter` knows every drawn
pixel and its colour. A cell without drawing is taken as it is captured; a cell with drawing keeps
its last pixels without, and is reported as soon as any pixel changes that is not ours, so that its
drawing can be removed. Removed drawing counts as drawing until the capture no longer shows it.

A window system may show new drawing late, or the place of it in any colour until it is painted, and
the game's own pixels late where drawing was. So pixels under drawing say nothing until the capture
has shown them once as they were asked for, for a limited number of captures; and a cell that has
changed is taken some captures after its drawing was removed.

Where the window system stretches the drawing, captures show it within an error, and a pixel counts
as ours within that. What the game shows is always compared exactly.
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
LATEST = 25
"""Captures after which new drawing must have been seen; a second where the screen is polled."""

REPAINTED = 5
"""Captures after which a game has painted what our drawing covered, 12 ms or more apart."""
KEPT = 12
"""Removed drawings that are known at a time: a moving mouse removes one after the other."""


@dataclass(frozen=True, slots=True)
class FilteredPixels:
    """A captured frame without our drawing."""

    pixels: Pixels
    """Never written to."""
    changed_beneath: frozenset[Cell]
    """Cells that changed under our drawing; `pixels` has them as they were before."""
    never_shown: frozenset[Cell]
    """Those of them whose drawing no capture has shown as it was asked for, in time."""
    repainting: bool
    """Whether cells have changed that `pixels` has as they were before."""


@dataclass(frozen=True, slots=True)
class _Drawing:
    pixels: Pixels
    mask: PixelMask
    error: int
    """Levels by which captured pixels may differ from these."""
    telling: PixelMask
    """Pixels that look otherwise with the drawing than without."""

    def seen_in(self, captured: Pixels) -> PixelMask:
        """Return the pixels of the drawing that a frame shows."""
        return self.mask & ~different_pixels(captured, self.pixels, self.error)


class DrawingFilter:
    """Removes what we drew from captured frames of one board."""

    def __init__(self, clean: Pixels, grid: Grid) -> None:
        """Start from a frame without drawing and the grid of the board in it."""
        self._clean = clean.copy()
        self._cells = _CellSums(grid, clean.shape[0], clean.shape[1])
        nothing = np.zeros(clean.shape[:2], bool)
        self._now = _Drawing(clean, nothing, 0, nothing)
        self._removed: list[_Drawing] = []
        self._awaited = np.zeros((grid.rows, grid.cols), bool)
        """Cells that no capture has shown as they were last drawn."""
        self._captures = 0
        """Captures since the last drawing."""
        self._free = np.full((grid.rows, grid.cols), REPAINTED)
        """Captures since drawing was removed from each cell."""

    def set_drawing(self, pixels: Pixels, mask: PixelMask, error: int = 0) -> None:
        """Note what is drawn from now on, in place of what was drawn before.

        `error` is the largest difference of a channel, in levels, that captures may show.
        """
        self._free[self._cells.any(self._now.mask & ~mask)] = 0
        if self._now.mask.any():
            self._removed = [*self._removed[1 - KEPT :], self._now]
        telling = mask & different_pixels(pixels, self._clean, 2 * error) if error else mask
        self._now = _Drawing(pixels.copy(), mask.copy(), error, telling.copy())
        # All of them: a window that gets another shape may be painted anew as a whole.
        self._awaited[:] = True
        self._captures = 0

    def forget_removed(self) -> None:
        """Note that removed drawing is no longer on the screen."""
        self._removed.clear()
        self._free[:] = REPAINTED

    def remove(self, captured: Pixels) -> FilteredPixels:
        """Return a captured frame without our drawing."""
        ours = self._now.seen_in(captured)
        differs = different_pixels(captured, self._clean)
        drawn_on = self._cells.any(self._now.mask)
        reach = self._now.mask.copy()
        """Pixels that are ours or were so lately."""
        as_asked = np.where(self._now.mask, ours, ~differs)
        for old in self._removed:
            still = old.seen_in(captured)
            ours |= still
            reach |= old.mask
            removed = old.telling & ~self._now.mask
            left, all_of_it = self._cells.count(still & removed), self._cells.count(removed)
            drawn_on |= left > STILL_THERE * all_of_it
        self._awaited &= self._cells.any(reach & ~as_asked)
        self._captures += 1
        late = self._captures > LATEST
        if not late:
            unpainted = self._awaited & ~self._cells.any(differs & ~reach)
            drawn_on |= unpainted
            ours |= self._cells.pixels(unpainted) & reach
        # A pixel that is neither as it was nor ours has changed, also where ours should be.
        changed = drawn_on & self._cells.any(differs & ~ours)
        repainting = changed | ((self._free < REPAINTED) & self._cells.any(differs & ~reach))
        drawn_on |= repainting
        self._free += 1
        # Drawing never leaves its cell, so everything beside the board is always clean.
        self._clean = np.where(self._cells.pixels(drawn_on)[:, :, None], self._clean, captured)
        never_shown = changed & self._awaited & late
        waiting = bool(repainting.any())
        return FilteredPixels(self._clean, _cells_of(changed), _cells_of(never_shown), waiting)


def _cells_of(marked: PixelMask) -> frozenset[Cell]:
    rows, cols = np.nonzero(marked)
    return frozenset(zip(rows.tolist(), cols.tolist(), strict=True))


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


def different_pixels(one: Pixels, other: Pixels, by: int = 0) -> PixelMask:
    """Return which pixels of two frames differ in a channel by more than a number of levels."""
    if by:
        return np.asarray(cv2.absdiff(one, other).max(axis=2) > by)
    # Channel by channel: several times faster than `any` along the last axis.
    found = one[:, :, 0] != other[:, :, 0]
    found |= one[:, :, 1] != other[:, :, 1]
    found |= one[:, :, 2] != other[:, :, 2]
    return np.asarray(found)
