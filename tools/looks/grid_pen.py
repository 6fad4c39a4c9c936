"""A pen for grids that are no Minesweeper: cells are filled, framed, written and drawn on."""

from __future__ import annotations

from random import Random

import cv2
import numpy as np

from .furniture import Canvas, font_of, ink_on
from .lettering import fonts
from .shapes import Color, brightness, color, disc, framed, painted, polygon_mask, rounded, shifted
from .signs import SIGN_FONT, SIGNS, coloured_sign, paint_coloured, random_shapes, symbol_mask
from .themes import contrasting


class GridPen:
    """Draws one grid; cells are given by row and column."""

    def __init__(self, rng: Random, rows: int, cols: int, sides: tuple[int, int]) -> None:
        self.rng, self.rows, self.cols = rng, rows, cols
        self.w = self.h = rng.randint(*sides)
        if rng.random() < 0.15:
            self.w = max(9, round(self.w * rng.uniform(0.7, 1.6)))
        self.around = self.colour()
        self.base = self.colour()
        self.line = rng.choice([shifted(self.base, -60), shifted(self.base, 60), self.colour()])
        self.font = rng.choice(fonts())
        ground = rng.choice([self.base, self.line, self.around])
        shape = (rows * self.h, cols * self.w, 3)
        self.canvas = Canvas(np.broadcast_to(np.array(ground, np.float32), shape).copy())

    def colour(self) -> Color:
        """Return a colour as programs use them: greys, lights, darks, any."""
        grey = self.rng.choice([255.0, 245.0, 220.0, 192.0, 128.0, 45.0, 20.0])
        return (grey, grey, grey) if self.rng.random() < 0.4 else color(self.rng)

    @property
    def cells(self) -> list[tuple[int, int]]:
        """Return all cells."""
        return [(r, c) for r in range(self.rows) for c in range(self.cols)]

    def part(self, r: int, c: int) -> np.ndarray:
        """Return the pixels of a cell, to be written to."""
        h, w = self.h, self.w
        return self.canvas.pixels[r * h : r * h + h, c * w : c * w + w]

    def fill(self, r: int, c: int, tint: Color, gap: float = 0.0, radius: float = 0.0) -> None:
        """Fill a cell, with a gap round it and round corners as shares of the cell."""
        part = self.part(r, c)
        if gap or radius:
            mask = rounded(self.w, self.h, gap * self.h, radius * self.h)
            part[:] = painted(part, mask, tint)
        else:
            part[:] = tint

    def bevel(self, r: int, c: int, tint: Color, wide: float = 0.1) -> None:
        """Fill a cell with a raised edge."""
        tile = np.broadcast_to(np.array(tint, np.float32), (self.h, self.w, 3)).copy()
        edge = max(1, round(self.h * wide))
        self.part(r, c)[:] = framed(tile, shifted(tint, 50), shifted(tint, -60), edge)

    def lines(self, tint: Color, wide: int = 1, every: int = 1) -> None:
        """Draw lines between cells."""
        for k in range(0, self.rows + 1, every):
            y = k * self.h
            self.canvas.pixels[max(0, y - wide // 2 - wide % 2) : y + wide // 2 + 1] = tint
        for k in range(0, self.cols + 1, every):
            x = k * self.w
            self.canvas.pixels[:, max(0, x - wide // 2 - wide % 2) : x + wide // 2 + 1] = tint

    def write(self, r: int, c: int, text: str, tint: Color, size: float = 0.55) -> None:
        """Write a text into the middle of a cell."""
        face = font_of(self.font, max(6, round(self.h * size)))
        box = face.getbbox(text)
        x = c * self.w + (self.w - (box[2] + box[0])) / 2
        y = r * self.h + (self.h - (box[3] + box[1])) / 2
        self.canvas.text(round(x), round(y), text, round(self.h * size), tint, self.font)

    def symbol(self, r: int, c: int, text: str, tint: Color, size: float = 0.75) -> None:
        """Write a sign of the plain font into a cell."""
        part = self.part(r, c)
        part[:] = painted(part, symbol_mask(text, self.w, self.h, size), tint)

    def disc(
        self, r: int, c: int, tint: Color, size: float = 0.8, rim: Color | None = None
    ) -> None:
        """Draw a disc into a cell."""
        part = self.part(r, c)
        if rim is not None:
            part[:] = painted(part, polygon_mask(self.w, self.h, [disc(0, 0, 1.0)], size), rim)
            size *= 0.85
        part[:] = painted(part, polygon_mask(self.w, self.h, [disc(0, 0, 1.0)], size), tint)

    def picture(self, r: int, c: int, which: int, size: float = 0.75) -> None:
        """Draw a small picture into a cell; equal numbers give equal pictures."""
        part = self.part(r, c)
        if SIGN_FONT.exists():
            sign = SIGNS["other"][which % len(SIGNS["other"])]
            part[:] = paint_coloured(part, coloured_sign(sign), size)
        else:
            shapes = random_shapes(Random(which), 3)
            tint = color(Random(which))
            part[:] = painted(part, polygon_mask(self.w, self.h, shapes, size), tint)

    def ink(self, tint: Color) -> Color:
        """Return a colour that can be read on another."""
        if self.rng.random() < 0.6:
            return ink_on(tint)
        return contrasting(self.rng, [tint], 100)

    def darker(self, tint: Color, by: float) -> Color:
        """Return a shade that differs from a colour."""
        return shifted(tint, -by if brightness(tint) > 100 else by)

    def outlined(self, wide: int, tint: Color) -> np.ndarray:
        """Return the grid with a border."""
        return cv2.copyMakeBorder(
            self.canvas.pixels, wide, wide, wide, wide, cv2.BORDER_CONSTANT, value=tint
        )
