"""A header that is as tall as a row of cells is no row of the board."""

import cv2
import numpy as np
import pytest

from autosweep.board import FLAG, HIDDEN, UNREAD
from autosweep.geometry import Grid
from autosweep.interfaces import Pixels
from autosweep.vision.classify.labelling_search import Decoded
from autosweep.vision.header_row import without_header
from autosweep.vision.read import read

PX = 30


def decoded(signs: dict[int, int], cols: int = 9, confidence: float = 0.5) -> Decoded:
    """Return ten rows of hidden cells with signs in some columns of the first row."""
    codes = np.full((10, cols), HIDDEN, np.uint8)
    sure = np.ones(codes.shape, np.float32)
    for col, code in signs.items():
        codes[0, col], sure[0, col] = code, confidence
    return Decoded(codes, sure, codes, 0.0, 0, codes == 0)


def shortened(found: Decoded) -> bool:
    rows, cols = found.codes.shape
    grid = Grid.regular((10, 10), (PX, PX), (rows, cols))
    below = without_header(grid, found)
    assert below is None or (below.rows, below.row_edges[0]) == (rows - 1, 10 + PX)
    return below is not None


def test_signs_in_the_corners_and_the_middle_are_a_header() -> None:
    assert shortened(decoded({0: UNREAD, 4: UNREAD, 8: FLAG}))


@pytest.mark.parametrize(
    "signs", [{0: UNREAD, 4: UNREAD}, {0: UNREAD, 2: UNREAD, 8: UNREAD}, {3: 10, 4: 10, 5: 10}]
)
def test_other_signs_are_cells(signs: dict[int, int]) -> None:
    assert not shortened(decoded(signs))


def test_a_usual_size_and_certain_signs_have_no_header() -> None:
    signs = {0: FLAG, 4: FLAG, 8: FLAG}
    assert not shortened(decoded(signs, confidence=1.0))
    assert not shortened(decoded({0: UNREAD, 5: UNREAD, 9: UNREAD}, cols=10))


def window(*, header: bool) -> Pixels:
    """Return a window of raised buttons, with a row of them above the board or nothing."""
    pixels = np.full((11 * PX + 20, 9 * PX + 20, 3), 217, np.uint8)
    open_ = {(r, c) for r in range(6, 10) for c in range(9)}
    numbers = {(6, c): n for c, n in enumerate("111011211") if n != "0"}
    for r in range(0 if header else 1, 10):
        for c in range(9):
            y, x = 10 + r * PX, 10 + c * PX
            if (r, c) in open_:
                cv2.rectangle(pixels, (x, y), (x + PX - 1, y + PX - 1), (190, 190, 190), 1)
            else:
                cv2.rectangle(pixels, (x, y), (x + PX - 1, y + PX - 1), (255, 255, 255), 2)
                cv2.line(pixels, (x, y + PX - 2), (x + PX - 2, y + PX - 2), (120, 120, 120), 2)
                cv2.line(pixels, (x + PX - 2, y), (x + PX - 2, y + PX - 2), (120, 120, 120), 2)
            text = numbers.get((r, c), "")
            if r == 0:
                text = {0: "10", 4: ":)", 8: "42"}.get(c, "")
            ink = (160, 0, 0) if text == "1" else (0, 110, 0) if text == "2" else (0, 0, 0)
            scale = 0.6 if r else 0.5
            size, _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, 2)
            at = (x + (PX - size[0]) // 2, y + (PX + size[1]) // 2)
            cv2.putText(pixels, text, at, cv2.FONT_HERSHEY_SIMPLEX, scale, ink, 2, cv2.LINE_AA)
    return pixels


@pytest.mark.parametrize("header", [False, True])
def test_a_board_below_a_row_of_buttons_is_read_without_it(*, header: bool) -> None:
    (reading,) = read(window(header=header), themes=())
    assert (reading.grid.rows, reading.grid.cols) == (9, 9)
    assert reading.grid.row_edges[0] == pytest.approx(10 + PX, abs=3)
