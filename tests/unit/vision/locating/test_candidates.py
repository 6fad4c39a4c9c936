import itertools
from typing import Any

import cv2
import numpy as np
import pytest
from support.vision_scenes import digits_on_blank_ground, draw, game_at

from autosweep.interfaces import Pixels
from autosweep.vision.image import step_map
from autosweep.vision.locating import candidates
from autosweep.vision.locating.candidates import Scene, locate
from autosweep.vision.locating.extent import Extent, grow
from autosweep.vision.locating.patches import flat_patches


def tiles(col_edges: list[int], row_edges: list[int], gap: int = 2) -> Pixels:
    """Draw grey tiles with gaps on a pale ground, one for each cell of a table of edges."""
    picture = np.full((row_edges[-1] + 60, col_edges[-1] + 70, 3), 235, np.uint8)
    for y0, y1 in itertools.pairwise(row_edges):
        for x0, x1 in itertools.pairwise(col_edges):
            picture[y0 + gap : y1 - gap, x0 + gap : x1 - gap] = (150, 155, 160)
    return picture


def assert_edges(picture: Pixels, col_edges: list[int], row_edges: list[int]) -> None:
    grids = locate(picture)
    assert len(grids) == 1
    assert np.abs(np.array(grids[0].col_edges) - col_edges).max() <= 1
    assert np.abs(np.array(grids[0].row_edges) - row_edges).max() <= 1


def test_a_pitch_rounded_per_column_gives_a_table_of_edges() -> None:
    """Left-over pixels go to the first columns, as some tool kits do."""
    cols = list(np.cumsum([40] + [30] * 10 + [29] * 20))
    rows = list(np.cumsum([50] + [30] * 4 + [29] * 12))
    assert_edges(tiles(cols, rows), cols, rows)


def test_cells_need_not_be_square() -> None:
    cols, rows = list(range(30, 30 + 48 * 10, 48)), list(range(20, 20 + 26 * 9, 26))
    assert_edges(tiles(cols, rows), cols, rows)


@pytest.mark.parametrize("pitch", [18.75, 22.5, 37.4])
def test_a_fractional_pitch_is_found_to_the_pixel(pitch: float) -> None:
    """Scaled screens draw cells of 125 % or 150 %."""
    cols = [round(33 + pitch * k) for k in range(17)]
    rows = [round(21 + pitch * k) for k in range(13)]
    assert_edges(tiles(cols, rows, gap=1), cols, rows)


def test_a_window_in_front_of_the_middle_does_not_hide_the_lattice() -> None:
    cols, rows = list(range(40, 40 + 30 * 17, 30)), list(range(40, 40 + 30 * 17, 30))
    picture = tiles(cols, rows)
    picture[190:320, 200:420] = (90, 60, 30)
    assert_edges(picture, cols, rows)


def test_lattices_are_found_where_open_ground_has_no_lines() -> None:
    """A nearly won chequered board gives its full size."""
    game = game_at("won", 14, 18, 30, seed=9)
    picture, grid = draw(game.board, "meadow", 25, corner=(50, 40))
    found = locate(picture)
    assert (found[0].rows, found[0].cols) == (14, 18)
    assert abs(found[0].col_edges[0] - grid.col_edges[0]) <= 1


@pytest.mark.parametrize("block", [3, 5])
def test_grids_with_thick_lines_every_few_cells_are_other_puzzles(block: int) -> None:
    """Sudokus and nonograms are ruled that way on both axes, Minesweeper never."""
    n = 15
    picture = np.full((40 + n * 26, 40 + n * 26, 3), 255, np.uint8)
    for k in range(n + 1):
        thick = 3 if k % block == 0 else 1
        at = 20 + 26 * k
        picture[20 : 20 + 26 * n, at : at + thick] = 40
        picture[at : at + thick, 20 : 20 + 26 * n] = 40
    assert locate(picture) == []


def test_a_patch_knows_its_centre_to_half_a_pixel() -> None:
    """The last pixel before a step counts to the patch."""
    picture = np.zeros((40, 50, 3), np.uint8)
    picture[10:25, 12:32] = 200
    flat = (step_map(picture) <= 5).view(np.uint8)
    patches = flat_patches(flat)
    inside = (patches.w == 20) & (patches.h == 15)
    assert inside.sum() == 1
    assert patches.x[inside][0] == 22
    assert patches.y[inside][0] == 17.5


def coloured(colors: list[list[tuple[int, int, int]]], px: int = 30) -> Pixels:
    """Draw tiles of given colours with gaps on a white ground."""
    rows, cols = len(colors), len(colors[0])
    picture = np.full((rows * px + 80, cols * px + 80, 3), 255, np.uint8)
    for r in range(rows):
        for c in range(cols):
            y, x = 40 + r * px, 40 + c * px
            picture[y + 2 : y + px - 2, x + 2 : x + px - 2] = colors[r][c]
    return picture


def test_tiles_of_two_colours_in_no_order_are_another_game() -> None:
    """Seats and lights mix colours; a checkerboard of the same two is a board."""
    rng = np.random.default_rng(3)
    one, other = (150, 200, 150), (150, 150, 150)
    mixed = [[one if rng.random() < 0.6 else other for _ in range(14)] for _ in range(10)]
    chequered = [[one if (r + c) % 2 else other for c in range(14)] for r in range(10)]
    assert locate(coloured(mixed)) == []
    assert [(g.rows, g.cols) for g in locate(coloured(chequered))] == [(10, 14)]


