"""Play many games of native Wayland clients on a headless sway and print the table.

    python benchmarks/wayland.py [--games 10] [--keep DIR] [CLIENT...]
    python benchmarks/wayland.py --flags 30 [--backend portal]

A window behind the client tells every press that misses it, every loss must have been announced as
a guess, every reading must be possible in the game. The last columns are the time from clicks to
the next stable reading. Exits 1 where anything was wrong.

With `--flags` nothing is played: on the desktop of this session, whatever it is, that many hidden
cells of the board on the screen get a flag, and the time from each click to the first other pixel
of its cell is printed.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path
from typing import Any

from autosweep.board import HIDDEN
from autosweep.desktop.open import open_desktop
from autosweep.desktop.pointing import open_pointer
from autosweep.interfaces import Button, Click, MoveTo
from autosweep.vision.read import read
from autosweep.vision.reading import believed_boards

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
from support.displayed import json_lines
from support.sway import NATIVE_CLIENTS, play_native, sway

SETTLE = 0.3
"""Seconds for a cell to change its look under the pointer."""
PATIENCE = 2.0
"""Seconds within which a flag must appear."""
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
    parser.add_argument("--flags", type=int, metavar="N", help="measure N clicks in this session")
    parser.add_argument("--backend", default="auto", help="for --flags")
    options = parser.parse_args()
    if options.flags:
        return flag(options.flags, options.backend)
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


def flag(count: int, backend: str) -> int:
    """Flag hidden cells in this session; print the milliseconds until each flag appears."""
    times: list[float] = []
    unanswered = 0
    with open_desktop(open_pointer, backend=backend) as desktop:
        frame = desktop.source.grab()
        board = believed_boards(read(frame), pointed_at=True)[0]
        for cell in sorted(board.board.find({HIDDEN}))[:count]:
            point = frame.mapping.to_screen(board.grid.center(cell))
            place = frame.mapping.rect_to_screen(board.grid.cell_rect(cell))
            desktop.pointer.perform([MoveTo(point)])
            time.sleep(SETTLE)
            before = desktop.source.grab(place).pixels
            begun = time.perf_counter()
            desktop.pointer.perform([Click(point, Button.RIGHT)])
            while (desktop.source.grab(place).pixels == before).all():
                if time.perf_counter() - begun > PATIENCE:
                    unanswered += 1
                    break
            else:
                times.append(time.perf_counter() - begun)
    times.sort()
    late = times[min(len(times) - 1, round(0.95 * len(times)))]
    print(
        f"{desktop.display.backend}: {len(times)} flags, {unanswered} clicks without an answer, "
        f"median {1000 * statistics.median(times):.0f} ms, 95 % {1000 * late:.0f} ms"
    )
    return 0


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
