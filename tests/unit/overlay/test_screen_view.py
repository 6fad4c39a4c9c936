"""The view for systems without X: it follows one window, whatever others are called."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from autosweep.errors import EnvironmentFault
from autosweep.geometry import Rect, ScreenMap, ScreenPoint
from autosweep.interfaces import Frame, Window
from autosweep.overlay.screen_view import ScreenView, require_unscaled
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


@pytest.mark.parametrize(("pixels", "refused"), [(1.0, False), (1.5, True), (2.0, True)])
def test_hints_that_would_be_stretched_are_refused(pixels: float, refused: bool) -> None:  # noqa: FBT001
    """Seen on GNOME at 150 %: stretched marks were read as a part of the board."""
    source: Any = SimpleNamespace(
        grab=lambda: Frame(
            np.zeros((60, 90, 3), np.uint8), 0.0, ScreenMap(0.0, 0.0, pixels, pixels)
        )
    )
    if not refused:
        require_unscaled(source)
        return
    with pytest.raises(EnvironmentFault, match=f"{100 * pixels:.0f} %"):
        require_unscaled(source)
