"""The back end for desktop portals, against a portal on a private bus, with frames in memory."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from support.fake_portal import FakePortal, FakeStream, InstantClock

from autosweep.desktop.portal.frame_stream import FourBytes
from autosweep.desktop.portal.portal_display import PortalDisplay
from autosweep.desktop.portal.portal_pointer import PortalPointer
from autosweep.desktop.portal.restore_tokens import RestoreTokens
from autosweep.errors import (
    AutosweepError,
    DisplayLost,
    EnvironmentFault,
    ExitCode,
    Interrupted,
    NoDisplay,
    NothingToSee,
    Refused,
)
from autosweep.geometry import Rect, ScreenPoint
from autosweep.interfaces import Button, Click, MoveTo, PressKey

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="portals are Linux's")
LEFT, RIGHT = 0x110, 0x111
FIRST_TOKEN, OTHER_TOKEN = "token-1", "token-2"
MOVE, BUTTON = "RemoteDesktop.NotifyPointerMotionAbsolute", "RemoteDesktop.NotifyPointerButton"
MOVE_BY = "RemoteDesktop.NotifyPointerMotion"
KEY = "RemoteDesktop.NotifyKeyboardKeysym"


class Desk:
    """A portal and what a display on it was given and told."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.portal = FakePortal(folder / "run")
        self.images: dict[int, FourBytes] = {42: _image(640, 400)}
        self.streams: list[FakeStream] = []
        self.told: list[str] = []
        self.clock = InstantClock()
        self.file = folder / "data" / "portal.json"

    def display(self) -> PortalDisplay:
        return PortalDisplay(
            self.told.append,
            self.portal.environment,
            open_stream=self.open_stream,
            tokens=RestoreTokens(self.file),
            clock=self.clock,
        )

    def open_stream(self, remote: int, node: int, size: tuple[int, int]) -> FakeStream:
        os.fstat(remote)
        os.close(remote)
        assert min(size) > 0
        self.streams.append(FakeStream(self.images.get(node)))
        return self.streams[-1]

    def events(self) -> list[tuple[object, ...]]:
        """Return what the input devices did, in order."""
        return [(method, *body[2:]) for method, body in self.portal.asked if "Notify" in method]


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path)
    yield made
    made.portal.close()


def _image(width: int, height: int) -> FourBytes:
    image = np.zeros((height, width, 4), np.uint8)
    image[..., 0] = np.arange(width) % 251
    image[..., 1] = (np.arange(height) % 241)[:, None]
    return image


def test_a_program_that_watches_asks_for_the_screen_alone(desk: Desk) -> None:
    with desk.display() as display, display.open_source() as source:
        frame = source.grab(Rect(100, 50, 30, 20))
        assert (frame.pixels == desk.images[42][50:70, 100:130, :3]).all()
        assert (frame.mapping.origin_x, frame.mapping.origin_y) == (100, 50)
        assert source.bounds() == Rect(0, 0, 640, 400)
    assert desk.portal.methods() == [
        "ScreenCast.CreateSession",
        "ScreenCast.SelectSources",
        "ScreenCast.Start",
        "ScreenCast.OpenPipeWireRemote",
    ]
    options = desk.portal.options("ScreenCast.SelectSources")
    assert (options["types"], options["cursor_mode"], options["persist_mode"]) == (1, 1, 2)
    assert [stream.closed for stream in desk.streams] == [True]


def test_a_program_that_clicks_asks_once_for_both(desk: Desk) -> None:
    with desk.display() as display:
        PortalPointer(*display.open_for_clicks())
        display.open_source()
    assert desk.portal.methods() == [
        "RemoteDesktop.CreateSession",
        "RemoteDesktop.SelectDevices",
        "ScreenCast.SelectSources",
        "RemoteDesktop.Start",
        "ScreenCast.OpenPipeWireRemote",
    ]
    devices = desk.portal.options("RemoteDesktop.SelectDevices")
    assert (devices["types"], devices["persist_mode"]) == (3, 2)
    assert "persist_mode" not in desk.portal.options("ScreenCast.SelectSources")
    assert len(desk.told) == 1
    assert "Allow Remote Interaction" in desk.told[0]


def test_the_token_of_the_last_run_is_kept_for_the_user_alone_and_used(desk: Desk) -> None:
    with desk.display() as display:
        display.open_for_clicks()
    assert stat.S_IMODE(desk.file.stat().st_mode) == 0o600
    desk.portal.token = OTHER_TOKEN
    with desk.display() as display:
        display.open_for_clicks()
    assert desk.portal.options("RemoteDesktop.SelectDevices")["restore_token"] == FIRST_TOKEN
    assert RestoreTokens(desk.file).get("clicks") == OTHER_TOKEN
    # Nobody is asked, so nobody is told.
    assert len(desk.told) == 1
    # What allows to click is not used to watch.
    with desk.display() as display:
        display.open_source()
    assert "restore_token" not in desk.portal.options("ScreenCast.SelectSources")


