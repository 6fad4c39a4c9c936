"""Square elements beside a board are found in real pixels."""

from __future__ import annotations

import pytest
from support.drawn_windows import BOARD, DrawnWindow

from autosweep.vision.icons import icons_beside

MIDDLE = BOARD.x + BOARD.w // 2


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("y", [115, 90, 470])
def test_a_face_above_or_below_the_board_is_found(y: int, dark: bool) -> None:  # noqa: FBT001
    drawn = DrawnWindow(dark=dark).face(MIDDLE, y)
    drawn.text("010", BOARD.x + 30, y, size=24).text("123", BOARD.right - 30, y, size=24)
    box = icons_beside(drawn.frame(), BOARD)[0]
    assert box.contains(MIDDLE, y)
    assert 30 <= box.w <= 40


def test_a_face_beside_the_axis_is_found_after_one_on_it() -> None:
    drawn = DrawnWindow().face(MIDDLE - 60, 115)
    (box,) = icons_beside(drawn.frame(), BOARD)
    assert box.contains(MIDDLE - 60, 115)
    both = icons_beside(drawn.face(MIDDLE, 115).frame(), BOARD)
    assert [box.contains(MIDDLE, 115) for box in both] == [True, False]


def test_a_face_on_a_button_that_is_wider_than_high_is_found() -> None:
    drawn = DrawnWindow().button(" " * 8, MIDDLE, 130, fill="#b4c6b8").face(MIDDLE, 130, size=28)
    (box,) = icons_beside(drawn.frame(), BOARD)
    assert box.contains(MIDDLE, 130)
    assert box.w <= 30
    # The frame of the panel touches the button.
    drawn.image.paste((90, 90, 90), (0, 112, 640, 115))
    (framed,) = icons_beside(drawn.frame(), BOARD)
    assert framed.contains(MIDDLE, 130)
    counter = DrawnWindow().button(" " * 8, MIDDLE, 130).text("12", MIDDLE, 130, size=22)
    assert icons_beside(counter.frame(), BOARD) == ()


def test_a_row_of_icons_is_a_toolbar() -> None:
    drawn = DrawnWindow()
    for x in (-90, -40, 40, 90):
        drawn.face(MIDDLE + x, 115)
    assert icons_beside(drawn.frame(), BOARD) == ()


def test_nothing_is_found_beyond_the_board() -> None:
    assert icons_beside(DrawnWindow().face(BOARD.x + 18, 115).frame(), BOARD) == ()
    assert icons_beside(DrawnWindow().face(40, 115).frame(), BOARD) == ()


def test_words_counters_and_lines_are_no_squares() -> None:
    drawn = DrawnWindow().text("Minesweeper", MIDDLE, 60, size=28)
    drawn.button("New game", MIDDLE, 115)
    assert icons_beside(drawn.frame(), BOARD) == ()


def test_a_board_at_the_edge_of_the_window_has_nothing_beside_it() -> None:
    frame = DrawnWindow().frame().crop(BOARD)
    assert icons_beside(frame, frame.rect) == ()
