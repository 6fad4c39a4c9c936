"""What a left click on an open cell does, measured on every client: the profiles' `open_click`.

    python benchmarks/open_clicks.py [CLIENT ...]

For each client a game is begun. Numbers beside hidden cells are clicked without any flag, with too
few flags, and with just as many flags as they say, on cells that are proven mines. Nothing may open
in the first two cases; if cells open in the third, the client chords.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from support.clients import PROGRAMS, running

from autosweep.board import FLAG, HIDDEN, MAX_NUMBER, Board
from autosweep.desktop.clock import SystemClock
from autosweep.desktop.open import Desktop, open_desktop
from autosweep.desktop.pointing import open_pointer
from autosweep.errors import AutosweepError
from autosweep.geometry import Cell
from autosweep.interfaces import Button, Click, MoveTo
from autosweep.play.click_plan import parking_place
from autosweep.play.live_board import observe_board
from autosweep.settings import PlaySettings
from autosweep.solver.analyze import analyze
from autosweep.testing import StopAfter
from autosweep.tracking.observation import Observation

TRIES = 12
GAMES = 6
SETTLE = 0.4


class Probe:
    """Clicks cells of one client and compares the boards."""

    def __init__(self, desktop: Desktop) -> None:
        self._clock = SystemClock()
        settings = PlaySettings(patience=15.0)
        self._live = observe_board(desktop.source, self._clock, StopAfter(), settings)
        self._pointer = desktop.pointer

    def look(self) -> Observation:
        """Return the board once it is at rest."""
        return self._live.observe(SETTLE)

    def click(self, cell: Cell, button: Button = Button.LEFT) -> Observation:
        """Click a cell and return the board after it."""
        now = self.look()
        to_screen = now.frame.mapping.to_screen
        self._pointer.perform([Click(to_screen(now.reading.grid.center(cell)), button)])
        self._clock.sleep(0.2)
        self._pointer.perform([MoveTo(parking_place(now.reading.grid, now.frame.mapping))])
        return self.look()

    def measure(self) -> dict[str, int]:
        """Return how often a click of each kind was made, and how often cells opened."""
        found = dict.fromkeys(
            ("bare", "bare opened", "few", "few opened", "full", "full opened"), 0
        )
        board = self.look().reading.board
        board = self.click((board.rows // 2, board.cols // 2)).reading.board
        for number in numbers(board)[:TRIES]:
            found["bare"] += 1
            after = self.click(number).reading.board
            found["bare opened"] += opened(board, after)
            board = after
        for number, mines in satisfiable(board):
            kinds = [("few", mines[:-1]), ("full", mines)] if len(mines) > 1 else [("full", mines)]
            for kind, flags in kinds:
                for cell in flags:
                    if board[cell] == HIDDEN:
                        board = self.click(cell, Button.RIGHT).reading.board
                if any(board[cell] != FLAG for cell in flags):
                    return found
                found[kind] += 1
                after = self.click(number).reading.board
                found[f"{kind} opened"] += opened(board, after)
                board = after
        return found


def numbers(board: Board) -> list[Cell]:
    """Return the numbers beside hidden cells."""
    return [
        cell
        for cell in board.find(range(1, MAX_NUMBER + 1))
        if any(board[c] == HIDDEN for c in board.neighbors(cell))
    ]


def satisfiable(board: Board) -> list[tuple[Cell, list[Cell]]]:
    """Return numbers all of whose mines are proven and that have safe hidden neighbours too."""
    analysis = analyze(board)
    found = []
    for cell in numbers(board):
        hidden = [c for c in board.neighbors(cell) if board[c] == HIDDEN]
        mines = [c for c in hidden if c in analysis.mines]
        safe = [c for c in hidden if c in analysis.safe]
        if len(mines) == board[cell] and safe and len(mines) + len(safe) == len(hidden):
            found.append((cell, mines))
    return found[:2]


def opened(before: Board, after: Board) -> bool:
    """Return True if hidden cells became open."""
    was = set(before.find({HIDDEN}))
    return any(after[c] not in (HIDDEN, FLAG) for c in was)


def main() -> None:
    """Measure the clients named, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("clients", nargs="*", help="names as in tests/support/clients.py")
    parser.add_argument("--here", action="store_true", help="measure what is on this display")
    options = parser.parse_args()
    if options.here:
        with open_desktop(open_pointer) as desktop:
            try:
                print(Probe(desktop).measure())
            except AutosweepError as error:
                print(f"not measured: {error}")
        return
    for name in options.clients or PROGRAMS:
        for game in range(GAMES):
            with (
                tempfile.TemporaryDirectory() as folder,
                running(PROGRAMS[name], Path(folder)) as environment,
            ):
                done = subprocess.run(
                    [sys.executable, __file__, "--here"],
                    env={**environment, "XAUTHORITY": os.devnull},
                    capture_output=True,
                    text=True,
                    check=False,
                )
                print(f"{name} {game}: {done.stdout.strip() or done.stderr[-300:]}", flush=True)


if __name__ == "__main__":
    main()
