"""Stop, continue and kill a player at random moments, and look at the display from outside.

Used by `tests/x11/test_suspend.py` with a few stops and by `benchmarks/suspend.py` with many.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from Xlib.display import Display
from Xlib.protocol.request import QueryPointer

from support.displayed import wait_for

PLAY = ["play", "--json", "--games", "500", "--countdown", "0", "--patience", "15"]
FROZEN = 2.0
"""Seconds without an answer after which a display counts as frozen."""
RELEASED = 1.0
"""Seconds within which a button that is down in mid-click must be up."""
_ANY_BUTTON = 0x1F00


class Probe:
    """A second connection to the display, which asks how it is."""

    def __init__(self, name: str) -> None:
        self._display: Any = Display(name)
        self._root = self._display.screen().root.id

    def close(self) -> None:
        """Leave the display."""
        self._display.close()

    def answers(self) -> tuple[float, Any]:
        """Ask for the pointer; return the seconds that took and the answer, None if frozen."""
        begun = time.monotonic()
        question = QueryPointer(display=self._display.display, defer=1, window=self._root)
        self._display.flush()
        # The library may take the answer while it sends: then there is nothing to wait for.
        if question._data is None:
            select.select([self._display.display.socket], [], [], FROZEN)
        took = time.monotonic() - begun
        if took >= FROZEN:
            return took, None
        question.reply()
        return took, question

    def move(self, x: int, y: int) -> None:
        """Move the mouse, as a person does."""
        self._display.screen().root.warp_pointer(x, y)
        self._display.sync()

    def button_stays(self) -> bool:
        """Return True if a button stays down for longer than any click takes."""
        until = time.monotonic() + RELEASED
        while time.monotonic() < until:
            _, state = self.answers()
            if state is not None and not state.mask & _ANY_BUTTON:
                return False
            time.sleep(0.005)
        return True


@dataclass
class Figures:
    """What many stops showed."""

    unanswered: list[float] = field(default_factory=list)
    """Seconds that the display took to answer after each stop."""
    frozen: int = 0
    """Stops during which it did not answer at all."""
    down_stopped: int = 0
    down_continued: int = 0
    down_killed: int = 0
    """Stops, continuations and kills after which a button stayed down."""
    kills: int = 0
    left_over: int = 0
    """Kills after which a process of the player went on."""
    ends: list[str] = field(default_factory=list)
    """What players said that ended by themselves."""

    @property
    def faults(self) -> int:
        """How often something was wrong."""
        downs = self.down_stopped + self.down_continued + self.down_killed
        return self.frozen + downs + self.left_over + len(self.ends)


class Suspended:
    """A player on a display that is stopped and killed again and again."""

    def __init__(self, environment: dict[str, str], folder: Path, random: Random) -> None:
        self._environment = environment
        self._folder = folder
        self._random = random
        self._number = 0
        self._probe = Probe(environment["DISPLAY"])
        self.figures = Figures()
        self.player: subprocess.Popen[bytes] | None = None

    def start(self) -> subprocess.Popen[bytes]:
        """Start a player and wait until it has clicked."""
        self._number += 1
        told = self._folder / f"told-{self._number}"
        with told.open("wb") as out, told.with_suffix(".err").open("wb") as story:
            self.player = player = subprocess.Popen(
                [sys.executable, "-m", "autosweep", *PLAY],
                env=self._environment,
                stdout=out,
                stderr=story,
            )
        wait_for(lambda: b'"actions"' in told.read_bytes() or player.poll() is not None)
        return player

    def stop_and_go(self) -> None:
        """Stop the player at a random moment, look at the display, let the player go on."""
        player = self._running()
        time.sleep(self._random.uniform(0.05, 0.4))
        player.send_signal(signal.SIGSTOP)
        wait_for(lambda: state_of(player.pid) in "TZX")
        took, answer = self._probe.answers()
        self.figures.unanswered.append(took)
        self.figures.frozen += answer is None
        if answer is not None:
            self.figures.down_stopped += self._probe.button_stays()
        before = self._made()
        player.send_signal(signal.SIGCONT)
        self.figures.down_continued += self._probe.button_stays()
        # A player that is stopped again and again without a click in between gives up.
        wait_for(lambda: self._made() > before or player.poll() is not None)

    def kill(self) -> None:
        """Kill the player at a random moment and look at what it leaves behind."""
        player = self._running()
        helpers = children_of(player.pid)
        time.sleep(self._random.uniform(0.05, 0.4))
        player.kill()
        player.wait()
        self.figures.kills += 1
        self.figures.down_killed += self._probe.button_stays()
        self.figures.left_over += not _soon(lambda: all(state_of(h) in "ZX" for h in helpers))
        self.player = None

    def end(self) -> None:
        """End the player and leave the display."""
        if self.player is not None and self.player.poll() is None:
            self.player.send_signal(signal.SIGCONT)
            self.player.kill()
            self.player.wait()
        self._probe.close()

    def _made(self) -> int:
        """Return how many batches of clicks were made and not withheld."""
        told = (self._folder / f"told-{self._number}").read_bytes()
        return told.count(b'"event": "actions"') - told.count(b'"event": "withheld"')

    def _running(self) -> subprocess.Popen[bytes]:
        """Return a player that plays; note what one said that has ended."""
        if self.player is not None and self.player.poll() is None:
            return self.player
        if self.player is not None:
            story = (self._folder / f"told-{self._number}.err").read_text()
            self.figures.ends.append(f"exit code {self.player.returncode}: {story.strip()}")
        return self.start()


def state_of(process: int) -> str:
    """Return the state of a process, `X` for one that is gone."""
    try:
        text = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return "X"
    return text[text.rindex(")") + 2]


def children_of(process: int) -> list[int]:
    """Return the processes that a process has started."""
    found = []
    for place in Path("/proc").glob("[0-9]*/stat"):
        try:
            text = place.read_text()
        except OSError:
            continue
        if int(text[text.rindex(")") + 2 :].split()[1]) == process:
            found.append(int(place.parent.name))
    return found


def session_of(process: int) -> int:
    """Return the session of a process."""
    return os.getsid(process)


def _soon(true: Callable[[], bool], seconds: float = 10.0) -> bool:
    """Wait for something; return whether it came."""
    until = time.monotonic() + seconds
    while not true():
        if time.monotonic() >= until:
            return False
        time.sleep(0.01)
    return True
