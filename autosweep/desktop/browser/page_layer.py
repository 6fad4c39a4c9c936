"""A layer of our own over a page: it shows an image, takes no clicks, and reads nothing.

It is an element in the browser's top layer, above dialogs of the page too, with the image in a
closed shadow tree, so that neither style sheets nor scripts of the page change it by accident.
"""

from __future__ import annotations

import base64
import contextlib
from collections.abc import Iterator

from autosweep.desktop.browser.playwright_page import PlaywrightPage
from autosweep.geometry import Rect

_KEY = "autosweepHints"
_DRAW = """async ([key, data, left, top, width, height]) => {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], {type: "image/png"}));
  let layer = window[Symbol.for(key)];
  if (!layer || !layer.host.isConnected) {
    const host = document.createElement("div");
    const canvas = document.createElement("canvas");
    host.attachShadow({mode: "closed"}).append(canvas);
    layer = window[Symbol.for(key)] = {host, canvas};
    document.documentElement.append(host);
    if (host.showPopover) { host.popover = "manual"; host.showPopover(); }
  }
  const {host, canvas} = layer;
  canvas.width = image.width;
  canvas.height = image.height;
  canvas.getContext("2d").drawImage(image, 0, 0);
  canvas.style.cssText = `display:block;width:${width}px;height:${height}px;pointer-events:none`;
  host.style.cssText = `all:initial;position:fixed;inset:auto;margin:0;padding:0;border:0;
    background:none;overflow:visible;pointer-events:none;z-index:2147483647;
    left:${left}px;top:${top}px;width:${width}px;height:${height}px`;
}"""
_MOVE = """([key, left, top]) => {
  const layer = window[Symbol.for(key)];
  if (layer) { layer.host.style.left = `${left}px`; layer.host.style.top = `${top}px`; }
}"""
_SHOW = """([key, shown]) => {
  const layer = window[Symbol.for(key)];
  if (layer) layer.host.style.visibility = shown ? "visible" : "hidden";
}"""
_FIND = "([key]) => Boolean(window[Symbol.for(key)]?.host.isConnected)"
"""Asks for our own layer and nothing else of the page."""
_REMOVE = """([key]) => {
  const layer = window[Symbol.for(key)];
  if (layer) { layer.host.remove(); delete window[Symbol.for(key)]; }
}"""


class PageLayer:
    """The layer of one page."""

    def __init__(self, page: PlaywrightPage) -> None:
        self._page = page
        self._drawn = False
        self._loads = page.loads

    def draw(self, image: bytes, place: Rect) -> None:
        """Show an image (PNG with transparency) at a place, in points."""
        data = base64.b64encode(image).decode()
        self._page.run_own(_DRAW, [_KEY, data, place.x, place.y, place.w, place.h])
        self._drawn, self._loads = True, self._page.loads

    def move(self, place: Rect) -> None:
        """Show the same elsewhere."""
        self._page.run_own(_MOVE, [_KEY, place.x, place.y])

    def remove(self) -> None:
        """Take the layer away."""
        if self._drawn:
            self._page.run_own(_REMOVE, [_KEY])
        self._drawn = False

    @contextlib.contextmanager
    def hidden(self) -> Iterator[None]:
        """Hide the layer for a while."""
        if self._drawn:
            self._page.run_own(_SHOW, [_KEY, False])
        try:
            yield
        finally:
            if self._drawn:
                self._page.run_own(_SHOW, [_KEY, True])

    def is_there(self) -> bool:
        """Return True if the page has such a layer, drawn by this program or by another run."""
        return self._page.ask_own(_FIND, [_KEY])

    def was_lost(self) -> bool:
        """Return True if the page was loaded again since the layer was drawn; asked once."""
        lost = self._drawn and self._page.loads != self._loads
        if lost:
            self._drawn = False
        return lost

    def wait(self, seconds: float) -> None:
        """Let the page go on for a while."""
        self._page.wait(seconds)
