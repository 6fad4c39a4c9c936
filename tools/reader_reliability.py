"""How often cells are right that are read with a confidence: `python tools/reader_reliability.py`.

    python tools/reader_reliability.py FOLDER... [--families NAME...] [--most N] [--svg FILE]
    python tools/reader_reliability.py FOLDER... --fit

The folders hold images of `python -m tools.looks`; every board is read on its true grid, without
themes, as the program reads boards of unknown clients. The table counts cells by the confidence
that the reading gives them, and those that `play` would act on. `--fit` prints the weights of
`reader_confidence.py` that fit the cells of the calibration families best. A question mark and a
hidden cell count as the same. `docs/research/confidence.md` has what was run.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import cv2
import numpy as np
from looks.dataset import LabelledBoard, load

from autosweep.board import HIDDEN, QUESTION, SYMBOLS, UNREAD
from autosweep.geometry import Grid
from autosweep.vision.classify.by_shape import read_unknown
from autosweep.vision.classify.cell_network import opinions_of
from autosweep.vision.classify.reader_confidence import evidence_of
from autosweep.vision.classify.rule_decoding import name_by_network
from autosweep.vision.combine import by_shape
from autosweep.vision.reading import ACT_CONFIDENCE

CALIBRATION = ("stones", "dashed", "outlined", "page texture", "page soft")
"""Families that the weights are fitted on; `train_reader.py` does not train on them."""
BINS = (0.0, 0.5, 0.6, 0.7, 0.8, ACT_CONFIDENCE, 0.95, 0.98, 0.99, 0.995, 0.998, 1.0001)
"""Borders between the rows of the table."""
MIN_LINES = 5
ROUNDS = 40
"""Steps of Newton's method; fewer are needed."""


@dataclass(frozen=True)
class Judged:
    """The cells of one board: how certain they are, and which are right."""

    name: str
    family: str
    confidence: np.ndarray
    right: np.ndarray


def boards_of(
    folders: list[Path], families: list[str] | None
) -> Iterator[tuple[str, str, np.ndarray, Grid, np.ndarray]]:
    """Yield name, family, pixels, grid and codes of every labelled board."""
    for folder in folders:
        for image in load(folder):
            if families and image.family not in families:
                continue
            pixels = image.pixels() if image.boards else None
            for board in image.boards:
                if min(board.rows, board.cols) >= MIN_LINES:
                    grid = Grid(tuple(board.row_edges), tuple(board.col_edges))
                    yield image.path.stem, image.family, pixels, grid, codes_of(board)


def codes_of(board: LabelledBoard) -> np.ndarray:
    """Return the symbols of a board as codes."""
    return np.array([[SYMBOLS.index(s) for s in row] for row in board.cells], np.uint8)


