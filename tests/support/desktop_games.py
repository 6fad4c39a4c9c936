"""Games on a real display in situations that lost games before: cut boards, odd clients.

Used by `tests/x11/test_safety.py` with a few games and by `benchmarks/safety.py` with many.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from autosweep.desktop.xvfb import VirtualDisplay
from support.displayed import autosweep, client, json_lines, wait_for
from support.realplay import click_faults, loss_faults, witness

NEIGHBOURS = Path(__file__).resolve().parents[2] / "fixtures" / "clients" / "opens_neighbours.py"
SCREEN = (1000, 760)
DIRECTIONS = {
    "left": (-1, 0),
    "right": (1, 0),
    "top": (0, -1),
    "bottom": (0, 1),
    "top left": (-1, -1),
    "top right": (1, -1),
    "bottom left": (-1, 1),
    "bottom right": (1, 1),
}
"""Where a board leaves the screen."""


@dataclass
class Outcome:
    """What one run showed."""

    code: int
    summary: dict[str, Any]
    presses: int
    faults: list[str] = field(default_factory=list)
    """Presses off the board, losses on moves that were not announced as guesses."""

    @property
    def ended(self) -> int:
        """Games that were won or lost."""
        return int(self.summary["won"] + self.summary["lost"])


def played(environment: dict[str, str], folder: Path, *words: str) -> Outcome:
    """Play what is on a display and check every press and every loss."""
    folder.mkdir(parents=True, exist_ok=True)
    recording = folder / "recording"
    with witness(environment, folder) as presses:
        options = ["--countdown", "0", "--record", str(recording), *words]
        code, events, stderr = autosweep(environment, "play", *options)
    summary = next((e for e in events if e.get("event") == "summary"), None)
    assert summary is not None, (code, stderr)
    lines = json_lines(recording / "session.jsonl")
    strays, _ = click_faults(lines, presses)
    return Outcome(code, summary, len(presses), [*strays, *loss_faults(events)])


def tool(environment: dict[str, str], *words: str) -> str:
    """Run xdotool; return what it says."""
    done = subprocess.run(
        ["xdotool", *words], env=environment, capture_output=True, text=True, check=False
    )
    return done.stdout.strip()


@dataclass(frozen=True)
class CutGame:
    """A board that leaves the screen."""

    direction: str
    off: int
    """Pixels of the board beyond the edge."""
    seed: int
    begun: bool
    """Whether somebody has made the first click, so that some cells are open."""


def cut_games(count: int, seed: int = 0) -> list[CutGame]:
    """Return cut boards over all sides and corners."""
    rng = random.Random(seed)
    names = list(DIRECTIONS)
    return [
        CutGame(names[n % len(names)], rng.randint(1, 60), 1000 + n, n // len(names) % 2 == 0)
        for n in range(count)
    ]


def play_cut(game: CutGame, folder: Path, cell_px: int = 28) -> Outcome:
    """Play a board of the built-in game that leaves the screen, without a window manager."""
    folder.mkdir(parents=True, exist_ok=True)
    with VirtualDisplay(*SCREEN) as display:
        environment = {**os.environ, "DISPLAY": display.name, "XDG_DATA_HOME": str(folder)}
        journal = folder / "journal"
        words = ["--rows", "9", "--cols", "9", "--mines", "10", "--first-click", "zero"]
        words += ["--cell-px", str(cell_px), "--seed", str(game.seed)]
        with client(environment, journal, *words):
            wait_for(lambda: _board(environment))
            x, y, w, h = _board(environment) or (0, 0, 0, 0)
            if game.begun:
                tool(environment, "mousemove", str(x + w // 2), str(y + h // 2), "click", "1")
                wait_for(lambda: "0" in _seen(environment))
                tool(environment, "mousemove", "5", str(SCREEN[1] - 5))
            window = tool(environment, "search", "--class", "autosweep").split()[-1]
            left, top = _place(environment, window)
            across, down = DIRECTIONS[game.direction]
            to_x = {-1: -game.off - x, 0: 0, 1: SCREEN[0] + game.off - x - w}[across] + left
            to_y = {-1: -game.off - y, 0: 0, 1: SCREEN[1] + game.off - y - h}[down] + top
            tool(environment, "windowmove", window, str(to_x), str(to_y))
            wait_for(lambda: _place(environment, window) == (to_x, to_y))
            return played(environment, folder, "--patience", "3", "--max-seconds", "60")


def board_on(environment: dict[str, str]) -> dict[str, Any] | None:
    """Return what the display shows of a board."""
    code = (
        "import json; from autosweep.desktop.open import open_desktop; "
        "from autosweep.vision.read import read; "
        "from autosweep.jsonshapes.readings import reading_json; "
        "print(json.dumps([reading_json(r) for r in read(open_desktop().source.grab())]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    found = json.loads(done.stdout or "[]")
    return found[0] if found else None


def settled_board(environment: dict[str, str]) -> dict[str, Any]:
    """Return the board on a display once it reads the same twice."""
    seen: list[dict[str, Any] | None] = [None]

    def same() -> bool:
        seen.append(board_on(environment))
        return seen[-1] is not None and seen[-1] == seen[-2]

    wait_for(same)
    assert seen[-1] is not None
    return seen[-1]


def _board(environment: dict[str, str]) -> tuple[int, int, int, int] | None:
    seen = board_on(environment)
    return None if seen is None else tuple(seen["bbox"])


def _seen(environment: dict[str, str]) -> str:
    seen = board_on(environment)
    return "" if seen is None else " ".join(seen["board"])


def _place(environment: dict[str, str], window: str) -> tuple[int, int]:
    words = tool(environment, "getwindowgeometry", "--shell", window).split()
    values = dict(word.split("=") for word in words)
    return int(values["X"]), int(values["Y"])


@contextmanager
def neighbours_client(
    environment: dict[str, str], journal: Path, size: tuple[int, int, int], seed: int
) -> Iterator[None]:
    """Run the client in which a click on an open cell opens all its neighbours."""
    words = [sys.executable, str(NEIGHBOURS), *map(str, (*size, seed, journal))]
    process = subprocess.Popen(words, env=environment)
    try:
        wait_for(lambda: tool(environment, "search", "--class", "opens-neighbours"))
        yield
    finally:
        process.terminate()
        process.wait()


def play_neighbours(folder: Path, games: int, seed: int) -> tuple[Outcome, list[str]]:
    """Play that client; return the outcome and its journal."""
    folder.mkdir(parents=True, exist_ok=True)
    with VirtualDisplay(*SCREEN) as display:
        environment = {**os.environ, "DISPLAY": display.name, "XDG_DATA_HOME": str(folder)}
        journal = folder / "journal"
        with neighbours_client(environment, journal, (10, 10, 12), seed):
            words = ["--games", str(games), "--new-game", "f2", "--patience", "8"]
            outcome = played(environment, folder, *words)
    return outcome, journal.read_text().splitlines() if journal.exists() else []


PICTURE = (
    "import sys, tkinter as tk; w = tk.Tk(className='viewer'); "
    "p = tk.PhotoImage(file=sys.argv[1]); tk.Label(w, image=p, borderwidth=0).pack(); w.mainloop()"
)
"""A program that shows an image file."""


def play_picture(image: Path, folder: Path) -> Outcome:
    """Play on a screenshot of a board that a viewer shows: nothing answers there."""
    with VirtualDisplay(*SCREEN) as display:
        environment = {**os.environ, "DISPLAY": display.name, "XDG_DATA_HOME": str(folder)}
        process = subprocess.Popen([sys.executable, "-c", PICTURE, str(image)], env=environment)
        try:
            wait_for(lambda: _board(environment))
            return played(environment, folder, "--patience", "1", "--answer-time", "0.5")
        finally:
            process.terminate()
            process.wait()
