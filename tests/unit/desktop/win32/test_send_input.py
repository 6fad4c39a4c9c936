"""Events of Windows: their layout in memory, absolute motions on any desktop, keys."""

from __future__ import annotations

import ctypes
import random

import pytest
from support.windows_desktop import WindowsDesktop

from autosweep.desktop.win32.send_input import Input, motion, presses, releases
from autosweep.desktop.win32.virtual_keys import key_events
from autosweep.errors import EnvironmentFault
from autosweep.geometry import Rect, ScreenPoint
from autosweep.interfaces import Button


@pytest.mark.skipif(ctypes.sizeof(ctypes.c_void_p) != 8, reason="sizes of 64 bits")
def test_an_event_has_the_size_that_windows_demands() -> None:
    assert ctypes.sizeof(Input) == 40


def test_a_motion_ends_at_its_pixel_on_any_desktop() -> None:
    """Windows multiplies by the width and drops 16 bits; the origin may be negative."""
    rng = random.Random(1)
    for _ in range(5000):
        left, top = rng.randint(-8000, 0), rng.randint(-4000, 0)
        wide, tall = rng.randint(64, 16000), rng.randint(64, 8000)
        x, y = rng.randrange(wide), rng.randrange(tall)
        mouse = motion(ScreenPoint(left + x, top + y), Rect(left, top, wide, tall)).either.mouse
        assert mouse.flags == 0x0001 | 0x8000 | 0x4000
        assert (mouse.dx * wide >> 16, mouse.dy * tall >> 16) == (x, y)
        assert 0 <= mouse.dx < 65536


def test_a_left_handed_mouse_has_its_buttons_changed() -> None:
    flags = [e.either.mouse.flags for e in presses(Button.LEFT, swapped=False)]
    assert flags == [0x2]
    assert [e.either.mouse.flags for e in presses(Button.LEFT, swapped=True)] == [0x8]
    assert [e.either.mouse.flags for e in releases(Button.RIGHT, swapped=True)] == [0x4]
    assert [e.either.mouse.flags for e in presses(Button.MIDDLE, swapped=True)] == [0x20]
    assert [e.either.mouse.flags for e in releases(Button.BOTH, swapped=False)] == [0x4, 0x10]


@pytest.mark.parametrize(
    ("keys", "codes"),
    [
        ("f2", [0x71]),
        ("F11", [0x7A]),
        ("ctrl+n", [0x11, 0x4E]),
        ("?", [0x10, 0xDB]),
        ("ctrl++", [0x11, 0xBB]),
        ("ctrl+@", [0x11, 0x12, 0x51]),
        ("escape", [0x1B]),
    ],
)
def test_keys_are_pressed_in_order_and_released_in_reverse(keys: str, codes: list[int]) -> None:
    desktop = WindowsDesktop([])
    desktop.send(key_events(desktop, keys))  # type: ignore[arg-type]
    down, up = [(code, True) for code in codes], [(code, False) for code in reversed(codes)]
    assert desktop.keys == [*down, *up]


@pytest.mark.parametrize("keys", ["f25", "f0", "hyper+n", "ф"])
def test_a_key_that_is_not_there_is_named(keys: str) -> None:
    with pytest.raises(EnvironmentFault, match="has no key"):
        key_events(WindowsDesktop([]), keys)  # type: ignore[arg-type]
