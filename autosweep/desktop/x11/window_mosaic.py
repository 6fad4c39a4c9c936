"""Frames of an X server whose root window shows nothing, put together from its windows.

XWayland draws no screen: the Wayland compositor shows each X window as one of its own. The pixels
of every top-level window can be captured, and their order and places are known.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import xcffib
from xcffib.xproto import MapState, WindowClass

from autosweep.desktop.x11.connection import XConnection
from autosweep.desktop.x11.monitors import monitors_of
from autosweep.desktop.x11.pixels import PixelFormat, ask_for_image, image_data
from autosweep.geometry import Rect
from autosweep.interfaces import Pixels

_ALPHA_DEPTH = 32
_OPAQUE = 128
"""Alpha (of 255) from which a pixel hides what is below it."""


@dataclass(frozen=True, slots=True)
class _TopWindow:
    number: int
    rect: Rect
    visual: int
    depth: int


class WindowMosaic:
    """Captures parts of a rootless server; offers what ScreenSource asks of mss."""

    def __init__(self, connection: XConnection) -> None:
        self._connection = connection
        self._formats: dict[int, PixelFormat] = {}
        places = [Rect(0, 0, *connection.size()), *monitors_of(connection)]
        self.monitors = [{"left": r.x, "top": r.y, "width": r.w, "height": r.h} for r in places]
        """The whole screen, then each monitor, as mss describes them."""

    def grab(self, box: dict[str, int]) -> Pixels:
        """Return a part of the screen, blue-green-red; raises DisplayLost."""
        return self.pixels(Rect(box["left"], box["top"], box["width"], box["height"]))

    def pixels(self, part: Rect) -> Pixels:
        """Return a part of the screen, blue-green-red; raises DisplayLost."""
        whole = np.zeros((part.h, part.w, 3), np.uint8)
        with self._connection.faults():
            asked = []
            for window in self._windows():
                shown = window.rect.intersect(part)
                if shown.area:
                    inside = shown.moved(-window.rect.x, -window.rect.y)
                    image = ask_for_image(self._connection, window.number, inside)
                    asked.append((window, shown.moved(-part.x, -part.y), image))
            for window, place, image in asked:
                self._paint(whole, window, place, image)
        return whole

    def close(self) -> None:
        """Do nothing: the connection is somebody else's."""

    def _windows(self) -> list[_TopWindow]:
        """Return the visible top-level windows, the lowest first, in two round trips."""
        core = self._connection.core
        children = list(core.QueryTree(self._connection.root).reply().children)
        asked = [(n, core.GetWindowAttributes(n), core.GetGeometry(n)) for n in children]
        found = []
        for number, attributes, geometry in asked:
            try:
                facts, place = attributes.reply(), geometry.reply()
            except xcffib.Error:
                # It was closed meanwhile.
                continue
            visible = facts.map_state == MapState.Viewable
            if visible and facts._class == WindowClass.InputOutput:  # noqa: SLF001 - its name
                rect = Rect(place.x, place.y, place.width, place.height)
                found.append(_TopWindow(number, rect, facts.visual, place.depth))
        return found

    def _paint(self, whole: Pixels, window: _TopWindow, place: Rect, image: Any) -> None:
        """Draw a window over what is below it; one that is closed by now is left out."""
        try:
            data = image_data(image)
        except xcffib.Error:
            return
        room = whole[place.y : place.bottom, place.x : place.right]
        pixels = self._format(window.visual).decode(data, place.w, place.h)
        if window.depth != _ALPHA_DEPTH:
            room[:] = pixels
            return
        alpha = np.frombuffer(data, np.uint8).reshape(place.h, -1, 4)[:, : place.w, 3]
        hides = alpha >= _OPAQUE
        room[hides] = pixels[hides]

    def _format(self, visual: int) -> PixelFormat:
        if visual not in self._formats:
            self._formats[visual] = PixelFormat.of(self._connection, visual)
        return self._formats[visual]
