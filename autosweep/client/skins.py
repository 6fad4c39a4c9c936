"""What the cells of the built-in game look like: skins as data, and the tile of each cell code.

A `Skin` holds colours, the style of its tiles and its lettering; `render_tile` draws any cell code
at any size from it. Skins differ as real clients do: raised grey keys, ruled paper, gaps between
round tiles, a chequered field without lines. Draws with numpy and cv2 only.
"""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from enum import Enum
from functools import lru_cache

from autosweep.board import EXPLODED, FLAG, HIDDEN, MAX_NUMBER, MINE, QUESTION, WRONG_FLAG
from autosweep.client import symbols
from autosweep.client.symbols import FlagShape, Lettering
from autosweep.client.vector_shapes import Stencil, bevel, fill, filled, mixed, paint
from autosweep.errors import SettingsError
from autosweep.geometry import Rect
from autosweep.interfaces import Pixels

MIN_PX = 10
"""Smallest cell drawn, in pixels."""
MAX_PX = 128
"""Largest cell drawn, in pixels."""
DRAWN_CODES = (*range(MAX_NUMBER + 1), HIDDEN, FLAG, QUESTION, MINE, EXPLODED, WRONG_FLAG)
"""Every cell code a game can show."""

_HIDDEN_CODES = (HIDDEN, FLAG, QUESTION)


class TileStyle(Enum):
    """How a cell is set off from its neighbours."""

    BEVEL = "bevel"
    """A raised key while hidden, a thin line at the top and left when open."""
    RULED = "ruled"
    """A thin line at the bottom and right."""
    ROUNDED = "rounded"
    """Round corners and a gap all round."""
    PLAIN = "plain"
    """Nothing but its colour, which alternates like a chess board."""


@dataclass(frozen=True, slots=True)
class HeaderColours:
    """Colours of everything round the board."""

    ground: str
    panel: str
    """Behind counters."""
    lit: str
    """Segments that shine."""
    unlit: str
    """Segments that do not."""
    button: str
    """Behind the face."""
    title_bar: str
    title_text: str


@dataclass(frozen=True, slots=True)
class Skin:
    """A look of the game; colours are `#rrggbb`, pairs are for even and odd cells."""

    name: str
    title: str
    """One line for people."""
    style: TileStyle
    hidden: tuple[str, str]
    opened: tuple[str, str]
    line: str
    """Lines, gaps and the frame of the board."""
    light: str
    """Bright side of raised edges."""
    shade: str
    """Dark side of raised edges."""
    numbers: tuple[str, str, str, str, str, str, str, str]
    """Colours of 1 to 8."""
    question: str
    cloth: str
    """Colour of a flag."""
    pole: str
    mine: str
    spark: str
    exploded: str
    """Ground under the mine that was hit."""
    exploded_mine: str
    cross: str
    """The cross on a wrong flag."""
    lettering: Lettering
    flag: FlagShape
    crosses_mine: bool
    """A wrong flag appears as a crossed mine instead of a crossed flag."""
    header: HeaderColours


CLASSIC = Skin(
    name="classic",
    title="Grey raised keys, as on desktops of the nineties",
    style=TileStyle.BEVEL,
    hidden=("#c0c0c0", "#c0c0c0"),
    opened=("#c0c0c0", "#c0c0c0"),
    line="#848484",
    light="#fbfbfb",
    shade="#7e7e7e",
    numbers=(
        "#0000f5",
        "#007a00",
        "#ee0000",
        "#000080",
        "#7d0000",
        "#007c7c",
        "#000000",
        "#7a7a7a",
    ),
    question="#101010",
    cloth="#ee0000",
    pole="#101010",
    mine="#101010",
    spark="#ffffff",
    exploded="#ff1a1a",
    exploded_mine="#101010",
    cross="#ee0000",
    lettering=Lettering(height=0.66, width=0.76, weight=0.21, footed=True),
    flag=FlagShape.PEDESTAL,
    crosses_mine=True,
    header=HeaderColours(
        ground="#c0c0c0",
        panel="#100000",
        lit="#ff2015",
        unlit="#4a0a08",
        button="#c0c0c0",
        title_bar="#1a3a8a",
        title_text="#ffffff",
    ),
)

