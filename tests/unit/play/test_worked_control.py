"""A control that started a game is used again at its place, unless something lies over it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from support.drawn_windows import BOARD, DrawnWindow

from autosweep.geometry import Rect, ScreenPoint
from autosweep.interfaces import Click, PressKey, Window
from autosweep.play.controls import ShownWindow
from autosweep.play.worked_control import WorkedControl, control_at
from autosweep.vision.ocr import read_text

MIDDLE = BOARD.x + BOARD.w // 2
RECT = Rect(MIDDLE - 40, 85, 80, 30)


def test_a_control_that_worked_is_known_by_its_place() -> None:
    click = Click(ScreenPoint(MIDDLE, 100))
    for text in ("RESET", "WIN!!"):
        control = control_at(click, "the old one", _window(text))
        assert control is not None
        assert control.name == "the old one"
        assert control.point(_window("")) == click.point
    quit_now = _window("Quit")
    assert control_at(click, "the old one", quit_now) is None
    assert control_at(PressKey("f2"), "the key f2", quit_now) is None
    assert control_at(Click(ScreenPoint(5000, 100)), "far away", quit_now) is None


def test_it_is_used_while_it_may_tell_the_result_and_nothing_lies_over_it() -> None:
    before = _window("RESET")
    assert before.window is not None
    way = f"click {MIDDLE / before.window.rect.w:.4f} 100"
    worked = WorkedControl(way, "the button", RECT, before.frame)
    assert worked.found_in(_window("WIN!!"), ()) is not None
    assert worked.found_in(_window(""), ()) is None, "nothing is drawn there any more"
    pixels = before.frame.pixels.copy()
    card = RECT.grown(20)
    pixels[card.y : card.bottom, card.x : card.right] = (30, 160, 30)
    pixels[98:102, MIDDLE - 20 : MIDDLE + 20] = 255
    covered = replace(before, frame=replace(before.frame, pixels=pixels))
    assert worked.found_in(covered, ()) is None
    dim = replace(before.frame, pixels=(before.frame.pixels // 2).astype(np.uint8))
    assert worked.found_in(replace(before, frame=dim), ()) is None


def _window(text: str) -> ShownWindow:
    frame = (DrawnWindow().button(text, MIDDLE, 100) if text else DrawnWindow()).frame()
    return ShownWindow(
        frame, read_text(frame), Window(1, "Mines", "Tk", frame.rect), board=BOARD, cells=81
    )
