"""The text that the game's window shows round its board, and over it.

Cells that show what they showed before are left out: a board has a hundred numbers, and to read
them takes most of the time. What lies over the board makes cells uncertain, so it is read.
"""

from __future__ import annotations

import cv2
import numpy as np

from autosweep.geometry import Rect
from autosweep.interfaces import Frame
from autosweep.play.control_words import key_named_in, promise_of, says_click
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

    Such a cell and those round it show for certain what they showed on the last board.
    """
    if reading is None or last is None or reading.confidence.shape != last.confidence.shape:
        return ()
    shape = reading.confidence.shape
    now, before = (np.frombuffer(each.board.cells, np.uint8) for each in (reading, last))
    same = ((now == before).reshape(shape) & (reading.confidence >= ACT_CONFIDENCE)).astype(
        np.uint8
    )
    # The end of the board is no change.
    clear = cv2.erode(same, np.ones((3, 3), np.uint8), borderType=cv2.BORDER_REPLICATE)
    grid = reading.grid
    return tuple(grid.cell_rect((int(r), int(c))) for r, c in np.argwhere(clear))


def _names_control(text: str) -> bool:
    return promise_of(text) is not None or key_named_in(text) is not None or says_click(text)
