"""Desktops of several monitors, and a game that is played on them beside somebody else's window.

The monitors are those of an X server with the dummy driver (Debian: xserver-xorg-core,
xserver-xorg-video-dummy): real ones for every program, the pointer included, which the server keeps
on them. Under the game lies a window of another program that fills the desktop; each press on it
is written down. Used by `tests/x11/test_monitors.py` and `benchmarks/desktops.py`.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autosweep.geometry import Rect
from support.displayed import autosweep, client, wait_for
from support.realplay import witness
from support.x_servers import serving

CONFIGURATION = """
Section "ServerFlags"
  Option "AutoAddDevices" "false"
  Option "AutoEnableDevices" "false"
  Option "AllowMouseOpenFail" "true"
  Option "DontVTSwitch" "true"
EndSection
Section "Device"
  Identifier "card"
  Driver "dummy"
  VideoRam 256000
EndSection
Section "Monitor"
  Identifier "monitor"
  HorizSync 5.0 - 1000.0
  VertRefresh 5.0 - 200.0
EndSection
Section "Screen"
  Identifier "screen"
  Device "card"
  Monitor "monitor"
  DefaultDepth 24
  SubSection "Display"
    Depth 24
    Virtual 4096 4096
  EndSubSection
EndSection
"""
GAME = ("--no-guess", "--cell-px", "24")
"""A game that is won by reasoning alone, so that it has many clicks."""
FOREIGN = """
import tkinter as t
w = t.Tk()
w.overrideredirect(True)
w.geometry("{w}x{h}+0+0")
button = t.Button(w, text="delete everything", background="#405060", relief="flat")
button.pack(fill="both", expand=True)
journal = open({journal!r}, "w", buffering=1)
button.bind("<ButtonPress>", lambda e: print(e.num, e.x_root, e.y_root, file=journal))
w.update()
print("shown", file=journal)
w.mainloop()
"""


@dataclass(frozen=True)
class Layout:
    """A desktop: how large it is, where its monitors are, where the game stands."""

    desktop: tuple[int, int]
    monitors: tuple[Rect, ...]
    game: tuple[int, int]


LAYOUTS = {
    "single": Layout((1280, 800), (Rect(0, 0, 1280, 800),), (300, 200)),
    "side by side": Layout(
        (2560, 800), (Rect(0, 0, 1280, 800), Rect(1280, 0, 1280, 800)), (1700, 300)
    ),
    "portrait beside landscape": Layout(
        (3120, 1920), (Rect(0, 0, 1920, 1200), Rect(1920, 0, 1200, 1920)), (500, 300)
    ),
    "wall of four": Layout(
        (2560, 1600),
        (
            Rect(0, 0, 1280, 800),
            Rect(1280, 0, 1280, 800),
            Rect(0, 800, 1280, 800),
            Rect(1280, 800, 1280, 800),
        ),
        (250, 200),
    ),
    "one above a wider one": Layout(
        (1600, 1600), (Rect(300, 0, 800, 800), Rect(0, 800, 1600, 800)), (500, 100)
    ),
    "unequal sizes": Layout(
        (2304, 1024), (Rect(1024, 0, 1280, 1024), Rect(0, 256, 1024, 768)), (300, 400)
    ),
    "desktop larger than its monitor": Layout((2560, 1600), (Rect(0, 0, 1280, 800),), (150, 100)),
}
"""Each kind of desktop; on four of them the whole has the shape of the first monitor."""


@dataclass
class Result:
    """What came of a game on a desktop."""

    doctor: dict[str, Any]
    code: int
    summary: dict[str, Any]
    presses: int
    off_board: list[list[int]]
    """Presses that the server delivered outside of the board: button, x, y."""
    foreign: list[str]
    """Presses that the other program got."""
    story: str

    @property
    def units(self) -> str:
        """What `doctor` says of the mouse's units."""
        (found,) = [f for f in self.doctor["findings"] if f["name"] == "units"]
        return f"{'ok' if found['good'] else 'FAIL'} {found['detail']}"


