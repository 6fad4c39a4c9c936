"""How well and how fast pictures are read: `python benchmarks/vision.py [speed|invented|screens]`.

`speed`: an expert board of a known look and of an unknown one on screens with other windows, one
core, processor time, beside the bare costs that cannot be avoided. `invented`: boards of themes
from `tools/looks`, family by family; families marked * were never used for training or tuning.
`screens`: the stored screenshots of real clients with all themes and with the client's own themes
left out; `screens.py` takes more options.
"""

from __future__ import annotations

import argparse
import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import time
from collections.abc import Callable
from functools import partial
from itertools import cycle
from random import Random

import cv2
import numpy as np
import screens
from report import READING, put
from scenes import ODD_KINDS, invented_board, odd_boards, played

from autosweep.board import FLAG, HIDDEN, UNREAD, Board
from autosweep.client.scene import SceneLayout, render_scene
from autosweep.client.skins import find_skin
from autosweep.desktop.open import open_desktop
from autosweep.desktop.xvfb import VirtualDisplay, xvfb_path
from autosweep.geometry import Rect
from autosweep.interfaces import Frame, Pixels
from autosweep.tracking.incremental import IncrementalReader
from autosweep.vision.accuracy import Case, Labelled, ReadingTally, check_case, scaled_to
from autosweep.vision.image import step_map
from autosweep.vision.read import read, reread


def median_ms(work: Callable[[], object], times: int = 15) -> float:
    """Return the median processor time of some work; a loaded machine makes clocks tell more."""
    work()
    spent = []
    for _ in range(times):
        start = time.process_time()
        work()
        spent.append(time.process_time() - start)
    return 1000 * float(np.median(spent))


def desktop(width: int, height: int, windows: int, seed: int = 0) -> Pixels:
    """Return a screen with windows full of text and tables."""
    rng = Random(seed)
    screen = np.full((height, width, 3), (120, 96, 60), np.uint8)
    for k in range(windows):
        w, h = rng.randint(width // 4, width // 2), rng.randint(height // 4, height // 2)
        x, y = rng.randint(0, width - w), rng.randint(0, height - h)
        page = np.full((h, w, 3), rng.choice((250, 235, 30)), np.uint8)
        ink = 220 if page[0, 0, 0] < 100 else 20
        page[:24] = (90, 90, 110)
        for line in range(44, h - 8, 22):
            if k % 3 == 2:
                page[line - 16] = page[line - 16 : line + 6, ::90] = 170
                columns = range(8, w - 60, 90)
                words = [(at, str(rng.randrange(10_000))) for at in columns]
            else:
                letters = "lorem ipsum dolor sit amet 0123456789 "
                words = [(10, "".join(rng.choice(letters) for _ in range(w // 11)))]
            for at, text in words:
                cv2.putText(page, text, (at, line), 0, 0.5, (ink, ink, ink), 1, cv2.LINE_AA)
        screen[y : y + h, x : x + w] = page
    return screen


def with_board(screen: Pixels, board: Board) -> Pixels:
    """Return a screen with a game in front of everything else."""
    look = find_skin("classic")
    layout = SceneLayout.of(look, board.rows, board.cols, 24)
    out = screen.copy()
    out[200 : 200 + layout.height, 300 : 300 + layout.width] = render_scene(look, layout, board)
    return out


def grab_costs(box: Rect) -> dict[str, float]:
    """Return what grabbing a 1080p screen and the board's part of it costs, where Xvfb is."""
    if xvfb_path() is None:
        return {}
    before = os.environ.get("DISPLAY")
    with VirtualDisplay(1920, 1080) as display:
        os.environ["DISPLAY"] = display.name
        try:
            with open_desktop() as desktop:
                source = desktop.source
                return {
                    "grab of a 1080p screen (bare cost)": median_ms(source.grab),
                    "grab of the board's region (bare cost)": median_ms(lambda: source.grab(box)),
                }
        finally:
            if before is None:
                del os.environ["DISPLAY"]
            else:
                os.environ["DISPLAY"] = before


def speed() -> None:
    """Print processor times for an expert board on screens with and without other windows."""
    cv2.setNumThreads(1)
    board = played(16, 30, 99, seed=5)
    pixels = with_board(desktop(1920, 1080, 0), board)
    frame = Frame(pixels)
    reading = read(frame, thorough=False)[0]
    cells = np.ones((480, 768), np.float32)
    pictures = np.ones((330, 768), np.float32)
    costs = grab_costs(reading.grid.bbox)
    costs["step map (bare cost)"] = median_ms(lambda: step_map(pixels))
    costs["one matrix product, 480 x 330 cells (bare cost)"] = median_ms(lambda: cells @ pictures.T)
    screens = {
        "1080p": pixels,
        "1080p, 6 windows": with_board(desktop(1920, 1080, 6), board),
        "4K, 18 windows": with_board(desktop(3840, 2160, 18), board),
    }
    for name, screen in screens.items():
        for label, work in (
            ("known look, first time", lambda s: read(s, thorough=False)),
            ("known look, every board", read),
            ("unknown look, first time", lambda s: read(s, themes=(), thorough=False)),
            ("unknown look, every board", lambda s: read(s, themes=())),
        ):
            found = [r for r in work(screen) if r.board.cells == board.cells]
            assert found, (name, label)
            costs[f"{label}, {name}"] = median_ms(lambda w=work, s=screen: w(s), 7)
    costs["known look, lattice known"] = median_ms(lambda: reread(frame, reading))
    tracker = IncrementalReader(frame, reading)
    costs["tracked, nothing changed"] = median_ms(lambda: tracker.update(frame))
    hidden = list(board.find({HIDDEN}))[:3]
    marked = Frame(
        with_board(desktop(1920, 1080, 0), board.with_cells(dict.fromkeys(hidden, FLAG)))
    )
    pair = cycle((marked, frame))
    costs["tracked, three cells changed"] = median_ms(lambda: tracker.update(next(pair)))
    for label, spent in costs.items():
        print(f"{label:50} {spent:8.2f} ms")


def invented(boards: int, seed: int, *, write: bool) -> None:
    """Print how well invented themes are read, family by family."""
    from looks.families import FAMILIES, KEPT_OUT

    lines = [
        "| family | located | cells right of those located | share | uncertain | sure and wrong |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for family in (*FAMILIES, *ODD_KINDS):
        total = ReadingTally()
        asked = 0
        draw = partial(odd_boards if family in ODD_KINDS else invented_board, family)
        for k in range(seed, seed + boards):
            drawn = draw(k)
            box = (drawn.box.x, drawn.box.y, drawn.box.w, drawn.box.h)
            case = Case(family, str(k), "", drawn.pixels, (Labelled(drawn.board, box),))
            tally = check_case(case, (), scaled_to(1.0))
            assert tally is not None
            asked += sum(code != UNREAD for code in drawn.board.cells) * tally.located
            total.add(tally)
        name = family + (" *" if family in KEPT_OUT else "")
        lines.append(
            f"| {name} | {total.located}/{total.boards} | {total.right:,}/{asked:,} | "
            f"{100 * total.right / max(1, asked):.2f} % | {total.uncertain:,} | "
            f"{total.certain_and_wrong} |"
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
    parser.add_argument("--write", action="store_true", help="into docs/research/reading.md")
    args = parser.parse_args()
    if args.what in (None, "speed"):
        speed()
    if args.what in (None, "screens"):
        screens.main([])
    if args.what in (None, "invented"):
        invented(args.boards, args.seed, write=args.write)


if __name__ == "__main__":
    main()
