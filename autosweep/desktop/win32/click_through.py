"""A drawing above all windows that lets clicks through, by functions of Windows alone.

The window is cut to the drawn pixels, each of which is opaque. A window with an alpha channel would
need no cut, but Windows refuses to leave such a one out of captures. Places and sizes are pixels of
the screen at every scale, because the process is aware of the DPI.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Mapping
from ctypes import POINTER, byref, c_int, c_size_t, c_ssize_t, c_uint, c_void_p, wintypes
from typing import Any

import numpy as np
import numpy.typing as npt

from autosweep.closing import Closing
from autosweep.desktop.win32.api import last_error, load_library
from autosweep.errors import NoDisplay
from autosweep.geometry import Rect
from autosweep.interfaces import Pixels

_NAME = "autosweep hints"
_POPUP = 0x80000000
_EXTENDED = 0x00000008 | 0x00000020 | 0x00000080 | 0x00080000 | 0x08000000
"""WS_EX_TOPMOST, TRANSPARENT and LAYERED (together: not there for the mouse), TOOLWINDOW (on no
taskbar), NOACTIVATE."""
_OPAQUE, _BY_ALPHA = 255, 2
_TOPMOST = -1
_NO_SIZE, _NO_MOVE, _NO_ORDER = 0x0001, 0x0002, 0x0004
_NO_ACTIVATE, _SHOW, _HIDE, _NO_COPY = 0x0010, 0x0040, 0x0080, 0x0100
_REDRAW_NOW = 0x0001 | 0x0020 | 0x0100
"""RDW_INVALIDATE, NOERASE, UPDATENOW."""
_PAINT, _ERASE, _HIT_TEST = 0x000F, 0x0014, 0x0084
_LET_THROUGH = -1
"""HTTRANSPARENT."""
_EXCLUDE_FROM_CAPTURE = 0x11
_EXCLUDES_SINCE = 19041
"""Build of Windows from which on a window can be left out of captures. Older ones accept the same
request and show the window black in captures, which is worse than with its drawing."""
_ANY_INPUT, _ALSO_OLD, _REMOVE = 0x04FF, 0x0004, 0x0001
_RECTANGLES = 1
_HEADER_BYTES = 32
_WINDOW = wintypes.HWND
_RESULT = c_ssize_t
_MESSAGE = (_WINDOW, c_uint, c_size_t, c_ssize_t)


class WindowClass(ctypes.Structure):
    """WNDCLASSW."""

    _fields_ = (
        ("style", c_uint),
        ("procedure", c_void_p),
        ("class_extra", c_int),
        ("window_extra", c_int),
        ("instance", c_void_p),
        ("icon", c_void_p),
        ("cursor", c_void_p),
        ("background", c_void_p),
        ("menu", wintypes.LPCWSTR),
        ("name", wintypes.LPCWSTR),
    )


class PaintRequest(ctypes.Structure):
    """PAINTSTRUCT."""

    _fields_ = (
        ("context", c_void_p),
        ("erase", wintypes.BOOL),
        ("part", wintypes.RECT),
        ("restore", wintypes.BOOL),
        ("update", wintypes.BOOL),
        ("reserved", ctypes.c_byte * 32),
    )


class BitmapHeader(ctypes.Structure):
    """BITMAPINFOHEADER."""

    _fields_ = (
        ("size", wintypes.DWORD),
        ("width", ctypes.c_int32),
        ("height", ctypes.c_int32),
        ("planes", wintypes.WORD),
        ("bits", wintypes.WORD),
        ("compression", wintypes.DWORD),
        ("bytes", wintypes.DWORD),
        ("across", ctypes.c_int32),
        ("down", ctypes.c_int32),
        ("colours", wintypes.DWORD),
        ("important", wintypes.DWORD),
    )


_USER32: Mapping[str, tuple[Any, ...]] = {
    "BeginPaint": (c_void_p, _WINDOW, POINTER(PaintRequest)),
    "CreateWindowExW": (
        _WINDOW,
        wintypes.DWORD,
        wintypes.LPCWSTR,
        wintypes.LPCWSTR,
        wintypes.DWORD,
        *(c_int,) * 4,
        *(c_void_p,) * 4,
    ),
    "DefWindowProcW": (_RESULT, *_MESSAGE),
    "DestroyWindow": (wintypes.BOOL, _WINDOW),
    "DispatchMessageW": (_RESULT, POINTER(wintypes.MSG)),
    "EndPaint": (wintypes.BOOL, _WINDOW, POINTER(PaintRequest)),
    "MsgWaitForMultipleObjectsEx": (wintypes.DWORD, *(wintypes.DWORD, c_void_p), *(c_uint,) * 3),
    "PeekMessageW": (wintypes.BOOL, POINTER(wintypes.MSG), _WINDOW, *(c_uint,) * 3),
    "RedrawWindow": (wintypes.BOOL, _WINDOW, c_void_p, c_void_p, c_uint),
    "RegisterClassW": (wintypes.ATOM, POINTER(WindowClass)),
    "SetLayeredWindowAttributes": (
        wintypes.BOOL,
        _WINDOW,
        wintypes.DWORD,
        wintypes.BYTE,
        wintypes.DWORD,
    ),
    "SetWindowDisplayAffinity": (wintypes.BOOL, _WINDOW, wintypes.DWORD),
    "SetWindowPos": (wintypes.BOOL, _WINDOW, c_ssize_t, *(c_int,) * 4, c_uint),
    "SetWindowRgn": (c_int, _WINDOW, c_void_p, wintypes.BOOL),
    "UnregisterClassW": (wintypes.BOOL, wintypes.LPCWSTR, c_void_p),
}
_GDI32: Mapping[str, tuple[Any, ...]] = {
    "ExtCreateRegion": (c_void_p, c_void_p, wintypes.DWORD, c_void_p),
    "GdiFlush": (wintypes.BOOL,),
    "SetDIBitsToDevice": (
        c_int,
        c_void_p,
        *(c_int,) * 2,
        *(wintypes.DWORD,) * 2,
        *(c_int,) * 2,
        *(c_uint,) * 2,
        c_void_p,
        POINTER(BitmapHeader),
        c_uint,
    ),
}
_DWMAPI: Mapping[str, tuple[Any, ...]] = {"DwmFlush": (ctypes.c_int32,)}
_KERNEL32: Mapping[str, tuple[Any, ...]] = {"GetModuleHandleW": (c_void_p, wintypes.LPCWSTR)}


class ClickThroughWindow(Closing):
    """One drawing above all windows.

    The thread that makes it has to call `serve` and to close it. Another one may draw meanwhile:
    Windows hands over what concerns the first.
    """

    def __init__(self) -> None:
        """Make the window, hidden; raises NoDisplay where Windows refuses."""
        self._user = load_library("user32", _USER32)
        self._gdi = load_library("gdi32", _GDI32)
        self._dwm = load_library("dwmapi", _DWMAPI)
        self._image: npt.NDArray[np.uint8] = np.zeros((0, 0, 4), np.uint8)
        """Blue, green, red and a byte that means nothing; replaced as a whole."""
        self._instance = load_library("kernel32", _KERNEL32).GetModuleHandleW(None)
        # Kept: Windows calls it as long as the window is there.
        self._procedure = vars(ctypes)["WINFUNCTYPE"](_RESULT, *_MESSAGE)(self._on_message)
        kind = WindowClass(name=_NAME, instance=self._instance)
        kind.procedure = ctypes.cast(self._procedure, c_void_p)
        self._user.RegisterClassW(byref(kind))
        nothing = (None, None, self._instance, None)
        size = (0, 0, 1, 1)
        self.handle: int = (
            self._user.CreateWindowExW(_EXTENDED, _NAME, _NAME, _POPUP, *size, *nothing) or 0
        )
        """The system's id of the window."""
        if not self.handle:
            msg = f"Windows makes no window for the hints (error {last_error()})."
            raise NoDisplay(msg, remedy="Start it on a desktop that somebody is logged in to.")
        self._user.SetLayeredWindowAttributes(self.handle, 0, _OPAQUE, _BY_ALPHA)
        self.excluded = self._exclude()
        """Whether captures never contain the drawing."""

    def pixels_per_point(self, place: Rect) -> None:
        """Return None: its pixels are the monitor's."""

    def show(self, pixels: Pixels, mask: npt.NDArray[np.bool_], place: Rect) -> None:
        """Show the masked pixels at a place; return when they are visible."""
        if not mask.any():
            self.hide()
            return
        height, width = mask.shape
        image = np.zeros((height, width, 4), np.uint8)
        image[:, :, :3] = pixels
        self._image = image
        # The window has the region from now on: it must not be freed.
        self._user.SetWindowRgn(self.handle, self._region(mask), False)  # noqa: FBT003
        where = (place.x, place.y, width, height)
        self._user.SetWindowPos(self.handle, _TOPMOST, *where, _NO_ACTIVATE | _NO_COPY | _SHOW)
        self._user.RedrawWindow(self.handle, None, None, _REDRAW_NOW)
        self._finish()

    def move(self, place: Rect) -> None:
        """Show the same elsewhere."""
        flags = _NO_ACTIVATE | _NO_SIZE | _NO_ORDER
        self._user.SetWindowPos(self.handle, _TOPMOST, place.x, place.y, 0, 0, flags)
        self._finish()

    def hide(self) -> None:
        """Show nothing; return when nothing is visible."""
        flags = _NO_ACTIVATE | _NO_SIZE | _NO_MOVE | _NO_ORDER | _HIDE
        self._user.SetWindowPos(self.handle, _TOPMOST, 0, 0, 0, 0, flags)
        self._finish()

    def serve(self, seconds: float) -> None:
        """Answer what Windows asks of the window, for at most `seconds` without a question."""
        wait = self._user.MsgWaitForMultipleObjectsEx
        wait(0, None, round(1000 * seconds), _ANY_INPUT, _ALSO_OLD)
        message = wintypes.MSG()
        while self._user.PeekMessageW(byref(message), None, 0, 0, _REMOVE):
            self._user.DispatchMessageW(byref(message))

    def close(self) -> None:
        """Destroy the window; in the thread that made it."""
        if self.handle:
            self._user.DestroyWindow(self.handle)
            self._user.UnregisterClassW(_NAME, self._instance)
        self.handle = 0

    def _exclude(self) -> bool:
        """Leave the window out of captures if this Windows can."""
        build = vars(sys)["getwindowsversion"]().build
        if build < _EXCLUDES_SINCE:
            return False
        return bool(self._user.SetWindowDisplayAffinity(self.handle, _EXCLUDE_FROM_CAPTURE))

    def _finish(self) -> None:
        """Wait until the screen shows what was drawn."""
        self._gdi.GdiFlush()
        self._dwm.DwmFlush()

    def _region(self, mask: npt.NDArray[np.bool_]) -> int | None:
        """Return the masked pixels as a region of Windows."""
        data = region_bytes(mask)
        return self._gdi.ExtCreateRegion(None, len(data), data) or None

    def _on_message(self, window: int, message: int, first: int, second: int) -> int:
        if message == _PAINT:
            self._paint(window)
            return 0
        if message == _ERASE:
            return 1
        if message == _HIT_TEST:
            return _LET_THROUGH
        return int(self._user.DefWindowProcW(window, message, first, second))

    def _paint(self, window: int) -> None:
        request, image = PaintRequest(), self._image
        context = self._user.BeginPaint(window, byref(request))
        height, width = image.shape[:2]
        # A negative height: the first row is the upper one.
        header = BitmapHeader(ctypes.sizeof(BitmapHeader), width, -height, 1, 32)
        where = (0, 0, width, height, 0, 0, 0, height)
        self._gdi.SetDIBitsToDevice(context, *where, image.ctypes.data, byref(header), 0)
        self._user.EndPaint(window, byref(request))


def region_bytes(mask: npt.NDArray[np.bool_]) -> bytes:
    """Return the masked pixels as RGNDATA: one rectangle for each run of a row."""
    height, width = mask.shape
    steps = np.diff(np.pad(mask, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    rows, starts = np.nonzero(steps == 1)
    ends = np.nonzero(steps == -1)[1]
    boxes = np.stack([starts, rows, ends, rows + 1], axis=1).astype("<i4").tobytes()
    counts = [_HEADER_BYTES, _RECTANGLES, len(rows), len(boxes), 0, 0, width, height]
    return np.array(counts, "<i4").tobytes() + boxes
