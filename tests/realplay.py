"""Play real clients and check them: by what the X server delivered, not by the player's word.

Used by `tests/x11/test_clients.py` with a game each and by `benchmarks/clients.py` with many.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from clients import Program, running
from displayed import json_lines

WITNESS = Path(__file__).with_name("xevents.py")
SETTING = ["--countdown", "0", "--patience", "15"]


@dataclass
class Report:
    """What a run of games on one client showed."""

    client: str
    summary: dict[str, Any]
    moves: int
    faults: list[str] = field(default_factory=list)
    """Everything that was wrong, games that were given up included."""
    unsafe: list[str] = field(default_factory=list)
    """What must never happen: a press off the board, a loss that was not announced."""

    @property
    def row(self) -> str:
        """The figures as a row of a table."""
        s = self.summary
        pace = s["seconds"] / max(1, self.moves)
        return (
            f"| {self.client} | {s['games']} | {s['won']} | {s['lost']} | {s['stopped']} | "
            f"{s['guesses']} | {s['clicks']} | {s['seconds']:.1f} | {pace:.3f} |"
        )


@contextmanager
def witness(environment: dict[str, str], folder: Path) -> Iterator[list[list[int]]]:
    """Collect every button press that the display delivers."""
    authority = folder / "xauthority"
    authority.touch()
    process = subprocess.Popen(
        [sys.executable, str(WITNESS), environment["DISPLAY"]],
        env={**environment, "XAUTHORITY": str(authority)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    while process.stdout.readline() != "ready\n":
        assert process.poll() is None
    time.sleep(0.2)
    presses: list[list[int]] = []
    try:
        yield presses
        time.sleep(0.3)
    finally:
        process.terminate()
        out, _ = process.communicate()
        presses += [json.loads(line) for line in out.splitlines() if line.startswith("[")]


def play_client(
    program: Program,
    folder: Path,
    *,
    games: int = 1,
    expert: bool = False,
    words: tuple[str, ...] = (),
) -> Report:
    """Play games of a real client and check every click and every loss."""
    folder.mkdir(parents=True, exist_ok=True)
    recording = folder / "recording"
    with (
        running(program, folder / "client", expert=expert) as environment,
        witness(environment, folder) as presses,
    ):
        command = [sys.executable, "-m", "autosweep", "play", "--json", "--games", str(games)]
        done = subprocess.run(
            [*command, "--record", str(recording), *SETTING, *program.words, *words],
            env=environment,
            capture_output=True,
            text=True,
            timeout=120 + 60 * games,
            check=False,
        )
    events = [json.loads(line) for line in done.stdout.splitlines()]
    summary = next(event for event in events if event.get("event") == "summary")
    report = Report(program.name, summary, sum(e.get("event") == "actions" for e in events))
    report.unsafe += loss_faults(events)
    report.unsafe += click_faults(json_lines(recording / "session.jsonl"), presses)
    report.faults += report.unsafe
    if done.returncode not in (0, 1):
        report.faults.append(f"exit code {done.returncode}: {done.stderr.strip()}")
    return report


def loss_faults(events: list[dict[str, Any]]) -> list[str]:
    return [
        "lost on a move that was not announced as a guess"
        for event in events
        if event.get("event") == "end" and event["phase"] == "lost" and not event["announced_guess"]
    ]


def click_faults(lines: list[dict[str, Any]], presses: list[list[int]]) -> list[str]:
    """Compare the delivered presses with the boards they may have been meant for."""
    boards = []
    for line in lines:
        if line["type"] == "step":
            x, y, scale_x, scale_y = line["map"]
            rows, cols = line["reading"]["row_edges"], line["reading"]["col_edges"]
            boards.append(
                (
                    x + cols[0] / scale_x,
                    y + rows[0] / scale_y,
                    x + cols[-1] / scale_x,
                    y + rows[-1] / scale_y,
                )
            )
    controls = [line["click"] for line in lines if line["type"] == "control" and "click" in line]
    faults = []
    for _, x, y in presses:
        on_board = any(left < x < right and top < y < bottom for left, top, right, bottom in boards)
        if not on_board and [x, y] not in controls:
            faults.append(f"a press at {x},{y} is neither on the board nor on a control")
    wanted = sum(
        "click" in action
        for line in lines
        if line["type"] == "actions"
        for action in line["actions"]
    ) + len(controls)
    if wanted != len(presses):
        faults.append(f"{wanted} clicks were recorded and {len(presses)} presses delivered")
    return faults
