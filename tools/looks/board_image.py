"""A whole board drawn in one look: edges of cells, grounds, signs, marks on hidden cells."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random

import cv2
import numpy as np

from .board_extras import Extras, choose_extras, paint_hints, paint_rim
from .positions import Position
from .shapes import Color, Picture, brightness, color, disc, painted, polygon_mask, shifted
from .signs import SYMBOL_FONT, Sign, choose_sign, paint_sign, symbol_mask
from .themes import HIDDEN, Invented, contrasting, draw_glyph, invent

CODES = {s: k for k, s in enumerate("012345678?FQ*XW")}
PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)),
    6: ((-1, -1), (1, -1), (-1, 1), (1, 1), (-1, 0), (1, 0)),
    7: ((-1, -1), (1, -1), (-1, 1), (1, 1), (-1, 0), (1, 0), (0, 0)),
    8: ((-1, -1), (1, -1), (-1, 1), (1, 1), (-1, 0), (1, 0), (0, -1), (0, 1)),
}
"""Where the dots of a number lie."""


PLAIN_TEXTS = {"F": "FP!⚑", "Q": "?", "*": "*@MBX", "W": "Xx%"}
"""What terminals write for signs."""
LEAST_DIFFERENCE = 3.5
"""Hidden and empty cells differ by this much on average, in steps of 255."""


@dataclass(frozen=True)
class Look:
    """A theme with all that a board needs beyond its cells."""

    theme: Invented
    signs: dict[str, Sign]
    pitch: tuple[float, float]
    """Width and height of a cell in pixels."""
    joined: float = 0.0
    """Radius of the corners of joined hidden areas as a share of the cell; 0 does not join."""
    marks: str = ""
    """What is written on hidden cells: percent, dots, letters or nothing."""
    pips: bool = False
    same_exploded: bool = False
    """The mine that went off looks like the others."""
    same_wrong: bool = False
    """A wrong flag looks like the others."""
    light: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """A light across the board: strength, and its slope down and across."""
    extras: Extras = field(default_factory=Extras)
    plates: dict[str, Color] = field(default_factory=dict)
    """Colours that the grounds of some symbols have instead of those of the theme."""
    plate_share: float = 1.0
    """How much of that colour there is."""
    varied: bool = False
    """Equal cells may differ by their place, though hidden tiles do not."""
    contrast: float = 1.0
    """What is left of the contrast of the whole board."""

    def shown(self, position: Position) -> Position:
        """Return a position as this look lets people see it."""
        cells = position.cells
        if self.same_exploded:
            cells = tuple(row.replace("X", "*") for row in cells)
        if self.same_wrong:
            cells = tuple(row.replace("W", "F") for row in cells)
        return replace(position, cells=cells)

    def ground(
        self, symbol: str, size: tuple[int, int], parity: int, at: tuple[int, int]
    ) -> Picture:
        """Return the ground under a symbol."""
        tile = self.theme.ground(CODES[symbol], *size, parity, at)
        plate = self.plates.get(symbol)
        if plate is None:
            return tile
        return tile * (1 - self.plate_share) + np.array(plate, np.float32) * self.plate_share


def choose_pitch(rng: Random, *, narrow: bool = False) -> tuple[float, float]:
    """Return the width and height of a cell; characters of a terminal are narrow."""
    if narrow:
        tall = float(rng.randint(16, 34))
        return max(9.0, float(round(tall * rng.choice([0.55, 0.6, 1.0, 1.1, 1.2])))), tall
    low, high = rng.choices([(9, 15), (15, 24), (22, 38), (36, 60), (60, 90)], [12, 36, 34, 13, 5])[
        0
    ]
    side = rng.uniform(low, high)
    if rng.random() < 0.75:
        side = float(round(side))
    if rng.random() < 0.1:
        return side, max(9.0, side * rng.uniform(0.7, 1.35))
    return side, side


def choose_look(rng: Random, family: str) -> Look:
    """Return a look of a family in which hidden and empty cells can be told apart."""
    while True:
        look = any_look(rng, family)
        hidden, empty = (look.theme.cell(k, 24, 24).astype(np.float32) for k in (HIDDEN, 0))
        if np.abs(hidden - empty).mean() > LEAST_DIFFERENCE:
            return look


def any_look(rng: Random, family: str) -> Look:
    """Return a look of a family, whether or not a board in it can be read."""
    theme = invent(family, rng.randrange(10**9))
    theme = widened(rng, theme, pixelated=family == "sprite")
    colors = {"F": theme.flag_colors[0], "*": theme.mine_color, "W": theme.exploded}
    if family == "terminal":
        plain = replace(theme.letters, style="smooth", font=SYMBOL_FONT, size=0.5)
        theme = replace(theme, letters=plain, zero=rng.choice(["", "", "0"]))
    signs = {s: choose_sign(rng, s, colors.get(s, theme.letters.colors[8])) for s in "FQ*W"}
    if theme.letters.style == "pixel":
        signs = {s: replace(sign, kind="drawn") for s, sign in signs.items()}
    light = (0.0, 0.0, 0.0)
    if rng.random() < 0.12:
        light = (rng.uniform(10, 50), rng.uniform(-1, 1), rng.uniform(-1, 1))
    if family == "terminal":
        signs = {
            s: replace(sign, kind="text", text=rng.choice(PLAIN_TEXTS[s]))
            for s, sign in signs.items()
        }
    return Look(
        theme,
        signs,
        choose_pitch(rng, narrow=family == "terminal"),
        joined=rng.uniform(0.1, 0.5) if family == "joined" or rng.random() < 0.02 else 0.0,
        marks=rng.choices(["", "percent", "dots", "letters"], [90, 4, 3, 3])[0],
        pips=rng.random() < 0.04,
        same_exploded=rng.random() < 0.15,
        same_wrong=rng.random() < 0.1,
        light=light,
        extras=choose_extras(rng),
    )


def widened(rng: Random, theme: Invented, *, pixelated: bool) -> Invented:
    """Return a theme with lettering and zeros that `invent` alone does not draw."""
    letters = theme.letters
    if pixelated or rng.random() < 0.1:
        size, style = rng.uniform(0.75, 1.0), rng.choice(["block", "block", "pixel"])
        letters = replace(letters, style=style, size=size, offset=(0.0, 0.0))
    elif rng.random() < 0.05:
        letters = replace(letters, style="stretched", size=rng.uniform(0.8, 1.0))
    elif rng.random() < 0.12:
        letters = replace(letters, style="aliased", size=rng.uniform(0.5, 0.75))
    zero = rng.choices(["", "0", "·", "-", "."], [86, 8, 3, 1, 2])[0]
    return replace(theme, letters=letters, zero=zero)


def edges(start: float, pitch: float, count: int) -> list[int]:
    """Return the edges of cells in whole pixels."""
    return [round(start + k * pitch) for k in range(count + 1)]


class BoardPainter:
    """Draws the cells of one board; equal cells are drawn once."""

    def __init__(self, rng: Random, look: Look) -> None:
        self.rng, self.look = rng, look
        self.seen: dict[tuple[object, ...], Picture] = {}
        tile = look.theme.covered
        fixed = bool((tile(12, 12, 0, (0, 0)) == tile(12, 12, 0, (5, 9))).all())
        self.fixed = fixed and not look.varied
        self.marked = rng.uniform(0.1, 1.0)

    def draw(self, position: Position, rows: list[int], cols: list[int]) -> Picture:
        """Return the pixels of a board; edges begin at 0."""
        out = np.zeros((rows[-1], cols[-1], 3), np.float32)
        for r, line in enumerate(position.cells):
            for c, symbol in enumerate(line):
                size = (cols[c + 1] - cols[c], rows[r + 1] - rows[r])
                tile = self.cell(symbol, size, (r, c))
                out[rows[r] : rows[r + 1], cols[c] : cols[c + 1]] = tile
        if self.look.joined:
            out = self.join(position, out, rows, cols)
        if self.look.extras.rim is not None:
            paint_rim(out, position, rows, cols, self.look.extras.rim)
        if self.look.extras.hints:
            paint_hints(self.rng, out, position, rows, cols)
        strength, down, across = self.look.light
        if strength:
            ys, xs = np.mgrid[-1 : 1 : out.shape[0] * 1j, -1 : 1 : out.shape[1] * 1j]
            out += (strength * (down * ys + across * xs)).astype(np.float32)[..., None]
        if self.look.contrast < 1:
            middle = out.mean(axis=(0, 1))
            out = middle + (out - middle) * self.look.contrast
        return np.clip(out, 0, 255)

    def cell(self, symbol: str, size: tuple[int, int], at: tuple[int, int]) -> Picture:
        """Return one cell."""
        parity = sum(at) % 2
        key = (symbol, size, parity)
        if self.fixed and key in self.seen:
            out = self.seen[key]
        else:
            out = self.seen[key] = self.drawn(symbol, size, parity, at)
        if symbol == "?" and self.look.marks and self.rng.random() < self.marked:
            return self.with_mark(out)
        return out

    def drawn(
        self, symbol: str, size: tuple[int, int], parity: int, at: tuple[int, int]
    ) -> Picture:
        """Return one cell, drawn anew."""
        look, code = self.look, CODES[symbol]
        theme = look.theme
        w, h = size
        sign = look.signs.get("*" if symbol == "X" else symbol)
        if sign is not None and sign.kind != "drawn":
            return np.clip(paint_sign(look.ground(symbol, size, parity, at), sign), 0, 255)
        if symbol in look.plates:
            return draw_glyph(theme, look.ground(symbol, size, parity, at), code)
        if look.extras.grounds and 1 <= code <= 8:
            ground = theme.ground(code, w, h, parity, at) * 0.2
            ground += np.array(look.extras.grounds[code - 1], np.float32) * 0.8
            return draw_glyph(theme, ground, code)
        if look.pips and 1 <= code <= 8:
            ground = theme.ground(code, w, h, parity, at)
            dots = [disc(0.5 * x, 0.5 * y, 0.2) for x, y in PIPS[code]]
            return painted(ground, polygon_mask(w, h, dots, 0.9), theme.letters.colors[code - 1])
        return theme.cell(code, w, h, parity, at).astype(np.float32)

    def with_mark(self, tile: Picture) -> Picture:
        """Return a hidden cell with a mark that does not change what it is."""
        h, w = tile.shape[:2]
        rng, ink = self.rng, self.mark_color(tile)
        if self.look.marks == "percent":
            text = rng.choice([str(rng.randint(1, 99)), f"{rng.randint(1, 99)}%", "0", "100"])
            return painted(tile, symbol_mask(text, w, h, 0.42 if len(text) < 3 else 0.32), ink)
        if self.look.marks == "dots":
            return painted(tile, polygon_mask(w, h, [disc(0, 0, 0.25)], 0.8) * 0.8, ink)
        return painted(tile, symbol_mask(rng.choice("xo+~"), w, h, 0.5), ink)

    def mark_color(self, tile: Picture) -> Color:
        """Return a colour of marks that can be seen on a tile."""
        mean = tuple(float(v) for v in tile.mean(axis=(0, 1)))
        return shifted(mean, 80 if brightness(mean) < 128 else -80)

    def join(self, position: Position, out: Picture, rows: list[int], cols: list[int]) -> Picture:
        """Return the board with hidden cells joined into areas with rounded corners."""
        fine = 3
        mask: np.ndarray = np.zeros((rows[-1] * fine, cols[-1] * fine), np.float32)
        for r, line in enumerate(position.cells):
            for c, symbol in enumerate(line):
                if symbol in "?FQ":
                    part = np.s_[rows[r] * fine : rows[r + 1] * fine]
                    mask[part, cols[c] * fine : cols[c + 1] * fine] = 1
        spread = self.look.joined * self.look.pitch[0] * fine * 0.5
        mask = cv2.GaussianBlur(mask, (0, 0), max(1.0, spread), borderType=cv2.BORDER_CONSTANT)
        mask = np.clip((mask - 0.5) * spread * 2 + 0.5, 0, 1)
        mask = cv2.resize(mask, (cols[-1], rows[-1]), interpolation=cv2.INTER_AREA)[..., None]
        ground = np.zeros_like(out)
        for r, line in enumerate(position.cells):
            for c, symbol in enumerate(line):
                size = (cols[c + 1] - cols[c], rows[r + 1] - rows[r])
                tile = self.look.theme.opened(*size, (r + c) % 2, (r, c))
                if symbol not in "?FQ":
                    tile = out[rows[r] : rows[r + 1], cols[c] : cols[c + 1]]
                ground[rows[r] : rows[r + 1], cols[c] : cols[c + 1]] = tile
        return out * mask + ground * (1 - mask)


def board_frame(rng: Random, board: Picture, look: Look) -> tuple[Picture, int]:
    """Return a board with a frame of its own round it, and how wide that is."""
    kind = rng.choices(["none", "line", "bevel", "pad", "rounded"], [45, 20, 15, 12, 8])[0]
    if kind == "none":
        return board, 0
    wide = {"line": rng.randint(1, 4), "bevel": rng.randint(2, 5)}.get(kind, rng.randint(3, 14))
    h, w = board.shape[:2]
    tint = color(rng) if rng.random() < 0.6 else shifted(border_color(look), rng.uniform(-70, 50))
    out = np.tile(np.array(tint, np.float32), (h + 2 * wide, w + 2 * wide, 1))
    if kind == "bevel":
        out[:wide], out[:, :wide] = shifted(tint, -60), shifted(tint, -60)
        out[-wide:], out[:, -wide:] = shifted(tint, 60), shifted(tint, 60)
    out[wide : wide + h, wide : wide + w] = board
    return out, wide


def border_color(look: Look) -> Color:
    """Return a colour that belongs to a look: that of its hidden or open tiles."""
    tile = look.theme.ground(HIDDEN, 16, 16, 0, (0, 0))
    return tuple(float(v) for v in tile.mean(axis=(0, 1)))


def page_color(rng: Random, look: Look) -> Color:
    """Return the colour of what surrounds a board: its own, a contrast, or any."""
    own = border_color(look)
    ground = look.theme.ground(0, 16, 16, 0, (0, 0)).mean(axis=(0, 1))
    return rng.choice(
        [
            tuple(float(v) for v in ground),
            shifted(own, rng.uniform(-60, 60)),
            (255.0, 255.0, 255.0),
            (240.0, 240.0, 240.0),
            (192.0, 192.0, 192.0),
            (30.0, 30.0, 30.0),
            color(rng),
            contrasting(rng, [own]),
        ]
    )
