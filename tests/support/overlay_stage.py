"""A display, a client and the overlay on it, as programs of their own, and what they say.

The truth of a game is the built-in game's journal or the layout that Simon Tatham's Mines was
started with; other clients tell nothing.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from mss import MSS

from autosweep.board import Board, Game, Layout
from autosweep.desktop.xvfb import VirtualDisplay
from autosweep.geometry import Cell, Rect
from autosweep.interfaces import Pixels
from autosweep.overlay.control_socket import send
from support.clients import GAMES_PATH, PROGRAMS, background, installed, said

SETUPS = ("bare", "openbox", "picom")
_SHADOWS = ("--shadow", "--shadow-opacity", "0.75", "--no-fading-openclose")
COMPOSITORS = {
    "picom": ["picom", "--backend", "xrender"],
    # what its sample configuration asks for
    "picom with shadows": ["picom", "--backend", "xrender", *_SHADOWS],
}
GAMES = ("built-in", "gnome-mines", "kmines", "sgt-mines")
PATIENCE = 30.0
MINES = {"built-in": 10, "gnome-mines": 10, "kmines": 10, "sgt-mines": 10}


OWNER = """
import xcffib, xcffib.xproto
display, name = xcffib.connect(), "_NET_WM_CM_S0"
atom = display.core.InternAtom(False, len(name), name).reply().atom
if display.core.GetSelectionOwner(atom).reply().owner:
    print("owned")
"""


@contextmanager
def own_display(folder: Path, size: tuple[int, int] = (1600, 1000)) -> Iterator[None]:
    """Start a display with nothing on it and point the process at it; `folder` is its home."""
    folder.mkdir(parents=True, exist_ok=True)
    private = folder / "runtime"
    private.mkdir(mode=0o700)
    with VirtualDisplay(*size) as display:
        changes = {
            "DISPLAY": display.name,
            "PATH": GAMES_PATH,
            "HOME": str(folder),
            "XDG_RUNTIME_DIR": str(private),
            "DBUS_SESSION_BUS_ADDRESS": "disabled:",
        }
        before = {name: os.environ.get(name) for name in changes}
        os.environ.update(changes)
        try:
            yield
        finally:
            _restore(before)


@contextmanager
def desktop(setup: str, folder: Path, size: tuple[int, int] = (1600, 1000)) -> Iterator[None]:
    """Start a display with nothing, openbox, or openbox and picom, and point the process at it.

    The set-ups with a compositor are those of COMPOSITORS.
    """
    with ExitStack() as stack:
        stack.enter_context(own_display(folder, size))
        if setup != "bare":
            stack.enter_context(background(["openbox"], dict(os.environ)))
            wait_for(lambda: said(["wmctrl", "-m"], dict(os.environ)), "openbox")
            time.sleep(0.5)
        if setup in COMPOSITORS:
            stack.enter_context(background(COMPOSITORS[setup], dict(os.environ)))
            wait_for(composited, setup)
        yield


def _restore(before: dict[str, str | None]) -> None:
    for name, value in before.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value


def composited() -> bool:
    """Return True if a compositor owns the screen; asked in a process that may leave files open."""
    return bool(said([sys.executable, "-W", "ignore", "-c", OWNER], dict(os.environ)).strip())


def wait_for(true: Callable[[], object], what: str, seconds: float = PATIENCE) -> None:
    """Wait until something is true, or fail."""
    until = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < until, f"waited too long for {what}"
        time.sleep(0.01)


@contextmanager
def client(name: str, folder: Path, seed: int) -> Iterator[Callable[[], Board] | None]:
    """Start a client; yield what tells its true board, None for a client that tells nothing."""
    folder.mkdir(parents=True, exist_ok=True)
    environment = dict(os.environ)
    if name == "built-in":
        journal = folder / "journal.jsonl"
        words = ["--seed", str(seed), "--first-click", "zero", "--journal", str(journal)]
        command = [sys.executable, "-m", "autosweep", "client", *words]
        with background(command, environment):
            wait_for(lambda: journal.exists() and journal.stat().st_size, "the game")
            yield lambda: _last_board(journal)
        return
    program = PROGRAMS[name]
    if not installed(program):
        pytest.skip(f"{name} is not installed (Debian: apt-get install {program.package})")
    config = folder / "client-config"
    config.mkdir()
    environment |= program.prepare(config, False)  # noqa: FBT003
    if not environment["DBUS_SESSION_BUS_ADDRESS"]:
        del environment["DBUS_SESSION_BUS_ADDRESS"]
    command = list(program.beginner)
    truth = None
    if name == "sgt-mines":
        game = _known_game(seed)
        command = ["sgt-mines", _game_id(game)]
        truth = KnownGame(game)
    with background(command, environment):
        find = ["xdotool", "search", "--onlyvisible", "--class", program.kind]
        wait_for(lambda: said(find, environment), name)
        time.sleep(1.0)  # the first drawing of themes made of vector pictures
        yield truth


def _last_board(journal: Path) -> Board:
    line = json.loads(journal.read_text("utf-8").splitlines()[-1])
    text = "\n".join(line["board"])
    return Board.parse(f"{line['rows']} {line['cols']} {line['mines']}\n{text}\n")


def _known_game(seed: int) -> Game:
    around = [r * 9 + c for r in (3, 4, 5) for c in (3, 4, 5)]
    game = Game.of_layout(Layout.random(9, 9, 10, Random(seed), keep_free=around))
    game.open((4, 4))
    return game


def _game_id(game: Game) -> str:
    """Return the name by which Simon Tatham's Mines starts a game with this layout."""
    assert game.layout is not None
    bits = "".join("1" if i in game.layout.mines else "0" for i in range(81)).ljust(84, "0")
    return f"9x9:4,4,u{int(bits, 2):021x}"


