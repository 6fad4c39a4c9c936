"""A screen that shows real screenshots, for tests of capturing and of executing moves."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from autosweep.geometry import Rect, ScreenMap
from autosweep.interfaces import Frame, Pixels
from autosweep.play.capture import BoardCapture
from autosweep.play.live_board import LiveBoard, observe_board
from autosweep.play.waiting import Waiting
from autosweep.play.window_guard import WindowGuard
from autosweep.settings import PlaySettings
from autosweep.testing import JumpingClock, StopAfter
from autosweep.vision.image import load_file

SCREENS = Path(__file__).resolve().parents[2] / "fixtures" / "screens"
CASES = ("gnome-mines/gnome-b-q", "sgt-mines/sgt-b-mid", "ziebelje-web/ziebelje-i-s2-mid")
MARGIN = 14


@dataclass
class Screenshots:
    """A screen on which a part of a real screenshot is shown, here or there, or not at all."""

    shown: Pixels
    place: tuple[int, int] | None = (200, 150)
    dialog: bool = False
    size: tuple[int, int] = (1400, 1000)
    regions: list[Rect | None] = field(default_factory=list)
    on_grab: Callable[[], None] = lambda: None

    def grab(self, region: Rect | None = None) -> Frame:
        """Return what the screen shows."""
        self.regions.append(region)
        self.on_grab()
        screen = np.full((self.size[1], self.size[0], 3), (88, 66, 40), np.uint8)
        if self.place is not None:
            x, y = self.place
            height, width = self.shown.shape[:2]
            screen[y : y + height, x : x + width] = self.shown
            if self.dialog:
                screen[y - 20 : y + height + 20, x - 20 : x + width + 20] = 230
        frame = Frame(screen)
        return frame if region is None else frame.crop(region)


class DenseScreenshots(Screenshots):
    """A screen with four pixels a point."""

    def grab(self, region: Rect | None = None) -> Frame:
        """Return the pixels of a region in points."""
        pixels = super().grab().pixels
        frame = Frame(pixels, 0.0, ScreenMap(0, 0, 2.0, 2.0))
        self.regions[-1] = region
        if region is None:
            return frame
        return frame.crop(Rect(2 * region.x, 2 * region.y, 2 * region.w, 2 * region.h))


class DialogControl:
    """Stands in for the controls of a client: counts and does what dismisses a dialog."""

    def __init__(self, dismiss: Callable[[], bool]) -> None:
        self._dismiss = dismiss
        self.calls = 0

    def dismiss(self, capture: BoardCapture) -> bool:
        """Dismiss; return True if a dialog was shown."""
        del capture
        self.calls += 1
        return self._dismiss()


def window(case: str) -> Pixels:
    """Return the board of a real screenshot with a little of what is round it."""
    about = tomllib.loads((SCREENS / case / "case.toml").read_text("utf-8"))
    x, y, w, h = (round(v) for v in about["boards"][0]["bbox"])
    frame = load_file(SCREENS / case / "frame.png")
    return frame[y - MARGIN : y + h + MARGIN, x - MARGIN : x + w + MARGIN].copy()


def live_board(
    screen: Screenshots,
    *,
    patience: float = 0.3,
    control: DialogControl | None = None,
    clock: JumpingClock | None = None,
    guard: WindowGuard | None = None,
) -> LiveBoard:
    """Return a board that is observed on such a screen."""
    settings = PlaySettings(patience=patience)
    if control is None:
        return observe_board(screen, clock or JumpingClock(), StopAfter(), settings)
    waiting = Waiting(clock or JumpingClock(), StopAfter(), settings.poll)
    capture = BoardCapture(screen, waiting, patience=patience)
    return LiveBoard(capture, waiting, guard, control, patience=patience)  # type: ignore[arg-type]
