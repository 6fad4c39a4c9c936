"""`--guess ask` on a real terminal: the question waits for the person and shows the risk."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from support.displayed import client, json_lines

pytestmark = pytest.mark.x11
WORDS = ["play", "--guess", "ask", "--countdown", "0", "--patience", "20"]


class Terminal:
    """A terminal in which a command runs."""

    def __init__(self, descriptor: int, process: subprocess.Popen[bytes]) -> None:
        self._descriptor = descriptor
        self.process = process
        self.text = ""

    def read(self, pattern: str, seconds: float = 60.0) -> str:
        """Read until the text matches; return the match."""
        until = time.monotonic() + seconds
        while not (found := re.search(pattern, self.text)):
            assert time.monotonic() < until, self.text
            if select.select([self._descriptor], [], [], 0.1)[0]:
                try:
                    self.text += os.read(self._descriptor, 4096).decode("utf-8", "replace")
                except OSError:
                    break
        assert found, self.text
        return found.group()

    def type(self, text: str) -> None:
        """Type."""
        self.text = ""
        os.write(self._descriptor, text.encode())


@contextmanager
def terminal(environment: dict[str, str], *words: str) -> Iterator[Terminal]:
    """Run autosweep in a terminal."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "autosweep", *words],
        env={**environment, "TERM": "xterm", "COLUMNS": "100", "LINES": "50"},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
        preexec_fn=lambda: _own(theirs),  # noqa: PLW1509 - no threads here
    )
    os.close(theirs)
    try:
        yield Terminal(ours, process)
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        os.close(ours)


def _own(descriptor: int) -> None:
    """Make a terminal the controlling one, so that Ctrl-C typed into it is a signal."""
    import fcntl
    import termios

    fcntl.ioctl(descriptor, termios.TIOCSCTTY, 0)


QUESTION = r"Nothing is certain\. Make the guess open \d+,\d+ \(guess, \d+\.\d% mine\)\?"


def test_a_guess_waits_for_the_person(x_environment: dict[str, str], tmp_path: Path) -> None:
    """No click before the answer, however long it takes; no more after a no; the risk is shown."""
    journal = tmp_path / "journal.jsonl"
    dense = ["--rows", "9", "--cols", "9", "--mines", "30", "--first-click", "none"]
    with client(x_environment, journal, *dense), terminal(x_environment, *WORDS) as screen:
        screen.read(QUESTION)
        states = len(json_lines(journal))
        time.sleep(1.5)
        assert screen.process.poll() is None
        assert len(json_lines(journal)) == states
        screen.type("y\r")
        question = screen.read(QUESTION + r"|game 1: lost|1 lost")
        assert len(json_lines(journal)) > states
        if "lost" not in question:
            screen.type("n\r")
            screen.read("was not approved")
            assert screen.process.wait(30) == 3


def test_ctrl_c_ends_the_question(x_environment: dict[str, str], tmp_path: Path) -> None:
    journal = tmp_path / "journal.jsonl"
    with client(x_environment, journal), terminal(x_environment, *WORDS) as screen:
        screen.read(r"Make the guess")
        states = len(json_lines(journal))
        os.killpg(screen.process.pid, signal.SIGINT)
        screen.read("Stopped instead of an answer")
        assert screen.process.wait(30) == 130
        assert len(json_lines(journal)) == states
