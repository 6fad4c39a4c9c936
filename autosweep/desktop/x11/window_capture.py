"""One window's pixels without what lies over it (Composite), and events when it changes (Damage).

Composite keeps what a window shows in memory of its own. Damage sends an event when it was drawn
on. Either may be missing on a server.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import xcffib

from autosweep.desktop.x11.connection import XConnection
from autosweep.desktop.x11.pixels import PixelFormat, ask_for_image, image_data
from autosweep.geometry import Rect
from autosweep.interfaces import Pixels

_AUTOMATIC = 0
"""The server itself goes on drawing the window on the screen."""
_NOTIFY_ONCE = 3
"""Damage level: one event when something is drawn, none until it is acknowledged."""
_NO_REGION = 0


class WindowCapture:
    """Captures a window for as long as it is wanted; close it.

    Requests about a window that is gone are harmless: that it is gone shows by its absence.
    """

    def __init__(self, connection: XConnection, window: int, *, memory: bool = True) -> None:
        """Ask the server to keep what a window shows (if `memory`) and for events of drawing."""
        self._connection = connection
        self._window = window
        self._composite: Any = connection.extension("Composite") if memory else None
        self._damage_requests = connection.extension("DAMAGE")
        self._pixmap: int | None = None
        self._format: PixelFormat | None = None
        self._damage = 0
        if self._damage_requests is not None:
            self._damage = connection.xcb.generate_id()
            self._damage_requests.Create(self._damage, window, _NOTIFY_ONCE)
        if self._composite is not None:
            self._composite.RedirectWindow(window, _AUTOMATIC)

    def pixels(self, part: Rect) -> Pixels | None:
        """Return part of the window, None where it is gone or has no such part."""
        for _ in range(2):
            data = self._data(part)
            if data is not None and self._format is not None:
                return np.ascontiguousarray(self._format.decode(data, part.w, part.h))
            # The window was resized or shown anew since: it has another memory now.
            self.forget_memory()
        return None

    def acknowledge(self) -> None:
        """Ask for an event at the next drawing."""
        self._damage_requests.Subtract(self._damage, _NO_REGION, _NO_REGION)

    def forget_memory(self) -> None:
        """Ask for the window's memory anew at the next frame."""
        if self._pixmap is not None:
            self._connection.core.FreePixmap(self._pixmap)
            self._pixmap = None

    def close(self) -> None:
        """Let the server draw the window as before and send no more events."""
        self.forget_memory()
        if self._damage_requests is not None:
            self._damage_requests.Destroy(self._damage)
        if self._composite is not None:
            self._composite.UnredirectWindow(self._window, _AUTOMATIC)
        self._connection.sync()

    def _data(self, part: Rect) -> Any:
        try:
            if self._format is None:
                asked = self._connection.core.GetWindowAttributes(self._window)
                self._format = PixelFormat.of(self._connection, asked.reply().visual)
            if self._pixmap is None:
                number = self._connection.xcb.generate_id()
                self._composite.NameWindowPixmapChecked(self._window, number).check()
                self._pixmap = number
            return image_data(ask_for_image(self._connection, self._pixmap, part))
        except xcffib.Error:
            return None
