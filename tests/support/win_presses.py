"""Every button press that Windows delivers, with its place: a witness that is not the player.

    python.exe tests/support/win_presses.py

Prints one JSON line `[button, x, y]` for each press, from the raw input of the mouse, until it is
ended. For Python of Windows; under Wine presses of programs never reach the X server. (A hook on
the mouse would do as well on Windows, but Wine 8 moves the X pointer no more while there is one.)
"""

from __future__ import annotations

import ctypes
import json
import sys
from ctypes import byref, c_int, c_uint, c_ushort, c_void_p, wintypes
from typing import Any

GENERIC_DESKTOP, MOUSE = 1, 2
INPUT_SINK = 0x100
"""RIDEV_INPUTSINK: also while other windows have the keyboard."""
RAW_INPUT = 0x10000003
"""RID_INPUT."""
WM_INPUT = 0x00FF
MESSAGES_ONLY = -3
"""HWND_MESSAGE: the parent of windows that are not shown."""
BUTTONS = {0x0001: 1, 0x0004: 3, 0x0010: 2}
"""Flags of a press of the left, right and middle button, with X's numbers of the buttons."""


class Device(ctypes.Structure):
    """RAWINPUTDEVICE."""

    _fields_ = (
        ("page", c_ushort),
        ("usage", c_ushort),
        ("flags", wintypes.DWORD),
        ("target", c_void_p),
    )


class RawMouse(ctypes.Structure):
    """RAWINPUT of a mouse, as far as the buttons."""

    _fields_ = (
        ("type", wintypes.DWORD),
        ("size", wintypes.DWORD),
        ("device", c_void_p),
        ("parameter", c_void_p),
        ("flags", c_ushort),
        ("buttons", c_uint),
        ("rest", ctypes.c_byte * 64),
    )


def main() -> None:
    """Record until the process is ended."""
    user: Any = vars(ctypes)["WinDLL"]("user32", use_last_error=True)
    user.CreateWindowExW.restype = c_void_p
    user.CreateWindowExW.argtypes = (
        wintypes.DWORD,
        wintypes.LPCWSTR,
        wintypes.LPCWSTR,
        wintypes.DWORD,
        *(c_int,) * 4,
        *(c_void_p,) * 4,
    )
    user.GetMessageW.argtypes = (c_void_p, c_void_p, c_uint, c_uint)
    user.DispatchMessageW.argtypes = (c_void_p,)
    user.GetRawInputData.argtypes = (c_void_p, c_uint, c_void_p, c_void_p, c_uint)
    window = user.CreateWindowExW(0, "STATIC", "", 0, *(0,) * 4, MESSAGES_ONLY, *(None,) * 3)
    device = Device(GENERIC_DESKTOP, MOUSE, INPUT_SINK, window)
    if not user.RegisterRawInputDevices(byref(device), 1, ctypes.sizeof(device)):
        sys.exit("raw input was refused")
    print("ready", flush=True)  # noqa: T201
    message, raw = wintypes.MSG(), RawMouse()
    head = RawMouse.flags.offset
    while user.GetMessageW(byref(message), None, 0, 0) > 0:
        if message.message == WM_INPUT:
            size = c_uint(ctypes.sizeof(raw))
            user.GetRawInputData(message.lParam, RAW_INPUT, byref(raw), byref(size), head)
            for flag, button in BUTTONS.items():
                if raw.buttons & flag:
                    print(json.dumps([button, message.pt.x, message.pt.y]), flush=True)  # noqa: T201
        user.DispatchMessageW(byref(message))


if __name__ == "__main__":
    main()
