"""The signs on the cells as vectors: digits, question mark, mine, flag and cross.

Digits are strokes on a skeleton in a unit box; a `Lettering` says how heavy, tall and wide they
are. Sizes are fitted to whole pixels, so that bars stay sharp on small cells. No installed font is
used. Draws with `drawing` only.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import partial

from autosweep.client.vector_shapes import Path, Point, Stencil, arc


class FlagShape(Enum):
    """What a flag looks like."""

    PEDESTAL = "pedestal"
    """A pennant to the left on a stepped foot."""
    PENNANT = "pennant"
    """A pennant to the right on a plain pole."""
    SWALLOWTAIL = "swallowtail"
    """A cloth with a notch, on a pole with a foot."""


@dataclass(frozen=True, slots=True)
class Lettering:
    """How digits are drawn."""

    height: float = 0.62
    """Height as a share of the cell."""
    width: float = 0.72
    """Width as a share of the height."""
    weight: float = 0.2
    """Width of the strokes as a share of the height."""
    angular: bool = False
    """Corners cut straight instead of round bowls."""
    round_ends: bool = False
    """Whether strokes end in half circles."""
    footed: bool = False
    """Whether the 1 stands on a bar."""


def _round_digit(digit: int, *, footed: bool) -> list[Path]:
    """Return the strokes of a digit with round bowls, in a unit box."""
    strokes: dict[int, list[Path]] = {
        1: [[(0.08, 0.27), (0.5, 0.0), (0.5, 1.0)]],
        2: [[*arc((0.5, 0.29), (0.48, 0.29), 188, 390), (0.02, 1.0), (1.0, 1.0)]],
        3: [
            [*arc((0.46, 0.25), (0.47, 0.25), 205, 450), (0.3, 0.5)],
            [(0.3, 0.5), *arc((0.46, 0.75), (0.52, 0.25), 270, 515)],
        ],
        4: [[(0.8, 1.0), (0.8, 0.0), (0.62, 0.0), (0.0, 0.73), (1.0, 0.73)]],
        5: [[(0.95, 0.0), (0.12, 0.0), (0.06, 0.46), *arc((0.46, 0.68), (0.53, 0.32), 232, 510)]],
        6: [
            arc((0.5, 0.68), (0.5, 0.32), 0, 360),
            [*arc((0.92, 0.68), (0.92, 0.68), 180, 262)],
        ],
        7: [[(0.0, 0.0), (1.0, 0.0), (0.3, 1.0)]],
        8: [
            arc((0.5, 0.25), (0.45, 0.25), 0, 360),
            arc((0.5, 0.75), (0.5, 0.25), 0, 360),
        ],
    }
    if digit == 1 and footed:
        return [*strokes[1], [(0.0, 1.0), (1.0, 1.0)]]
    return strokes[digit]


def _angular_digit(digit: int, *, footed: bool) -> list[Path]:
    """Return the strokes of a digit with cut corners, in a unit box."""
    c = 0.2
    d = 0.14
    strokes: dict[int, list[Path]] = {
        1: [[(0.1, 0.22), (0.5, 0.0), (0.5, 1.0)]],
        2: [[(0.0, d), (c, 0.0), (1 - c, 0.0), (1.0, d), (1.0, 0.36), (0.0, 1.0), (1.0, 1.0)]],
        3: [
            [
                *((0.0, 0.0), (1 - c, 0.0), (1.0, d), (1.0, 0.5 - d), (1 - c, 0.5), (0.4, 0.5)),
                *((1 - c, 0.5), (1.0, 0.5 + d), (1.0, 1 - d), (1 - c, 1.0), (0.0, 1.0)),
            ]
        ],
        4: [[(0.8, 1.0), (0.8, 0.0), (0.6, 0.0), (0.0, 0.72), (1.0, 0.72)]],
        5: [
            [
                *((1.0, 0.0), (0.0, 0.0), (0.0, 0.5), (1 - c, 0.5)),
                *((1.0, 0.5 + d), (1.0, 1 - d), (1 - c, 1.0), (0.0, 1.0)),
            ]
        ],
        6: [
            [
                *((0.8, 0.0), (0.6, 0.0), (0.0, 0.42), (0.0, 1 - d), (c, 1.0), (1 - c, 1.0)),
                *((1.0, 1 - d), (1.0, 0.5 + d), (1 - c, 0.5), (0.0, 0.5)),
            ]
        ],
        7: [[(0.0, 0.0), (1.0, 0.0), (1.0, 0.12), (0.35, 0.62), (0.35, 1.0)]],
        8: [
            [
                *((c, 0.5), (0.0, 0.5 - d), (0.0, d), (c, 0.0), (1 - c, 0.0), (1.0, d)),
                *((1.0, 0.5 - d), (1 - c, 0.5), (c, 0.5), (0.0, 0.5 + d), (0.0, 1 - d)),
                *((c, 1.0), (1 - c, 1.0), (1.0, 1 - d), (1.0, 0.5 + d), (1 - c, 0.5)),
            ]
        ],
    }
    if digit == 1 and footed:
        return [*strokes[1], [(0.0, 1.0), (1.0, 1.0)]]
    return strokes[digit]


_QUESTION: Path = [*arc((0.5, 0.26), (0.46, 0.26), 190, 405), (0.5, 0.56), (0.5, 0.72)]


@dataclass(frozen=True, slots=True)
class _Box:
    """Where a digit lies in its cell, fitted to whole pixels."""

    left: float
    top: float
    width: float
    height: float
    stroke: float

    def place(self, path: Path) -> list[Point]:
        """Map a skeleton in the unit box so that its strokes just touch the box."""
        half = self.stroke / 2
        across, down = self.width - self.stroke, self.height - self.stroke
        return [(self.left + half + x * across, self.top + half + y * down) for x, y in path]


def _near(wanted: float, step: int, like: int) -> int:
    """Return the whole number nearest to `wanted` that equals `like` modulo `step`."""
    low = int((wanted - like) // step) * step + like
    return low if wanted - low < low + step - wanted else low + step


def _fit(px: int, lettering: Lettering) -> _Box:
    height = lettering.height * px
    # Three bars and the gaps between them need more than four strokes and a half.
    stroke = max(1, min(round(lettering.weight * height), int(height / 4.6)))
    # Height and stroke of like parity put the middle bar on whole pixels.
    tall = _near(height, 2, stroke % 2)
    wide = max(stroke + 2, _near(lettering.width * tall, 2, stroke % 2))
    return _Box((px - wide + 1) // 2, (px - tall + 1) // 2, wide, tall, stroke)


def digit(px: int, number: int, lettering: Lettering) -> Stencil:
    """Return the shape of a digit 1 to 8 on a cell of `px` pixels."""
    box = _fit(px, lettering)
    family: Callable[..., list[Path]] = _angular_digit if lettering.angular else _round_digit
    return _written(px, box, family(number, footed=lettering.footed), lettering)


def question(px: int, lettering: Lettering) -> Stencil:
    """Return the shape of a question mark on a cell of `px` pixels."""
    box = _fit(px, lettering)
    stencil = _written(px, box, [_QUESTION], lettering)
    x, bottom = box.left + box.width / 2, box.top + box.height
    half = box.stroke / 2
    stencil.box(x - half, bottom - box.stroke, x + half, bottom)
    return stencil


def _written(px: int, box: _Box, paths: list[Path], lettering: Lettering) -> Stencil:
    stencil = Stencil(px, px)
    for path in paths:
        stencil.stroke(box.place(path), box.stroke, round_ends=lettering.round_ends)
    stencil.clip(box.left, box.top, box.left + box.width, box.top + box.height)
    return stencil


def mine(px: int) -> tuple[Stencil, Stencil]:
    """Return the shapes of a mine and of the spark of light on it."""
    body, spark = Stencil(px, px), Stencil(px, px)
    middle = px / 2
    # A spike as odd or even as the cell, reaching to whole pixels, is sharp.
    spike = max(1, _near(px * 0.085, 2, px % 2))
    reach = round(px * 0.37 - middle % 1) + middle % 1
    body.box(middle - spike / 2, middle - reach, middle + spike / 2, middle + reach)
    body.box(middle - reach, middle - spike / 2, middle + reach, middle + spike / 2)
    slant = 0.235 * px
    for dx, dy in ((1, 1), (1, -1)):
        ends = [
            (middle - slant * dx, middle - slant * dy),
            (middle + slant * dx, middle + slant * dy),
        ]
        body.stroke(ends, max(1.0, px * 0.08), round_ends=False)
    body.disc((middle, middle), 0.25 * px)
    size = max(0.07 * px, 0.9)
    spark.disc((middle - 0.09 * px, middle - 0.09 * px), size)
    return body, spark


def flag(px: int, shape: FlagShape) -> tuple[Stencil, Stencil]:
    """Return the shapes of a flag's cloth and of its pole."""
    cloth, pole = Stencil(px, px), Stencil(px, px)
    {
        FlagShape.PEDESTAL: _pedestal_flag,
        FlagShape.PENNANT: _pennant_flag,
        FlagShape.SWALLOWTAIL: _swallowtail_flag,
    }[shape](px, cloth, pole)
    return cloth, pole


