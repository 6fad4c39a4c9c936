"""The whole client area as a image: the board and, above it, mine counter, face and clock.

`SceneLayout` says where everything is; `render_scene` draws it all, and `paint_cell`,
`render_counter` and `render_face` draw single parts, so that a front end can redraw only what
changed. Both front ends use it and therefore look alike. Pure drawing: no window, no game.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from autosweep.board import Board, Phase
from autosweep.client.skins import MAX_PX, MIN_PX, Skin, TileStyle, render_tile
from autosweep.client.vector_shapes import Stencil, arc, bevel, fill, filled, paint
from autosweep.geometry import Cell, Grid, Rect
from autosweep.interfaces import Pixels

COUNTER_DIGITS = 3
_MIN_UNIT = 18
_MAX_UNIT = 56


class Mood(Enum):
    """What the face shows."""

    CALM = "calm"
    TENSE = "tense"
    """A button is held down."""
    HAPPY = "happy"
    SAD = "sad"

    @classmethod
    def of(cls, phase: Phase) -> Mood:
        """Return the mood that goes with a phase."""
        return {Phase.WON: cls.HAPPY, Phase.LOST: cls.SAD}.get(phase, cls.CALM)


@dataclass(frozen=True, slots=True)
class SceneLayout:
    """Where everything is in the client area, in its pixels."""

    width: int
    height: int
    cell_px: int
    grid: Grid
    """The lattice of the board."""
    frame: Rect
    """The board with its edge."""
    header: Rect
    """The bar that holds counters and face."""
    mines: Rect
    """The mine counter."""
    clock: Rect
    """The counter of seconds."""
    face: Rect
    """The button that begins a new game."""

    @classmethod
    def of(cls, skin: Skin, rows: int, cols: int, cell_px: int) -> SceneLayout:
        """Lay out a board; the header is never narrower than its contents."""
        unit = max(_MIN_UNIT, min(_MAX_UNIT, cell_px))
        margin = max(6, round(unit * 0.4))
        edge = max(2, round(unit * 0.12)) if skin.style is TileStyle.BEVEL else 1
        inset = max(3, round(unit * 0.2))
        tall = round(unit * 1.3)
        wide = counter_width(tall)
        board = (cols * cell_px, rows * cell_px)
        bar = max(board[0] + 2 * edge, 2 * wide + tall + 4 * inset)
        header = Rect(margin, margin, bar, tall + 2 * inset)
        frame = Rect(
            margin + (bar - board[0] - 2 * edge) // 2,
            header.bottom + margin,
            board[0] + 2 * edge,
            board[1] + 2 * edge,
        )
        top = header.y + inset
        return cls(
            width=bar + 2 * margin,
            height=frame.bottom + margin,
            cell_px=cell_px,
            grid=Grid.regular((frame.x + edge, frame.y + edge), (cell_px, cell_px), (rows, cols)),
            frame=frame,
            header=header,
            mines=Rect(header.x + inset, top, wide, tall),
            clock=Rect(header.right - inset - wide, top, wide, tall),
            face=Rect(header.x + (bar - tall) // 2, top, tall, tall),
        )

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the client area."""
        return self.width, self.height

    def fits(self, room: tuple[int, int]) -> bool:
        """Return True if the client area is no larger than a width and height."""
        return self.width <= room[0] and self.height <= room[1]


def largest_layout(skin: Skin, rows: int, cols: int, room: tuple[int, int]) -> SceneLayout:
    """Return the layout with the largest cells that fits; the smallest one where none does."""
    px = MAX_PX
    while px > MIN_PX and not SceneLayout.of(skin, rows, cols, px).fits(room):
        px -= 1
    return SceneLayout.of(skin, rows, cols, px)


def counter_width(height: int) -> int:
    """Return the width of a counter of that height."""
    return COUNTER_DIGITS * round(height * 0.56) + 2 * _counter_pad(height)


