"""How often a cell named by a theme is right, against the confidence it is given.

    python benchmarks/calibration.py [--sheets N] [--seed S] [--fit] [--held-out]
                                     [--constants C S F] [--screens FOLDER]

Draws sheets of cells from the images of the shipped themes: at many scales, off the grid by a part
of a pixel, with noise, as JPEG, brighter or darker, partly covered by something else, and as a
client that the theme does not know. Each cell is named as `read` names it and its confidence is
compared with the truth: by bins, by the expected calibration error (ECE), and by the rate of wrong
cells at the acting level. `--fit` fits the constants of `confidence_of` to the sheets of the themes
and scales that are not held out. `--held-out` reports the others. `--constants` reports another
CLEAR_AT, CLEAR_SLOPE and FITS_SLOPE. `--screens` reports labelled screenshots instead; these are
never used for fitting.
"""

from __future__ import annotations

import argparse
import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise, product
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from autosweep.board import UNREAD
from autosweep.interfaces import Pixels
from autosweep.vision.accuracy import load_cases, themes_of
from autosweep.vision.classify import confidence as model
from autosweep.vision.classify.by_theme import SIDE, Bank, weigh_cells
from autosweep.vision.classify.confidence import SymbolEvidence
from autosweep.vision.reading import ACT_CONFIDENCE
from autosweep.vision.resample import cut_cells
from autosweep.vision.themes import Theme, load_themes, shipped_folder

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]
Constants = tuple[float, float, float]

HELD_OUT_THEMES = ("dark", "gnome-mines-classic", "kmines-oxygen", "web-flat", "xbomb")
"""Themes that no constant was fitted to, neither as a theme nor as a foreign client."""
HELD_OUT_SIDES = (13, 19, 29, 37)
"""Cell sides in pixels that no constant was fitted to."""
SIDES = (12, 14, 15, 16, 18, 20, 22, 24, 26, 28, 32, 36, 40, 48)
SITUATIONS = ("clean", "shifted", "noisy", "jpeg", "tone", "covered", "foreign")
ROWS, COLS = 6, 8
"""Cells of a sheet."""
EDGES = (0.0, 0.1, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 0.99, 1.0)
"""Borders of the bins of confidence."""
HIDDEN_SHARE = 0.5
"""Share of a cell that may be covered before no symbol counts as right."""
FORMER = (0.82, 25.0, 15.0)
"""CLEAR_AT, CLEAR_SLOPE and FITS_SLOPE before they were fitted: a fit must not do worse."""
WRONG_WEIGHS = 5.0
"""Weight of a wrong cell in the loss: the confidence should hold on harder screens too."""
MOST_TOO_HIGH = 0.01
"""How much too high the confidence may be where any two ratios are about the same."""
LEAST_CELLS = 50
"""Cells from which a bin tells anything."""
CLEAR_BINS = (0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9)
FITS_BINS = (0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.3, 2)


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """Named cells of many sheets, one value a cell."""

    situation: npt.NDArray[np.int64]
    near: Floats
    far: Floats
    limit: Floats
    right: Bools

    def confidence(self, constants: Constants | None = None) -> Floats:
        """Return the confidence that the reader gives, or would give with other constants."""
        values = [v.astype(np.float32) for v in (self.near, self.far, self.limit)]
        kept = model.CLEAR_AT, model.CLEAR_SLOPE, model.FITS_SLOPE
        model.CLEAR_AT, model.CLEAR_SLOPE, model.FITS_SLOPE = constants or kept
        try:
            return np.asarray(model.confidence_of(*values), np.float64)
        finally:
            model.CLEAR_AT, model.CLEAR_SLOPE, model.FITS_SLOPE = kept


@cache
def _bank(theme: Theme) -> Bank:
    return Bank.of((theme,))


