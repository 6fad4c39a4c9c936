"""Play many games on the in-process screen; check every reading, click and loss against the truth.

    python benchmarks/truth.py [--games 200] [--seed 0]

Prints one line with the figures; exits 1 where anything was wrong.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
from truthful import Findings, play_in_memory, spread_of_games


def main() -> int:
    """Play and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
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


if __name__ == "__main__":
    sys.exit(main())