def test_cells_with_marks_in_a_corner_are_a_calendar() -> None:
    """Tiles with the same shine in the same corner stay a board."""
    picture = coloured([[(235, 235, 235)] * 7] * 6, px=80)
    assert len(locate(picture)) == 1
    shiny = picture.copy()
    for tile in range(42):
        x, y = 50 + tile % 7 * 80, 50 + tile // 7 * 80
        shiny[y : y + 16, x : x + 20] = 190
    assert len(locate(shiny)) == 1
    for day in range(42):
        x, y = 48 + day % 7 * 80, 59 + day // 7 * 80
        cv2.putText(picture, str(day + 1), (x, y), 0, 0.5, (20, 20, 20), 1, cv2.LINE_AA)
    assert locate(picture) == []


@pytest.mark.parametrize("scale", [2, 3])
def test_dither_that_was_scaled_with_its_screen_is_flat_ground(scale: int) -> None:
    """A client of one bit a pixel on a display of 200 or 300 %."""
    picture = np.full((420, 460, 3), 240, np.uint8)
    for r in range(8):
        for c in range(9):
            cell = np.zeros((40, 40), np.uint8)
            cell[1:-1, 1:-1] = np.where(np.indices((38, 38)).sum(axis=0) % 2, 127, 255)
            picture[50 + 40 * r : 90 + 40 * r, 50 + 40 * c : 90 + 40 * c] = cell[..., None]
    larger = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_LINEAR)
    found = locate(np.asarray(larger, np.uint8))
    assert [(g.rows, g.cols) for g in found] == [(8, 9)]
    assert abs(found[0].col_edges[0] - 50 * scale) <= 2
    assert abs(found[0].row_edges[-1] - 370 * scale) <= 2


@pytest.mark.parametrize("clues", [0, 2])
def test_columns_of_clues_do_not_hide_the_thick_lines_of_a_puzzle(clues: int) -> None:
    n, px = 10, 26
    picture = np.full((40 + n * px, 40 + (n + clues) * px, 3), 255, np.uint8)
    for k in range(n + 1):
        at = 20 + px * k
        thick = 3 if k % 5 == 0 else 1
        picture[at : at + thick, 20 + clues * px : 20 + (n + clues) * px] = 40
    for k in range(n + clues + 1):
        at = 20 + px * k
        thick = 3 if (k - clues) % 5 == 0 and k >= clues else 1
        picture[20 : 20 + n * px, at : at + thick] = 40
    assert locate(picture) == []


def test_a_chequered_background_is_no_board_and_hides_none() -> None:
    """A window lies on a wallpaper of small squares, which form a far larger lattice."""
    game = game_at("early", 9, 9, 10, seed=3)
    window, grid = draw(game.board, "dark", 40, corner=(0, 0))
    height, width = window.shape[:2]
    down, across = np.indices((768, 1272)) // 8
    shade = np.where((down + across) % 2, 238, 102).astype(np.uint8)
    picture = np.full((800, 1280, 3), 51, np.uint8)
    picture[25:793, 2:1274] = shade[:, :, None]
    picture[101 : 101 + height, 303 : 303 + width] = window
    found = locate(picture)
    assert [(each.rows, each.cols) for each in found] == [(9, 9)]
    assert np.abs(np.array(found[0].col_edges) - grid.moved(303, 101).col_edges).max() <= 1.5


@pytest.mark.parametrize("skin", ["classic", "light", "dark", "meadow"])
def test_a_board_that_every_pass_finds_is_grown_once(
    skin: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Growing takes most of the time of a search."""
    grown: list[Extent] = []

    def counted(*given: Any) -> Extent:
        grown.append(grow(*given))
        return grown[-1]

    monkeypatch.setattr(candidates, "grow", counted)
    pixels, _ = draw(game_at("fresh", 9, 9, 10, seed=4).board, skin, 24)
    assert len(locate(pixels)) == 1
    assert len(grown) == 1


def near_colours() -> Pixels:
    """Draw 8 x 10 soft tiles of 50 x 55 pixels whose two colours differ by 11 levels."""
    odd = (np.indices((8, 10)).sum(0) % 2).astype(np.uint8)
    shades = np.array([(93, 199, 146), (89, 188, 138)], np.uint8)[odd]
    board = cv2.resize(shades, (500, 440), interpolation=cv2.INTER_NEAREST)
    board = cv2.blur(board, (3, 3))
    picture = np.full((560, 700, 3), 40, np.uint8)
    picture[60:500, 100:600] = board
    return np.asarray(picture, np.uint8)


def test_a_chequer_of_two_near_colours_is_found() -> None:
    """The lines between its tiles step by less than the first pass sees."""
    assert_edges(near_colours(), list(range(100, 601, 50)), list(range(60, 501, 55)))


def test_a_grid_over_blank_ground_is_thin() -> None:
    """It is drawn through a few tiles and digits; the ground between looks like open cells."""
    found = Scene(digits_on_blank_ground()).candidates()
    assert [candidate.thin for candidate in found] == [True]
    assert [candidate.thin for candidate in Scene(near_colours()).candidates()] == [False]


def test_what_looked_like_another_game_is_not_found_by_the_last_pass() -> None:
    """Compression hides the thick lines of a nonogram from a pass that sees the smallest steps."""
    picture = np.full((480, 520, 3), 230, np.uint8)
    picture[50:413, 70:433] = 128
    for k in range(16):
        at, thick = 24 * k, 3 if k % 5 == 0 else 1
        picture[50:413, 70 + at : 70 + at + thick] = 80
        picture[50 + at : 50 + at + thick, 70:433] = 80
    _, stored = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 80])
    assert locate(np.asarray(cv2.imdecode(stored, cv2.IMREAD_COLOR), np.uint8)) == []
