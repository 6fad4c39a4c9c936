"""Parts of a screen that has another number of pixels than points, as at 125 %."""

from __future__ import annotations

from fractions import Fraction

import cv2
import numpy as np

from autosweep.geometry import Rect
from autosweep.interfaces import Frame, Pixels

SCALE_STEPS = 120
"""Scales are multiples of 1/120."""


def aligned(region: Rect, scale: float) -> Rect:
    """Return the smallest region around one whose edges are whole pixels and whole points."""
    step = Fraction(round(scale * SCALE_STEPS), SCALE_STEPS).denominator
    left, top = region.x // step * step, region.y // step * step
    right, bottom = -(-region.right // step) * step, -(-region.bottom // step) * step
    return Rect(left, top, right - left, bottom - top)


def cut_to(wanted: Rect, around: Rect, frame: Frame) -> Frame:
    """Return the part of a frame of the region `around` that shows the region `wanted`."""
    scale = frame.mapping.scale_x
    inner = Rect(
        int((wanted.x - around.x) * scale),
        int((wanted.y - around.y) * scale),
        -int(-wanted.w * scale // 1),
        -int(-wanted.h * scale // 1),
    )
    return frame.crop(inner)


def shown_at(now: Frame, seen: Frame) -> Pixels:
    """Return what a newer frame shows at the place of an older one, in the older one's pixels.

    At a fractional scale the two frames need not begin at the same fraction of a point, and a frame
    of several monitors is as fine as the finest of them.
    """
    then, scale = seen.mapping, now.mapping.scale_x
    left = round((then.origin_x - now.mapping.origin_x) * scale)
    top = round((then.origin_y - now.mapping.origin_y) * scale)
    wide, tall = (round(side * scale / then.scale_x) for side in (seen.rect.w, seen.rect.h))
    part = now.pixels[max(0, top) : top + tall, max(0, left) : left + wide]
    if scale != then.scale_x and part.size:
        size = (seen.rect.w, seen.rect.h)
        part = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_LINEAR), np.uint8)
    return part