LIGHT = Skin(
    name="light",
    title="Flat and bright, with thin lines",
    style=TileStyle.RULED,
    hidden=("#c9d5e3", "#c9d5e3"),
    opened=("#f8fafc", "#f8fafc"),
    line="#a9b6c6",
    light="#dfe7f0",
    shade="#a9b6c6",
    numbers=(
        "#1f6feb",
        "#1a8a4a",
        "#d6324a",
        "#6b3fc4",
        "#b8590a",
        "#0b8494",
        "#323c4a",
        "#8593a5",
    ),
    question="#42566e",
    cloth="#e0364f",
    pole="#3a4757",
    mine="#323c4a",
    spark="#f8fafc",
    exploded="#f0596b",
    exploded_mine="#ffffff",
    cross="#e0364f",
    lettering=Lettering(height=0.6, width=0.72, weight=0.18),
    flag=FlagShape.PENNANT,
    crosses_mine=False,
    header=HeaderColours(
        ground="#eef2f7",
        panel="#dde5ee",
        lit="#24384f",
        unlit="#d0dae6",
        button="#dde5ee",
        title_bar="#dfe5ec",
        title_text="#2c3a4b",
    ),
)

DARK = Skin(
    name="dark",
    title="Flat and dark, with round tiles",
    style=TileStyle.ROUNDED,
    hidden=("#47536a", "#47536a"),
    opened=("#232935", "#232935"),
    line="#171b23",
    light="#56647e",
    shade="#36404f",
    numbers=(
        "#62b0ff",
        "#6fdc8c",
        "#ff7a7a",
        "#c9a2ff",
        "#ffb152",
        "#4fd6d6",
        "#f0f3f8",
        "#98a3b5",
    ),
    question="#e8edf5",
    cloth="#ff9f43",
    pole="#e8edf5",
    mine="#dfe5ee",
    spark="#232935",
    exploded="#c8323f",
    exploded_mine="#ffffff",
    cross="#ff5f6d",
    lettering=Lettering(height=0.6, width=0.72, weight=0.18, angular=True),
    flag=FlagShape.PENNANT,
    crosses_mine=False,
    header=HeaderColours(
        ground="#1d222c",
        panel="#12151b",
        lit="#5fd4c4",
        unlit="#1e2a30",
        button="#2d3544",
        title_bar="#2a303c",
        title_text="#dfe5ee",
    ),
)

MEADOW = Skin(
    name="meadow",
    title="A chequered field without lines",
    style=TileStyle.PLAIN,
    hidden=("#a5cf63", "#97c354"),
    opened=("#ecdcbc", "#e2cfa9"),
    line="#6f9a3c",
    light="#b9dd7f",
    shade="#86b045",
    numbers=(
        "#2470c8",
        "#2f7d32",
        "#c92f2f",
        "#7b2a99",
        "#c65d00",
        "#0c7f86",
        "#3a3a3a",
        "#7d7466",
    ),
    question="#31500f",
    cloth="#e2452f",
    pole="#5b3a1e",
    mine="#3b2f2a",
    spark="#ecdcbc",
    exploded="#e0523f",
    exploded_mine="#2b1512",
    cross="#d0271d",
    lettering=Lettering(height=0.66, width=0.74, weight=0.21, round_ends=True),
    flag=FlagShape.SWALLOWTAIL,
    crosses_mine=False,
    header=HeaderColours(
        ground="#4d7a35",
        panel="#3c6228",
        lit="#fff7de",
        unlit="#46702f",
        button="#5f9142",
        title_bar="#3a5f27",
        title_text="#fff7de",
    ),
)

SKINS = {skin.name: skin for skin in (CLASSIC, LIGHT, DARK, MEADOW)}
"""Every skin by its name."""