def _counter_pad(height: int) -> int:
    return max(1, round(height * 0.09))


def render_scene(  # noqa: PLR0913 - what is shown, in the order of its importance
    skin: Skin,
    layout: SceneLayout,
    board: Board,
    *,
    mines_left: int | None = 0,
    seconds: int = 0,
    mood: Mood = Mood.CALM,
) -> Pixels:
    """Return the image of the client area."""
    image = render_backdrop(skin, layout)
    paint_part(image, layout.mines, render_counter(skin, mines_left, layout.mines.h))
    paint_part(image, layout.clock, render_counter(skin, seconds, layout.clock.h))
    paint_part(image, layout.face, render_face(skin, mood, layout.face.h))
    for i, code in enumerate(board.cells):
        paint_cell(image, skin, layout, board.cell(i), code)
    return image


def paint_cell(image: Pixels, skin: Skin, layout: SceneLayout, cell: Cell, code: int) -> None:
    """Draw one cell into a image of the client area."""
    tile = render_tile(skin, code, layout.cell_px, sum(cell) % 2)
    paint_part(image, layout.grid.cell_rect(cell), tile)


def paint_part(image: Pixels, rect: Rect, part: Pixels) -> None:
    """Copy a part into its place."""
    image[rect.y : rect.bottom, rect.x : rect.right] = part


def render_backdrop(skin: Skin, layout: SceneLayout) -> Pixels:
    """Return the client area without cells, counters and face."""
    colours = skin.header
    image = filled(layout.width, layout.height, colours.ground)
    if skin.style is TileStyle.BEVEL:
        edge = round((layout.frame.w - layout.grid.bbox.w) / 2)
        outer = Rect(0, 0, layout.width, layout.height)
        bevel(image, outer, edge, skin.light, skin.shade)
        bevel(image, layout.header, max(1, edge - 1), skin.shade, skin.light)
        bevel(image, layout.frame, edge, skin.shade, skin.light)
    else:
        fill(image, layout.frame, skin.line)
    return image


_SEGMENTS_OF = {
    "0": "abcdef",
    "1": "bc",
    "2": "abdeg",
    "3": "abcdg",
    "4": "bcfg",
    "5": "acdfg",
    "6": "acdefg",
    "7": "abc",
    "8": "abcdefg",
    "9": "abcdfg",
    "-": "g",
    " ": "",
}
"""Segments by their usual letters: a top, b and c right, d bottom, e and f left, g middle."""


def counter_text(value: int | None) -> str:
    """Return the three characters a counter shows, dashes for a value that is not known.

    Values beyond them stay at the end.
    """
    if value is None:
        return "-" * COUNTER_DIGITS
    value = max(-99, min(999, value))
    return f"{value:03d}" if value >= 0 else f"-{-value:02d}"


