"""One contract for each interface, run over every implementation that needs no game.

The pointer of the real screen is tried in `x11/test_screen.py`, windows in `x11/test_dialogs.py`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from autosweep.client.client_settings import ClientSettings
from autosweep.client.inprocess import InProcessScreen
from autosweep.desktop.clock import StopRequest, SystemClock
from autosweep.desktop.xvfb import VirtualDisplay, xvfb_path
from autosweep.geometry import FramePoint, Rect, ScreenPoint
from autosweep.interfaces import (
    Click,
    Clock,
    Frame,
    FrameSource,
    MoveTo,
    Pointer,
    PressKey,
    StopSignal,
    Window,
    Windows,
)
from autosweep.testing import FrameList, JumpingClock, MemoryPointer, StopAfter, WindowList

SIZE = (1280, 800)


@pytest.fixture(params=["frames", "memory", "memory x2", "screen"])
def source(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[FrameSource]:
    """Yield each FrameSource, all of 1280 x 800 points."""
    if request.param == "frames":
        rng = np.random.default_rng(0)
        pixels = rng.integers(0, 255, (SIZE[1], SIZE[0], 3), dtype=np.uint8)
        yield FrameList([Frame(pixels)])
    elif request.param == "screen":
        if xvfb_path() is None:
            pytest.skip("Xvfb is not installed (Debian: apt-get install xvfb)")
        from autosweep.desktop.open import open_desktop

        with VirtualDisplay(*SIZE) as display:
            monkeypatch.setenv("DISPLAY", display.name)
            with open_desktop() as desktop:
                yield desktop.source
    else:
        scale = 2.0 if request.param.endswith("x2") else 1.0
        yield InProcessScreen(settings=ClientSettings(), scale=scale, size=SIZE)


def test_a_source_shows_the_whole_screen(source: FrameSource) -> None:
    frame = source.grab()
    assert isinstance(source, FrameSource)
    mapping = frame.mapping
    assert frame.rect.w == SIZE[0] * mapping.scale_x
    assert frame.rect.h == SIZE[1] * mapping.scale_y
    assert mapping.to_screen(FramePoint(0, 0)) == ScreenPoint(0, 0)


def test_a_region_is_the_same_part_of_the_whole(source: FrameSource) -> None:
    whole, part = source.grab(), source.grab(Rect(101, 57, 200, 99))
    scale = whole.mapping.scale_x
    left, top = int(101 * scale), int(57 * scale)
    height, width = part.pixels.shape[:2]
    assert (width, height) == (200 * scale, 99 * scale)
    assert np.array_equal(part.pixels, whole.pixels[top : top + height, left : left + width])
    assert part.mapping.to_screen(FramePoint(0, 0)) == ScreenPoint(101, 57)


def test_a_region_over_the_edge_is_cut(source: FrameSource) -> None:
    part = source.grab(Rect(1200, 760, 500, 500))
    scale = part.mapping.scale_x
    assert part.rect.w == 80 * scale
    assert part.rect.h == 40 * scale


@pytest.fixture(params=[MemoryPointer, InProcessScreen])
def pointer(request: pytest.FixtureRequest) -> Pointer:
    """Return each Pointer."""
    make: Callable[[], Pointer] = request.param
    return make()


def test_a_pointer_is_where_the_last_action_left_it(pointer: Pointer) -> None:
    assert isinstance(pointer, Pointer)
    pointer.perform([Click(ScreenPoint(300, 200)), MoveTo(ScreenPoint(9, 8))])
    assert pointer.position() == ScreenPoint(9, 8)
    pointer.perform([PressKey("f2"), Click(ScreenPoint(30, 20))])
    assert pointer.position() == ScreenPoint(30, 20)
    pointer.perform([])
    assert pointer.position() == ScreenPoint(30, 20)


@pytest.fixture(params=["list", "X11"])
def windows(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Windows]:
    """Yield each implementation with one window, called Mines, at 100,50 of 300 x 200 points."""
    if request.param == "list":
        yield WindowList([Window(7, "Mines", "", Rect(100, 50, 300, 200))])
        return
    if xvfb_path() is None:
        pytest.skip("Xvfb is not installed (Debian: apt-get install xvfb)")
    from Xlib import X
    from Xlib.display import Display

    from autosweep.desktop.x11.connection import XConnection
    from autosweep.desktop.x11.windows import XWindows

    with VirtualDisplay(*SIZE) as display:
        monkeypatch.setenv("DISPLAY", display.name)
        # python-xlib insists on an authority file, and an empty one will do.
        monkeypatch.setenv("XAUTHORITY", os.devnull)
        other = Display(display.name)
        window = other.screen().root.create_window(100, 50, 300, 200, 0, X.CopyFromParent)
        window.set_wm_name("Mines")
        window.map()
        other.sync()
        with XConnection() as connection:
            yield XWindows(connection)
        other.close()


# python-xlib leaves its authority file open.
@pytest.mark.filterwarnings("ignore:unclosed file:ResourceWarning")
def test_windows_are_found_by_place_and_by_id(windows: Windows) -> None:
    assert isinstance(windows, Windows)
    (mines,) = windows.visible()
    assert (mines.title, mines.rect) == ("Mines", Rect(100, 50, 300, 200))
    inside, outside = ScreenPoint(399, 249), ScreenPoint(400, 250)
    assert windows.top_at(inside) == mines
    assert windows.top_at(outside) is None
    assert windows.place_of(mines.handle) == mines.rect
    assert windows.place_of(0x7FFFFFF) is None
    assert windows.survey(mines.handle, [inside, outside]) == (mines.rect, [mines.handle, None])
    assert windows.survey(0x7FFFFFF, []) == (None, [])
    assert windows.belongs(mines.handle, mines.handle)
    assert windows.on_monitor(inside)


@pytest.fixture(params=[JumpingClock, SystemClock])
def clock(request: pytest.FixtureRequest) -> Clock:
    """Return each Clock."""
    make: Callable[[], Clock] = request.param
    return make()


def test_a_clock_goes_forward_by_what_was_slept(clock: Clock) -> None:
    before = clock.now()
    clock.sleep(0.01)
    clock.sleep(-1)
    assert clock.now() >= before + 0.01


def test_stop_signals_are_silent_until_they_speak() -> None:
    asked = StopAfter(2, "now")
    assert [asked.reason() for _ in range(4)] == [None, None, "now", "now"]
    request = StopRequest()
    assert isinstance(request, StopSignal)
    assert request.reason() is None
    request.stop("first")
    request.stop("second")
    assert request.reason() == "first"
