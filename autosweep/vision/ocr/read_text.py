"""Text lines of a frame, by the networks of `rapidocr` (PP-OCR, run by onnxruntime).

The networks come inside the wheel of that library, and their paths are given to it: nothing is ever
downloaded. The library is imported with the first frame, because that takes half a second. It reads
Latin, Chinese and Japanese text, and finds Cyrillic and Korean lines that `other_scripts` reads
then. Where it is not installed no text is read, and everything else works.
"""

from __future__ import annotations

import hashlib
import importlib.util
import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from autosweep.geometry import Rect
from autosweep.interfaces import Frame, Pixels
from autosweep.vision.ocr.other_scripts import line_read, tells_other_script
from autosweep.vision.ocr.thresholds import (
    EMPTY_MARGIN,
    LARGE_SCALE,
    LARGE_SIDE,
    LETTER_WIDTH,
    MAX_ASPECT,
    MAX_SIDE,
    MIN_AMONG_CONFIDENCE,
    MIN_CONFIDENCE,
    MIN_OTHER_CONFIDENCE,
    MIN_SIDE,
    THREADS,
)

MISSING = (
    "Text cannot be read because the packages `rapidocr` and `onnxruntime` are not installed, so "
    "buttons and result messages are not recognised."
)
"""What to say where `can_read_text` returns False."""

_DETECTOR, _RECOGNISER = "PP-OCRv6_det_small.onnx", "PP-OCRv6_rec_small.onnx"
"""Files of the networks inside the library."""
_LOCK = threading.Lock()
"""The engine keeps its networks between calls and is used by one thread at a time."""
_UNREAD = "\N{REPLACEMENT CHARACTER}"
"""Stands for a line of which nothing is read; the library would drop it."""
_KEPT = 8
"""Frames whose text is kept."""
_KNOWN: OrderedDict[bytes, tuple[TextLine, ...]] = OrderedDict()
"""What was found in the last frames, by a digest of their pixels."""


@dataclass(frozen=True, slots=True)
class TextLine:
    """One line of text."""

    text: str
    rect: Rect
    """The box of its letters, in pixels of the frame."""
    confidence: float
    """0 to 1."""


def can_read_text() -> bool:
    """Return True if the library that reads text is installed."""
    return all(importlib.util.find_spec(name) is not None for name in ("rapidocr", "onnxruntime"))


def read_text(
    frame: Frame,
    region: Rect | None = None,
    *,
    without: Sequence[Rect] = (),
    large: bool = False,
) -> tuple[TextLine, ...]:
    """Return the text lines of a frame, from top to bottom.

    `region` is a part of the frame in its pixels, None for all of it. What lies in `without` is not
    read: the numbers of a board take twenty times as long as the buttons round it, and the letters
    of a button beside them are found less well. `large` reads letters of 60 to 200 pixels, which
    are not found otherwise, and no small ones. A frame with several pixels for each point is read
    at one for each. Returns nothing where the library is missing; see `can_read_text`.
    """
    part = frame.rect if region is None else frame.rect.intersect(region)
    if part.w <= 0 or part.h <= 0 or not can_read_text():
        return ()
    painted = _painted_over(frame.pixels, without)
    part = _without_margins(painted, part)
    if part.area == 0:
        return ()
    shown = painted[part.y : part.bottom, part.x : part.right]
    density = max(1.0, min(frame.mapping.scale_x, frame.mapping.scale_y))
    pixels, scale = _reduced(shown, density) if large else _prepared(shown, density)
    lines = []
    for line in _found_in(pixels):
        box = line.rect
        inside = Rect(0, 0, part.w, part.h).intersect(
            Rect(*(round(value / scale) for value in (box.x, box.y, box.w, box.h)))
        )
        if line.text and line.confidence >= MIN_CONFIDENCE and inside.area:
            place = Rect(part.x + inside.x, part.y + inside.y, inside.w, inside.h)
            lines.append(TextLine(line.text, place, line.confidence))
    return tuple(sorted(lines, key=lambda line: (line.rect.y, line.rect.x)))


def prepare() -> None:
    """Load the networks in a thread, so that the first text is read at once.

    The process waits for it at its end.
    """
    if can_read_text():
        threading.Thread(target=_load, name="text reader").start()


def _load() -> None:
    # The networks are loaded for the first frame.
    with _LOCK:
        _engine()(np.full((MIN_SIDE, MIN_SIDE, 3), 255, np.uint8))


def _found_in(pixels: Pixels) -> tuple[TextLine, ...]:
    """Return the lines of the pixels; pixels that were shown lately are not read again.

    A page is asked for its banner, its start page and its text before a game, one after the other.
    """
    key = hashlib.sha256(repr(pixels.shape).encode() + pixels.tobytes()).digest()
    with _LOCK:
        if key in _KNOWN:
            _KNOWN.move_to_end(key)
        else:
            _KNOWN[key] = _in_all_scripts(pixels, _by_engine(pixels))
            if len(_KNOWN) > _KEPT:
                _KNOWN.popitem(last=False)
        return _KNOWN[key]


def _by_engine(pixels: Pixels) -> tuple[TextLine, ...]:
    """Return all lines that the library finds, also those of which it reads nothing."""
    found = _engine()(pixels)
    if found.boxes is None or found.txts is None:
        return ()
    lines = []
    for text, corners, score in zip(found.txts, found.boxes, found.scores, strict=True):
        left, top = corners.min(axis=0)
        right, bottom = corners.max(axis=0)
        place = Rect(round(left), round(top), round(right - left), round(bottom - top))
        known = text != _UNREAD and np.isfinite(score)
        lines.append(TextLine(text.strip(_UNREAD + " "), place, float(score) if known else 0.0))
    return tuple(lines)


