"""Clicks in a page: what is sent, what is withheld, which keys the browser keeps for itself."""

from __future__ import annotations

import pytest
from support.fake_page import FakePage

from autosweep.desktop.browser.page_frames import PageFrames
from autosweep.desktop.browser.page_pointer import PagePointer
from autosweep.errors import Refused
from autosweep.geometry import Rect, ScreenPoint
from autosweep.interfaces import Button, Click, MoveTo, PressKey

PLACE = Rect(100, 60, 24, 24)
POINT = ScreenPoint(112, 72)


def test_a_click_is_a_move_a_press_and_a_release() -> None:
    page = FakePage()
    pointer = PagePointer(page)
    assert pointer.perform([Click(POINT, hold=0.1)]) == []
    assert page.done == [
        ("move", 112, 72),
        ("down", "left"),
        ("wait", 0.1),
        ("up", "left"),
    ]
    assert pointer.position() == POINT


def test_both_buttons_are_down_at_the_same_time() -> None:
    page = FakePage()
    PagePointer(page).perform([Click(POINT, Button.BOTH)])
    assert page.done[1:] == [("down", "left"), ("down", "right"), ("up", "left"), ("up", "right")]


@pytest.mark.parametrize("scale", [1.0, 1.25, 2.0])
def test_a_click_is_made_where_the_pixels_are_those_that_were_seen(scale: float) -> None:
    page = FakePage(scale=scale)
    seen = PageFrames(page).grab(PLACE)
    assert PagePointer(page).perform([Click(POINT, seen=seen)]) == []
    assert ("down", "left") in page.done


@pytest.mark.parametrize("scale", [1.0, 1.25, 2.0])
@pytest.mark.parametrize("change", ["drawn over", "scrolled"])
def test_a_click_is_withheld_where_something_else_is_there_now(scale: float, change: str) -> None:
    page = FakePage(scale=scale, content=(400, 1000))
    click = Click(POINT, seen=PageFrames(page).grab(PLACE))
    if change == "scrolled":
        page.scrolled = (0, 40)
    else:
        page.shade = 200
    assert PagePointer(page).perform([click]) == [click]
    assert ("down", "left") not in page.done


def test_nothing_is_clicked_that_the_browser_does_not_show() -> None:
    page = FakePage()
    with pytest.raises(Refused, match="no monitor"):
        PagePointer(page).perform([MoveTo(ScreenPoint(500, 10))])
    assert page.done == []


@pytest.mark.parametrize(
    ("keys", "sent"),
    [
        ("f2", "F2"),
        ("escape", "Escape"),
        ("ctrl+n", "Control+n"),
        ("space", "Space"),
        ("r", "r"),
        ("up", "ArrowUp"),
    ],
)
def test_keys_have_the_names_of_the_web(keys: str, sent: str) -> None:
    page = FakePage()
    PagePointer(page).perform([PressKey(keys)])
    assert page.done == [("keys", sent)]


def test_the_key_that_loads_a_page_again_is_the_browsers_own() -> None:
    page = FakePage()
    PagePointer(page).perform([PressKey("f5")])
    assert page.done == [("reload",)]
