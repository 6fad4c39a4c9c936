"""Boards that the picture cuts off, and zeros that are written."""

from __future__ import annotations

import numpy as np
import pytest

from autosweep.board import Board
from autosweep.geometry import Grid, Rect
from autosweep.vision.cut_sides import NONE, Sides, clipped_sides, hidden_sides, outer_lines
from autosweep.vision.rules import broken_cells


def _tiles(rows: int, cols: int, px: int) -> np.ndarray:
    """Return a grey page with raised tiles from 20 pixels off its upper left corner."""
    picture = np.full((20 + rows * px + 60, 20 + cols * px + 60, 3), 90, np.uint8)
    for r in range(rows):
        for c in range(cols):
            tile = picture[20 + r * px : 20 + r * px + px, 20 + c * px : 20 + c * px + px]
            tile[:] = 120
            tile[2:-2, 2:-2] = 200
    return picture


def _grid(rows: int, cols: int, px: int) -> Grid:
    return Grid(
        tuple(20.0 + px * k for k in range(rows + 1)), tuple(20.0 + px * k for k in range(cols + 1))
    )


def _flipped(grid: Grid, picture: np.ndarray) -> Grid:
    """Return a grid upside down."""
    return Grid(tuple(len(picture) - edge for edge in reversed(grid.row_edges)), grid.col_edges)


def test_a_whole_board_is_not_cut() -> None:
    assert clipped_sides(_tiles(8, 9, 30), _grid(8, 9, 30)) == (False, False, False, False)


def test_a_line_seen_in_part_means_that_the_board_goes_on() -> None:
    below = _tiles(8, 9, 30)[: 20 + 6 * 30 + 12]
    assert clipped_sides(below, _grid(6, 9, 30)) == (False, True, False, False)
    right = _tiles(8, 9, 30)[:, : 20 + 7 * 30 + 12]
    assert clipped_sides(right, _grid(8, 7, 30)) == (False, False, False, True)


def test_a_margin_of_another_colour_is_no_line() -> None:
    picture = _tiles(8, 9, 30)[: 20 + 8 * 30 + 12]
    assert clipped_sides(picture, _grid(8, 9, 30)) == (False, False, False, False)


@pytest.mark.parametrize("cols", [8, 9])
def test_a_line_seen_in_part_with_signs_in_it_means_that_a_usual_board_goes_on(cols: int) -> None:
    """9 x 8 of 9 x 9: signs lie in the part that is seen. An even margin is no line."""
    picture = _tiles(9, 10, 30)[: 20 + 9 * 30 + 2]
    right = picture[:, : 20 + cols * 30 + 14].copy()
    for r in range(9):
        colour = 40 * (r % 5), 255 - 25 * r, 30 * r
        right[30 + r * 30 : 40 + r * 30, 20 + cols * 30 + 4 :] = colour
        right[20 + r * 30 : 24 + r * 30, 20 + cols * 30 :] = 0
    lacks = cols == 8
    assert clipped_sides(right, _grid(9, cols, 30)) == (False, False, False, lacks)
    right[:, 20 + cols * 30 :] = (0, 90, 160)
    assert clipped_sides(right, _grid(9, cols, 30)) == NONE


@pytest.mark.parametrize("seen", [8, 14, 22])
def test_a_part_that_scrolls_ends_in_the_middle_of_a_cell(seen: int) -> None:
    """Scroll bars or the rest of the window lie where the board goes on."""
    below = _tiles(8, 9, 30)
    below[20 + 6 * 30 + seen :] = 240
    assert clipped_sides(below, _grid(6, 9, 30)) == (False, True, False, False)
    right = _tiles(8, 9, 30)
    right[:, 20 + 7 * 30 + seen :] = 240
    assert clipped_sides(right, _grid(8, 7, 30)) == (False, False, False, True)
    assert clipped_sides(below[::-1], _flipped(_grid(6, 9, 30), below)) == (True, *NONE[1:])


def test_a_panel_of_the_colour_of_the_cells_is_no_line_of_cells() -> None:
    """White cells with thin lines on a white panel that ends below them."""
    picture = np.full((400, 400, 3), 255, np.uint8)
    for k in range(10):
        picture[20 + 30 * k, 20:291] = 150
        picture[20:291, 20 + 30 * k] = 150
    picture[310:] = 90
    assert clipped_sides(picture, _grid(9, 9, 30)) == NONE


def test_a_panel_that_ends_at_the_frame_is_no_line_of_cells() -> None:
    """A counter above the board in the colour of its open cells, without lines between cells."""
    picture = np.full((310, 330, 3), 60, np.uint8)
    picture[12:291, 20:291] = 210
    for k in range(10):
        picture[20 + 30 * k, 20:291] = 120
        picture[20:291, 20 + 30 * k] = 120
    picture[:20, 20:291] = 210
    assert clipped_sides(picture, _grid(9, 9, 30)) == NONE


WINDOW = Rect(100, 100, 604, 594)


@pytest.mark.parametrize(
    ("board", "cut"),
    [
        (Rect(102, 122, 600, 570), (False, True, False, False)),  # 19 x 20 of 20 x 20
        (Rect(102, 122, 600, 540), NONE),  # there is room for another line below
        (Rect(100, 100, 600, 570), NONE),  # there is room below: nothing is lost above
        (Rect(402, 392, 300, 300), NONE),  # 10 x 10 is a usual size
        (Rect(102, 182, 600, 510), NONE),  # 17 x 20: no usual size is near
    ],
)
def test_a_window_that_is_too_small_for_its_board(board: Rect, cut: Sides) -> None:
    """Tiles that end with the window, and a line short of a usual size."""
    screen = Rect(0, 0, 1600, 1000)
    assert hidden_sides(board, (30, 30), screen, WINDOW) == cut


def test_the_size_of_a_board_is_that_of_its_cells_though_they_are_no_squares() -> None:
    """A board of 8 x 8 that fills its window, with cells wider than high."""
    screen, window = Rect(0, 0, 1600, 1000), Rect(499, 231, 602, 556)
    assert hidden_sides(Rect(500, 264, 600, 520), (75, 65), screen, window) == NONE


def test_the_lines_along_a_cut() -> None:
    lines = outer_lines((5, 6), (True, False, False, True))
    assert lines.sum() == 10
    assert lines[0].all()
    assert lines[:, -1].all()


def test_a_written_zero_may_lie_beside_hidden_cells_but_not_beside_a_mine() -> None:
    written = np.zeros((3, 3), bool)
    written[1, 1] = True
    alone = Board.parse("3 3\n???\n?0?\n???\n")
    assert broken_cells(alone)
    assert not broken_cells(alone, written)
    assert (1, 1) in broken_cells(Board.parse("3 3\n*??\n?0?\n???\n"), written)
