"""Real Minesweeper programs on a virtual display: how each is started, and what it needs.

One program at a time on a display of its own with openbox; started in its own session and ended
with everything it started. Programs that are not installed are skipped with the Debian package's
name.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from autosweep.desktop.xvfb import VirtualDisplay, xvfb_path
from support import wine

GAMES_PATH = os.environ.get("PATH", "") + os.pathsep + "/usr/games"
PATIENCE = 30.0


@dataclass(frozen=True)
class Program:
    """A client as Debian ships it."""

    name: str
    package: str
    beginner: tuple[str, ...]
    expert: tuple[str, ...]
    kind: str
    """Part of its window's class."""
    size: tuple[tuple[int, int], tuple[int, int]]
    """Rows and columns of the beginner and of the expert board."""
    prepare: Callable[[Path, bool], dict[str, str]] = lambda _folder, _expert: {}
    """Writes configuration into a folder and returns variables to set."""
    words: tuple[str, ...] = ()
    """What the player must be told, as a person would for a program that has no theme pack."""
    window: tuple[int, int] | None = None
    """Size that the expert window is given after the start."""
    ending: tuple[str, ...] = ()
    """Command that ends what the program started besides itself."""
    unseen: bool = False
    """Whether nothing of the project was made or tuned with its pictures: never give it a pack."""


def _gnome(folder: Path, expert: bool) -> dict[str, str]:  # noqa: FBT001
    settings = folder / "glib-2.0" / "settings"
    settings.mkdir(parents=True)
    size = "window-width=1120\nwindow-height=700\n" if expert else ""
    (settings / "keyfile").write_text(f"[org/gnome/Mines]\nuse-animations=false\n{size}")
    return {"GSETTINGS_BACKEND": "keyfile", "XDG_CONFIG_HOME": str(folder)}


def _kmines(folder: Path, expert: bool) -> dict[str, str]:  # noqa: FBT001
    level = "Hard" if expert else "Easy"
    (folder / "kminesrc").write_text(f"[KgDifficulty]\nLevel={level}\n")
    return {"XDG_CONFIG_HOME": str(folder), "DBUS_SESSION_BUS_ADDRESS": ""}


def _winemine(folder: Path, expert: bool) -> dict[str, str]:  # noqa: FBT001
    if expert:
        return wine.winemine(folder, rows=16, cols=30, mines=99, level=2)
    return wine.winemine(folder, rows=9, cols=9, mines=10, level=0)


PAGE = Path(__file__).resolve().parents[2] / "fixtures" / "web" / "minesweeper.html"


def chromium(address: str, place: tuple[int, int, int, int]) -> tuple[str, ...]:
    """Return the command that shows a page as a window of its own at a place of the screen."""
    x, y, width, height = place
    return (
        "chromium",
        "--no-sandbox",
        "--test-type",
        "--disable-gpu",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-features=Translate",
        f"--window-position={x},{y}",
        f"--window-size={width},{height}",
        f"--app={address}",
    )


def _page(size: str) -> tuple[str, ...]:
    """Return the command that shows the page of the suite."""
    return chromium(f"file://{PAGE}?{size}", (80, 40, 1200, 820))


def _builtin(*size: str) -> tuple[str, ...]:
    """Return the command of the built-in game."""
    names = ("--rows", "--cols", "--mines", "--cell-px")
    words = [word for pair in zip(names, size, strict=True) for word in pair]
    return (sys.executable, "-m", "autosweep", "client", *words)


PROGRAMS = {
    program.name: program
    for program in (
        Program(
            "xdemineur",
            "xdemineur",
            ("xdemineur", "-geometry", "12x9", "-m", "10"),
            ("xdemineur", "-geometry", "30x16", "-m", "99"),
            "XD",
            ((9, 12), (16, 30)),
        ),
        Program(
            "sgt-mines",
            "sgt-puzzles",
            ("sgt-mines", "9x9n10"),
            ("sgt-mines", "30x16n99"),
            "Sgt-mines",
            ((9, 9), (16, 30)),
        ),
        Program(
            "xbomb",
            "xbomb",
            ("xbomb", "-square", "-1"),
            ("xbomb", "-square", "-3"),
            "XBomb",
            ((8, 8), (16, 30)),
        ),
        Program(
            "gnome-mines",
            "gnome-mines",
            ("gnome-mines", "--small"),
            ("gnome-mines", "--big"),
            "Gnome-mines",
            ((8, 8), (16, 30)),
            _gnome,
        ),
        Program(
            "kmines",
            "kmines",
            ("dbus-run-session", "--", "kmines"),
            ("dbus-run-session", "--", "kmines"),
            "kmines",
            ((9, 9), (16, 30)),
            _kmines,
            window=(1000, 640),
        ),
        Program(
            "winemine",
            "wine wine64",
            ("wine", "winemine"),
            ("wine", "winemine"),
            "winemine.exe",
            ((9, 9), (16, 30)),
            _winemine,
            ending=wine.END,
        ),
        Program(
            "web page",
            "chromium",
            _page("rows=9&cols=9&mines=10&cell=30&seed=7"),
            _page("rows=16&cols=30&mines=99&cell=27&seed=7"),
            "Chromium",
            ((9, 9), (16, 30)),
            words=("--new-game", "n"),
        ),
        Program(
            "ace-minesweeper",
            "ace-of-penguins",
            ("ace-minesweeper",),
            ("ace-minesweeper",),
            "ace-minesweeper",
            ((32, 32), (32, 32)),
            words=("--new-game", "click 0.5 17"),
            unseen=True,
        ),
        Program(
            "built-in",
            "python3-tk",
            _builtin("9", "9", "10", "32"),
            _builtin("16", "30", "99", "28"),
            "autosweep",
            ((9, 9), (16, 30)),
        ),
    )
}

