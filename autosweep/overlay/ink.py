"""Never read one's own ink: a picture of the board as it would be without what is drawn over it.

Where the screen itself is looked at, hints are in the picture. `Underneath` knows every pixel that
was drawn and its colour. A cell without ink is taken as it is seen; a cell with ink keeps what was
last seen of it without, and is called stale as soon as anything of it that is not ink changes, so
that its ink can be taken away and the cell looked at. Ink that was taken away counts as ink until
it is seen to be gone. Pure: numpy and cv2 on arrays.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from autosweep.geometry import Cell, Grid
from autosweep.interfaces import Pixels
from autosweep.overlay.view import Inked

STILL_THERE = 0.5
"""Share of a cell's former ink that must show its colour for the ink to be there still."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What is known of the board after a look."""

    pixels: Pixels
    """The picture without ink; never written to."""
    stale: frozenset[Cell]
    """Cells that changed under their ink: what is known of them is what was seen before."""


@dataclass(frozen=True, slots=True)
class _Ink:
    picture: Pixels
    inked: Inked


class Underneath:
    """What lies under the hints."""

    def __init__(self, clean: Pixels, grid: Grid) -> None:
        """Start from a picture without ink and the lattice of the board in it."""
        self._clean = clean.copy()
        self._cells = _Lattice(grid, clean.shape[0], clean.shape[1])
        self._now = _Ink(clean, np.zeros(clean.shape[:2], bool))
        self._before: list[_Ink] = []

    def drawn(self, picture: Pixels, inked: Inked) -> None:
        """Note what is being drawn from now on instead of what was before."""
        if self._now.inked.any():
            self._before.append(self._now)
        self._now = _Ink(picture.copy(), inked.copy())

    def gone(self) -> None:
        """Note that enough time has passed for former ink to be off the screen."""
        self._before.clear()

    def look(self, seen: Pixels) -> Sight:
        """Put what can be seen together with what is known."""
        ours = self._now.inked & ~differs(seen, self._now.picture)
        covered = self._cells.any(self._now.inked)
        for ink in self._before:
            still = ink.inked & ~differs(seen, ink.picture)
            ours |= still
            removed = ink.inked & ~self._now.inked
            left, all_of_it = self._cells.count(still & removed), self._cells.count(removed)
            covered |= left > STILL_THERE * all_of_it
        # What is neither as it was nor our ink is a change, also where the ink should be.
        stale = covered & self._cells.any(differs(seen, self._clean) & ~ours)
        # Ink never leaves its cell, so all beside the board is always clean.
        self._clean = np.where(self._cells.pixels(covered)[:, :, None], self._clean, seen)
        rows, cols = np.nonzero(stale)
        cells = zip(rows.tolist(), cols.tolist(), strict=True)
        return Sight(self._clean, frozenset(cells))


class _Lattice:
    """Sums over the cells of a board, for all cells at once."""

    def __init__(self, grid: Grid, height: int, width: int) -> None:
        self._rows = np.clip([round(edge) for edge in grid.row_edges], 0, height)
        self._cols = np.clip([round(edge) for edge in grid.col_edges], 0, width)
        self._shape = (height, width)

    def count(self, marked: Inked) -> npt.NDArray[np.integer]:
        """Return how many pixels of each cell are marked."""
        sums = cv2.integral(marked.view(np.uint8))
        corners = sums[np.ix_(self._rows, self._cols)]
        return np.asarray(np.diff(np.diff(corners, axis=0), axis=1))

    def any(self, marked: Inked) -> Inked:
        """Tell which cells have a marked pixel."""
        return np.asarray(self.count(marked) > 0)

    def pixels(self, cells: Inked) -> Inked:
        """Return the pixels of some cells."""
        found = np.zeros(self._shape, bool)
        here = cells.repeat(np.diff(self._rows), axis=0).repeat(np.diff(self._cols), axis=1)
        found[self._rows[0] : self._rows[-1], self._cols[0] : self._cols[-1]] = here
        return found


def differs(one: Pixels, other: Pixels) -> Inked:
    """Tell which pixels of two pictures are not the same."""
    # Channel by channel: several times faster than `any` along the last axis.
    found = one[:, :, 0] != other[:, :, 0]
    found |= one[:, :, 1] != other[:, :, 1]
    found |= one[:, :, 2] != other[:, :, 2]
    return np.asarray(found)
