"""Dialogs of a client where the system tells no windows: known by their text, put away by a key."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from support.screen_boards import window

from autosweep.geometry import Rect
from autosweep.interfaces import Frame, Pixels, PressKey
from autosweep.play.capture import BoardCapture
from autosweep.play.click_sender import ClickSender
from autosweep.play.client_control import ClientControl
from autosweep.play.events import ignore
from autosweep.play.run_budget import RunBudget
from autosweep.play.waiting import Waiting
from autosweep.play.window_guard import WindowGuard
from autosweep.settings import PlaySettings
from autosweep.testing import JumpingClock, MemoryPointer, StopAfter, WindowList
from autosweep.tracking.observation import Observation
from autosweep.vision.combine import GENERIC
from autosweep.vision.ocr import can_read_text
from autosweep.vision.read import read
from autosweep.vision.themes import ClientProfile

pytestmark = pytest.mark.skipif(not can_read_text(), reason="text cannot be read here")
SETTINGS = PlaySettings()


class Shown:
    """A capture that shows one image."""

    def __init__(self, pixels: Pixels) -> None:
        self.pixels = pixels
        self.looks = 0

    def grab(self, rect: Rect) -> Frame:
        self.looks += 1
        return Frame(self.pixels).crop(rect)


def control_of(pointer: MemoryPointer, windows: WindowList | None = None) -> ClientControl:
    clock = JumpingClock()
    waiting = Waiting(clock, StopAfter(), SETTINGS.poll)
    guard = WindowGuard(windows)
    budget = RunBudget(SETTINGS, clock)
    sender = ClickSender(pointer, waiting, ignore, budget, guard, dry_run=False)
    control = ClientControl(sender, guard, waiting, SETTINGS)
    control.begin_game(0)
    control.profile = ClientProfile(dialogs={"Congratulations": "escape"})
    return control


def on_screen() -> tuple[Observation, Pixels]:
    """Return a board on a screen, and the screen."""
    board = window("xbomb/xbomb-b-mid")
    screen = np.full((board.shape[0] + 200, board.shape[1] + 200, 3), 90, np.uint8)
    screen[100:-100, 100:-100] = board
    return Observation(Frame(screen), read(screen)[0]), screen


def with_dialog(screen: Pixels, title: str) -> Pixels:
    covered = screen.copy()
    covered[60:-60, 120:-60] = 250
    cv2.putText(covered, title, (140, 110), cv2.FONT_HERSHEY_DUPLEX, 0.7, (30, 30, 30), 1)
    return covered


def test_a_dialog_that_is_known_by_its_text_is_put_away() -> None:
    seen, screen = on_screen()
    pointer = MemoryPointer()
    control = control_of(pointer)
    control.clicks_sent(seen)
    # What lies over the board may be taken for another client.
    control.profile = ClientProfile()
    shown = Shown(with_dialog(screen, "Congratulations!"))
    assert control.dismiss_read_dialog(_capture(shown))
    assert pointer.actions == [PressKey("escape")]
    # It may not have had the keyboard yet.
    assert control.dismiss_read_dialog(_capture(shown))
    assert pointer.actions == [PressKey("escape")] * 2
    shown.pixels = screen
    assert not control.dismiss_read_dialog(_capture(shown))


@pytest.mark.parametrize("title", ["Delete all files?", ""])
def test_any_other_text_over_the_board_gets_no_key(title: str) -> None:
    seen, screen = on_screen()
    pointer = MemoryPointer()
    control = control_of(pointer)
    control.clicks_sent(seen)
    assert not control.dismiss_read_dialog(_capture(Shown(with_dialog(screen, title))))
    assert pointer.actions == []


def test_where_windows_are_told_their_titles_decide() -> None:
    seen, screen = on_screen()
    pointer = MemoryPointer()
    control = control_of(pointer, WindowList())
    control.clicks_sent(seen)
    shown = Shown(with_dialog(screen, "Congratulations!"))
    assert not control.dismiss_read_dialog(_capture(shown))
    assert (pointer.actions, shown.looks) == ([], 0)


@pytest.mark.parametrize("event", ["clicks", "end"])
def test_pictures_before_the_last_clicks_do_not_hide_a_dialog_after_them(event: str) -> None:
    """Seen on a busy GNOME: what the window drew meanwhile had used up all texts of the game."""
    seen, screen = on_screen()
    pointer = MemoryPointer()
    control = control_of(pointer)
    control.clicks_sent(seen)
    for level in range(10):
        drawn = screen.copy()
        drawn[:90] = level
        assert not control.dismiss_read_dialog(_capture(Shown(drawn)))
    shown = Shown(with_dialog(screen, "Congratulations!"))
    assert not control.dismiss_read_dialog(_capture(shown))
    if event == "clicks":
        control.clicks_sent(seen)
    else:
        control.game_ended()
    assert control.dismiss_read_dialog(_capture(shown))
    assert pointer.actions == [PressKey("escape")]


def test_a_board_that_no_theme_explains_does_not_change_the_client() -> None:
    """Seen on GNOME: one uncertain cell, and neither its dialog nor its key was known any more."""
    seen, _ = on_screen()
    control = control_of(MemoryPointer())
    control.identify("gnome-mines-bgcolors")
    known = control.profile
    assert known.dialogs
    control.clicks_sent(seen)
    control.identify(GENERIC)
    assert control.profile == known
    control.begin_game(1)
    control.identify(GENERIC)
    assert control.profile == known
    control.identify("kmines-oxygen")
    assert control.profile != known


def _capture(shown: Shown) -> BoardCapture:
    return shown  # type: ignore[return-value]
