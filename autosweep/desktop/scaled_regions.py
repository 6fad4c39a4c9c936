"""Parts of a screen that has another number of pixels than points, as at 125 %."""

from __future__ import annotations

from fractions import Fraction

from autosweep.geometry import Rect
from autosweep.interfaces import Frame

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
