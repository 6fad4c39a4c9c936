"""The desktop of Windows as it is, with winemine on it. Run by Python of Windows alone."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator

import pytest

if sys.platform != "win32":
    pytest.skip("for Python of Windows; see ../test_inside.py", allow_module_level=True)

from autosweep.board.board import Board
from autosweep.desktop.open import Desktop, find_window, open_desktop
from autosweep.desktop.pointing import open_pointer
from autosweep.desktop.win32.api import Win32Api
from autosweep.desktop.win32.dpi import make_dpi_aware
from autosweep.desktop.win32.integrity import IntegrityLevels
from autosweep.desktop.win32.windows import Win32Windows
from autosweep.geometry import Rect, ScreenPoint
from autosweep.interfaces import Click, MoveTo, PressKey, Window
from autosweep.vision.read import read

PATIENCE = 20.0


def _wait(true: Callable[[], object]) -> None:
    until = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < until
        time.sleep(0.05)


@pytest.fixture(scope="module")
def desktop() -> Iterator[Desktop]:
    with open_desktop(open_pointer) as opened:
        opened.pointer.perform([MoveTo(ScreenPoint(1000, 700))])
        yield opened


@pytest.fixture
def game(desktop: Desktop) -> Window:
    return find_window(desktop.windows, "WineMine")


def test_the_parts_are_those_of_windows(desktop: Desktop) -> None:
    assert type(desktop.windows).__name__ == "Win32Windows"
    assert type(desktop.pointer).__name__ == "Win32Pointer"
    assert make_dpi_aware() in ("per monitor", "per monitor, version 2")


def test_the_inside_of_a_window_is_its_place(desktop: Desktop, game: Window) -> None:
    """The menu bar is not in it, so the rectangle ends where the board's frame does."""
    assert game.kind == "WineMine"
    readings = read(desktop.source.grab(game.rect))
    board = readings[0].grid
    assert (len(board.row_edges), len(board.col_edges)) == (10, 10)
    assert desktop.windows.place_of(game.handle) == game.rect
    assert game.rect.w - round(board.col_edges[-1]) < 8


def test_points_are_told_by_the_window_under_them(desktop: Desktop, game: Window) -> None:
    middle = ScreenPoint(game.rect.x + game.rect.w // 2, game.rect.y + game.rect.h // 2)
    rect, reached = desktop.windows.survey(game.handle, [middle, ScreenPoint(1500, 900)])
    assert (rect, reached) == (game.rect, [game.handle, None])
    assert desktop.windows.top_at(ScreenPoint(1500, 900)) is None


def test_the_screen_and_its_monitors(desktop: Desktop) -> None:
    assert desktop.windows.monitors() == [Rect(0, 0, 1600, 1000)]
    assert desktop.source.bounds() == Rect(0, 0, 1600, 1000)
    assert desktop.display.mouse_size() == (1600, 1000)
    assert not desktop.windows.on_monitor(ScreenPoint(1600, 10))


def test_the_keyboard_is_given_to_the_game(desktop: Desktop, game: Window) -> None:
    _wait(lambda: desktop.windows.give_focus(game.handle))


def test_every_pixel_can_be_reached(desktop: Desktop) -> None:
    for x in range(0, 1600, 97):
        point = ScreenPoint(x, min(x + 3, 996))
        desktop.pointer.perform([MoveTo(point)])
        assert desktop.pointer.position() == point
    desktop.pointer.perform([MoveTo(ScreenPoint(1000, 700))])


def test_a_click_opens_its_cell_and_a_key_begins_again(desktop: Desktop, game: Window) -> None:
    rect = desktop.windows.place_of(game.handle)
    assert rect is not None

    def board() -> Board:
        return read(desktop.source.grab(rect))[0].board

    grid = read(desktop.source.grab(rect))[0].grid
    fresh, aside = board(), MoveTo(ScreenPoint(1000, 700))
    x = rect.x + round((grid.col_edges[4] + grid.col_edges[5]) / 2)
    y = rect.y + round((grid.row_edges[4] + grid.row_edges[5]) / 2)
    seen = desktop.source.grab(Rect(x - 5, y - 5, 10, 10))
    click = Click(ScreenPoint(x, y), seen=seen)
    assert desktop.pointer.perform([click, aside]) == []
    _wait(lambda: board() != fresh)
    # The cell is open now: what the click was decided on is not there any more.
    assert desktop.pointer.perform([click, aside]) == [click]
    _wait(lambda: desktop.windows.give_focus(game.handle))
    desktop.pointer.perform([PressKey("f2")])
    _wait(lambda: board() == fresh)


def test_our_own_rights_are_known() -> None:
    levels = IntegrityLevels()
    assert levels._ours is not None
    assert levels._ours >= 0x1000
    windows = Win32Windows(Win32Api())
    game = find_window(windows, "WineMine")
    process = Win32Api().process(game.handle)
    assert process is not None
    assert not levels.is_above_ours(process)


def test_a_minimised_window_is_left_out(desktop: Desktop, game: Window) -> None:
    user = Win32Api()._user
    user.ShowWindow.argtypes = (user.GetAncestor.restype, user.GetSystemMetrics.restype)
    user.ShowWindow(game.handle, 6)
    try:
        _wait(lambda: desktop.windows.place_of(game.handle) is None)
        assert game.handle not in [w.handle for w in desktop.windows.visible()]
    finally:
        user.ShowWindow(game.handle, 9)
    _wait(lambda: desktop.windows.place_of(game.handle) is not None)
