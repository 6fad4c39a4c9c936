"""What the overlay asks of an X server beyond python-xlib: Composite, Damage and quick pictures.

Composite keeps what a window shows in memory of its own, so that it can be looked at without what
lies over it. Damage tells when a window was drawn on. Pictures come through libxcb, because
python-xlib takes half a second for one; the same library serves mss.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
from typing import Any

import numpy as np
from Xlib.protocol import rq

from autosweep.errors import DisplayLost
from autosweep.geometry import Rect
from autosweep.interfaces import Pixels

_NOTIFY_ONCE = 3
"""Damage level: one event when something is drawn, none until it is taken note of."""
_ALL_PLANES = 0xFFFFFFFF
_Z_PIXMAP = 2


class _Redirect(rq.Request):  # type: ignore[misc] # python-xlib has no types
    _request = rq.Struct(
        rq.Card8("opcode"), rq.Opcode(1), rq.RequestLength(), rq.Window("window"), rq.Card32("how")
    )


class _Unredirect(rq.Request):  # type: ignore[misc] # same
    _request = rq.Struct(
        rq.Card8("opcode"), rq.Opcode(3), rq.RequestLength(), rq.Window("window"), rq.Card32("how")
    )


class _NamePixmap(rq.Request):  # type: ignore[misc] # same
    _request = rq.Struct(
        rq.Card8("opcode"),
        rq.Opcode(6),
        rq.RequestLength(),
        rq.Window("window"),
        rq.Card32("pixmap"),
    )


class _Version(rq.ReplyRequest):  # type: ignore[misc] # same
    _request = rq.Struct(
        rq.Card8("opcode"),
        rq.Opcode(0),
        rq.RequestLength(),
        rq.Card32("major"),
        rq.Card32("minor"),
    )
    _reply = rq.Struct(
        rq.ReplyCode(),
        rq.Pad(1),
        rq.Card16("sequence_number"),
        rq.ReplyLength(),
        rq.Card32("major"),
        rq.Card32("minor"),
        rq.Pad(16),
    )


class _CreateDamage(rq.Request):  # type: ignore[misc] # same
    _request = rq.Struct(
        rq.Card8("opcode"),
        rq.Opcode(1),
        rq.RequestLength(),
        rq.Card32("damage"),
        rq.Card32("drawable"),
        rq.Card32("level"),
    )


class _DestroyDamage(rq.Request):  # type: ignore[misc] # same
    _request = rq.Struct(rq.Card8("opcode"), rq.Opcode(2), rq.RequestLength(), rq.Card32("damage"))


class _TakeNote(rq.Request):  # type: ignore[misc] # same
    _request = rq.Struct(
        rq.Card8("opcode"),
        rq.Opcode(3),
        rq.RequestLength(),
        rq.Card32("damage"),
        rq.Card32("repair"),
        rq.Card32("parts"),
    )


class Redirection:
    """A window's own memory, for as long as it is wanted."""

    def __init__(self, display: Any, window: Any) -> None:
        """Ask the server to keep what the window shows."""
        self._display = display
        self._window = window
        self._send(_Redirect, window=window.id, how=0)

    def pixmap(self) -> Any:
        """Return what the window shows as a pixmap; it stays right until the window is resized."""
        number = self._display.display.allocate_resource_id()
        self._send(_NamePixmap, window=self._window.id, pixmap=number)
        return self._display.create_resource_object("pixmap", number)

    def end(self) -> None:
        """Let the server draw the window as before."""
        self._send(_Unredirect, window=self._window.id, how=0)

    def _send(self, kind: Any, **fields: int) -> None:
        major = self._display.display.get_extension_major("Composite")
        kind(display=self._display.display, opcode=major, onerror=_ignored, **fields)


