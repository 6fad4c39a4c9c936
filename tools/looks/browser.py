"""Headless Chromium: renders many pages and measures where their cells lie."""

from __future__ import annotations

import shutil
from contextlib import suppress

import cv2
import numpy as np
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Page, sync_playwright

from .dataset import LabelledBoard
from .overlays import hide
from .page_layout import PageSource
from .positions import Position

SWITCHES = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-lcd-text",
    "--hide-scrollbars",
    "--font-render-hinting=none",
)
"""Switches of Chromium; without hinting text depends less on what was drawn before."""
MEASURE = """names => ({
  boards: names.map(name => {
    const e = document.getElementById(name), b = e.getBoundingClientRect();
    if (e.dataset.lattice) {
      const [rows, cols, x, y, w, h] = JSON.parse(e.dataset.lattice);
      return {cells: [...Array(rows * cols).keys()].map(k => {
        const r = Math.floor(k / cols), c = k % cols;
        return [b.x + x + c * w, b.y + y + r * h, b.x + x + (c + 1) * w, b.y + y + (r + 1) * h];
      })};
    }
    return {cells: [...e.querySelectorAll('.cell')].map(c => {
      const q = c.getBoundingClientRect(); return [q.x, q.y, q.right, q.bottom];
    })};
  }),
  modal: [...document.querySelectorAll('.modal')].map(c => {
    const q = c.getBoundingClientRect(); return [q.x, q.y, q.right, q.bottom];
  }),
  size: [document.documentElement.scrollWidth, document.documentElement.scrollHeight],
})"""


def edges_between(low: np.ndarray, high: np.ndarray) -> list[float]:
    """Return the edges of cells that lie from low to high, in the middle of the gaps."""
    inner = (high[:-1] + low[1:]) / 2
    first = low[0] - (low[1] - high[0]) / 2
    last = high[-1] + (low[-1] - high[-2]) / 2
    return [float(first), *map(float, inner), float(last)]


class Browser:
    """One Chromium that renders many pages."""

    def __init__(self) -> None:
        self.driver = sync_playwright().start()
        self.chromium = self.launched()
        self.pages: dict[float, Page] = {}

    def launched(self) -> Chromium:
        """Return a Chromium that was just started."""
        path = shutil.which("chromium") or shutil.which("google-chrome")
        return self.driver.chromium.launch(executable_path=path, args=list(SWITCHES))

    def restart(self) -> None:
        """Start Chromium anew."""
        self.chromium.close()
        self.pages.clear()
        self.chromium = self.launched()

    def close(self) -> None:
        """End Chromium and what drives it."""
        with suppress(Exception):
            self.chromium.close()
        self.driver.stop()

    def page_at(self, scale: float) -> Page:
        """Return a page with a device scale factor.

        Each factor has a page of its own: on a common page, text differed from run to run.
        """
        if scale not in self.pages:
            self.pages[scale] = self.chromium.new_page(device_scale_factor=scale)
        return self.pages[scale]

    def render(self, source: PageSource) -> tuple[np.ndarray, list[LabelledBoard]] | None:
        """Return the pixels of a page and its boards; None where its cells form no lattice."""
        page = self.page_at(source.scale)
        page.set_viewport_size({"width": source.view[0], "height": source.view[1]})
        page.set_content(source.html)
        names = [f"board{k}" for k in range(len(source.positions))]
        found = page.evaluate(MEASURE, names)
        far = [max(c[2:] for c in b["cells"]) for b in found["boards"]]
        right = max(
            [source.view[0], *(max(c[2] for c in b["cells"]) + 10 for b in found["boards"])]
        )
        low = max([source.view[1], *(max(c[3] for c in b["cells"]) + 10 for b in found["boards"])])
        if far and (right > source.view[0] or low > source.view[1]):
            page.set_viewport_size({"width": int(right), "height": int(low)})
            found = page.evaluate(MEASURE, names)
        pixels = cv2.imdecode(np.frombuffer(page.screenshot(), np.uint8), cv2.IMREAD_COLOR)
        boards = []
        for position, place in zip(source.positions, found["boards"], strict=True):
            board = measured(position, place["cells"], source.scale)
            if board is None or not inside(board, pixels):
                return None
            for box in found["modal"]:
                board = hide(board, tuple(v * source.scale for v in box))
            boards.append(board)
        return pixels, boards


def measured(position: Position, cells: list[list[float]], scale: float) -> LabelledBoard | None:
    """Return a board from the rectangles of its cells; None where they form no lattice."""
    rects = np.array(cells).reshape(position.rows, position.cols, 4) * scale
    bent = max(np.ptp(rects[..., 0], axis=0).max(), np.ptp(rects[..., 1], axis=1).max())
    if bent > 1.0:
        return None
    rows = edges_between(rects[:, 0, 1], rects[:, 0, 3])
    cols = edges_between(rects[0, :, 0], rects[0, :, 2])
    return LabelledBoard(tuple(rows), tuple(cols), position.cells)


def inside(board: LabelledBoard, pixels: np.ndarray) -> bool:
    """Return True if a board lies on the image."""
    h, w = pixels.shape[:2]
    rows, cols = board.row_edges, board.col_edges
    return rows[0] > -1 and cols[0] > -1 and rows[-1] < h + 1 and cols[-1] < w + 1
