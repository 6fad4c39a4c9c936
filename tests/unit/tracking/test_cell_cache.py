"""Cells known by sight: exact pixels only, from clear cells only."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from autosweep.board import HIDDEN, UNREAD, Board, Phase
from autosweep.geometry import Cell, Grid
from autosweep.interfaces import Frame
from autosweep.tracking.cell_cache import CellCache
from autosweep.tracking.changes import changed_cells
from autosweep.vision.reading import Reading

SIDE = 8
GRID = Grid.regular((4.0, 4.0), (SIDE, SIDE), (2, 2))


def shot(*shades: int) -> Frame:
    """Return a picture of four cells, each of one shade of grey."""
    pixels = np.full((2 * SIDE + 8, 2 * SIDE + 8, 3), 7, np.uint8)
    for i, shade in enumerate(shades):
        box = GRID.cell_rect(divmod(i, 2))
        pixels[box.y : box.bottom, box.x : box.right] = shade
    return Frame(pixels)


def reading(codes: tuple[int, ...], uncertain: tuple[Cell, ...] = ()) -> Reading:
    sure = np.ones((2, 2), np.float32)
    for cell in uncertain:
        sure[cell] = 0.6
    return Reading(Board(2, 2, bytes(codes)), GRID, sure, "generic", Phase.PLAYING)


def test_an_uncertain_cell_with_the_pixels_of_a_certain_one_is_the_same() -> None:
    memory = CellCache()
    memory.learn(shot(10, 20, 30, 40), reading((1, 2, HIDDEN, HIDDEN)))
    now = reading((1, 1, HIDDEN, HIDDEN), uncertain=((0, 1),))
    named = memory.correct(shot(10, 20, 30, 40), now)
    assert named.board[0, 1] == 2
    assert named.uncertain == []


def test_one_level_of_difference_is_another_image() -> None:
    memory = CellCache()
    memory.learn(shot(10, 20, 30, 40), reading((1, 2, HIDDEN, HIDDEN)))
    now = reading((1, 2, HIDDEN, HIDDEN), uncertain=((0, 1),))
    assert memory.correct(shot(10, 21, 30, 40), now).uncertain == [(0, 1)]


def test_nothing_is_learnt_from_an_uncertain_cell_nor_from_two_minds() -> None:
    memory = CellCache()
    memory.learn(shot(10, 20, 30, 40), reading((1, 2, 1, 1), uncertain=((0, 1),)))
    memory.learn(shot(11, 21, 31, 40), reading((1, 1, 1, 2)))
    asked = reading((1, 1, 1, 1), uncertain=((0, 1), (1, 1)))
    assert memory.correct(shot(10, 20, 30, 40), asked).uncertain == [(0, 1), (1, 1)]


def test_a_board_of_known_images_is_followed_and_an_unknown_one_is_not() -> None:
    memory = CellCache()
    first = shot(10, 20, 30, 30)
    last = reading((2, 1, HIDDEN, HIDDEN))
    memory.learn(first, last)
    assert memory.update(first, last, first) is last
    opened = memory.update(first, last, shot(20, 20, 20, 30))
    assert opened is not None
    assert opened.board.cells == bytes((1, 1, 1, HIDDEN))
    assert memory.update(first, last, shot(10, 20, 25, 30)) is None


def test_a_mine_total_that_was_read_stays_with_the_board() -> None:
    """It was read beside the board, and the cells alone say nothing of it."""
    memory = CellCache()
    first = shot(10, 20, 30, 30)
    last = replace(reading((2, 1, HIDDEN, HIDDEN)), assumed_mines=2)
    memory.learn(first, last)
    opened = memory.update(first, last, shot(20, 20, 30, 30))
    assert opened is not None
    assert opened.assumed_mines == 2
    narrower = memory.update(first, last, shot(20, 20, 20, 30))
    assert narrower is not None
    assert narrower.assumed_mines is None  # one cell cannot hold two mines


def test_what_breaks_the_rules_is_not_followed() -> None:
    """A cell whose ground is drawn before its number looks empty for a moment."""
    memory = CellCache()
    memory.learn(shot(0, 0, 0, 0), reading((0, 0, 0, 0)))
    last = reading((1, HIDDEN, HIDDEN, HIDDEN))
    memory.learn(shot(10, 30, 30, 30), last)
    assert memory.update(shot(10, 30, 30, 30), last, shot(10, 0, 30, 30)) is None


def test_pixels_known_to_be_uncertain_stay_so_until_they_are_reconsidered() -> None:
    memory = CellCache()
    last = reading((1, UNREAD, HIDDEN, HIDDEN), uncertain=((0, 1),))
    memory.learn(shot(10, 20, 30, 30), last, uncertain=True)
    now = memory.update(shot(10, 20, 30, 30), last, shot(10, 20, 20, 30))
    assert now is not None
    assert now.uncertain == [(0, 1), (1, 0)]
    memory.forget_uncertain()
    assert memory.update(shot(10, 20, 30, 30), last, shot(10, 20, 20, 30)) is None


def test_changed_cells_are_those_with_a_changed_pixel() -> None:
    before, after = shot(10, 20, 30, 40), shot(10, 20, 30, 40)
    after.pixels[4 + SIDE, 4] = 99
    after.pixels[0, 0] = 99
    assert changed_cells(before.pixels, after.pixels, GRID) == [(1, 0)]


def test_cells_that_reach_beyond_the_frame_are_compared_as_far_as_they_are_seen() -> None:
    grid = Grid((-7.0, 3.0, 13.0, 23.0), (-12.0, -2.0, 8.0, 18.0))
    before = Frame(np.zeros((20, 15, 3), np.uint8))
    pixels = before.pixels.copy()
    pixels[0, 0] = 9
    pixels[19, 14] = 9
    assert changed_cells(before.pixels, pixels, grid) == [(0, 1), (2, 2)]


def test_a_hidden_cell_that_the_rules_doubt_is_certain_once_it_is_taught() -> None:
    """As one whose question mark was taken off, beside an empty cell."""
    pixels = np.random.default_rng(1).integers(0, 255, (40, 40, 3)).astype(np.uint8)
    grid = Grid.regular((0.0, 0.0), (20.0, 20.0), (2, 2))
    sure = np.array([[1.0, 0.4], [1.0, 1.0]], np.float32)
    board = Board(2, 2, bytes([0, HIDDEN, 0, 0]))
    seen = Reading(board, grid, sure, "generic", Phase.PLAYING)
    memory = CellCache()
    frame = Frame(pixels)
    assert memory.correct(frame, seen).uncertain == [(0, 1)]
    memory.teach(frame, seen, (0, 1), HIDDEN)
    assert memory.correct(frame, seen).uncertain == []
    assert memory.correct(frame, seen).board == board


def test_a_zero_that_was_taught_is_known_by_its_ground_whatever_lies_beside_it() -> None:
    """Its lines change with its neighbours, so the same pixels may never come again."""
    memory = CellCache()
    frame = shot(200, 90, 200, 120)
    now = reading((HIDDEN, HIDDEN, HIDDEN, HIDDEN), uncertain=((0, 0),))
    assert memory.correct(frame, now) is now
    memory.teach_zero(frame, now, (0, 0))
    frame.pixels[:, GRID.cell_rect((1, 0)).right - 1] = 90
    assert memory.correct(frame, now).board.cells == bytes((0, HIDDEN, 0, HIDDEN))


def test_a_cell_that_shows_something_is_not_taught_as_a_zero() -> None:
    memory = CellCache()
    frame = shot(200, 90, 200, 120)
    frame.pixels[GRID.cell_rect((0, 0)).y + 4, GRID.cell_rect((0, 0)).x + 4] = 0
    now = reading((HIDDEN, HIDDEN, HIDDEN, HIDDEN))
    memory.teach_zero(frame, now, (0, 0))
    assert memory.correct(frame, now) is now
