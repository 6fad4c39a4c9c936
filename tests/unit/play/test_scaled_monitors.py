"""Boards on monitors at a fractional scale, and on several monitors at different ones."""

from __future__ import annotations

import numpy as np
import pytest
from support.screen_boards import CASES, window

from autosweep.desktop.joined_frames import joined, surrounding
from autosweep.geometry import Rect, ScreenMap
from autosweep.interfaces import Frame, Pixels
from autosweep.play.live_board import observe_board
from autosweep.settings import PlaySettings
from autosweep.testing import JumpingClock, StopAfter


class Monitors:
    """Monitors side by side, each with a scale of its own; frames are cut as sources cut them."""

    def __init__(self, *scales: float) -> None:
        self.shown: list[tuple[Rect, Frame]] = []
        self.searches = 0
        left = 0
        for scale in scales:
            width, height = 1280, 960
            pixels = np.full((height, width, 3), (88, 66, 40), np.uint8)
            mapping = ScreenMap(left, 0, scale, scale)
            place = Rect(left, 0, round(width / scale), round(height / scale))
            self.shown.append((place, Frame(pixels, 0.0, mapping)))
            left = place.right

    def show(self, monitor: int, board: Pixels, at: tuple[int, int]) -> None:
        """Show a board on a monitor, its corner at a pixel of that."""
        pixels = self.shown[monitor][1].pixels
        pixels[at[1] : at[1] + board.shape[0], at[0] : at[0] + board.shape[1]] = board

    def grab(self, region: Rect | None = None) -> Frame:
        """Return what a region shows, in points."""
        self.searches += region is None
        wanted = region or surrounding([place for place, _ in self.shown])
        parts = [(f, p) for place, f in self.shown if (p := place.intersect(wanted)).area]
        cut = [frame.crop(frame.mapping.pixels_of(part)) for frame, part in parts]
        return joined([Frame(f.pixels.copy(), f.time, f.mapping) for f in cut], wanted)


@pytest.mark.parametrize(
    ("scales", "monitor", "corner"),
    [
        ((1.25, 1.0), 0, (301, 203)),
        ((1.25, 1.0), 0, (302, 206)),
        ((1.25, 1.0), 1, (301, 203)),
        ((1.0, 1.5), 0, (301, 203)),
        ((1.5,), 0, (301, 203)),
        ((1280 / 912,), 0, (301, 203)),
    ],
)
def test_a_board_is_searched_for_once_and_then_read_where_it_is(
    scales: tuple[float, ...], monitor: int, corner: tuple[int, int]
) -> None:
    """Seen on two monitors of GNOME: each look searched all of the screen again, for seconds."""
    screen = Monitors(*scales)
    screen.show(monitor, window(CASES[0]), corner)
    board = observe_board(screen, JumpingClock(), StopAfter(), PlaySettings())
    located, _ = board.find()
    again = board.observe()
    assert again.reading.board == located.reading.board
    assert not again.reading.uncertain
    assert again.frame.pixels.shape == located.frame.pixels.shape
    assert (again.frame.pixels == located.frame.pixels).all()
    assert screen.searches == 1
    scale = scales[monitor]
    assert again.frame.mapping.scale_x == pytest.approx(scale)
    point = again.frame.mapping.to_screen(again.reading.grid.center((0, 0)))
    pixel = (point.x - screen.shown[monitor][0].x) * scale
    assert corner[0] + 14 < pixel < corner[0] + 14 + again.reading.grid.cell_size[0]
