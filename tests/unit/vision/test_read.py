import zlib
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from support.vision_scenes import STAGES, digits_on_blank_ground, draw, game_at

from autosweep.board import FLAG, HIDDEN, UNREAD, Board, Phase
from autosweep.client.skins import SKINS
from autosweep.errors import ImageError
from autosweep.interfaces import Frame
from autosweep.vision.read import read, reread
from autosweep.vision.reading import ACT_CONFIDENCE

SIZES = (14, 17, 21, 26, 33, 47, 64)


@pytest.mark.parametrize("skin", SKINS)
@pytest.mark.parametrize("px", SIZES)
def test_every_skin_at_every_size_reads_as_the_game_shows_it(skin: str, px: int) -> None:
    """Cells, lattice and phase equal the truth, at sizes no pack was cut at."""
    for k, stage in enumerate(STAGES):
        game = game_at(stage, 7 + k, 12 - k, 12, seed=px * 10 + k)
        picture, grid = draw(game.board, skin, px, corner=(31 + k, 17 + 3 * k))
        readings = read(picture, thorough=False)
        assert [str(r.board.with_mines(None)) for r in readings] == [
            str(game.board.with_mines(None))
        ], stage
        reading = readings[0]
        assert reading.theme == skin
        assert reading.phase is game.phase
        assert not reading.uncertain
        for ours, true in (
            (reading.grid.col_edges, grid.col_edges),
            (reading.grid.row_edges, grid.row_edges),
        ):
            assert np.abs(np.array(ours) - np.array(true)).max() <= 1.5


def test_a_tight_crop_of_the_cells_alone_is_read() -> None:
    """A picture that ends at the board's own border needs nothing round it."""
    game = game_at("middle", 9, 9, 10, seed=4)
    for skin in SKINS:
        picture, grid = draw(game.board, skin, 24)
        box = grid.bbox
        crop = picture[box.y : box.bottom, box.x : box.right]
        readings = read(crop, thorough=False)
        assert [r.board.cells for r in readings] == [game.board.cells], skin


def test_covered_cells_are_unread_and_the_board_obscured() -> None:
    """What lies under another window is never given a symbol."""
    game = game_at("middle", 12, 12, 20, seed=8)
    for skin in SKINS:
        picture, grid = draw(game.board, skin, 26)
        first, last = grid.cell_rect((5, 6)), grid.cell_rect((8, 10))
        rng = np.random.default_rng(5)
        picture[first.y : last.bottom, first.x : last.right] = rng.integers(
            0, 255, (last.bottom - first.y, last.right - first.x, 3), np.uint8
        )
        reading = read(picture)[0]
        assert (reading.board.rows, reading.board.cols) == (12, 12)
        assert reading.phase is Phase.OBSCURED
        for r in range(12):
            for c in range(12):
                covered = 5 <= r <= 8 and 6 <= c <= 10
                assert reading.board[r, c] == (UNREAD if covered else game.board[r, c])


def test_a_cell_that_breaks_the_rules_is_uncertain() -> None:
    """A hidden cell painted over an opened one beside a zero is not believed."""
    game = game_at("middle", 10, 10, 8, seed=2)
    board = game.board
    zero = next(iter(board.find({0})))
    beside = next(cell for cell in board.neighbors(zero) if board[cell] <= 8)
    picture, _ = draw(board.with_cells({beside: HIDDEN}), "light", 28)
    reading = read(picture)[0]
    assert beside in reading.uncertain
    assert zero in reading.uncertain


@pytest.mark.parametrize("seed", range(3))
def test_images_without_a_board_give_nothing(seed: int) -> None:
    """Blank pictures, noise, gradients and lines of text hold no Minesweeper."""
    rng = np.random.default_rng(seed)
    noise = rng.integers(0, 255, (300, 400, 3), np.uint8)
    ramp = np.tile(np.linspace(0, 255, 400).astype(np.uint8)[None, :, None], (300, 1, 3))
    text = np.full((400, 640, 3), 250, np.uint8)
    for line in range(12):
        words = "".join(rng.choice(list("lorem ipsum 0123456789 dolor"), 46))
        cv2.putText(text, words, (10, 30 + 30 * line), 0, 0.7, (20, 20, 20), 1, cv2.LINE_AA)
    for picture in (noise, ramp, text, np.zeros((200, 200, 3), np.uint8), noise[:20, :20]):
        assert read(picture) == []


def test_a_grid_over_blank_ground_has_no_certain_cell() -> None:
    """Numbers among blank cells obey the rules more easily than they should."""
    readings = read(digits_on_blank_ground(), themes=())
    assert readings
    assert max(reading.confidence.max() for reading in readings) < ACT_CONFIDENCE


