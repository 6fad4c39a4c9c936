"""What some clients add to a board: rims, grounds by number, hints, coordinates round it."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import cv2
import numpy as np

from .furniture import font_of, ink_on, plain_font
from .positions import Position
from .shapes import Color, Picture, color, framed, shifted

HIDDEN = "?FQ"
"""Symbols that lie on hidden tiles."""


@dataclass(frozen=True)
class Extras:
    """What a look adds to its board."""

    rim: Color | None = None
    """Colour of a line where hidden and open cells meet."""
    grounds: tuple[Color, ...] = ()
    """Colours of the ground under 1 to 8."""
    hints: bool = False
    """Some hidden cells beside open ones are tinted, as helpers do."""
    coordinates: str = ""
    """Numbers or letters round the board: plain, tiles, or nothing."""


def choose_extras(rng: Random) -> Extras:
    """Return what a client adds; most add nothing."""
    rim = color(rng, 0, 140) if rng.random() < 0.06 else None
    grounds: tuple[Color, ...] = ()
    if rng.random() < 0.05:
        start = np.array(color(rng, 60, 240))
        step = np.array([rng.uniform(-22, 22) for _ in range(3)])
        grounds = tuple(tuple(np.clip(start + k * step, 0, 255)) for k in range(8))
    coordinates = rng.choices(["", "plain", "tiles"], [92, 5, 3])[0]
    return Extras(rim, grounds, rng.random() < 0.04, coordinates)


def paint_rim(
    out: Picture, position: Position, rows: list[int], cols: list[int], tint: Color
) -> None:
    """Draw a line wherever a hidden cell meets an open one."""
    wide = max(1, (cols[1] - cols[0]) // 14)
    up = np.array([[s in HIDDEN for s in line] for line in position.cells])
    for r in range(position.rows):
        for c in range(position.cols):
            if c + 1 < position.cols and up[r, c] != up[r, c + 1]:
                out[rows[r] : rows[r + 1], cols[c + 1] - wide : cols[c + 1] + wide] = tint
            if r + 1 < position.rows and up[r, c] != up[r + 1, c]:
                out[rows[r + 1] - wide : rows[r + 1] + wide, cols[c] : cols[c + 1]] = tint


def paint_hints(
    rng: Random, out: Picture, position: Position, rows: list[int], cols: list[int]
) -> None:
    """Tint some hidden cells that touch open ones."""
    tints = ((60.0, 200.0, 60.0), (60.0, 60.0, 230.0), (40.0, 200.0, 240.0))
    share, way = rng.uniform(0.25, 0.6), rng.random()
    for r, line in enumerate(position.cells):
        for c, symbol in enumerate(line):
            near = [
                position.cells[i][j]
                for i in range(max(0, r - 1), min(position.rows, r + 2))
                for j in range(max(0, c - 1), min(position.cols, c + 2))
            ]
            if symbol != "?" or not any(s.isdigit() for s in near) or rng.random() < 0.5:
                continue
            part = out[rows[r] : rows[r + 1], cols[c] : cols[c + 1]]
            tint = np.array(rng.choice(tints), np.float32)
            if way < 0.6:
                part[:] = part * (1 - share) + tint * share
            else:
                part[:] = framed(part.copy(), tuple(tint), tuple(tint), 2)


def with_coordinates(
    rng: Random, board: Picture, rows: list[int], cols: list[int], kind: str
) -> tuple[Picture, tuple[int, int]]:
    """Return a board with numbers or letters at two sides, and where the board begins."""
    wide, tall = cols[1] - cols[0], rows[1] - rows[0]
    h, w = board.shape[:2]
    ground = color(rng)
    if kind == "tiles":
        corner = board[: max(1, tall // 2), : max(1, wide // 2)].mean((0, 1))
        ground = shifted(tuple(float(v) for v in corner), rng.uniform(-25, 25))
    out = np.empty((h + tall, w + wide, 3), np.float32)
    out[:] = ground
    out[tall:, wide:] = board
    letters = rng.random() < 0.5
    size = max(7, round(min(wide, tall) * 0.55))
    places = [(0, wide + cols[k], k) for k in range(len(cols) - 1)]
    sides = [(tall + rows[k], 0, k) for k in range(len(rows) - 1)]
    for group, named in ((places, letters), (sides, False)):
        for y, x, k in group:
            part = out[y : y + tall, x : x + wide]
            if kind == "tiles":
                part[:] = framed(part.copy(), shifted(ground, 45), shifted(ground, -50), 1)
            text = chr(65 + k % 26) if named else str(k + 1)
            paint_small(part, text, size, ink_on(ground))
    return out, (wide, tall)


def paint_small(part: Picture, text: str, size: int, ink: Color) -> None:
    """Write a short text into the middle of a part, cut to it."""
    face = font_of(plain_font(), size)
    mask = face.getmask(text)
    w, h = mask.size
    if not w or not h:
        return
    drawn: np.ndarray = np.array(mask, np.float32).reshape(h, w) / 255
    tall, wide = part.shape[:2]
    if w > wide or h > tall:
        scale = min(wide / w, tall / h)
        size_ = (max(1, int(w * scale)), max(1, int(h * scale)))
        drawn = cv2.resize(drawn, size_, interpolation=cv2.INTER_AREA)
        h, w = drawn.shape
    y, x = (tall - h) // 2, (wide - w) // 2
    spot = part[y : y + h, x : x + w]
    spot[:] = spot * (1 - drawn[..., None]) + np.array(ink, np.float32) * drawn[..., None]
