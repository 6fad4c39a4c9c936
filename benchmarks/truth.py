"""Play many games and check every reading, click and loss against the game's own truth.

    python benchmarks/truth.py [--games 200] [--seed 0] [--display]

In memory by default; with --display the Tk client on Xvfb, looked at with mss and clicked with
pyautogui. Prints one line with the figures; exits 1 where anything was wrong.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

from autosweep.desktop.xvfb import VirtualDisplay

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
from support.displayed import faults_of_games
from support.truthful import Findings, play_in_memory, spread_of_games


def main() -> int:
    """Play and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--display", action="store_true")
    options = parser.parse_args()
    if options.display:
        return on_display(options.games, options.seed)
    findings = Findings()
    started = time.perf_counter()
    for number, game in enumerate(spread_of_games(options.games, first_seed=options.seed)):
        play_in_memory(findings, game)
        if sys.stderr.isatty():
            print(f"\r{number + 1} of {options.games}", end="", file=sys.stderr)
    for fault in findings.faults:
        print(fault)
    print(
        f"{options.games} games: {findings.won} won, {findings.lost} lost, "
        f"{findings.readings} readings, {findings.clicks} clicks, {len(findings.faults)} faults, "
        f"{time.perf_counter() - started:.0f} s"
    )
    return 1 if findings.faults else 0


def on_display(games: int, first_seed: int) -> int:
    """Play on Xvfb, one client after the other."""
    totals = dict.fromkeys(("games", "won", "lost", "clicks", "guesses"), 0)
    wrong: list[str] = []
    started = time.perf_counter()
    with VirtualDisplay(2000, 1200) as display, tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "DISPLAY": display.name, "XDG_DATA_HOME": folder}
        for game in spread_of_games(games, first_seed=first_seed):
            place = Path(folder) / str(game.seed)
            place.mkdir()
            words = ["--rows", str(game.rows), "--cols", str(game.cols), "--at", "20,20"]
            words += ["--mines", str(game.mines), "--theme", game.skin, "--seed", str(game.seed)]
            faults, summary = faults_of_games(
                environment, place, 1, *words, "--cell-px", str(game.cell_px)
            )
            wrong += [f"{game.skin} {game.cell_px}px seed {game.seed}: {f}" for f in faults]
            for name in totals:
                totals[name] += summary[name]
    for fault in wrong:
        print(fault)
    figures = ", ".join(f"{value} {name}" for name, value in totals.items())
    print(f"{figures}, {len(wrong)} faults, {time.perf_counter() - started:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
