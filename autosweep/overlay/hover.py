"""The cell under the mouse: clients draw it lighter, and a pressed one like an empty one.

A player's mouse is over the board all the time, so such looks must neither be taken for a change
nor make the board unclear. A tint is taken off before the cell is read; a pressed cell and looks
that were found to mean nothing keep the picture they had. Pure: numpy and cv2 on arrays.
"""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np
import numpy.typing as npt

from autosweep.board import COVERED, HIDDEN
from autosweep.geometry import Cell, Grid
from autosweep.interfaces import Frame, Pixels
from autosweep.tracking.incremental import IncrementalReader
from autosweep.vision.reading import Reading

RIM = 0.15
"""Share of a cell, on each side, in which hidden and flagged cells look the same."""
ALIKE = 4.0
"""Mean difference of two small pictures up to which they show the same look."""
SMALL = 12
MAX_LOOKS = 16


class Hover:
    """What is known about how a client draws the cell under the mouse."""

    def __init__(self) -> None:
        self._looks: list[tuple[int, npt.NDArray[np.float32]]] = []

    def settled(
        self, frame: Frame, before: Pixels, reading: Reading, tracker: IncrementalReader, cell: Cell
    ) -> Frame:
        """Return a picture in which the cell under the mouse looks as it would without it.

        `before` is the picture of which `reading` is a reading.
        """
        grid, known = reading.grid, reading.board
        where = _slices(frame, grid, cell)
        if np.array_equal(frame.pixels[where], before[where]):
            return frame
        code = tracker.read_cell(frame, cell)
        if code is not None:
            if code == 0 and known[cell] in COVERED and _alone(frame, before, reading, cell):
                return with_old(frame, before, grid, {cell})
            return frame
        plain = _without_tint(frame, before, where)
        if plain is not None and tracker.read_cell(plain, cell) is not None:
            return plain
        if self._knows(frame.pixels[where], known[cell]):
            return with_old(frame, before, grid, {cell})
        return frame

    def remember(self, frame: Frame, reading: Reading, cell: Cell) -> None:
        """Note that a cell under the mouse looked like this and was still what it was."""
        look = _small(frame.pixels[_slices(frame, reading.grid, cell)])
        self._looks = [*self._looks[1 - MAX_LOOKS :], (reading.board[cell], look)]

    def _knows(self, pixels: Pixels, code: int) -> bool:
        look = _small(pixels)
        return any(c == code and float(np.abs(o - look).mean()) < ALIKE for c, o in self._looks)


def with_old(frame: Frame, before: Pixels, grid: Grid, cells: Iterable[Cell]) -> Frame:
    """Return a picture in which some cells are as they were."""
    pixels = frame.pixels.copy()
    for cell in cells:
        where = _slices(frame, grid, cell)
        pixels[where] = before[where]
    return Frame(pixels, frame.time, frame.mapping)


def _slices(frame: Frame, grid: Grid, cell: Cell) -> tuple[slice, slice]:
    rect = frame.rect.intersect(grid.cell_rect(cell))
    return slice(rect.y, rect.bottom), slice(rect.x, rect.right)


def _small(pixels: Pixels) -> npt.NDArray[np.float32]:
    shrunk = cv2.resize(pixels, (SMALL, SMALL), interpolation=cv2.INTER_AREA)
    return np.asarray(shrunk, np.float32)


def _alone(frame: Frame, before: Pixels, reading: Reading, cell: Cell) -> bool:
    """Tell whether a cell that looks empty is only pressed: an empty one opens its neighbours."""
    board = reading.board
    around = [other for other in board.neighbors(cell) if board[other] == HIDDEN]
    for other in around:
        where = _slices(frame, reading.grid, other)
        if not np.array_equal(frame.pixels[where], before[where]):
            return False
    return bool(around)


def _without_tint(frame: Frame, before: Pixels, where: tuple[slice, slice]) -> Frame | None:
    """Take off by how much the rim of a cell is lighter than it was; None where it is not."""
    now, then = frame.pixels[where].astype(np.int16), before[where].astype(np.int16)
    height, width = now.shape[:2]
    if min(height, width) < 4:
        return None
    rim = np.ones((height, width), bool)
    top, left = max(1, round(RIM * height)), max(1, round(RIM * width))
    rim[top:-top, left:-left] = False
    tint = np.median((now - then)[rim], axis=0)
    if not tint.any():
        return None
    pixels = frame.pixels.copy()
    pixels[where] = np.clip(now - tint.astype(np.int16), 0, 255).astype(np.uint8)
    return Frame(pixels, frame.time, frame.mapping)
