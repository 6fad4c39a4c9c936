"""Counters written as text: the total is right or not told at all."""

import cv2
import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont
from support.vision_scenes import draw

from autosweep.board import FLAG, UNREAD, Board
from autosweep.geometry import Grid
from autosweep.interfaces import Pixels
from autosweep.vision.counters.text_counter import read_text_counter
from autosweep.vision.counters.text_lines import lines_in

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


def beside(
    board: Board, left: str, right: str, font: int, *, light: bool = False
) -> tuple[Pixels, Grid]:
    """Return a bare board with one text above its left and one above its right end.

    Fonts 0 to 3 are strokes of OpenCV, others are sizes of Pillow's; the reader has no picture of
    any of them.
    """
    picture, grid = draw(board, "light", 30)
    box = grid.bbox
    cells = picture[box.y - 4 : box.bottom + 4, box.x - 4 : box.right + 4]
    ground, ink = (40, 235) if light else (240, 20)
    strip = np.full((70, cells.shape[1]), ground, np.uint8)
    if font < 4:
        face = (
            cv2.FONT_HERSHEY_SIMPLEX,
            cv2.FONT_HERSHEY_DUPLEX,
            cv2.FONT_HERSHEY_COMPLEX,
            cv2.FONT_HERSHEY_TRIPLEX,
        )[font]
        width = cv2.getTextSize(right, face, 0.8, 2)[0][0]
        for at, text in ((10, left), (strip.shape[1] - 10 - width, right)):
            cv2.putText(strip, text, (at, 45), face, 0.8, ink, 2, cv2.LINE_AA)
    else:
        image = Image.fromarray(strip)
        pen, letters = ImageDraw.Draw(image), ImageFont.load_default(font)
        end = strip.shape[1] - 10 - pen.textlength(right, font=letters)
        pen.text((10, 20), left, fill=ink, font=letters)
        pen.text((end, 20), right, fill=ink, font=letters)
        strip = np.asarray(image)
    above = np.repeat(strip[..., None], 3, axis=2)
    whole = np.ascontiguousarray(np.concatenate([above, cells]))
    return whole, grid.moved(4 - box.x, 74 - box.y)


FONTS = [0, 1, 2, 3, 15, 20, 28]
OPENED = {(r, c): 0 for r in (10, 11) for c in (10, 11)}


@pytest.mark.parametrize(
    ("left", "right", "expected", "least"),
    [
        ("Mines: 22", "Time: 57", (22, 24), 4),
        ("Time: 31", "Mines: 22", (22, 24), 4),
        ("22 mines", "0:57", (22, 24), 4),
        ("Time: 22", "Level 31", None, 7),
        ("22", "57", None, 7),
        ("0:22", "", None, 7),
        ("Mines: -3", "", None, 7),
    ],
)
def test_a_single_number_counts_mines_where_its_name_says_so(
    left: str, right: str, expected: tuple[int, int] | None, least: int
) -> None:
    """Of two numbers without names one is the clock, and which one cannot be told."""
    board = Board.hidden(12, 12).with_cells({**dict.fromkeys(FLAGS[:2], FLAG), **OPENED})
    found = [read_text_counter(*beside(board, left, right, font), board) for font in FONTS]
    assert {f for f in found if f is not None} <= {expected}
    assert found.count(expected) >= least


@pytest.mark.parametrize("light", [False, True])
@pytest.mark.parametrize("clock", ["0", "000", "00:00", "Time: 12"])
def test_before_the_game_the_only_number_counts_mines(
    clock: str,
    light: bool,  # noqa: FBT001 - a parameter
) -> None:
    """Clocks stand at zero then; a number that another word names is not asked for."""
    board = Board.hidden(12, 12)
    shown = [beside(board, "24", clock, font, light=light) for font in FONTS]
    found = [read_text_counter(*one, board) for one in shown]
    assert set(found) <= {None, (24, 24)}
    assert found.count((24, 24)) >= 4


@pytest.mark.parametrize(
    ("name", "off", "expected"),
    [("Mines", 0, (22, 24)), ("Time", 0, None), ("Bombs", 0, (22, 24)), ("Mines", 60, None)],
)
def test_a_word_right_above_a_number_names_it(
    name: str, off: int, expected: tuple[int, int] | None
) -> None:
    """A word that is not centred over it, the title of a window for instance, does not."""
    board = Board.hidden(12, 12).with_cells({**dict.fromkeys(FLAGS[:2], FLAG), **OPENED})
    picture, grid = beside(board, "", "", 20)
    image = Image.fromarray(picture)
    pen, letters = ImageDraw.Draw(image), ImageFont.load_default(20)
    pen.text((100 + off, 18), name, fill=(20, 20, 20), font=letters, anchor="mm")
    pen.text((100, 48), "22", fill=(20, 20, 20), font=letters, anchor="mm")
    assert read_text_counter(np.asarray(image), grid, board) == expected


def test_two_numbers_before_the_game_tell_nothing() -> None:
    board = Board.hidden(12, 12)
    assert read_text_counter(*beside(board, "24", "31", 20), board) is None


def test_what_is_left_of_the_usual_total_is_recognised() -> None:
    """Ten mines less two flags are eight; nothing else may be called mines."""
    board = Board.hidden(9, 9).with_cells({**dict.fromkeys(FLAGS[:2], FLAG), (8, 8): 0})
    board = board.with_cells({(7, 7): 0, (7, 8): 0, (8, 7): 0})
    assert read_text_counter(*beside(board, "8", "34", 28), board) == (8, 10)
    assert read_text_counter(*beside(board, "7", "34", 28), board) is None


def test_any_image_has_lines_or_none() -> None:
    """Noise, blots and blocks of all sizes are no reason to fail."""
    rng = np.random.default_rng(1)
    for k in range(120):
        height, width = (int(side) for side in rng.integers(8, 120, 2))
        noise = rng.integers(0, 256, (height, width, 3)).astype(np.uint8)
        few = cv2.resize(noise[:6, :8], (width, height), interpolation=cv2.INTER_NEAREST)
        blots = (cv2.blur(noise, (5, 5)) > 128).astype(np.uint8) * 255
        for line in lines_in((noise, few, np.asarray(blots, np.uint8))[k % 3]):
            assert line.words
