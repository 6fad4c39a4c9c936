"""Lost games whose mines are cells of one colour, with a sign or without."""

from random import Random

import cv2
import numpy as np
import pytest

from autosweep.board import EXPLODED, HIDDEN, MINE, SYMBOLS, Game
from autosweep.geometry import Grid
from autosweep.interfaces import Pixels
from autosweep.vision.classify.by_shape import read_unknown
from autosweep.vision.classify.clusters import cluster_cells, different_cells
from autosweep.vision.classify.coloured_mines import ColouredCells
from autosweep.vision.read import read
from autosweep.vision.reading import ACT_CONFIDENCE

RED, HIDDEN_TILE, OPEN_TILE = (40, 40, 220), (211, 211, 211), (160, 160, 160)
INKS = ((200, 0, 0), (0, 110, 0), (0, 0, 160), (110, 0, 0), (0, 0, 90))


def lost_board(seed: int, rows: int = 16, cols: int = 16, mines: int = 40) -> np.ndarray:
    """Return codes of a lost game: some cells are open, every mine is shown."""
    game = Game(rows, cols, mines, seed=seed)
    game.open((rows // 2, cols // 2))
    assert game.layout is not None
    rng = Random(seed)
    for i in rng.sample(range(rows * cols), rows):
        if i not in game.layout.mines:
            game.open(game.board.cell(i))
    codes = np.frombuffer(game.board.cells, np.uint8).copy()
    codes[sorted(game.layout.mines)] = MINE
    return codes.reshape(rows, cols)


def drawn(
    codes: np.ndarray,
    sign: str,
    ground: tuple[int, int, int] = RED,
    px: int = 30,
    hidden: tuple[int, int, int] = HIDDEN_TILE,
) -> tuple[Pixels, Grid]:
    """Return a picture of a board with light hidden tiles, its mines as cells of one colour."""
    rows, cols = codes.shape
    pixels = np.full((rows * px + 60, cols * px + 40, 3), 255, np.uint8)
    for (r, c), code in np.ndenumerate(codes):
        y, x = 40 + r * px, 20 + c * px
        fill = ground if code == MINE else hidden if code == HIDDEN else OPEN_TILE
        cv2.rectangle(pixels, (x + 1, y + 1), (x + px - 2, y + px - 2), fill, -1)
        text = sign if code == MINE else SYMBOLS[code] if 0 < code < HIDDEN else ""
        if text:
            ink = (255, 255, 255) if code == MINE else INKS[min(code, len(INKS)) - 1]
            size, _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, px / 48, 2)
            at = (x + (px - size[0]) // 2, y + (px + size[1]) // 2)
            cv2.putText(pixels, text, at, cv2.FONT_HERSHEY_SIMPLEX, px / 48, ink, 2, cv2.LINE_AA)
    edges = (tuple(float(k + n * px) for n in range(m + 1)) for k, m in ((40, rows), (20, cols)))
    return pixels, Grid(*edges)


@pytest.mark.parametrize("sign", ["*", "", "3"])
def test_red_cells_of_a_lost_game_are_mines(sign: str) -> None:
    """A sign that looks like a number does not count against what all of them tell."""
    for seed in range(3):
        codes = lost_board(seed)
        pixels, grid = drawn(codes, sign)
        found = read_unknown(pixels, grid, is_board=True)
        assert found is not None
        assert np.isin(found.codes[codes == MINE], [MINE, EXPLODED]).all()
        assert np.count_nonzero(found.codes == EXPLODED) <= 1
        others = found.codes[codes != MINE] == codes[codes != MINE]
        assert others.mean() > 0.9


def test_red_cells_are_never_hidden_for_certain() -> None:
    """Where no number tells what they are, they stay uncertain."""
    codes = np.full((9, 9), HIDDEN, np.uint8)
    codes[2, 3] = codes[6, 6] = codes[1, 7] = MINE
    codes[4, 4] = 1
    codes[3, 3] = MINE
    pixels, grid = drawn(codes, "")
    found = read_unknown(pixels, grid, is_board=True)
    assert found is not None
    red = codes == MINE
    assert not ((found.codes == HIDDEN) & (found.confidence >= ACT_CONFIDENCE))[red].any()


def classes_of(pixels: Pixels, grid: Grid, codes: np.ndarray) -> ColouredCells:
    cells = different_cells(pixels, np.array(grid.row_edges), np.array(grid.col_edges))
    return ColouredCells.of(cluster_cells(cells), codes)


def test_cells_that_the_numbers_contradict_are_no_mines() -> None:
    codes = lost_board(3)
    pixels, grid = drawn(codes, "")
    named = np.where(codes == MINE, HIDDEN, codes).astype(np.uint8)
    assert classes_of(pixels, grid, named).mines.sum() == 40
    named[(named > 1) & (named < HIDDEN)] = 1
    found = classes_of(pixels, grid, named)
    assert found.odd.sum() == 40
    assert not found.mines.any()


def test_coloured_cells_that_all_touch_open_ones_may_be_flags() -> None:
    codes = lost_board(3)
    open_ = codes < HIDDEN
    beside = cv2.dilate(open_.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    flagged = np.where((codes == MINE) & ~beside, HIDDEN, codes).astype(np.uint8)
    pixels, grid = drawn(flagged, "")
    named = np.where(flagged == MINE, HIDDEN, flagged).astype(np.uint8)
    assert not classes_of(pixels, grid, named).mines.any()


def test_open_ground_on_which_mines_are_shown_is_no_class_of_mines() -> None:
    """Most open cells of a game that was lost early are its mines; its numbers count them."""
    codes = lost_board(1)
    rows, cols = np.indices(codes.shape)
    far = (abs(rows - 8) > 2) | (abs(cols - 8) > 2)
    codes[far & (codes < HIDDEN)] = HIDDEN
    opened = np.count_nonzero(codes < HIDDEN)
    assert 8 < opened < np.count_nonzero(codes == MINE)
    pixels, grid = drawn(codes, "*", OPEN_TILE, hidden=(20, 160, 250))
    found = classes_of(pixels, grid, codes)
    assert found.odd.sum() > opened
    assert not found.mines.any()
    assert read_unknown(pixels, grid) is not None


def test_the_only_hidden_cells_are_no_class_of_their_own() -> None:
    """Blue hidden cells that are few beside open ones are what hidden cells look like."""
    codes = lost_board(5)
    pixels, grid = drawn(np.where(codes == HIDDEN, 0, codes).astype(np.uint8), "", (200, 90, 20))
    named = np.where(codes == MINE, HIDDEN, np.where(codes == HIDDEN, 0, codes)).astype(np.uint8)
    assert not classes_of(pixels, grid, named).odd.any()


def test_one_colour_of_a_checkerboard_is_no_class() -> None:
    codes = np.full((8, 8), HIDDEN, np.uint8)
    codes[:3] = 0
    shown = codes.copy()
    rows, cols = np.indices(codes.shape)
    shown[(codes == HIDDEN) & ((rows + cols) % 2 == 1)] = MINE
    pixels, grid = drawn(shown, "")
    assert not classes_of(pixels, grid, codes).odd.any()


def test_a_whole_picture_is_read_as_one_board() -> None:
    codes = lost_board(1)
    pixels, _ = drawn(codes, "*")
    small = cv2.resize(pixels, None, fx=0.8, fy=0.8, interpolation=cv2.INTER_AREA)
    (reading,) = read(np.asarray(small, np.uint8), themes=())
    assert (reading.board.rows, reading.board.cols) == (16, 16)
    got = np.frombuffer(reading.board.cells, np.uint8).reshape(codes.shape)
    assert (got == codes).mean() > 0.99
