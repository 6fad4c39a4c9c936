"""Flags, mines and other signs of many shapes: polygons, coloured signs, letters, plain squares."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from .shapes import Color, Picture, bar, disc, painted, polygon_mask, star

SYMBOL_FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
SIGN_FONT = Path("/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf")
"""A font of coloured signs; looks that want one are drawn with symbols where it is missing."""
SIGNS = {
    "F": ("🚩", "🚩", "🚩", "⛳", "🏁", "🏴", "🏳", "🎌", "📍", "🔒", "⚠", "🛑", "🎈", "🌷"),
    "Q": ("❓", "❔", "🤔"),
    "*": ("💣", "💣", "💣", "💥", "🧨", "☠", "💀", "🔥", "👾", "🐞", "🌸", "🌻", "🙂", "🐙", "☢"),
    "W": ("❌", "❌", "🚫", "❎"),
    "other": ("😀", "⭐", "🐶", "🍎", "🎲", "🃏", "⚽", "🌲", "🚗", "💎", "🍊", "🍇", "🐱", "🦊",
              "🍋", "🍓"),
}  # fmt: skip
"""Coloured signs by the symbol they stand for."""
TEXTS = {
    "F": ("⚑", "⚐", "F", "P", "!", "⚑", "▲", "►", "✓", "M", "#"),
    "Q": ("?", "?", "?"),
    "*": ("✱", "☢", "☠", "●", "✹", "✸", "*", "B", "M", "X", "✓", "✿", "☺", "◉", "O", "@"),
    "W": ("✗", "X", "✘", "x"),
}
"""Signs written with a plain font, by the symbol they stand for."""


@dataclass(frozen=True)
class Sign:
    """How one kind of sign is drawn."""

    kind: str
    """drawn (the theme's own polygons), emoji, text, square, disc, check, flower, face, or none"""
    text: str
    color: Color
    size: float


def choose_sign(rng: Random, symbol: str, color: Color) -> Sign:
    """Return how a client draws a symbol."""
    kind = rng.choices(
        ["drawn", "emoji", "text", "square", "disc", "check", "flower", "face"],
        [50, 22, 14, 5, 3, 2, 2, 2] if symbol == "*" else [56, 24, 14, 4, 1, 1, 0, 0],
    )[0]
    if symbol in "QW" and kind not in ("drawn", "emoji", "text"):
        kind = "drawn"
    if kind == "emoji" and not SIGN_FONT.exists():
        kind = "text"
    text = rng.choice(SIGNS[symbol] if kind == "emoji" else TEXTS[symbol])
    return Sign(kind, text, color, rng.uniform(0.45, 0.95))


@cache
def coloured_sign(text: str, path: Path = SIGN_FONT) -> np.ndarray:
    """Return a coloured sign, cut tightly: blue, green, red and coverage."""
    font = ImageFont.truetype(str(path), 109)
    image = Image.new("RGBA", (180, 180))
    ImageDraw.Draw(image).text((10, 10), text, font=font, embedded_color=True)
    return np.asarray(image.crop(image.getbbox()), np.float32)[..., [2, 1, 0, 3]]


def paint_coloured(ground: Picture, drawn: np.ndarray, size: float) -> Picture:
    """Return a ground with a coloured sign in the middle; `size` is its share of the cell."""
    h, w = ground.shape[:2]
    tall = max(6, round(min(h, w) * size))
    wide = max(6, round(tall * drawn.shape[1] / drawn.shape[0]))
    tall, wide = min(tall, h), min(wide, w)
    small = cv2.resize(drawn, (wide, tall), interpolation=cv2.INTER_AREA)
    y, x = (h - tall) // 2, (w - wide) // 2
    out = ground.copy()
    cover = small[..., 3:] / 255
    part = out[y : y + tall, x : x + wide]
    out[y : y + tall, x : x + wide] = part * (1 - cover) + small[..., :3] * cover
    return out


def symbol_mask(text: str, w: int, h: int, size: float) -> Picture:
    """Return the coverage of a text of the plain font in the middle of a cell."""
    fine = 3
    font = ImageFont.truetype(SYMBOL_FONT, max(6, round(min(w, h) * size * fine)))
    image = Image.new("L", (w * fine, h * fine), 0)
    ImageDraw.Draw(image).text((w * fine / 2, h * fine / 2), text, 255, font, anchor="mm")
    mask = np.asarray(image, np.float32) / 255
    return cv2.resize(mask, (w, h), interpolation=cv2.INTER_AREA)


SHAPES: dict[str, list[list[tuple[float, float]]]] = {
    "square": [[(-0.7, -0.7), (0.7, -0.7), (0.7, 0.7), (-0.7, 0.7)]],
    "disc": [disc(0, 0, 0.7)],
    "check": [bar(-0.7, 0.05, -0.15, 0.6, 0.28), bar(-0.2, 0.6, 0.75, -0.6, 0.28)],
    "flower": [disc(0.5 * np.cos(a), 0.5 * np.sin(a), 0.34) for a in np.arange(0, 6.28, 1.2566)],
    "face": [disc(0, 0, 0.85)],
}


def paint_sign(ground: Picture, sign: Sign) -> Picture:
    """Return a ground with a sign that is not the theme's own."""
    h, w = ground.shape[:2]
    if sign.kind == "none":
        return ground
    if sign.kind == "emoji":
        return paint_coloured(ground, coloured_sign(sign.text), sign.size)
    if sign.kind == "text":
        return painted(ground, symbol_mask(sign.text, w, h, sign.size + 0.1), sign.color)
    out = painted(ground, polygon_mask(w, h, SHAPES[sign.kind], sign.size), sign.color)
    if sign.kind == "flower":
        out = painted(out, polygon_mask(w, h, [disc(0, 0, 0.3)], sign.size), (60.0, 220.0, 250.0))
    elif sign.kind == "face":
        dots = [disc(-0.3, -0.2, 0.12), disc(0.3, -0.2, 0.12), bar(-0.4, 0.35, 0.4, 0.35, 0.12)]
        out = painted(out, polygon_mask(w, h, dots, sign.size), (20.0, 20.0, 20.0))
    return out


def random_shapes(rng: Random, count: int) -> list[list[tuple[float, float]]]:
    """Return polygons of any kind in the unit square."""
    out = []
    for _ in range(count):
        x, y = rng.uniform(-0.8, 0.8), rng.uniform(-0.8, 0.8)
        kinds = (
            bar(x, y, rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(0.08, 0.4)),
            disc(x, y, rng.uniform(0.1, 0.6)),
            star(rng.randint(3, 6), 0.35, rng.uniform(0.5, 1)),
        )
        out.append(rng.choice(kinds))
    return out
