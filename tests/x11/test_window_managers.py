"""A game under every window manager that is installed; the overlay under two compositors."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from managed_desktops import MANAGERS, managed, play_games, show_hints

from autosweep.screen.xvfb import xvfb_path

pytestmark = [
    pytest.mark.x11,
    pytest.mark.skipif(
        xvfb_path() is None or not all(map(shutil.which, ("xdotool", "wmctrl"))),
        reason="needs Xvfb, xdotool and wmctrl",
    ),
]
PLAYED = ("xfwm4", "kwin", "metacity", "mutter", "i3", "fluxbox", "icewm")
"""Other tests play with openbox and with none; `benchmarks/window_managers.py` plays with all."""


def require(name: str) -> None:
    """Skip the test where a manager is missing."""
    manager = MANAGERS[name]
    if not manager.installed:
        pytest.skip(f"{name} is not installed (Debian: apt-get install {manager.package})")


@pytest.mark.parametrize("name", PLAYED)
def test_a_game_is_played_under_the_manager(name: str, tmp_path: Path) -> None:
    """To its end, with no press off the board and no loss on a move called certain."""
    require(name)
    with managed(MANAGERS[name], tmp_path / "home"):
        games = play_games(tmp_path / "games", 1, "--patience", "20", "--max-seconds", "60")
    assert [*games.strays, *games.unannounced, *games.others] == []
    assert games.ended == 1
    assert games.presses


@pytest.mark.parametrize("name", ["mutter", "marco, own compositor"])
def test_the_compositor_shows_the_hints_as_they_are(name: str, tmp_path: Path) -> None:
    """Without a shadow and up to date: the game with the hints, pixel by pixel."""
    require(name)
    with managed(MANAGERS[name], tmp_path / "home"):
        shown = show_hints(tmp_path / "game")
    assert shown.others == []
    assert (shown.wrong, shown.around) == (0, 0)
    assert shown.inked
