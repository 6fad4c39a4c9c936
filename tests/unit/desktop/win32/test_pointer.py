"""The pointer of Windows on a desktop in memory: what it checks before it presses."""

from __future__ import annotations

import numpy as np
import pytest
from support.windows_desktop import (
    LEFT_DOWN,
    LEFT_UP,
    MOVE,
    RIGHT_DOWN,
    RIGHT_UP,
    Shown,
    WindowsDesktop,
)

from autosweep.desktop.win32.pointer import Win32Pointer
from autosweep.errors import Interrupted, Refused
from autosweep.geometry import Rect, ScreenMap, ScreenPoint
from autosweep.interfaces import Click, Frame, MoveTo, PressKey

GAME = Shown(71, "Minesweeper", "Game", Rect(-1200, 40, 400, 300), process=5)
TWO = [Rect(-1920, 0, 1920, 1080), Rect(0, 200, 1280, 800)]
A, B = ScreenPoint(-1000, 100), ScreenPoint(-980, 100)


def _desktop(**changes: object) -> WindowsDesktop:
    pixels = np.full((1080, 3200, 3), 120, np.uint8)
    return WindowsDesktop([GAME], TWO, pixels=pixels, **changes)  # type: ignore[arg-type]


def _pointer(desktop: WindowsDesktop) -> Win32Pointer:
    return Win32Pointer(desktop, queue=desktop, levels=desktop)  # type: ignore[arg-type]


def _seen(level: int) -> Frame:
    return Frame(np.full((16, 16, 3), level, np.uint8), 0.0, ScreenMap(A.x - 8, A.y - 8))


def test_motion_press_and_release_are_one_call() -> None:
    desktop = _desktop()
    assert _pointer(desktop).perform([Click(A), Click(B)]) == []
    whole = [(0, MOVE), (0, LEFT_DOWN), (0, LEFT_UP)]
    assert desktop.calls == [[(0, MOVE)], whole, [(0, MOVE)], whole]
    assert desktop.pressed == [A, B]


def test_a_left_handed_mouse_opens_with_its_own_button() -> None:
    desktop = _desktop(swapped=True)
    _pointer(desktop).perform([Click(A)])
    assert desktop.calls[-1] == [(0, MOVE), (0, RIGHT_DOWN), (0, RIGHT_UP)]


def test_a_held_press_is_released_also_when_the_wait_is_broken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desktop = _desktop()
    pointer = _pointer(desktop)
    pointer.perform([Click(A, hold=0.001)])
    assert desktop.calls[1:] == [[(0, MOVE), (0, LEFT_DOWN)], [(0, LEFT_UP)]]

    def broken(_seconds: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(pointer._clock, "sleep", broken)
    with pytest.raises(KeyboardInterrupt):
        pointer.perform([Click(B, hold=0.001)])
    assert desktop.calls[-1] == [(0, LEFT_UP)]


def test_a_click_is_withheld_where_the_pixels_have_changed() -> None:
    desktop = _desktop()
    good, bad = Click(A, seen=_seen(120)), Click(A, seen=_seen(20))
    assert _pointer(desktop).perform([bad, good, Click(B)]) == [bad]
    assert desktop.pressed == [A, B]


def test_a_point_on_no_monitor_is_refused_and_nothing_pressed() -> None:
    desktop = _desktop()
    with pytest.raises(Refused, match="lies on no monitor"):
        _pointer(desktop).perform([Click(ScreenPoint(600, 100))])
    assert desktop.pressed == []


@pytest.mark.parametrize("corner", [(-1920, 0), (-1920, 1079), (-1, 0), (1279, 200), (1279, 999)])
def test_every_outer_corner_stops(corner: tuple[int, int]) -> None:
    desktop = _desktop(mouse=ScreenPoint(*corner))
    with pytest.raises(Interrupted, match="corner"):
        _pointer(desktop).perform([Click(A)])
    assert desktop.calls == []


def test_a_person_who_takes_the_mouse_stops_it() -> None:
    desktop = _desktop()
    pointer = _pointer(desktop)
    pointer.perform([Click(A)])

    def person(here: WindowsDesktop) -> None:
        here.mouse = ScreenPoint(500, 500)

    desktop.on_motion = person
    with pytest.raises(Interrupted, match="moved the mouse"):
        pointer.perform([Click(B), Click(A)])
    assert desktop.pressed == [A]


def test_an_older_place_of_ours_is_no_person() -> None:
    """Wine tells a place again that the mouse has left; the next question gets the right one."""
    desktop = _desktop()
    pointer = _pointer(desktop)
    pointer.perform([MoveTo(A)])
    pointer.perform([MoveTo(B)])
    told = iter([A, A, B])
    desktop.cursor = lambda: next(told, B)  # type: ignore[method-assign]
    assert pointer.position() == B
    told = iter([A, A])
    assert pointer.perform([Click(B)]) == []


def test_a_window_of_an_administrator_is_refused_with_what_to_do() -> None:
    desktop = _desktop(administrators=frozenset({5}))
    with pytest.raises(Refused, match="runs as administrator") as fault:
        _pointer(desktop).perform([Click(A)])
    assert "without these rights" in fault.value.remedy
    assert desktop.pressed == []


def test_keys_are_one_call() -> None:
    desktop = _desktop()
    _pointer(desktop).perform([PressKey("ctrl+n")])
    assert [len(call) for call in desktop.calls] == [4]
