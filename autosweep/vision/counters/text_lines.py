"""Lines of text in a frame: digits and letters of common fonts, by their shapes.

Connected strokes are compared with digits and letters of common fonts (`digits.npz` and
`letters.npz`, drawn by `tools/counter_digits.py`). Made for counters beside a board: short
words and numbers, dark on light or light on dark.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np

from autosweep.geometry import Rect
from autosweep.interfaces import Pixels
from autosweep.vision.arrays import Levels, Samples
from autosweep.vision.counters.thresholds import (
    CLEAR_LETTER,
    DIVIDE_MARGIN,
    HEIGHTS,
    HIGHER,
    LEVEL_SHARE,
    LINE_GAP,
    LOWER,
    MARK_REACH,
    MAX_DIGIT_ASPECT,
    MAX_LETTER_WIDTH,
    MAX_LETTERS,
    MAX_MARK_HEIGHT,
    MAX_PARTS,
    MAX_STROKE,
    MAX_TOUCHING,
    MIN_CONTRAST,
    MIN_LEVEL,
    MINUS_ASPECT,
    MINUS_WIDTH,
    NEAR_LETTER,
    NUMBER_BONUS,
    ONE_LETTER,
    WORD_GAP,
)

Names = tuple[str, Samples]
"""What letters are, and how like known ones they are."""

WIDTH, HEIGHT = 10, 16
"""Samples to which a letter is brought."""


@dataclass(frozen=True, slots=True, eq=False)
class Letter:
    """One connected stroke."""

    box: Rect
    shape: Samples
    """HEIGHT x WIDTH, of length one."""


@dataclass(frozen=True, slots=True)
class Word:
    """Letters without a gap between them."""

    text: str
    """As digits where these are as likely; letters like nothing known are `.`."""
    box: Rect
    clean: bool = True
    """True if no sign (a colon between digits, a minus, a point) is part of it."""
    likeness: float = 1.0
    """How like a known one its least clear letter is, 0 to 1."""

    @property
    def number(self) -> int | None:
        """The number that it is, or None."""
        return int(self.text) if self.text.isdecimal() and len(self.text) <= 4 else None


@dataclass(frozen=True, slots=True)
class WordLine:
    """Letters of about one height on one level, from left to right."""

    digits: str
    """All of it as digits, slashes and blanks; anything else is `.`."""
    words: tuple[Word, ...]


def lines_in(pixels: Pixels) -> list[WordLine]:
    """Return the lines of text in a part of a frame."""
    grey = cv2.cvtColor(np.ascontiguousarray(pixels), cv2.COLOR_BGR2GRAY)
    kernel = np.ones((MAX_STROKE, MAX_STROKE), np.uint8)
    dark = cv2.subtract(cv2.morphologyEx(grey, cv2.MORPH_CLOSE, kernel), grey)
    light = cv2.subtract(grey, cv2.morphologyEx(grey, cv2.MORPH_OPEN, kernel))
    return [*_lines(grey, dark, 1), *_lines(grey, light, -1)]


def _lines(grey: cv2.typing.MatLike, contrast: cv2.typing.MatLike, sign: int) -> list[WordLine]:
    """Return the lines of dark letters (sign 1) or of light ones (sign -1)."""
    shades, strength = np.asarray(grey, np.uint8), np.asarray(contrast, np.uint8)
    strokes, marks = _strokes(strength)
    lines = [line for line in _grouped(strokes) if len(line) <= MAX_LETTERS]
    shown = [line for line in lines if _stands_out(shades, strength, _around(line), sign)]
    parted = [[one for box in line for one in _parted(strength, box)] for line in shown]
    letters = [line for line in parted if line]
    every = [one for line in letters for one in line]
    if not every:
        return []
    # One product for all letters: they are many, and lines are short.
    flat = np.stack([letter.shape.ravel() for letter in every])
    names = _named(flat, "digits.npz"), _named(flat, "letters.npz")
    ends = np.cumsum([len(line) for line in letters]).tolist()
    found = []
    for line, end in zip(letters, ends, strict=True):
        part = slice(end - len(line), end)
        found.append(_read(line, marks, *((text[part], like[part]) for text, like in names)))
    return found


def _stands_out(grey: Levels, strength: Levels, box: Rect, sign: int) -> bool:
    """Return True if a line is darker (or lighter) than what is round it.

    The holes of dark letters and the gaps between them are light, but as light as their ground.
    """
    whole = Rect(0, 0, grey.shape[1], grey.shape[0])
    wide = box.grown(max(3, box.h // 2)).intersect(whole)
    ground = float(np.median(grey[wide.y : wide.bottom, wide.x : wide.right]))
    part = np.s_[box.y : box.bottom, box.x : box.right]
    return (
        sign * (ground - float(np.median(grey[part][strength[part] > MIN_CONTRAST])))
        >= MIN_CONTRAST / 2
    )


def _strokes(strength: Levels) -> tuple[list[Rect], list[Rect]]:
    """Return strokes of a letter's size from left to right, and smaller ones."""
    strong = (strength > MIN_CONTRAST).astype(np.uint8)
    count, _, stats, _ = cv2.connectedComponentsWithStats(strong, connectivity=8)
    if count > MAX_PARTS:
        return [], []
    boxes = [Rect(*map(int, part[:4])) for part in stats[1:]]
    high = [b for b in boxes if HEIGHTS[0] <= b.h <= HEIGHTS[1] and b.w <= MAX_TOUCHING * b.h]
    return sorted(high, key=lambda box: box.x), [b for b in boxes if b.h <= HEIGHTS[1] / 3]