def same(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Return where codes are the same; question marks count as hidden."""
    one, other = (np.where(codes == QUESTION, HIDDEN, codes) for codes in (one, other))
    return one == other


def judged(folders: list[Path], families: list[str] | None) -> Iterator[Judged]:
    """Read every board on its true grid and yield what came of it."""
    for name, family, pixels, grid, codes in boards_of(folders, families):
        decoded = read_unknown(pixels, grid, is_board=True)
        if decoded is None:
            continue
        reading = by_shape(decoded, grid)
        read = np.frombuffer(reading.board.cells, np.uint8).reshape(codes.shape)
        counted = (codes != UNREAD) & (read != UNREAD)
        right = same(read, codes)
        yield Judged(name, family, reading.confidence[counted], right[counted])


def table(boards: list[Judged]) -> list[str]:
    """Return the lines of the table."""
    confidence = np.concatenate([board.confidence for board in boards])
    right = np.concatenate([board.right for board in boards])
    lines = ["| confidence | cells | expected right | right | wrong |", "|---|---:|---:|---:|---:|"]
    for low, high in pairwise(BINS):
        these = (confidence >= low) & (confidence < high)
        count, good = int(these.sum()), int(right[these].sum())
        if count:
            mean = float(confidence[these].mean())
            lines.append(
                f"| {low:g} to {min(high, 1):g} | {count:,} | {mean:.2%} | {good / count:.3%} "
                f"| {count - good:,} |"
            )
    certain = confidence >= ACT_CONFIDENCE
    wrong = int((certain & ~right).sum())
    where = [board for board in boards if (~board.right[board.confidence >= ACT_CONFIDENCE]).any()]
    lines.append("")
    lines.append(
        f"{len(boards)} boards, {len(right):,} cells read, {int(certain.sum()):,} certain, "
        f"{wrong} of them wrong on {len(where)} boards: "
        + ", ".join(f"{board.family} {board.name}" for board in where)
    )
    return lines


def diagram(boards: list[Judged]) -> str:
    """Return a reliability diagram as SVG: expected and found share of wrong cells, logarithmic."""
    confidence = np.concatenate([board.confidence for board in boards])
    right = np.concatenate([board.right for board in boards])
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 420 420" font-size="11">',
        '<rect x="60" y="20" width="340" height="340" fill="none" stroke="#888"/>',
        '<line x1="60" y1="20" x2="400" y2="360" stroke="#bbb"/>',
        '<text x="230" y="405" text-anchor="middle">expected share of wrong cells</text>',
        '<text x="14" y="190" transform="rotate(-90 14 190)" text-anchor="middle">found</text>',
    ]
    for power in range(6):
        at = power / 5 * 340
        label = f"{10.0**-power:g}"
        parts.append(f'<text x="{60 + at:.0f}" y="376" text-anchor="middle">{label}</text>')
        parts.append(f'<text x="54" y="{24 + at:.0f}" text-anchor="end">{label}</text>')
    for low, high in pairwise(BINS):
        these = (confidence >= low) & (confidence < high)
        count = int(these.sum())
        if not count:
            continue
        found = max(float((~right[these]).mean()), 0.5 / count)
        expected = max(1 - float(confidence[these].mean()), 1e-5)
        x, y = (min(5.0, -np.log10(value)) / 5 * 340 for value in (expected, found))
        size = 2 + np.log10(count)
        ink = "#06c" if low >= ACT_CONFIDENCE else "#999"
        parts.append(f'<circle cx="{60 + x:.1f}" cy="{20 + y:.1f}" r="{size:.1f}" fill="{ink}"/>')
    return "\n".join([*parts, "</svg>", ""])


def fit(folders: list[Path]) -> tuple[np.ndarray, int]:
    """Return the weights that fit the calibration families best, and how many cells there were."""
    evidence, right = [], []
    for _, _, pixels, grid, codes in boards_of(folders, list(CALIBRATION)):
        opinions = opinions_of(pixels, np.array(grid.row_edges), np.array(grid.col_edges))
        named = name_by_network(opinions)
        counted = (codes != UNREAD) & (named.codes != UNREAD)
        counted &= ~named.overruled & ~named.faults.concerned
        evidence.append(evidence_of(opinions, named)[counted])
        right.append(same(named.codes, codes)[counted])
    x, y = np.concatenate(evidence), np.concatenate(right).astype(np.float64)
    weights = np.zeros(x.shape[1])
    for _ in range(ROUNDS):
        p = 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))
        slope = x.T @ (p - y) + 1e-3 * weights
        bend = (x * (p * (1 - p))[:, None]).T @ x + 1e-3 * np.eye(len(weights))
        weights -= np.linalg.solve(bend, slope)
    return weights, len(y)


def main() -> None:
    """Measure, or fit."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folders", type=Path, nargs="+", metavar="FOLDER")
    parser.add_argument("--families", nargs="+", metavar="NAME")
    parser.add_argument("--most", type=int, metavar="N", help="boards to read")
    parser.add_argument("--svg", type=Path, metavar="FILE", help="write a diagram")
    parser.add_argument("--fit", action="store_true", help="print weights instead")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    if args.fit:
        weights, count = fit(args.folders)
        print(", ".join(f"{weight:.3f}" for weight in weights), f"fitted on {count:,} cells")
        return
    boards = []
    for board in judged(args.folders, args.families):
        boards.append(board)
        if sys.stderr.isatty():
            print(f"\r{len(boards)} boards", end="", file=sys.stderr, flush=True)
        if len(boards) == args.most:
            break
    print("\n".join(table(boards)))
    if args.svg:
        args.svg.write_text(diagram(boards), "utf-8")


if __name__ == "__main__":
    main()
