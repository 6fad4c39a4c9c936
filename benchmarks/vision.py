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
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

import cv2
import numpy as np
import screens

from autosweep.board import FLAG, UNREAD, Board, Game
from autosweep.client.looks import find_look
from autosweep.client.scene import SceneLayout, render_scene
from autosweep.seams import Frame
from autosweep.vision.patches import step_map
from autosweep.vision.read import read, reread
from autosweep.vision.reading import ACT_CONFIDENCE, Reading
from autosweep.vision.track import Tracker

SIZES = ((9, 9, 10), (8, 10, 12), (16, 16, 40), (10, 14, 22), (16, 30, 99))
CELL_SIZES = (16, 18, 20, 24, 25, 28, 30, 32, 36, 40, 48)


def played(rows: int, cols: int, mines: int, seed: int) -> Board:
    """Return a game somewhere between its first click and its end."""
    rng = Random(seed)
    game = Game(rows, cols, mines, seed=seed)
    game.open((rows // 2, cols // 2))
    layout = game.layout
    assert layout is not None
    for _ in range(rng.randrange(rows * cols)):
        i = rng.randrange(rows * cols)
        cell = game.board.cell(i)
        if i in layout.mines:
            if game.board[cell] != FLAG and rng.random() < 0.7:
                game.mark(cell)
        else:
            game.open(cell)
    if rng.random() < 0.25 and not game.over:
        for i in layout.mines:
            game.open(game.board.cell(i))
    return game.board


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


def score(reading: Reading, board: Board, counts: Counter[str]) -> None:
    """Add what a reading got right and wrong."""
    for i, code in enumerate(board.cells):
        if code == UNREAD:
            continue
        cell = board.cell(i)
        sure = reading.confidence[cell] >= ACT_CONFIDENCE
        got = reading.board[cell]
        counts["cells"] += 1
        counts["right"] += got == code
        counts["doubtful"] += not sure
        counts["sure and wrong"] += bool(sure and got not in (code, UNREAD))


def lies_at(reading: Reading, board: Board, box: Sequence[float]) -> bool:
    """Tell whether a reading has the shape and, within two pixels, the place of a board."""
    grid = reading.grid
    ends = (grid.col_edges[0], grid.row_edges[0], grid.col_edges[-1], grid.row_edges[-1])
    wanted = (box[0], box[1], box[0] + box[2], box[1] + box[3])
    near = max(abs(a - b) for a, b in zip(ends, wanted, strict=True)) <= 2
    return near and (grid.rows, grid.cols) == (board.rows, board.cols)


def print_counts(label: str, counts: Counter[str]) -> None:
    """Print one line of a table."""
    share = 100 * counts["right"] / max(1, counts["cells"])
    print(
        f"{label:24} located {counts['located']:3d}/{counts['boards']:3d}  right "
        f"{counts['right']:6d}/{counts['cells']:6d} ({share:6.2f} %)  doubtful "
        f"{counts['doubtful']:5d}  sure and wrong {counts['sure and wrong']:4d}"
    )


def invented(boards: int, seed: int) -> None:
    """Print how well invented themes are read, family by family."""
    from invented import FAMILIES, HELD_OUT, invent

    for family in FAMILIES:
        counts: Counter[str] = Counter()
        for k in range(seed, seed + boards):
            rng = Random(f"{family}-{k}")
            theme = invent(family, 10_000 + k)
            rows, cols, mines = rng.choice(SIZES)
            px = rng.choice(CELL_SIZES)
            board = played(rows, cols, mines, seed=k)
            size = (max(480, rows * px + 80), max(640, cols * px + 60))
            x, y = rng.randint(0, size[1] - cols * px), rng.randint(0, size[0] - rows * px)
            picture = np.empty((*size, 3), np.uint8)
            picture[:] = [rng.randrange(256) for _ in range(3)]
            for i, code in enumerate(board.cells):
                r, c = board.cell(i)
                tile = theme.cell(code, px, px, (r + c) % 2, (r, c))
                picture[y + r * px : y + r * px + px, x + c * px : x + c * px + px] = tile
            counts["boards"] += 1
            for reading in read(picture, themes=()):
                if lies_at(reading, board, (x, y, cols * px, rows * px)):
                    counts["located"] += 1
                    score(reading, board, counts)
                    break
        print_counts(family + (" *" if family in HELD_OUT else ""), counts)


def main() -> None:
    """Run what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="?", choices=["speed", "invented", "screens"])
    parser.add_argument("--boards", type=int, default=12, help="boards a family")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    if args.what in (None, "speed"):
        speed()
    if args.what in (None, "screens"):
        screens.main([])
    if args.what in (None, "invented"):
        invented(args.boards, args.seed)


if __name__ == "__main__":
    main()