def draw_sample(themes: Sequence[Theme], sides: Sequence[int], sheets: int, seed: int) -> Sample:
    """Return the cells of seeded sheets, as many of each situation."""
    rng = np.random.default_rng(seed)
    found: list[tuple[int, SymbolEvidence, Bools]] = []
    for k in range(sheets):
        situation = k % len(SITUATIONS)
        evidence, truth = draw_sheet(themes, int(rng.choice(sides)), SITUATIONS[situation], rng)
        found.append((situation, evidence, evidence.best.astype(np.int64) == truth))
    return Sample(
        np.concatenate([np.full(len(right), situation) for situation, _, right in found]),
        np.concatenate([evidence.near for _, evidence, _ in found]).astype(np.float64),
        np.concatenate([evidence.far for _, evidence, _ in found]).astype(np.float64),
        np.concatenate([evidence.limit for _, evidence, _ in found]).astype(np.float64),
        np.concatenate([right for _, _, right in found]),
    )


def draw_sheet(
    themes: Sequence[Theme], side: int, situation: str, rng: np.random.Generator
) -> tuple[SymbolEvidence, npt.NDArray[np.int64]]:
    """Draw a sheet of cells and spoil it; return the cells as named, and their true codes."""
    theme = themes[int(rng.integers(len(themes)))]
    drawn = theme
    if situation == "foreign":
        drawn = rng.choice(np.array([t for t in themes if t.name != theme.name], object))
    which = rng.integers(len(drawn.codes), size=(ROWS, COLS))
    truth = np.array(drawn.codes, np.int64)[which]
    sheet = np.concatenate(
        [np.concatenate([_drawn(drawn.images[i], side) for i in row], axis=1) for row in which]
    )
    frame = cv2.copyMakeBorder(sheet, 4, 4, 4, 4, cv2.BORDER_REPLICATE)
    if situation == "covered":
        truth = _cover(frame, truth, side, rng)
    frame = _spoilt(frame, situation, rng)
    most = 1.5 if situation == "shifted" else 0.25
    dy, dx = rng.uniform(-most, most, 2)
    rows = 4 + dy + np.arange(ROWS + 1) * float(side)
    cols = 4 + dx + np.arange(COLS + 1) * float(side)
    cells = cut_cells(frame, rows, cols, SIDE).reshape(-1, SIDE, SIDE, 3)
    return weigh_cells(cells, _bank(theme)), truth.ravel()


def _drawn(picture: Pixels, side: int) -> Pixels:
    larger = side > picture.shape[0]
    how = cv2.INTER_CUBIC if larger else cv2.INTER_AREA
    return np.asarray(cv2.resize(picture, (side, side), interpolation=how), np.uint8)


def _cover(
    frame: Pixels, truth: npt.NDArray[np.int64], side: int, rng: np.random.Generator
) -> npt.NDArray[np.int64]:
    """Lay something over a part of each cell; return the truth, UNREAD where too much is hidden."""
    truth = truth.copy()
    for r in range(ROWS):
        for c in range(COLS):
            share = rng.uniform(0.0, 1.0)
            wide, high = (side, max(1, round(share * side)))[:: rng.choice((1, -1))]
            y, x = 4 + r * side, 4 + c * side
            # From one side, as a window does, or somewhere, as a pointer or an icon does.
            if rng.random() < 0.3:
                y += int(rng.integers(0, side - high + 1))
                x += int(rng.integers(0, side - wide + 1))
            patch = frame[y : y + high, x : x + wide]
            ink = rng.integers(0, 256, 3)
            patch[:] = ink if rng.random() < 0.7 else rng.integers(0, 256, patch.shape)
            if share > HIDDEN_SHARE:
                truth[r, c] = UNREAD
    return truth