@lru_cache(maxsize=512)
def render_counter(skin: Skin, value: int | None, height: int) -> Pixels:
    """Return the image of a three-digit counter, not to be written to."""
    colours = skin.header
    width = counter_width(height)
    image = filled(width, height, colours.ground)
    pad = _counter_pad(height)
    if skin.style is TileStyle.BEVEL:
        fill(image, Rect(0, 0, width, height), colours.panel)
        bevel(image, Rect(0, 0, width, height), max(1, pad // 3), skin.shade, skin.light)
    else:
        panel = Stencil(width, height)
        panel.rounded_box((0, 0, width, height), height * 0.14)
        paint(image, panel, colours.panel)
    lit, unlit = Stencil(width, height), Stencil(width, height)
    step = (width - 2 * pad) // COUNTER_DIGITS
    for place, symbol in enumerate(counter_text(value)):
        box = (pad + place * step, pad, step, height - 2 * pad)
        for segment in "abcdefg":
            target = lit if segment in _SEGMENTS_OF[symbol] else unlit
            target.polygon(_segment(segment, box))
    paint(image, unlit, colours.unlit)
    paint(image, lit, colours.lit)
    image.flags.writeable = False
    return image


def _segment(segment: str, box: tuple[int, int, int, int]) -> list[tuple[float, float]]:
    """Return the outline of a segment of a digit that fills a box (left, top, width, height)."""
    left, top, wide, tall = box
    thick = max(2.0, round(tall * 0.13))
    slit = max(0.5, thick * 0.14)
    x0, x1 = left + thick * 0.9, left + wide - thick * 0.9
    y0, y2 = top + thick, top + tall - thick
    y1 = (y0 + y2) / 2
    half = thick / 2
    if segment in "adg":
        y = {"a": y0, "g": y1, "d": y2}[segment]
        return [
            (x0 + slit, y),
            (x0 + slit + half, y - half),
            (x1 - slit - half, y - half),
            (x1 - slit, y),
            (x1 - slit - half, y + half),
            (x0 + slit + half, y + half),
        ]
    x = x0 if segment in "ef" else x1
    low, high = (y0, y1) if segment in "bf" else (y1, y2)
    return [
        (x, low + slit),
        (x + half, low + slit + half),
        (x + half, high - slit - half),
        (x, high - slit),
        (x - half, high - slit - half),
        (x - half, low + slit + half),
    ]


_FACE, _FACE_EDGE, _INK = "#ffd84a", "#7a5a00", "#2b2300"


@lru_cache(maxsize=64)
def render_face(skin: Skin, mood: Mood, size: int) -> Pixels:
    """Return the image of the face button, not to be written to."""
    colours = skin.header
    image = filled(size, size, colours.ground)
    if skin.style is TileStyle.BEVEL:
        fill(image, Rect(0, 0, size, size), colours.button)
        bevel(image, Rect(0, 0, size, size), max(1, round(size * 0.07)), skin.light, skin.shade)
    else:
        button = Stencil(size, size)
        button.rounded_box((0, 0, size, size), size * 0.2)
        paint(image, button, colours.button)
    middle, radius = size / 2, size * 0.36
    rim, face = Stencil(size, size), Stencil(size, size)
    rim.disc((middle, middle), radius)
    face.disc((middle, middle), radius - max(0.8, size * 0.028))
    paint(image, rim, _FACE_EDGE)
    paint(image, face, _FACE)
    ink = Stencil(size, size)
    _features(ink, mood, size)
    paint(image, ink, _INK)
    image.flags.writeable = False
    return image


def _features(ink: Stencil, mood: Mood, size: int) -> None:
    """Draw eyes and mouth."""
    middle = size / 2
    pen = max(1.1, size * 0.045)
    eye_y, eye_dx = middle - size * 0.09, size * 0.13
    eyes = [(middle - eye_dx, eye_y), (middle + eye_dx, eye_y)]
    mouth = (middle, middle + size * 0.05)
    if mood is Mood.SAD:
        arm = size * 0.05
        for x, y in eyes:
            ink.stroke([(x - arm, y - arm), (x + arm, y + arm)], pen)
            ink.stroke([(x - arm, y + arm), (x + arm, y - arm)], pen)
        ink.stroke(arc((middle, middle + size * 0.23), (size * 0.15, size * 0.1), 200, 340), pen)
        return
    if mood is Mood.HAPPY:
        for x, y in eyes:
            ink.rounded_box(
                (x - size * 0.1, y - size * 0.05, x + size * 0.1, y + size * 0.07), size * 0.05
            )
        ink.stroke([(middle - size * 0.3, eye_y - pen), (middle + size * 0.3, eye_y - pen)], pen)
        ink.stroke(arc(mouth, (size * 0.19, size * 0.15), 15, 165), pen)
        return
    for center in eyes:
        ink.disc(center, size * 0.045)
    if mood is Mood.TENSE:
        ink.disc((middle, middle + size * 0.16), size * 0.07)
    else:
        ink.stroke(arc(mouth, (size * 0.18, size * 0.14), 20, 160), pen)
