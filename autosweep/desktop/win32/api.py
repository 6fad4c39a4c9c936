"""Questions to Windows by ctypes: windows, monitors, the mouse. Nothing here moves or presses.

Each library is opened as a handle of our own with declared types. The prototypes of `ctypes.windll`
belong to every package of the process, and an undeclared handle is cut to 32 bits.
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from ctypes import POINTER, byref, c_int, c_uint, c_void_p, create_unicode_buffer, wintypes
from typing import Any

from autosweep.errors import DisplayLost
from autosweep.geometry import Rect, ScreenPoint

_LONGEST = 512
"""Characters of a title or a class that are read."""
_OWNER = 4
"""GW_OWNER: the window that a dialog belongs to."""
_ROOT = 2
"""GA_ROOT: the window of its own on the desktop in which a part lies."""
_CLOAKED = 14
"""DWMWA_CLOAKED: drawn, but not shown, as on another virtual desktop."""
_SWAPPED, _VIRTUAL = 23, (76, 77, 78, 79)
"""SM_SWAPBUTTON; SM_XVIRTUALSCREEN and what follows: x, y, width, height of all monitors."""
_DOWN = 0x8000
_MOUSE_BUTTONS = (1, 2, 4)
"""VK_LBUTTON, VK_RBUTTON, VK_MBUTTON."""
_FAILED = 0
_WINDOW = wintypes.HWND
_USER32: Mapping[str, tuple[Any, ...]] = {
    "AttachThreadInput": (wintypes.BOOL, wintypes.DWORD, wintypes.DWORD, wintypes.BOOL),
    "ClientToScreen": (wintypes.BOOL, _WINDOW, POINTER(wintypes.POINT)),
    "EnumDisplayMonitors": (wintypes.BOOL, c_void_p, c_void_p, c_void_p, wintypes.LPARAM),
    "EnumWindows": (wintypes.BOOL, c_void_p, wintypes.LPARAM),
    "FindWindowExW": (_WINDOW, _WINDOW, _WINDOW, wintypes.LPCWSTR, wintypes.LPCWSTR),
    "GetAncestor": (_WINDOW, _WINDOW, c_uint),
    "GetAsyncKeyState": (wintypes.SHORT, c_int),
    "GetClassNameW": (c_int, _WINDOW, wintypes.LPWSTR, c_int),
    "GetClientRect": (wintypes.BOOL, _WINDOW, POINTER(wintypes.RECT)),
    "GetCursorPos": (wintypes.BOOL, POINTER(wintypes.POINT)),
    "GetDesktopWindow": (_WINDOW,),
    "GetForegroundWindow": (_WINDOW,),
    "GetShellWindow": (_WINDOW,),
    "GetSystemMetrics": (c_int, c_int),
    "GetWindow": (_WINDOW, _WINDOW, c_uint),
    "GetWindowTextW": (c_int, _WINDOW, wintypes.LPWSTR, c_int),
    "GetWindowThreadProcessId": (wintypes.DWORD, _WINDOW, POINTER(wintypes.DWORD)),
    "IsHungAppWindow": (wintypes.BOOL, _WINDOW),
    "IsIconic": (wintypes.BOOL, _WINDOW),
    "IsWindow": (wintypes.BOOL, _WINDOW),
    "IsWindowVisible": (wintypes.BOOL, _WINDOW),
    "SetForegroundWindow": (wintypes.BOOL, _WINDOW),
    "WindowFromPoint": (_WINDOW, wintypes.POINT),
}
"""Each function with the type of its result and of its arguments."""
_DWMAPI: Mapping[str, tuple[Any, ...]] = {
    "DwmGetWindowAttribute": (
        ctypes.c_int32,
        _WINDOW,
        wintypes.DWORD,
        POINTER(wintypes.DWORD),
        wintypes.DWORD,
    ),
}
_KERNEL32: Mapping[str, tuple[Any, ...]] = {"GetCurrentThreadId": (wintypes.DWORD,)}


def load_library(name: str, prototypes: Mapping[str, tuple[Any, ...]]) -> Any:
    """Return a library of Windows with declared types, of our own.

    Raises OSError or AttributeError where this Windows has not got it.
    """
    library = vars(ctypes)["WinDLL"](name, use_last_error=True)
    for function, (result, *arguments) in prototypes.items():
        entry = getattr(library, function)
        entry.restype = result
        entry.argtypes = arguments
    return library


def last_error() -> int:
    """Return the number of the last fault in a library of `load_library`."""
    return int(vars(ctypes)["get_last_error"]())


class Win32Api:
    """What Windows tells, as values of Python. A window that is gone has no area and no process."""

    def __init__(self) -> None:
        """Open the libraries."""
        self._user = load_library("user32", _USER32)
        self._dwm = load_library("dwmapi", _DWMAPI)
        self._kernel = load_library("kernel32", _KERNEL32)
        functype = vars(ctypes)["WINFUNCTYPE"]
        self._on_window = functype(wintypes.BOOL, c_void_p, wintypes.LPARAM)
        self._on_monitor = functype(
            wintypes.BOOL, c_void_p, c_void_p, POINTER(wintypes.RECT), wintypes.LPARAM
        )

    def top_level(self) -> list[int]:
        """Return the windows of the desktop, topmost first, hidden ones included."""
        found: list[int] = []

        def note(handle: int | None, _: int) -> bool:
            found.append(handle or 0)
            return True

        self._user.EnumWindows(self._on_window(note), 0)
        return found

    def exists(self, handle: int) -> bool:
        """Return False if a window was closed."""
        return bool(self._user.IsWindow(handle))

    def is_shown(self, handle: int) -> bool:
        """Return True if a window is drawn on a monitor: not hidden, minimised or cloaked."""
        if not self._user.IsWindowVisible(handle) or self._user.IsIconic(handle):
            return False
        cloaked = wintypes.DWORD(0)
        size = ctypes.sizeof(cloaked)
        refused = self._dwm.DwmGetWindowAttribute(handle, _CLOAKED, byref(cloaked), size)
        return bool(refused) or not cloaked.value

    def client_area(self, handle: int) -> Rect | None:
        """Return where the inside of a window is on the screen, without title bar and border."""
        size, corner = wintypes.RECT(), wintypes.POINT(0, 0)
        if not self._user.GetClientRect(handle, byref(size)):
            return None
        if not self._user.ClientToScreen(handle, byref(corner)):
            return None
        return Rect(corner.x, corner.y, size.right, size.bottom)

    def title(self, handle: int) -> str:
        """Return a window's title; empty where it has none."""
        text = create_unicode_buffer(_LONGEST)
        self._user.GetWindowTextW(handle, text, _LONGEST)
        return text.value

    def kind(self, handle: int) -> str:
        """Return a window's class."""
        text = create_unicode_buffer(_LONGEST)
        self._user.GetClassNameW(handle, text, _LONGEST)
        return text.value

    def owner(self, handle: int) -> int | None:
        """Return the window that a dialog belongs to."""
        return self._user.GetWindow(handle, _OWNER) or None

    def part(self, handle: int, kind: str) -> int | None:
        """Return a window's first part of a class."""
        return self._user.FindWindowExW(handle, None, kind, None) or None

    def process(self, handle: int) -> int | None:
        """Return the process of a window."""
        number = wintypes.DWORD(0)
        self._user.GetWindowThreadProcessId(handle, byref(number))
        return number.value or None

    def window_at(self, point: ScreenPoint) -> int | None:
        """Return the window of the desktop that a click at a point would reach."""
        part = self._user.WindowFromPoint(wintypes.POINT(point.x, point.y))
        return (self._user.GetAncestor(part, _ROOT) or part or None) if part else None

    def background(self) -> frozenset[int]:
        """Return the desktop itself and the window in which its icons are."""
        windows = self._user.GetDesktopWindow(), self._user.GetShellWindow()
        return frozenset(handle for handle in windows if handle)

    def foreground(self) -> int | None:
        """Return the window that has the keyboard."""
        return self._user.GetForegroundWindow() or None

    def set_foreground(self, handle: int) -> None:
        """Ask for the keyboard for a window. Windows may refuse, and does not always say so."""
        self._user.SetForegroundWindow(handle)

    def set_foreground_as(self, active: int, handle: int) -> None:
        """Ask for the same in the name of the program that has the keyboard now.

        Its thread's input is joined with ours meanwhile. A program that does not answer would make
        us wait, so nothing is done there.
        """
        ours = self._kernel.GetCurrentThreadId()
        theirs = self._user.GetWindowThreadProcessId(active, None)
        if not theirs or theirs == ours or self._user.IsHungAppWindow(active):
            return
        if self._user.AttachThreadInput(ours, theirs, True):  # noqa: FBT003
            try:
                self._user.SetForegroundWindow(handle)
            finally:
                self._user.AttachThreadInput(ours, theirs, False)  # noqa: FBT003

    def monitors(self) -> list[Rect]:
        """Return where the monitors are now."""
        found: list[Rect] = []

        def note(_monitor: int, _context: int, place: Any, _: int) -> bool:
            box = place.contents
            found.append(Rect(box.left, box.top, box.right - box.left, box.bottom - box.top))
            return True

        self._user.EnumDisplayMonitors(None, None, self._on_monitor(note), 0)
        # Two monitors may show the same.
        return list(dict.fromkeys(found))

    def all_monitors(self) -> Rect:
        """Return the rectangle round all monitors: what absolute motions are counted in."""
        return Rect(*(self._user.GetSystemMetrics(number) for number in _VIRTUAL))

    def cursor(self) -> ScreenPoint:
        """Return where the mouse is; raises DisplayLost while the screen is locked."""
        place = wintypes.POINT()
        if self._user.GetCursorPos(byref(place)) == _FAILED:
            msg = "Windows shows its locked screen, or asks for an administrator."
            raise DisplayLost(msg, remedy="Unlock it and start again.")
        return ScreenPoint(place.x, place.y)

    def button_is_down(self) -> bool:
        """Return True if a button of the mouse is pressed, by a person or by a program."""
        return any(self._user.GetAsyncKeyState(key) & _DOWN for key in _MOUSE_BUTTONS)

    def buttons_are_swapped(self) -> bool:
        """Return True if the mouse is set for the left hand: the right button acts as the left."""
        return bool(self._user.GetSystemMetrics(_SWAPPED))