def test_a_portal_that_gives_no_token_is_asked_again(desk: Desk) -> None:
    desk.file.parent.mkdir()
    desk.file.write_text('{"screen": "old", "clicks": 7}')
    desk.portal.token = None
    with desk.display() as display:
        display.open_source()
    assert RestoreTokens(desk.file).get("screen") is None
    assert RestoreTokens(desk.file).get("clicks") is None


def test_a_damaged_file_of_tokens_stops_nothing(desk: Desk) -> None:
    desk.file.parent.mkdir()
    desk.file.write_text("[1, 2")
    with desk.display() as display:
        display.open_source()
    assert RestoreTokens(desk.file).get("screen") == FIRST_TOKEN


def test_the_answer_no_is_one_sentence(desk: Desk) -> None:
    desk.portal.answer = 1
    with desk.display() as display, pytest.raises(NoDisplay, match="the answer was no") as fault:
        display.open_for_clicks()
    _is_a_sentence(fault.value, ExitCode.ENVIRONMENT)


def test_a_failure_of_the_portal_is_one_sentence(desk: Desk) -> None:
    desk.portal.answer = 2
    with desk.display() as display, pytest.raises(NoDisplay, match="could not do") as fault:
        display.open_source()
    _is_a_sentence(fault.value, ExitCode.ENVIRONMENT)


def test_a_switch_that_was_left_off_is_named_and_the_token_forgotten(desk: Desk) -> None:
    RestoreTokens(desk.file).put("clicks", "of a run in which it was off")
    desk.portal.devices = 0
    with desk.display() as display, pytest.raises(NoDisplay, match="not use the mouse") as fault:
        display.open_for_clicks()
    _is_a_sentence(fault.value, ExitCode.ENVIRONMENT)
    assert 'turn on the switch "Allow Remote Interaction"' in fault.value.remedy
    assert RestoreTokens(desk.file).get("clicks") is None


def test_nothing_chosen_to_show_is_one_sentence(desk: Desk) -> None:
    desk.portal.streams = []
    with desk.display() as display, pytest.raises(NoDisplay, match="no monitor") as fault:
        display.open_source()
    _is_a_sentence(fault.value, ExitCode.ENVIRONMENT)


def test_a_session_that_the_user_ends_stops_the_run(desk: Desk) -> None:
    with desk.display() as display:
        pointer = PortalPointer(*display.open_for_clicks())
        source = display.open_source()
        pointer.perform([MoveTo(ScreenPoint(10, 10))])
        desk.portal.end_session()
        with pytest.raises(Interrupted, match="was ended on the desktop") as fault:
            _until_raised(source.grab)
        _is_a_sentence(fault.value, ExitCode.INTERRUPTED)
        with pytest.raises(Interrupted):
            pointer.perform([Click(ScreenPoint(10, 10))])
    assert BUTTON not in desk.portal.methods()


def test_the_end_of_another_session_stops_nothing(desk: Desk) -> None:
    with desk.display() as other, desk.display() as display:
        display.open_source()
        other.open_source()
        desk.portal.end_session()
        with pytest.raises(Interrupted):
            _until_raised(other.open_source().grab)
        display.open_source().grab()


def test_a_click_is_a_move_a_press_and_a_release(desk: Desk) -> None:
    with desk.display() as display:
        pointer = PortalPointer(*display.open_for_clicks())
        clicks = [
            Click(ScreenPoint(10, 20), Button.RIGHT),
            Click(ScreenPoint(30, 40), Button.BOTH, hold=0.1),
        ]
        assert pointer.perform(clicks) == []
        assert pointer.position() is None
    assert desk.events() == [
        # The window has to notice the mouse first.
        (MOVE, 42, 10.5, 20.5),
        (MOVE, 42, 10.5, 20.5),
        (BUTTON, RIGHT, 1),
        (BUTTON, RIGHT, 0),
        (MOVE, 42, 30.5, 40.5),
        (BUTTON, LEFT, 1),
        (BUTTON, RIGHT, 1),
        (BUTTON, LEFT, 0),
        (BUTTON, RIGHT, 0),
    ]
    assert desk.clock.slept == [0.5, 0.1]


