"""Boards of unknown clients that can be read only with what was seen before."""

from __future__ import annotations

import numpy as np
import pytest

from autosweep.board import HIDDEN
from autosweep.geometry import Cell
from autosweep.interfaces import Frame, Pixels
from autosweep.tracking.reader import BoardReader
from autosweep.vision.read import read

SIDE, ROWS, COLS = 26, 8, 10


def fresh_board() -> Pixels:
    """Return a window with grey tiles and dark lines between them."""
    pixels = np.full((ROWS * SIDE + 60, COLS * SIDE + 60, 3), 20, np.uint8)
    for r in range(ROWS):
        for c in range(COLS):
            pixels[area((r, c))] = 10
            y, x = 30 + r * SIDE, 30 + c * SIDE
            pixels[y + 1 : y + SIDE - 1, x + 1 : x + SIDE - 1] = 130
    return pixels


def area(cell: Cell) -> tuple[slice, slice]:
    y, x = 30 + cell[0] * SIDE, 30 + cell[1] * SIDE
    return slice(y, y + SIDE), slice(x, x + SIDE)


def test_a_board_whose_open_cells_have_no_lines_stays_located() -> None:
    """White areas without lines leave too little of a grid to find all of it again."""
    pixels = fresh_board()
    (located,) = read(Frame(pixels), thorough=False, may_be_cut=False)
    assert (located.board.rows, located.board.cols) == (ROWS, COLS)
    reader = BoardReader()
    reader.start(Frame(pixels), located)
    for col in range(COLS):
        pixels = pixels.copy()
        pixels[area((0, col))] = 255
    assert (ROWS, COLS) not in [
        (found.board.rows, found.board.cols)
        for found in read(Frame(pixels), thorough=False, may_be_cut=False)
    ]
    reading = reader.update(Frame(pixels))
    assert reading is not None
    assert (reading.board.rows, reading.board.cols) == (ROWS, COLS)


@pytest.mark.parametrize("share", [0.5, 0.9])
def test_cells_that_did_not_change_are_hidden(share: float) -> None:
    """Open cells may be of any colour, also where they are far more than the hidden ones."""
    pixels = fresh_board()
    (located,) = read(Frame(pixels), thorough=False, may_be_cut=False)
    reader = BoardReader()
    reader.start(Frame(pixels), located.believed())
    kept = {(r, c) for r in range(ROWS) for c in range(COLS) if (r * COLS + c) % 10 >= share * 10}
    pixels = pixels.copy()
    for r in range(ROWS):
        for c in range(COLS):
            if (r, c) not in kept:
                y, x = area((r, c))
                pixels[y.start + 1 : y.stop - 1, x.start + 1 : x.stop - 1] = 60
    reading = reader.update(Frame(pixels))
    assert reading is not None
    assert {cell for cell in kept if reading.board[cell] != HIDDEN} == set()
    assert {cell for cell in reading.board.find({HIDDEN}) if cell not in kept} == set()
