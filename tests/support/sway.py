"""A headless sway of its own for a test, and real clients as native Wayland windows on it.

sway refuses to run as root, so it is started as nobody there; root may still use its sockets.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from autosweep.closing import Closing
from autosweep.desktop.wayland.virtual_pointer import WlrPointer
from autosweep.desktop.wayland.wlr_display import WlrDisplay
from autosweep.geometry import Cell, FramePoint, ScreenPoint
from autosweep.interfaces import Click, Frame, MoveTo
from support.clients import GAMES_PATH, PROGRAMS, background, said, wait
from support.displayed import json_lines
from support.hint_pictures import BoardPicture, board_picture
from support.realplay import click_faults, loss_faults, reading_faults

NOBODY = 65534
NATIVE = {"GDK_BACKEND": "wayland", "QT_QPA_PLATFORM": "wayland", "GSK_RENDERER": "cairo"}
"""Variables that make clients open Wayland windows."""
NATIVE_CLIENTS = ("gnome-mines", "kmines")
"""Known clients that have Wayland windows of their own."""
PLAY = ("play", "--json", "--countdown", "0", "--patience", "4", "--no-learn")
VICTIM = """
for_window [app_id="wev"] opacity 0
"""
"""Nobody sees the window behind the client: to search its checks takes 3 s of a processor."""
CONFIG = f"""
xwayland disable
output HEADLESS-1 resolution 1280x800
{VICTIM}
for_window [app_id="(?i).*mines"] floating enable
for_window [app_id="(?i).*mines"] border pixel 2
"""
SCALED = CONFIG.replace("resolution 1280x800", "resolution 1920x1200 scale 1.5")
"""The same room at 150 %."""
TWO_MONITORS = f"""
xwayland disable
output HEADLESS-1 resolution 1280x800 position 0 0
output HEADLESS-2 resolution 1600x1000 scale 1.25 position -1280 0
{VICTIM}
for_window [app_id="(?i).*mines"] floating enable
for_window [app_id="(?i).*mines"] border pixel 2
"""
"""A monitor at 100 % and, left of it, one at 125 %; a client appears on the second."""
WITH_X = f"""
xwayland force
output HEADLESS-1 resolution 1280x800
{VICTIM}
for_window [class="(?i).*mines"] floating enable
for_window [class="(?i).*mines"] border pixel 2
exec 'xhost +si:localuser:root; echo "$DISPLAY" >"$XDG_RUNTIME_DIR/display"'
"""
"""A session in which X programs run, too."""
AS_X = {"GDK_BACKEND": "x11", "QT_QPA_PLATFORM": "xcb", "GSK_RENDERER": "cairo"}
"""Variables that make clients open X windows."""


@dataclass(frozen=True)
class SwaySession:
    """A running sway."""

    environment: dict[str, str]
    """For programs that are to use it."""

    def tell(self, *words: str) -> Any:
        """Send sway a command; return its answer."""
        return json.loads(said(["swaymsg", "-r", *words], self.environment) or "null")

    def titles(self) -> list[str]:
        """Return the titles of the windows."""
        return _names(self.tell("-t", "get_tree"))


@contextmanager
def sway(config: str = CONFIG) -> Iterator[SwaySession]:
    """Run sway without a screen."""
    for program, package in (("sway", "sway"), ("wev", "wev")):
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed (Debian: apt-get install {package})")
    # Not in the folder of the test: the paths of sockets must be short, and nobody must get there.
    with (
        tempfile.TemporaryDirectory(prefix="sway-") as short,
        _running(Path(short), config) as session,
    ):
        yield session


@contextmanager
def _running(runtime: Path, config: str) -> Iterator[SwaySession]:
    (runtime / "config").write_text(config)
    if os.geteuid() == 0:
        os.chown(runtime, NOBODY, NOBODY)
    base = {name: value for name, value in os.environ.items() if name != "DISPLAY"}
    environment = {
        **base,
        "PATH": GAMES_PATH,
        "HOME": str(runtime),
        "XDG_RUNTIME_DIR": str(runtime),
        "DBUS_SESSION_BUS_ADDRESS": "disabled:",
    }
    own = {
        **environment,
        "WLR_BACKENDS": "headless",
        "WLR_HEADLESS_OUTPUTS": str(config.count("output HEADLESS-")),
        "WLR_LIBINPUT_NO_DEVICES": "1",
        "WLR_RENDERER": "pixman",
        "LIBSEAT_BACKEND": "noop",
    }
    as_nobody = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
    words = ["sway", "-c", str(runtime / "config")]
    with background([*(as_nobody if os.geteuid() == 0 else []), *words], own):
        wait(lambda: list(runtime.glob("sway-ipc.*.sock")) and _display(runtime))
        environment["SWAYSOCK"] = str(next(runtime.glob("sway-ipc.*.sock")))
        environment["WAYLAND_DISPLAY"] = _display(runtime)
        if config == WITH_X:
            told = runtime / "display"
            wait(lambda: told.exists() and told.read_text().strip())
            environment["DISPLAY"] = told.read_text().strip()
        yield SwaySession(environment)


@contextmanager
def native_client(session: SwaySession, name: str, folder: Path) -> Iterator[None]:
    """Show one of the known clients as a Wayland window, on a victim that fills each monitor.

    In a session with an X server it is an X window. The victims write down every press that reaches
    them: `victim_presses`. The client is on the last monitor.
    """
    program = PROGRAMS[name]
    folder.mkdir(parents=True, exist_ok=True)
    if shutil.which(program.beginner[-1 if name == "kmines" else 0], path=GAMES_PATH) is None:
        pytest.skip(f"{name} is not installed (Debian: apt-get install {program.package})")
    config = folder / "client-config"
    config.mkdir()
    changes = program.prepare(config, False)  # noqa: FBT003 - the small board
    kind = AS_X if "DISPLAY" in session.environment else NATIVE
    own = {**session.environment, **changes, **kind, "XDG_DATA_HOME": str(folder / "data")}
    log = (folder / "victim").open("a")
    victims: list[subprocess.Popen[bytes]] = []
    try:
        for monitor in sorted(each["name"] for each in session.tell("-t", "get_outputs")):
            session.tell(f"focus output {monitor}")
            victims.append(
                subprocess.Popen(
                    ["stdbuf", "-oL", "wev", "-f", "wl_pointer"],
                    env=session.environment,
                    stdout=log,
                    stderr=subprocess.DEVNULL,
                    start_new_session=True,
                )
            )
            wait(lambda: session.titles().count("wev") == len(victims))
        command = program.beginner
        if not own["DBUS_SESSION_BUS_ADDRESS"] or name != "kmines":
            own.pop("DBUS_SESSION_BUS_ADDRESS")
            command = ("dbus-run-session", "--", *command) if name != "kmines" else command
        with background(list(command), own):
            wait(lambda: any("Mines" in title for title in session.titles()))
            named = "class" if kind is AS_X else "app_id"
            session.tell(f'[{named}="(?i).*mines"] resize set 760 660, move position center')
            yield
    finally:
        for victim in victims:
            victim.kill()
            victim.wait()
        log.close()


TITLE = 400, 98
"""A place in the title of every client's window, beside its buttons."""
BESIDE = 10
"""Pixels right of the board at which both clients still have their window.

The arrow of the mouse is drawn to the right of its place, so it covers no cell there.
"""


