"""Boards of four lines: found, but believed only with a sign of the game or with numbers."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from support.vision_scenes import draw, game_at

from autosweep.board import Board
from autosweep.geometry import Grid
from autosweep.interfaces import Pixels
from autosweep.vision.phase import phase_of
from autosweep.vision.read import read
from autosweep.vision.reading import Doubt, Reading
from autosweep.vision.small_boards import small_board_tests

PAGE, TILE = (235, 235, 235), (200, 160, 120)
PX, CORNER = 40, (120, 120)


def tiled(rows: int, cols: int, words: str = "") -> Pixels:
    """Return a page with plain tiles, and words above them."""
    shape = rows * PX + 2 * CORNER[0], cols * PX + 2 * CORNER[1], 3
    pixels = np.full(shape, PAGE, np.uint8)
    for r in range(rows):
        for c in range(cols):
            top, left = CORNER[0] + r * PX, CORNER[1] + c * PX
            pixels[top + 2 : top + PX - 2, left + 2 : left + PX - 2] = TILE
    if words:
        place = (CORNER[1], CORNER[0] - 20)
        cv2.putText(pixels, words, place, cv2.FONT_HERSHEY_SIMPLEX, 0.7, (0, 0, 0), 2)
    return pixels


@pytest.mark.parametrize(("rows", "cols"), [(4, 4), (4, 5), (6, 4)])
def test_equal_tiles_without_a_sign_are_told_and_not_believed(rows: int, cols: int) -> None:
    (reading,) = read(tiled(rows, cols), themes=())
    assert (reading.board.rows, reading.board.cols) == (rows, cols)
    assert reading.doubt is Doubt.UNPROVEN
    assert len(reading.uncertain) == rows * cols


def test_a_word_beside_a_small_board_is_a_sign() -> None:
    (reading,) = read(tiled(4, 4, "Mines: 3"), themes=())
    assert reading.doubt is None


def test_a_bar_of_tiles_is_no_board() -> None:
    """Keypads, calendars and bars of icons have four lines and more columns."""
    assert not read(tiled(4, 9), themes=())
    assert not read(tiled(3, 3), themes=())


def test_numbers_that_fit_make_a_small_board() -> None:
    pixels, _ = draw(game_at("middle", 4, 4, 2, seed=3).board, "light", 32)
    (reading,) = read(pixels, themes=())
    assert (reading.board.rows, reading.board.cols) == (4, 4)
    assert reading.doubt is None


@pytest.mark.parametrize(("side", "believed"), [(24.0, True), (9.0, False)])
def test_numbers_in_cells_like_letters_make_no_small_board(side: float, *, believed: bool) -> None:
    """Columns of clues beside a nonogram that was scaled down fit the rules by chance."""
    board = Board.from_rows(["1 1 1 0", "1 ? 1 0", "1 1 1 0", "0 0 0 0"])
    grid = Grid.regular((20, 20), (side, 2 * side), (4, 4))
    reading = Reading(board, grid, np.ones((4, 4), np.float32), "generic", phase_of(board))
    frame = np.full((300, 300, 3), 235, np.uint8)
    assert all(test.passed for test in small_board_tests(frame, reading)) == believed
