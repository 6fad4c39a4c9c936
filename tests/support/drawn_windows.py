"""Windows of made-up clients, drawn with Pillow: a board, buttons, faces, cards, texts."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from autosweep.geometry import Rect
from autosweep.interfaces import Frame

FONT = "DejaVuSans.ttf"
BOARD = Rect(180, 150, 288, 288)
"""Where the board of a drawn window is: 9 x 9 cells of 32 pixels."""


class DrawnWindow:
    """A window that is drawn piece by piece."""

    def __init__(self, *, dark: bool = False, size: tuple[int, int] = (640, 620)) -> None:
        self._ground, self._ink = ("#23272b", "#f0f0f0") if dark else ("#f4f4f4", "#202020")
        self.image = Image.new("RGB", size, self._ground)
        self._pen = ImageDraw.Draw(self.image)
        for row in range(9):
            for col in range(9):
                x, y = BOARD.x + 32 * col, BOARD.y + 32 * row
                self._pen.rectangle((x, y, x + 31, y + 31), "#bdbdbd", "#7b7b7b")

    def text(self, text: str, x: int, y: int, *, size: int = 16, anchor: str = "mm") -> DrawnWindow:
        """Write a text whose middle, or what `anchor` says, is at a place."""
        self._pen.text((x, y), text, self._ink, ImageFont.truetype(FONT, size), anchor=anchor)
        return self

    def button(self, text: str, x: int, y: int, *, fill: str = "#1565c0") -> DrawnWindow:
        """Draw a button whose middle is at a place."""
        font = ImageFont.truetype(FONT, 15)
        half = round(self._pen.textlength(text, font=font) / 2) + 14
        self._pen.rounded_rectangle((x - half, y - 16, x + half, y + 16), 5, fill, "#606060")
        self._pen.text((x, y), text, "#ffffff", font, anchor="mm")
        return self

    def card(self) -> DrawnWindow:
        """Draw an empty card over the middle of the board."""
        box = (BOARD.x + 30, BOARD.y + 80, BOARD.right - 30, BOARD.bottom - 80)
        self._pen.rounded_rectangle(box, 8, self._ground, "#404040", 2)
        return self

    def face(self, x: int, y: int, *, size: int = 34) -> DrawnWindow:
        """Draw a face whose middle is at a place."""
        half = size // 2
        self._pen.ellipse((x - half, y - half, x + half, y + half), "#ffe000", "#000000", 2)
        for eye in (-half // 3, half // 3):
            self._pen.ellipse((x + eye - 2, y - 6, x + eye + 2, y - 2), "#000000")
        self._pen.arc((x - half // 2, y - half // 2, x + half // 2, y + half // 2), 20, 160, "#000")
        return self

    def frame(self) -> Frame:
        """Return what the window shows."""
        return Frame(np.ascontiguousarray(np.array(self.image)[:, :, ::-1]))
