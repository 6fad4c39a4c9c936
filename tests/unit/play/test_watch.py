import tomllib
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
import pytest

from autosweep.errors import NoBoardFound
from autosweep.fakes import JumpingClock, StopAfter
from autosweep.geometry import Rect
from autosweep.play.watch import Watcher
from autosweep.seams import Frame, Pixels
from autosweep.settings import PlaySettings
from autosweep.vision.image import load_file

SCREENS = Path(__file__).parents[3] / "fixtures" / "screens"
CASES = ("gnome-mines/gnome-b-q", "sgt-mines/sgt-b-mid", "ziebelje-web/ziebelje-i-s2-mid")
MARGIN = 14


@dataclass
class Desktop:
    """A screen on which a part of a real screenshot is shown, here or there, or not at all."""

    shown: Pixels
    place: tuple[int, int] | None = (200, 150)
    size: tuple[int, int] = (1400, 1000)
    regions: list[Rect | None] = field(default_factory=list)

    def grab(self, region: Rect | None = None) -> Frame:
        self.regions.append(region)
        screen = np.full((self.size[1], self.size[0], 3), (88, 66, 40), np.uint8)
        if self.place is not None:
            x, y = self.place
            height, width = self.shown.shape[:2]
            screen[y : y + height, x : x + width] = self.shown
        frame = Frame(screen)
        return frame if region is None else frame.crop(region)


def window(case: str) -> Pixels:
    """Return the board of a real screenshot with a little of what is round it."""
    about = tomllib.loads((SCREENS / case / "case.toml").read_text("utf-8"))
    x, y, w, h = (round(v) for v in about["boards"][0]["bbox"])
    frame = load_file(SCREENS / case / "frame.png")
    return frame[y - MARGIN : y + h + MARGIN, x - MARGIN : x + w + MARGIN].copy()


def watcher(desktop: Desktop) -> Watcher:
    return Watcher(desktop, JumpingClock(), StopAfter(), PlaySettings(patience=0.3))


def corner(watch: Watcher, desktop: Desktop) -> tuple[float, float]:
    """Return where on the screen the board is seen."""
    look = watch.look()
    assert desktop.regions
    mapping = look.frame.mapping
    point = mapping.to_screen(look.reading.grid.center((0, 0)))
    return float(point.x), float(point.y)


@pytest.mark.parametrize("case", CASES)
def test_a_window_that_moves_grows_or_vanishes_is_found_again(case: str) -> None:
    """Real boards, moved by a little, by exactly one cell, far away, zoomed, closed, reopened."""
    desktop = Desktop(window(case))
    watch = watcher(desktop)
    first, _ = watch.find()
    cells = first.reading.board.cells
    pitch = round(first.reading.grid.cell_size[0])
    x, y = corner(watch, desktop)
    for by in ((0, 0), (7, 0), (7 + pitch, 0), (7 + pitch, 3 * pitch), (500, 260)):
        desktop.place = 200 + by[0], 150 + by[1]
        assert watch.look().reading.board.cells == cells, by
        at = corner(watch, desktop)
        assert max(abs(at[0] - x - by[0]), abs(at[1] - y - by[1])) <= 1.5, by
    plain, desktop.shown = (
        desktop.shown,
        cv2.resize(desktop.shown, None, fx=1.5, fy=1.5, interpolation=cv2.INTER_LINEAR),
    )
    desktop.place = 60, 40
    zoomed = watch.look().reading
    assert zoomed.board.cells == cells
    assert zoomed.grid.cell_size[0] == pytest.approx(1.5 * first.reading.grid.cell_size[0], 0.03)
    desktop.place = None
    with pytest.raises(NoBoardFound):
        watch.look()
    desktop.shown, desktop.place = plain, (300, 200)
    assert watch.look().reading.board.cells == cells


def test_only_the_region_of_the_board_is_grabbed_once_it_is_known() -> None:
    desktop = Desktop(window(CASES[0]))
    watch = watcher(desktop)
    found, _ = watch.find()
    assert desktop.regions == [None]
    watch.look()
    watch.look()
    box = found.reading.grid.bbox
    assert len(desktop.regions) > 3
    for region in desktop.regions[1:]:
        assert region is not None
        assert region.w <= box.w + 2.5 * found.reading.grid.cell_size[0]
        assert region.h <= box.h + 2.5 * found.reading.grid.cell_size[1]