def find_skin(name: str) -> Skin:
    """Return the skin of that name; raises SettingsError that names the nearest one."""
    skin = SKINS.get(name.strip().lower())
    if skin is not None:
        return skin
    near = get_close_matches(name.strip().lower(), SKINS, n=1, cutoff=0.0)[0]
    msg = f"There is no skin called {name!r}; did you mean {near!r}?"
    raise SettingsError(msg, remedy="The skins are " + ", ".join(SKINS) + ".")


@lru_cache(maxsize=2048)
def render_tile(skin: Skin, code: int, px: int, parity: int = 0) -> Pixels:
    """Return the image of a cell, `px` x `px`, not to be written to.

    `parity` is row plus column, of which only odd or even counts. Raises ValueError for a code no
    game shows and for sizes outside MIN_PX to MAX_PX.
    """
    if code not in DRAWN_CODES or not MIN_PX <= px <= MAX_PX:
        msg = f"no tile of code {code} at {px} pixels"
        raise ValueError(msg)
    tile = _ground(skin, code, px, parity % 2)
    if 0 < code <= MAX_NUMBER:
        paint(tile, symbols.digit(px, code, skin.lettering), skin.numbers[code - 1])
    elif code == QUESTION:
        paint(tile, symbols.question(px, skin.lettering), skin.question)
    elif code == FLAG:
        _paint_flag(tile, skin, px)
    elif code == MINE:
        _paint_mine(tile, px, skin.mine, skin.spark)
    elif code == EXPLODED:
        _paint_mine(tile, px, skin.exploded_mine, mixed(skin.exploded, skin.spark, 0.5))
    elif code == WRONG_FLAG:
        _paint_wrong_flag(tile, skin, px)
    tile.flags.writeable = False
    return tile


def _ground(skin: Skin, code: int, px: int, odd: int) -> Pixels:
    hidden = code in _HIDDEN_CODES
    colour = skin.hidden[odd] if hidden else skin.opened[odd]
    if code == EXPLODED:
        colour = skin.exploded
    if skin.style is TileStyle.PLAIN:
        return filled(px, px, colour)
    if skin.style is TileStyle.BEVEL:
        tile = filled(px, px, colour)
        whole = Rect(0, 0, px, px)
        if hidden:
            bevel(tile, whole, max(1, round(px * 0.115)), skin.light, skin.shade)
        else:
            wide = max(1, round(px / 32))
            fill(tile, Rect(0, 0, px, wide), skin.line)
            fill(tile, Rect(0, 0, wide, px), skin.line)
        return tile
    tile = filled(px, px, skin.line)
    if skin.style is TileStyle.RULED:
        inner = px - max(1, round(px / 40))
        fill(tile, Rect(0, 0, inner, inner), colour)
        return tile
    gap = max(1, round(px * 0.07))
    before, after = gap // 2, gap - gap // 2
    shape = Stencil(px, px)
    shape.rounded_box((before, before, px - after, px - after), px * 0.12)
    paint(tile, shape, colour)
    return tile


def _paint_flag(tile: Pixels, skin: Skin, px: int) -> None:
    cloth, pole = symbols.flag(px, skin.flag)
    paint(tile, cloth, skin.cloth)
    paint(tile, pole, skin.pole)


def _paint_mine(tile: Pixels, px: int, body_colour: str, spark_colour: str) -> None:
    body, spark = symbols.mine(px)
    paint(tile, body, body_colour)
    paint(tile, spark, spark_colour)


def _paint_wrong_flag(tile: Pixels, skin: Skin, px: int) -> None:
    if skin.crosses_mine:
        _paint_mine(tile, px, skin.mine, skin.spark)
    else:
        pale = mixed(skin.mine, skin.opened[0], 0.3)
        cloth, pole = symbols.flag(px, skin.flag)
        paint(tile, cloth, pale)
        paint(tile, pole, pale)
    paint(tile, symbols.cross(px), skin.cross)
