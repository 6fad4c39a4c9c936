"""Boards without numbers: Minesweeper is believed, other games with equal tiles are not."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from support.vision_scenes import draw, game_at

from autosweep.client.skins import SKINS
from autosweep.interfaces import Pixels
from autosweep.play.decide import decide
from autosweep.settings import PlaySettings
from autosweep.vision.combine import GENERIC
from autosweep.vision.minesweeper_evidence import grid_signs, has_face
from autosweep.vision.read import read
from autosweep.vision.reading import Doubt, Reading
from autosweep.vision.trace import Trace

XBOMB = Path(__file__).parents[3] / "templates/xbomb"
PAGE, TILE, DARK = (235, 235, 235), (200, 160, 120), (90, 120, 60)
PX, CORNER = 40, (60, 60)


def page(rows: int, cols: int) -> Pixels:
    """Return a page on which a grid of so many lines has room."""
    shape = rows * PX + 2 * CORNER[0], cols * PX + 2 * CORNER[1], 3
    return np.full(shape, PAGE, np.uint8)


def tiled(rows: int, cols: int, colors: tuple[tuple[int, int, int], ...] = (TILE,)) -> Pixels:
    """Return a page with plain square tiles, of two colours in turn where two are given."""
    pixels = page(rows, cols)
    for r in range(rows):
        for c in range(cols):
            top, left = CORNER[0] + r * PX, CORNER[1] + c * PX
            color = colors[(r + c) % len(colors)]
            pixels[top + 1 : top + PX - 1, left + 1 : left + PX - 1] = color
    return pixels


def connect_four() -> Pixels:
    """Return a new game of Connect Four: six by seven round holes."""
    pixels = page(6, 7)
    pixels[CORNER[0] : -CORNER[0], CORNER[1] : -CORNER[1]] = (180, 90, 30)
    for r in range(6):
        for c in range(7):
            middle = CORNER[1] + c * PX + PX // 2, CORNER[0] + r * PX + PX // 2
            cv2.circle(pixels, middle, 15, PAGE, -1)
    return pixels


def only(pixels: Pixels) -> Reading:
    """Return the one board that is read without themes."""
    (reading,) = read(pixels, themes=())
    return reading


@pytest.mark.parametrize("skin", SKINS)
@pytest.mark.parametrize(("rows", "cols"), [(9, 9), (16, 30), (11, 17)])
def test_a_fresh_board_of_a_client_is_believed(skin: str, rows: int, cols: int) -> None:
    board, _ = draw(game_at("fresh", rows, cols, rows, seed=1).board, skin, 24)
    above = np.full((50, board.shape[1], 3), board[0, 0], np.uint8)
    ink = (255, 255, 255) if board[0, 0].mean() < 128 else (0, 0, 0)
    cv2.putText(above, "Mines 10", (30, 35), cv2.FONT_HERSHEY_SIMPLEX, 0.7, ink, 2)
    reading = only(np.vstack([above, board]))
    assert reading.doubt is None
    assert decide(reading, PlaySettings(), game=0, step=0).moves


SIZES = [(8, 8), (10, 10), (10, 12), (16, 25)]


@pytest.mark.parametrize(("rows", "cols"), SIZES)
def test_plain_tiles_alone_can_be_any_game(rows: int, cols: int) -> None:
    """The sea of Battleship has them too, in the same numbers."""
    assert only(tiled(rows, cols)).doubt is Doubt.PLAIN


@pytest.mark.parametrize(("rows", "cols"), SIZES)
def test_plain_tiles_are_believed_with_a_sign_of_the_game(rows: int, cols: int) -> None:
    pixels = tiled(rows, cols)
    cv2.putText(pixels, "Mines 10", (70, 40), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (0, 0, 0), 2)
    assert only(pixels).doubt is None


def test_a_button_above_plain_tiles_is_no_sign_of_the_game() -> None:
    pixels = tiled(10, 10)
    cv2.rectangle(pixels, (244, 16), (276, 48), (60, 60, 60), 2)
    reading = only(pixels)
    assert has_face(pixels, reading.grid)
    assert reading.doubt is Doubt.PLAIN


@pytest.mark.parametrize(
    "pixels",
    [tiled(8, 8, (PAGE, DARK)), tiled(6, 5), tiled(5, 5), connect_four()],
    ids=["draughts", "word game", "small", "connect four"],
)
def test_other_games_of_equal_tiles_are_not_acted_on(pixels: Pixels) -> None:
    """They are returned, in case the user knows better, without a certain cell."""
    for reading in read(pixels, themes=()):
        assert reading.doubt is not None
        assert not decide(reading, PlaySettings(), game=0, step=0).moves


def test_the_word_mines_beside_a_small_board_proves_it() -> None:
    pixels = tiled(7, 7)
    assert only(pixels).doubt is Doubt.UNPROVEN
    cv2.putText(pixels, "Mines 10", (70, 40), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (0, 0, 0), 2)
    assert only(pixels).doubt is None


def test_marks_all_over_unequal_tiles_prove_nothing() -> None:
    """Noughts on a board of lines look like zeros that spread to nothing."""
    pixels = tiled(10, 10)
    rng = np.random.default_rng(5)
    for r, c in zip(*np.nonzero(rng.random((10, 10)) < 0.3), strict=True):
        middle = CORNER[1] + int(c) * PX + PX // 2, CORNER[0] + int(r) * PX + PX // 2
        cv2.circle(pixels, middle, 11, (40, 40, 40), 3)
    assert all(reading.doubt is not None for reading in read(pixels, themes=()))


def test_the_trace_tells_how_much_evidence_there_was() -> None:
    trace = Trace()
    (reading,) = read(connect_four(), themes=(), trace=trace)
    (attempt,) = [attempt for attempt in trace.attempts if attempt.stage == "fresh"]
    assert not attempt.accepted
    assert attempt.tests[0].name == "evidence of Minesweeper"
    signs = grid_signs(connect_four(), reading)
    assert (signs.usual_lines, signs.square, signs.equal) == (0.0, 1.0, 1.0)


@pytest.mark.parametrize(("rows", "cols"), [(6, 6), (10, 10), (9, 9)])
def test_a_theme_that_knows_one_tile_proves_no_board_of_another_size(rows: int, cols: int) -> None:
    """A nonogram of grey buttons is explained by the hidden cells of a client."""
    tile = cv2.imread(str(XBOMB / "hidden-0.png"))
    assert tile is not None
    height, width = tile.shape[:2]
    board = np.tile(tile, (rows, cols, 1))
    pixels = np.full((rows * height + 90, cols * width + 90, 3), 255, np.uint8)
    pixels[45:-45, 45:-45] = board
    (reading,) = read(pixels)
    assert reading.theme != GENERIC
    level = (rows, cols) == (9, 9)
    assert reading.doubt is (None if level else Doubt.PLAIN)
    assert bool(decide(reading, PlaySettings(), game=0, step=0).moves) is level
