"""Play many games on each real client and print the table: the soak test.

    python benchmarks/clients.py [--games 10] [--expert] [CLIENT...]

Every press is counted by the X server, every loss must have been announced as a guess. Exits 1
where anything was wrong.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
from clients import PROGRAMS, installed
from realplay import play_client


def main() -> int:
    """Play and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--expert", action="store_true", help="the largest board of each client")
    parser.add_argument("clients", nargs="*", metavar="CLIENT", help=", ".join(PROGRAMS))
    options = parser.parse_args()
    print("| client | games | won | lost | stopped | guesses | clicks | s | s a move |")
    print("|---|---|---|---|---|---|---|---|---|")
    faults = 0
    for name in options.clients or sorted(PROGRAMS):
        if not installed(PROGRAMS[name]):
            print(f"| {name} | not installed: {PROGRAMS[name].package} |")
            continue
        with tempfile.TemporaryDirectory() as folder:
            report = play_client(
                PROGRAMS[name], Path(folder) / "run", games=options.games, expert=options.expert
            )
        print(report.row, flush=True)
        for fault in report.faults:
            print(f"  {fault}")
        faults += len(report.faults)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
