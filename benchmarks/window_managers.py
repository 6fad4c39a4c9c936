"""Play and show hints under every window manager; print the table.

    python benchmarks/window_managers.py --out FOLDER [--games 2] [MANAGER...]

Each manager runs on an Xvfb of its own, once alone and once with picom and its shadows, where it
is no compositor itself. Presses are counted by the X server. The screen with the hints is compared
with the hints drawn on the screen without them, pixel by pixel, on the board and 20 pixels round
it. Screenshots go to the folder. Exits 1 where anything was wrong.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

import cv2

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
from support.managed_desktops import (
    MANAGERS,
    Games,
    Hinted,
    Manager,
    managed,
    play_games,
    show_hints,
)

HEAD = (
    "| manager | games ended | presses off the board | losses not announced | "
    "overlay exact (pixels) without picom | with picom shadows |\n|---|---|---|---|---|---|"
)


def main() -> int:
    """Play, show and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="folder for screenshots")
    parser.add_argument("--games", type=int, default=2, help="games on each desktop")
    parser.add_argument("managers", nargs="*", metavar="MANAGER", help=", ".join(MANAGERS))
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    print(HEAD, flush=True)
    faults = 0
    for name in options.managers or MANAGERS:
        manager = MANAGERS[name]
        if not manager.installed:
            print(f"{name}: not installed (Debian: {manager.package})", file=sys.stderr)
            continue
        faults += _row(manager, options.games, options.out)
    return 1 if faults else 0


def _row(manager: Manager, games: int, out: Path) -> int:
    """Run one manager, print its row and return the number of faults."""
    beside = not manager.composites and shutil.which("picom") is not None
    runs = [_run(manager, games, out, picom=picom) for picom in ([False, True][: 1 + beside])]
    played = [run[0] for run in runs]
    cells = [
        manager.name,
        f"{sum(g.ended for g in played)} of {sum(g.wanted for g in played)}",
        f"{sum(len(g.strays) for g in played)} of {sum(g.presses for g in played)}",
        str(sum(len(g.unannounced) for g in played)),
        runs[0][1].exact,
        runs[1][1].exact if beside else "-",
    ]
    print("| " + " | ".join(cells) + " |", flush=True)
    faults = [f for g in played for f in (*g.strays, *g.unannounced, *g.others)]
    for fault in faults:
        print(f"{manager.name}: {fault}", file=sys.stderr)
    inexact = sum(not shown.exact.startswith("yes") for _, shown in runs)
    return len(faults) + inexact + sum(g.ended != g.wanted for g in played)


def _run(manager: Manager, games: int, out: Path, *, picom: bool) -> tuple[Games, Hinted]:
    """Play and show hints on one desktop."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as place:
        folder = Path(place)
        with managed(manager, folder / "home", picom=picom):
            played = play_games(folder / "games", games)
            shown = show_hints(folder / "overlay")
    name = manager.name.replace(", ", "-").replace(" ", "-") + ("-picom" if picom else "")
    for what, picture in shown.pictures.items():
        cv2.imwrite(str(out / f"{name}-{what}.png"), picture)
    return played, shown


if __name__ == "__main__":
    sys.exit(main())
