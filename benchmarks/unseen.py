"""How well looks are read that nobody tuned for: boards, cells, false boards and time.

    python benchmarks/unseen.py FOLDER... [--by look] [--list] [--sample N] [--themes none]
                                [--against PYTHON] [--json FILE] [--write]

Each folder holds labelled images (see labelled_images.py). A board is located if its rows and
columns are right and every side is within half a cell; cells of other boards are wrong. A false
board on an image that has boards is counted apart: it may be one that nobody labelled. `--against`
reads the same images with the interpreter of another checkout in the same run and prints both.
`--list` names every failure with what was found instead. `--write` puts the table into
docs/research/reading.md.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import cv2
import numpy as np
from labelled_images import UNLABELLED, LabelledBoard, LabelledImage, labelled_images
from report import READING, put

from autosweep.board import SYMBOLS
from autosweep.geometry import Rect
from autosweep.play.decide import decide
from autosweep.settings import PlaySettings
from autosweep.vision.read import read
from autosweep.vision.reading import ACT_CONFIDENCE, Reading
from autosweep.vision.themes import Theme, load_themes

SIDE_TOLERANCE = 0.5
"""Cells by which a side of a located board may be off."""
MIN_OVERLAP = 0.3
"""Share of a reading that lies on a labelled board for it to be that board, badly located."""
Belief = Literal["acted on", "partly", "uncertain"]
"""What `play` would make of a board: moves, none but some certain cells, or no certain cell."""
HEADS = (
    "located",
    "cells right",
    "of located",
    "uncertain",
    "sure and wrong",
    "misplaced: acted on/partly/uncertain",
    "false: acted on/partly/uncertain",
    "beside a board: the same",
    "seconds: median, worst",
)


@dataclass(slots=True)
class BoardResult:
    """What was read of one labelled board."""

    size: str
    pitch: float
    """Shorter side of its cells in pixels."""
    cells: int
    """Cells that count."""
    located: bool = False
    right: int = 0
    uncertain: int = 0
    sure_wrong: int = 0
    theme: str = ""
    confusion: dict[str, int] = field(default_factory=dict)
    """How often a symbol was read as another: `3>F`; `sure 3>F` where it was certain."""


@dataclass(slots=True)
class OtherResult:
    """A reading that is no labelled board, or one badly located."""

    size: str
    box: tuple[int, int, int, int]
    theme: str
    belief: Belief
    uncertain: int
    off: str = ""
    """By how many cells the sides of the board it overlaps are off; empty for a false board."""


@dataclass(slots=True)
class ImageResult:
    """What was read of one image."""

    folder: str
    look: str
    name: str
    pixels: tuple[int, int]
    seconds: float
    """Processor time of the reading."""
    boards: list[BoardResult]
    misplaced: list[OtherResult]
    false: list[OtherResult]

    @classmethod
    def from_json(cls, entry: dict[str, Any]) -> ImageResult:
        """Return a result that another process wrote."""
        parts: dict[str, Any] = {
            "boards": [BoardResult(**part) for part in entry["boards"]],
            "misplaced": [OtherResult(**part) for part in entry["misplaced"]],
            "false": [OtherResult(**part) for part in entry["false"]],
        }
        return cls(**{**entry, **parts})


def measure(image: LabelledImage, themes: Sequence[Theme] | None) -> ImageResult:
    """Read an image and compare it with its labels."""
    pixels = np.asarray(cv2.imread(str(image.path), cv2.IMREAD_COLOR), np.uint8)
    started = time.process_time()
    readings = read(pixels, themes=themes)
    spent = time.process_time() - started
    boards, used = [], set()
    for board in image.boards:
        at = next((i for i, r in enumerate(readings) if _off(r, board) is None), None)
        boards.append(_compared(board, None if at is None else readings[at]))
        used.add(at)
    misplaced, false = [], []
    for i, reading in enumerate(readings):
        if i in used:
            continue
        other = _other(reading)
        over = max(image.boards, key=lambda board: _overlap(reading, board), default=None)
        if over is not None and _overlap(reading, over) >= MIN_OVERLAP:
            other.off = _off(reading, over) or "twice"
            misplaced.append(other)
        else:
            false.append(other)
    height, width = pixels.shape[:2]
    return ImageResult(
        image.folder, image.look, image.name, (width, height), spent, boards, misplaced, false
    )


def _off(reading: Reading, board: LabelledBoard) -> str | None:
    """Return how a reading differs from a board in size and place; None where it is located."""
    grid = reading.grid
    ends = (grid.col_edges[0], grid.row_edges[0], grid.col_edges[-1], grid.row_edges[-1])
    sizes = board.cell * 2
    off = [(got - true) / by for got, true, by in zip(ends, board.sides, sizes, strict=True)]
    same = (grid.rows, grid.cols) == (board.rows, board.cols)
    if same and max(map(abs, off)) <= SIDE_TOLERANCE:
        return None
    sides = zip(("left", "top", "right", "bottom"), off, strict=True)
    return ", ".join(f"{name} {by:+.1f}" for name, by in sides if abs(by) > SIDE_TOLERANCE / 2)


def _compared(board: LabelledBoard, reading: Reading | None) -> BoardResult:
    cells = sum(symbol != UNLABELLED for row in board.cells for symbol in row)
    result = BoardResult(f"{board.rows} x {board.cols}", min(board.cell), cells)
    if reading is None:
        return result
    result.located, result.theme = True, reading.theme
    confusion: Counter[str] = Counter()
    for r, row in enumerate(board.cells):
        for c, true in enumerate(row):
            if true == UNLABELLED:
                continue
            got = SYMBOLS[reading.board[r, c]]
            certain = bool(reading.confidence[r, c] >= ACT_CONFIDENCE)
            result.right += got == true
            result.uncertain += not certain
            if got != true:
                wrong = certain and got != UNLABELLED
                result.sure_wrong += wrong
                confusion[f"{'sure ' if wrong else ''}{true}>{got}"] += 1
    result.confusion = dict(confusion.most_common())
    return result


def _other(reading: Reading) -> OtherResult:
    grid, box = reading.grid, reading.grid.bbox
    certain = int((reading.confidence >= ACT_CONFIDENCE).sum())
    belief: Belief = "partly" if certain else "uncertain"
    if decide(reading, PlaySettings(), game=1, step=1).moves:
        belief = "acted on"
    place = (box.x, box.y, box.w, box.h)
    left = reading.confidence.size - certain
    return OtherResult(f"{grid.rows} x {grid.cols}", place, reading.theme, belief, left)


def _overlap(reading: Reading, board: LabelledBoard) -> float:
    """Return the share of a reading that lies on a board."""
    left, top, right, bottom = map(round, board.sides)
    box = reading.grid.bbox
    shared = box.intersect(Rect(left, top, right - left, bottom - top))
    return max(0, shared.w) * max(0, shared.h) / max(1, box.w * box.h)


def row(results: Sequence[ImageResult]) -> list[str]:
    """Return the figures of some images, in the order of HEADS."""
    boards = [board for result in results for board in result.boards]
    found = [board for board in boards if board.located]
    cells, of_found = sum(b.cells for b in boards), sum(b.cells for b in found)
    right = sum(board.right for board in found)
    times = [result.seconds for result in results]
    return [
        f"{len(found)}/{len(boards)}",
        f"{right:,}/{cells:,} ({_percent(right, cells)})",
        _percent(right, of_found),
        f"{sum(board.uncertain for board in found):,}",
        f"{sum(board.sure_wrong for board in found):,}",
        _beliefs(other for result in results for other in result.misplaced),
        _beliefs(other for result in results if not result.boards for other in result.false),
        _beliefs(other for result in results if result.boards for other in result.false),
        f"{statistics.median(times):.2f}, {max(times):.2f}",
    ]


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.2f} %" if whole else "-"


def _beliefs(others: Iterable[OtherResult]) -> str:
    counts = Counter(other.belief for other in others)
    return "/".join(str(counts[kind]) for kind in ("acted on", "partly", "uncertain"))


def table(runs: dict[str, list[ImageResult]], *, by_look: bool) -> str:
    """Return a Markdown table: a row a set (or a look) and run, and one for all of them."""
    lines = ["| set | images | " + " | ".join(HEADS) + " |"]
    lines.append("|---|---:|" + "---:|" * len(HEADS))
    first = next(iter(runs.values()))
    groups = list(dict.fromkeys(_group(result, by_look=by_look) for result in first))
    wanted = [*groups, None] if len(groups) > 1 else groups
    for group in wanted:
        for run, results in runs.items():
            some = [r for r in results if group is None or _group(r, by_look=by_look) == group]
            name = (group or "**all**") + (f", {run}" if run else "")
            lines.append(f"| {name} | {len(some)} | " + " | ".join(row(some)) + " |")
    return "\n".join(lines)


def _group(result: ImageResult, *, by_look: bool) -> str:
    return f"{result.folder}/{result.look}" if by_look else result.folder


def failures(results: Sequence[ImageResult], slow: float = 1.0) -> list[str]:
    """Return a line for everything that went wrong on an image, the worst images first."""
    told = []
    for result in results:
        lost = sum(b.cells - b.right for b in result.boards) + len(result.false)
        lost += sum(b.sure_wrong for b in result.boards) * 1000
        told += [(lost, f"{result.name}: {line}") for line in _faults(result, slow)]
    return [line for _, line in sorted(told, key=lambda fault: -fault[0])]


def _faults(result: ImageResult, slow: float) -> list[str]:
    lines = []
    for board in result.boards:
        about = f"{board.size}, cells of {board.pitch:.0f} pixels"
        if not board.located:
            lines.append(f"not located: {about}")
        elif board.right < board.cells or board.uncertain:
            wrong = ", ".join(f"{pair} {count}" for pair, count in board.confusion.items())
            parts = f"{board.right}/{board.cells} right, {board.uncertain} uncertain"
            lines.append(f"{parts}, theme {board.theme}: {about}: {wrong or 'none wrong'}")
    for kind, others in (("misplaced", result.misplaced), ("false board", result.false)):
        for other in others:
            off = f", {other.off}" if other.off else ""
            lines.append(
                f"{kind}: {other.size} at {other.box}{off}, theme {other.theme}, {other.belief}, "
                f"{other.uncertain} uncertain"
            )
    if result.seconds > slow:
        lines.append(f"{result.seconds:.1f} s for {result.pixels[0]} x {result.pixels[1]} pixels")
    return lines


def measured(args: argparse.Namespace) -> list[ImageResult]:
    """Read all images of the folders in this process."""
    themes: Sequence[Theme] = () if args.themes == "none" else tuple(load_themes())
    # Weights and themes are loaded once in a process: the first image should not pay for it.
    read(np.zeros((64, 64, 3), np.uint8), themes=themes)
    results = []
    for folder in args.folders:
        for image in labelled_images(folder, args.sample):
            results.append(measure(image, themes))
            if sys.stderr.isatty():
                print(f"\r{len(results)} {image.name:60.60}", end="", file=sys.stderr, flush=True)
    return results


def measured_by(python: str, args: argparse.Namespace) -> list[ImageResult]:
    """Read all images with the interpreter of another checkout."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "results.json"
        words = [python, __file__, *map(str, args.folders), "--themes", args.themes]
        words += ["--json", str(out)]
        if args.sample is not None:
            words += ["--sample", str(args.sample)]
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
        return load(out)


def load(path: Path) -> list[ImageResult]:
    """Return the results that `--json` wrote."""
    return [ImageResult.from_json(entry) for entry in json.loads(path.read_text("utf-8"))]


def main(words: list[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folders", type=Path, nargs="+", metavar="FOLDER")
    parser.add_argument("--by", choices=["set", "look"], default="set")
    parser.add_argument("--list", action="store_true", help="name every failure")
    parser.add_argument("--sample", type=int, metavar="N", help="images of each folder")
    parser.add_argument("--themes", choices=["all", "none"], default="all")
    parser.add_argument("--against", metavar="PYTHON", help="interpreter of another checkout")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write what was read")
    parser.add_argument("--write", action="store_true", help="into docs/research/reading.md")
    args = parser.parse_args(words)
    cv2.setNumThreads(1)
    runs = {"before": measured_by(args.against, args)} if args.against else {}
    results = measured(args)
    runs["after" if runs else ""] = results
    if args.json:
        args.json.write_text(json.dumps([asdict(result) for result in results]), "utf-8")
    text = table(runs, by_look=args.by == "look")
    print(text)
    if args.list:
        print("\n".join(["", *failures(results)]))
    if args.write:
        put(READING, "unseen", text)


if __name__ == "__main__":
    main()
