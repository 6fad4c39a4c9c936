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
OTHER = ["1 F ?", "1 2 ?"]


@pytest.mark.parametrize(
    ("rows", "was_uncertain", "is_uncertain", "found"),
    [
        (RECORDED, True, True, []),
        (RECORDED, True, False, ["cell 0,1 was ! (uncertain), is !"]),
        (RECORDED, False, True, ["cell 0,1 was !, is ! (uncertain)"]),
        (OTHER, True, True, ["cell 0,1 was ! (uncertain), is F (uncertain)"]),
        (OTHER, False, False, ["cell 0,1 was !, is F"]),
    ],
)
def test_every_cell_is_compared_with_its_certainty(
    *, rows: list[str], was_uncertain: bool, is_uncertain: bool, found: list[str]
) -> None:
    """Also cells that are uncertain in both: the reader and its frames are the same."""
    confidence = np.ones((2, 3), np.float32)
    if is_uncertain:
        confidence[0, 1] = 0.2
    grid = Grid.regular((0.0, 0.0), (20.0, 20.0), (2, 3))
    reading = Reading(Board.from_rows(rows), grid, confidence, "some-theme", Phase.OBSCURED)
    about = {"board": RECORDED, "phase": "obscured", "doubtful": [[0, 1]] if was_uncertain else []}
    step = RecordedStep(0, 0, "frames/0001.png", about, {"phase": "won", "moves": []})
    assert [str(d).partition(": ")[2] for d in readings_differ(step, reading)] == found


def test_a_phase_that_differs_is_a_difference() -> None:
    grid = Grid.regular((0.0, 0.0), (20.0, 20.0), (2, 3))
    sure = np.ones((2, 3), np.float32)
    reading = Reading(Board.from_rows(RECORDED), grid, sure, "some-theme", Phase.PLAYING)
    step = RecordedStep(0, 0, "frames/0001.png", {"board": RECORDED, "phase": "obscured"}, None)
    assert [d.what for d in readings_differ(step, reading)] == ["phase"]
