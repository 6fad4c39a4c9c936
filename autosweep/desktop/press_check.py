"""What a pointer checks before a press, on every system that lets it look.

The mouse must be where this program sent it, the pixels at the click must be those that the click
was decided on, and a monitor must show the point.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from autosweep.desktop.monitor_layout import on_monitor
from autosweep.errors import Interrupted, Refused
from autosweep.geometry import Rect, ScreenPoint
from autosweep.interfaces import Frame, FrameSource, Pixels

HELD = 0.5
"""Seconds that a press is waited for to end: a window manager may hold it, or a person."""
IN_A_CORNER = "The mouse is in a corner of the screen: stopped, as the fail-safe demands."
_SAME_LEVELS = 8
"""Levels (of 255) by which a pixel may differ and still count as unchanged."""
_CHANGED_SHARE = 0.25
"""Share of the pixels around a click that may have changed: a highlight under the pointer changes
fewer, a window that opened changes more."""


def place_of_seen(seen: Frame) -> Rect | None:
    """Return where a piece of a frame is on the screen; None where its scale is not 1."""
    place = seen.mapping.rect_to_screen(seen.rect)
    return place if (place.w, place.h) == (seen.rect.w, seen.rect.h) else None


def still_shows(now: Pixels, seen: Frame) -> bool:
    """Return True if pixels are still those that a click was decided on."""
    return share_changed(now, seen.pixels) <= _CHANGED_SHARE


def shows_now(source: FrameSource, seen: Frame) -> bool:
    """Return True if the newest frame shows what was seen at a click's place.

    At a fractional scale the two frames need not begin at the same fraction of a point, and a frame
    of several monitors is as fine as the finest of them.
    """
    now, then = source.grab(seen.mapping.rect_to_screen(seen.rect)), seen.mapping
    scale = now.mapping.scale_x
    left = round((then.origin_x - now.mapping.origin_x) * scale)
    top = round((then.origin_y - now.mapping.origin_y) * scale)
    wide, tall = (round(side * scale / then.scale_x) for side in (seen.rect.w, seen.rect.h))
    part = now.pixels[top : top + tall, left : left + wide]
    if scale != then.scale_x and part.size:
        import cv2

        size = (seen.rect.w, seen.rect.h)
        part = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_LINEAR), np.uint8)
    return still_shows(part, seen)


def share_changed(now: Pixels, seen: Pixels) -> float:
    """Return the share of pixels that differ; all of them where the sizes do."""
    if now.shape != seen.shape:
        return 1.0
    apart = np.abs(now.astype(np.int16) - seen).max(axis=2) > _SAME_LEVELS
    return float(apart.mean())


def check_untouched(here: ScreenPoint, ours: Sequence[ScreenPoint]) -> None:
    """Stop where the pointer is at none of the places that this batch has sent it to.

    Not the last one alone: while a window manager holds the pointer, it lags behind.
    """
    if here.strays_from(ours):
        msg = "Somebody moved the mouse: stopped."
        raise Interrupted(msg)


def check_reachable(point: ScreenPoint, monitors: Sequence[Rect]) -> None:
    """Raise Refused for a point that no monitor shows."""
    if not on_monitor(monitors, point):
        places = "; ".join(map(str, monitors))
        msg = f"The point {point.x},{point.y} lies on no monitor, so it cannot be clicked."
        remedy = f"Move the game's window onto a monitor ({places})."
        raise Refused(msg, remedy=remedy)
