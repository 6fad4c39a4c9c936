"""Boards that may have more lines than were found."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from autosweep.board import Board
from autosweep.geometry import Grid
from autosweep.vision.cut_sides import NONE
from autosweep.vision.extent_evidence import (
    doubtful_sides,
    same_grid,
    seamless_sides,
    voted_doubts,
)
from autosweep.vision.phase import phase_of
from autosweep.vision.reading import Reading
from autosweep.vision.votes.refine import VotedGrid

PX = 30
CORNER = 60
PAGE = 250


def page(board: Board, *, framed: bool = False) -> tuple[np.ndarray, Reading]:
    """Return a page on which hidden cells are tiles and empty ones are as blank as the page."""
    size = (2 * CORNER + board.rows * PX, 2 * CORNER + board.cols * PX, 3)
    pixels = np.full(size, PAGE, np.uint8)
    grid = Grid.regular((CORNER, CORNER), (PX, PX), (board.rows, board.cols))
    for row in range(board.rows):
        for col in range(board.cols):
            box = grid.cell_rect((row, col))
            tile = pixels[box.y + 2 : box.bottom - 2, box.x + 2 : box.right - 2]
            if board[row, col] != 0:
                tile[:] = 110
    if framed:
        edge = slice(CORNER - 3, CORNER)
        pixels[edge, CORNER:-CORNER] = 0
        pixels[-CORNER : 3 - CORNER, CORNER:-CORNER] = 0
        pixels[CORNER:-CORNER, edge] = 0
        pixels[CORNER:-CORNER, -CORNER : 3 - CORNER] = 0
    confidence = np.ones((board.rows, board.cols), np.float32)
    return pixels, Reading(board, grid, confidence, "generic", phase_of(board))


def half_open(rows: int, cols: int) -> Board:
    """Return a board whose lower lines are empty."""
    lines = [["?"] * cols] * (rows - 3) + [["1"] * cols] + [["0"] * cols] * 2
    return Board.from_rows([" ".join(line) for line in lines])


def test_blank_cells_run_on_into_the_page() -> None:
    pixels, reading = page(half_open(11, 12))
    assert seamless_sides(pixels, reading.grid) == (False, True, True, True)


def test_a_frame_is_a_border() -> None:
    pixels, reading = page(half_open(11, 12), framed=True)
    assert seamless_sides(pixels, reading.grid) == NONE
    assert doubtful_sides(pixels, reading) == NONE


def test_a_missing_line_is_suspected_where_it_makes_a_usual_size() -> None:
    """11 x 12 lacks a row of 12 x 12; a column more would make nothing usual."""
    assert doubtful_sides(*page(half_open(11, 12))) == (False, True, False, False)


def test_a_usual_size_is_evidence_enough() -> None:
    assert doubtful_sides(*page(half_open(9, 9))) == NONE


def test_an_odd_size_is_doubted_wherever_there_is_no_border() -> None:
    assert doubtful_sides(*page(half_open(11, 17))) == (False, True, True, True)


def test_no_room_for_another_line_is_a_border() -> None:
    pixels, reading = page(half_open(11, 12))
    cropped = pixels[: -CORNER + 10]
    assert seamless_sides(cropped, reading.grid) == (False, False, True, True)


@pytest.mark.parametrize(
    ("size", "left", "sides"),
    [
        ((16, 16), 40, NONE),
        ((15, 16), 40, (True, True, False, False)),
        ((16, 29), 99, (False, False, True, True)),
        ((15, 16), 37, NONE),
    ],
)
def test_the_counter_tells_the_size(
    size: tuple[int, int], left: int, sides: tuple[bool, ...]
) -> None:
    """40 mines belong to 16 x 16; what is no usual total tells nothing."""
    board = Board.from_rows([" ".join("?" * size[1])] * size[0])
    pixels, reading = page(board)
    assert doubtful_sides(pixels, replace(reading, mines_left=left)) == sides


def test_a_line_that_cannot_be_read_is_no_border() -> None:
    """A message over the last line may hide further ones, at a usual size too."""
    pixels, reading = page(half_open(9, 9), framed=True)
    confidence = reading.confidence.copy()
    confidence[-1, 1:8] = 0.2
    hidden = replace(reading, confidence=confidence)
    assert doubtful_sides(pixels, hidden) == (False, True, False, False)


def test_a_board_that_is_uncertain_as_a_whole_is_not_doubted_at_its_sides() -> None:
    pixels, reading = page(half_open(9, 9), framed=True)
    unclear = replace(reading, confidence=np.full_like(reading.confidence, 0.4))
    assert doubtful_sides(pixels, unclear) == NONE


def test_votes_doubt_what_is_neither_in_nor_out() -> None:
    grid = Grid.regular((0, 0), (20, 20), (9, 9))
    clear = (0.9, 0.9, 0.9, 0.9)
    voted = VotedGrid(grid, 0.8, clear, (0.1, 0.5, 0.1, 0.1), at_end=False)
    assert voted_doubts(voted) == (False, True, False, False)
    voted = VotedGrid(grid, 0.8, (0.4, 0.9, 0.9, 0.9), (0.1, 0.1, 0.1, 0.1), at_end=False)
    assert voted_doubts(voted) == (True, False, False, False)


def test_grids_are_the_same_within_a_quarter_of_a_cell() -> None:
    one = Grid.regular((0, 0), (20, 20), (9, 9))
    assert same_grid(one, Grid.regular((4, -4), (20, 20), (9, 9)))
    assert not same_grid(one, Grid.regular((7, 0), (20, 20), (9, 9)))
    assert not same_grid(one, Grid.regular((0, 0), (20, 20), (9, 10)))
