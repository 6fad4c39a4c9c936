"""Play many games on each real client and print the table: the soak test.

    python benchmarks/real_clients.py [--games 10] [--expert] [--pace 8] [--keep DIR] [CLIENT...]

Every press is counted by the X server, every loss must have been announced as a guess, every
reading must be possible in the game. With --pace that many games more are played on each client to
compare a step of the player with the client's own time from click to stable picture (see
`benchmarks/pace.py`). Exits 1 where anything was wrong.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
from support.clients import PROGRAMS, Program, installed, running
from support.realplay import HEAD, play_client

PACE = Path(__file__).with_name("pace.py")
PACE_HEAD = "client's limit | step | ratio | of all together | steps |"


def main() -> int:
    """Play and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--expert", action="store_true", help="the largest board of each client")
    parser.add_argument("--pace", type=int, default=0, metavar="GAMES", help="measure the pace too")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="keep the recordings here")
    parser.add_argument("clients", nargs="*", metavar="CLIENT", help=", ".join(PROGRAMS))
    options = parser.parse_args()
    head = f"{HEAD} {PACE_HEAD}" if options.pace else HEAD
    print(head)
    print("|---" * (head.count("|") - 1) + "|")
    faults = 0
    for name in options.clients or sorted(PROGRAMS):
        if not installed(PROGRAMS[name]):
            print(f"| {name} | not installed: {PROGRAMS[name].package} |")
            continue
        with ExitStack() as stack:
            kept = options.keep or Path(stack.enter_context(tempfile.TemporaryDirectory()))
            level = "expert" if options.expert else "beginner"
            folder = kept / f"{name.replace(' ', '-')}-{level}"
            report = play_client(PROGRAMS[name], folder, games=options.games, expert=options.expert)
            pace = ""
            if options.pace:
                figures = measure(PROGRAMS[name], folder / "pace", options)
                pace = f" {pace_row(figures)}"
        print(report.row + pace, flush=True)
        for fault in report.faults:
            print(f"  {name}: {fault}", file=sys.stderr, flush=True)
        faults += len(report.faults)
    return 1 if faults else 0


def measure(program: Program, folder: Path, options: argparse.Namespace) -> dict[str, Any]:
    """Play on a client of its own and return what `benchmarks/pace.py` says."""
    with running(program, folder, expert=options.expert) as environment:
        done = subprocess.run(
            [sys.executable, str(PACE), "--games", str(options.pace), *program.words],
            env=environment,
            capture_output=True,
            text=True,
            timeout=120 + 60 * options.pace,
            check=True,
        )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def pace_row(figures: dict[str, Any]) -> str:
    """Return the pace as cells of a table: milliseconds, and how often the limit a step takes."""
    certain = figures["certain"]
    if not certain["count"]:
        return f"{figures['why'] or 'too few steps'} | | | | |"
    times = f"{certain['limit'] * 1000:.0f} ms | {certain['step'] * 1000:.0f} ms"
    ratios = f"{certain['ratio']:.2f} | {certain['ratio_of_all']:.2f}"
    return f"{times} | {ratios} | {certain['count']} |"


if __name__ == "__main__":
    sys.exit(main())
