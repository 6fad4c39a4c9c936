"""Desktops of several monitors: every press is on the board, whatever the shape of the whole."""

from __future__ import annotations

from pathlib import Path

import pytest
from monitor_layouts import LAYOUTS, missing, play_on

pytestmark = [
    pytest.mark.x11,
    pytest.mark.skipif(missing() is not None, reason=f"needs {missing()}"),
]


@pytest.mark.parametrize("name", LAYOUTS)
def test_a_game_is_played_on_every_layout_of_monitors(name: str, tmp_path: Path) -> None:
    """Doctor is content, the game comes to its end, nobody else's window is pressed."""
    result = play_on(LAYOUTS[name], tmp_path)
    wide, tall = LAYOUTS[name].desktop
    assert result.off_board == []
    assert result.foreign == []
    assert result.code in (0, 1), result.story
    assert result.presses == result.summary["clicks"] > 0
    assert result.units == f"ok the mouse moves on {wide} x {tall} points, 1 captured for each"
    assert result.doctor["fit"], result.doctor
