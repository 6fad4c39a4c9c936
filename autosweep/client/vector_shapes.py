"""Anti-aliased vector drawing into BGR arrays: shapes become coverage, coverage becomes colour.

A `Stencil` is drawn at several times its size and shrunk, so that edges on whole pixels stay sharp
and all others are smooth. Coordinates are pixels of the finished image, x right and y down, from
the top left corner of the first pixel. Uses numpy and cv2; knows nothing of games.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import cos, hypot, radians, sin

import cv2
import numpy as np
import numpy.typing as npt

from autosweep.geometry import Rect
from autosweep.interfaces import Pixels

Point = tuple[float, float]
Path = Sequence[Point]
Coverage = npt.NDArray[np.float32]
"""Height x width, 0 to 1: how much of each pixel a shape covers."""

_FINE = 512
"""Wanted size of the enlarged drawing, in pixels: small images are enlarged more."""
_SHIFT = 4
"""Fractional bits of cv2's coordinates."""


class Stencil:
    """A shape under construction: everything drawn adds to its coverage."""

    def __init__(self, width: int, height: int) -> None:
        self._size = (width, height)
        self._times = max(4, min(16, _FINE // max(width, height, 1)))
        self._mask = np.zeros((height * self._times, width * self._times), np.uint8)

    def polygon(self, points: Path) -> None:
        """Fill a closed polygon."""
        cv2.fillPoly(self._mask, [self._fine(points)], 255, cv2.LINE_8, _SHIFT)

    def box(self, left: float, top: float, right: float, bottom: float) -> None:
        """Fill a rectangle; its edges are exact, whole pixels give whole coverage."""
        x0, y0, x1, y1 = (max(0, round(v * self._times)) for v in (left, top, right, bottom))
        self._mask[y0:y1, x0:x1] = 255

    def disc(self, center: Point, radius: float) -> None:
        """Fill a circle."""
        self.polygon(arc(center, (radius, radius), 0, 360))

    def rounded_box(self, box: tuple[float, float, float, float], radius: float) -> None:
        """Fill a rectangle with round corners; the box is left, top, right, bottom."""
        left, top, right, bottom = box
        radius = min(radius, (right - left) / 2, (bottom - top) / 2)
        self.box(left + radius, top, right - radius, bottom)
        self.box(left, top + radius, right, bottom - radius)
        for x in (left + radius, right - radius):
            for y in (top + radius, bottom - radius):
                self.disc((x, y), radius)

    def stroke(self, points: Path, width: float, *, round_ends: bool = True) -> None:
        """Draw a line of that width with round bends; its ends, round or square, reach beyond."""
        for i, (start, end) in enumerate(pairwise(points)):
            length = hypot(end[0] - start[0], end[1] - start[1])
            if length == 0:
                continue
            dx = (end[0] - start[0]) / length * width / 2
            dy = (end[1] - start[1]) / length * width / 2
            before = i == 0 and not round_ends
            after = i == len(points) - 2 and not round_ends
            x0, y0 = start[0] - dx * before, start[1] - dy * before
            x1, y1 = end[0] + dx * after, end[1] + dy * after
            self.polygon(
                [(x0 - dy, y0 + dx), (x1 - dy, y1 + dx), (x1 + dy, y1 - dx), (x0 + dy, y0 - dx)]
            )
            if not before:
                self.disc(start, width / 2)
        if round_ends and points:
            self.disc(points[-1], width / 2)

    def clip(self, left: float, top: float, right: float, bottom: float) -> None:
        """Remove everything outside a rectangle."""
        keep = np.zeros_like(self._mask)
        x0, y0, x1, y1 = (max(0, round(v * self._times)) for v in (left, top, right, bottom))
        keep[y0:y1, x0:x1] = self._mask[y0:y1, x0:x1]
        self._mask = keep

    def coverage(self) -> Coverage:
        """Return how much of each pixel is covered."""
        small = cv2.resize(self._mask.astype(np.float32), self._size, interpolation=cv2.INTER_AREA)
        return np.asarray(small / np.float32(255), np.float32)

    def _fine(self, points: Path) -> npt.NDArray[np.int32]:
        # cv2 counts from pixel centres and fills the outline too: half a fine pixel inwards.
        fine = np.asarray(points, np.float64) * self._times - 0.5
        return np.rint(fine * (1 << _SHIFT)).astype(np.int32)


def arc(center: Point, radii: Point, start: float, end: float) -> list[Point]:
    """Return points along an ellipse; angles in degrees, 0 to the right, rising clockwise."""
    steps = max(2, round(abs(end - start) / 6))
    angles = [radians(start + (end - start) * i / steps) for i in range(steps + 1)]
    return [(center[0] + radii[0] * cos(a), center[1] + radii[1] * sin(a)) for a in angles]


def bgr(colour: str) -> tuple[int, int, int]:
    """Turn `#rrggbb` into blue, green, red."""
    value = int(colour.removeprefix("#"), 16)
    return value & 255, value >> 8 & 255, value >> 16 & 255


def filled(width: int, height: int, colour: str) -> Pixels:
    """Return a image of one colour."""
    return np.full((height, width, 3), bgr(colour), np.uint8)


def fill(image: Pixels, rect: Rect, colour: str) -> None:
    """Paint a rectangle of whole pixels."""
    image[max(0, rect.y) : max(0, rect.bottom), max(0, rect.x) : max(0, rect.right)] = bgr(colour)


def paint(image: Pixels, stencil: Stencil, colour: str, at: tuple[int, int] = (0, 0)) -> None:
    """Paint a shape onto a image, with its top left corner at a pixel that lies inside."""
    cover = stencil.coverage()[..., None]
    x, y = at
    part = image[y : y + cover.shape[0], x : x + cover.shape[1]]
    cover = cover[: part.shape[0], : part.shape[1]]
    mixed = part * (1 - cover) + np.asarray(bgr(colour), np.float32) * cover
    part[:] = np.rint(mixed).astype(np.uint8)


def mixed(colour: str, other: str, share: float) -> str:
    """Return a colour with a share of another mixed in."""
    pairs = zip(bgr(colour)[::-1], bgr(other)[::-1], strict=True)
    return "#" + "".join(f"{round(a * (1 - share) + b * share):02x}" for a, b in pairs)


def bevel(image: Pixels, rect: Rect, width: int, light: str, dark: str) -> None:
    """Paint a raised edge inside a rectangle: light at the top and left, dark opposite."""
    x, y, right, bottom = rect.x, rect.y, rect.right, rect.bottom
    for i in range(width):
        fill(image, Rect(x + i, y + i, rect.w - 2 * i, 1), light)
        fill(image, Rect(x + i, y + i, 1, rect.h - 2 * i), light)
        fill(image, Rect(x + i, bottom - 1 - i, rect.w - 2 * i, 1), dark)
        fill(image, Rect(right - 1 - i, y + i, 1, rect.h - 2 * i), dark)
        middle = mixed(light, dark, 0.5)
        fill(image, Rect(right - 1 - i, y + i, 1, 1), middle)
        fill(image, Rect(x + i, bottom - 1 - i, 1, 1), middle)
