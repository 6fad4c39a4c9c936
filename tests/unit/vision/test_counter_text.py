"""Counters written as text: the total is right or not told at all."""

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont
from vision_scenes import draw

from autosweep.board import FLAG, UNREAD, Board
from autosweep.geometry import Grid
from autosweep.seams import Pixels
from autosweep.vision.counter_text import read_text_counter

FLAGS = [(0, 0), (2, 5), (7, 7)]


def board_with(flags: int) -> Board:
    return Board.hidden(12, 12).with_cells(dict.fromkeys(FLAGS[:flags], FLAG))


def written(board: Board, text: str, size: int, *, light: bool = False) -> tuple[Pixels, Grid]:
    """Return a board with a line of text below it, in a font of which the reader has no picture."""
    picture, grid = draw(board, "light", 24)
    ground, ink = (40, 235) if light else (240, 20)
    strip = Image.new("L", (picture.shape[1], 80), ground)
    font = ImageFont.load_default(size)
    ImageDraw.Draw(strip).text((30, 20), text, fill=ink, font=font)
    below = np.repeat(np.asarray(strip)[..., None], 3, axis=2)
    return np.ascontiguousarray(np.concatenate([picture, below])), grid


@pytest.mark.parametrize("light", [False, True])
def test_a_pair_is_read_right_or_not_at_all(light: bool) -> None:  # noqa: FBT001 - a parameter
    """Words before and after it do not matter; dark on light and light on dark."""
    right = 0
    cases = [
        (flags, total, size) for flags in (1, 3) for total in (18, 27, 46) for size in (14, 20)
    ]
    for flags, total, size in cases:
        board = board_with(flags)
        text = f"Mines: {flags} / {total} Time: 12" if size == 20 else f"{flags}/{total}"
        got = read_text_counter(*written(board, text, size, light=light), board)
        assert got in (None, (total - flags, total)), text
        right += got is not None
    assert right >= 8


def test_mines_left_before_the_slash_are_understood() -> None:
    board = board_with(2)
    assert read_text_counter(*written(board, "16/18", 20), board) == (16, 18)


@pytest.mark.parametrize(
    ("flags", "text"), [(3, "1/18"), (1, "1/90"), (1, "1/2"), (1, "18"), (1, "1/18 1/24"), (1, "")]
)
def test_what_the_board_does_not_bear_out_is_not_believed(flags: int, text: str) -> None:
    """Wrong flags, totals beyond reason, a single number, two different pairs, nothing."""
    board = board_with(flags)
    assert read_text_counter(*written(board, text, 20), board) is None


@pytest.mark.parametrize(("text", "expected"), [("0/10", (10, 10)), ("0/12", None)])
def test_without_flags_only_the_usual_total_counts(
    text: str, expected: tuple[int, int] | None
) -> None:
    pixels, grid = written(Board.hidden(12, 12), text, 20)
    small = Grid(grid.row_edges[3:13], grid.col_edges[:10])
    assert read_text_counter(pixels, small, Board.hidden(9, 9)) == expected


def test_a_board_that_is_not_fully_read_tells_no_total() -> None:
    board = board_with(1)
    shown = written(board, "1/18", 20)
    assert read_text_counter(*shown, board) == (17, 18)
    assert read_text_counter(*shown, board.with_cells({(5, 5): UNREAD})) is None