def _parted(strength: Levels, box: Rect) -> list[Letter]:
    """Return a stroke as a letter, or as the letters that touch each other in it."""
    part = strength[box.y : box.bottom, box.x : box.right]
    whole = Letter(box, shaped(part))
    if box.w <= ONE_LETTER * box.h or (box.w <= MAX_LETTER_WIDTH * box.h and _is_known(whole)):
        return [whole]
    # Where letters touch the stroke is faintest.
    margin = max(2, round(DIVIDE_MARGIN * box.h))
    across = part.astype(np.int32).sum(axis=0)[margin : box.w - margin]
    if not len(across):
        return [whole]
    at = margin + int(np.argmin(across))
    found = []
    for left, right in ((0, at), (at, box.w)):
        strong = part[:, left:right] > MIN_CONTRAST
        lines, columns = np.flatnonzero(strong.any(axis=1)), np.flatnonzero(strong.any(axis=0))
        if not len(lines) or lines[-1] - lines[0] + 1 < HEIGHTS[0]:
            continue
        top, first = box.y + int(lines[0]), box.x + left + int(columns[0])
        found += _parted(
            strength, Rect(first, top, int(np.ptp(columns)) + 1, int(np.ptp(lines)) + 1)
        )
    return found


def _is_known(letter: Letter) -> bool:
    """Return True if a stroke is clearly one letter or digit."""
    shape = letter.shape.reshape(1, -1)
    return any(_named(shape, name)[1][0] >= CLEAR_LETTER for name in ("digits.npz", "letters.npz"))


def shaped(strength: Levels) -> Samples:
    """Return a letter brought to one size and length one, its proportions kept."""
    h, w = strength.shape
    wide = int(np.clip(round(w * HEIGHT / h), 1, WIDTH))
    small = cv2.resize(strength.astype(np.float32), (wide, HEIGHT), interpolation=cv2.INTER_AREA)
    out = np.zeros((HEIGHT, WIDTH), np.float32)
    left = (WIDTH - wide) // 2
    out[:, left : left + wide] = small
    soft = np.asarray(cv2.GaussianBlur(out, (3, 3), 0), np.float32)
    return np.asarray(soft / max(float(np.linalg.norm(soft)), 1e-6), np.float32)


