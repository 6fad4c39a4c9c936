"""Games of the Tk client on a real display, checked against what the game itself wrote down.

The player runs as a program of its own, so that capture and clicks are the real ones; its
recording is compared with the game's journal. Used by the tests with a few games and by
`benchmarks/truth.py --display` with many.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PATIENCE = 40.0
SETTING = ["--countdown", "0", "--patience", "30"]


@contextmanager
def client(environment: dict[str, str], journal: Path, *words: str) -> Iterator[None]:
    """Run the built-in game and wait until it is on the screen."""
    command = [sys.executable, "-m", "autosweep", "client", "--journal", str(journal), *words]
    process = subprocess.Popen(command, env=environment)
    try:
        wait_for(lambda: journal.exists() and journal.stat().st_size > 0)
        yield
    finally:
        process.terminate()
        process.wait()


def wait_for(true: Callable[[], object]) -> None:
    """Wait until something is true, or fail."""
    until = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < until, "waited too long"
        time.sleep(0.02)


def autosweep(environment: dict[str, str], *words: str) -> tuple[int, list[dict[str, Any]], str]:
    """Run a command with --json; return exit code, its JSON lines and stderr."""
    command = [sys.executable, "-m", "autosweep", *words, "--json"]
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=280, check=False
    )
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()], done.stderr


def json_lines(path: Path) -> list[dict[str, Any]]:
    """Read a file of JSON lines."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def stray_clicks(lines: list[dict[str, Any]]) -> list[str]:
    """Return the clicks that do not lie on the board of the step before them."""
    left = top = right = bottom = 0.0
    stray = []
    for line in lines:
        if line["type"] == "step":
            x, y, scale_x, scale_y = line["map"]
            rows, cols = line["reading"]["row_edges"], line["reading"]["col_edges"]
            left, right = x + cols[0] / scale_x, x + cols[-1] / scale_x
            top, bottom = y + rows[0] / scale_y, y + rows[-1] / scale_y
        elif line["type"] == "actions":
            clicks = [action["click"] for action in line["actions"] if "click" in action]
            stray += [
                f"stray {c}" for c in clicks if not (left < c[0] < right and top < c[1] < bottom)
            ]
    return stray


def faults_of_games(
    environment: dict[str, str], folder: Path, games: int, *words: str
) -> tuple[list[str], dict[str, Any]]:
    """Play games of one client; return what was wrong and the player's summary."""
    journal, recording = folder / "journal.jsonl", folder / "recording"
    with client(environment, journal, *words):
        flags = ["--games", str(games), "--record", str(recording), *SETTING]
        code, events, story = autosweep(environment, "play", *flags)
    faults = [] if code in (0, 1) else [f"exit code {code}: {story}"]
    truths = json_lines(journal)
    boards = [tuple(state["board"]) for state in truths]
    at = 0
    for line in json_lines(recording / "session.jsonl"):
        if line["type"] not in ("step", "end"):
            continue
        read = tuple(line["reading"]["board"])
        # Each reading is a state that the game was in, in the order in which it was in them.
        if read in boards[at:]:
            at = boards.index(read, at)
        else:
            faults.append("read but never shown:\n" + "\n".join(read))
    ends = [event for event in events if event["event"] == "end"]
    true_ends = [state["phase"] for state in truths if state["phase"] in ("won", "lost")]
    if [end["phase"] for end in ends] != true_ends or len(ends) != games:
        faults.append(f"the game ended {true_ends}, the player says {ends}")
    unannounced = [e for e in ends if e["phase"] == "lost" and not e["announced_guess"]]
    faults += [f"lost without announcing a guess: {end}" for end in unannounced]
    faults += stray_clicks(json_lines(recording / "session.jsonl"))
    return faults, next(event for event in events if event["event"] == "summary")
