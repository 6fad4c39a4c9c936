"""Drawing on images of boards: hints for a player, and readings for debugging. Pure.

Shapes are drawn at four times the size of a cell and averaged, which keeps them legible in cells of
14 pixels.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from autosweep.board import SYMBOLS
from autosweep.geometry import Grid, Rect
from autosweep.interfaces import Pixels
from autosweep.overlay.hint_marks import (
    BLACK,
    DASHES,
    LEAST_LINE,
    LEAST_RIM,
    RIM,
    WHITE,
    YELLOW,
    Colour,
    Disc,
    Hints,
    Paint,
    Plate,
    Shape,
    Stroke,
    Text,
    marks_of,
)
from autosweep.vision.reading import Reading

__all__ = ["Hints", "contact_sheet", "draw_hints", "draw_readings"]

Mask = npt.NDArray[np.uint8]
Share = npt.NDArray[np.float32]
"""Coverage of each pixel, 0 to 1; height x width x 1."""

FINER = 4
"""Samples per pixel along each side."""
LABELLED_CELL = 44
"""Cells are enlarged to about this size before labels are written into their corners."""
SHEET_COLUMNS = 8
SHEET_CELL = 96
MAX_SIDE = 8000
"""Images are not enlarged beyond this many pixels a side."""


def draw_hints(pixels: Pixels, grid: Grid, hints: Hints, *, opacity: float = 1.0) -> Pixels:
    """Return a copy of an image with hints drawn on the cells of a board."""
    out = pixels.copy()
    for mark in marks_of(hints, grid):
        rect = grid.cell_rect(mark.cell)
        for paint in mark.paints:
            _apply(out, rect, paint, opacity)
    return out


def draw_readings(pixels: Pixels, readings: list[Reading]) -> Pixels:
    """Return an image, enlarged if cells are small, with grids and labels drawn on it.

    The label of a cell is in its lower right corner; an uncertain cell has a dashed frame and its
    two likeliest symbols.
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
        _draw_grid(out, grid)
        uncertain = set(reading.uncertain)
        for i, code in enumerate(reading.board.cells):
            cell = reading.board.cell(i)
            rect = grid.cell_rect(cell)
            if cell in uncertain:
                _apply(out, rect, Paint(DASHES, BLACK, YELLOW))
                options = [SYMBOLS[o] for o, _ in reading.alternatives.get(cell, ())]
                _label(out, rect, "/".join(dict.fromkeys(options)) or SYMBOLS[code], YELLOW, BLACK)
            else:
                _label(out, rect, SYMBOLS[code], BLACK, WHITE)
    return out


