"""A page is worked until it shows a board; its ground may look like one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import pytest
from support.painted_boards import observed

from autosweep.geometry import Rect
from autosweep.interfaces import Frame
from autosweep.play.click_sender import HOLD, LONG_HOLD
from autosweep.play.controls import Control, ShownWindow
from autosweep.play.start_page import StartPage, is_pattern
from autosweep.settings import PlaySettings
from autosweep.tracking.observation import Observation
from autosweep.vision.cut_sides import NAMES, Sides
from autosweep.vision.ocr import TextLine

BOARD = observed("? ? ? ?\n? ? ? ?\n? ? ? ?\n? ? ? ?")


def cut(*names: str) -> Observation:
    sides = cast("Sides", tuple(name in names for name in NAMES))
    return replace(BOARD, reading=BOARD.reading.with_cut(sides))


GROUND = cut("bottom", "left", "right")


class Page:
    """A page whose ground is a grid until its start button was used; in place of all parts."""

    def __init__(self) -> None:
        self.used = 0
        self.capture = self.reader = self

    def find(self) -> tuple[Observation, tuple[Rect, ...]]:
        return (BOARD if self.used else GROUND), ()

    def forget(self) -> None:
        return


class Started(StartPage):
    """Uses the one control of its page, if it has one."""

    def __init__(self, page: Page, *, has_control: bool) -> None:
        part = cast("Any", page)
        super().__init__(part, part, part, part, PlaySettings())
        self._page, self._has_control = page, has_control

    def _open(self) -> bool:
        self._page.used += self._has_control
        return self._has_control


@pytest.mark.parametrize(
    ("dry_run", "has_control", "used"),
    [(False, True, 1), (False, False, 0), (True, True, 0)],
)
def test_a_grid_that_fills_the_page_is_its_ground_where_a_control_shows_a_board(
    *, dry_run: bool, has_control: bool, used: int
) -> None:
    page = Page()
    found, _ = Started(page, has_control=has_control).find(dry_run=dry_run)
    assert page.used == used
    assert found is (BOARD if used else GROUND)


def test_a_board_that_is_cut_off_on_one_side_is_no_pattern() -> None:
    assert is_pattern(GROUND.reading)
    assert is_pattern(cut("top", "bottom").reading)
    assert not is_pattern(cut("bottom", "right").reading)
    assert not is_pattern(BOARD.reading)


class Polling(StartPage):
    """A program that looks at the mouse so seldom that it misses a short press."""

    def __init__(self) -> None:
        part = cast("Any", Page())
        super().__init__(part, part, part, part, PlaySettings())
        self.holds: list[float] = []
        self._guard = self._waiting = self._user = cast("Any", self)

    def page(self) -> None:
        return

    def start_window(self) -> None:
        return

    def now(self) -> float:
        return 0.0

    def use(self, _control: Control, _shown: ShownWindow, hold: float) -> bool:
        self.holds.append(hold)
        return True

    def _shown(self) -> ShownWindow:
        line = TextLine("Play", Rect(40, 40, 60, 20), 0.9)
        return ShownWindow(BOARD.frame, (line,), board_visible=False)

    def _shows_board(self, before: Frame) -> bool:
        assert before is BOARD.frame
        return self.holds[-1] == LONG_HOLD


def test_controls_that_did_nothing_are_pressed_for_longer() -> None:
    page = Polling()
    assert page._open()
    assert page.holds == [HOLD, LONG_HOLD]
