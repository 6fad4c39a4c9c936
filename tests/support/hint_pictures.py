"""What hints over a board must look like: computed from a frame without them."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

import numpy as np
import pytest

from autosweep.board import HIDDEN
from autosweep.geometry import Cell, Rect
from autosweep.interfaces import Frame, Pixels
from autosweep.overlay.advice import advise, hints_of
from autosweep.overlay.annotate import draw_hints
from autosweep.overlay.levels import LEVELS
from autosweep.overlay.stretched_drawing import STRETCH_ERROR, stretched_drawing
from autosweep.solver.analyze import analyze
from autosweep.vision.read import read, reread
from autosweep.vision.reading import Reading, believed_boards


@dataclass(frozen=True)
class BoardPicture:
    """A board without hints, in the part of the monitor that the overlay captures.

    In another part its lines, which may lie in the middle of a pixel, would be rounded otherwise.
    """

    reading: Reading
    frame: Frame
    part: Rect
    """Of the monitor, in pixels."""

    def with_hints(self, fine: float | None = None) -> tuple[Pixels, int]:
        """Return it with every hint, and the levels by which the monitor may show it otherwise.

        `fine` is how many pixels the window of the hints has for a point; None where these are the
        monitor's.
        """
        clean, mapping, grid = self.frame.pixels, self.frame.mapping, self.reading.grid
        drawn = draw_hints(clean, grid, hints_of(advise(self.reading, None), LEVELS["all"]))
        if fine is None or fine == mapping.scale_x:
            return drawn, 0
        place = mapping.rect_to_screen(mapping.whole_points(grid.bbox))
        mask = np.asarray((drawn != clean).any(axis=2))
        shown = stretched_drawing(clean, drawn, mask, grid, mapping, place, fine).shown
        return shown, STRETCH_ERROR

    def differing_cells(self, shown: Pixels, wanted: Pixels, by: int = 0) -> dict[Cell, int]:
        """Return the cells in which the monitor shows something else, and by how many levels."""
        part = shown[self.part.y : self.part.bottom, self.part.x : self.part.right]
        apart = np.abs(part.astype(int) - wanted).max(axis=2)
        found = {}
        for row, col in np.ndindex(self.reading.grid.rows, self.reading.grid.cols):
            rect = self.reading.grid.cell_rect((row, col))
            most = int(apart[rect.y : rect.bottom, rect.x : rect.right].max())
            if most > by:
                found[row, col] = most
        return found


def board_picture(shown: Frame) -> BoardPicture | None:
    """Return the board that a monitor shows, None where there is no certain one."""
    boards = believed_boards(read(shown), pointed_at=True)
    if not boards or boards[0].uncertain:
        return None
    board, mapping = boards[0], shown.mapping
    margin = round(1.2 * max(board.grid.cell_size)) + 1
    around = mapping.rect_to_screen(board.grid.bbox.grown(margin))
    part = shown.rect.intersect(mapping.pixels_of(around))
    frame = shown.crop(part)
    grid = mapping.grid_in(frame.mapping, board.grid)
    again = reread(frame, replace(board, grid=grid))
    return None if again is None else BoardPicture(again, frame, part)


def check_told_chances(lines: str, board: Reading) -> None:
    """Compare the chances that `overlay --json` told last with those of the whole solver.

    Where nothing is certain they rest on the total that was told with them.
    """
    events = [json.loads(line) for line in lines.splitlines()]
    hints = [event for event in events if event["event"] == "hints"]
    assert hints, lines
    told = {
        (row, col): value
        for row, line in enumerate(hints[-1]["probabilities"])
        for col, value in enumerate(line)
        if value is not None
    }
    total = hints[-1]["assumed_mines"]
    expected = analyze(board.board if total is None else board.board.with_mines(total))
    assert set(told) == set(board.board.find({HIDDEN}))
    assert told == pytest.approx({cell: expected.probability[cell] for cell in told})
