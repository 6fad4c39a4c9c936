"""The view for systems without X: it follows one window, whatever others are called."""

from __future__ import annotations

from typing import Any

from autosweep.geometry import Rect, ScreenPoint
from autosweep.interfaces import Window
from autosweep.overlay.screen_view import ScreenView
from autosweep.overlay.view import WindowState
from autosweep.testing import WindowList

BOARD = Rect(10, 10, 50, 50)
SOURCE: Any = None


def test_a_window_is_known_by_its_id_and_not_by_its_title() -> None:
    game = Window(2, "Mines", "", Rect(300, 300, 100, 100))
    other = Window(1, "Mines", "", Rect(0, 0, 100, 100))
    windows = WindowList([other, game])
    view = ScreenView(SOURCE, windows, clean=True)
    assert view.adopt(ScreenPoint(350, 350))
    assert view.place() == game.rect
    renamed = Window(2, "Mines: 12 s", "", Rect(320, 300, 100, 100))
    windows.shown = [other, renamed]
    assert view.place() == renamed.rect, "its title tells the time"
    assert view.state(BOARD) is WindowState.SHOWN
    windows.shown = [other]
    assert view.place() is None, "another one of the old title is another one"
    assert view.state(BOARD) is WindowState.GONE


def test_another_window_on_top_covers_the_board() -> None:
    game = Window(2, "Mines", "", Rect(0, 0, 100, 100))
    windows = WindowList([game])
    view = ScreenView(SOURCE, windows, clean=True)
    view.adopt(ScreenPoint(50, 50))
    windows.shown = [Window(3, "Mines", "", Rect(20, 20, 200, 200)), game]
    assert view.state(BOARD) is WindowState.COVERED
