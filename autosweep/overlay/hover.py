"""The cell under the mouse: clients draw it lighter, and a pressed one like an empty one. Pure.

The user's mouse is over the board all the time, so these variants must neither count as a change
nor make the board uncertain. A tint is removed before the cell is read; a pressed cell, and
variants that were found to mean nothing, keep the pixels they had.
"""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np
import numpy.typing as npt

from autosweep.board import HIDDEN, OPENABLE
from autosweep.geometry import Cell
from autosweep.interfaces import Frame, Pixels
from autosweep.tracking.changes import cell_slices, same_pixels
from autosweep.tracking.observation import Observation
from autosweep.tracking.reader import BoardReader
from autosweep.vision.reading import Reading

RIM = 0.15
"""Share of a cell, on each side, in which hidden and flagged cells have the same pixels."""
SAME_VARIANT = 4.0
"""Mean difference of two thumbnails, in levels, up to which they show the same variant."""
THUMBNAIL = 12
"""Pixels a side of a thumbnail."""
MAX_VARIANTS = 16
"""Variants that are kept; the oldest is dropped first."""


class HoverFilter:
    """Removes what a client draws on the cell under the mouse."""

    def __init__(self) -> None:
        self._variants: list[tuple[int, npt.NDArray[np.float32]]] = []

    def without_hover(self, frame: Frame, reader: BoardReader, cell: Cell) -> Frame:
        """Return a frame in which the cell under the mouse is drawn as without the mouse."""
        last = reader.last
        if last is None:
            return frame
        before, known = last.frame.pixels, last.reading.board[cell]
        where = cell_slices(frame.pixels, last.reading.grid, cell)
        if same_pixels(frame.pixels[where], before[where]):
            return frame
        code = reader.read_cell(frame, cell)
        if code is not None:
            pressed = code == 0 and known in OPENABLE and _only_pressed(frame, last, cell)
            return with_old_cells(frame, last, {cell}) if pressed else frame
        plain = _without_tint(frame, before, where)
        if plain is not None and reader.read_cell(plain, cell) is not None:
            return plain
        variant = self._is_variant(frame.pixels[where], known)
        return with_old_cells(frame, last, {cell}) if variant else frame

    def add_variant(self, frame: Frame, reading: Reading, cell: Cell) -> None:
        """Remember these pixels of the cell under the mouse: the cell was still what it was."""
        thumbnail = _thumbnail(frame.pixels[cell_slices(frame.pixels, reading.grid, cell)])
        kept = self._variants[1 - MAX_VARIANTS :]
        self._variants = [*kept, (reading.board[cell], thumbnail)]

    def _is_variant(self, pixels: Pixels, code: int) -> bool:
        now = _thumbnail(pixels)
        return any(
            known == code and float(np.abs(variant - now).mean()) < SAME_VARIANT
            for known, variant in self._variants
        )


def with_old_cells(frame: Frame, last: Observation, cells: Iterable[Cell]) -> Frame:
    """Return a frame in which some cells have the pixels of the last observation."""
    pixels = frame.pixels.copy()
    for cell in cells:
        where = cell_slices(pixels, last.reading.grid, cell)
        pixels[where] = last.frame.pixels[where]
    return Frame(pixels, frame.time, frame.mapping)


def _thumbnail(pixels: Pixels) -> npt.NDArray[np.float32]:
    shrunk = cv2.resize(pixels, (THUMBNAIL, THUMBNAIL), interpolation=cv2.INTER_AREA)
    return np.asarray(shrunk, np.float32)


def _only_pressed(frame: Frame, last: Observation, cell: Cell) -> bool:
    """Return True if a cell that reads as empty is only pressed: opening it opens neighbours."""
    board = last.reading.board
    around = [other for other in board.neighbors(cell) if board[other] == HIDDEN]
    for other in around:
        where = cell_slices(frame.pixels, last.reading.grid, other)
        if not same_pixels(frame.pixels[where], last.frame.pixels[where]):
            return False
    return bool(around)


def _without_tint(frame: Frame, before: Pixels, where: tuple[slice, slice]) -> Frame | None:
    """Subtract by how much the rim of a cell is lighter than it was; None if it is not."""
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
