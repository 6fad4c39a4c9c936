"""Recorded frames are read as the player read them."""

from __future__ import annotations

import numpy as np

from autosweep.board import Board, Phase
from autosweep.geometry import Grid
from autosweep.interfaces import Pixels
from autosweep.replay.image_reader import ImageReader
from autosweep.replay.loading import RecordedStep
from autosweep.replay.recording_reader import reread
from autosweep.vision.reading import Reading

PICTURE: Pixels = np.zeros((4, 4, 3), np.uint8)


def reading(*rows: str) -> Reading:
    board = Board.from_rows(list(rows))
    grid = Grid.regular((0.0, 0.0), (20.0, 20.0), (board.rows, board.cols))
    sure = np.ones((board.rows, board.cols), np.float32)
    return Reading(board, grid, sure, "some-theme", Phase.PLAYING)


class FixedReader(ImageReader):
    """Returns a given reading."""

    def __init__(self, seen: Reading) -> None:
        super().__init__()
        self._seen = seen

    def read(self, pixels: Pixels, size: tuple[int, int] | None = None) -> Reading | None:
        """Return it."""
        del pixels, size
        return self._seen

    def search(self, pixels: Pixels, size: tuple[int, int] | None = None) -> Reading | None:
        """Return it."""
        return self.read(pixels, size)


def test_what_lies_over_opened_cells_is_no_covered_cell() -> None:
    """A message over a finished game: the player had left those cells unread, not covered."""
    before = reading("0 0 1", "1 1 1", "1 ? 1")
    seen = reading("? 0 1", "1 1 1", "1 F 1")
    rows = ["! 0 1", "1 1 1", "1 F 1"]
    about = {"board": rows, "phase": "obscured", "doubtful": [[0, 0]]}
    step = RecordedStep(0, 4, "frames/0005.png", about, {"moves": []})
    found, differ = reread(PICTURE, step, FixedReader(seen), before)
    assert found is not None
    assert ([str(each) for each in differ], found.uncertain) == ([], [(0, 0)])
    _, blind = reread(PICTURE, step, FixedReader(seen), None)
    assert [each.what for each in blind] == ["cell 0,0", "phase"]
