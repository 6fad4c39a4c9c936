"""Wine for clients of Windows: a prefix for each start, made from one that the process shares.

A prefix takes some seconds and 700 MB, nearly all of it copies of Wine's own libraries. So one is
made, each start gets a registry of its own, and the disk C: is shared.
"""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import numpy as np
from mss import MSS

QUIET = {
    "WINEDEBUG": "-all",
    # Without these Wine offers to download parts for .NET and HTML, and writes menu entries.
    "WINEDLLOVERRIDES": "mscoree,mshtml=;winemenubuilder.exe=d",
}
"""Variables with which Wine asks and says nothing."""
END = ("wineserver", "-k")
"""Ends every process of a prefix; ending the program alone leaves Wine's services running."""
WINEMINE_KEY = r"Software\Microsoft\WinMine"
"""Where winemine keeps its settings, under HKEY_CURRENT_USER."""
FACE_SIDE, FACE_ABOVE = 24, 29
"""Pixels of winemine's face, and from its top to the board."""
YELLOW, GREY = (0, 255, 255), (192, 192, 192)
FACES = {(136, 66): "playing", (128, 66): "won", (0, 206): "lost"}
"""Yellow and grey pixels of the face -> what it says: it has glasses after a win and is grey after
a loss. Measured with Wine 8.0."""
PREFIX_TIME = 120.0
"""Seconds that a prefix may take; 4 to 12 were measured on two cores."""


@cache
def shared_prefix() -> Path:
    """Return a prefix that is made once for the process and removed at its end."""
    home = Path(tempfile.mkdtemp(prefix="autosweep-wine-"))
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    prefix = home / "prefix"
    # Wine needs no display for this, and an open one would only be a second user of it.
    environment = {name: value for name, value in os.environ.items() if name != "DISPLAY"}
    environment |= {**QUIET, "WINEPREFIX": str(prefix), "HOME": str(home)}
    for command in (["wine", "wineboot", "--init"], ["wineserver", "--wait"]):
        subprocess.run(
            command, env=environment, check=True, capture_output=True, timeout=PREFIX_TIME
        )
    return prefix


def own_prefix(folder: Path, key: str, values: Mapping[str, int]) -> dict[str, str]:
    """Make a prefix with values under a key of the user; return the variables that select it."""
    shared, prefix = shared_prefix(), folder / "prefix"
    prefix.mkdir()
    for file in (*shared.glob("*.reg"), shared / ".update-timestamp"):
        shutil.copy(file, prefix)
    (prefix / "dosdevices").mkdir()
    (prefix / "dosdevices" / "c:").symlink_to("../drive_c")
    (prefix / "dosdevices" / "z:").symlink_to("/")
    (prefix / "drive_c").symlink_to(shared / "drive_c")
    lines = [f'"{name}"=dword:{value:08x}' for name, value in values.items()]
    doubled = key.replace("\\", "\\\\")
    with (prefix / "user.reg").open("a") as registry:
        registry.write("\n".join(["", f"[{doubled}]", *lines, ""]))
    return {**QUIET, "WINEPREFIX": str(prefix)}


def winemine(  # noqa: PLR0913 - the settings by their names
    folder: Path, *, rows: int, cols: int, mines: int, level: int, marks: bool = True
) -> dict[str, str]:
    """Make a prefix in which winemine has this board; `level` is 0 to 3, 3 a board of our own."""
    values = {
        "Height": rows,
        "Width": cols,
        "Mines": mines,
        "Difficulty": level,
        "Mark": int(marks),
    }
    return own_prefix(folder, WINEMINE_KEY, values)


def winemine_face(environment: Mapping[str, str], board: Sequence[float]) -> str:
    """Return how the game stands by winemine's own face; `board` is the board's rectangle."""
    x, y, width, _ = map(round, board)
    left, top = x + (width - FACE_SIDE) // 2, y - FACE_ABOVE
    with MSS(display=environment["DISPLAY"]) as screen:
        shot = screen.grab({"left": left, "top": top, "width": FACE_SIDE, "height": FACE_SIDE})
    pixels = np.asarray(shot)[:, :, :3]
    found = [int((pixels == color).all(axis=2).sum()) for color in (YELLOW, GREY)]
    return FACES.get((found[0], found[1]), "covered")
