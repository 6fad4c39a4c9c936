"""Play a fixture client by the real command and compare what was told with what happened.

The client tells the truth where the player cannot see it: every press it got, every end with its
mines, every new game and its control. The X server tells every press on the whole display.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from autosweep.desktop.xvfb import VirtualDisplay
from support.anyclient.options import ClientOptions
from support.anyclient.server import serving_page
from support.clients import background, chromium, said, wait
from support.displayed import json_lines
from support.realplay import witness

TESTS = Path(__file__).resolve().parents[2]
SCREEN = (1100, 900)
SETTING = ("--countdown", "0", "--patience", "4")


@dataclass(frozen=True)
class Case:
    """A fixture client and what playing it must show."""

    name: str
    program: str
    """`page` or `tk`."""
    options: ClientOptions
    games: int = 2
    words: tuple[str, ...] = ()
    """Further options of `autosweep play`."""
    restarts: bool = True
    """Whether a new game can be started at all."""
    untold: bool = False
    """Whether the client tells nothing of a loss: that its result is unknown is all there is."""
    quick: bool = False
    """Whether the case belongs to the default suite."""


@dataclass
class Played:
    """What playing a case showed."""

    case: Case
    truth: list[dict[str, Any]]
    ends: list[dict[str, Any]]
    """The ends as the player told them."""
    seconds: float = 0.0
    why: str = ""
    """What stopped the player, if anything did."""
    faults: list[str] = field(default_factory=list)
    """What must never happen: false verdicts, losses on certain moves, stray presses."""
    gaps: list[str] = field(default_factory=list)
    """What is missing: ends that were not told, games that were not started."""

    def told(self, event: str) -> list[dict[str, Any]]:
        """Return the true events of a kind."""
        return [line for line in self.truth if line["event"] == event]

    @property
    def results(self) -> list[str]:
        """How the games really ended."""
        return [end["result"] for end in self.told("end")]

    @property
    def verdicts(self) -> list[str]:
        """How the games ended as the player told it."""
        return [verdict(end) for end in self.ends]

    @property
    def controls(self) -> list[str]:
        """What started the games after the first one."""
        return [game["by"] for game in self.told("game")[1:]]


def verdict(end: dict[str, Any]) -> str:
    """Return won, lost, unknown (ended, result unknown) or stopped for an end as it was told."""
    return {"won": "won", "lost": "lost", "ended": "unknown"}.get(end["phase"], "stopped")


@contextmanager
def running(case: Case, folder: Path) -> Iterator[dict[str, str]]:
    """Start the client of a case on a display of its own; yield the environment of the display."""
    folder.mkdir(parents=True, exist_ok=True)
    truth = folder / "truth.jsonl"
    truth.touch()
    with VirtualDisplay(*SCREEN) as display:
        environment = {
            **os.environ,
            "DISPLAY": display.name,
            "HOME": str(folder),
            "XDG_DATA_HOME": str(folder / "data"),
            "XDG_CONFIG_HOME": str(folder / "config"),
            "DBUS_SESSION_BUS_ADDRESS": "disabled:",
        }
        with background(["openbox"], environment):
            wait(lambda: said(["wmctrl", "-m"], environment))
            # It answers before it takes windows; one opened in between is never managed.
            time.sleep(0.5)
            with _client(case, truth, environment):
                # The first line of the truth says that the board is there.
                wait(lambda: truth.stat().st_size and _window(environment))
                time.sleep(0.4)
                yield environment


@contextmanager
def _client(case: Case, truth: Path, environment: dict[str, str]) -> Iterator[None]:
    if case.program == "tk":
        module = [sys.executable, "-m", "support.anyclient.tk_client"]
        words = [*module, f"--truth={truth}", *case.options.words()]
        with background(words, {**environment, "PYTHONPATH": str(TESTS)}):
            yield
        return
    with serving_page(truth) as address:
        shown = chromium(f"{address}?{case.options.query()}", (60, 40, 760, 780))
        profile = f"--user-data-dir={truth.parent / 'chromium'}"
        with background([*shown, profile], environment):
            yield


def _window(environment: dict[str, str]) -> bool:
    return bool(said(["wmctrl", "-l"], environment).strip())


def play(case: Case, folder: Path) -> Played:
    """Play the games of a case and compare."""
    recording = folder / "recording"
    with running(case, folder) as environment, witness(environment, folder) as presses:
        command = [sys.executable, "-m", "autosweep", "play", "--json", "--record", str(recording)]
        begun = time.monotonic()
        done = subprocess.run(
            [*command, "--games", str(case.games), *SETTING, *case.words],
            env=environment,
            capture_output=True,
            text=True,
            timeout=60 + 40 * case.games,
            check=False,
        )
        seconds = time.monotonic() - begun
    (folder / "stdout").write_text(done.stdout)
    (folder / "stderr").write_text(done.stderr)
    events = [json.loads(line) for line in done.stdout.splitlines()]
    ends = [event for event in events if event.get("event") == "end"]
    summary = next((event for event in events if event.get("event") == "summary"), {})
    why = summary.get("why") or ("" if done.returncode in (0, 1) else done.stderr.strip())
    played = Played(case, json_lines(folder / "truth.jsonl"), ends, seconds, why)
    session = recording / "session.jsonl"
    compare(played, presses, json_lines(session) if session.exists() else [])
    return played


def compare(played: Played, presses: list[list[int]], recorded: list[dict[str, Any]]) -> None:
    """Compare what was told with the truth, with the display's presses and with the recording."""
    _compare_ends(played)
    _compare_presses(played, presses, recorded)
    _compare_games(played)


def _compare_ends(played: Played) -> None:
    """Compare the verdicts with the truth, game by game."""
    results = played.results
    for game, end in enumerate(played.ends):
        told = verdict(end)
        true = results[game] if game < len(results) else "still running"
        if told == "unknown" and true == "lost" and played.case.untold:
            continue
        if told == "stopped" or (told == "unknown" and true != "still running"):
            played.gaps.append(f"game {game}: {true}, told as {told}: {end['why']}")
        elif told != true:
            played.faults.append(f"game {game}: {true}, told as {told}: {end['why']}")
        if true == "lost" and not end.get("announced_guess"):
            played.faults.append(f"game {game}: lost on a move that was not announced as a guess")
    for game in range(len(played.ends), len(results)):
        played.gaps.append(f"game {game}: {results[game]}, not told")


def _compare_presses(
    played: Played, presses: list[list[int]], recorded: list[dict[str, Any]]
) -> None:
    """Find presses that are neither on the board nor on the allowed control."""
    told = played.told("press")
    for press in told:
        if press["on"] != "cell" and not press["on"].startswith("allowed:"):
            played.faults.append(f"a press on {press['on']}")
    for pressed in played.told("forbidden"):
        played.faults.append(f"{pressed['control']} was done")
    # A message of the browser is no part of the page, which hears nothing of its buttons.
    messages = played.case.options.effects & {"alert", "alert-first", "confirm"}
    controls = sum(line["type"] == "control" and "click" in line for line in recorded)
    if not 0 <= len(presses) - len(told) <= (controls if messages else 0):
        played.faults.append(f"{len(presses)} presses on the display, {len(told)} on the client")


def _compare_games(played: Played) -> None:
    """Compare the games that were started and ended with those that were asked for."""
    case = played.case
    wanted = case.games if case.restarts else 1
    if len(played.results) < wanted:
        played.gaps.append(
            f"{len(played.results)} of {wanted} games ended: {played.why or 'no reason told'}"
        )