def test_two_boards_on_one_screen_are_both_read() -> None:
    """Boards of different looks and sizes do not disturb each other."""
    first, second = game_at("middle", 9, 9, 10, seed=1), game_at("early", 8, 12, 14, seed=2)
    left, _ = draw(first.board, "classic", 22, size=(420, 420))
    right, _ = draw(second.board, "dark", 27, size=(480, 420))
    readings = read(np.hstack([left, right]))
    assert {r.board.cells for r in readings} == {first.board.cells, second.board.cells}


def test_arrays_of_any_depth_and_files_are_accepted(tmp_path: Path) -> None:
    """Grey, alpha and 16-bit pictures read as the plain one does; grey loses no digit shape."""
    game = game_at("middle", 9, 9, 10, seed=3)
    picture, _ = draw(game.board, "classic", 25)
    alpha = np.dstack([picture, np.full(picture.shape[:2], 255, np.uint8)])
    deep = picture.astype(np.uint16) * 257
    path = tmp_path / "board.png"
    cv2.imwrite(str(path), deep)
    for source in (alpha, deep, path, str(path), Frame(picture)):
        assert [r.board.cells for r in read(source)] == [game.board.cells]


@pytest.mark.parametrize(
    "content",
    [b"", b"not a picture", b"\x89PNG\r\n\x1a\n" + b"\0" * 40, b"BM" + b"\xff" * 60],
    ids=["empty", "text", "broken-png", "broken-bmp"],
)
def test_files_that_are_no_images_raise_image_error(tmp_path: Path, content: bytes) -> None:
    """Whatever the bytes, the error is a sentence that names the file."""
    path = tmp_path / "picture.png"
    path.write_bytes(content)
    with pytest.raises(ImageError, match=r"picture\.png"):
        read(path)


def test_a_huge_image_is_refused_before_it_is_decoded(tmp_path: Path) -> None:
    """A header that announces 60000 x 60000 pixels is enough to say no."""
    side = (60_000).to_bytes(4, "big")
    path = tmp_path / "bomb.png"
    head = b"IHDR" + side + side + b"\x08\x02\0\0\0"
    data = b"\0\0\0\x09IDAT" + b"\0" * 13
    check = zlib.crc32(head).to_bytes(4, "big")
    path.write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\r" + head + check + data)
    with pytest.raises(ImageError, match="too large"):
        read(path)


def test_missing_files_folders_and_wrong_arrays_raise_image_error(tmp_path: Path) -> None:
    for source in (tmp_path / "none.png", tmp_path, "\0", np.zeros((4, 4, 7)), np.zeros(5)):
        with pytest.raises(ImageError):
            read(source)


def test_reread_follows_a_game_and_notices_that_the_board_moved() -> None:
    """The same lattice gives the new cells; a window moved by a few pixels gives None."""
    game = game_at("early", 9, 9, 10, seed=6)
    picture, _ = draw(game.board, "meadow", 30, corner=(40, 40), size=(520, 560))
    reading = read(picture, thorough=False)[0]
    hidden = next(iter(game.board.find({HIDDEN})))
    game.mark(hidden)
    later, _ = draw(game.board, "meadow", 30, corner=(40, 40), size=(520, 560))
    again = reread(later, reading)
    assert again is not None
    assert again.board.cells == game.board.cells
    assert again.board[hidden] == FLAG
    for corner in ((47, 40), (40, 55), (1, 2)):
        moved, _ = draw(game.board, "meadow", 30, corner=corner, size=(520, 560))
        assert reread(moved, reading) is None
    assert reread(np.zeros_like(picture), reading) is None
    assert reread(picture[:100, :100].copy(), reading) is None


def test_an_uncertain_cell_does_not_move_a_board_whose_edges_are_in_doubt() -> None:
    """The other cells read equally well at the old place and a pixel beside it."""
    game = game_at("early", 9, 9, 10, seed=6)
    picture, _ = draw(game.board, "classic", 51, corner=(40, 40))
    reading = read(picture, thorough=False)[0]
    cell = next(iter(game.board.find({HIDDEN})))
    middle = reading.grid.center(cell)
    cv2.circle(picture, (round(middle.x), round(middle.y)), 12, (10, 90, 200), -1)
    off = replace(reading, grid=reading.grid.moved(1, 1))
    again = reread(picture, off)
    assert again is not None
    assert again.uncertain == [cell]


def test_standard_mine_totals_are_assumed_and_marked_as_such() -> None:
    """The total by size is offered apart: the board itself claims none that was not seen."""
    board = Board.hidden(9, 9)
    picture, _ = draw(board, "light", 24)
    box = draw(board, "light", 24)[1].bbox
    reading = read(picture[box.y : box.bottom, box.x : box.right])[0]
    assert reading.assumed_mines == 10
    assert reading.board.mines is None
