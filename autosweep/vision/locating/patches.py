"""Flat patches of a frame: the face of every cell is one.

A pixel's step is the largest channel difference to its right and lower neighbours; nothing else of
the colour is used, so themes and palettes do not matter. Connected pixels with a small step are a
patch; diagonals do not connect, since the cells of a checkerboard touch at their corners.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from autosweep.engine import core
from autosweep.interfaces import Pixels
from autosweep.vision.arrays import Floats, Mask
from autosweep.vision.image import step_map
from autosweep.vision.locating.thresholds import (
    MAX_PATCH_ASPECT,
    MAX_PATCH_SIDE,
    MIN_PATCH_FILL,
    MIN_PATCH_SIDE,
    MIN_STIPPLE_PIXELS,
    MIN_STIPPLE_SIDE,
    STIPPLE_CALM,
    STIPPLE_STEP,
)


@dataclass(frozen=True, slots=True, eq=False)
class Patches:
    """Flat patches as parallel arrays, in pixels of the frame."""

    x: Floats
    """Centres, across."""
    y: Floats
    """Centres, down."""
    w: Floats
    h: Floats

    def __len__(self) -> int:
        return len(self.x)

    def take(self, which: npt.NDArray[np.intp] | npt.NDArray[np.bool_]) -> Patches:
        """Return some of the patches."""
        return Patches(self.x[which], self.y[which], self.w[which], self.h[which])

    def joined(self, other: Patches) -> Patches:
        """Return these patches and others."""
        return Patches(
            np.concatenate([self.x, other.x]),
            np.concatenate([self.y, other.y]),
            np.concatenate([self.w, other.w]),
            np.concatenate([self.h, other.h]),
        )


def stipple_mask(pixels: Pixels, step: Mask) -> Mask | None:
    """Return the pixels of one-pixel dither, which is flat in the mean; None without any."""
    if min(pixels.shape[:2]) < MIN_STIPPLE_SIDE:
        return None
    average = cv2.blur(pixels, (2, 2), anchor=(0, 0))
    calm = step_map(np.asarray(average, np.uint8)) <= STIPPLE_CALM
    calm &= step > STIPPLE_STEP
    mask = cv2.erode(calm.astype(np.uint8), np.ones((3, 3), np.uint8))
    if cv2.countNonZero(mask) < MIN_STIPPLE_PIXELS:
        return None
    return np.asarray(cv2.dilate(mask, np.ones((3, 3), np.uint8)), np.uint8)


def flat_patches(flat: Mask, scale: float = 1.0, *, diagonals: bool = False) -> Patches:
    """Return the patches of a mask whose size and shape a cell's face could have."""
    areas = _areas(flat, diagonals=diagonals)
    w, h = areas[:, 2] + 1, areas[:, 3] + 1
    keep = (w >= MIN_PATCH_SIDE) & (h >= MIN_PATCH_SIDE)
    keep &= (w <= MAX_PATCH_SIDE) & (h <= MAX_PATCH_SIDE)
    keep &= (w <= MAX_PATCH_ASPECT * h) & (h <= MAX_PATCH_ASPECT * w)
    keep &= areas[:, 4] > MIN_PATCH_FILL * w * h
    left, top, width, height = (areas[keep, :4].T * scale).astype(np.float64)
    # The last pixel before a step is itself marked as edge: widths and heights have one more.
    width, height = width + scale, height + scale
    return Patches(left + width / 2, top + height / 2, width, height)


def _areas(mask: Mask, *, diagonals: bool) -> npt.NDArray[np.int32]:
    """Return left, top, width, height and size of the connected areas of a mask.

    The engine leaves out those too small or too large for a face; it follows runs of pixels and
    takes a twentieth of the time that labelling every pixel does.
    """
    engine = core()
    if engine is not None:
        least, most = MIN_PATCH_SIDE - 1, MAX_PATCH_SIDE - 1
        found = engine.mask_areas(np.ascontiguousarray(mask), diagonals, least, most)
        return np.frombuffer(found, np.int32).reshape(-1, 5)
    _, _, stats, _ = cv2.connectedComponentsWithStats(
        mask, connectivity=8 if diagonals else 4, ltype=cv2.CV_32S
    )
    return np.asarray(stats[1:], np.int32)
