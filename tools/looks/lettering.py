"""How digits and marks are written: fonts, pixel fonts, segments, strokes, bitmaps."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from .shapes import FINE, Color, Picture

FONT_FOLDERS = ("/usr/share/fonts/truetype", "/usr/share/fonts/opentype")
NOT_LETTERS = ("D050000L", "StandardSymbols", "MathTeX", "Z003", "Emoji")
"""Words in the names of fonts that hold no plain digits."""


def holds_digits(path: str) -> bool:
    """Return True if a font draws 3 and 8 differently, which boxes for missing signs are not."""
    try:
        font = ImageFont.truetype(path, 24)
    except OSError:
        return False
    return bytes(font.getmask("3")) != bytes(font.getmask("8"))


@cache
def fonts() -> tuple[str, ...]:
    """Return the fonts of this machine that hold digits, in a fixed order."""
    found = [p for f in FONT_FOLDERS for p in Path(f).rglob("*") if p.suffix in (".ttf", ".otf")]
    named = sorted(str(p) for p in found if not any(w in p.name for w in NOT_LETTERS))
    return tuple(path for path in named if holds_digits(path))


@dataclass
class Lettering:
    """How digits and marks are written."""

    font: str
    size: float
    """Height of digits as a share of the cell."""
    style: str
    """smooth, aliased, pixel, seven, stroke, block, stretched"""
    bold: float
    colors: list[Color]
    shadow: Color | None = None
    offset: tuple[float, float] = (0.0, 0.0)


def text_mask(text: str, letters: Lettering, w: int, h: int, size: float) -> Picture:
    """Return the coverage of a text in the middle of a cell."""
    if letters.style == "seven" and text.isdigit() and len(text) == 1:
        return seven_mask(text, letters, w, h, size)
    if letters.style == "stroke":
        return stroke_mask(text, letters, w, h, size)
    if letters.style in ("block", "stretched"):
        return stretched_mask(text, letters, w, h, size)
    if letters.style == "pixel":
        rows = max(9, min(16, round(14 * size / 0.7)))
        small = font_mask(text, letters, round(rows * w / h), rows, size, 1)
        small = (small > 0.45).astype(np.float32)
        return cv2.resize(small, (w, h), interpolation=cv2.INTER_NEAREST)
    if letters.style == "aliased":
        return (font_mask(text, letters, w, h, size, 1) > 0.5).astype(np.float32)
    return font_mask(text, letters, w, h, size, FINE)


def font_mask(  # noqa: PLR0913, PLR0917 - the parts of a drawing
    text: str, letters: Lettering, w: int, h: int, size: float, fine: int
) -> Picture:
    """Return the coverage of a text written in a font."""
    wanted = min(h, w * 1.3) * size * fine
    font = ImageFont.truetype(letters.font, max(5, round(wanted * 1.38)))
    image = Image.new("L", (w * fine, h * fine), 0)
    x = w * fine * (0.5 + letters.offset[0])
    y = h * fine * (0.5 + letters.offset[1])
    box = font.getbbox(text)
    place = (x - (box[0] + box[2]) / 2, y - (box[1] + box[3]) / 2)
    stroke = round(letters.bold * wanted * 0.06)
    ImageDraw.Draw(image).text(place, text, fill=255, font=font, stroke_width=stroke)
    mask = np.asarray(image, np.float32) / 255
    return cv2.resize(mask, (w, h), interpolation=cv2.INTER_AREA)


def stretched_mask(text: str, letters: Lettering, w: int, h: int, size: float) -> Picture:
    """Return a text stretched to a share of the whole cell; as a coarse bitmap for `block`."""
    font = ImageFont.truetype(letters.font, 64)
    image = Image.new("L", (200, 120), 0)
    stroke = round(letters.bold * 5)
    ImageDraw.Draw(image).text((40, 10), text, fill=255, font=font, stroke_width=stroke)
    drawn = np.asarray(image.crop(image.getbbox() or (0, 0, 8, 8)), np.float32) / 255
    wide, tall = max(3, round(w * size)), max(3, round(h * size))
    if text in "1.-·_":
        drawn = np.pad(drawn, ((0, 0), (drawn.shape[0] // 4,) * 2))
    if letters.style == "block":
        rows = 7 + round(letters.offset[0] * 100) % 7
        small = cv2.resize(drawn, (max(5, rows - 1), rows), interpolation=cv2.INTER_AREA)
        drawn = (small > 0.4).astype(np.float32)
    way = cv2.INTER_NEAREST if letters.style == "block" else cv2.INTER_AREA
    mask = np.zeros((h, w), np.float32)
    y, x = (h - tall) // 2, (w - wide) // 2
    mask[y : y + tall, x : x + wide] = cv2.resize(drawn, (wide, tall), interpolation=way)
    return mask


def stroke_mask(text: str, letters: Lettering, w: int, h: int, size: float) -> Picture:
    """Return the coverage of a text drawn by cv2's stroke fonts."""
    fine = FINE
    face = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX)[
        round(letters.bold * 10) % 3
    ]
    mask = np.zeros((h * fine, w * fine), np.uint8)
    thick = max(1, round((0.05 + 0.1 * letters.bold) * h * fine * size))
    (tw, th), _ = cv2.getTextSize(text, face, 1.0, thick)
    scale = min(h, w * 1.2) * fine * size / max(th, 1)
    (tw, th), _ = cv2.getTextSize(text, face, scale, thick)
    x = round((w * fine - tw) / 2 + letters.offset[0] * w * fine)
    y = round((h * fine + th) / 2 + letters.offset[1] * h * fine)
    cv2.putText(mask, text, (x, y), face, scale, 255, thick, cv2.LINE_AA)
    return cv2.resize(mask.astype(np.float32) / 255, (w, h), interpolation=cv2.INTER_AREA)


SEGMENTS = {
    "0": "abcdef", "1": "bc", "2": "abdeg", "3": "abcdg", "4": "bcfg",
    "5": "acdfg", "6": "acdefg", "7": "abc", "8": "abcdefg", "9": "abcdfg",
}  # fmt: skip


def seven_mask(text: str, letters: Lettering, w: int, h: int, size: float) -> Picture:
    """Return the coverage of a seven-segment digit."""
    fine = FINE
    mask = np.zeros((h * fine, w * fine), np.uint8)
    tall = min(h, w * 1.3) * fine * size
    wide = tall * 0.55
    x0, y0 = w * fine / 2 - wide / 2, h * fine / 2 - tall / 2
    t = max(1.0, tall * (0.1 + 0.08 * letters.bold))
    mid = y0 + tall / 2
    parts = {
        "a": (x0, y0, x0 + wide, y0 + t), "d": (x0, y0 + tall - t, x0 + wide, y0 + tall),
        "g": (x0, mid - t / 2, x0 + wide, mid + t / 2), "f": (x0, y0, x0 + t, mid),
        "b": (x0 + wide - t, y0, x0 + wide, mid), "e": (x0, mid, x0 + t, y0 + tall),
        "c": (x0 + wide - t, mid, x0 + wide, y0 + tall),
    }  # fmt: skip
    for name in SEGMENTS[text]:
        a, b, c, d = (round(v) for v in parts[name])
        cv2.rectangle(mask, (a, b), (c - 1, d - 1), 255, -1)
    return cv2.resize(mask.astype(np.float32) / 255, (w, h), interpolation=cv2.INTER_AREA)
