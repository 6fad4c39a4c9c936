"""Facts about a machine with Windows that decide whether clicks and captures are right on it."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from ctypes import POINTER, byref, c_int, c_uint, c_void_p, wintypes
from typing import Any

from autosweep.desktop.win32.api import Win32Api, load_library
from autosweep.desktop.win32.integrity import IntegrityLevels
from autosweep.desktop.win32.windows import Win32Windows
from autosweep.geometry import Rect

_NEAREST, _EFFECTIVE = 2, 0
"""MONITOR_DEFAULTTONEAREST, MDT_EFFECTIVE_DPI."""
_WHOLE = 96
"""Dots per inch at 100 %."""
_VISIBLE_FRAME = 9
"""DWMWA_EXTENDED_FRAME_BOUNDS."""
_USER32: Mapping[str, tuple[Any, ...]] = {
    "GetWindowRect": (wintypes.BOOL, wintypes.HWND, POINTER(wintypes.RECT)),
    "MonitorFromPoint": (c_void_p, wintypes.POINT, wintypes.DWORD),
}
_SHCORE: Mapping[str, tuple[Any, ...]] = {
    "GetDpiForMonitor": (ctypes.c_int32, c_void_p, c_int, POINTER(c_uint), POINTER(c_uint)),
}
_DWMAPI: Mapping[str, tuple[Any, ...]] = {
    "DwmGetWindowAttribute": (
        ctypes.c_int32,
        wintypes.HWND,
        wintypes.DWORD,
        POINTER(wintypes.RECT),
        wintypes.DWORD,
    ),
}


def machine_facts(api: Win32Api) -> list[str]:
    """Return lines for a report: the scale of each monitor, the frames and rights of windows."""
    user, shcore = load_library("user32", _USER32), load_library("shcore", _SHCORE)
    dwm = load_library("dwmapi", _DWMAPI)
    lines = []
    for place in api.monitors():
        monitor = user.MonitorFromPoint(wintypes.POINT(place.x, place.y), _NEAREST)
        dots, same = c_uint(), c_uint()
        told = shcore.GetDpiForMonitor(monitor, _EFFECTIVE, byref(dots), byref(same)) == 0
        scale = f"{100 * dots.value / _WHOLE:.0f} %" if told else "not told"
        lines.append(f"monitor {place}: scale {scale}")
    lines.append(f"mouse buttons swapped: {'yes' if api.buttons_are_swapped() else 'no'}")
    levels = IntegrityLevels()
    for window in Win32Windows(api).visible():
        outer, visible = wintypes.RECT(), wintypes.RECT()
        user.GetWindowRect(window.handle, byref(outer))
        size = ctypes.sizeof(visible)
        framed = dwm.DwmGetWindowAttribute(window.handle, _VISIBLE_FRAME, byref(visible), size) == 0
        process = api.process(window.handle)
        above = process is not None and levels.is_above_ours(process)
        lines.append(
            f"window of class {window.kind}: inside {window.rect}, outside {_rect(outer)}, "
            f"visible {_rect(visible) if framed else 'not told'}, "
            f"{'takes no clicks of ours' if above else 'takes our clicks'}"
        )
    return lines


def _rect(box: wintypes.RECT) -> Rect:
    return Rect(box.left, box.top, box.right - box.left, box.bottom - box.top)
