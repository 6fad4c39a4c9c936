"""What lies over a control by now: a card, or something that dims it. Pure.

A control may change its look when a game ends, such as a face. What is round it does not, unless
something was drawn over both.
"""

from __future__ import annotations

import numpy as np

from autosweep.geometry import Rect
from autosweep.interfaces import Frame

_RING = 4
"""Pixels round a control that are compared."""
_LEVELS = 24
"""Levels of 255 by which a pixel changes at least where something is drawn over it."""
_OBSCURED = 0.5
"""Share of the pixels round a control that change where something lies over it."""


def is_drawn(frame: Frame, rect: Rect) -> bool:
    """Return True if a place shows anything but one plain colour."""
    pixels = frame.crop(frame.rect.intersect(rect)).pixels.astype(np.int16)
    return bool(pixels.size) and int(np.ptp(pixels, axis=(0, 1)).max()) > _LEVELS


def is_obscured(before: Frame, now: Frame, rect: Rect) -> bool:
    """Return True if what was at a place lies under something else by now.

    Nothing is said of a place where nothing was, nor of frames that cannot be compared.
    """
    if before.pixels.shape != now.pixels.shape or before.mapping != now.mapping:
        return False
    if not is_drawn(before, rect):
        return False
    outer = now.rect.intersect(rect.grown(_RING))
    was, shown = (frame.crop(outer).pixels.astype(np.int16) for frame in (before, now))
    changed = np.abs(was - shown).max(axis=2) > _LEVELS
    inner = rect.moved(-outer.x, -outer.y)
    around = np.ones(changed.shape, np.bool_)
    around[max(0, inner.y) : inner.bottom, max(0, inner.x) : inner.right] = False
    return bool(around.any()) and float(changed[around].mean()) >= _OBSCURED
