"""Keeps the grid of a board stable from one location to the next.

The cell cache is keyed by exact pixels, so the lines between cells must stay where they were. But
a grid may be located one pixel off, and a new board shows its lines less well than one that is half
open. Pure.
"""

from __future__ import annotations

from dataclasses import replace

from autosweep.geometry import Grid, ScreenMap
from autosweep.interfaces import Frame
from autosweep.vision import read as vision
from autosweep.vision.combine import GENERIC
from autosweep.vision.reading import Reading

SAME_PLACE = 1.5
"""Pixels by which the lines of a board may be located elsewhere although it has not moved."""


class StableGrid:
    """Remembers the grid of a board on the screen."""

    def __init__(self) -> None:
        self._last: tuple[ScreenMap, Grid] | None = None

    def forget(self) -> None:
        """Accept the next grid as it is located."""
        self._last = None

    def grid_of(self, frame: Frame, reading: Reading) -> Grid:
        """Return the known grid if the board is at the same place, else the located one.

        The known grid is dropped where it does not read the cells as well as the located one.
        """
        known, located = self._known(frame), reading.grid
        if (
            known is None
            or known.distance(located) > SAME_PLACE
            or not _reads_well(frame, reading, known)
        ):
            known = located
        self._last = frame.mapping, known
        return known

    def _known(self, frame: Frame) -> Grid | None:
        """Return the known grid in pixels of a frame."""
        if self._last is None:
            return None
        (mapping, known), now = self._last, frame.mapping
        if (mapping.scale_x, mapping.scale_y) != (now.scale_x, now.scale_y):
            return None
        left = (mapping.origin_x - now.origin_x) * mapping.scale_x
        top = (mapping.origin_y - now.origin_y) * mapping.scale_y
        return known.moved(left, top)


def _reads_well(frame: Frame, reading: Reading, grid: Grid) -> bool:
    """Return True if a grid reads the board as well as the located grid does."""
    if grid == reading.grid or reading.theme == GENERIC or reading.uncertain:
        return True
    again = vision.reread(frame, replace(reading, grid=grid), hasty=True)
    return again is not None and again.board.cells == reading.board.cells
