"""What counts as a difference between a recording and what is read today."""

from __future__ import annotations

import numpy as np
import pytest

from autosweep.board import Board, Phase
from autosweep.geometry import Grid
from autosweep.replay.differences import readings_differ
from autosweep.replay.loading import RecordedStep
from autosweep.vision.reading import Reading

RECORDED = ["1 ! ?", "1 2 ?"]
NOW = ["1 F ?", "1 2 ?"]


@pytest.mark.parametrize(
    ("was_unclear", "is_unclear", "over", "found"),
    [
        (True, True, False, []),
        (True, False, False, ["cell 0,1", "phase"]),
        (False, True, False, ["cell 0,1", "phase"]),
        (True, False, True, []),
        (False, True, True, ["cell 0,1", "phase"]),
        (False, False, True, ["cell 0,1", "phase"]),
    ],
)
def test_what_is_not_claimed_is_no_difference(
    *, was_unclear: bool, is_unclear: bool, over: bool, found: list[str]
) -> None:
    """Nobody claimed anything of such a cell; something may lie over it, most of all at the end."""
    recorded, board = Board.from_rows(RECORDED), Board.from_rows(NOW)
    sure = np.ones((2, 3), np.float32)
    if is_unclear:
        sure[0, 1] = 0.2
    grid = Grid.regular((0.0, 0.0), (20.0, 20.0), (2, 3))
    reading = Reading(board, grid, sure, "some-theme", Phase.PLAYING)
    about = {"board": RECORDED, "phase": "obscured", "doubtful": [[0, 1]] if was_unclear else []}
    decision = {"phase": "won" if over else "playing", "moves": []}
    step = RecordedStep(0, 0, "frames/0001.png", about, decision)
    assert [d.what for d in readings_differ(step, recorded, reading)] == found
