"""Square elements beside a board, such as the face that starts a new game. Pure.

Counters, titles and lines are no squares on the board's middle axis; a face between two counters
is. What an element does is not known here: `play/new_game.py` verifies every click.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from autosweep.geometry import Rect
from autosweep.interfaces import Frame
from autosweep.vision.thresholds import (
    ICON_ASPECT,
    ICON_AXIS,
    ICON_BORDER,
    ICON_JOIN,
    ICON_LEVELS,
    ICON_LINE,
    ICON_OFF_AXIS,
    ICON_REACH,
    ICON_SIZES,
    MAX_ICONS_ASIDE,
    MIN_ICON_ASIDE,
)


def icons_beside(frame: Frame, board: Rect) -> tuple[Rect, ...]:
    """Return the square elements above and below a board, those on its middle axis first.

    Off the axis an element must be larger and alone or one of a pair: a row of icons is a toolbar.
    `board` and the result are in pixels of the frame.
    """
    middle = board.x + board.w / 2
    reach = round(max(ICON_SIZES[1], board.h) * ICON_REACH)
    above = Rect(board.x, board.y - reach, board.w, reach)
    below = Rect(board.x, board.bottom, board.w, reach)
    found: list[Rect] = []
    aside: list[Rect] = []
    for strip, upwards in ((above, True), (below, False)):
        part = frame.rect.intersect(strip)
        if part.w < ICON_SIZES[0] or part.h < ICON_SIZES[0]:
            continue
        boxes = _squares(frame.pixels[part.y : part.bottom, part.x : part.right])
        placed = [box.moved(part.x, part.y) for box in boxes]
        placed.sort(key=lambda box: (-box.bottom if upwards else box.y, -box.area))
        off = {box: abs(box.x + box.w / 2 - middle) for box in placed}
        found.extend(_outermost([box for box in placed if off[box] <= _tolerance(board)]))
        large = [box for box in placed if min(box.w, box.h) >= MIN_ICON_ASIDE and box not in found]
        others = _outermost(large)
        if len(others) <= MAX_ICONS_ASIDE:
            aside += [box for box in others if off[box] <= ICON_OFF_AXIS * board.w]
    return (*found, *(box for box in aside if not _overlaps(box, found)))


def _overlaps(box: Rect, others: list[Rect]) -> bool:
    return any(box.intersect(other).area for other in others)


def _tolerance(board: Rect) -> float:
    """Return how far off the middle axis of a board an element may be, in pixels."""
    return max(ICON_SIZES[0] / 2, ICON_AXIS * board.w)


def _squares(pixels: npt.NDArray[np.uint8]) -> list[Rect]:
    """Return the boxes of the square elements of a strip, or inside its wide buttons.

    An element is what stands off its ground: first by its edges, joined over small gaps, then by
    its colour against that of the strip.
    """
    grey = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
    gradient = cv2.morphologyEx(grey, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
    found = list(
        dict.fromkeys(
            box
            for mask in map(_without_lines, (gradient > ICON_LEVELS, _off_ground(pixels)))
            for join in ICON_JOIN
            for box in _parts(mask, join)
        )
    )
    pictures = [_picture_in(pixels, box) for box in found if _is_wide(box)]
    squares = [box for box in found if _is_square(box)]
    return list(dict.fromkeys((*squares, *(box for box in pictures if box is not None))))


def _off_ground(pixels: npt.NDArray[np.uint8]) -> npt.NDArray[np.bool_]:
    """Return the pixels that have another colour than most of a strip."""
    ground = np.median(pixels.reshape(-1, 3), axis=0)
    off: npt.NDArray[np.bool_] = np.abs(pixels.astype(np.int16) - ground).max(axis=2) > ICON_LEVELS
    return off


def _without_lines(mask: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Return a mask without the lines that go across it: the frame of a panel is no element."""
    shown = mask.copy()
    shown[mask.mean(axis=1) > ICON_LINE] = False
    return shown


def _parts(mask: npt.NDArray[np.bool_], join: int) -> list[Rect]:
    """Return the boxes of the parts of a mask; gaps below `join` pixels do not part them."""
    shown = mask.astype(np.uint8)
    kernel = np.ones((join, join), np.uint8)
    closed = shown if join == 1 else cv2.morphologyEx(shown, cv2.MORPH_CLOSE, kernel)
    _, _, stats, _ = cv2.connectedComponentsWithStats(closed, connectivity=8)
    return [Rect(x, y, w, h) for x, y, w, h, _area in stats[1:].tolist()]


def _picture_in(pixels: npt.NDArray[np.uint8], button: Rect) -> Rect | None:
    """Return the square element in the middle of a button that is wider than high, if it has one.

    It is all that the button shows: digits and letters are several elements.
    """
    inner = Rect(
        button.x + ICON_BORDER,
        button.y + ICON_BORDER,
        button.w - 2 * ICON_BORDER,
        button.h - 2 * ICON_BORDER,
    )
    part = pixels[inner.y : inner.bottom, inner.x : inner.right]
    boxes = _parts(_off_ground(part), ICON_JOIN[-1])
    if len(boxes) != 1 or not _is_square(boxes[0]):
        return None
    off = abs(boxes[0].x + boxes[0].w / 2 - inner.w / 2)
    return boxes[0].moved(inner.x, inner.y) if off <= ICON_BORDER else None


def _is_wide(box: Rect) -> bool:
    """Return True if a box may be a button that is wider than its picture."""
    smallest, largest = ICON_SIZES
    within = smallest + 2 * ICON_BORDER <= box.h and box.w <= largest
    return within and ICON_ASPECT[1] < box.w / box.h


def _is_square(box: Rect) -> bool:
    smallest, largest = ICON_SIZES
    low, high = ICON_ASPECT
    fits = smallest <= min(box.w, box.h) and max(box.w, box.h) <= largest
    return fits and low <= box.w / box.h <= high


def _outermost(boxes: list[Rect]) -> list[Rect]:
    """Return the boxes that lie in no other: the eyes of a face are no element of their own."""
    kept: list[Rect] = []
    for box in sorted(boxes, key=lambda each: -each.area):
        x, y = box.x + box.w / 2, box.y + box.h / 2
        if not any(other.contains(x, y) for other in kept):
            kept.append(box)
    return [box for box in boxes if box in kept]