class Damage:
    """Tells when a window was drawn on."""

    def __init__(self, display: Any, window: Any) -> None:
        """Ask the server to tell."""
        self._display = display
        self._number = display.display.allocate_resource_id()
        self._send(_CreateDamage, drawable=window.id, level=_NOTIFY_ONCE)

    def take_note(self) -> None:
        """Ask to be told of the next drawing."""
        self._send(_TakeNote, repair=0, parts=0)

    def end(self) -> None:
        """Ask to be told no more."""
        self._send(_DestroyDamage)
        self._display.display.free_resource_id(self._number)

    def _send(self, kind: Any, **fields: int) -> None:
        major = self._display.display.get_extension_major("DAMAGE")
        kind(
            display=self._display.display,
            opcode=major,
            damage=self._number,
            onerror=_ignored,
            **fields,
        )


def enable(display: Any, name: str, version: tuple[int, int]) -> int | None:
    """Switch an extension on; return the code of its first event, None where there is none."""
    found = display.query_extension(name)
    if not found.present:
        return None
    display.display.set_extension_major(name, found.major_opcode)
    _Version(display=display.display, opcode=found.major_opcode, major=version[0], minor=version[1])
    return int(found.first_event)


def _ignored(error: Any, request: Any) -> int:
    """Swallow an error: the window is gone, which its absence will tell."""
    del error, request
    return 1


class _Cookie(ctypes.Structure):
    _fields_ = (("sequence", ctypes.c_uint),)


class Pictures:
    """Gets pictures of drawables through libxcb, on a connection of its own."""

    def __init__(self) -> None:
        """Connect; raises OSError where the library is missing or the server does not answer."""
        self._xcb = ctypes.CDLL("libxcb.so.1")
        self._free = ctypes.CDLL(None).free
        self._free.argtypes = [ctypes.c_void_p]
        xcb = self._xcb
        xcb.xcb_connect.restype = ctypes.c_void_p
        xcb.xcb_connect.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
        xcb.xcb_connection_has_error.argtypes = [ctypes.c_void_p]
        xcb.xcb_disconnect.argtypes = [ctypes.c_void_p]
        xcb.xcb_get_image.restype = _Cookie
        xcb.xcb_get_image.argtypes = [
            ctypes.c_void_p,
            ctypes.c_uint8,
            ctypes.c_uint32,
            ctypes.c_int16,
            ctypes.c_int16,
            ctypes.c_uint16,
            ctypes.c_uint16,
            ctypes.c_uint32,
        ]
        xcb.xcb_get_image_reply.restype = ctypes.c_void_p
        xcb.xcb_get_image_reply.argtypes = [ctypes.c_void_p, _Cookie, ctypes.c_void_p]
        xcb.xcb_get_image_data.restype = ctypes.c_void_p
        xcb.xcb_get_image_data.argtypes = [ctypes.c_void_p]
        xcb.xcb_get_image_data_length.argtypes = [ctypes.c_void_p]
        name = os.environ.get("DISPLAY", "").encode()
        self._connection = xcb.xcb_connect(name, None)
        if xcb.xcb_connection_has_error(self._connection):
            xcb.xcb_disconnect(self._connection)
            msg = "no connection to the X server"
            raise OSError(msg)

    def take(self, drawable: int, part: Rect) -> Pixels | None:
        """Return part of a drawable, None where it is gone or has no such part.

        Raises DisplayLost.
        """
        error = ctypes.c_void_p()
        cookie = self._xcb.xcb_get_image(
            self._connection, _Z_PIXMAP, drawable, part.x, part.y, part.w, part.h, _ALL_PLANES
        )
        reply = self._xcb.xcb_get_image_reply(self._connection, cookie, ctypes.byref(error))
        if not reply:
            if error.value:
                self._free(error)
            if self._xcb.xcb_connection_has_error(self._connection):
                msg = "The display went away."
                raise DisplayLost(msg)
            return None
        try:
            size = self._xcb.xcb_get_image_data_length(reply)
            if size != 4 * part.area:
                return None
            data = ctypes.string_at(self._xcb.xcb_get_image_data(reply), size)
        finally:
            self._free(reply)
        pixels = np.frombuffer(data, np.uint8).reshape(part.h, part.w, 4)
        return np.ascontiguousarray(pixels[:, :, :3])

    def close(self) -> None:
        """Close the connection."""
        with contextlib.suppress(OSError):
            self._xcb.xcb_disconnect(self._connection)
