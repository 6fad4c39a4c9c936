"""Boards that are doubted as a whole: returned, never certain, never in the way of others."""

from dataclasses import replace

import numpy as np
import pytest
from support.vision_scenes import draw, game_at

from autosweep.board import Board
from autosweep.errors import DoubtfulReading
from autosweep.geometry import Grid
from autosweep.interfaces import Pixels
from autosweep.overlay.advice import advise
from autosweep.play.decide import decide
from autosweep.settings import PlaySettings
from autosweep.vision.read import read, reread
from autosweep.vision.reading import ACT_CONFIDENCE, Doubt, Reading, believed_boards
from autosweep.vision.themes import load_themes

BLOCKS = 5
"""Blocks along each side of a strange sign."""


def with_strange_numbers(seed: int, stage: str = "middle") -> tuple[Pixels, Board, Grid]:
    """Return a drawn board whose numbers are signs that nobody knows, one for each number."""
    board = game_at(stage, 9, 9, 14, seed=seed).board
    pixels, grid = draw(board, "light", 30)
    for i, code in enumerate(board.cells):
        if not 1 <= code <= 8:
            continue
        r, c = board.cell(i)
        top, left = int(grid.row_edges[r]), int(grid.col_edges[c])
        sign = np.random.default_rng(code).random((BLOCKS, BLOCKS)) < 0.5
        part = pixels[top + 5 : top + 25, left + 5 : left + 25]
        part[:] = pixels[top + 3, left + 3].copy()
        part[np.kron(sign, np.ones((4, 4), bool))] = (40, 30 * code % 200, 160)
    return pixels, board, grid


def doubted(doubt: Doubt) -> Reading:
    """Return a reading that is doubted."""
    pixels, _ = draw(game_at("fresh", 9, 9, 14, seed=1).board, "dark", 24)
    (reading,) = read(pixels)
    assert reading.doubt is None
    return reading.with_doubt(doubt)


@pytest.mark.parametrize("seed", [0, 2, 3])
def test_a_good_grid_with_strange_signs_is_a_board_without_a_certain_cell(seed: int) -> None:
    """The grid is right, likely symbols are told, and nothing may be done about any of them."""
    pixels, board, grid = with_strange_numbers(seed)
    (reading,) = read(pixels, themes=())
    assert reading.doubt is Doubt.UNREADABLE
    assert (reading.board.rows, reading.board.cols) == (9, 9)
    assert reading.grid.distance(grid) <= 2
    assert len(reading.uncertain) == len(board.cells)
    right = sum(got == true for got, true in zip(reading.board.cells, board.cells, strict=True))
    assert right >= len(board.cells) / 2
    assert reading.believed() is reading
    again = reread(pixels, reading, themes=(), in_place=True)
    assert again is not None
    assert again.doubt is Doubt.UNREADABLE


def test_an_unreadable_board_is_not_told_beside_one_that_is_believed() -> None:
    strange, _, _ = with_strange_numbers(0)
    known, _ = draw(game_at("middle", 5, 5, 4, seed=2).board, "dark", 20)
    height = max(len(strange), len(known))
    both = np.full((height, strange.shape[1] + known.shape[1], 3), (120, 96, 60), np.uint8)
    both[: len(strange), : strange.shape[1]] = strange
    both[: len(known), strange.shape[1] :] = known
    own = [theme for theme in load_themes() if theme.name == "dark"]
    (reading,) = read(both, themes=own)
    assert (reading.doubt, reading.board.rows) == (None, 5)


@pytest.mark.parametrize("doubt", list(Doubt))
def test_nothing_is_done_about_a_doubted_board(doubt: Doubt) -> None:
    """Neither moves nor hints, and the reason is a sentence about the board, not its cells."""
    reading = doubted(doubt)
    assert not (reading.confidence >= ACT_CONFIDENCE).any()
    decision = decide(reading, PlaySettings(), game=0, step=0)
    assert (decision.moves, decision.refusal) == ((), doubt.sentence)
    with pytest.raises(DoubtfulReading, match=doubt.sentence):
        advise(reading, None, "a.png")


def test_the_word_of_the_user_proves_a_fresh_board_and_clears_no_other() -> None:
    reading = doubted(Doubt.UNPROVEN)
    moved = replace(reading, grid=reading.grid.moved(3, 4))
    believed = moved.believed()
    assert believed.doubt is None
    assert not believed.uncertain
    assert decide(believed, PlaySettings(), game=0, step=0).moves
    assert believed_boards([reading], pointed_at=False) == []
    assert len(believed_boards([reading], pointed_at=True)) == 1
    assert believed_boards([doubted(Doubt.UNREADABLE)], pointed_at=True) == []
