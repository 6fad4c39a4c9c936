"""Hints inside a page of a browser: a layer over the page that takes no clicks.

Frames never contain the hints: the layer is hidden while a frame is taken. That would flicker if it
were done all the time, so the page is watched with the layer on it, and a frame without it is taken
only after something has changed.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from autosweep.desktop.browser.page_layer import PageLayer
from autosweep.desktop.capture import ScreenFrames
from autosweep.geometry import Rect
from autosweep.interfaces import Frame, Pixels, Windows
from autosweep.overlay.screen_view import ScreenView
from autosweep.overlay.view import PixelMask
from autosweep.tracking.changes import same_pixels

PAGE_POLL = 0.1
"""Seconds between two looks at the page: each takes the browser two frames."""


class PageCanvas:
    """Draws on a layer of the page."""

    def __init__(self, layer: PageLayer, *, draws: bool) -> None:
        """Draw on a layer; without `draws` the page is left as it is."""
        self._layer = layer
        self._draws = draws
        self.drawn = 0
        """Times that the layer was changed."""

    @property
    def handle(self) -> int:
        """Return 0: it is no window."""
        return 0

    def pixels_per_point(self, place: Rect) -> None:
        """Return None: its pixels are those of the frames."""

    def show(self, pixels: Pixels, mask: PixelMask, place: Rect) -> None:
        """Show the masked pixels at a place of the page."""
        if not self._draws:
            return
        shown = np.dstack([pixels, np.where(mask, 255, 0).astype(np.uint8)])
        good, data = cv2.imencode(".png", shown)
        if good:
            self.drawn += 1
            self._layer.draw(data.tobytes(), place)

    def move(self, place: Rect) -> None:
        """Show the same elsewhere."""
        self.drawn += 1
        self._layer.move(place)

    def hide(self) -> None:
        """Show nothing."""
        self.drawn += 1
        self._layer.remove()


class PageView(ScreenView):
    """The view of a page; belongs to the thread that opened it."""

    def __init__(
        self, source: ScreenFrames, windows: Windows, layer: PageLayer, canvas: PageCanvas
    ) -> None:
        super().__init__(source, windows, clean=True)
        self._layer = layer
        self._canvas = canvas
        self.before_wait: Callable[[], None] = lambda: None
        """Called before each wait: here the loop learns that it is to end."""
        self._known: tuple[Rect, int, Frame, Pixels] | None = None
        """Place, state of the layer, frame without and pixels with the layer."""

    def screen(self, region: Rect | None) -> Frame:
        """Return the page without the layer, to search for a board."""
        with self._layer.hidden():
            return super().screen(region)

    def place(self) -> Rect | None:
        """Return where the page is; None once after a new load, which removes the layer."""
        if self._layer.was_lost():
            self._known = None
            return None
        return super().place()

    def grab(self, part: Rect) -> Frame | None:
        """Return part of the page without the layer."""
        place = super().place()
        if place is None:
            return None
        region = part.moved(place.x, place.y)
        with_layer = self._source.grab(region).pixels
        known, drawn = self._known, self._canvas.drawn
        if known is not None and known[:2] == (region, drawn) and same_pixels(with_layer, known[3]):
            return known[2]
        self._known = None
        with self._layer.hidden():
            frame = self._source.grab(region)
        if same_pixels(self._source.grab(region).pixels, with_layer):
            # Nothing has changed meanwhile, so the two belong together.
            self._known = region, drawn, frame, with_layer
        return frame

    def wait(self, seconds: float) -> bool:
        """Let the page go on for one interval; something may always have changed."""
        self.before_wait()
        if not self._woken.is_set():
            self._layer.wait(min(seconds, PAGE_POLL) if seconds > 0 else 0.0)
        self._woken.clear()
        return True
