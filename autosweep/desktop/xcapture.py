"""Capture of an X screen by libxcb, for the displays that mss refuses.

mss 10.2 takes depths 24 and 32 only, and among several lists of visuals of a depth looks at the
first alone (TigerVNC has two). This does what mss does without shared memory, for every format of
pixels that `xpixels` knows. python-xlib would take half a second for a full screen.
"""

from __future__ import annotations

import ctypes
import os
from typing import Any

from autosweep.desktop.xpixels import PixelFormat
from autosweep.desktop.xserver import connect, monitors_of
from autosweep.errors import DisplayLost, NoDisplay
from autosweep.interfaces import Pixels

_ALL_PLANES = 0xFFFFFFFF
_Z_PIXMAP = 2


class XcbCapture:
    """Grabs parts of the screen that DISPLAY names; offers what ScreenSource asks of mss."""

    def __init__(self) -> None:
        """Connect; raises NoDisplay where the display does not answer or cannot be captured."""
        display = connect()
        try:
            self._format = PixelFormat.of(display)
            root = display.screen().root
            size = root.get_geometry()
            whole = {"left": 0, "top": 0, "width": int(size.width), "height": int(size.height)}
            places = [(m.x, m.y, m.w, m.h) for m in monitors_of(display)]
            names = ("left", "top", "width", "height")
            self.monitors = [whole, *(dict(zip(names, place, strict=True)) for place in places)]
            """The whole screen, then each monitor, as mss describes them."""
            self._root = int(root.id)
        finally:
            display.close()
        self._xcb = _library()
        self._wire = self._xcb.xcb_connect(None, None)
        if self._xcb.xcb_connection_has_error(self._wire):
            self.close()
            msg = f"The display {os.environ.get('DISPLAY', '')} does not answer."
            raise NoDisplay(msg)

    def grab(self, box: dict[str, int]) -> Pixels:
        """Return a part of the screen, blue-green-red; raises DisplayLost."""
        width, height = box["width"], box["height"]
        cookie = self._xcb.xcb_get_image(
            self._wire, _Z_PIXMAP, self._root, box["left"], box["top"], width, height, _ALL_PLANES
        )
        reply = self._xcb.xcb_get_image_reply(self._wire, cookie, None)
        if not reply:
            msg = f"The display {os.environ.get('DISPLAY', '')} went away."
            raise DisplayLost(msg)
        try:
            length = self._format.size(width, height)
            data = ctypes.string_at(self._xcb.xcb_get_image_data(reply), length)
        finally:
            _free(reply)
        return self._format.decode(data, width, height)

    def close(self) -> None:
        """Leave the display; a second call does nothing."""
        wire, self._wire = self._wire, None
        if wire is not None:
            self._xcb.xcb_disconnect(wire)


def _library() -> Any:
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError as error:
        msg = "The library libxcb is missing, and mss cannot capture this display."
        raise NoDisplay(msg, remedy="Install it (Debian: `apt-get install libxcb1`).") from error
    pointer = ctypes.c_void_p
    xcb.xcb_connect.restype = pointer
    xcb.xcb_connect.argtypes = [ctypes.c_char_p, pointer]
    xcb.xcb_connection_has_error.argtypes = [pointer]
    xcb.xcb_disconnect.argtypes = [pointer]
    short, long = ctypes.c_int16, ctypes.c_uint32
    size = ctypes.c_uint16
    xcb.xcb_get_image.argtypes = [pointer, ctypes.c_uint8, long, short, short, size, size, long]
    xcb.xcb_get_image.restype = ctypes.c_uint
    xcb.xcb_get_image_reply.argtypes = [pointer, ctypes.c_uint, pointer]
    xcb.xcb_get_image_reply.restype = pointer
    xcb.xcb_get_image_data.argtypes = [pointer]
    xcb.xcb_get_image_data.restype = pointer
    return xcb


def _free(reply: int) -> None:
    """Give back memory that libxcb allocated."""
    free = ctypes.CDLL(None).free
    free.argtypes = [ctypes.c_void_p]
    free(reply)
