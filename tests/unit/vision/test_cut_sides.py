"""Boards that the picture cuts off, and zeros that are written."""

from __future__ import annotations

import numpy as np

from autosweep.board import Board
from autosweep.geometry import Grid
from autosweep.vision.cut_sides import clipped_sides, outer_lines
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
