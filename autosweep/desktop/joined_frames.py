"""One frame of parts of several monitors, for systems that show each monitor by itself."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from autosweep.geometry import Rect, ScreenMap
from autosweep.interfaces import Frame


def surrounding(rects: Sequence[Rect]) -> Rect:
    """Return the smallest rectangle that holds all of some; its corner may be negative."""
    left, top = min(r.x for r in rects), min(r.y for r in rects)
    right, bottom = max(r.right for r in rects), max(r.bottom for r in rects)
    return Rect(left, top, right - left, bottom - top)


def joined(frames: Sequence[Frame], wanted: Rect) -> Frame:
    """Return one frame of parts of several monitors, as fine as the finest; gaps are black."""
    if len(frames) == 1:
        return frames[0]
    scale = max(frame.mapping.scale_x for frame in frames)
    whole = np.zeros((round(wanted.h * scale), round(wanted.w * scale), 3), np.uint8)
    for frame in frames:
        finer = scale / frame.mapping.scale_x
        pixels = frame.pixels
        if finer != 1.0:
            size = (round(pixels.shape[1] * finer), round(pixels.shape[0] * finer))
            pixels = np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_LINEAR), np.uint8)
        left = round((frame.mapping.origin_x - wanted.x) * scale)
        top = round((frame.mapping.origin_y - wanted.y) * scale)
        room = whole[top : top + pixels.shape[0], left : left + pixels.shape[1]]
        room[:] = pixels[: room.shape[0], : room.shape[1]]
    mapping = ScreenMap(wanted.x, wanted.y, scale, scale)
    return Frame(whole, frames[-1].time, mapping)