def _in_all_scripts(pixels: Pixels, lines: tuple[TextLine, ...]) -> tuple[TextLine, ...]:
    """Return the lines, those in Cyrillic and Korean read by their own network.

    It is asked where a line was read in part only. Where one such line is found, the others of the
    frame may look like Latin text and be none.
    """
    own = {
        line: read
        for line in lines
        if _is_unread(line) and (read := _own_script(pixels, line, among=False))
    }
    if not own:
        return lines
    for line in lines:
        if line not in own and (read := _own_script(pixels, line, among=True)):
            own[line] = read
    return tuple(own.get(line, line) for line in lines)


def _is_unread(line: TextLine) -> bool:
    """Return True if a line is too wide for the letters that were read, or they are not certain."""
    letters = sum(not letter.isspace() for letter in line.text)
    narrow = letters * LETTER_WIDTH * line.rect.h < line.rect.w
    return narrow or line.confidence < MIN_CONFIDENCE


def _own_script(pixels: Pixels, line: TextLine, *, among: bool) -> TextLine | None:
    """Return a line as Cyrillic or Korean text; None if it is neither."""
    box = Rect(0, 0, pixels.shape[1], pixels.shape[0]).intersect(line.rect)
    if box.w < box.h // 2 or box.h < 1:
        return None
    text, confidence = line_read(pixels[box.y : box.bottom, box.x : box.right])
    least = MIN_AMONG_CONFIDENCE if among else MIN_OTHER_CONFIDENCE
    if confidence < least or not tells_other_script(text, among=among):
        return None
    return TextLine(text, line.rect, confidence)


def _painted_over(pixels: Pixels, places: Sequence[Rect]) -> Pixels:
    """Return pixels with some places in one colour, the most common one there."""
    whole = Rect(0, 0, pixels.shape[1], pixels.shape[0])
    parts = [part for place in places if (part := whole.intersect(place)).area]
    if not parts:
        return pixels
    inside = [pixels[p.y : p.bottom, p.x : p.right].reshape(-1, 3) for p in parts]
    colour = np.median(np.concatenate(inside), axis=0).astype(np.uint8)
    painted = pixels.copy()
    for part in parts:
        painted[part.y : part.bottom, part.x : part.right] = colour
    return painted


def _without_margins(pixels: Pixels, part: Rect) -> Rect:
    """Return a part of a frame without its empty margins; of size zero where all of it is empty.

    On a page of 1280 x 800 that was empty but for a line and a button the button was not found.
    """
    shown = pixels[part.y : part.bottom, part.x : part.right]
    drawn = (shown != shown[0, 0]).any(axis=2)
    rows, cols = np.flatnonzero(drawn.any(axis=1)), np.flatnonzero(drawn.any(axis=0))
    if not rows.size:
        return Rect(part.x, part.y, 0, 0)
    wide, tall = int(cols[-1] - cols[0] + 1), int(rows[-1] - rows[0] + 1)
    drawn_part = Rect(part.x + int(cols[0]), part.y + int(rows[0]), wide, tall)
    return part.intersect(drawn_part.grown(EMPTY_MARGIN))


def _reduced(pixels: Pixels, density: float) -> tuple[Pixels, float]:
    """Return pixels in which large letters have the size of small ones, and by what scaled."""
    height, width = pixels.shape[:2]
    scale = min(LARGE_SCALE / density, MAX_SIDE / max(height, width))
    size = max(1, round(width * scale)), max(1, round(height * scale))
    small = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)
    # The detector would enlarge anything smaller.
    below, right = max(0, LARGE_SIDE - size[1]), max(0, LARGE_SIDE - size[0])
    padded = cv2.copyMakeBorder(small, 0, below, 0, right, cv2.BORDER_REPLICATE)
    return np.asarray(padded, np.uint8), scale


def _prepared(pixels: Pixels, density: float) -> tuple[Pixels, float]:
    """Return pixels as the engine takes them, and by what they were scaled.

    `density` is how many pixels there are for each point. Letters of the usual size are read as
    well without the others, in a third of the time.
    """
    height, width = pixels.shape[:2]
    scale = min(1.0 / density, MAX_SIDE / max(height, width))
    if scale < 1:
        size = round(width * scale), round(height * scale)
        pixels = np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)
        height, width = pixels.shape[:2]
    least = max(MIN_SIDE, -(-max(height, width) // MAX_ASPECT))
    below, right = max(0, least - height), max(0, least - width)
    if below or right:
        padded = cv2.copyMakeBorder(pixels, 0, below, 0, right, cv2.BORDER_REPLICATE)
        pixels = np.asarray(padded, np.uint8)
    return pixels, scale


@lru_cache(maxsize=1)
def _engine() -> Any:
    """Return the one engine of this process."""
    import rapidocr

    class AllLines(rapidocr.RapidOCR):  # type: ignore[misc]
        """Keeps lines of which nothing is read: they may be in another script."""

        def recognize_txt(self, img_list: Any) -> Any:
            found = super().recognize_txt(img_list)
            if found.txts is not None:
                found.txts = tuple(text if text.strip() else _UNREAD for text in found.txts)
            return found

    models = Path(rapidocr.__file__).parent / "models"
    return AllLines(
        params={
            "Global.log_level": "critical",
            # Text on buttons is never upside down.
            "Global.use_cls": False,
            "Global.text_score": -1.0,
            "Global.max_side_len": 2 * MAX_SIDE,
            "Det.model_path": str(models / _DETECTOR),
            "Rec.model_path": str(models / _RECOGNISER),
            "EngineConfig.onnxruntime.intra_op_num_threads": THREADS,
            "EngineConfig.onnxruntime.inter_op_num_threads": 1,
        }
    )
