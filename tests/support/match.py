"""A player at work on a display, as a program of its own, and what came of it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from autosweep.replay.loading import load_recording
from support.displayed import wait_for

PLAY = ["play", "--json", "--games", "400", "--countdown", "0"]


class Match:
    """A player on whatever the display shows; something happens to it in mid-game."""

    def __init__(self, environment: dict[str, str], folder: Path) -> None:
        self.environment = environment
        self.recording = folder / "recording"
        self.player: subprocess.Popen[str] | None = None

    def run(self, *words: str) -> str:
        """Run a tool on the display and return what it says."""
        done = subprocess.run(words, env=self.environment, capture_output=True, check=False)
        return done.stdout.decode("utf-8", "replace")

    def play(self, *words: str, patience: float = 2.0) -> None:
        """Start the player and wait until it has made some moves."""
        command = [sys.executable, "-m", "autosweep", *PLAY, "--patience", str(patience), *words]
        self.player = subprocess.Popen(
            [*command, "--record", str(self.recording)],
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.wait_for_steps(4)

    def wait_for_steps(self, more: int) -> None:
        """Wait until `more` further steps are recorded."""
        self.go_on(more, stop=False)
        if self._ended():
            raise AssertionError(self.outcome())

    def go_on(self, more: int, *, stop: bool = True) -> None:
        """Wait for `more` further steps or the player's end; then press Ctrl-C."""
        before = self.steps()
        wait_for(lambda: self.steps() >= before + more or self._ended())
        if stop and self.player is not None and not self._ended():
            self.player.send_signal(signal.SIGINT)

    def steps(self) -> int:
        """Return how many steps are recorded."""
        session = self.recording / "session.jsonl"
        return session.read_bytes().count(b'"type":"step"') if session.exists() else 0

    def stop(self) -> int:
        """Press Ctrl-C and return the exit code: 130 for a player that was still at work."""
        assert self.player is not None
        self.player.send_signal(signal.SIGINT)
        return self.outcome()[0]

    def outcome(self) -> tuple[int, dict[str, Any], str]:
        """Wait for the player to end; return exit code, summary and what it said."""
        assert self.player is not None
        out, timeline = self.player.communicate(timeout=60)
        assert "Traceback" not in timeline, timeline
        events = [json.loads(line) for line in out.splitlines()]
        summary = next(event for event in events if event.get("event") == "summary")
        assert load_recording(self.recording).steps
        return self.player.returncode, summary, timeline

    def end(self) -> None:
        """End the player."""
        end_process(self.player)

    def _ended(self) -> bool:
        return self.player is not None and self.player.poll() is not None


def end_process(process: subprocess.Popen[Any] | None) -> None:
    """End a process that may be frozen, and close what it wrote to."""
    if process is None:
        return
    if process.poll() is None:
        process.send_signal(signal.SIGCONT)
        process.kill()
        process.wait()
    for pipe in (process.stdout, process.stderr):
        if pipe is not None:
            pipe.close()
