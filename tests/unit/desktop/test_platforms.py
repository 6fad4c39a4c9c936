"""The parts for systems that are not at hand: arithmetic and decisions, with the library faked."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from autosweep.desktop.capture import ScreenSource
from autosweep.desktop.display import is_wayland_session
from autosweep.desktop.platforms import (
    Units,
    is_xwayland,
    mac_permissions,
    make_dpi_aware,
    window_process,
)
from autosweep.errors import NothingToSee
from autosweep.geometry import FramePoint, Grid, Rect, ScreenMap, ScreenPoint
from autosweep.play.plan import parking_place


class Calls:
    """A system library whose functions answer as told and are remembered."""

    def __init__(self, **answers: int | Exception) -> None:
        self._answers = answers
        self.asked: list[tuple[str, Any]] = []

    def __getattr__(self, name: str) -> Any:
        if name not in self._answers:
            raise AttributeError(name)

        def function(*arguments: Any) -> int:
            self.asked.append((name, arguments))
            answer = self._answers[name]
            if isinstance(answer, Exception):
                raise answer
            return answer

        return function


@pytest.mark.parametrize(
    ("user32", "shcore", "expected"),
    [
        (Calls(SetProcessDpiAwarenessContext=1), Calls(), "per monitor, version 2"),
        (Calls(SetProcessDpiAwarenessContext=0), Calls(SetProcessDpiAwareness=0), "per monitor"),
        (Calls(SetProcessDPIAware=1), Calls(), "one for all monitors"),
        (Calls(SetProcessDPIAware=1), Calls(SetProcessDpiAwareness=-5), "one for all monitors"),
        (Calls(SetProcessDPIAware=0), Calls(SetProcessDpiAwareness=OSError()), "as it was"),
    ],
)
def test_windows_is_asked_for_the_best_awareness_it_has(
    user32: Calls, shcore: Calls, expected: str
) -> None:
    assert make_dpi_aware(SimpleNamespace(user32=user32, shcore=shcore)).startswith(expected)


def test_other_systems_are_not_asked() -> None:
    assert make_dpi_aware(system="linux") == "not needed"
    assert mac_permissions(system="linux") == {}


def test_an_x_server_inside_wayland_is_known_by_what_it_offers() -> None:
    assert is_xwayland(["RANDR", "XWAYLAND"])
    assert is_xwayland(["RANDR"], ["XWAYLAND0"])
    assert not is_xwayland(["RANDR", "MIT-SHM"], ["screen", "HDMI-1"])


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({"WAYLAND_DISPLAY": "wayland-0"}, True),
        ({"XDG_SESSION_TYPE": "wayland", "DISPLAY": ":0"}, True),
        ({"XDG_SESSION_TYPE": "x11", "DISPLAY": ":0"}, False),
    ],
)
def test_a_wayland_session_is_known_by_its_variables(
    environ: dict[str, str],
    expected: bool,  # noqa: FBT001
) -> None:
    assert is_wayland_session(environ) is expected


def test_macos_says_what_it_allows() -> None:
    graphics, accessibility = Calls(CGPreflightScreenCaptureAccess=0), Calls(AXIsProcessTrusted=1)
    assert mac_permissions(graphics, accessibility) == {
        "Screen Recording": False,
        "Accessibility": True,
    }
    assert mac_permissions(Calls(), Calls()) == {}


class FakeCapture:
    """Monitors as mss describes them, and pictures of any density."""

    def __init__(self, *monitors: Rect, density: int = 1) -> None:
        left, top = min(m.x for m in monitors), min(m.y for m in monitors)
        right, bottom = max(m.right for m in monitors), max(m.bottom for m in monitors)
        every = (Rect(left, top, right - left, bottom - top), *monitors)
        self.monitors = [{"left": m.x, "top": m.y, "width": m.w, "height": m.h} for m in every]
        self._density = density
        self.asked: list[dict[str, int]] = []

    def grab(self, box: dict[str, int]) -> Any:
        self.asked.append(box)
        shape = (box["height"] * self._density, box["width"] * self._density, 4)
        return np.zeros(shape, np.uint8)

    def close(self) -> None:
        """Nothing to do."""


def test_the_retina_factor_is_measured_from_the_picture() -> None:
    source = ScreenSource(capture=FakeCapture(Rect(0, 0, 1440, 900), density=2))
    frame = source.grab(Rect(100, 50, 200, 100))
    assert (frame.rect.w, frame.rect.h) == (400, 200)
    assert frame.mapping == ScreenMap(100, 50, 2.0, 2.0)
    assert frame.mapping.to_screen(FramePoint(20, 30)) == ScreenPoint(110, 65)


def test_monitors_left_of_and_above_the_first_have_negative_places() -> None:
    capture = FakeCapture(Rect(0, 0, 1920, 1080), Rect(-1280, -300, 1280, 1024))
    source = ScreenSource(capture=capture)
    assert source.bounds() == Rect(-1280, -300, 3200, 1380)
    assert source.monitors()[1] == Rect(-1280, -300, 1280, 1024)
    frame = source.grab(Rect(-1000, -200, 300, 200))
    assert capture.asked[-1] == {"left": -1000, "top": -200, "width": 300, "height": 200}
    assert frame.mapping.to_screen(FramePoint(10.5, 0.2)) == ScreenPoint(-990, -200)


def test_a_mouse_that_counts_in_other_units_than_the_capture_is_met() -> None:
    """Captured 3840 x 2160, the mouse moves on 2560 x 1440: one and a half units a point."""
    capture = FakeCapture(Rect(0, 0, 3840, 2160))
    source = ScreenSource(capture=capture, pointer_size=(2560, 1440), system="darwin")
    assert source.units == Units(1.5, 1.5)
    assert source.bounds() == Rect(0, 0, 2560, 1440)
    frame = source.grab(Rect(101, 50, 200, 100))
    box = capture.asked[-1]
    assert (box["left"], box["top"]) == (151, 75)
    # The pixel that is captured at 300 lies under the mouse's point 200.
    at = FramePoint(300 - box["left"] + 0.5, 150 - box["top"] + 0.5)
    assert frame.mapping.to_screen(at) == ScreenPoint(200, 100)


@pytest.mark.parametrize(
    ("monitor", "pointer"),
    [((1920, 1080), (1920, 1080)), ((1920, 1080), None), ((1920, 1080), (1280, 1024))],
)
def test_equal_or_unlike_sizes_are_no_factor(
    monitor: tuple[int, int], pointer: tuple[int, int] | None
) -> None:
    assert Units.of(monitor, pointer) == Units()


@pytest.mark.parametrize(
    ("monitors", "desktop"),
    [
        ((Rect(0, 0, 1920, 1200), Rect(1920, 0, 1200, 1920)), (3120, 1920)),
        ((Rect(0, 0, 1280, 800),), (2560, 1600)),
        ((Rect(0, 0, 1280, 800), Rect(1280, 0, 1280, 800)), (2560, 800)),
    ],
)
def test_on_x11_no_shape_of_a_desktop_is_a_scale(
    monitors: tuple[Rect, ...], desktop: tuple[int, int]
) -> None:
    source = ScreenSource(capture=FakeCapture(*monitors), pointer_size=desktop, system="linux")
    assert source.units == Units()


def test_elsewhere_the_main_monitor_is_compared_and_not_the_first() -> None:
    capture = FakeCapture(Rect(-1280, 0, 1280, 720), Rect(0, 0, 2560, 1440))
    source = ScreenSource(capture=capture, pointer_size=(2560, 1440), system="win32")
    assert source.units == Units()


def test_a_region_off_the_screen_is_named_in_words() -> None:
    source = ScreenSource(capture=FakeCapture(Rect(0, 0, 1280, 800)))
    with pytest.raises(NothingToSee) as raised:
        source.grab(Rect(-100, 900, 50, 60))
    assert "50 x 60 at -100,900" in str(raised.value)
    assert "1280 x 800 at 0,0" in raised.value.remedy


def test_the_pointer_is_parked_on_the_monitor_of_the_board() -> None:
    grid = Grid.regular((0.0, 0.0), (20.0, 20.0), (10, 10))
    left_of_first = parking_place(grid, ScreenMap(-900, 40))
    assert left_of_first.x == -906
    at_the_edge = parking_place(grid, ScreenMap(2, 2))
    assert min(at_the_edge.x, at_the_edge.y) >= 0


def test_windows_says_whose_a_window_is() -> None:
    def tell(handle: Any, place: Any) -> int:
        place._obj.value = 4711 if handle.value == 71 else 0
        return 1

    libraries = SimpleNamespace(user32=SimpleNamespace(GetWindowThreadProcessId=tell))
    assert window_process(71, libraries) == 4711
    assert window_process(72, libraries) is None
    assert window_process(71, system="linux") is None
