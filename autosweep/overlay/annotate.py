"""Drawing on pictures of boards: hints for a player, and what was read for whoever doubts it.

Every mark has a shape of its own and a light rim round dark ink, so that it can be told without
colour vision and on light and dark boards. Shapes are drawn at four times the size of a cell and
averaged, which keeps them legible in cells of 14 pixels. Pure: numpy and cv2 on arrays, no files,
no screen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from autosweep.board import SYMBOLS
from autosweep.geometry import Cell, Grid, Rect
from autosweep.seams import Pixels
from autosweep.vision.reading import Reading

Mask = npt.NDArray[np.uint8]
Colour = tuple[int, int, int]
"""Blue, green, red."""
Stroke = tuple[tuple[float, float], ...]
"""Points as shares of a cell: x, y."""

FINER = 4
"""Samples a pixel, along each side."""
WHITE: Colour = (255, 255, 255)
BLACK: Colour = (24, 24, 24)
BLUE: Colour = (178, 94, 0)
VERMILION: Colour = (0, 60, 200)
YELLOW: Colour = (40, 210, 250)
# Blue, vermilion and yellow stay apart for all common kinds of colour blindness.
TICK: tuple[Stroke, ...] = (((0.23, 0.53), (0.42, 0.73), (0.78, 0.28)),)
CROSS: tuple[Stroke, ...] = (((0.27, 0.27), (0.73, 0.73)), ((0.73, 0.27), (0.27, 0.73)))
SLASH: tuple[Stroke, ...] = (((0.22, 0.78), (0.78, 0.22)),)
PERCENT_SIGN_FROM = 30
"""Cell width in pixels from which there is room for the sign."""
LABELLED_CELL = 44
"""Cells are enlarged to about this size before labels are written into their corners."""
SHEET_COLUMNS = 8
SHEET_CELL = 96
MAX_SIDE = 8000
"""Pictures are not enlarged beyond this many pixels a side."""


@dataclass(frozen=True, slots=True)
class Hints:
    """What to draw on a board."""

    safe: frozenset[Cell] = frozenset()
    """Proven free of mines: a tick."""
    mines: frozenset[Cell] = frozenset()
    """Proven mines: a cross."""
    guess: Cell | None = None
    """The best guess where nothing is safe: a frame of corners."""
    probability: Mapping[Cell, float] = field(default_factory=dict)
    """Chance of a mine of the cells that shall show it: a dark badge with percent."""
    doubtful: frozenset[Cell] = frozenset()
    """Cells that could not be read for certain: a dashed frame and a question mark."""
    wrong_flags: frozenset[Cell] = frozenset()
    """Flags on cells that are proven safe: a ring with a slash."""


def draw_hints(pixels: Pixels, grid: Grid, hints: Hints) -> Pixels:
    """Return a copy of a picture with hints drawn on the cells of a board."""
    out = pixels.copy()
    for cell in sorted(hints.doubtful):
        _doubt(out, grid.cell_rect(cell))
    for cell, chance in hints.probability.items():
        rect = grid.cell_rect(cell)
        _badge(out, rect, _percent(chance, rect.w), BLACK, WHITE)
    for cell in hints.safe - hints.wrong_flags:
        _strokes(out, grid.cell_rect(cell), TICK, BLUE)
    for cell in hints.mines:
        _strokes(out, grid.cell_rect(cell), CROSS, VERMILION)
    for cell in hints.wrong_flags:
        rect = grid.cell_rect(cell)
        _mark(out, rect, _ring(rect.w, rect.h), VERMILION)
    if hints.guess is not None:
        rect = grid.cell_rect(hints.guess)
        _mark(out, rect, _corners(rect.w, rect.h), BLACK, rim=YELLOW)
    return out


def draw_readings(pixels: Pixels, readings: list[Reading]) -> Pixels:
    """Return a picture, enlarged where cells are small, with lattices and labels drawn on it.

    The label of a cell stands in its lower right corner; a cell that is not sure has a dashed frame
    and its two likeliest symbols.
    """
    sizes = [min(reading.grid.cell_size) for reading in readings]
    times = 1
    if sizes:
        times = max(1, round(LABELLED_CELL / min(sizes)))
        times = max(1, min(times, MAX_SIDE // max(pixels.shape[:2])))
    out = np.ascontiguousarray(pixels.repeat(times, axis=0).repeat(times, axis=1))
    for reading in readings:
        grid = Grid(
            tuple(times * edge for edge in reading.grid.row_edges),
            tuple(times * edge for edge in reading.grid.col_edges),
        )
        _lattice(out, grid)
        unsure = set(reading.doubtful)
        for i, code in enumerate(reading.board.cells):
            cell = reading.board.cell(i)
            rect = grid.cell_rect(cell)
            if cell in unsure:
                _mark(out, rect, _dashes(rect.w, rect.h), BLACK, rim=YELLOW)
                options = [SYMBOLS[o] for o, _ in reading.alternatives.get(cell, ())]
                _label(out, rect, "/".join(dict.fromkeys(options)) or SYMBOLS[code], YELLOW, BLACK)
            else:
                _label(out, rect, SYMBOLS[code], BLACK, WHITE)
    return out


def contact_sheet(pictures: Sequence[Pixels]) -> Pixels:
    """Return pictures of cells side by side, enlarged and numbered from 1."""
    columns = min(SHEET_COLUMNS, max(1, len(pictures)))
    lines = -(-len(pictures) // columns)
    side, step = SHEET_CELL, SHEET_CELL + 32
    sheet = np.full((max(1, lines) * (step + 24), columns * step, 3), 255, np.uint8)
    for k, picture in enumerate(pictures):
        x, y = k % columns * step + 16, k // columns * (step + 24) + 32
        height, width = picture.shape[:2]
        longest = max(height, width)
        size = (max(1, side * width // longest), max(1, side * height // longest))
        large = cv2.resize(picture, size, interpolation=cv2.INTER_NEAREST)
        sheet[y : y + size[1], x : x + size[0]] = large
        cv2.rectangle(sheet, (x - 1, y - 1), (x + size[0], y + size[1]), BLACK, 1)
        _plate(
            sheet,
            Rect(x, y - 26, 48, 22),
            at=(0, 0),
            size=(192, 88),
            text=str(k + 1),
            colours=(WHITE, BLACK),
        )
    return sheet


def _lattice(out: Pixels, grid: Grid) -> None:
    """Draw the edges of all cells: a light line beside a dark one shows on any ground."""
    box = grid.bbox
    for light, colour in ((1, WHITE), (0, BLACK)):
        for edge in grid.row_edges:
            y = round(edge) + light
            cv2.line(out, (box.x, y), (box.right, y), colour, 1)
        for edge in grid.col_edges:
            x = round(edge) + light
            cv2.line(out, (x, box.y), (x, box.bottom), colour, 1)


def _percent(chance: float, width: int) -> str:
    """Return a chance in percent; 0 and 100 are kept for what is certain."""
    number = str(min(99, max(1, round(chance * 100))))
    return number + "%" if width >= PERCENT_SIGN_FROM else number


def _strokes(out: Pixels, rect: Rect, strokes: tuple[Stroke, ...], ink: Colour) -> None:
    _mark(out, rect, _drawn(strokes, rect.w, rect.h), ink)


def _doubt(out: Pixels, rect: Rect) -> None:
    _mark(out, rect, _dashes(rect.w, rect.h), BLACK, rim=YELLOW)
    _badge(out, rect, "?", YELLOW, BLACK)


def _mark(out: Pixels, rect: Rect, mask: Mask, ink: Colour, rim: Colour = WHITE) -> None:
    """Paint a shape with a rim of another colour round it."""
    width = max(FINER, round(0.06 * min(mask.shape)))
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * width + 1, 2 * width + 1))
    _paint(out, rect, np.asarray(cv2.dilate(mask, kernel), np.uint8), rim)
    _paint(out, rect, mask, ink)


def _badge(out: Pixels, rect: Rect, text: str, ground: Colour, ink: Colour) -> None:
    """Write a text on a plate in the middle of a cell."""
    width, height = round(FINER * rect.w * 0.86), round(FINER * rect.h * 0.62)
    _plate(out, rect, at=(0.5, 0.5), size=(width, height), text=text, colours=(ground, ink))


def _label(out: Pixels, rect: Rect, text: str, ground: Colour, ink: Colour) -> None:
    """Write a text on a plate in the lower right corner of a cell."""
    share = 0.34 if len(text) == 1 else 0.75
    width, height = round(FINER * rect.w * share), round(FINER * rect.h * 0.4)
    _plate(out, rect, at=(0.97, 0.97), size=(width, height), text=text, colours=(ground, ink))


def _plate(  # noqa: PLR0913 - where, how large, what and in which colours
    out: Pixels,
    rect: Rect,
    *,
    at: tuple[float, float],
    size: tuple[int, int],
    text: str,
    colours: tuple[Colour, Colour],
) -> None:
    canvas = np.zeros((FINER * rect.h, FINER * rect.w), np.uint8)
    width, height = min(size[0], canvas.shape[1]), min(size[1], canvas.shape[0])
    x = round((canvas.shape[1] - width) * at[0])
    y = round((canvas.shape[0] - height) * at[1])
    canvas[y : y + height, x : x + width] = 255
    letters = np.zeros_like(canvas)
    margin = FINER
    room = (max(1, width - 2 * margin), max(1, height - 2 * margin))
    written = _text(text, *room)
    top = y + (height - written.shape[0]) // 2
    left = x + (width - written.shape[1]) // 2
    letters[top : top + written.shape[0], left : left + written.shape[1]] = written
    _paint(out, rect, canvas, colours[0])
    _paint(out, rect, letters, colours[1])


def _paint(out: Pixels, rect: Rect, mask: Mask, colour: Colour) -> None:
    """Blend a colour into a cell by a mask of FINER times its size; what lies outside is cut."""
    seen = rect.intersect(Rect(0, 0, out.shape[1], out.shape[0]))
    if not seen.area:
        return
    alpha = cv2.resize(mask, (rect.w, rect.h), interpolation=cv2.INTER_AREA)
    x, y = seen.x - rect.x, seen.y - rect.y
    share = alpha[y : y + seen.h, x : x + seen.w, None].astype(np.float32) / 255
    part = out[seen.y : seen.bottom, seen.x : seen.right]
    part[:] = np.rint(part * (1 - share) + np.array(colour, np.float32) * share).astype(np.uint8)


@lru_cache(maxsize=256)
def _drawn(strokes: tuple[Stroke, ...], width: int, height: int) -> Mask:
    mask = np.zeros((FINER * height, FINER * width), np.uint8)
    thick = max(FINER + 2, round(0.13 * min(mask.shape)))
    for stroke in strokes:
        points = np.array([[x * mask.shape[1], y * mask.shape[0]] for x, y in stroke])
        cv2.polylines(
            mask, [points.round().astype(np.int32)], isClosed=False, color=255, thickness=thick
        )
    return mask


@lru_cache(maxsize=256)
def _ring(width: int, height: int) -> Mask:
    """Return a ring with a slash through it."""
    mask = _drawn(SLASH, width, height).copy()
    side = min(mask.shape)
    centre = (mask.shape[1] // 2, mask.shape[0] // 2)
    cv2.circle(mask, centre, round(0.36 * side), 255, max(FINER + 2, round(0.1 * side)))
    return mask


@lru_cache(maxsize=256)
def _corners(width: int, height: int) -> Mask:
    """Return the four corners of a frame."""
    mask = np.zeros((FINER * height, FINER * width), np.uint8)
    rows, cols = mask.shape
    edge = max(FINER, round(0.07 * min(mask.shape)))
    rim = max(FINER, round(0.06 * min(mask.shape)))
    cv2.rectangle(mask, (rim, rim), (cols - rim - 1, rows - rim - 1), 255, -1)
    mask[rim + edge : rows - rim - edge, rim + edge : cols - rim - edge] = 0
    mask[round(0.36 * rows) : round(0.64 * rows)] = 0
    mask[:, round(0.36 * cols) : round(0.64 * cols)] = 0
    return mask


@lru_cache(maxsize=256)
def _dashes(width: int, height: int) -> Mask:
    """Return a dashed frame."""
    mask = np.zeros((FINER * height, FINER * width), np.uint8)
    rows, cols = mask.shape
    edge = max(FINER, round(0.06 * min(mask.shape)))
    step = max(2 * FINER, round(0.2 * min(mask.shape)))
    across = (np.arange(cols) // step) % 2 == 0
    down = (np.arange(rows) // step) % 2 == 0
    for line in (slice(edge, 2 * edge), slice(rows - 2 * edge, rows - edge)):
        mask[line, across] = 255
    for line in (slice(edge, 2 * edge), slice(cols - 2 * edge, cols - edge)):
        mask[down, line] = 255
    return mask


@lru_cache(maxsize=1024)
def _text(text: str, width: int, height: int) -> Mask:
    """Return a text as large as fits, its ink filling the mask in one direction."""
    (wide, high), base = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, 3.0, 9)
    canvas = np.zeros((high + base + 80, wide + 80), np.uint8)
    cv2.putText(canvas, text, (40, high + 40), cv2.FONT_HERSHEY_SIMPLEX, 3.0, 255, 9)
    ys, xs = np.nonzero(canvas)
    if not len(ys):
        return np.zeros((1, 1), np.uint8)
    ink = canvas[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]
    scale = min(width / ink.shape[1], height / ink.shape[0])
    size = (max(1, int(ink.shape[1] * scale)), max(1, int(ink.shape[0] * scale)))
    return np.asarray(cv2.resize(ink, size, interpolation=cv2.INTER_AREA), np.uint8)
