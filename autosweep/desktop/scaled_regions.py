"""Parts of a screen that has another number of pixels than points, as at 125 %."""

from __future__ import annotations

from dataclasses import replace
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
    mapping = replace(frame.mapping, origin_x=around.x, origin_y=around.y)
    return frame.crop(mapping.pixels_of(wanted))
