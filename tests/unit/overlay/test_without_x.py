"""On Windows and macOS there is no xcffib: the overlay starts without it."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import sys
sys.modules["xcffib"] = sys.modules["Xlib"] = None
import autosweep.cli.overlay as overlay
import autosweep.overlay.hint_loop, autosweep.overlay.overlay_session, autosweep.overlay.screen_view
import autosweep.desktop.win32.display

# Only now: libraries that ask for the system import its modules.
sys.platform = "win32"


class Desktop:
    display = source = windows = None

assert overlay._x_connection(Desktop()) is None
"""


def test_the_overlay_of_other_systems_imports_no_x() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
