"""Play many games of native Wayland clients on a headless sway and print the table.

    python benchmarks/wayland.py [--games 10] [--keep DIR] [CLIENT...]

A window behind the client tells every press that misses it, every loss must have been announced as
a guess, every reading must be possible in the game. The last columns are the time from clicks to
the next stable reading. Exits 1 where anything was wrong.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
from support.displayed import json_lines
from support.sway import NATIVE_CLIENTS, play_native, sway

HEAD = (
    "| client | ended | won | clicks | presses beside it | losses not announced | "
    "impossible readings | ms from clicks to reading, median | 95 % |"
)


def main() -> int:
    """Play and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--keep", type=Path, metavar="DIR", help="keep the recordings here")
    names = ", ".join(NATIVE_CLIENTS)
    parser.add_argument("clients", nargs="*", metavar="CLIENT", help=names)
    options = parser.parse_args()
    print(HEAD)
    print("|---" * (HEAD.count("|") - 1) + "|")
    faults = 0
    for name in options.clients or NATIVE_CLIENTS:
        with ExitStack() as stack:
            kept = options.keep or Path(stack.enter_context(tempfile.TemporaryDirectory()))
            session = stack.enter_context(sway())
            played = play_native(session, name, kept / name, games=options.games)
            waits = sorted(answer_times(json_lines(kept / name / "recording" / "session.jsonl")))
        told = played.summary
        late = waits[min(len(waits) - 1, round(0.95 * len(waits)))] if waits else 0.0
        figures = [
            f"{told['won'] + told['lost']} of {told['games']}",
            told["won"],
            told["clicks"],
            len(played.beside),
            len(played.unannounced),
            len(played.inconsistent),
            f"{1000 * statistics.median(waits or [0.0]):.0f}",
            f"{1000 * late:.0f}",
        ]
        print(f"| {name} | " + " | ".join(map(str, figures)) + " |", flush=True)
        for fault in played.faults:
            print(f"  {name}: {fault}", file=sys.stderr, flush=True)
        faults += len(played.faults)
    return 1 if faults else 0


def answer_times(lines: list[dict[str, Any]]) -> list[float]:
    """Return the seconds from each batch of clicks to the reading after it."""
    timed = [line for line in lines if line["type"] in ("actions", "step")]
    return [
        after["time"] - before["time"]
        for before, after in pairwise(timed)
        if (before["type"], after["type"]) == ("actions", "step")
        and before["game"] == after["game"]
    ]


if __name__ == "__main__":
    sys.exit(main())
