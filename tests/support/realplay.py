"""Play real clients and check them: by what the X server delivered, not by the player's word.

Used by `tests/x11/test_clients.py` with a game each and by `benchmarks/real_clients.py` with many.
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

from support.clients import Program, running
from support.displayed import json_lines

WITNESS = Path(__file__).with_name("xevents.py")
SETTING = ["--countdown", "0", "--patience", "15"]


@dataclass
class Report:
    """What a run of games on one client showed."""

    client: str
    board: str
    summary: dict[str, Any]
    moves: int
    """Steps in which something was clicked."""
    readings: int
    strays: list[str] = field(default_factory=list)
    """Presses that the display delivered off the board and off the new-game control."""
    unannounced: list[str] = field(default_factory=list)
    """Losses on a move that was not announced as a guess."""
    inconsistent: list[str] = field(default_factory=list)
    """Readings that cannot be what the game showed."""
    others: list[str] = field(default_factory=list)
    """Games that were given up, clicks that were lost."""

    @property
    def unsafe(self) -> list[str]:
        """What must never happen."""
        return [*self.strays, *self.unannounced]

    @property
    def faults(self) -> list[str]:
        """Everything that was wrong."""
        return [*self.unsafe, *self.inconsistent, *self.others]

    @property
    def row(self) -> str:
        """The figures as a row of a table."""
        s = self.summary
        figures = [
            f"{s['won'] + s['lost']} of {s['games']}",
            s["won"],
            s["guesses"],
            s["clicks"],
            f"{s['seconds']:.0f}",
            f"{s['seconds'] / max(1, self.moves):.2f}",
            len(self.strays),
            len(self.unannounced),
            f"{len(self.inconsistent)} of {self.readings}",
        ]
        return f"| {self.client} | {self.board} | " + " | ".join(map(str, figures)) + " |"


HEAD = (
    "| client | board | ended | won | guesses | clicks | s | s a move | presses off the board | "
    "losses not announced | readings at odds |"
)


@contextmanager
def witness(environment: dict[str, str], folder: Path) -> Iterator[list[list[int]]]:
    """Collect every button press that the display delivers."""
    authority = folder / "xauthority"
    authority.touch()
    # Into a file: a pipe that nobody reads meanwhile is full after some thousand presses.
    told = folder / "presses"
    with told.open("w") as out:
        process = subprocess.Popen(
            [sys.executable, str(WITNESS), environment["DISPLAY"]],
            env={**environment, "XAUTHORITY": str(authority)},
            stdout=out,
        )
    while "ready\n" not in told.read_text():
        assert process.poll() is None
        time.sleep(0.02)
    time.sleep(0.2)
    presses: list[list[int]] = []
    try:
        yield presses
        time.sleep(0.3)
    finally:
        process.terminate()
        process.wait()
        lines = told.read_text().splitlines()
        presses += [json.loads(line) for line in lines if line.startswith("[")]


def play_client(  # noqa: PLR0913 - each choice by its name
    program: Program,
    folder: Path,
    *,
    games: int = 1,
    expert: bool = False,
    managed: bool = True,
    words: tuple[str, ...] = (),
) -> Report:
    """Play games of a real client and check every click and every loss."""
    folder.mkdir(parents=True, exist_ok=True)
    recording = folder / "recording"
    with (
        running(program, folder / "client", expert=expert, managed=managed) as environment,
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
    lines = json_lines(recording / "session.jsonl")
    rows, cols = program.size[expert]
    report = Report(
        program.name,
        f"{rows} x {cols}",
        next(event for event in events if event.get("event") == "summary"),
        sum(e.get("event") == "actions" for e in events),
        sum(line["type"] == "step" for line in lines),
    )
    report.unannounced += loss_faults(events)
    strays, lost = click_faults(lines, presses)
    report.strays += strays
    report.inconsistent += reading_faults(lines)
    report.others += lost
    if done.returncode not in (0, 1):
        report.others.append(f"exit code {done.returncode}: {done.stderr.strip()}")
    return report


def loss_faults(events: list[dict[str, Any]]) -> list[str]:
    return [
        "lost on a move that was not announced as a guess"
        for event in events
        if event.get("event") == "end" and event["phase"] == "lost" and not event["announced_guess"]
    ]


def reading_faults(lines: list[dict[str, Any]]) -> list[str]:
    """Return the readings that cannot be true, as far as the game itself tells.

    An opened number never changes, some mine layout fits every reading, and when a game is won the
    numbers are those of the mines that are left; when it is lost they are no less than the mines
    shown.
    """
    faults = []
    opened: dict[tuple[int, int, int], str] = {}
    for line in lines:
        if line["type"] not in ("step", "end"):
            continue
        game, reading = line["game"], line["reading"]
        cells = [row.split() for row in reading["board"]]
        unclear = {tuple(cell) for cell in reading["doubtful"]}
        name = f"game {game}, {line.get('step', 'end')}"
        for r, row in enumerate(cells):
            for c, symbol in enumerate(row):
                if (r, c) in unclear or not symbol.isdigit():
                    continue
                if opened.setdefault((game, r, c), symbol) != symbol:
                    faults.append(f"{name}: {r},{c} was {opened[game, r, c]}, is {symbol}")
                around = _around(cells, r, c)
                shown = sum(other in "*X" for other in around)
                left = sum(other in "*XF?Q" for other in around)
                # A message over the board leaves cells unclear: nothing follows beside them.
                clear = not any(max(abs(r - y), abs(c - x)) <= 1 for y, x in unclear)
                won = line.get("phase") == "won" and clear
                if shown > int(symbol) or (won and left != int(symbol)):
                    faults.append(f"{name}: {r},{c} is {symbol} among {''.join(around)}")
        if line["type"] == "step" and not line["decision"]["consistent"]:
            faults.append(f"{name}: no mine layout fits")
    return faults


def _around(cells: list[list[str]], row: int, col: int) -> list[str]:
    """Return the symbols round a cell."""
    return [
        cells[r][c]
        for r in range(max(0, row - 1), min(len(cells), row + 2))
        for c in range(max(0, col - 1), min(len(cells[0]), col + 2))
        if (r, c) != (row, col)
    ]


def click_faults(
    lines: list[dict[str, Any]], presses: list[list[int]]
) -> tuple[list[str], list[str]]:
    """Compare the delivered presses with the boards they may have been meant for.

    Returns the presses off every board and control, and what was recorded but not delivered.
    """
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
    wanted = recorded_clicks(lines)
    told = f"{wanted} clicks were recorded and {len(presses)} presses delivered"
    return faults, [] if wanted == len(presses) else [told]


def recorded_clicks(lines: list[dict[str, Any]]) -> int:
    """Return how many clicks a recording says were made, on the board and on controls."""
    counted = {"actions": 1, "withheld": -1}
    on_board = sum(
        counted[line["type"]]
        for line in lines
        if line["type"] in counted
        for action in line["actions"]
        if "click" in action
    )
    return on_board + sum(line["type"] == "control" and "click" in line for line in lines)