def test_after_a_suspension_the_mouse_enters_anew(desk: Desk) -> None:
    with desk.display() as display:
        pointer = PortalPointer(*display.open_for_clicks())
        pointer.perform([MoveTo(ScreenPoint(10, 20))])
        pointer.resumed()
        pointer.perform([MoveTo(ScreenPoint(10, 20))])
    assert desk.clock.slept == [0.5, 0.5]


def test_a_click_on_changed_pixels_is_withheld(desk: Desk) -> None:
    with desk.display() as display:
        pointer = PortalPointer(*display.open_for_clicks())
        seen = display.open_source().grab(Rect(200, 100, 30, 30))
        click = Click(ScreenPoint(215, 115), seen=seen)
        assert pointer.perform([click]) == []
        changed = desk.images[42].copy()
        changed[100:130, 200:215] = 7
        desk.streams[0].image = changed
        assert pointer.perform([click]) == [click]
    assert [event for event in desk.events() if event[0] == BUTTON and event[2] == 1] == [
        (BUTTON, LEFT, 1)
    ]


def test_keys_are_pressed_with_their_modifiers(desk: Desk) -> None:
    with desk.display() as display:
        PortalPointer(*display.open_for_clicks()).perform([PressKey("ctrl+n"), PressKey("escape")])
    shift, control, letter, escape = 0xFFE1, 0xFFE3, ord("n"), 0xFF1B
    assert desk.events() == [
        # The window has to notice the keyboard first.
        (KEY, shift, 1),
        (KEY, shift, 0),
        (KEY, control, 1),
        (KEY, letter, 1),
        (KEY, letter, 0),
        (KEY, control, 0),
        (KEY, escape, 1),
        (KEY, escape, 0),
    ]
    assert desk.clock.slept == [0.5]


def test_an_unknown_key_and_a_keyboard_that_is_not_allowed_are_one_sentence(desk: Desk) -> None:
    with desk.display() as display:
        pointer = PortalPointer(*display.open_for_clicks())
        with pytest.raises(EnvironmentFault, match="There is no key 'hyper'"):
            pointer.perform([PressKey("hyper+n")])
    desk.portal.devices = 2
    with desk.display() as display:
        pointer = PortalPointer(*display.open_for_clicks())
        with pytest.raises(EnvironmentFault, match="not let autosweep use the keyboard"):
            pointer.perform([PressKey("n")])
    assert desk.events() == []


def test_input_that_the_portal_refuses_is_one_sentence(desk: Desk) -> None:
    with desk.display() as display:
        pointer = PortalPointer(*display.open_for_clicks())
        desk.portal.refuses_input = True
        with pytest.raises(NoDisplay, match="refused: Not allowed to call it") as fault:
            pointer.perform([Click(ScreenPoint(10, 10))])
    _is_a_sentence(fault.value, ExitCode.ENVIRONMENT)


def test_at_150_percent_points_are_the_stream_s(desk: Desk) -> None:
    desk.images[42] = _image(960, 600)
    with desk.display() as display:
        pointer = PortalPointer(*display.open_for_clicks())
        frame = display.open_source().grab(Rect(101, 33, 51, 31))
        assert frame.mapping.scale_x == 1.5
        left = round(frame.mapping.origin_x * 1.5)
        assert (frame.pixels[0, :, 0] == (np.arange(left, left + frame.rect.w) % 251)).all()
        covers = frame.mapping.rect_to_screen(frame.rect)
        assert covers.intersect(Rect(101, 33, 51, 31)) == Rect(101, 33, 51, 31)
        seen = Click(ScreenPoint(120, 40), seen=frame)
        assert pointer.perform([seen]) == []
    assert (MOVE, 42, 120.5, 40.5) in desk.events()


def test_at_150_percent_gnome_gets_pixels(desk: Desk) -> None:
    """Mutter divides what it is told by the monitor's scale: seen on GNOME 48."""
    desk.images[42] = _image(960, 600)
    desk.portal.be_gnome()
    with desk.display() as display:
        pointer = PortalPointer(*display.open_for_clicks())
        pointer.perform([Click(ScreenPoint(120, 40))])
        pointer.perform([Click(ScreenPoint(500, 300))])
    moves = [event for event in desk.events() if event[0] in (MOVE, MOVE_BY)]
    near, far, on = moves[0], moves[-2], moves[-1]
    assert near == (MOVE, 42, 180.75, 60.75)
    # The portal takes no number beyond 640 x 400, the monitor's size in points.
    assert far == (MOVE, 42, 639.0, 399.0)
    assert on == (MOVE_BY, pytest.approx(500.5 - 639 / 1.5), pytest.approx(300.5 - 399 / 1.5))


