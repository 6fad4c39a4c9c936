"""A second set of families: ways to show flags, mines, hidden and empty cells.

The first set varies how tiles are made. This one takes the tiles of any trained family and varies
what lies on them: plates of one colour instead of signs, characters for hidden and empty cells,
mines that all lie on red, ground like grass or sand, pictures for hidden cells, faint boards. Three
of them vary the lattice: cells up to 3.2 times as wide as high, hidden areas without lines beside
open cells of any look, cells of 7 to 11 pixels. Only `--families` draws these, so that images of
earlier seeds stay as they are.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import cv2
import numpy as np

from .board_image import LEAST_DIFFERENCE, BoardPainter, Look, any_look
from .shapes import Color, Maker, Picture, color, framed, shifted
from .signs import SIGN_FONT, SIGNS, Sign
from .themes import HIDDEN, Invented, contrasting

BASES = ("bevel", "ruled", "gap", "chequered", "gradient", "classic", "luna", "aero", "bare",
         "sprite", "mono", "inverted", "greens", "paper", "shine", "slope", "grain")  # fmt: skip
"""Families of the first set whose tiles are used: none that is kept out or left for calibration."""
EMPTY_TEXTS = ("_", ".", "·", "-", ",", ":", "~", "0", "+", "'")
HIDDEN_TEXTS = ("#", ".", "-", "_", "?", "+", "■", "□", "X", "*", "o", "█", "~", "=", "░")
FLAG_TEXTS = (
    "*",
    "!",
    "F",
    "P",
    "f",
    "⚑",
    "|>",
    "^",
    "[F]",
    "(F)",
    "\xf0\u0178\u0161\xa9",
    "FLAG",
    "M",
    "X",
)
MINE_TEXTS = (
    "*",
    "@",
    "M",
    "x",
    "o",
    "☼",
    "-1",
    "9",
    "B",
    "#",
    "BOOM",
    "\xf0\u0178\u2019\xa3",
    "¤",
    "X",
)
TOKENS = (*SIGNS["other"], "🟦", "🟩", "⬜", "🌫", "😵", "🟫", "🔲", "🌿", "🪨", "🧱")


def choose_second_look(rng: Random, family: str) -> Look:
    """Return a look of a family of the second set in which hidden and empty cells differ."""
    while True:
        look = second_look(rng, family)
        painter = BoardPainter(Random(0), look)
        hidden, empty = (painter.drawn(symbol, (24, 24), 0, (0, 0)) for symbol in "?0")
        if np.abs(hidden - empty).mean() * look.contrast > LEAST_DIFFERENCE:
            return look


def second_look(rng: Random, family: str) -> Look:
    """Return a look of a family of the second set, readable or not."""
    look = any_look(rng, rng.choice(BASES))
    look = replace(look, theme=replace(look.theme, family=family), joined=0.0)
    return MAKERS[family](rng, look)


def _tile_color(theme: Invented, code: int) -> Color:
    mean = theme.ground(code, 16, 16, 0, (0, 0)).mean(axis=(0, 1))
    return tuple(float(v) for v in mean)


def _plate_colors(rng: Random, theme: Invented) -> dict[str, Color]:
    """Return colours of flags, mines, the exploded mine, wrong flags and question marks."""
    grounds = [_tile_color(theme, HIDDEN), _tile_color(theme, 0)]
    red = (rng.uniform(0, 110), rng.uniform(0, 110), rng.uniform(170, 255))
    found: dict[str, Color] = {}
    for symbol in "F*XWQ":
        usual = symbol in "F*X" and rng.random() < 0.45
        tint = red if usual and red not in found.values() else contrasting(rng, grounds, 50)
        found[symbol] = tint
        grounds.append(tint)
    return found


def plates(rng: Random, look: Look) -> Look:
    """Flags, mines or both are cells of one colour, with or without a sign on them."""
    tints = _plate_colors(rng, look.theme)
    which = rng.choice(["F", "*", "F*", "F*", "F*"])
    grounds, signs = {}, dict(look.signs)
    for symbol in which:
        grounds[symbol] = tints[symbol]
        if rng.random() < 0.65:
            signs[symbol] = Sign("none", "", tints[symbol], 0.5)
        else:
            ink = contrasting(rng, [tints[symbol]], 90)
            text = rng.choice(FLAG_TEXTS if symbol == "F" else MINE_TEXTS)
            signs[symbol] = Sign("text", text, ink, rng.uniform(0.3, 0.7))
    for symbol in "XWQ":
        if rng.random() < 0.6:
            grounds[symbol] = tints[symbol]
    if "W" in grounds and rng.random() < 0.5:
        signs["W"] = Sign("none", "", tints["W"], 0.5)
    if "Q" in grounds and rng.random() < 0.4:
        signs["Q"] = Sign("none", "", tints["Q"], 0.5)
    return replace(look, signs=signs, plates=grounds, plate_share=rng.uniform(0.7, 1.0))


def characters(rng: Random, look: Look) -> Look:
    """Every cell is a character: hidden and empty cells too, sometimes the same one."""
    theme = look.theme
    inks = [contrasting(rng, [_tile_color(theme, code)], 40) for code in (HIDDEN, 0)]
    signs = dict(look.signs)
    size = rng.uniform(0.3, 0.75)
    empty = rng.choice(EMPTY_TEXTS)
    way = rng.random()
    if way < 0.7:
        signs["0"] = Sign("text", empty, inks[1], size)
    if way > 0.45:
        text = empty if rng.random() < 0.25 else rng.choice(HIDDEN_TEXTS)
        signs["?"] = Sign("text", text, inks[0], size)
    for symbol, texts in (("F", FLAG_TEXTS), ("*", MINE_TEXTS)):
        if rng.random() < 0.75:
            text = rng.choice(texts)
            ground = _tile_color(theme, HIDDEN if symbol == "F" else 0)
            ink = contrasting(rng, [ground], 60)
            fits = size if len(text) == 1 else size * 1.6 / len(text)
            signs[symbol] = Sign("text", text, ink, fits)
    return replace(look, theme=replace(theme, zero=""), signs=signs, marks="")


def red_mines(rng: Random, look: Look) -> Look:
    """All mines lie on red or on another strong colour; the exploded one is as or unlike them."""
    tints = _plate_colors(rng, look.theme)
    grounds = {"*": tints["*"]}
    same = rng.random() < 0.6
    grounds["X"] = tints["*"] if same else tints["X"]
    if rng.random() < 0.4:
        grounds["W"] = rng.choice([tints["*"], tints["W"]])
    if rng.random() < 0.25:
        grounds["F"] = tints["F"]
    return replace(look, plates=grounds, plate_share=rng.uniform(0.6, 1.0), same_exploded=same)


def _texture(seed: int, size: int, grain: float) -> Picture:
    """Return grain of a size, with a mean of 0 and a spread of 1."""
    noise = np.random.default_rng(seed).normal(0, 1, (size, size)).astype(np.float32)
    soft = cv2.GaussianBlur(noise, (0, 0), grain)
    soft += 0.35 * noise * soft.std()
    return (soft - soft.mean()) / soft.std()


def ground(rng: Random, look: Look) -> Look:
    """Tiles like grass, sand or stone: each cell has another part of a texture."""
    theme = look.theme
    lined, own = rng.random() < 0.6, rng.random() < 0.5
    both = rng.random() < 0.5
    makers = []
    for code, make in ((HIDDEN, theme.covered), (0, theme.opened)):
        if code == 0 and not both:
            makers.append(make)
            continue
        tint = _tile_color(theme, code) if rng.random() < 0.5 else color(rng, 40, 230)
        makers.append(_textured(rng, make, tint, lined=lined, own=own))
    return replace(look, theme=replace(theme, covered=makers[0], opened=makers[1]), varied=own)


def _textured(rng: Random, make: Maker, tint: Color, *, lined: bool, own: bool) -> Maker:
    seed, strength = rng.randrange(10**6), rng.uniform(7, 28)
    picture = _texture(seed, 257, rng.uniform(0.6, 4.0))
    line = shifted(tint, rng.choice([-1, 1]) * rng.uniform(20, 60))
    keep = rng.random() < 0.35

    def tile(w: int, h: int, parity: int, at: tuple[int, int]) -> Picture:
        y, x = (at[0] * h, at[1] * w) if own else (0, 0)
        rows, cols = np.arange(y, y + h) % 257, np.arange(x, x + w) % 257
        part = picture[np.ix_(rows, cols)][..., None] * strength
        if keep:
            return make(w, h, parity, at) + part
        out = np.tile(np.array(tint, np.float32), (h, w, 1)) + part
        return framed(out, line, line, 1) if lined else out

    return tile


def tokens(rng: Random, look: Look) -> Look:
    """Hidden cells, and sometimes empty ones, carry a coloured picture."""
    signs = dict(look.signs)
    if SIGN_FONT.exists():
        size = rng.uniform(0.5, 0.98)
        if rng.random() < 0.75:
            signs["?"] = Sign("emoji", rng.choice(TOKENS), (0.0, 0.0, 0.0), size)
        else:
            signs["0"] = Sign("emoji", rng.choice(TOKENS), (0.0, 0.0, 0.0), size)
        for symbol in "F*":
            if rng.random() < 0.8:
                names = [n for n in SIGNS[symbol] if n != signs.get("?", signs["F"]).text]
                signs[symbol] = Sign("emoji", rng.choice(names), (0.0, 0.0, 0.0), size)
    return replace(look, theme=replace(look.theme, zero=""), signs=signs, marks="")


def faint(rng: Random, look: Look) -> Look:
    """Little contrast on the whole board, and often small digits."""
    letters = look.theme.letters
    if rng.random() < 0.6:
        letters = replace(letters, size=rng.uniform(0.25, 0.4), style="smooth")
    theme = replace(look.theme, letters=letters)
    return replace(look, theme=theme, contrast=rng.uniform(0.18, 0.5))


def wide(rng: Random, look: Look) -> Look:
    """Cells that are wider than high, as buttons with a text are, and a few that are higher."""
    side = rng.uniform(15, 36)
    ratio = rng.uniform(1.35, 3.2) if rng.random() < 0.8 else rng.uniform(0.55, 0.75)
    across, down = side * ratio**0.5, side / ratio**0.5
    if rng.random() < 0.7:
        across, down = float(round(across)), float(round(down))
    return replace(look, pitch=(max(9.0, across), max(9.0, down)))


def seamless(rng: Random, look: Look) -> Look:
    """Hidden areas of one colour without lines, beside open cells of any look."""
    theme = look.theme
    tint = _tile_color(theme, HIDDEN)

    def covered(w: int, h: int, _parity: int, _at: tuple[int, int]) -> Picture:
        return np.tile(np.array(tint, np.float32), (h, w, 1))

    joined = rng.choice([0.02, rng.uniform(0.05, 0.5)])
    return replace(look, theme=replace(theme, covered=covered), joined=joined, varied=False)


def small(rng: Random, look: Look) -> Look:
    """Cells of 7 to 11 pixels, most of them whole."""
    side = rng.uniform(7, 11)
    side = float(round(side)) if rng.random() < 0.85 else side
    return replace(look, pitch=(side, side))


MAKERS = {
    "plates": plates, "characters": characters, "red mines": red_mines, "ground": ground,
    "tokens": tokens, "faint": faint, "wide": wide, "seamless": seamless, "small": small,
}  # fmt: skip