def _spoilt(frame: Pixels, situation: str, rng: np.random.Generator) -> Pixels:
    if situation == "noisy":
        noise = rng.normal(0, rng.uniform(2, 20), frame.shape)
        return np.clip(frame + noise, 0, 255).astype(np.uint8)
    if situation == "jpeg":
        quality = int(rng.integers(15, 95))
        data = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    if situation == "tone":
        power, gain = rng.uniform(0.6, 1.6), rng.uniform(0.7, 1.2)
        changed = np.clip(gain * 255 * (frame / 255.0) ** power, 0, 255).astype(np.uint8)
        return np.asarray(cv2.GaussianBlur(changed, (0, 0), rng.uniform(0.1, 1.2)), np.uint8)
    return frame


def reliability(
    confidence: Floats, right: Bools
) -> Iterator[tuple[float, float, int, float, float]]:
    """Yield for each bin its borders, its cells, their mean confidence and their share right."""
    for low, high in pairwise(EDGES):
        inside = (confidence >= low) & ((confidence < high) | (high == EDGES[-1]))
        count = int(inside.sum())
        if count:
            yield low, high, count, float(confidence[inside].mean()), float(right[inside].mean())


def calibration_error(confidence: Floats, right: Bools) -> tuple[float, float]:
    """Return the ECE, and the part of it from bins whose confidence is too high."""
    off = [(count, mean - share) for _, _, count, mean, share in reliability(confidence, right)]
    total = len(right)
    both = sum(count * abs(d) for count, d in off) / total
    return both, sum(count * max(d, 0.0) for count, d in off) / total


def report(name: str, sample: Sample, confidence: Floats) -> None:
    """Print the table of a sample: bins, errors, and the acting level by situation."""
    print(f"\n{name}: {len(sample.right)} cells\n")
    print("| confidence | cells | mean confidence | right |\n|---|---:|---:|---:|")
    for low, high, count, mean, share in reliability(confidence, sample.right):
        print(f"| {low:g} to {high:g} | {count} | {mean:.3f} | {share:.4f} |")
    both, over = calibration_error(confidence, sample.right)
    print(f"\nECE {both:.4f}, of which too confident {over:.4f}\n")
    print(
        "| situation | cells | sure | right and sure | sure and wrong |\n|---|---:|---:|---:|---:|"
    )
    sure = confidence >= ACT_CONFIDENCE
    for k, situation in enumerate(SITUATIONS):
        here = sample.situation == k
        if here.any():
            wrong = int((here & sure & ~sample.right).sum())
            held = (here & sure & sample.right).sum() / max(1, (here & sample.right).sum())
            print(f"| {situation} | {here.sum()} | {(here & sure).sum()} | {held:.4f} | {wrong} |")
    print(f"| all | {len(sure)} | {sure.sum()} | | {int((sure & ~sample.right).sum())} |")


@dataclass(frozen=True, slots=True, eq=False)
class Score:
    """What some constants give on a sample."""

    loss: float
    """Mean negative logarithm of the likelihood, wrong cells weighted."""
    right: int
    """Cells that are right and sure."""
    wrong: npt.NDArray[np.int64]
    """Cells that are wrong and sure, by situation."""
    too_high: float
    """By how much the confidence is too high in the worst of the bins of confidence."""
    locally: float
    """The same in the worst of the bins of both ratios."""

    def as_good_as(self, other: Score) -> bool:
        """Return True if no situation has more wrong cells and not fewer cells are right."""
        return bool((self.wrong <= other.wrong).all()) and self.right >= other.right


def score(sample: Sample, constants: Constants) -> Score:
    """Return what some constants give."""
    confidence, right = sample.confidence(constants), sample.right
    sure = confidence >= ACT_CONFIDENCE
    safe = np.clip(confidence, 1e-6, 1 - 1e-6)
    loss = -np.log(safe[right]).sum() - WRONG_WEIGHS * np.log(1 - safe[~right]).sum()
    bins = len(FITS_BINS) * (
        np.digitize(sample.near / np.maximum(sample.far, 1), CLEAR_BINS) - 1
    ) + (np.digitize(sample.near / sample.limit, FITS_BINS) - 1)
    count = np.bincount(bins)
    excess = np.bincount(bins, confidence - right)
    large = count >= LEAST_CELLS
    return Score(
        float(loss / len(right)),
        int((sure & right).sum()),
        np.bincount(sample.situation[sure & ~right], minlength=len(SITUATIONS)),
        max(
            mean - share
            for _, _, cells, mean, share in reliability(confidence, right)
            if cells >= LEAST_CELLS
        ),
        float((excess[large] / count[large]).max()),
    )


