"""The cell of an ended board on which a click can open nothing."""

from __future__ import annotations

import numpy as np
import pytest
from support.painted_boards import observed

from autosweep.board import Board, Phase
from autosweep.geometry import Grid, Rect
from autosweep.interfaces import Frame
from autosweep.play.game_view import cell_to_click, open_cell_of_ended
from autosweep.vision.reading import Reading

GRID = Grid((10.0, 30.0, 50.0, 70.0), (40.0, 60.0, 80.0, 100.0))
SHOWN = "3 3\n1 1 1\n1 * 1\n1 1 1\n"


def _reading(text: str, phase: Phase = Phase.LOST, confidence: float = 1.0) -> Reading:
    sure = np.full((3, 3), confidence, np.float32)
    return Reading(Board.parse(text), GRID, sure, "generic", phase)


@pytest.mark.parametrize("phase", [Phase.WON, Phase.LOST])
def test_a_board_that_is_over_and_fully_shown_has_one(phase: Phase) -> None:
    assert open_cell_of_ended(_reading(SHOWN, phase)) == Rect(60, 10, 20, 20)


def test_it_is_no_flag() -> None:
    flagged = _reading("3 3\n1 F 1\n1 * F\n1 1 1\n")
    assert open_cell_of_ended(flagged) == Rect(40, 30, 20, 20)


@pytest.mark.parametrize(
    "reading",
    [
        _reading(SHOWN, Phase.PLAYING),
        _reading(SHOWN.replace("*", "?")),
        _reading(SHOWN.replace("*", "Q")),
        _reading(SHOWN.replace("*", "!")),
        _reading(SHOWN, confidence=0.5),
    ],
    ids=["running", "hidden", "question", "unread", "uncertain"],
)
def test_any_other_board_has_none(reading: Reading) -> None:
    assert open_cell_of_ended(reading) is None


def test_a_lost_board_with_hidden_cells_has_the_mine_it_shows() -> None:
    lost = "3 3\n1 1 1\n? * X\n? 1 ?\n"
    assert open_cell_of_ended(_reading(lost)) == Rect(60, 30, 20, 20)
    assert open_cell_of_ended(_reading(lost, Phase.WON)) is None
    assert open_cell_of_ended(_reading(lost, confidence=0.5)) is None


def test_under_a_message_it_is_a_cell_with_open_ones_round_it() -> None:
    """A click on it opens nothing, even if the end was told wrongly."""
    last = observed("0 0 1 ?\n0 0 1 1\n0 0 0 0")
    now = last.reading
    assert cell_to_click(last.frame, last, now) == Rect(0, 0, 10, 10)
    covered = last.frame.pixels.copy()
    covered[:12, :12] = 7
    assert cell_to_click(Frame(covered), last, now) == Rect(0, 20, 10, 10)
    covered[:] = 7
    assert cell_to_click(Frame(covered), last, now) is None
    hidden = observed("1 ? 1 ?\n1 1 1 1")
    assert cell_to_click(hidden.frame, hidden, hidden.reading) is None