class KnownGame:
    """The board of a game whose layout is known and whose clicks are told."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def __call__(self) -> Board:
        return self.game.board


class Overlay:
    """A running overlay and what it says."""

    def __init__(self, *words: str) -> None:
        command = [sys.executable, "-m", "autosweep", "overlay", "--json", *words]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.events: list[dict[str, Any]] = []
        self.shown: list[dict[str, Any]] = []
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            event = json.loads(line)
            self.events.append(event)
            if event["event"] == "hints":
                self.shown.append(event)

    def place(self) -> Rect:
        """Return where the board was last found."""
        return Rect(*[e["bbox"] for e in self.events if e["event"] == "board"][-1])

    def tell(self, command: str) -> None:
        """Send a command and wait for what it changes, if there is anything to be seen."""
        count = len(self.shown)
        send(command)
        if self.visible():
            wait_for(lambda: len(self.shown) > count, f"the answer to {command}")

    def visible(self) -> bool:
        """Return True if hints are on the screen."""
        return [e["event"] for e in self.events if e["event"] in ("hints", "hidden")][-1] == "hints"

    def quit(self) -> int:
        """End it as Ctrl-C does."""
        self.process.send_signal(2)
        code = self.process.wait(15)
        self._thread.join()
        return code

    def close(self) -> None:
        """End it in any case."""
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait(15)
        self._thread.join()
        if self.process.stdout is not None:
            self.process.stdout.close()

    def cpu(self) -> float:
        """Return the seconds of processor time used so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """Return the megabytes of memory in use."""
        text = Path(f"/proc/{self.process.pid}/statm").read_text()
        return int(text.split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


@contextmanager
def overlay(*words: str) -> Iterator[Overlay]:
    """Run the overlay until the block ends."""
    running = Overlay(*words)
    try:
        yield running
    finally:
        running.close()


def screen(region: Rect | None = None) -> Pixels:
    """Return what is on the screen."""
    with MSS() as eye:
        whole = eye.monitors[0]
        box = (
            whole
            if region is None
            else {"left": region.x, "top": region.y, "width": region.w, "height": region.h}
        )
        return np.ascontiguousarray(np.asarray(eye.grab(box))[:, :, :3])


def press(place: Rect, size: tuple[int, int], cell: Cell, button: int = 1) -> float:
    """Click a cell for real; return the time just before."""
    x = place.x + round((cell[1] + 0.5) * place.w / size[1])
    y = place.y + round((cell[0] + 0.5) * place.h / size[0])
    subprocess.run(["xdotool", "mousemove", str(x), str(y)], check=True)
    time.sleep(0.08)  # what the pointer alone changes is drawn before the click
    begun = time.monotonic()
    subprocess.run(["xdotool", "click", str(button)], check=True)
    return begun


class Watcher:
    """Watches the board's part of the screen for changes, in a thread."""

    def __init__(self, region: Rect) -> None:
        self._region = region
        self._stop = threading.Event()
        self.changes: list[float] = []
        self._thread = threading.Thread(target=self._watch)
        self._thread.start()

    def _watch(self) -> None:
        region = self._region
        box = {"left": region.x, "top": region.y, "width": region.w, "height": region.h}
        with MSS() as eye:
            last = bytes(eye.grab(box).raw)
            while not self._stop.wait(0.003):
                now = bytes(eye.grab(box).raw)
                if now != last:
                    self.changes.append(time.monotonic())
                    last = now

    def end(self) -> list[float]:
        """Stop and return the times of change."""
        self._stop.set()
        self._thread.join()
        return self.changes
