"""Boards with spoilt cells: `python benchmarks/corrupted.py [--boards 500] [--seed 0] [--write]`.

Games of the built-in looks and of invented themes are drawn; then cells are painted over, swapped
or replaced by another symbol of the same look, as a window, a pointer or a misread would do. What a
cell showed before counts as the truth. A wrong cell may be called sure only where no rule of the
game speaks against it: exit code 1 where the sure cells of a board contradict each other.
"""

from __future__ import annotations

import argparse
import os
import sys

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from collections import Counter
from random import Random

import cv2
import numpy as np
from report import READING, put
from scenes import DrawnBoard, drawn_board

from autosweep.board import UNREAD, Board
from autosweep.vision.read import read
from autosweep.vision.reading import ACT_CONFIDENCE, Reading
from autosweep.vision.rules import uncertain_cells
from autosweep.vision.themes import load_themes, shipped_folder

MOST_SPOILT = 6
KNOWN_SHARE = 0.7
"""Share of the boards whose skin a theme knows; the others are slower to read."""


def spoil(drawn: DrawnBoard, rng: Random) -> dict[tuple[int, int], str]:
    """Spoil some cells of a picture in place; return which and how."""
    board = drawn.board
    spoilt: dict[tuple[int, int], str] = {}
    for _ in range(rng.randint(1, MOST_SPOILT)):
        one, other = (board.cell(rng.randrange(len(board.cells))) for _ in range(2))
        way = rng.choice(["painted", "swapped", "replaced"])
        first, second = drawn.part(one), drawn.part(other)
        if one in spoilt or other in spoilt:
            continue
        if way == "painted":
            if rng.random() < 0.5:
                first[:] = [rng.randrange(256) for _ in range(3)]
            else:
                noise = np.random.default_rng(rng.randrange(10**9))
                first[:] = noise.integers(0, 256, first.shape)
        elif way == "swapped":
            if first.shape != second.shape or board[one] == board[other]:
                continue
            kept = first.copy()
            first[:] = second
            second[:] = kept
            spoilt[other] = way
        else:
            if first.shape != second.shape or board[one] == board[other]:
                continue
            first[:] = second
        spoilt[one] = way
    return spoilt


def sure_board(reading: Reading) -> Board:
    """Return what a reading is sure of, everything else unread."""
    codes = np.frombuffer(reading.board.cells, np.uint8).reshape(reading.confidence.shape)
    kept = np.where(reading.confidence >= ACT_CONFIDENCE, codes, np.uint8(UNREAD))
    return Board(reading.board.rows, reading.board.cols, kept.astype(np.uint8).tobytes())


def measure(boards: int, seed: int, *, themed: bool) -> Counter[str]:
    """Spoil and read boards; count what came out."""
    themes = load_themes(shipped_folder()) if themed else ()
    counts: Counter[str] = Counter()
    number = seed
    while counts["boards"] < boards:
        rng = Random(f"corrupted-{number}")
        drawn = drawn_board(number, builtin=themed)
        number += 1
        before = _read(drawn, themes)
        if before is None or before.board.cells != drawn.board.cells or before.uncertain:
            counts["not readable before"] += 1
            continue
        spoilt = spoil(drawn, rng)
        after = _read(drawn, themes)
        counts["boards"] += 1
        counts["spoilt cells"] += len(spoilt)
        if after is None:
            counts["boards no longer read"] += 1
            continue
        sure = sure_board(after)
        at_odds = uncertain_cells(sure)
        wrong = {
            sure.cell(i)
            for i, code in enumerate(sure.cells)
            if code not in (UNREAD, drawn.board.cells[i])
        }
        counts["wrong and sure"] += len(wrong)
        counts["wrong and sure, not spoilt"] += len(wrong - set(spoilt))
        counts["wrong and sure against the rules"] += len(wrong & at_odds)
        counts["boards whose sure cells contradict each other"] += bool(at_odds)
        counts["spoilt and uncertain"] += sum(sure[cell] == UNREAD for cell in spoilt)
        if at_odds:
            print(
                f"board {number - 1}: {sorted(at_odds)} at odds, spoilt {spoilt}", file=sys.stderr
            )
    return counts


def _read(drawn: DrawnBoard, themes: tuple) -> Reading | None:  # type: ignore[type-arg]
    for reading in read(drawn.pixels, themes=themes, thorough=False):
        if (reading.board.rows, reading.board.cols) == (drawn.board.rows, drawn.board.cols):
            return reading
    return None


def table(with_themes: Counter[str], without: Counter[str]) -> str:
    """Return the figures as a Markdown table."""
    names = list(dict.fromkeys([*with_themes, *without]))
    lines = ["| | known look | unknown look |", "|---|---:|---:|"]
    lines += [f"| {name} | {with_themes[name]:,} | {without[name]:,} |" for name in names]
    return "\n".join(lines)


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--boards", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--write", action="store_true", help="into docs/research/reading.md")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    known = round(KNOWN_SHARE * args.boards)
    counts = [
        measure(known, args.seed, themed=True),
        measure(args.boards - known, args.seed, themed=False),
    ]
    text = table(*counts)
    print(text)
    if args.write:
        put(READING, "corrupted", text)
    return int(any(c["wrong and sure against the rules"] for c in counts))


if __name__ == "__main__":
    sys.exit(main())
