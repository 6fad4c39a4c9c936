"""Boards of invented looks that the network was never trained on, found by the votes alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random

import cv2
import numpy as np
import pytest

pytest.importorskip("playwright.sync_api")
from looks.dataset import LabelledBoard
from looks.drawn import draw_board_image, draw_other_image
from looks.families import KEPT_OUT
from looks.finish import Finished
from looks.other_grids import OTHER_KEPT_OUT

from autosweep.geometry import Grid, Rect
from autosweep.interfaces import Pixels
from autosweep.vision.arbitration import arbitrated
from autosweep.vision.read import read_at
from autosweep.vision.reading import ACT_CONFIDENCE
from autosweep.vision.votes.refine import VotedGrid
from autosweep.vision.votes.search import voted_grids

SEEDS = range(4)
LEAST_LOCATED = 9
"""Of 16 images; the card in docs/research/votes.md has the figures of many more."""


def pixels_of(done: Finished) -> Pixels:
    data = np.frombuffer(done.encoded, np.uint8)
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def first_grids(pixels: Pixels, explained: Sequence[Rect] = ()) -> list[VotedGrid]:
    """Return the grids of the first scales that have any."""
    return next((grids for grids in voted_grids(pixels, explained=explained) if grids), [])


def is_at(grid: Grid, board: LabelledBoard) -> bool:
    """Return True if a grid has the size of a board and each edge is within half a cell."""
    if (grid.rows, grid.cols) != (board.rows, board.cols):
        return False
    wide, high = grid.cell_size
    across = np.abs(np.array(grid.col_edges) - board.col_edges).max()
    down = np.abs(np.array(grid.row_edges) - board.row_edges).max()
    return bool(across < wide / 2 and down < high / 2)


def test_most_boards_of_families_kept_out_are_located() -> None:
    located = 0
    for family in KEPT_OUT:
        for seed in SEEDS:
            done = draw_board_image(Random(f"{family} {seed}"), family)
            found = first_grids(pixels_of(done))
            located += any(is_at(voted.grid, done.boards[0]) for voted in found)
    assert located >= LEAST_LOCATED


def test_the_same_frame_gives_the_same_grids() -> None:
    pixels = pixels_of(draw_board_image(Random("neon 1"), "neon"))
    one, other = first_grids(pixels), first_grids(pixels)
    assert one
    assert [voted.grid for voted in one] == [voted.grid for voted in other]


def test_nothing_is_searched_for_where_a_board_is_explained() -> None:
    pixels = pixels_of(draw_board_image(Random("neon 1"), "neon"))
    boxes = [voted.grid.bbox.grown(40) for voted in first_grids(pixels)]
    assert boxes
    again = [voted.grid.bbox for voted in first_grids(pixels, boxes)]
    assert not [one for one in again for box in boxes if one.intersect(box).area > one.area / 2]


def test_a_plain_frame_has_no_grid() -> None:
    assert first_grids(np.full((300, 400, 3), 200, np.uint8)) == []


@pytest.mark.parametrize("kind", OTHER_KEPT_OUT)
def test_no_cell_of_another_grid_is_certain(kind: str) -> None:
    """The votes see a lattice there; the reader and the rules must not believe it."""
    for seed in SEEDS[:2]:
        pixels = pixels_of(draw_other_image(Random(f"{kind} {seed}"), kind))
        found = arbitrated(pixels, [], partial(read_at, pixels))
        assert not [r for r in found if (r.confidence >= ACT_CONFIDENCE).any()]