def fit(sample: Sample) -> None:
    """Print the constants with the least loss that are nowhere worse than the former ones."""
    former = score(sample, FORMER)
    found = []
    for at, slope, fits in product(
        (0.78, 0.8, 0.82, 0.84, 0.86, 0.88, 0.9, 0.92),
        (15.0, 20.0, 25.0, 30.0, 35.0),
        (8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 18.0),
    ):
        one = score(sample, (at, slope, fits))
        if one.as_good_as(former) and one.too_high <= 0 and one.locally <= MOST_TOO_HIGH:
            found.append(((at, slope, fits), one))
    found.sort(key=lambda pair: pair[1].loss)
    print("\n| CLEAR_AT, CLEAR_SLOPE, FITS_SLOPE | loss | right and sure | sure and wrong |")
    print("|---|---:|---:|---:|")
    for constants, one in [*found[:5], (FORMER, former)]:
        print(f"| {constants} | {one.loss:.3f} | {one.right} | {int(one.wrong.sum())} |")


def screen_sample(folder: Path) -> Sample:
    """Return the cells of labelled screenshots, named by the themes of the client they show.

    Cells are cut where the labels say the board is; of several themes the one that fits best names
    them. Boards whose client no theme knows are left out.
    """
    themes = load_themes(shipped_folder())
    parts: list[tuple[SymbolEvidence, Bools]] = []
    for case in load_cases(folder):
        own = themes_of(case, themes)
        for board in case.boards if own else ():
            x, y, w, h = board.box
            rows = np.linspace(y, y + h, board.board.rows + 1)
            cols = np.linspace(x, x + w, board.board.cols + 1)
            cells = cut_cells(case.pixels, rows, cols, SIDE).reshape(-1, SIDE, SIDE, 3)
            named = min((weigh_cells(cells, _bank(t)) for t in own), key=lambda e: e.near.mean())
            truth = np.frombuffer(board.board.cells, np.uint8)
            parts.append((named, (named.best == truth) | (truth == UNREAD)))
    evidence = [[e.near for e, _ in parts], [e.far for e, _ in parts], [e.limit for e, _ in parts]]
    right = np.concatenate([r for _, r in parts])
    near, far, limit = (np.concatenate(values).astype(np.float64) for values in evidence)
    return Sample(np.zeros(len(right), np.int64), near, far, limit, right)


def split_themes() -> tuple[list[Theme], list[Theme]]:
    """Return the shipped themes for fitting and those that are held out."""
    themes = load_themes(shipped_folder())
    held = [theme for theme in themes if theme.name in HELD_OUT_THEMES]
    return [theme for theme in themes if theme not in held], held


def main() -> None:
    """Print reliability, and with `--fit` the constants."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sheets", type=int, default=1400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fit", action="store_true")
    parser.add_argument("--held-out", action="store_true")
    parser.add_argument("--constants", type=float, nargs=3)
    parser.add_argument("--screens", type=Path)
    given = parser.parse_args()
    themes, held = split_themes()
    constants = None if given.constants is None else tuple(given.constants)
    if given.screens is not None:
        name, sample = "Screenshots", screen_sample(given.screens)
    elif given.held_out:
        name = "Themes and scales held out"
        sample = draw_sample(held, HELD_OUT_SIDES, given.sheets, given.seed)
    else:
        name, sample = "Fitted themes", draw_sample(themes, SIDES, given.sheets, given.seed)
    report(name, sample, sample.confidence(constants))
    if given.fit:
        fit(sample)


if __name__ == "__main__":
    main()
