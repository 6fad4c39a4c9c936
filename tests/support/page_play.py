"""Play a fixture page by `play --browser`, without a display, and compare with the truth."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from support.anyclient.playing import Case, Played, compare
from support.anyclient.server import serving_page
from support.displayed import json_lines

SETTING = ("--patience", "4")


def without_display(folder: Path) -> dict[str, str]:
    """Return an environment without any display, with folders of its own."""
    hidden = {"DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "SWAYSOCK"}
    return {
        **{name: value for name, value in os.environ.items() if name not in hidden},
        "HOME": str(folder),
        "XDG_DATA_HOME": str(folder / "data"),
        "XDG_CONFIG_HOME": str(folder / "config"),
        "DBUS_SESSION_BUS_ADDRESS": "disabled:",
    }


def run_command(
    words: Sequence[str], folder: Path, *, seconds: float = 120
) -> subprocess.CompletedProcess[str]:
    """Run a command of the program without a display."""
    return subprocess.run(
        [sys.executable, "-m", "autosweep", *words],
        env=without_display(folder),
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )


@contextlib.contextmanager
def running_command(words: list[str], folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Run a command of the program; it is ended at the end."""
    with subprocess.Popen(
        [sys.executable, "-m", "autosweep", *words],
        env=without_display(folder),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGINT)


def play_page(case: Case, folder: Path, words: Sequence[str] = ()) -> Played:
    """Play the games of a case in a browser without a window and compare."""
    folder.mkdir(parents=True, exist_ok=True)
    truth, recording = folder / "truth.jsonl", folder / "recording"
    truth.touch()
    begun = time.monotonic()
    with serving_page(truth) as address:
        done = run_command(
            [
                "play",
                "--json",
                "--browser",
                f"{address}?{case.options.query()}",
                "--record",
                str(recording),
                "--games",
                str(case.games),
                *SETTING,
                *case.words,
                *words,
            ],
            folder,
            seconds=60 + 40 * case.games,
        )
    seconds = time.monotonic() - begun
    (folder / "stdout").write_text(done.stdout)
    (folder / "stderr").write_text(done.stderr)
    events = [json.loads(line) for line in done.stdout.splitlines()]
    ends = [event for event in events if event.get("event") == "end"]
    summary = next((event for event in events if event.get("event") == "summary"), {})
    why = summary.get("why") or ("" if done.returncode in (0, 1) else done.stderr.strip())
    played = Played(case, json_lines(truth), ends, seconds, why)
    session = recording / "session.jsonl"
    recorded = json_lines(session) if session.exists() else []
    compare(played, presses_of(recorded), recorded)
    return played


def presses_of(recorded: Sequence[dict[str, Any]]) -> list[list[int]]:
    """Return the presses that a recording tells of: what the page gets must be just these."""
    presses: list[list[int]] = []
    for line in recorded:
        clicks = [action["click"] for action in line.get("actions", ()) if "click" in action]
        if line["type"] == "actions":
            presses += clicks
        elif line["type"] == "withheld":
            for click in clicks:
                presses.remove(click)
        elif line["type"] == "control" and "click" in line:
            presses.append(line["click"])
    return presses