def test_two_monitors_are_one_frame_and_each_is_clicked_by_its_stream(desk: Desk) -> None:
    desk.portal.streams = [
        (42, {"position": ("(ii)", (0, 0)), "size": ("(ii)", (640, 400))}),
        (43, {"position": ("(ii)", (-200, 100)), "size": ("(ii)", (200, 100))}),
    ]
    desk.images[43] = np.full((100, 200, 4), 50, np.uint8)
    with desk.display() as display:
        pointer = PortalPointer(*display.open_for_clicks())
        source = display.open_source()
        assert source.bounds() == Rect(-200, 0, 840, 400)
        frame = source.grab()
        assert frame.mapping.origin_x == -200
        assert (frame.pixels[150, 100, 0], frame.pixels[50, 100, 0]) == (50, 0)
        pointer.perform([Click(ScreenPoint(-150, 120))])
        with pytest.raises(Refused, match="lies on no monitor"):
            pointer.perform([Click(ScreenPoint(-150, 20))])
        with pytest.raises(NothingToSee):
            source.grab(Rect(-190, 0, 50, 20))
    assert (MOVE, 43, 50.5, 20.5) in desk.events()
    # Each stream has a connection of its own: two may not share one.
    assert desk.portal.methods().count("ScreenCast.OpenPipeWireRemote") == 2


def test_a_stream_without_frames_is_said(desk: Desk) -> None:
    del desk.images[42]
    with desk.display() as display, pytest.raises(NoDisplay, match="no frame of it comes") as fault:
        display.open_source()
    _is_a_sentence(fault.value, ExitCode.ENVIRONMENT)
    assert "render node" in fault.value.remedy


def test_a_first_frame_that_was_missed_is_asked_for_again(desk: Desk) -> None:
    """Seen on a busy GNOME: nothing changed on the monitor, so no other frame came."""
    image = desk.images.pop(42)

    def missed(remote: int, node: int, size: tuple[int, int]) -> FakeStream:
        stream = Desk.open_stream(desk, remote, node, size)
        desk.images[42] = image
        return stream

    desk.open_stream = missed  # type: ignore[method-assign]
    with desk.display() as display:
        assert display.open_source().grab().pixels.any()
    assert [stream.closed for stream in desk.streams] == [True, True]
    assert len(desk.streams) == len(("missed", "opened anew"))


def test_a_stream_that_ends_or_changes_its_size_ends_the_run(desk: Desk) -> None:
    with desk.display() as display:
        source = display.open_source()
        desk.streams[0].image = _image(320, 200)
        with pytest.raises(DisplayLost, match="another size"):
            source.grab()
        desk.streams[0].why = "the node was removed"
        with pytest.raises(DisplayLost, match="no more frames: the node was removed"):
            source.grab()


def test_a_bus_that_goes_away_is_display_lost(desk: Desk) -> None:
    with desk.display() as display:
        source = display.open_source()
        desk.portal.end_bus()
        with pytest.raises(DisplayLost, match="session bus went away"):
            _until_raised(source.grab)


@pytest.mark.parametrize(
    ("interfaces", "says"),
    [
        ((), "no portal that shows the screen"),
        (("RemoteDesktop",), "no portal that shows the screen"),
        (("ScreenCast",), "takes no clicks"),
    ],
)
def test_what_a_portal_lacks_is_said(
    tmp_path: Path, interfaces: tuple[str, ...], says: str
) -> None:
    portal = FakePortal(tmp_path / "run", interfaces)
    with (
        pytest.raises(NoDisplay, match=says),
        PortalDisplay(environ=portal.environment, open_stream=_no_stream) as display,
    ):
        display.require_clicks()
    portal.close()


def test_without_a_bus_there_is_no_display(tmp_path: Path) -> None:
    for environ in (
        {},
        {"DBUS_SESSION_BUS_ADDRESS": f"unix:path={tmp_path}/none"},
        {"XDG_RUNTIME_DIR": "/"},
    ):
        with pytest.raises(NoDisplay, match="session bus cannot be reached") as fault:
            PortalDisplay(environ=environ, open_stream=_no_stream)
        _is_a_sentence(fault.value, ExitCode.ENVIRONMENT)


def _no_stream(remote: int, node: int, size: tuple[int, int]) -> FakeStream:
    del remote, node, size
    return FakeStream(None)


def _until_raised(action: object) -> None:
    """Do something until it raises: a signal needs a moment to arrive."""
    assert callable(action)
    for _ in range(2000):
        action()


def _is_a_sentence(fault: AutosweepError, code: ExitCode) -> None:
    assert fault.exit_code == code
    text = str(fault)
    assert text.endswith(".")
    assert "\n" not in text
    assert text[0].isupper()