WITH_MESSAGES = replace(
    PROGRAMS["web page"], beginner=_page("rows=9&cols=9&mines=10&cell=30&seed=7&message")
)
"""The page with its last word in a message of the browser."""


def installed(program: Program) -> bool:
    """Return True if the program and what it needs are there."""
    words = {program.beginner[-1] if program.name == "kmines" else program.beginner[0]}
    words |= {"openbox", "wmctrl"}
    return xvfb_path() is not None and all(shutil.which(w, path=GAMES_PATH) for w in words)


@contextmanager
def running(
    program: Program, folder: Path, *, expert: bool = False, managed: bool = True
) -> Iterator[dict[str, str]]:
    """Start a program on a display of its own; yield the environment of that display.

    Without `managed` there is no window manager.
    """
    if not installed(program):
        pytest.skip(f"{program.name} is not installed (Debian: apt-get install {program.package})")
    folder.mkdir(parents=True, exist_ok=True)
    private = folder / "runtime"
    private.mkdir(mode=0o700)
    with VirtualDisplay(1600, 1000) as display:
        environment = {
            **os.environ,
            "DISPLAY": display.name,
            "PATH": GAMES_PATH,
            "HOME": str(folder),
            "XDG_DATA_HOME": str(folder / "data"),
            "XDG_RUNTIME_DIR": str(private),
            # Without this a bus of an earlier client would raise its window instead of ours.
            "DBUS_SESSION_BUS_ADDRESS": "disabled:",
        }
        config = folder / "client-config"
        config.mkdir()
        changes = program.prepare(config, expert)
        own = {**environment, **changes}
        if not own["DBUS_SESSION_BUS_ADDRESS"]:
            del own["DBUS_SESSION_BUS_ADDRESS"]
        with background(["openbox"], environment) if managed else nullcontext():
            if managed:
                wait(lambda: said(["wmctrl", "-m"], environment))
                # It answers before it takes windows; one opened in between is never managed.
                time.sleep(0.5)
            command = program.expert if expert else program.beginner
            with background(list(command), own, program.ending):
                wait(lambda: _shown(program, environment, managed=managed))
                if expert and program.window:
                    width, height = program.window
                    place = f"0,60,40,{width},{height}"
                    said(["wmctrl", "-xr", program.kind, "-e", place], environment)
                time.sleep(1.0)  # the first drawing of themes made of vector pictures
                yield environment


def _shown(program: Program, environment: dict[str, str], *, managed: bool) -> bool:
    """Return True if the program's window is there."""
    if not managed:
        search = ["xdotool", "search", "--onlyvisible", "--class", program.kind]
        return bool(said(search, environment).strip())
    if program.kind in said(["wmctrl", "-lx"], environment):
        return True
    return program.name == "xdemineur" and bool(said(["wmctrl", "-l"], environment))


def said(words: list[str], environment: dict[str, str]) -> str:
    done = subprocess.run(words, env=environment, capture_output=True, check=False)
    return done.stdout.decode("utf-8", "replace")


def wait(true: Callable[[], object], seconds: float = PATIENCE) -> None:
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until, "the client did not appear"
        time.sleep(0.05)


@contextmanager
def background(
    words: list[str], environment: dict[str, str], ending: tuple[str, ...] = ()
) -> Iterator[None]:
    """Run a command meanwhile; end it and its group, before that by a command of its own."""
    process = subprocess.Popen(
        words,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield
    finally:
        if ending:
            said(list(ending), environment)
        for number in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.killpg(process.pid, number)
                process.wait(5)
            except (ProcessLookupError, subprocess.TimeoutExpired):
                continue
        process.wait()
