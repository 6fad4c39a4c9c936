"""Colours, polygons and plain tiles: what invented themes are drawn with."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import cv2
import numpy as np
from PIL import Image, ImageDraw

FINE = 4
Color = tuple[float, float, float]
Picture = np.ndarray


def color(rng: Random, low: int = 0, high: int = 255) -> Color:
    """Return any colour between two brightnesses, blue-green-red."""
    return tuple(rng.uniform(low, high) for _ in range(3))  # type: ignore[return-value]


def of_hex(text: str) -> Color:
    """Return a colour written as #rrggbb."""
    value = int(text[1:], 16)
    return float(value & 255), float(value >> 8 & 255), float(value >> 16 & 255)


def brightness(c: Color) -> float:
    """Return how bright a colour is."""
    return 0.11 * c[0] + 0.59 * c[1] + 0.3 * c[2]


def shifted(c: Color, by: float) -> Color:
    """Return a colour made brighter or darker."""
    return tuple(min(255.0, max(0.0, v + by)) for v in c)  # type: ignore[return-value]


def polygon_mask(w: int, h: int, shapes: list[list[tuple[float, float]]], scale: float) -> Picture:
    """Return the coverage of polygons given in a unit square round the middle of a cell."""
    fine = FINE
    image = Image.new("L", (w * fine, h * fine), 0)
    pen = ImageDraw.Draw(image)
    side = min(w, h) * fine * scale
    for shape in shapes:
        points = [(w * fine / 2 + x * side / 2, h * fine / 2 + y * side / 2) for x, y in shape]
        pen.polygon(points, fill=255)
    mask = np.asarray(image, np.float32) / 255
    return cv2.resize(mask, (w, h), interpolation=cv2.INTER_AREA)


def disc(cx: float, cy: float, r: float, n: int = 28) -> list[tuple[float, float]]:
    """Return a circle as a polygon."""
    angles = np.linspace(0, 2 * np.pi, n, endpoint=False)
    return [(cx + r * float(np.cos(a)), cy + r * float(np.sin(a))) for a in angles]


def bar(x0: float, y0: float, x1: float, y1: float, width: float) -> list[tuple[float, float]]:
    """Return a thick line as a polygon."""
    length = max(1e-6, float(np.hypot(x1 - x0, y1 - y0)))
    nx, ny = -(y1 - y0) / length * width / 2, (x1 - x0) / length * width / 2
    return [(x0 + nx, y0 + ny), (x1 + nx, y1 + ny), (x1 - nx, y1 - ny), (x0 - nx, y0 - ny)]


def star(points: int, inner: float, outer: float, turn: float = 0.0) -> list[tuple[float, float]]:
    """Return a star as a polygon."""
    out = []
    for k in range(2 * points):
        r = outer if k % 2 == 0 else inner
        a = np.pi * k / points + turn
        out.append((r * float(np.sin(a)), -r * float(np.cos(a))))
    return out


def painted(ground: Picture, mask: Picture, c: Color) -> Picture:
    """Return a ground with a colour laid over it by coverage."""
    return ground * (1 - mask[..., None]) + np.array(c, np.float32) * mask[..., None]


def flat(w: int, h: int, c: Color) -> Picture:
    """Return a tile of one colour."""
    return np.tile(np.array(c, np.float32), (h, w, 1))


def framed(tile: Picture, light: Color, dark: Color, width: int) -> Picture:
    """Return a tile with a raised edge."""
    h, w = tile.shape[:2]
    for i in range(width):
        tile[i, i : w - i] = light
        tile[i : h - i, i] = light
        tile[h - 1 - i, i : w - i] = dark
        tile[i : h - i, w - 1 - i] = dark
    return tile


def rounded(w: int, h: int, gap: float, radius: float) -> Picture:
    """Return the coverage of a rounded tile with a gap round it."""
    fine = FINE
    image = Image.new("L", (w * fine, h * fine), 0)
    g = gap * fine
    ImageDraw.Draw(image).rounded_rectangle(
        (g, g, w * fine - 1 - g, h * fine - 1 - g), radius * fine, fill=255
    )
    mask = np.asarray(image, np.float32) / 255
    return cv2.resize(mask, (w, h), interpolation=cv2.INTER_AREA)


def palette(rng: Random) -> tuple[Color, Color, Color]:
    """Return colours of covered tiles, open ground and lines that can be told apart."""
    dark = rng.random() < 0.3
    while True:
        if rng.random() < 0.5:
            grey = rng.uniform(20, 90) if dark else rng.uniform(140, 250)
            opened = tuple(grey + rng.uniform(-10, 10) for _ in range(3))
        else:
            opened = color(rng, 10, 100) if dark else color(rng, 130, 250)
        near = rng.random() < 0.5
        covered = (
            shifted(opened, rng.choice([-1, 1]) * rng.uniform(14, 60))
            if near
            else color(rng, 30, 245)
        )
        gap = max(abs(a - b) for a, b in zip(covered, opened, strict=True))
        if gap > 10:
            break
    line = shifted(opened, rng.choice([-1, 1]) * rng.uniform(20, 70))
    return covered, opened, line  # type: ignore[return-value]


Maker = Callable[[int, int, int, tuple[int, int]], Picture]
