"""Lines that a theme adds to a board."""

from __future__ import annotations

import cv2
import numpy as np

from autosweep.interfaces import Pixels
from autosweep.vision.read import read

PX, SIDE = 32, 20


def page() -> Pixels:
    """Return a fresh board of raised cells in a frame, with a status line below."""
    pixels = np.full((960, 1280, 3), 255, np.uint8)
    end = 20 + SIDE * PX
    cv2.rectangle(pixels, (8, 8), (end + 11, end + 41), (187,) * 3, -1)
    for row in range(SIDE):
        for col in range(SIDE):
            y, x = 20 + row * PX, 20 + col * PX
            cv2.rectangle(pixels, (x, y), (x + PX - 1, y + PX - 1), (169,) * 3, -1)
            cv2.rectangle(pixels, (x, y), (x + PX - 3, y + PX - 3), (211,) * 3, -1)
            cv2.rectangle(pixels, (x + 2, y + 2), (x + PX - 3, y + PX - 3), (187,) * 3, -1)
    cv2.rectangle(pixels, (20, end + 11), (end, end + 37), (169,) * 3, 1)
    font = cv2.FONT_HERSHEY_SIMPLEX
    cv2.putText(pixels, "Mines left: 22", (490, end + 30), font, 0.55, (51,) * 3, 1)
    return pixels


def test_a_status_line_below_a_fresh_board_is_no_row_of_it() -> None:
    """Its ground looks like hidden cells, but not where it shows a text."""
    (reading,) = read(page())
    assert (reading.grid.rows, reading.grid.cols) == (SIDE, SIDE)
    assert not reading.uncertain
