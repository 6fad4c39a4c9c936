"""The images of a page: each stored once, and of most only the part that changed.

An image is cut to its board with a margin. Every WHOLE_EVERY steps one is stored whole, so that a
browser never has to put together many parts to show any of them.
"""

from __future__ import annotations

import base64
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from autosweep.errors import ImageError
from autosweep.geometry import Grid, Rect
from autosweep.interfaces import Pixels
from autosweep.vision.image import load_file

WHOLE_EVERY = 25
"""Steps after which an image is stored whole again."""
MOSTLY_NEW = 0.5
"""Share of changed area from which an image is stored whole."""
_PREVIEW = 720
"""Largest side of an image without a board, in pixels."""


@dataclass(frozen=True, slots=True)
class PageImage:
    """What a step shows: a part of an image, and what of it is drawn over the step before."""

    x: int
    y: int
    """Corner of the part, in pixels of the image."""
    width: int
    height: int
    image: int | None
    """Number of the stored file; None if nothing changed."""
    at: tuple[int, int] = (0, 0)
    whole: bool = False

    def as_json(self) -> dict[str, object]:
        """Return it as the page expects it."""
        return {
            "size": [self.width, self.height],
            "image": self.image,
            "at": self.at,
            "whole": self.whole,
        }


class ImageStore:
    """Collects the images of a page."""

    def __init__(self) -> None:
        self.files: list[str] = []
        """PNG files in base64, by number."""
        self._numbers: dict[str, int] = {}
        self._last: Pixels | None = None
        self._corner = (0, 0)
        self._since_whole = 0

    def add(self, path: Path, grid: Grid | None) -> PageImage | None:
        """Store what a step shows; None if its image cannot be read."""
        try:
            pixels = load_file(path)
        except ImageError:
            return None
        pixels, corner = _preview(pixels) if grid is None else _cut(pixels, grid)
        height, width = pixels.shape[:2]
        last, same_place = self._last, self._corner == corner
        self._last, self._corner = pixels, corner
        self._since_whole += 1
        if last is not None and same_place and last.shape == pixels.shape:
            part = _changed(last, pixels)
            if part is None:
                return PageImage(*corner, width, height, None)
            small = part.area <= MOSTLY_NEW * width * height
            if small and self._since_whole < WHOLE_EVERY:
                piece = pixels[part.y : part.bottom, part.x : part.right]
                return PageImage(*corner, width, height, self._store(piece), (part.x, part.y))
        self._since_whole = 0
        return PageImage(*corner, width, height, self._store(pixels), whole=True)

    def _store(self, pixels: Pixels) -> int:
        good, data = cv2.imencode(".png", pixels)
        if not good:
            msg = "An image of the page cannot be written as PNG."
            raise ImageError(msg)
        text = base64.b64encode(data.tobytes()).decode("ascii")
        if text not in self._numbers:
            self._numbers[text] = len(self.files)
            self.files.append(text)
        return self._numbers[text]


def _cut(pixels: Pixels, grid: Grid) -> tuple[Pixels, tuple[int, int]]:
    """Return the board with a margin of a cell, and where it was."""
    whole = Rect(0, 0, pixels.shape[1], pixels.shape[0])
    part = whole.intersect(grid.bbox.grown(round(min(grid.cell_size))))
    return pixels[part.y : part.bottom, part.x : part.right], (part.x, part.y)


def _preview(pixels: Pixels) -> tuple[Pixels, tuple[int, int]]:
    scale = min(1.0, _PREVIEW / max(pixels.shape[:2]))
    size = (max(1, round(pixels.shape[1] * scale)), max(1, round(pixels.shape[0] * scale)))
    small = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), (-1, -1)


def _changed(before: Pixels, now: Pixels) -> Rect | None:
    """Return the smallest rectangle in which two images differ, or None."""
    differ = (before != now).any(axis=2)
    rows, cols = np.flatnonzero(differ.any(axis=1)), np.flatnonzero(differ.any(axis=0))
    if not len(rows):
        return None
    x, y = int(cols[0]), int(rows[0])
    return Rect(x, y, int(cols[-1]) + 1 - x, int(rows[-1]) + 1 - y)
