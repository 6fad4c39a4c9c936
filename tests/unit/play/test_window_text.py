"""Which text of a window is read: that round the board, and that over it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from support.drawn_windows import BOARD, DrawnWindow

from autosweep.board import Board
from autosweep.geometry import Grid, Rect
from autosweep.play.window_text import text_of_window, unchanged_cells
from autosweep.vision.phase import phase_of
from autosweep.vision.reading import Reading

MIDDLE = BOARD.x + BOARD.w // 2
BOARD_TEXT = "9 9\n" + "\n".join(["? ? ? ? 1 1 1 ? ?"] * 9)


def read(text: str = BOARD_TEXT, uncertain: tuple[int, ...] = ()) -> Reading:
    """Return the reading of the board of a drawn window; `uncertain` are rows of it."""
    board = Board.parse(text)
    confidence = np.ones((9, 9), np.float32)
    confidence[list(uncertain)] = 0.3
    grid = Grid.regular((BOARD.x, BOARD.y), (32, 32), (9, 9))
    return Reading(board, grid, confidence, "", phase_of(board))


def numbered() -> DrawnWindow:
    drawn = DrawnWindow()
    for row in range(9):
        drawn.text("1", BOARD.x + 16 + 32 * 4, BOARD.y + 16 + 32 * row, size=22)
    return drawn


def test_the_numbers_of_the_board_are_not_read() -> None:
    frame = numbered().button("Restart", MIDDLE, 80).frame()
    texts = [line.text for line in text_of_window(frame, read(), read())]
    assert texts == ["Restart"]
    assert len(text_of_window(frame, None, read())) > 1


def test_what_lies_over_the_board_is_read() -> None:
    """It makes cells uncertain. Those round it may be hidden by it too."""
    frame = numbered().button("Restart", MIDDLE, BOARD.y + 32 * 4 + 16).frame()
    texts = [line.text for line in text_of_window(frame, read(uncertain=(4,)), read())]
    assert "Restart" in texts


def test_cells_that_changed_and_those_round_them_are_read() -> None:
    last = read()
    assert len(unchanged_cells(read(), last)) == 81
    assert len(unchanged_cells(read(BOARD_TEXT.replace("? ?", "X ?", 1)), last)) == 81 - 4
    assert len(unchanged_cells(read(BOARD_TEXT.replace("? ?", "F ?", 1)), last)) == 81
    assert len(unchanged_cells(read(BOARD_TEXT.replace("1 1", "F 1", 1)), last)) < 81
    assert unchanged_cells(None, last) == ()
    smaller = replace(last, confidence=np.ones((8, 9), np.float32))
    assert unchanged_cells(read(), smaller) == ()
    assert unchanged_cells(read(), last)[0] == Rect(BOARD.x, BOARD.y, 32, 32)


def test_large_letters_are_read_where_no_others_name_a_control() -> None:
    drawn = DrawnWindow(size=(1600, 1000)).text("Restart", 800, 700, size=190)
    texts = [line.text for line in text_of_window(drawn.frame(), read(), read())]
    assert "Restart" in texts
