"""Draw the themes of styles that many programs share: `python tools/drawn_themes.py`.

    windows      small pixel pictures on raised grey keys, as on desktops of the nineties
    web-classic  the same keys with smooth lettering, as web pages draw them
    web-green    a chequered lawn over chequered earth, no lines
    web-flat     flat grey squares with thin lines over paper

Everything is drawn here, nothing is taken from any program. Letters are those of the fonts Nimbus
Sans and DejaVu (Debian: fonts-urw-base35, fonts-dejavu-core); only these drawings are shipped.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from looks.lettering import Lettering, text_mask
from looks.shapes import Picture, bar, disc, flat, framed, of_hex, painted, polygon_mask
from looks.themes import CLASSIC, EXPLODED, FLAG, HIDDEN, MINE, QUESTION, WRONG

from autosweep.board import SYMBOLS
from autosweep.interfaces import Pixels
from autosweep.vision.learn import ThemeInfo, write_theme
from autosweep.vision.themes import shipped_folder

SANS = "/usr/share/fonts/opentype/urw-base35/NimbusSans-Bold.otf"
DEJAVU = "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf"
COVERED = (HIDDEN, FLAG, QUESTION)
CODES = (*range(9), HIDDEN, FLAG, QUESTION, MINE, EXPLODED, WRONG)
CLIENT = """[client]
first_click = "safe"
question_marks = true
settle_ms = 500
"""
DIGITS = {
    1: "...##../..###../.####../...##../...##../...##../...##../...##../.######/.######",
    2: ".########./##########/##.....###/.......###/.....####./"
       "...####.../.####...../###......./##########/##########",
    3: "#########./##########/.......###/.......###/...######./"
       "...######./.......###/.......###/##########/#########.",
    4: "...###.##./..####.##./..##..##./.###..##./.##...##./"
       "##########/##########/......##../......##../......##..",
    5: "##########/##########/##......../##......../#########./"
       "##########/.......###/##.....###/##########/#########.",
    6: ".########./#########./###......./###......./#########./"
       "##########/###....###/###....###/##########/.########.",
    7: "##########/##########/.......###/.......###/......###./"
       "......###./.....###../.....###../....###.../....###...",
    8: ".########./##########/###....###/###....###/.########./"
       ".########./###....###/###....###/##########/.########.",
}  # fmt: skip
"""Digits in ten rows of pixels."""
MARK = ".#####./##...##/##...##/....###/...###./..###../..###../......./..###../..###.."
GOOGLE = ("#1976d2", "#388e3c", "#d32f2f", "#7b1fa2", "#ff8f00", "#0097a7", "#424242", "#9e9e9e")


@dataclass(frozen=True)
class Drawn:
    """A style that is drawn here."""

    name: str
    title: str
    sizes: tuple[int, ...]
    parities: tuple[int, ...]
    ground: Callable[[int, int, int], Picture]
    """Code, side and parity -> tile without its glyph."""
    glyph: Callable[[Picture, int], Picture]
    """Tile and code -> tile with its glyph."""

    def cell(self, code: int, px: int, parity: int) -> Pixels:
        """Return the picture of a cell."""
        tile = self.glyph(self.ground(code, px, parity), code)
        return np.asarray(np.clip(tile, 0, 255), np.uint8)


# ---- grounds ------------------------------------------------------------------------------------


def keys(code: int, px: int, _parity: int) -> Picture:
    """Return a raised grey key, or the ruled ground under it."""
    grey, white, dark = of_hex("#c0c0c0"), of_hex("#ffffff"), of_hex("#808080")
    if code in COVERED:
        return framed(flat(px, px, grey), white, dark, max(1, round(px / 8)))
    tile = flat(px, px, of_hex("#ff0000") if code == EXPLODED else grey)
    wide = max(1, round(px / 16))
    tile[:wide] = dark
    tile[:, :wide] = dark
    return tile


def lawn(code: int, px: int, parity: int) -> Picture:
    """Return one of two shades of grass or earth."""
    shades = ("#aad751", "#a2d149") if code in COVERED else ("#e5c29f", "#d7b899")
    if code == EXPLODED:
        shades = ("#e06c5a", "#e06c5a")
    return flat(px, px, of_hex(shades[parity]))


def paper(code: int, px: int, _parity: int) -> Picture:
    """Return a flat square with a line at its right and lower side."""
    face = "#bdbdbd" if code in COVERED else "#eeeeee"
    tile = flat(px, px, of_hex("#ef5350" if code == EXPLODED else face))
    wide = max(1, round(px / 32))
    tile[px - wide :] = of_hex("#9e9e9e")
    tile[:, px - wide :] = of_hex("#9e9e9e")
    return tile


# ---- glyphs -------------------------------------------------------------------------------------


def pixel_glyph(tile: Picture, code: int) -> Picture:
    """Return a tile with a picture made of sixteenths."""
    if code in (0, HIDDEN):
        return tile
    small = np.zeros((16, 16), np.float32)
    if 1 <= code <= 8:
        stamp(small, DIGITS[code], 3 if code > 1 else 4, 3)
        return laid(tile, small, CLASSIC[code - 1])
    if code == QUESTION:
        stamp(small, MARK, 4, 3)
        return laid(tile, small, "#000000")
    if code == FLAG:
        stamp(small, ".....##/...####/.######/..#####/....###/.....##", 2, 3)
        tile = laid(tile, small, "#ff0000")
        pole = np.zeros((16, 16), np.float32)
        stamp(pole, "....#..../....#..../..#####../#########", 3, 9)
        return laid(tile, pole, "#000000")
    body = np.zeros((16, 16), np.float32)
    stamp(
        body,
        "......#....../......#....../..#.#####.#../...#######.../..#########../..#########../"
        "#############/..#########../..#########../...#######.../..#.#####.#../......#....../......#......",
        2,
        2,
    )
    tile = laid(tile, body, "#000000")
    light = np.zeros((16, 16), np.float32)
    stamp(light, "##/##", 6, 6)
    tile = laid(tile, light, "#ffffff")
    if code == WRONG:
        cross = np.zeros((16, 16), np.float32)
        for k in range(13):
            cross[2 + k, 2 + k : 4 + k] = 1
            cross[2 + k, 13 - k : 15 - k] = 1
        tile = laid(tile, cross, "#ff0000")
    return tile


def stamp(small: Picture, art: str, x: int, y: int) -> None:
    """Set the pixels of rows of `#` in a small mask."""
    for r, row in enumerate(art.split("/")):
        for c, symbol in enumerate(row):
            if symbol == "#":
                small[y + r, x + c] = 1


def laid(tile: Picture, small: Picture, tint: str) -> Picture:
    """Return a tile with a mask of sixteenths laid over it in a colour."""
    h, w = tile.shape[:2]
    mask = cv2.resize(small, (w, h), interpolation=cv2.INTER_NEAREST)
    return painted(tile, mask, of_hex(tint))


def smooth_glyph(
    font: str, size: float, colors: tuple[str, ...], cloth: str
) -> Callable[[Picture, int], Picture]:
    """Return what draws smooth letters, flags and mines."""
    letters = Lettering(font, size, "smooth", 0.0, [])

    def glyph(tile: Picture, code: int) -> Picture:
        h, w = tile.shape[:2]
        if code in (0, HIDDEN):
            return tile
        if 1 <= code <= 8:
            return painted(
                tile, text_mask(str(code), letters, w, h, size), of_hex(colors[code - 1])
            )
        if code == QUESTION:
            return painted(tile, text_mask("?", letters, w, h, size), of_hex("#202020"))
        if code == FLAG or (code == WRONG and cloth != "#ff0000"):
            pole = [bar(0.05, -0.7, 0.05, 0.6, 0.12), bar(-0.45, 0.65, 0.5, 0.65, 0.22)]
            tile = painted(tile, polygon_mask(w, h, pole, 0.8), of_hex("#202020"))
            banner = [[(0.08, -0.78), (0.08, 0.1), (-0.68, -0.34)]]
            if cloth != "#ff0000":
                banner = [[(-0.02, -0.78), (-0.02, 0.1), (0.78, -0.34)]]
            tile = painted(tile, polygon_mask(w, h, banner, 0.8), of_hex(cloth))
        if code in (MINE, EXPLODED) or (code == WRONG and cloth == "#ff0000"):
            spikes = [bar(-0.9 * c, -0.9 * s, 0.9 * c, 0.9 * s, 0.14) for c, s in
                      ((1, 0), (0, 1), (0.66, 0.66), (0.66, -0.66))]  # fmt: skip
            tile = painted(
                tile, polygon_mask(w, h, [disc(0, 0, 0.6), *spikes], 0.78), (20.0, 20.0, 20.0)
            )
            tile = painted(
                tile, polygon_mask(w, h, [disc(-0.2, -0.22, 0.16)], 0.78), (250.0, 250.0, 250.0)
            )
        if code == WRONG:
            cross = [bar(-0.8, -0.8, 0.8, 0.8, 0.16), bar(-0.8, 0.8, 0.8, -0.8, 0.16)]
            tile = painted(tile, polygon_mask(w, h, cross, 0.85), of_hex("#e00000"))
        return tile

    return glyph


STYLES = (
    Drawn("windows", "pixel pictures on raised grey keys", (16,), (0,), keys, pixel_glyph),
    Drawn(
        "web-classic", "smooth letters on raised grey keys", (24, 40), (0,), keys,
        smooth_glyph(SANS, 0.6, CLASSIC, "#ff0000"),
    ),
    Drawn(
        "web-green", "chequered lawn and earth", (24, 40), (0, 1), lawn,
        smooth_glyph(SANS, 0.55, GOOGLE, "#f23607"),
    ),
    Drawn(
        "web-flat", "flat grey squares with thin lines", (24, 40), (0,), paper,
        smooth_glyph(DEJAVU, 0.5, CLASSIC, "#e53935"),
    ),
)  # fmt: skip


def write(style: Drawn, folder: Path) -> None:
    """Write one theme."""
    pictures = {
        code: [style.cell(code, px, p) for px in style.sizes for p in style.parities]
        for code in CODES
    }
    about = ThemeInfo(
        style.name, f"drawn: {style.title}", "drawn by tools/drawn_themes.py", "MIT", "1"
    )
    write_theme(folder / style.name, about, pictures, CLIENT)
    print(f"wrote {folder / style.name}: {''.join(SYMBOLS[code] for code in CODES)}")


def main() -> None:
    """Write all themes."""
    for style in STYLES:
        write(style, shipped_folder())


if __name__ == "__main__":
    main()
