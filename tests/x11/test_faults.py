"""What happens to the window, the mouse or the client in mid-game, and what is done then.

The built-in game under openbox; the X server's own record says which presses were delivered.
Whatever the fault: no press off the board, one sentence, the documented exit code, and a
recording that loads.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from shutil import which
from typing import Any

import pytest
from displayed import json_lines, wait_for
from realplay import click_faults, witness

from autosweep.replay.recording import load_recording
from autosweep.screen.xvfb import VirtualDisplay

pytestmark = [
    pytest.mark.x11,
    pytest.mark.skipif(
        not all(which(name) for name in ("openbox", "wmctrl", "xdotool")),
        reason="openbox, wmctrl or xdotool is missing (Debian packages of these names)",
    ),
]
PLAY = ["play", "--json", "--games", "400", "--countdown", "0", "--patience", "2"]


class Scene:
    """A display with a window manager, the built-in game and a player at work on it."""

    def __init__(self, display: VirtualDisplay, folder: Path) -> None:
        self.environment = {**os.environ, "DISPLAY": display.name}
        self.folder = folder
        self.recording = folder / "recording"
        self.manager = self._start("openbox")
        wait_for(lambda: self.run("wmctrl", "-m"))
        time.sleep(0.5)
        journal = folder / "journal.jsonl"
        size = ["--rows", "16", "--cols", "24", "--mines", "60", "--cell-px", "22"]
        self.client = self._start(
            sys.executable, "-m", "autosweep", "client", "--journal", str(journal), *size
        )
        wait_for(lambda: "autosweep" in self.run("wmctrl", "-l"))
        self.player: subprocess.Popen[str] | None = None

    def run(self, *words: str) -> str:
        """Run a tool on the display and return what it says."""
        done = subprocess.run(words, env=self.environment, capture_output=True, check=False)
        return done.stdout.decode("utf-8", "replace")

    def _start(self, *words: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(words, env=self.environment, stderr=subprocess.DEVNULL)

    def play(self, *words: str) -> None:
        """Start the player and wait until it has made some moves."""
        command = [sys.executable, "-m", "autosweep", *PLAY, *words]
        self.player = subprocess.Popen(
            [*command, "--record", str(self.recording)],
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.wait_for_steps(4)

    def wait_for_steps(self, more: int) -> None:
        """Wait until so many more steps are recorded."""
        session = self.recording / "session.jsonl"
        before = session.read_bytes().count(b'"type":"step"') if session.exists() else 0
        wait_for(
            lambda: (
                session.exists() and session.read_bytes().count(b'"type":"step"') >= before + more
            )
        )

    def outcome(self) -> tuple[int, dict[str, Any], str]:
        """Wait for the player to end; return exit code, summary and what it said."""
        assert self.player is not None
        out, story = self.player.communicate(timeout=60)
        events = [json.loads(line) for line in out.splitlines()]
        summary = next(event for event in events if event.get("event") == "summary")
        assert "Traceback" not in story
        assert load_recording(self.recording).steps
        return self.player.returncode, summary, story

    def end(self) -> None:
        """End everything."""
        for process in (self.player, self.client, self.manager):
            if process is not None and process.poll() is None:
                process.send_signal(signal.SIGCONT)
                process.kill()
                process.wait()
            if process is not None and process.stdout:
                process.stdout.close()
            if process is not None and process.stderr:
                process.stderr.close()


@pytest.fixture
def scene(display: VirtualDisplay, tmp_path: Path) -> Iterator[Scene]:
    scene = Scene(display, tmp_path)
    try:
        with witness(scene.environment, tmp_path) as presses:
            yield scene
        lines = json_lines(scene.recording / "session.jsonl")
        strays = [fault for fault in click_faults(lines, presses) if "neither" in fault]
        assert strays == []
    finally:
        scene.end()


def test_a_moved_window_is_found_again_and_played_on(scene: Scene) -> None:
    scene.play()
    for place in ("0,500,300,-1,-1", "0,20,30,-1,-1"):
        scene.run("wmctrl", "-r", "autosweep", "-e", place)
        scene.wait_for_steps(5)
    assert scene.player is not None
    scene.player.send_signal(signal.SIGINT)
    code, summary, _ = scene.outcome()
    assert code == 130
    assert "SIGINT" in summary["why"]


def test_a_minimised_window_stops_the_game(scene: Scene) -> None:
    scene.play()
    scene.run("xdotool", "search", "--name", "^autosweep$", "windowminimize")
    code, summary, _ = scene.outcome()
    assert code == 3
    assert "minimised" in summary["why"] or "No Minesweeper board" in summary["why"]


def test_a_closed_window_stops_the_game(scene: Scene) -> None:
    scene.play()
    scene.client.kill()
    code, summary, _ = scene.outcome()
    assert code == 3
    assert summary["stopped"] == 1


def test_a_window_in_front_stops_the_game_before_a_click_reaches_it(scene: Scene) -> None:
    scene.play()
    program = (
        "import tkinter as t; w = t.Tk(); w.title('Over'); w.geometry('900x600+0+0'); "
        "w.attributes('-topmost', True); w.mainloop()"
    )
    over = [sys.executable, "-c", program]
    cover = subprocess.Popen(over, env=scene.environment)
    try:
        code, summary, _ = scene.outcome()
    finally:
        cover.kill()
        cover.wait()
    assert code == 3
    assert summary["stopped"] == 1


def test_a_person_who_takes_the_mouse_stops_the_game(scene: Scene) -> None:
    scene.play()
    wait = time.monotonic() + 20
    assert scene.player is not None
    while scene.player.poll() is None and time.monotonic() < wait:
        scene.run("xdotool", "mousemove", "900", "700")
        time.sleep(0.01)
    code, summary, _ = scene.outcome()
    assert code == 130
    assert "mouse" in summary["why"]


def test_the_mouse_in_a_corner_stops_the_game(scene: Scene) -> None:
    scene.play()
    wait = time.monotonic() + 20
    assert scene.player is not None
    while scene.player.poll() is None and time.monotonic() < wait:
        scene.run("xdotool", "mousemove", "0", "0")
        time.sleep(0.01)
    code, summary, _ = scene.outcome()
    assert code == 130
    assert summary["stopped"] == 1


def test_a_client_that_freezes_for_a_while_is_waited_for(scene: Scene) -> None:
    scene.play()
    scene.client.send_signal(signal.SIGSTOP)
    time.sleep(1.5)
    scene.client.send_signal(signal.SIGCONT)
    scene.wait_for_steps(5)
    assert scene.player is not None
    scene.player.send_signal(signal.SIGINT)
    assert scene.outcome()[0] == 130


def test_a_client_that_stays_frozen_stops_the_game(scene: Scene) -> None:
    scene.play("--answer-time", "0.5")
    scene.client.send_signal(signal.SIGSTOP)
    code, summary, _ = scene.outcome()
    assert code == 3
    assert "no effect, twice" in summary["why"]
