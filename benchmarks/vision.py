"""How well and how fast pictures are read: `python benchmarks/vision.py [speed|invented|screens]`.

`speed`: an expert board of a known look and of an unknown one on screens with other windows, one
core, processor time, beside the bare costs that cannot be avoided. `invented`: boards of themes
from `invented.py`, family by family; families marked * were never used for training or tuning.
`screens`: the stored screenshots of real clients with all packs, and with no pack at all (every
client left out).
"""

from __future__ import annotations

import argparse
import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import time
import tomllib
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import cycle
from pathlib import Path
from random import Random

import cv2
import numpy as np

from autosweep.board import FLAG, HIDDEN, UNREAD, Board, Game
from autosweep.client.looks import find_look
from autosweep.client.scene import SceneLayout, render_scene
from autosweep.geometry import Rect
from autosweep.screen.capture import ScreenSource
from autosweep.screen.xvfb import VirtualDisplay, xvfb_path
from autosweep.seams import Frame, Pixels
from autosweep.vision.image import load_file
from autosweep.vision.patches import step_map
from autosweep.vision.read import read, reread
from autosweep.vision.reading import ACT_CONFIDENCE, Reading
from autosweep.vision.themes import Theme, load_themes, shipped_folder
from autosweep.vision.track import Tracker

SCREENS = Path(__file__).parent.parent / "fixtures" / "screens"
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
    look = find_look("classic")
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
            with ScreenSource() as source:
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
    tracker = Tracker(frame, reading)
    costs["tracked, nothing changed"] = median_ms(lambda: tracker.update(frame))
    hidden = list(board.find({HIDDEN}))[:3]
    marked = Frame(
        with_board(desktop(1920, 1080, 0), board.with_cells(dict.fromkeys(hidden, FLAG)))
    )
    pair = cycle((marked, frame))
    costs["tracked, three cells changed"] = median_ms(lambda: tracker.update(next(pair)))
    for label, spent in costs.items():
        print(f"{label:50} {spent:8.2f} ms")


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


def screens() -> None:
    """Print how well the stored screenshots are read, with all packs and with none."""
    for label, themes in (("all packs", load_themes(shipped_folder())), ("no pack", ())):
        print(label)
        for client in sorted(path for path in SCREENS.iterdir() if path.is_dir()):
            counts: Counter[str] = Counter()
            for case in sorted(client.iterdir()):
                _screen(case, themes, counts)
            if client.name == "negative":
                print(f"{'negative':24} false boards {counts['false']}")
            else:
                print_counts(client.name, counts)


def _screen(case: Path, themes: Sequence[Theme], counts: Counter[str]) -> None:
    about = tomllib.loads((case / "case.toml").read_text("utf-8"))
    texts = [text for text in (case / "board.txt").read_text("utf-8").split("\n\n") if text.strip()]
    readings = read(load_file(case / "frame.png"), themes=themes)
    if not texts:
        counts["false"] += len(readings)
    for text, entry in zip(texts, about.get("boards", []), strict=True):
        board = Board.parse(text)
        counts["boards"] += 1
        for reading in readings:
            if lies_at(reading, board, entry["bbox"]):
                counts["located"] += 1
                score(reading, board, counts)
                break


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
        screens()
    if args.what in (None, "invented"):
        invented(args.boards, args.seed)


if __name__ == "__main__":
    main()
