"""The text that the game's window shows round its board, and over it.

Cells that show what they showed before are left out: a board has a hundred numbers, and to read
them takes most of the time. What lies over the board makes cells uncertain, so it is read.
"""

from __future__ import annotations

import cv2
import numpy as np

from autosweep.board import FLAG, HIDDEN
from autosweep.geometry import Grid, Rect
from autosweep.interfaces import Frame, Pixels
from autosweep.play.control_words import promise_of
from autosweep.play.instruction_words import key_named_in, says_click
from autosweep.tracking.changes import same_pixels
from autosweep.vision.ocr import TextLine, read_text
from autosweep.vision.reading import ACT_CONFIDENCE, Reading


def text_of_window(
    frame: Frame, reading: Reading | None, last: Reading | None
) -> tuple[TextLine, ...]:
    """Return the text lines of a window.

    `reading` is the board in the frame, `last` the last one of the game; None where there is none.
    Large letters are read only where the others name no control: that takes as long once more.
    """
    plain = unchanged_cells(reading, last)
    lines = read_text(frame, without=plain)
    if any(_names_control(line.text) for line in lines):
        return lines
    large = read_text(frame, without=plain, large=True)
    return (*lines, *(line for line in large if _names_control(line.text)))


def unchanged_cells(reading: Reading | None, last: Reading | None) -> tuple[Rect, ...]:
    """Return the cells of a board on which nothing lies, in pixels of the frame of `reading`.

    Such a cell and those round it show for certain what they showed on the last board, or a flag
    where a cell was hidden: we set flags, and clients set them after a win.
    """
    if reading is None or last is None or reading.confidence.shape != last.confidence.shape:
        return ()
    shape = reading.confidence.shape
    now, before = (np.frombuffer(each.board.cells, np.uint8) for each in (reading, last))
    kept = (now == before) | ((before == HIDDEN) & (now == FLAG))
    same = (kept.reshape(shape) & (reading.confidence >= ACT_CONFIDENCE)).astype(np.uint8)
    return tuple(_clear_cells(reading.grid, same))


def cells_alike(grid: Grid, before: Pixels, now: Pixels) -> list[Rect]:
    """Return the cells that look the same in two frames of one place, as do those round them."""
    same = np.zeros((grid.rows, grid.cols), np.uint8)
    for row in range(grid.rows):
        for col in range(grid.cols):
            rect = grid.cell_rect((row, col))
            area = np.s_[rect.y : rect.bottom, rect.x : rect.right]
            same[row, col] = same_pixels(before[area], now[area])
    return _clear_cells(grid, same)


def _clear_cells(grid: Grid, same: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> list[Rect]:
    """Return the cells that are the same and have only such cells round them."""
    # The end of the board is no change.
    clear = cv2.erode(same, np.ones((3, 3), np.uint8), borderType=cv2.BORDER_REPLICATE)
    return [grid.cell_rect((int(row), int(col))) for row, col in np.argwhere(clear)]


def place_in(frame: Frame, place: Rect) -> Rect:
    """Return the pixels of a frame that show a place of the screen."""
    mapping = frame.mapping
    left = round((place.x - mapping.origin_x) * mapping.scale_x)
    top = round((place.y - mapping.origin_y) * mapping.scale_y)
    size = round(place.w * mapping.scale_x), round(place.h * mapping.scale_y)
    return frame.rect.intersect(Rect(left, top, *size))


def _names_control(text: str) -> bool:
    return promise_of(text) is not None or key_named_in(text) is not None or says_click(text)
