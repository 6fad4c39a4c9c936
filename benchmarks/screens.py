"""How well labelled screenshots of real clients are read, client by client and scale by scale.

    python benchmarks/screens.py [--screens FOLDER] [--scales 0.75 1 2] [--client NAME...]
                                 [--themes|--left-out] [--write]

`--themes` reads with all themes, `--left-out` with those of the shown client removed; both where
neither is given. Every cell that is wrong is told as it is met. `--write` puts the tables into
docs/research/reading.md. The screenshots of a checkout are used where no folder is given.
"""

from __future__ import annotations

import argparse
import os
import sys
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from pathlib import Path

import cv2
from report import READING, put

from autosweep.board import SYMBOLS
from autosweep.vision.accuracy import (
    Case,
    ReadingTally,
    check_case,
    load_cases,
    scaled_to,
    themes_of,
)
from autosweep.vision.themes import load_themes, shipped_folder

SCREENS = Path(__file__).parent.parent / "fixtures" / "screens"
SCALES = (0.75, 1.0, 1.25, 1.5, 2.0, 3.0)
Tallies = dict[tuple[str, float], ReadingTally]


def measure(cases: list[Case], scales: list[float], *, left_out: bool) -> Tallies:
    """Read every screenshot at every scale; tell what went wrong on stderr."""
    themes = load_themes(shipped_folder())
    counted: Tallies = {}
    for case in cases:
        gone = themes_of(case, themes) if left_out else ()
        used = tuple(theme for theme in themes if theme not in gone)
        for scale in scales:
            started = time.process_time()
            tally = check_case(case, used, scaled_to(scale))
            if tally is None:
                continue
            counted.setdefault((case.client, scale), ReadingTally()).add(tally)
            spent = time.process_time() - started
            wrong = {
                f"{SYMBOLS[true]}>{SYMBOLS[got]}": count
                for (true, got), count in tally.confusion.items()
                if true != got
            }
            flaw = wrong or not tally.clean
            if flaw or sys.stderr.isatty():
                print(
                    f"{case.client}/{case.name} x{scale:g}: located {tally.located} of "
                    f"{tally.boards}, sure and wrong {tally.certain_and_wrong}, false boards "
                    f"{tally.false_boards}, {wrong} ({spent:.1f} s)",
                    file=sys.stderr,
                    flush=True,
                )
    return counted


def table(counted: Tallies, scales: list[float]) -> str:
    """Return a Markdown table: a row a client, a column a scale."""
    lines = ["| client | " + " | ".join(f"x {s:g}" for s in scales) + " |"]
    lines.append("|---|" + "---|" * len(scales))
    clients = list(dict.fromkeys(client for client, _ in counted))
    total = {scale: ReadingTally() for scale in scales}
    for client in clients:
        row = []
        for scale in scales:
            tally = counted.get((client, scale))
            row.append("" if tally is None else cell_text(tally))
            if tally is not None:
                total[scale].add(tally)
        lines.append(f"| {client} | " + " | ".join(row) + " |")
    lines.append("| **all** | " + " | ".join(cell_text(total[s]) for s in scales) + " |")
    return "\n".join(lines)


def counters(counted: Tallies, scales: list[float]) -> str:
    """Return in a sentence how many mine counters were read."""
    parts = []
    for scale in scales:
        tallies = [tally for (_, at), tally in counted.items() if at == scale]
        read, wrong = (
            sum(getattr(tally, name) for tally in tallies)
            for name in ("counters", "counters_wrong")
        )
        boards = sum(tally.boards for tally in tallies)
        parts.append(f"{read} of {boards} ({wrong} wrong) at {scale:g}")
    return "Mine counters read: " + ", ".join(parts) + "."


def cell_text(tally: ReadingTally) -> str:
    """Return what one cell of the table says."""
    if not tally.boards:
        return f"{tally.false_boards} seen" if tally.false_boards else "none seen"
    found = f"{tally.located}/{tally.boards}"
    text = f"{found} · {tally.right:,}/{tally.cells:,} ({100 * tally.share:.2f} %)"
    wrong = tally.certain_and_wrong
    return text + (f" · **{wrong} certain and wrong**" if wrong else "")


def main(words: list[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--screens", type=Path, default=SCREENS)
    parser.add_argument("--scales", type=float, nargs="+", default=list(SCALES))
    parser.add_argument("--client", nargs="+")
    parser.add_argument("--themes", "--packs", action="store_true")
    parser.add_argument("--left-out", action="store_true")
    parser.add_argument("--write", action="store_true", help="into docs/research/reading.md")
    args = parser.parse_args(words)
    cv2.setNumThreads(1)
    cases = [
        case for case in load_cases(args.screens) if not args.client or case.client in args.client
    ]
    both = args.themes == args.left_out
    for left_out in (False, True):
        if both or args.left_out == left_out:
            counted = measure(cases, args.scales, left_out=left_out)
            print("\n" + ("the client's own themes left out" if left_out else "all themes") + "\n")
            text = table(counted, args.scales) + "\n\n" + counters(counted, args.scales)
            print(text, flush=True)
            if args.write:
                put(READING, "screens left out" if left_out else "screens", text)


if __name__ == "__main__":
    main()
