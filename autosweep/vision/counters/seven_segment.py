"""The mine counter of clients that show it in seven segments above the board.

A misread total would make the solver certain of falsehoods, so this is strict: every digit must be
one of the ten patterns with lit and unlit segments far apart.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import product

import cv2
import numpy as np

from autosweep.geometry import Grid, Rect
from autosweep.interfaces import Pixels
from autosweep.vision.arrays import Samples
from autosweep.vision.counters.thresholds import (
    BRIGHT_QUANTILE,
    DARK_QUANTILE,
    DIGIT_COUNTS,
    LIT,
    LIT_QUANTILE,
    MAX_DIGIT_WIDTH,
    MAX_ONE_WIDTH,
    MAX_UNEVEN,
    MIN_BRIGHT,
    MIN_DIGIT_PIXELS,
    MIN_ONE_LIT,
    MIN_PANEL_HEIGHT,
    MIN_PANEL_SPAN,
    MIN_REACH_CELL,
    PANEL_ASPECTS,
    PANEL_FRAMES,
    PANEL_GAP,
    PANEL_JOINS,
    PANEL_SIDE_PIXELS,
    PANEL_STEP,
    REACH_ABOVE_CELLS,
    SEGMENT_REACH,
    SEGMENT_VISIBLE,
    UNLIT,
)
from autosweep.vision.image import step_map

PATTERNS = {
    0b1111110: "0",
    0b0110000: "1",
    0b1101101: "2",
    0b1111001: "3",
    0b0110011: "4",
    0b1011011: "5",
    0b1011111: "6",
    0b1110000: "7",
    0b1111111: "8",
    0b1111011: "9",
    0b0000001: "-",
}
"""Segments a to g, the first bit is a: top, upper right, lower right, bottom, left ones, middle."""
PLACES = (
    (0.5, 0.05),
    (0.92, 0.27),
    (0.92, 0.73),
    (0.5, 0.95),
    (0.08, 0.73),
    (0.08, 0.27),
    (0.5, 0.5),
)
"""Middle of each segment in a digit's box, across and down."""
Measure = Callable[[Samples], np.floating]
MEASURES: tuple[Measure, ...] = (
    partial(np.quantile, q=LIT_QUANTILE),
    np.mean,
)
"""How bright a segment is: most of it, or all where unlit ones are drawn as every other pixel."""


def read_counter(pixels: Pixels, grid: Grid, *, right: bool = False) -> int | None:
    """Return what the left or right counter above a board shows, or None if it cannot be read."""
    for panel in _panels(pixels, grid, right=right):
        value = _read_panel(pixels[panel.y : panel.bottom, panel.x : panel.right])
        if value is not None:
            return value
    return None