def _pedestal_flag(px: int, cloth: Stencil, pole: Stencil) -> None:
    at = partial(_at, px)
    top, split, bottom = at(0.2), at(0.52), at(0.8)
    wide = max(1, round(px * 0.07))
    left = at(0.54)
    cloth.polygon([(left + wide, top), (left + wide, split), (at(0.22), (top + split) / 2)])
    pole.box(left, split - 0.02 * px, left + wide, bottom)
    foot = max(1, round(px * 0.07))
    pole.box(at(0.36), bottom - 2 * foot, at(0.7), bottom - foot)
    pole.box(at(0.24), bottom - foot, at(0.78), bottom)


def _pennant_flag(px: int, cloth: Stencil, pole: Stencil) -> None:
    at = partial(_at, px)
    top, split, bottom = at(0.2), at(0.56), at(0.82)
    wide = max(1, round(px * 0.075))
    left = at(0.3)
    cloth.polygon([(left + wide, top), (left + wide, split), (at(0.8), (top + split) / 2)])
    pole.box(left, top, left + wide, bottom)


def _swallowtail_flag(px: int, cloth: Stencil, pole: Stencil) -> None:
    at = partial(_at, px)
    top, split, bottom = at(0.18), at(0.55), at(0.82)
    wide = max(1, round(px * 0.075))
    left = at(0.28)
    right = at(0.8)
    notch = at(0.64)
    cloth.polygon(
        [(left, top), (right, top), (notch, (top + split) / 2), (right, split), (left, split)]
    )
    pole.box(left, top, left + wide, bottom)
    foot = max(1, round(px * 0.07))
    pole.box(left - foot, bottom - foot, left + wide + foot, bottom)


def cross(px: int) -> Stencil:
    """Return the shape of a cross over the whole cell."""
    stencil = Stencil(px, px)
    low, high = 0.23 * px, 0.77 * px
    wide = max(1.3, 0.085 * px)
    stencil.stroke([(low, low), (high, high)], wide, round_ends=False)
    stencil.stroke([(low, high), (high, low)], wide, round_ends=False)
    return stencil


def _at(px: int, share: float) -> int:
    return round(px * share)