class Watcher(Closing):
    """Somebody who sees the monitor and has a mouse, over a connection of their own."""

    def __init__(self, session: SwaySession) -> None:
        self._stack = ExitStack()
        display = self._stack.enter_context(closing(WlrDisplay(session.environment)))
        self._source = self._stack.enter_context(closing(display.open_source()))
        self._pointer = self._stack.enter_context(
            closing(WlrPointer(display.connection, display.outputs))
        )

    def close(self) -> None:
        """Go away."""
        self._stack.close()

    def frame(self) -> Frame:
        """Return what the monitor shows."""
        return self._source.grab()

    def rest(self) -> None:
        """Take the mouse to the title of the client.

        XWayland puts its pointer into the middle of the screen, where gnome-mines lights a tile.
        """
        self._pointer.perform([MoveTo(ScreenPoint(*TITLE))])

    def board(self) -> BoardPicture:
        """Return the board on the monitor, once there is one that does not change."""
        found: list[BoardPicture] = []

        def seen() -> bool:
            before, now = self.frame(), self.frame()
            picture = board_picture(now)
            found[:] = [] if picture is None else [picture]
            return bool(found) and (now.pixels == before.pixels).all()

        wait(seen)
        return found[0]

    def open(self, picture: BoardPicture, cell: Cell) -> None:
        """Click a cell and take the mouse off the board, but not off its window.

        gnome-mines pauses without the keyboard, which follows the mouse.
        """
        grid, mapping = picture.reading.grid, picture.frame.mapping
        middle = grid.center(cell)
        beside = FramePoint(grid.bbox.right + BESIDE, middle.y)
        self._pointer.perform([Click(mapping.to_screen(middle)), MoveTo(mapping.to_screen(beside))])


