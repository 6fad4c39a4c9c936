"""Events of mouse and keyboard as Windows takes them, and the call that puts them in its queue.

Events of one call are not mixed with those of a person's mouse.
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from ctypes import POINTER, c_int, c_int32, c_size_t, c_uint, c_uint16, c_uint32, wintypes
from typing import Any

from autosweep.desktop.win32.api import load_library
from autosweep.errors import EnvironmentFault
from autosweep.geometry import Rect, ScreenPoint
from autosweep.interfaces import Button

_MOUSE, _KEYBOARD = 0, 1
_MOVE = 0x0001 | 0x8000 | 0x4000
"""MOUSEEVENTF_MOVE, ABSOLUTE, VIRTUALDESK: counted over all monitors."""
_UNITS = 65536
"""Units that absolute motions divide the width and the height of all monitors into."""
_KEY_EXTENDED, _KEY_UP = 0x0001, 0x0002
_LEFT, _RIGHT, _MIDDLE = (0x0002, 0x0004), (0x0008, 0x0010), (0x0020, 0x0040)
"""Press and release of each button."""
_SCAN_CODE = 0
"""MAPVK_VK_TO_VSC."""


class MouseInput(ctypes.Structure):
    """MOUSEINPUT."""

    _fields_ = (
        ("dx", c_int32),
        ("dy", c_int32),
        ("data", c_uint32),
        ("flags", c_uint32),
        ("time", c_uint32),
        ("extra", c_size_t),
    )


class KeyboardInput(ctypes.Structure):
    """KEYBDINPUT."""

    _fields_ = (
        ("key", c_uint16),
        ("scan", c_uint16),
        ("flags", c_uint32),
        ("time", c_uint32),
        ("extra", c_size_t),
    )


class EitherInput(ctypes.Union):
    """What INPUT holds besides its type."""

    _fields_ = (("mouse", MouseInput), ("keyboard", KeyboardInput))


class Input(ctypes.Structure):
    """INPUT."""

    _fields_ = (("type", c_uint32), ("either", EitherInput))


_USER32: Mapping[str, tuple[Any, ...]] = {
    "MapVirtualKeyW": (c_uint, c_uint, c_uint),
    "SendInput": (c_uint, c_uint, POINTER(Input), c_int),
    "VkKeyScanW": (wintypes.SHORT, wintypes.WCHAR),
}


def motion(point: ScreenPoint, whole: Rect) -> Input:
    """Return the event that moves the mouse; `whole` is the rectangle round all monitors."""
    x = _middle(point.x - whole.x, whole.w)
    y = _middle(point.y - whole.y, whole.h)
    return Input(_MOUSE, EitherInput(mouse=MouseInput(x, y, 0, _MOVE, 0, 0)))


def _middle(pixel: int, pixels: int) -> int:
    """Return the unit in the middle of a pixel: it stays in it, however Windows rounds."""
    return (2 * pixel + 1) * (_UNITS // 2) // pixels


def presses(button: Button, *, swapped: bool) -> list[Input]:
    """Return the events that press a button.

    `swapped` means that the buttons have changed places: an event names the one under the finger.
    """
    return [_press(down) for down, _ in _switches(button, swapped=swapped)]


def releases(button: Button, *, swapped: bool) -> list[Input]:
    """Return the events that release it."""
    return [_press(up) for _, up in _switches(button, swapped=swapped)]


def _press(flag: int) -> Input:
    return Input(_MOUSE, EitherInput(mouse=MouseInput(0, 0, 0, flag, 0, 0)))


def _switches(button: Button, *, swapped: bool) -> list[tuple[int, int]]:
    left, right = (_RIGHT, _LEFT) if swapped else (_LEFT, _RIGHT)
    return {
        Button.LEFT: [left],
        Button.MIDDLE: [_MIDDLE],
        Button.RIGHT: [right],
        Button.BOTH: [left, right],
    }[button]


class InputQueue:
    """The queue of events of this session."""

    def __init__(self) -> None:
        """Open the library."""
        self._user = load_library("user32", _USER32)

    def send(self, events: Sequence[Input]) -> None:
        """Put events into the queue; raises EnvironmentFault where Windows takes none."""
        taken = self._user.SendInput(
            len(events), (Input * len(events))(*events), ctypes.sizeof(Input)
        )
        if taken != len(events):
            msg = "Windows takes no input from programs now."
            remedy = "Is the screen locked, or does a program block the mouse?"
            raise EnvironmentFault(msg, remedy=remedy)

    def key_of(self, character: str) -> tuple[int, int] | None:
        """Return the key of a character and the shift keys it needs; None if there is none."""
        found = self._user.VkKeyScanW(character)
        return None if found == -1 else (found & 0xFF, found >> 8 & 0xFF)

    def key_event(self, key: int, *, up: bool, extended: bool) -> Input:
        """Return the event that presses or releases a key."""
        flags = (_KEY_UP if up else 0) | (_KEY_EXTENDED if extended else 0)
        scan = self._user.MapVirtualKeyW(key, _SCAN_CODE)
        return Input(_KEYBOARD, EitherInput(keyboard=KeyboardInput(key, scan, flags, 0, 0)))
