"""The parts for systems that are not at hand: arithmetic and decisions, with the library faked."""

from __future__ import annotations

import ctypes
from typing import Any

import pytest

from autosweep.desktop.platforms import (
    Units,
    is_wayland_session,
    is_xwayland,
    mac_permissions,
    untried,
)
from autosweep.geometry import Grid, ScreenMap
from autosweep.play.click_plan import parking_place


class Calls:
    """A system library whose functions answer as told and are remembered."""

    def __init__(self, **answers: int | Exception) -> None:
        self._answers = answers
        self.asked: list[tuple[str, Any]] = []
        self.functions: dict[str, Any] = {}

    def __getattr__(self, name: str) -> Any:
        if name not in self._answers:
            raise AttributeError(name)

        def function(*arguments: Any) -> int:
            self.asked.append((name, arguments))
            answer = self._answers[name]
            if isinstance(answer, Exception):
                raise answer
            return answer

        self.functions[name] = function
        return function


def test_other_systems_are_not_asked_for_permissions() -> None:
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
    assert graphics.functions["CGPreflightScreenCaptureAccess"].restype is ctypes.c_bool
    assert mac_permissions(Calls(), Calls()) == {}


@pytest.mark.parametrize(
    ("monitor", "pointer"),
    [((1920, 1080), (1920, 1080)), ((1920, 1080), None), ((1920, 1080), (1280, 1024))],
)
def test_equal_or_unlike_sizes_are_no_factor(
    monitor: tuple[int, int], pointer: tuple[int, int] | None
) -> None:
    assert Units.of(monitor, pointer) == Units()


def test_the_pointer_is_parked_on_the_monitor_of_the_board() -> None:
    grid = Grid.regular((0.0, 0.0), (20.0, 20.0), (10, 10))
    left_of_first = parking_place(grid, ScreenMap(-900, 40))
    assert left_of_first.x == -906
    at_the_edge = parking_place(grid, ScreenMap(2, 2))
    assert min(at_the_edge.x, at_the_edge.y) >= 0


@pytest.mark.parametrize(
    ("backend", "environ", "words"),
    [
        ("portal", {"XDG_CURRENT_DESKTOP": "ubuntu:GNOME"}, ""),
        ("portal", {"XDG_CURRENT_DESKTOP": "KDE"}, "a graphics card with a render node"),
        ("portal", {"XDG_CURRENT_DESKTOP": "COSMIC"}, "not tried on this desktop"),
        ("wlr", {"SWAYSOCK": "/run/sway"}, ""),
        ("wlr", {"XDG_CURRENT_DESKTOP": "Hyprland"}, "not tried on this desktop"),
        ("x11", {"XDG_CURRENT_DESKTOP": "KDE"}, ""),
    ],
)
def test_desktops_that_were_never_tried_are_named(
    backend: str, environ: dict[str, str], words: str
) -> None:
    said = untried(backend, environ)
    assert words in said
    assert bool(said) is bool(words)