@contextmanager
def running_autosweep(session: SwaySession, *words: str) -> Iterator[subprocess.Popen[str]]:
    """Run a command of autosweep on the session meanwhile."""
    process = subprocess.Popen(
        [sys.executable, "-m", "autosweep", *words],
        env=session.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@dataclass(frozen=True)
class NativeGames:
    """What a run of games on a native client showed."""

    summary: dict[str, Any]
    stderr: str
    beside: list[str]
    """Presses that reached the window behind the client, or missed the board and its controls."""
    unannounced: list[str]
    """Losses on a move that was not announced as a guess."""
    inconsistent: list[str]
    """Readings that cannot be what the game showed."""
    clicks: list[tuple[int, int]]
    """Where was clicked, in points of the screen."""

    @property
    def faults(self) -> list[str]:
        """Everything that was wrong."""
        stopped = [self.stderr.strip()] if self.summary["stopped"] else []
        return [*self.beside, *self.unannounced, *self.inconsistent, *stopped]


def play_native(
    session: SwaySession, client: str, folder: Path, *, games: int, backend: str = "auto"
) -> NativeGames:
    """Play games of a native client and check every click, loss and reading."""
    recording = folder / "recording"
    with native_client(session, client, folder):
        words = ("--games", str(games), "--record", str(recording), "--backend", backend)
        done = autosweep_on(session, *PLAY, *words, seconds=120 + 60 * games)
    events = [json.loads(line) for line in done.stdout.splitlines()]
    lines = json_lines(recording / "session.jsonl")
    clicks = [a["click"] for line in lines for a in line.get("actions", ()) if "click" in a]
    strays, _ = click_faults(lines, [[1, *place] for place in clicks])
    return NativeGames(
        next(event for event in events if event["event"] == "summary"),
        done.stderr,
        [*victim_presses(folder), *strays],
        loss_faults(events),
        reading_faults(lines),
        [tuple(place) for place in clicks],
    )


def victim_presses(folder: Path) -> list[str]:
    """Return the presses that reached the window behind the client."""
    lines = (folder / "victim").read_text().splitlines()
    # It may hear of a press by several objects.
    return sorted({line.partition("button:")[2] for line in lines if "(pressed)" in line})


def autosweep_on(
    session: SwaySession, *words: str, seconds: float = 280
) -> subprocess.CompletedProcess[str]:
    """Run a command of autosweep on the session."""
    return subprocess.run(
        [sys.executable, "-m", "autosweep", *words],
        env=session.environment,
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )


def _display(runtime: Path) -> str:
    found = [path.name for path in runtime.glob("wayland-*") if path.suffix != ".lock"]
    return found[0] if found else ""


def _names(node: dict[str, Any]) -> list[str]:
    inner = [name for kind in ("nodes", "floating_nodes") for n in node[kind] for name in _names(n)]
    return [str(node["name"]), *inner] if node.get("pid") else inner