def contact_sheet(cells: Sequence[Pixels]) -> Pixels:
    """Return images of cells side by side, enlarged and numbered from 1."""
    columns = min(SHEET_COLUMNS, max(1, len(cells)))
    lines = -(-len(cells) // columns)
    side, step = SHEET_CELL, SHEET_CELL + 32
    sheet = np.full((max(1, lines) * (step + 24), columns * step, 3), 255, np.uint8)
    for k, pixels in enumerate(cells):
        x, y = k % columns * step + 16, k // columns * (step + 24) + 32
        height, width = pixels.shape[:2]
        longest = max(height, width)
        size = (max(1, side * width // longest), max(1, side * height // longest))
        large = cv2.resize(pixels, size, interpolation=cv2.INTER_NEAREST)
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


def _draw_grid(out: Pixels, grid: Grid) -> None:
    """Draw the edges of all cells: a light line beside a dark one is visible on any background."""
    box = grid.bbox
    for light, colour in ((1, WHITE), (0, BLACK)):
        for edge in grid.row_edges:
            y = round(edge) + light
            cv2.line(out, (box.x, y), (box.right, y), colour, 1)
        for edge in grid.col_edges:
            x = round(edge) + light
            cv2.line(out, (x, box.y), (x, box.bottom), colour, 1)


def _apply(out: Pixels, rect: Rect, paint: Paint, opacity: float = 1.0) -> None:
    """Paint shapes, and their rim below them, into a cell."""
    fill, rim = _masks(paint.shapes, rect.w, rect.h, rimmed=paint.rim is not None)
    if paint.rim is not None:
        _paint(out, rect, rim, paint.rim, opacity)
    _paint(out, rect, fill, paint.fill, opacity)


@lru_cache(maxsize=1024)
def _masks(
    shapes: tuple[Shape, ...], width: int, height: int, *, rimmed: bool
) -> tuple[Share, Share]:
    """Return the coverage of the pixels of a cell by shapes, without and with their rim."""
    mask = np.zeros((FINER * height, FINER * width), np.uint8)
    for shape in shapes:
        _add(mask, shape)
    fill = _averaged(mask)
    if not rimmed:
        return fill, fill
    reach = max(round(FINER * LEAST_RIM), round(RIM * min(mask.shape)))
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1, 2 * reach + 1))
    return fill, _averaged(np.asarray(cv2.dilate(mask, kernel), np.uint8))


def _averaged(mask: Mask) -> Share:
    """Return the coverage of each pixel, from a mask that is FINER times as large."""
    size = (mask.shape[1] // FINER, mask.shape[0] // FINER)
    share = cv2.resize(mask, size, interpolation=cv2.INTER_AREA)
    return np.asarray(share[:, :, None] / 255, np.float32)


def _add(mask: Mask, shape: Shape) -> None:
    """Draw a shape into a mask."""
    rows, cols = mask.shape
    side = min(rows, cols)
    if isinstance(shape, Stroke):
        points = np.array([[x * cols, y * rows] for x, y in shape.points]).round()
        cv2.polylines(
            mask,
            [points.astype(np.int32)],
            isClosed=False,
            color=255,
            thickness=_thick(shape, side),
        )
    elif isinstance(shape, Disc):
        thick = -1 if shape.width is None else _thick(shape, side)
        cv2.circle(mask, (cols // 2, rows // 2), round(shape.radius * side), 255, thick)
    else:
        plate = shape.plate if isinstance(shape, Text) else shape
        width, height = round(plate.width * cols), round(plate.height * rows)
        x, y = (cols - width) // 2, (rows - height) // 2
        if isinstance(shape, Plate):
            mask[y : y + height, x : x + width] = 255
            return
        written = _text(shape.text, max(1, width - 2 * FINER), max(1, height - 2 * FINER))
        top = y + (height - written.shape[0]) // 2
        left = x + (width - written.shape[1]) // 2
        part = mask[top : top + written.shape[0], left : left + written.shape[1]]
        np.maximum(part, written, out=part)


def _thick(shape: Stroke | Disc, side: int) -> int:
    return max(round(FINER * LEAST_LINE), round((shape.width or 0.0) * side))


def _label(out: Pixels, rect: Rect, text: str, background: Colour, colour: Colour) -> None:
    """Write a text on a plate in the lower right corner of a cell."""
    share = 0.34 if len(text) == 1 else 0.75
    width, height = round(FINER * rect.w * share), round(FINER * rect.h * 0.4)
    _plate(
        out, rect, at=(0.97, 0.97), size=(width, height), text=text, colours=(background, colour)
    )


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
    _paint(out, rect, _averaged(canvas), colours[0])
    _paint(out, rect, _averaged(letters), colours[1])


def _paint(out: Pixels, rect: Rect, share: Share, colour: Colour, opacity: float = 1.0) -> None:
    """Blend a colour into a cell by the coverage of its pixels; what is outside is cut off."""
    seen = rect.intersect(Rect(0, 0, out.shape[1], out.shape[0]))
    if not seen.area:
        return
    x, y = seen.x - rect.x, seen.y - rect.y
    there = share[y : y + seen.h, x : x + seen.w] * opacity
    part = out[seen.y : seen.bottom, seen.x : seen.right]
    part[:] = np.rint(part + (np.array(colour, np.float32) - part) * there).astype(np.uint8)


@lru_cache(maxsize=1024)
def _text(text: str, width: int, height: int) -> Mask:
    """Return a text as large as fits: it fills the mask in one direction."""
    (wide, high), base = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, 3.0, 9)
    canvas = np.zeros((high + base + 80, wide + 80), np.uint8)
    cv2.putText(canvas, text, (40, high + 40), cv2.FONT_HERSHEY_SIMPLEX, 3.0, 255, 9)
    ys, xs = np.nonzero(canvas)
    if not len(ys):
        return np.zeros((1, 1), np.uint8)
    drawn = canvas[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]
    scale = min(width / drawn.shape[1], height / drawn.shape[0])
    size = (max(1, int(drawn.shape[1] * scale)), max(1, int(drawn.shape[0] * scale)))
    return np.asarray(cv2.resize(drawn, size, interpolation=cv2.INTER_AREA), np.uint8)
