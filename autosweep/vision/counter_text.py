"""The mine counter of clients that write it as text, "3/99": flags set and mines in all.

Small letters round the board are compared with digits of common fonts (`digits.npz`, drawn by
`benchmarks/counter_digits.py`). A misread total would make the solver certain of falsehoods, so
nothing counts unless it fits the board: the first number must be the flags on it, or the mines that
are left by them. Uses numpy and cv2.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from autosweep.board import FLAG, MAX_NUMBER, SHOWN_MINES, UNREAD, WRONG_FLAG, Board
from autosweep.geometry import Grid, Rect
from autosweep.seams import Pixels
from autosweep.vision.phase import standard_mines

Floats = npt.NDArray[np.float32]

WIDTH, HEIGHT = 10, 16
"""Size to which a letter is brought."""
HEIGHTS = (6, 44)
"""Pixels that a letter may be high."""
CONTRAST = 60.0
REACH = 190
"""Pixels round a board in which a counter is looked for."""
NEAR = 0.8
"""Least likeness of a letter and a digit, 0 to 1."""
LEAST_DENSITY, MOST_DENSITY = 0.05, 0.5
"""Shares of the cells that are mines in any game worth playing."""
MAX_PARTS = 2500
"""A surrounding with more parts than this is a picture, not a line of text."""
WORD_GAP = 0.32
"""Gap between two letters, as a share of their height, from which a new word begins."""
PAIR = re.compile(r"(?<![\d.])(\d{1,3}) ?/ ?(\d{1,4})(?![\d.])")


@dataclass(frozen=True, slots=True)
class Letter:
    """One connected stroke of ink."""

    box: Rect
    ink: Floats
    """Its picture, HEIGHT x WIDTH, of length one."""


def read_text_counter(pixels: Pixels, grid: Grid, board: Board) -> tuple[int, int] | None:
    """Return mines left and mines in all where a text says both and the board agrees, else None."""
    if board.count({UNREAD}):
        return None
    found = {
        pair
        for part in _surroundings(pixels, grid)
        for text in texts_in(part)
        for match in PAIR.finditer(text)
        if (pair := _agreed(int(match[1]), int(match[2]), board)) is not None
    }
    return found.pop() if len(found) == 1 else None


def _agreed(first: int, total: int, board: Board) -> tuple[int, int] | None:
    """Return mines left and in all if "first/total" can be the counter of a board."""
    flags = board.count({FLAG, WRONG_FLAG})
    opened = board.count(range(MAX_NUMBER + 1))
    room = len(board.cells) - opened
    least = max(1, board.count(SHOWN_MINES), LEAST_DENSITY * len(board.cells))
    if not least <= total <= min(room, MOST_DENSITY * len(board.cells)):
        return None
    usual = standard_mines(board)
    if not flags and usual not in (None, total):
        # "0/12" may be anything; without a flag only the usual total speaks for it.
        return None
    return (total - flags, total) if first in (flags, total - flags) else None


def _surroundings(pixels: Pixels, grid: Grid) -> list[Pixels]:
    """Return the parts of a picture above, below, left and right of a board."""
    height, width = pixels.shape[:2]
    box = grid.bbox
    whole = box.grown(REACH).intersect(Rect(0, 0, width, height))
    parts = [
        pixels[whole.y : max(whole.y, box.y), whole.x : whole.right],
        pixels[min(box.bottom, whole.bottom) : whole.bottom, whole.x : whole.right],
        pixels[whole.y : whole.bottom, whole.x : max(whole.x, box.x)],
        pixels[whole.y : whole.bottom, min(box.right, whole.right) : whole.right],
    ]
    return [part for part in parts if min(part.shape[:2]) >= HEIGHTS[0] + 2]


def texts_in(pixels: Pixels) -> list[str]:
    """Return the lines of digits and slashes in a picture; other letters are `.` or blanks."""
    grey = cv2.cvtColor(np.ascontiguousarray(pixels), cv2.COLOR_BGR2GRAY)
    kernel = np.ones((2 * (HEIGHTS[1] // 4) + 1,) * 2, np.uint8)
    dark = cv2.subtract(cv2.morphologyEx(grey, cv2.MORPH_CLOSE, kernel), grey)
    light = cv2.subtract(grey, cv2.morphologyEx(grey, cv2.MORPH_OPEN, kernel))
    return [text for ink in (dark, light) for text in _lines(_letters(np.asarray(ink, np.uint8)))]


def _letters(ink: npt.NDArray[np.uint8]) -> list[Letter]:
    strong = (ink > CONTRAST).astype(np.uint8)
    count, _, stats, _ = cv2.connectedComponentsWithStats(strong, connectivity=8)
    if count > MAX_PARTS:
        return []
    letters = []
    for x, y, w, h, _ in stats[1:]:
        if HEIGHTS[0] <= h <= HEIGHTS[1] and w <= 1.2 * h:
            box = Rect(int(x), int(y), int(w), int(h))
            letters.append(Letter(box, shaped(ink[y : y + h, x : x + w])))
    return sorted(letters, key=lambda letter: letter.box.x)


def shaped(ink: npt.NDArray[np.uint8]) -> Floats:
    """Return a letter brought to one size and length one, its proportions kept."""
    h, w = ink.shape
    wide = int(np.clip(round(w * HEIGHT / h), 1, WIDTH))
    small = cv2.resize(ink.astype(np.float32), (wide, HEIGHT), interpolation=cv2.INTER_AREA)
    out = np.zeros((HEIGHT, WIDTH), np.float32)
    left = (WIDTH - wide) // 2
    out[:, left : left + wide] = small
    soft = np.asarray(cv2.GaussianBlur(out, (3, 3), 0), np.float32)
    return np.asarray(soft / max(float(np.linalg.norm(soft)), 1e-6), np.float32)


def _lines(letters: list[Letter]) -> list[str]:
    """Return letters of one height on one level, from left to right, as texts."""
    rest = list(letters)
    texts = []
    while rest:
        first = rest.pop(0)
        line = [first]
        for letter in list(rest):
            last = line[-1].box
            gap = letter.box.x - last.right
            level = abs(letter.box.bottom - first.box.bottom) <= max(2, 0.3 * first.box.h)
            alike = 0.7 * first.box.h <= letter.box.h <= 1.45 * first.box.h
            if level and alike and -1 <= gap <= 1.1 * first.box.h:
                line.append(letter)
                rest.remove(letter)
        if len(line) >= 3:
            texts.append(_named(line))
    return texts


def _named(line: list[Letter]) -> str:
    names, pictures = _known()
    likeness = np.stack([letter.ink.ravel() for letter in line]) @ pictures.T
    best = likeness.argmax(axis=1)
    text = ""
    for i, k in enumerate(best):
        box = line[i].box
        if i and box.x - line[i - 1].box.right > WORD_GAP * line[0].box.h:
            text += " "
        text += names[k] if likeness[i, k] >= NEAR else "."
    return text


@cache
def _known() -> tuple[str, Floats]:
    """Return the digits of common fonts: their names and pictures."""
    with np.load(Path(__file__).with_name("digits.npz")) as stored:
        pictures = stored["pictures"].astype(np.float32).reshape(len(stored["pictures"]), -1)
        lengths = np.linalg.norm(pictures, axis=1, keepdims=True)
        return str(stored["names"]), np.asarray(pictures / lengths, np.float32)