def _grouped(strokes: list[Rect]) -> list[list[Rect]]:
    """Return strokes of about one height on one level, near each other, from left to right."""
    rest = strokes
    lines = []
    while rest:
        first, line, others = rest[0], [rest[0]], []
        last, furthest = first.right, LINE_GAP * HIGHER * first.h
        for i, box in enumerate(rest[1:], 1):
            if box.x - last > furthest:
                others += rest[i:]
                break
            level = abs(box.bottom - first.bottom) <= max(MIN_LEVEL, LEVEL_SHARE * first.h)
            alike = LOWER * first.h <= box.h <= HIGHER * first.h
            if level and alike and -1 <= box.x - last <= LINE_GAP * max(first.h, box.h):
                line.append(box)
                last = box.right
            else:
                others.append(box)
        lines.append(line)
        rest = others
    return lines


def _read(line: list[Letter], marks: list[Rect], as_digits: Names, as_letters: Names) -> WordLine:
    """Return a line, given what its letters are as digits and as letters."""
    digits, digit_likeness = as_digits
    digits = "".join(
        "." if letter.box.w > MAX_DIGIT_ASPECT * letter.box.h else name
        for letter, name in zip(line, digits, strict=True)
    )
    letters, letter_likeness = as_letters
    height = max(letter.box.h for letter in line)
    gaps = [b.box.x - a.box.right for a, b in pairwise(line)]
    starts = [0, *(i for i, gap in enumerate(gaps, 1) if gap > WORD_GAP * height)]
    parts = [slice(a, b) for a, b in zip(starts, [*starts[1:], len(line)], strict=True)]
    words = []
    for part in parts:
        boxes = [letter.box for letter in line[part]]
        likeness = digit_likeness[part].mean() + NUMBER_BONUS, letter_likeness[part].mean()
        is_number = likeness[0] >= likeness[1] and "." not in digits[part]
        text = digits[part] if is_number else letters[part]
        box = _around(boxes)
        clean = not is_number or not _signed(box, boxes, marks, [o.box for o in line])
        least = float((digit_likeness if is_number else letter_likeness)[part].min())
        words.append(Word(text, box, clean, least))
    return WordLine(" ".join(digits[part] for part in parts), tuple(words))


def _signed(number: Rect, boxes: list[Rect], marks: list[Rect], line: list[Rect]) -> bool:
    """Return True if a small sign is part of a number: a minus, a point, a colon before digits.

    A colon after a word is none.
    """
    reach = MARK_REACH * number.h
    for mark in marks:
        if (
            mark.h > MAX_MARK_HEIGHT * number.h
            or mark.bottom <= number.y
            or mark.y >= number.bottom
        ):
            continue
        if any(mark.x >= box.x and mark.right <= box.right for box in boxes):
            continue
        before = [box for box in line if box.right <= mark.x + 1]
        after = [box for box in line if box.x >= mark.right - 1]
        if number.x - reach <= mark.x and mark.right <= number.right + reach:
            if mark.x < number.x:
                # After a word a colon is no part of the number; alone it is a minus.
                gap = mark.x - max((box.right for box in before), default=-10_000)
                if gap > reach or max(before, key=lambda box: box.right) in boxes:
                    return True
                if mark.w > MINUS_ASPECT * mark.h and mark.w > MINUS_WIDTH * number.h:
                    return True
            elif after and min(box.x for box in after) - mark.right <= reach:
                return True
    return False


def _around(boxes: list[Rect]) -> Rect:
    left, top = min(b.x for b in boxes), min(b.y for b in boxes)
    return Rect(left, top, max(b.right for b in boxes) - left, max(b.bottom for b in boxes) - top)


def _named(flat: Samples, file: str) -> Names:
    """Return the likeliest name of each letter, `.` where none is near, and how near it is."""
    names, shapes = _known(file)
    likeness = flat @ shapes.T
    best = likeness.argmax(axis=1)
    near = likeness[np.arange(len(best)), best]
    text = "".join(names[k] if n >= NEAR_LETTER else "." for k, n in zip(best, near, strict=True))
    return text, near


@cache
def _known(file: str) -> tuple[str, Samples]:
    """Return the letters of common fonts in a file: their names and shapes."""
    with np.load(Path(__file__).with_name(file)) as stored:
        shapes = stored["pictures"].astype(np.float32).reshape(len(stored["pictures"]), -1)
        lengths = np.linalg.norm(shapes, axis=1, keepdims=True)
        return str(stored["names"]), np.asarray(shapes / lengths, np.float32)
