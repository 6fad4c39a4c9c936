"""Actions as plain tuples, for the way to another process: a fifth of the time of pickled objects.

Both ends are the same program, so nothing is checked.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from autosweep.geometry import ScreenMap, ScreenPoint
from autosweep.interfaces import Action, Button, Click, Frame, MoveTo, PressKey

Packed = tuple[Any, ...]
"""An action that consists of numbers, texts and bytes only."""


def pack(action: Action) -> Packed:
    """Return an action as a tuple."""
    if isinstance(action, PressKey):
        return ("key", action.keys)
    place = action.point.x, action.point.y
    if isinstance(action, MoveTo):
        return ("move", *place)
    head = ("click", *place, action.button.value, action.hold)
    if action.seen is None:
        return head
    m, pixels = action.seen.mapping, action.seen.pixels
    lies = m.origin_x, m.origin_y, m.scale_x, m.scale_y
    return (*head, lies, pixels.shape, pixels.tobytes())


def unpack(packed: Packed) -> Action:
    """Return the action of a tuple."""
    kind, *rest = packed
    if kind == "key":
        return PressKey(rest[0])
    point = ScreenPoint(rest[0], rest[1])
    if kind == "move":
        return MoveTo(point)
    button, hold = Button(rest[2]), rest[3]
    if len(rest) == 4:
        return Click(point, button, hold=hold)
    lies, shape, data = rest[4:]
    pixels = np.frombuffer(data, np.uint8).reshape(shape)
    return Click(point, button, Frame(pixels, mapping=ScreenMap(*lies)), hold)
