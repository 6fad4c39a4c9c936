"""Boards that go on beyond what is seen: which sides are cut off.

A page that is scrolled, or a window beyond the edge of the screen, shows part of a board. A number
in its last line may count unseen mines, so nothing there is certain. Two kinds of evidence: the
pixels (a strip of one more line of cells, at the end of the frame or of a part that scrolls), and
what is known of the screen (a window that reaches beyond it or is too small for its board, a region
that ends at the board).
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from autosweep.geometry import Grid, Rect, ScreenMap
from autosweep.interfaces import Pixels
from autosweep.vision.thresholds import (
    BESIDE_PIXELS,
    EDGE_REACH,
    MAX_INNER_STRIP,
    MAX_OUTSIDE_PIXELS,
    MIN_CONTRASTING,
    MIN_INNER_STRIP,
    MIN_MATCHING,
    MIN_STRIP,
    MIN_STRIP_PIXELS,
    SAME_EDGE,
    SAME_STRIP,
)
from autosweep.vision.usual_sizes import USUAL_SIZES, lacks_lines

Sides = tuple[bool, bool, bool, bool]
"""Above, below, left, right."""

NONE: Sides = (False, False, False, False)
NAMES = ("top", "bottom", "left", "right")
"""The sides in words, in the order of `Sides`."""


def clipped_sides(pixels: Pixels, grid: Grid) -> Sides:
    """Return the sides on which a board goes on beyond the border of the frame.

    What is seen of one more line has the pixels of other cells. Where it has not, as signs may lie
    in it, it is divided by the lines of the board, and a line more makes the size a usual one.
    """
    turned = pixels.transpose(1, 0, 2)
    rows, cols = np.array(grid.row_edges), np.array(grid.col_edges)
    views = (
        (pixels[::-1], _mirrored(rows, pixels.shape[0]), cols),
        (pixels, rows, cols),
        (turned[::-1], _mirrored(cols, pixels.shape[1]), rows),
        (turned, cols, rows),
    )
    divided = _sides(_divided_strip(*view) for view in views)
    return either(
        _sides(_goes_on(*view) for view in views),
        lacking_sides((grid.rows, grid.cols), divided),
    )


def hidden_sides(
    board: Rect, cell: tuple[float, float], screen: Rect, window: Rect | None
) -> Sides:
    """Return the sides on which the edge of the screen may hide more of a board.

    All rectangles are in screen points; `cell` is the width and height of a cell. A window that
    lies wholly on the screen hides nothing, unless its own border cut the board (see `lost_sides`).
    One that reaches beyond the screen may hide more cells wherever less than a whole cell is seen
    beside the board: a strip of some pixels may be the border of the board or the next line of
    cells. Where a strip is seen that the pixels can tell of (see `clipped_sides`), and the window
    has no room for a line of cells beyond the board, on the screen and off it, it hides none. Where
    the window is not known, a board that touches the edge may go on.
    """
    rooms = _rooms(board, screen)
    if window is None:
        return _sides(room < MIN_STRIP_PIXELS for room in rooms)
    pitch = min(cell)
    seen = max(MIN_STRIP_PIXELS, MIN_INNER_STRIP * pitch)
    beyond = zip(rooms, _rooms(screen, window), strict=True)
    off = _sides(
        more > 0 and room < pitch and not (room >= seen and room + more < pitch - 1)
        for room, more in beyond
    )
    return either(off, lost_sides(board, cell, window))


def lost_sides(board: Rect, cell: tuple[float, float], window: Rect) -> Sides:
    """Return the sides on which a window that is too small for its board may hide lines of it.

    Its tiles end where the window does, and a line or two more would make the size a usual one.
    Most boards that fill their window have a usual size, so that alone says nothing. A window shows
    its content from the upper left corner on: above and at the left it loses lines only where the
    content is centred, which ends at both sides then.
    """
    width, height = cell
    size = (round(board.h / height), round(board.w / width))
    if size in USUAL_SIZES:
        return NONE
    above, below, left, right = _sides(r < MIN_STRIP_PIXELS for r in _rooms(board, window))
    return lacking_sides(size, (above and below, below, left and right, right))


def on_screen(grid: Grid, mapping: ScreenMap) -> tuple[Rect, tuple[float, float]]:
    """Return where a board is on the screen and the width and height of a cell there, in points."""
    width, height = grid.cell_size
    return mapping.rect_to_screen(grid.bbox), (width / mapping.scale_x, height / mapping.scale_y)


def touched_sides(board: Rect, pitch: float, frame: Rect) -> Sides:
    """Return the sides on which a board touches the end of an image and may go on beyond it.

    An image that ends at two opposite sides of a board was cropped to the board. One that ends at a
    single side, with room on the other, may be of a screen whose edge cut the board.
    """
    above, below, left, right = _rooms(board, frame)

    def cut(here: int, opposite: int) -> bool:
        return here < MIN_STRIP_PIXELS and opposite >= pitch / 2

    return cut(above, below), cut(below, above), cut(left, right), cut(right, left)


def more_lines(board: Rect, larger: Rect, pitch: float) -> Sides:
    """Return the sides on which a larger view of a board shows more lines of cells."""
    return _sides(room >= pitch / 2 for room in _rooms(board, larger))


def lacking_sides(size: tuple[int, int], open_ended: Sides) -> Sides:
    """Return the open-ended sides on which a line or two more would make the size a usual one."""
    rows, cols = lacks_lines(size)
    above, below, left, right = open_ended
    return above and rows, below and rows, left and cols, right and cols


def names_of(sides: Sides) -> list[str]:
    """Return the names of sides."""
    return [name for name, is_cut in zip(NAMES, sides, strict=True) if is_cut]


def named(names: Iterable[str]) -> Sides:
    """Return sides by their names; other names are ignored."""
    given = set(names)
    return _sides(name in given for name in NAMES)


def either(one: Sides, other: Sides) -> Sides:
    """Return the sides that are in one of two."""
    return _sides(a or b for a, b in zip(one, other, strict=True))


def _rooms(inner: Rect, outer: Rect) -> tuple[int, int, int, int]:
    """Return how far a rectangle is from the sides of another one that holds it."""
    return (
        inner.y - outer.y,
        outer.bottom - inner.bottom,
        inner.x - outer.x,
        outer.right - inner.right,
    )


def _sides(values: Iterable[bool]) -> Sides:
    above, below, left, right = values
    return above, below, left, right


def outer_lines(shape: tuple[int, ...], sides: Sides) -> npt.NDArray[np.bool_]:
    """Return the cells of the last lines on some sides of a board."""
    above, below, left, right = sides
    cells = np.zeros(shape, bool)
    cells[0] |= above
    cells[-1] |= below
    cells[:, 0] |= left
    cells[:, -1] |= right
    return cells


def _mirrored(edges: npt.NDArray[np.float64], size: int) -> npt.NDArray[np.float64]:
    return size - edges[::-1]


def _goes_on(
    pixels: npt.NDArray[np.uint8],
    down: npt.NDArray[np.float64],
    across: npt.NDArray[np.float64],
) -> bool:
    """Return True if a board goes on below its last line, where what is seen of it ends."""
    height, width = pixels.shape[:2]
    room = height - down[-1]
    pitch = (down[-1] - down[0]) / (len(down) - 1)
    if room < -MAX_OUTSIDE_PIXELS:
        return True
    if room >= pitch - 1:
        return _ends_within(pixels, down, across)
    if room < max(MIN_STRIP_PIXELS, MIN_STRIP * pitch):
        return False
    seen = int(room) - 1
    tops = np.round(down).astype(int)
    left, right = int(max(0, np.round(across[0]))), int(min(width, np.round(across[-1])))
    strip = pixels[tops[-1] : tops[-1] + seen, left:right].astype(np.int16)
    lines = [pixels[top : top + seen, left:right].astype(np.int16) for top in tops[:-1] if top >= 0]
    off = np.array([np.abs(strip - line).mean(axis=(0, 2)) for line in lines])
    beside = _beside(pixels, tops[-1], seen, (left, right))
    apart = np.abs(strip - beside[:, None]).max(axis=2).mean(axis=0)
    matching, contrasting = [], []
    for start, end in pairwise(across):
        part = slice(int(max(0, np.round(start) - left)), int(np.round(end) - left))
        matching.append(off[:, part].mean(axis=1).min() < SAME_STRIP)
        contrasting.append(apart[part].mean() > SAME_STRIP)
    enough = np.mean(matching) >= MIN_MATCHING and _is_divided(off, across, left)
    return bool(enough and np.mean(contrasting) >= MIN_CONTRASTING)


def _is_divided(off: npt.NDArray[np.float64], across: npt.NDArray[np.float64], left: int) -> bool:
    """Return True if a strip is divided between its cells just as the lines of the board are.

    A panel beside the board may have the colour of its cells; it has no lines between them. `off`
    tells how far the strip is from each line of the board, for each pixel across.
    """
    edges = [int(np.round(edge)) - left for edge in across[1:-1]]
    parts = [off[:, max(0, edge - EDGE_REACH) : edge + EDGE_REACH] for edge in edges]
    alike = [part.max(axis=1).min() < SAME_EDGE for part in parts]
    return not alike or float(np.mean(alike)) >= MIN_MATCHING


def _ends_within(
    pixels: npt.NDArray[np.uint8],
    down: npt.NDArray[np.float64],
    across: npt.NDArray[np.float64],
) -> bool:
    """Return True if a part of one more line of cells is seen below the last one.

    A part of a window that scrolls ends in the middle of a cell. Its pixels are those of the upper
    part of a cell, and the cells beside each other are told apart as they are in the board.
    """
    pitch = (down[-1] - down[0]) / (len(down) - 1)
    least, most = max(MIN_STRIP_PIXELS, MIN_INNER_STRIP * pitch), MAX_INNER_STRIP * pitch
    seen = int(pitch) - 1
    tops = np.round(down).astype(int)
    left, right = int(max(0, np.round(across[0]))), int(np.round(across[-1]))
    strip = pixels[tops[-1] : tops[-1] + seen, left:right].astype(np.int16)
    edges = np.clip(np.round(across).astype(int) - left, 0, strip.shape[1])
    if strip.shape[0] < seen or np.diff(edges).min() < MIN_STRIP_PIXELS:
        return False
    lines = [pixels[t : t + seen, left:right].astype(np.int16) for t in tops[-4:-1] if t >= 0]
    off = np.array([np.abs(strip - line).mean(axis=2) for line in lines])
    each = np.add.reduceat(off, edges[:-1], axis=2) / np.diff(edges)
    same = (each.min(axis=0) < SAME_STRIP).mean(axis=1) >= MIN_MATCHING
    # An edge is rounded to a pixel: what lies at it may be the end of the line before.
    first = int(np.argmax(same[: EDGE_REACH - 1]))
    run = seen if same[first:].all() else first + int(np.argmin(same[first:]))
    if not least <= run <= most:
        return False
    # The first pixels are the border of a whole line of cells; below it cells lie beside another.
    return _share_divided(strip[run // 2 : run], edges) >= MIN_MATCHING


def _divided_strip(
    pixels: npt.NDArray[np.uint8],
    down: npt.NDArray[np.float64],
    across: npt.NDArray[np.float64],
) -> bool:
    """Return True if less than a cell lies below the last line, and it is divided as cells are."""
    height, width = pixels.shape[:2]
    pitch = (down[-1] - down[0]) / (len(down) - 1)
    room = height - down[-1]
    if not max(MIN_STRIP_PIXELS, MIN_STRIP * pitch) <= room < pitch - 1:
        return False
    left, right = int(max(0, np.round(across[0]))), int(min(width, np.round(across[-1])))
    edges = np.clip(np.round(across).astype(int) - left, 0, right - left)
    if np.diff(edges).min() < MIN_STRIP_PIXELS:
        return False
    # The first pixels may be the border of the board.
    strip = pixels[round(float(down[-1])) + int(room) // 2 :, left:right].astype(np.int16)
    return _share_divided(strip, edges) >= MIN_MATCHING


def _share_divided(strip: npt.NDArray[np.int16], edges: npt.NDArray[np.int_]) -> float:
    """Return the share of inner edges at which a strip has another colour than beside them."""
    middles = (edges[:-1] + edges[1:]) // 2
    apart = [
        np.abs(strip[:, max(0, edge - EDGE_REACH) : edge + EDGE_REACH] - strip[:, [middle]])
        .max(axis=(1, 2))
        .mean()
        for edge, middle in zip(edges[1:-1], middles[:-1], strict=True)
    ]
    return float(np.mean(np.array(apart) > SAME_STRIP))


def _beside(
    pixels: npt.NDArray[np.uint8], top: int, seen: int, span: tuple[int, int]
) -> npt.NDArray[np.int16]:
    """Return the colour beside a strip, line by line; black where there is nothing beside it."""
    part = pixels[top : top + seen]
    sides = [
        part[:, max(0, span[0] - BESIDE_PIXELS) : span[0]],
        part[:, span[1] : span[1] + BESIDE_PIXELS],
    ]
    found = np.concatenate(sides, axis=1)
    if not found.shape[1]:
        return np.zeros((seen, 3), np.int16)
    return np.asarray(np.median(found, axis=1), np.int16)
