"""Desktops of several monitors: every press is on the board, whatever the shape of the whole."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from support.monitor_layouts import LAYOUTS, desktop, missing, play_on
from support.realplay import witness

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
    (capture,) = [f["detail"] for f in result.doctor["findings"] if f["name"] == "capture"]
    assert [part.split(", ")[0] for part in capture.split("; ")] == [
        str(monitor) for monitor in LAYOUTS[name].monitors
    ]


OFF_MONITOR = """
from autosweep.errors import Refused
from autosweep.geometry import Rect, ScreenPoint
from autosweep.desktop.open import open_desktop
from autosweep.desktop.pointing import open_pointer
from autosweep.interfaces import Click, MoveTo

desktop = open_desktop(open_pointer)
windows, pointer = desktop.windows, desktop.pointer
assert windows.monitors() == [Rect(0, 0, 1280, 800)], windows.monitors()
assert windows.on_monitor(ScreenPoint(1279, 799))
assert not windows.on_monitor(ScreenPoint(1280, 400))
with desktop:
    pointer.perform([MoveTo(ScreenPoint(700, 300))])
    try:
        pointer.perform([Click(ScreenPoint(1500, 400))])
    except Refused as error:
        assert "1500,400 lies on no monitor" in str(error), error
        assert "1280 x 800 at 0,0" in error.remedy, error.remedy
    else:
        raise AssertionError("a place that the pointer cannot reach was clicked")
    assert pointer.perform([Click(ScreenPoint(800, 400))]) == []
print("fine")
"""


def test_a_place_on_no_monitor_is_not_clicked(tmp_path: Path) -> None:
    """The server keeps the pointer on the monitor: a press would be at its edge, on anything."""
    layout = LAYOUTS["desktop larger than its monitor"]
    with (
        desktop(layout, tmp_path) as environment,
        witness(environment, tmp_path) as presses,
    ):
        done = subprocess.run(
            [sys.executable, "-c", OFF_MONITOR],
            env=environment,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert done.stdout == "fine\n", done.stderr
    # The witness may miss the one that is right on a busy machine; none may be elsewhere.
    assert presses in ([], [[1, 800, 400]])
