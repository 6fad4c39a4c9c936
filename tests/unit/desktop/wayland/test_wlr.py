"""The back end for wlroots compositors, against a compositor in memory."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from support.fake_compositor import FakeCompositor, Monitor

from autosweep.desktop.wayland.virtual_keyboard import combination, layout
from autosweep.desktop.wayland.virtual_pointer import WlrPointer
from autosweep.desktop.wayland.wlr_display import WlrDisplay
from autosweep.errors import (
    DisplayLost,
    EnvironmentFault,
    Interrupted,
    NoDisplay,
    NothingToSee,
    Refused,
)
from autosweep.geometry import Rect, ScreenPoint
from autosweep.interfaces import Button, Click, MoveTo, PressKey

LEFT, RIGHT = 0x110, 0x111


@pytest.fixture
def compositor(tmp_path: Path) -> Iterator[FakeCompositor]:
    """Run a compositor with one monitor."""
    fake = FakeCompositor(tmp_path / "run")
    fake.images[0][..., :3] = np.arange(480 * 640 * 3).reshape(480, 640, 3) % 251
    yield fake
    fake.close()


def display_on(compositor: FakeCompositor) -> WlrDisplay:
    return WlrDisplay(compositor.environment)


def test_a_region_is_copied_with_its_place(compositor: FakeCompositor) -> None:
    with display_on(compositor) as display, display.open_source() as source:
        frame = source.grab(Rect(100, 50, 30, 20))
        assert (frame.pixels == compositor.images[0][50:70, 100:130, :3]).all()
        assert frame.mapping.to_screen(frame.mapping.to_frame(ScreenPoint(110, 60))) == (
            ScreenPoint(110, 60)
        )
        assert source.grab().rect == Rect(0, 0, 640, 480)


def test_a_copy_that_fails_once_is_asked_for_again(compositor: FakeCompositor) -> None:
    compositor.failures = 2
    with display_on(compositor) as display, display.open_source() as source:
        assert source.grab(Rect(0, 0, 8, 8)).rect.area == 64
        compositor.failures = 99
        with pytest.raises(DisplayLost, match="cannot be captured"):
            source.grab(Rect(0, 0, 8, 8))


def test_frames_that_come_upside_down_are_turned(compositor: FakeCompositor) -> None:
    compositor.upside_down = True
    with display_on(compositor) as display, display.open_source() as source:
        assert (source.grab().pixels == compositor.images[0][..., :3]).all()


def test_objects_of_the_protocol_are_given_back_and_numbers_come_again(
    compositor: FakeCompositor,
) -> None:
    """Eight hours of frames must not use up numbers or memory."""
    with display_on(compositor) as display, display.open_source() as source:
        for _ in range(200):
            source.grab(Rect(0, 0, 8, 8))
        display.connection.roundtrip()
        assert compositor.frames_alive == 0
        assert compositor.largest_object < 40


def test_at_150_percent_a_frame_has_three_pixels_for_two_points(tmp_path: Path) -> None:
    fake = FakeCompositor(tmp_path, [Monitor((0, 0), (640, 400), 1.5)])
    fake.images[0][..., 0] = np.arange(960) % 251
    with display_on(fake) as display, display.open_source() as source:
        frame = source.grab(Rect(101, 33, 51, 31))
        first = round(frame.mapping.origin_x * 1.5)
        assert frame.mapping.scale_x == 1.5
        assert (frame.pixels[0, :, 0] == (np.arange(first, first + frame.rect.w) % 251)).all()
        shown = frame.mapping.rect_to_screen(frame.rect)
        assert shown.intersect(Rect(101, 33, 51, 31)) == Rect(101, 33, 51, 31)
        WlrPointer(display.connection, display.outputs).perform([Click(ScreenPoint(300, 200))])
    assert ("move", 300.5, 200.5) in fake.done
    fake.close()


def test_a_region_on_two_monitors_is_one_frame(tmp_path: Path) -> None:
    fake = FakeCompositor(tmp_path, [Monitor((0, 0), (400, 300)), Monitor((-200, 40), (200, 100))])
    fake.images[0][...] = 100
    fake.images[1][...] = 50
    with display_on(fake) as display, display.open_source() as source:
        assert source.bounds() == Rect(-200, 0, 600, 300)
        frame = source.grab()
        assert (frame.mapping.origin_x, frame.rect.w) == (-200, 600)
        assert (frame.pixels[60, 100, 0], frame.pixels[60, 300, 0]) == (50, 100)
        assert frame.pixels[10, 100, 0] == 0
        pointer = WlrPointer(display.connection, display.outputs)
        pointer.perform([Click(ScreenPoint(-150, 60))])
        with pytest.raises(Refused, match="lies on no monitor"):
            pointer.perform([Click(ScreenPoint(-150, 20))])
        with pytest.raises(NothingToSee):
            source.grab(Rect(-190, 0, 50, 20))
    moved = [place for what, *place in fake.done if what == "move"]
    assert moved == [pytest.approx([-149.5, 60.5])]
    fake.close()


def test_a_click_is_a_move_a_press_and_a_release(compositor: FakeCompositor) -> None:
    with display_on(compositor) as display:
        pointer = WlrPointer(display.connection, display.outputs)
        both = Click(ScreenPoint(20, 30), Button.BOTH)
        assert pointer.perform([Click(ScreenPoint(10, 10), Button.RIGHT), both]) == []
        assert pointer.position() is None
    assert compositor.done == [
        ("move", 10.5, 10.5),
        ("down", RIGHT),
        ("up", RIGHT),
        ("move", 20.5, 30.5),
        ("down", LEFT),
        ("down", RIGHT),
        ("up", LEFT),
        ("up", RIGHT),
    ]


def test_a_click_on_changed_pixels_is_withheld(compositor: FakeCompositor) -> None:
    with display_on(compositor) as display, display.open_source() as source:
        pointer = WlrPointer(display.connection, display.outputs)
        seen = source.grab(Rect(200, 100, 30, 30))
        click = Click(ScreenPoint(215, 115), seen=seen)
        assert pointer.perform([click]) == []
        compositor.images[0][100:130, 200:215] = 7
        assert pointer.perform([click]) == [click]
    assert [what for what, *_ in compositor.done].count("down") == 1


def test_a_mouse_that_a_person_moved_stops_the_next_batch(compositor: FakeCompositor) -> None:
    with display_on(compositor) as display:
        pointer = WlrPointer(display.connection, display.outputs)
        pointer.perform([MoveTo(ScreenPoint(30, 30))])
        # Something else changes there, the pointer does not.
        compositor.images[0][20:30, 20:30] = 9
        pointer.perform([MoveTo(ScreenPoint(50, 50))])
        compositor.pointer = (400, 300)
        with pytest.raises(Interrupted, match="Somebody moved the mouse"):
            pointer.perform([Click(ScreenPoint(10, 10))])
    assert "down" not in [what for what, *_ in compositor.done]


def test_after_a_suspension_the_mouse_may_be_anywhere(compositor: FakeCompositor) -> None:
    with display_on(compositor) as display:
        pointer = WlrPointer(display.connection, display.outputs)
        pointer.perform([MoveTo(ScreenPoint(30, 30))])
        compositor.pointer = (400, 300)
        pointer.resumed()
        assert pointer.perform([Click(ScreenPoint(10, 10))]) == []


def test_keys_are_pressed_with_their_modifiers(compositor: FakeCompositor) -> None:
    with display_on(compositor) as display:
        WlrPointer(display.connection, display.outputs).perform([PressKey("ctrl+n")])
    mask, code = combination("ctrl+n")
    assert mask == 4
    assert compositor.done == [
        ("modifiers", 4),
        ("key", code, 1),
        ("key", code, 0),
        ("modifiers", 0),
    ]
    assert f"key <K{code + 8}> {{ [ U006E ] }};" in compositor.keymap == layout()


def test_the_plus_sign_is_a_key() -> None:
    assert combination("ctrl++") == (4, combination("+")[1])


@pytest.mark.parametrize("keys", ["hyper+n", "nosuchkey", "é"])
def test_an_unknown_key_is_one_sentence(keys: str) -> None:
    with pytest.raises(EnvironmentFault, match="There is no key"):
        combination(keys)


@pytest.mark.parametrize(
    ("missing", "says"),
    [
        ("zwlr_screencopy_manager_v1", "does not let programs copy the screen"),
        ("zwlr_virtual_pointer_manager_v1", "takes no clicks of programs"),
    ],
)
def test_what_a_compositor_lacks_is_said(tmp_path: Path, missing: str, says: str) -> None:
    fake = FakeCompositor(tmp_path, without=(missing,))
    with pytest.raises(NoDisplay, match=says), display_on(fake) as display:
        display.require_clicks()
    fake.close()


def test_a_compositor_that_ends_is_display_lost(compositor: FakeCompositor) -> None:
    with display_on(compositor) as display, display.open_source() as source:
        compositor.close()
        with pytest.raises(DisplayLost, match="went away"):
            source.grab()


def test_without_a_compositor_there_is_no_display(tmp_path: Path) -> None:
    with pytest.raises(NoDisplay, match="WAYLAND_DISPLAY is not set"):
        WlrDisplay({})
    with pytest.raises(NoDisplay, match="cannot be reached"):
        WlrDisplay({"WAYLAND_DISPLAY": "wayland-9", "XDG_RUNTIME_DIR": str(tmp_path)})
