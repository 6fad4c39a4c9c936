"""Play every fixture client with its kind of end, restart and behaviour, and print the table.

    python benchmarks/any_client.py [--games 2] [--keep DIR] [--lost-first] [PART OF A NAME...]

Verdicts, losses and presses are compared with what the clients themselves tell. Exits 1 where
anything was wrong that must never happen.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
from support.anyclient.cases import CASES
from support.anyclient.playing import Case, Played, play

HEAD = "| client | ended | told | control | s | cause |"


def main() -> int:
    """Play and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, help="games of each client")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="keep recordings and truth here")
    parser.add_argument("--lost-first", action="store_true", help="the lost game comes first")
    parser.add_argument("names", nargs="*", metavar="PART OF A NAME")
    options = parser.parse_args()
    print(HEAD)
    print("|---" * (HEAD.count("|") - 1) + "|")
    all_played = []
    for name, case in CASES.items():
        if options.names and not any(part in name for part in options.names):
            continue
        with ExitStack() as stack:
            kept = options.keep or Path(stack.enter_context(tempfile.TemporaryDirectory()))
            folder = kept / name.replace(": ", "-").replace(" ", "-")
            played = play(changed(case, options), folder)
        print(row(played), flush=True)
        all_played.append(played)
    print(f"\n{totals(all_played)}")
    return 1 if any(played.faults for played in all_played) else 0


def changed(case: Case, options: argparse.Namespace) -> Case:
    """Return a case as the options want it."""
    if options.games:
        case = replace(case, games=options.games)
    if options.lost_first:
        fates = sorted(case.options.fates.split("|"), key=lambda fate: fate != "lost")
        case = replace(case, options=replace(case.options, fates="|".join(fates)))
    return case


def row(played: Played) -> str:
    """Return what a case showed as a row of the table."""
    cause = "; ".join([*(f"**{fault}**" for fault in played.faults), *played.gaps])
    figures = [
        played.case.name,
        ", ".join(played.results),
        ", ".join(played.verdicts),
        ", ".join(played.controls),
        f"{played.seconds:.0f}",
        cause,
    ]
    return "| " + " | ".join(figures) + " |"


def totals(all_played: list[Played]) -> str:
    """Return the figures of all cases in one line."""
    told = [pair for p in all_played for pair in zip(p.results, p.verdicts, strict=False)]
    clean = sum(not played.faults and not played.gaps for played in all_played)
    right = sum(result == verdict for result, verdict in told)
    unknown = sum(verdict == "unknown" for _, verdict in told)
    faults = sum(len(played.faults) for played in all_played)
    return (
        f"{len(all_played)} clients, {clean} without a fault or a gap; {right} ends told truly, "
        f"{unknown} told as unknown; {faults} faults"
    )


if __name__ == "__main__":
    sys.exit(main())