def _panels(pixels: Pixels, grid: Grid, *, right: bool) -> list[Rect]:
    """Return busy rectangles of a counter's shape in the left or right half above a board."""
    box = grid.bbox
    reach = round(REACH_ABOVE_CELLS * max(MIN_REACH_CELL, grid.cell_size[1]))
    top, bottom = max(0, box.y - reach), max(0, box.y - PANEL_GAP)
    span = max(box.w // 2, MIN_PANEL_SPAN)
    start, end = box.x - PANEL_SIDE_PIXELS, box.x + span
    if right:
        start, end = box.right - span, box.right + PANEL_SIDE_PIXELS
    start, end = max(0, start), min(pixels.shape[1], end)
    if min(bottom - top, end - start) < MIN_PANEL_HEIGHT:
        return []
    part = pixels[top:bottom, start:end]
    busy = (step_map(np.ascontiguousarray(part))[:-1, :-1] > PANEL_STEP).astype(np.uint8)
    found = set()
    for reach in PANEL_JOINS:
        joined = cv2.morphologyEx(busy, cv2.MORPH_CLOSE, np.ones((max(1, reach // 2), reach)))
        _, _, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
        for x, y, w, h, _ in stats[1:]:
            if h >= MIN_PANEL_HEIGHT and PANEL_ASPECTS[0] * h <= w <= PANEL_ASPECTS[1] * h:
                found.add((int(start + x), int(top + y), int(w) + 1, int(h) + 1))
    # The tightest first: what lies round a panel may look like one more digit.
    return sorted((Rect(*place) for place in sorted(found)), key=lambda panel: panel.area)


def _read_panel(panel: Pixels) -> int | None:
    """Return the number in a panel, or None."""
    for share in PANEL_FRAMES:
        # The frame of a panel is no segment: the digits begin inside it.
        margin = max(1, round(share * panel.shape[0]))
        inside = panel[margin:-margin, margin:-margin].astype(np.float32)
        if min(inside.shape[:2]) < MIN_PANEL_HEIGHT - 2:
            break
        for ground in _grounds(inside):
            value = _read_segments(np.abs(inside - ground).max(axis=2))
            if value is not None:
                return value
    return None


def _grounds(inside: Samples) -> list[Samples]:
    """Return what the ground of a panel may be: its middle colour, or its darkest one."""
    colors = inside.reshape(-1, 3)
    brightness = colors.sum(axis=1)
    dark = colors[brightness <= np.quantile(brightness, DARK_QUANTILE)]
    return [np.median(colors, axis=0), np.median(dark, axis=0)]


def _read_segments(strength: Samples) -> int | None:
    """Return the number that segments show, given how much each pixel differs from the ground."""
    brightest = float(np.quantile(strength, BRIGHT_QUANTILE))
    if brightest < MIN_BRIGHT:
        return None
    share = np.clip(strength / brightest, 0, 1)
    seen = share > SEGMENT_VISIBLE
    rows, cols = np.flatnonzero(seen.any(axis=1)), np.flatnonzero(seen.any(axis=0))
    if min(len(rows), len(cols)) < MIN_DIGIT_PIXELS:
        return None
    share = share[rows[0] : rows[-1] + 1, cols[0] : cols[-1] + 1]
    for count, measure in product(DIGIT_COUNTS, MEASURES):
        text = _digits(share, count, measure)
        if text is not None:
            return int(text)
    return None


def _digits(share: Samples, count: int, measure: Measure) -> str | None:
    """Return the characters in equal slots, or None if one is unreadable."""
    height, width = share.shape
    starts = _slots(share, count)
    if starts is None:
        return None
    text = ""
    for left, right in starts:
        if right - left < MAX_ONE_WIDTH * height:
            # A one is as narrow as its segments; it must be lit above and below.
            halves = share[: height // 2, left:right], share[height // 2 :, left:right]
            if any(float((half > LIT).any(axis=1).mean()) < MIN_ONE_LIT for half in halves):
                return None
            text += "1"
            continue
        if right - left > MAX_DIGIT_WIDTH * height:
            return None
        bits = 0
        for x, y in PLACES:
            cx, cy = left + x * (right - left), y * height
            reach = max(1.0, SEGMENT_REACH * height)
            spot = share[
                max(0, round(cy - reach)) : max(1, round(cy + reach)),
                max(0, round(cx - reach)) : max(1, min(width, round(cx + reach))),
            ]
            value = float(measure(spot)) if spot.size else 0.5
            if UNLIT < value < LIT:
                return None
            bits = bits << 1 | (value >= LIT)
        if bits not in PATTERNS:
            return None
        text += PATTERNS[bits]
    try:
        int(text)
    except ValueError:
        return None
    return text


def _slots(share: Samples, count: int) -> list[tuple[int, int]] | None:
    """Return left and right end of each digit, by the gaps between them."""
    used = (share > SEGMENT_VISIBLE).any(axis=0)
    edges = np.flatnonzero(np.diff(np.concatenate([[0], used.astype(np.int8), [0]])))
    runs = [(int(a), int(b)) for a, b in zip(edges[::2], edges[1::2], strict=True)]
    if len(runs) != count:
        return None
    # All digits end at the right of their places; the frame of a panel is nearer than that.
    ends = np.diff([right for _, right in runs])
    return runs if np.ptp(ends) <= MAX_UNEVEN * share.shape[0] else None
