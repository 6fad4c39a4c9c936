"""A game under two small window managers; `benchmarks/window_managers.py` plays with all."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from support.managed_desktops import MANAGERS, managed, play_games

from autosweep.desktop.xvfb import xvfb_path

pytestmark = [
    pytest.mark.x11,
    pytest.mark.skipif(
        xvfb_path() is None or not all(map(shutil.which, ("xdotool", "wmctrl"))),
        reason="needs Xvfb, xdotool and wmctrl",
    ),
]
PLAYED = ("i3", "icewm")
"""One that tiles and one that does not; other tests play with openbox and with none."""


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
