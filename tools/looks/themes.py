"""Minesweeper looks that nobody has drawn: whole themes from a seed, in families.

`invent(family, seed)` returns a theme that draws any cell at any size. Glyphs (fonts, flags, mines,
marks) are chosen apart from the family, which is the way tiles are made. The families in KEPT_OUT
are never used for training or tuning; figures on them say what unseen clients may expect.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

import numpy as np

from .families import FAMILIES, KEPT_OUT, TRAINING
from .lettering import Lettering, fonts, text_mask
from .shapes import (
    Color,
    Maker,
    Picture,
    bar,
    brightness,
    color,
    disc,
    of_hex,
    painted,
    polygon_mask,
    shifted,
    star,
)

__all__ = ["FAMILIES", "KEPT_OUT", "TRAINING", "Invented", "Lettering", "contrasting", "invent"]

CLASSIC = ("#0000ff", "#008000", "#ff0000", "#000080", "#800000", "#008080", "#000000", "#808080")
HIDDEN, FLAG, QUESTION, MINE, EXPLODED, WRONG = 9, 10, 11, 12, 13, 14


@dataclass
class Invented:
    """A theme: grounds by kind and glyphs by code."""

    family: str
    seed: int
    covered: Maker
    opened: Maker
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
    zero: str = ""
    """What is written on an empty cell, nothing in most looks."""

    def cell(
        self, code: int, w: int, h: int, parity: int = 0, at: tuple[int, int] = (0, 0)
    ) -> Picture:
        """Return the picture of a cell, h x w x 3."""
        ground = self.ground(code, w, h, parity, at)
        if code == HIDDEN or (code == 0 and not self.zero):
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
    if code <= 8:
        mask = text_mask(str(code) if code else theme.zero, letters, w, h, letters.size)
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


def invent(family: str, seed: int, *, more_fonts: tuple[str, ...] = ()) -> Invented:
    """Return the theme of a family that belongs to a seed, in a font of this machine or another."""
    rng = Random(f"{family}-{seed}")
    covered, opened, covered_color, opened_color = FAMILIES[family](rng)
    style = rng.choices(["smooth", "pixel", "seven", "stroke"], [0.62, 0.14, 0.06, 0.18])[0]
    known = [*fonts(), *more_fonts]
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