def missing() -> str | None:
    """Return why there can be no such desktop here, or None."""
    driver = Path("/usr/lib/xorg/modules/drivers/dummy_drv.so")
    if not (shutil.which("Xorg") and shutil.which("xrandr") and driver.exists()):
        return "Debian packages xserver-xorg-core, xserver-xorg-video-dummy, x11-xserver-utils"
    # For others the server reads configurations of the system alone.
    return None if os.geteuid() == 0 else "Xorg takes a configuration from the administrator only"


@contextmanager
def desktop(layout: Layout, folder: Path) -> Iterator[dict[str, str]]:
    """Start a server with these monitors; yield the environment for programs on it."""
    folder.mkdir(parents=True, exist_ok=True)
    place = folder / "xorg.conf"
    place.write_text(CONFIGURATION)
    words = ["Xorg", "-config", str(place), "-logfile", str(folder / "xorg.log")]
    with serving([*words, "-novtswitch", "-sharevts"]) as environment:
        _arrange(layout, environment)
        yield environment


def _arrange(layout: Layout, environment: dict[str, str]) -> None:
    """Give the server its monitors."""

    def xrandr(*words: str) -> None:
        subprocess.run(["xrandr", *words], env=environment, check=True)

    arranged = ["--fb", "{}x{}".format(*layout.desktop)]
    known: set[str] = set()
    for number, place in enumerate(layout.monitors):
        mode, output = f"{place.w}x{place.h}_own", f"DUMMY{number}"
        if mode not in known:
            timing = [place.w, place.w + 8, place.w + 16, place.w + 80]
            timing += [place.h, place.h + 3, place.h + 6, place.h + 40]
            xrandr("--newmode", mode, "100", *map(str, timing))
            known.add(mode)
        xrandr("--addmode", output, mode)
        arranged += ["--output", output, "--mode", mode, "--pos", f"{place.x}x{place.y}"]
    xrandr(*arranged)


@contextmanager
def foreign_window(
    environment: dict[str, str], size: tuple[int, int], journal: Path
) -> Iterator[list[str]]:
    """Show another program's window over all of the desktop; collect the presses that it gets."""
    program = FOREIGN.format(w=size[0], h=size[1], journal=str(journal))
    process = subprocess.Popen([sys.executable, "-c", program], env=environment)
    presses: list[str] = []
    try:
        wait_for(lambda: journal.exists() and "shown" in journal.read_text())
        yield presses
    finally:
        process.kill()
        process.wait()
        presses += [line for line in journal.read_text().splitlines() if line != "shown"]


def board_on(environment: dict[str, str]) -> Rect:
    """Return where the one board on a display is, by a capture that knows of no mouse."""
    program = (
        "import json\n"
        "from mss import MSS\n"
        "from autosweep.desktop.capture import ScreenSource\n"
        "from autosweep.vision.read import read\n"
        "frame = ScreenSource(MSS()).grab()\n"
        "boards = [r.grid.bbox for r in read(frame)]\n"
        "print(json.dumps([[b.x, b.y, b.w, b.h] for b in boards]))\n"
    )
    found: list[list[int]] = []

    def seen() -> bool:
        done = subprocess.run(
            [sys.executable, "-c", program], env=environment, capture_output=True, check=True
        )
        found[:] = json.loads(done.stdout)
        return len(found) == 1

    wait_for(seen)
    return Rect(*found[0])


def play_on(layout: Layout, folder: Path) -> Result:
    """Ask `doctor`, play a game of 9 x 9 to its end and count what was pressed where."""
    x, y = layout.game
    with (
        desktop(layout, folder) as environment,
        foreign_window(environment, layout.desktop, folder / "foreign") as foreign,
        client(environment, folder / "journal", *GAME, "--at", f"{x},{y}"),
    ):
        board = board_on(environment)
        with witness(environment, folder) as presses:
            _, (doctor,), _ = autosweep(environment, "doctor")
            words = ("play", "--countdown", "0", "--patience", "8")
            code, events, story = autosweep(environment, *words)
    summary = next(event for event in events if event.get("event") == "summary")
    off = [press for press in presses if not board.contains(press[1], press[2])]
    return Result(doctor, code, summary, len(presses), off, foreign, story)
