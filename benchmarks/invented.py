"""Minesweeper looks that nobody has drawn: whole themes from a seed, in twelve families.

`invent(family, seed)` returns a theme that draws any cell at any size. Glyphs (fonts, flags, mines,
marks) are chosen apart from the family, which is the way tiles are made. The families in HELD_OUT
are never used for training or tuning; figures on them say what unseen clients may expect.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

FONT_FOLDERS = ("/usr/share/fonts/truetype", "/usr/share/fonts/opentype")
NOT_LETTERS = ("D050000L", "StandardSymbols", "MathTeX", "Z003")
CLASSIC = ("#0000ff", "#008000", "#ff0000", "#000080", "#800000", "#008080", "#000000", "#808080")
FINE = 4
HIDDEN, FLAG, QUESTION, MINE, EXPLODED, WRONG = 9, 10, 11, 12, 13, 14
Color = tuple[float, float, float]
Picture = np.ndarray


def fonts() -> list[str]:
    """Return the fonts of this machine that hold digits, in a fixed order."""
    found = [p for f in FONT_FOLDERS for p in Path(f).rglob("*") if p.suffix in (".ttf", ".otf")]
    return sorted(str(p) for p in found if not any(word in p.name for word in NOT_LETTERS))


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


@dataclass
class Lettering:
    """How digits and marks are written."""

    font: str
    size: float
    """Height of digits as a share of the cell."""
    style: str
    """smooth, pixel, seven, stroke"""
    bold: float
    colors: list[Color]
    shadow: Color | None = None
    offset: tuple[float, float] = (0.0, 0.0)


@dataclass
class Invented:
    """A theme: grounds by kind and glyphs by code."""

    family: str
    seed: int
    covered: Callable[[int, int, int, tuple[int, int]], Picture]
    opened: Callable[[int, int, int, tuple[int, int]], Picture]
    letters: Lettering
    flag_kind: int
    mine_kind: int
    flag_colors: tuple[Color, Color]
    mine_color: Color
    exploded: Color
    wrong_kind: int
    flags_on_open: bool
    mines_on_covered: bool
    small: float
    """Size of flags and mines as a share of the cell."""
    extra: dict[str, float] = field(default_factory=dict)

    def cell(
        self, code: int, w: int, h: int, parity: int = 0, at: tuple[int, int] = (0, 0)
    ) -> Picture:
        """Return the picture of a cell, h x w x 3."""
        ground = self.ground(code, w, h, parity, at)
        if code in (0, HIDDEN):
            return np.clip(ground, 0, 255).astype(np.uint8)
        return np.clip(draw_glyph(self, ground, code), 0, 255).astype(np.uint8)

    def ground(self, code: int, w: int, h: int, parity: int, at: tuple[int, int]) -> Picture:
        """Return the ground under a code, as floats."""
        if code == EXPLODED:
            tile = self.opened(w, h, parity, at)
            mixed = tile * 0.25 + np.array(self.exploded, np.float32) * 0.75
            return np.asarray(mixed, np.float32)
        covered = code in (HIDDEN, FLAG, QUESTION) and not (self.flags_on_open and code == FLAG)
        if code in (MINE, WRONG) and self.mines_on_covered:
            covered = True
        make = self.covered if covered else self.opened
        return np.asarray(make(w, h, parity, at), np.float32)


# ---- glyphs ------------------------------------------------------------------------------------


def text_mask(text: str, letters: Lettering, w: int, h: int, size: float) -> Picture:
    """Return the coverage of a text in the middle of a cell."""
    if letters.style == "seven" and text.isdigit() and len(text) == 1:
        return seven_mask(text, letters, w, h, size)
    if letters.style == "stroke":
        return stroke_mask(text, letters, w, h, size)
    if letters.style == "pixel":
        rows = max(9, min(16, round(14 * size / 0.7)))
        small = font_mask(text, letters, round(rows * w / h), rows, size, 1)
        small = (small > 0.45).astype(np.float32)
        return cv2.resize(small, (w, h), interpolation=cv2.INTER_NEAREST)
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


def flag_layers(kind: int) -> list[tuple[int, list[list[tuple[float, float]]]]]:
    """Return the parts of a flag: which of its two colours, and polygons."""
    rng = Random(kind)
    stick = rng.uniform(-0.7, 0.1)
    top, foot = rng.uniform(-0.95, -0.75), rng.uniform(0.55, 0.9)
    wide, tall = rng.uniform(0.7, 0.95) - stick, rng.uniform(0.6, 1.0)
    pole = bar(stick, top, stick, foot, rng.uniform(0.07, 0.2))
    x, y, right, low = stick, top, stick + wide, top + tall
    middle, swing = (y + low) / 2, rng.uniform(0.05, 0.2)
    cloths = [
        [(x, y), (right, middle), (x, low)],
        [(x, y), (right, y), (right, low), (x, low)],
        [(x, y), (right, y), (right - 0.35, middle), (right, low), (x, low)],
        [(x, y), ((x + right) / 2, y - swing), (right, y + swing), (right, low + swing),
         ((x + right) / 2, low - swing), (x, low)],
    ]  # fmt: skip
    cloth = cloths[rng.randrange(4)]
    half = rng.uniform(0.2, 0.5)
    bases = [
        [],
        [[(stick - half, foot), (stick + half, foot), (stick + half, foot - 0.17),
          (stick - half, foot - 0.17)]],
        [[(stick - half, foot), (stick + half, foot), (stick, foot - 0.3)]],
        [disc(stick, foot - 0.05, 0.2)],
    ]  # fmt: skip
    base = bases[rng.randrange(4)]
    layers = [(1, [pole, *base]), (0, [cloth])]
    look = rng.random()
    if look < 0.25:
        layers = [(0, [cloth, pole, *base])]
    elif look < 0.5:
        # A dark outline round the cloth, and a fold in it.
        outline = [bar(*a, *b, 0.1) for a, b in zip(cloth, cloth[1:] + cloth[:1], strict=True)]
        layers.append((1, outline))
    if rng.random() < 0.35:
        layers = [(which, [[(-a, b) for a, b in s] for s in shapes]) for which, shapes in layers]
    return layers


def mine_layers(kind: int) -> list[tuple[int, list[list[tuple[float, float]]]]]:
    """Return the parts of a mine: 0 its colour, 1 white, 2 a spark."""
    kind %= 7
    if kind == 0:
        spikes = [bar(-0.9 * c, -0.9 * s, 0.9 * c, 0.9 * s, 0.16) for c, s in
                  ((1, 0), (0, 1), (0.68, 0.68), (0.68, -0.68))]  # fmt: skip
        return [(0, [disc(0, 0, 0.58), *spikes]), (1, [disc(-0.2, -0.2, 0.15)])]
    if kind == 1:
        return [
            (0, [disc(-0.08, 0.18, 0.62), bar(0.25, -0.3, 0.45, -0.55, 0.3)]),
            (2, [bar(0.42, -0.5, 0.75, -0.8, 0.1), star(6, 0.06, 0.2)]),
        ]
    if kind == 2:
        return [(0, [star(8, 0.45, 0.9)])]
    if kind == 3:
        return [(0, [star(6, 0.52, 0.9)])]
    if kind == 4:
        return [(0, [disc(0, 0, 0.62)])]
    if kind == 5:
        return [(0, [disc(0, 0, 0.7), bar(0, -0.9, 0, -0.6, 0.25)]), (1, [disc(-0.25, -0.2, 0.2)])]
    spikes = [bar(0.9 * np.cos(a), 0.9 * np.sin(a), 0, 0, 0.14) for a in np.arange(0, 6.3, 1.047)]
    return [(0, [disc(0, 0, 0.5), *spikes]), (2, [disc(0, 0, 0.2)])]


def draw_glyph(theme: Invented, ground: Picture, code: int) -> Picture:
    """Return a ground with the glyph of a code on it."""
    h, w = ground.shape[:2]
    letters = theme.letters
    if 1 <= code <= 8:
        mask = text_mask(str(code), letters, w, h, letters.size)
        if letters.shadow is not None:
            move = max(1, round(h * 0.04))
            ground = painted(ground, np.roll(mask, (move, move), (0, 1)), letters.shadow)
        return painted(ground, mask, letters.colors[code - 1])
    if code == QUESTION:
        if theme.extra.get("flag_question", 0) > 0.8:
            out = paint_flag(theme, ground)
            small = Lettering(letters.font, 0.4, "smooth", 0.6, letters.colors, None, (0.22, 0.2))
            return painted(out, text_mask("?", small, w, h, 0.36), theme.flag_colors[1])
        return painted(ground, text_mask("?", letters, w, h, letters.size), letters.colors[8])
    if code == FLAG:
        return paint_flag(theme, ground)
    if code in (MINE, EXPLODED):
        return paint_mine(theme, ground)
    out = paint_mine(theme, ground) if theme.wrong_kind % 2 else paint_flag(theme, ground)
    red = (20.0, 20.0, 230.0) if theme.wrong_kind < 4 else theme.exploded
    thick = 0.16 + 0.05 * (theme.wrong_kind % 3)
    cross = polygon_mask(
        w, h, [bar(-0.8, -0.8, 0.8, 0.8, thick), bar(-0.8, 0.8, 0.8, -0.8, thick)], 0.85
    )
    return painted(out, cross, red)


def paint_flag(theme: Invented, ground: Picture) -> Picture:
    """Return a ground with a flag on it."""
    h, w = ground.shape[:2]
    for which, shapes in flag_layers(theme.flag_kind):
        mask = polygon_mask(w, h, shapes, theme.small)
        if theme.letters.style == "pixel":
            mask = (mask > 0.45).astype(np.float32)
        ground = painted(ground, mask, theme.flag_colors[which])
    return ground


def paint_mine(theme: Invented, ground: Picture) -> Picture:
    """Return a ground with a mine on it."""
    h, w = ground.shape[:2]
    white = 250.0 if brightness(theme.mine_color) < 150 else 30.0
    for which, shapes in mine_layers(theme.mine_kind):
        c = (theme.mine_color, (white, white, white), (40.0, 160.0, 250.0))[which]
        ground = painted(ground, polygon_mask(w, h, shapes, theme.small), c)
    return ground


# ---- grounds -----------------------------------------------------------------------------------


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


def tiles_bevel(rng: Random) -> tuple[Maker, Maker, Color, Color]:
    """Raised keys over ground ruled at the top and left; the faces may be equal."""
    covered, opened, line = palette(rng)
    if rng.random() < 0.5:
        opened = covered
        line = shifted(covered, -rng.uniform(25, 80))
    light, dark = shifted(covered, rng.uniform(25, 70)), shifted(covered, -rng.uniform(30, 90))
    share = rng.uniform(0.06, 0.15)

    def up(w: int, h: int, _p: int, _at: tuple[int, int]) -> Picture:
        return framed(flat(w, h, covered), light, dark, max(1, round(h * share)))

    def down(w: int, h: int, _p: int, _at: tuple[int, int]) -> Picture:
        tile = flat(w, h, opened)
        wide = max(1, h // 32)
        tile[:wide] = line
        tile[:, :wide] = line
        return tile

    return up, down, covered, opened


def tiles_ruled(rng: Random) -> tuple[Maker, Maker, Color, Color]:
    """Flat cells with lines all round."""
    covered, opened, line = palette(rng)
    wide = rng.choice([1, 1, 2])

    def make(c: Color) -> Maker:
        def tile(w: int, h: int, _p: int, _at: tuple[int, int]) -> Picture:
            out = flat(w, h, c)
            out[h - wide :] = line
            out[:, w - wide :] = line
            return out

        return tile

    return make(covered), make(opened), covered, opened


def tiles_gap(rng: Random) -> tuple[Maker, Maker, Color, Color]:
    """Rounded tiles with gaps; open ground may be the gap itself."""
    covered, opened, line = palette(rng)
    gap, radius = rng.uniform(0.02, 0.08), rng.uniform(0, 0.25)
    bare = rng.random() < 0.4
    back = opened if bare else line

    def make(c: Color) -> Maker:
        def tile(w: int, h: int, _p: int, _at: tuple[int, int]) -> Picture:
            return painted(flat(w, h, back), rounded(w, h, max(0.5, gap * h), radius * h), c)

        return tile

    return make(covered), make(opened), covered, opened


def tiles_chequered(rng: Random) -> tuple[Maker, Maker, Color, Color]:
    """Two shades of each kind, no lines."""
    covered, opened, _ = palette(rng)
    by = rng.uniform(8, 18)

    def make(c: Color) -> Maker:
        return lambda w, h, p, _at: flat(w, h, shifted(c, by if p % 2 else 0))

    return make(covered), make(opened), covered, opened


def tiles_gradient(rng: Random) -> tuple[Maker, Maker, Color, Color]:
    """Softly shaded tiles with a thin dark edge."""
    covered, opened, line = palette(rng)
    fall = rng.uniform(10, 45)

    def up(w: int, h: int, _p: int, _at: tuple[int, int]) -> Picture:
        ramp = np.linspace(fall / 2, -fall / 2, h, dtype=np.float32)[:, None, None]
        out = flat(w, h, covered) + ramp
        return framed(out, shifted(covered, 40), shifted(covered, -50), 1)

    def down(w: int, h: int, _p: int, _at: tuple[int, int]) -> Picture:
        return framed(flat(w, h, opened), line, line, 1)

    return up, down, covered, opened


def tiles_dither(rng: Random) -> tuple[Maker, Maker, Color, Color]:
    """Covered tiles of one-pixel stipple."""
    covered, opened, line = palette(rng)
    other = shifted(covered, rng.choice([-1, 1]) * rng.uniform(40, 120))

    def up(w: int, h: int, _p: int, _at: tuple[int, int]) -> Picture:
        ys, xs = np.mgrid[:h, :w]
        out = np.where(((ys + xs) % 2)[..., None] == 0, covered, other).astype(np.float32)
        out[h - 1 :] = line
        out[:, w - 1 :] = line
        return out

    def down(w: int, h: int, _p: int, _at: tuple[int, int]) -> Picture:
        out = flat(w, h, opened)
        out[h - 1 :] = line
        out[:, w - 1 :] = line
        return out

    return up, down, covered, opened


def tiles_grain(rng: Random) -> tuple[Maker, Maker, Color, Color]:
    """Grainy tiles, every cell with its own grain."""
    covered, opened, line = palette(rng)
    strength = rng.uniform(3, 12)
    seed = rng.randrange(10**6)

    def make(c: Color, k: int) -> Maker:
        def tile(w: int, h: int, _p: int, at: tuple[int, int]) -> Picture:
            noise = np.random.default_rng(seed + k + 977 * at[0] + at[1])
            out = flat(w, h, c) + noise.normal(0, strength, (h, w, 1)).astype(np.float32)
            return framed(out, line, line, 1)

        return tile

    return make(covered, 0), make(opened, 10**7), covered, opened


def tiles_picture(rng: Random) -> tuple[Maker, Maker, Color, Color]:
    """Covered or empty tiles that carry a small picture: grass, stones, a knot."""
    covered, opened, line = palette(rng)
    shapes = []
    for _ in range(rng.randint(3, 8)):
        x, y = rng.uniform(-0.7, 0.7), rng.uniform(-0.7, 0.7)
        if rng.random() < 0.5:
            shapes.append(bar(x, y, x + rng.uniform(-0.3, 0.3), y - rng.uniform(0.2, 0.6), 0.1))
        else:
            shapes.append(disc(x, y, rng.uniform(0.08, 0.25)))
    tint = rng.choice([-1, 1]) * rng.uniform(18, 60)
    on_open = rng.random() < 0.3

    def make(c: Color, *, decorated: bool) -> Maker:
        def tile(w: int, h: int, _p: int, _at: tuple[int, int]) -> Picture:
            out = framed(flat(w, h, c), line, line, 1)
            if decorated:
                out = painted(out, polygon_mask(w, h, shapes, 0.95) * 0.8, shifted(c, tint))
            return out

        return tile

    return make(covered, decorated=not on_open), make(opened, decorated=on_open), covered, opened


def tiles_outlined(rng: Random) -> tuple[Maker, Maker, Color, Color]:
    """An inner frame on covered tiles."""
    covered, opened, line = palette(rng)
    rim = shifted(covered, rng.choice([-1, 1]) * rng.uniform(20, 70))
    inset = rng.uniform(0.08, 0.2)

    def up(w: int, h: int, _p: int, _at: tuple[int, int]) -> Picture:
        out = framed(flat(w, h, covered), line, line, 1)
        d = max(1, round(h * inset))
        part = out[d : h - d, d : w - d]
        out[d : h - d, d : w - d] = framed(part.copy(), rim, rim, max(1, h // 24))
        return out

    def down(w: int, h: int, _p: int, _at: tuple[int, int]) -> Picture:
        return framed(flat(w, h, opened), line, line, 1)

    return up, down, covered, opened


def tiles_shine(rng: Random) -> tuple[Maker, Maker, Color, Color]:
    """A light that falls across the whole board, no lines on open ground."""
    covered, opened, _ = palette(rng)
    slope = (rng.uniform(-2, 2), rng.uniform(-2, 2))
    share = rng.uniform(0.05, 0.1)

    def shine(at: tuple[int, int]) -> float:
        return 14 * float(np.sin((slope[0] * at[0] + slope[1] * at[1]) / 6))

    def up(w: int, h: int, _p: int, at: tuple[int, int]) -> Picture:
        c = shifted(covered, shine(at))
        return framed(flat(w, h, c), shifted(c, 35), shifted(c, -45), max(1, round(h * share)))

    def down(w: int, h: int, _p: int, at: tuple[int, int]) -> Picture:
        return flat(w, h, shifted(opened, shine(at)))

    return up, down, covered, opened


def tiles_glossy(rng: Random) -> tuple[Maker, Maker, Color, Color]:
    """A glassy upper half on covered tiles."""
    covered, opened, line = palette(rng)
    gloss = rng.uniform(15, 45)
    radius = rng.uniform(0.05, 0.2)

    def up(w: int, h: int, _p: int, _at: tuple[int, int]) -> Picture:
        out = flat(w, h, covered)
        out[: h // 2] += np.linspace(gloss, gloss / 2, h // 2, dtype=np.float32)[:, None, None]
        return painted(flat(w, h, line), rounded(w, h, 0.5, radius * h), (0, 0, 0)) * 0 + (
            flat(w, h, line) * (1 - rounded(w, h, 0.5, radius * h)[..., None])
            + out * rounded(w, h, 0.5, radius * h)[..., None]
        )

    def down(w: int, h: int, _p: int, _at: tuple[int, int]) -> Picture:
        return painted(flat(w, h, line), rounded(w, h, 0.5, radius * h), opened)

    return up, down, covered, opened


def tiles_knobs(rng: Random) -> tuple[Maker, Maker, Color, Color]:
    """Covered cells are round knobs on a board."""
    covered, opened, _ = palette(rng)
    back = shifted(opened, rng.choice([-1, 1]) * rng.uniform(6, 16))
    size = rng.uniform(0.78, 0.95)

    def up(w: int, h: int, _p: int, _at: tuple[int, int]) -> Picture:
        out = framed(flat(w, h, opened), back, back, 1)
        out = painted(out, polygon_mask(w, h, [disc(0, 0, 1)], size), shifted(covered, -25))
        return painted(out, polygon_mask(w, h, [disc(-0.04, -0.04, 0.9)], size), covered)

    def down(w: int, h: int, _p: int, _at: tuple[int, int]) -> Picture:
        return framed(flat(w, h, opened), back, back, 1)

    return up, down, covered, opened


FAMILIES: dict[str, Callable[[Random], tuple[Maker, Maker, Color, Color]]] = {
    "bevel": tiles_bevel,
    "ruled": tiles_ruled,
    "gap": tiles_gap,
    "chequered": tiles_chequered,
    "gradient": tiles_gradient,
    "dither": tiles_dither,
    "grain": tiles_grain,
    "picture": tiles_picture,
    "outlined": tiles_outlined,
    "shine": tiles_shine,
    "glossy": tiles_glossy,
    "knobs": tiles_knobs,
}
HELD_OUT = ("glossy", "knobs")
TRAINING = tuple(name for name in FAMILIES if name not in HELD_OUT)


def contrasting(rng: Random, grounds: list[Color], least: float = 60) -> Color:
    """Return a colour that can be seen on all the grounds."""
    best: Color = (0.0, 0.0, 0.0)
    best_gap = -1.0
    for _ in range(20):
        c = color(rng)
        gap = min(max(abs(a - b) for a, b in zip(c, g, strict=True)) for g in grounds)
        if gap > best_gap:
            best, best_gap = c, gap
        if gap >= least and rng.random() < 0.6:
            return c
    return best


def letter_colors(rng: Random, opened: Color, covered: Color) -> list[Color]:
    """Return colours of 1 to 8 and of the question mark."""
    style = rng.random()
    if style < 0.5:
        colors = [of_hex(c) for c in CLASSIC]
        colors = [shifted(c, rng.uniform(-25, 25)) for c in colors]
        colors = [
            c if max(abs(a - b) for a, b in zip(c, opened, strict=True)) > 70
            else contrasting(rng, [opened])
            for c in colors
        ]  # fmt: skip
    elif style < 0.65:
        colors = [contrasting(rng, [opened], 90)] * 8
    else:
        colors = [contrasting(rng, [opened]) for _ in range(8)]
    return [*colors, contrasting(rng, [covered], 80)]


def invent(family: str, seed: int) -> Invented:
    """Return the theme of a family that belongs to a seed."""
    rng = Random(f"{family}-{seed}")
    covered, opened, covered_color, opened_color = FAMILIES[family](rng)
    style = rng.choices(["smooth", "pixel", "seven", "stroke"], [0.62, 0.14, 0.06, 0.18])[0]
    known = fonts()
    letters = Lettering(
        font=rng.choice(known),
        size=rng.uniform(0.38, 0.72) if rng.random() < 0.85 else rng.uniform(0.25, 0.38),
        style=style,
        bold=rng.random() if rng.random() < 0.6 else 0.0,
        colors=letter_colors(rng, opened_color, covered_color),
        shadow=shifted(opened_color, -50) if rng.random() < 0.12 else None,
        offset=(rng.uniform(-0.03, 0.03), rng.uniform(-0.04, 0.04)),
    )
    red = (rng.uniform(0, 60), rng.uniform(0, 60), rng.uniform(190, 255))
    cloth = red if rng.random() < 0.6 else contrasting(rng, [covered_color, opened_color], 80)
    return Invented(
        family=family,
        seed=seed,
        covered=covered,
        opened=opened,
        letters=letters,
        flag_kind=rng.randrange(100_000),
        mine_kind=rng.randrange(7),
        flag_colors=(cloth, contrasting(rng, [covered_color, opened_color], 80)),
        mine_color=contrasting(rng, [opened_color, covered_color], 90)
        if rng.random() < 0.5 or brightness(opened_color) < 80
        else (20.0, 20.0, 20.0),
        exploded=red if rng.random() < 0.8 else color(rng, 60, 220),
        wrong_kind=rng.randrange(6),
        flags_on_open=rng.random() < 0.12,
        mines_on_covered=rng.random() < 0.2,
        small=rng.uniform(0.55, 1.08),
        extra={"flag_question": rng.random()},
    )
