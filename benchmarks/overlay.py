"""Play games under the overlay by real clicks, check every hint, measure how quick it is.

    python benchmarks/overlay.py [--games 1] [--setup bare|openbox|picom]... [--capture screen]
        [--write] [GAME...]
    python benchmarks/overlay.py --minutes 30 [--setup openbox] [GAME]

Each game runs on a display of its own with nothing, openbox, or openbox and picom. After every move
the board that the overlay read is compared with the truth, its hints with `solve` on that, and the
screen with the hints, pixel by pixel. With --minutes games follow one another under one overlay,
whose memory is watched; at its end it is killed, and no window may be left. Exits 1 where anything
was wrong.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from report import put

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
from support.overlaid import Report, Trial, play_under
from support.overlay_stage import GAMES, MINES, SETUPS, client, desktop, overlay

DOCUMENT = Path(__file__).resolve().parent.parent / "docs" / "research" / "overlay.md"


def main() -> int:
    """Play and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1, help="games of each kind")
    parser.add_argument("--setup", action="append", choices=SETUPS)
    parser.add_argument("--capture", default="auto", choices=("auto", "window", "screen"))
    parser.add_argument("--minutes", type=float, help="play so long under one overlay")
    parser.add_argument("--write", action="store_true", help="put the table into the document")
    parser.add_argument("names", nargs="*", metavar="GAME", help=", ".join(GAMES))
    options = parser.parse_args()
    setups = options.setup or list(SETUPS)
    if options.minutes:
        return _soak((options.names or ["built-in"])[0], setups[0], options.minutes)
    head = (
        "| game | display | capture | games (won) | moves | hints compared | screens compared | "
        "latency: median, p95 (ms) | seen: median, p95 (ms) | idle CPU | faults |\n"
        "|---|---|---|---|---|---|---|---|---|---|---|"
    )
    print(head)
    rows, faults = [head], 0
    for name in options.names or GAMES:
        for setup in setups:
            whole = Report(name, setup)
            for seed in range(1, options.games + 1):
                with tempfile.TemporaryDirectory() as folder:
                    words = ("--capture", options.capture)
                    report = play_under(name, setup, Path(folder) / "run", words=words, seed=seed)
                _add(whole, report)
            print(_row(whole), flush=True)
            for fault in whole.faults:
                print("  " + fault.replace("\n", "\n  "))
            rows.append(_row(whole))
            faults += len(whole.faults)
    if options.write:
        put(DOCUMENT, "overlay", "\n".join(rows))
    return 1 if faults else 0


def _add(whole: Report, report: Report) -> None:
    for name in ("games", "moves", "won", "lost", "compared", "drawn", "own", "seen", "faults"):
        setattr(whole, name, getattr(whole, name) + getattr(report, name))
    whole.capture = report.capture
    whole.idle = max(whole.idle, report.idle)


def _row(report: Report) -> str:
    return (
        f"| {report.game} | {report.setup} | {report.capture} | {report.games} ({report.won}) | "
        f"{report.moves} | {report.compared} | {report.drawn} | {_spread(report.own)} | "
        f"{_spread(report.seen)} | {100 * report.idle:.1f} % | {len(report.faults)} |"
    )


def _spread(values: list[float]) -> str:
    if not values:
        return "-"
    ordered = sorted(values)
    last = len(ordered) - 1
    return f"{ordered[last // 2]:.0f}, {ordered[min(last, round(0.95 * last))]:.0f}"


def _soak(name: str, setup: str, minutes: float) -> int:
    """Play under one overlay for a long time, then kill it."""
    whole = Report(name, setup)
    until = time.monotonic() + 60 * minutes
    memory: list[float] = []
    seed = 0
    with (
        tempfile.TemporaryDirectory() as place,
        desktop(setup, Path(place) / "desk"),
        overlay("--mines", str(MINES[name])) as ours,
    ):
        while time.monotonic() < until:
            seed += 1
            seen = len(ours.shown)
            with client(name, Path(place) / f"client{seed}", seed) as truth:
                while len(ours.shown) <= seen or not ours.visible():
                    time.sleep(0.05)
                Trial(whole, ours, truth, name).play()
            memory.append(ours.memory())
            print(
                f"{60 * minutes - (until - time.monotonic()):6.0f} s, game {seed}, "
                f"{whole.moves} moves, {memory[-1]:.1f} MB, {ours.cpu():.1f} s CPU, "
                f"{len(whole.faults)} faults",
                flush=True,
            )
        ours.process.kill()
        ours.process.wait()
        time.sleep(0.5)
        left = subprocess.run(
            ["xdotool", "search", "--name", "autosweep hints"],  # noqa: S607
            capture_output=True,
            text=True,
            check=False,
        ).stdout.split()
    print(_row(whole))
    for fault in whole.faults:
        print("  " + fault.replace("\n", "\n  "))
    early = memory[min(4, len(memory) - 1)]
    print(f"memory {early:.1f} MB early, {memory[-1]:.1f} MB at the end; windows left: {left}")
    return 1 if whole.faults or left or memory[-1] > 1.1 * early + 5 else 0


if __name__ == "__main__":
    sys.exit(main())
