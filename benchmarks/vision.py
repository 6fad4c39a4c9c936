"""How well and how fast pictures are read: `python benchmarks/vision.py [speed|invented|screens]`.

`speed`: a known look and an unknown one in a 1080p frame with an expert board, one core, beside the
bare costs that cannot be avoided. `invented`: boards of themes from `invented.py`, family by
family; families marked * were never used for training or tuning. `screens`: the stored screenshots
of real clients with all packs and with the client's own packs left out; `screens.py` takes more
options.
"""

from __future__ import annotations

import argparse
import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import time
from collections.abc import Callable

import cv2
import numpy as np
import screens
from report import READING, put
from scenes import invented_board, played

from autosweep.client.looks import find_look
from autosweep.client.scene import SceneLayout, render_scene
from autosweep.seams import Frame
from autosweep.vision.check import Case, Labelled, Tally, check_case, scaled_to
from autosweep.vision.patches import step_map
from autosweep.vision.read import read, reread
from autosweep.vision.track import Tracker


def median_ms(work: Callable[[], object], times: int = 15) -> float:
    """Return the median time of some work."""
    work()
    spent = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        spent.append(time.perf_counter() - start)
    return 1000 * float(np.median(spent))


def speed() -> None:
    """Print times for an expert board in a 1080p frame."""
    cv2.setNumThreads(1)
    board = played(16, 30, 99, seed=5)
    look = find_look("classic")
    layout = SceneLayout.of(look, 16, 30, 24)
    pixels = np.full((1080, 1920, 3), (120, 96, 60), np.uint8)
    pixels[200 : 200 + layout.height, 300 : 300 + layout.width] = render_scene(look, layout, board)
    frame = Frame(pixels)
    reading = read(frame, thorough=False)[0]
    tracker = Tracker(frame, reading)
    cells = np.ones((480, 768), np.float32)
    pictures = np.ones((60, 768), np.float32)
    for label, work in (
        ("copy of the frame (bare cost)", pixels.copy),
        ("step map (bare cost)", lambda: step_map(pixels)),
        ("one matrix product, 480 x 60 cells (bare cost)", lambda: cells @ pictures.T),
        ("known look, first time", lambda: read(frame, thorough=False)),
        ("known look, every board in the picture", lambda: read(frame)),
        ("unknown look, first time", lambda: read(frame, themes=(), thorough=False)),
        ("known look, lattice known", lambda: reread(frame, reading)),
        ("tracked, nothing changed", lambda: tracker.update(frame)),
    ):
        print(f"{label:50} {median_ms(work):8.2f} ms")


def invented(boards: int, seed: int, *, write: bool) -> None:
    """Print how well invented themes are read, family by family."""
    from invented import FAMILIES, HELD_OUT

    lines = [
        "| family | located | cells right of those located | share | doubtful | sure and wrong |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for family in FAMILIES:
        total = Tally()
        asked = 0
        for k in range(seed, seed + boards):
            drawn = invented_board(family, k)
            box = (drawn.box.x, drawn.box.y, drawn.box.w, drawn.box.h)
            case = Case(family, str(k), "", drawn.pixels, (Labelled(drawn.board, box),))
            tally = check_case(case, (), scaled_to(1.0))
            assert tally is not None
            asked += len(drawn.board.cells) * tally.located
            total.add(tally)
        name = family + (" *" if family in HELD_OUT else "")
        lines.append(
            f"| {name} | {total.located}/{total.boards} | {total.right:,}/{asked:,} | "
            f"{100 * total.right / max(1, asked):.2f} % | {total.doubtful:,} | "
            f"{total.sure_and_wrong} |"
        )
        print(lines[-1], flush=True)
    if write:
        put(READING, "invented", "\n".join(lines))


def main() -> None:
    """Run what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="?", choices=["speed", "invented", "screens"])
    parser.add_argument("--boards", type=int, default=12, help="boards a family")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--write", action="store_true", help="put the table into docs/reading.md")
    args = parser.parse_args()
    if args.what in (None, "speed"):
        speed()
    if args.what in (None, "screens"):
        screens.main([])
    if args.what in (None, "invented"):
        invented(args.boards, args.seed, write=args.write)


if __name__ == "__main__":
    main()
