"""What lies over a board: pointers, hover colours, dialogs, banners, buttons, dimming."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import cv2
import numpy as np

from .dataset import LabelledBoard
from .furniture import Canvas, ink_on, stuff, window, words
from .shapes import color, shifted

COVERED_SHARE = 0.35
"""A cell of which more than this share is covered cannot be told."""
ARROW = ((0, 0), (0, 16), (4, 12), (7, 18), (9, 17), (6, 11), (12, 11))
HAND = ((4, 0), (6, 0), (6, 6), (13, 8), (13, 14), (10, 18), (4, 18), (0, 11), (2, 10), (4, 12))


def hide(board: LabelledBoard, box: tuple[float, float, float, float]) -> LabelledBoard:
    """Return a board whose cells under a box cannot be told."""
    x0, y0, x1, y1 = box
    cells = []
    for r, line in enumerate(board.cells):
        top, low = board.row_edges[r : r + 2]
        tall = max(0.0, min(low, y1) - max(top, y0)) / (low - top)
        row = ""
        for c, symbol in enumerate(line):
            left, right = board.col_edges[c : c + 2]
            wide = max(0.0, min(right, x1) - max(left, x0)) / (right - left)
            row += (
                "!"
                if tall * wide > COVERED_SHARE or (tall * wide > 0.1 and symbol != "?")
                else symbol
            )
        cells.append(row)
    return replace(board, cells=tuple(cells))


def hide_covered(board: LabelledBoard, covered: np.ndarray) -> LabelledBoard:
    """Return a board whose cells that are mostly covered cannot be told."""
    cells = []
    for r, line in enumerate(board.cells):
        y0, y1 = (round(v) for v in board.row_edges[r : r + 2])
        row = ""
        for c, symbol in enumerate(line):
            x0, x1 = (round(v) for v in board.col_edges[c : c + 2])
            part = covered[max(0, y0) : y1, max(0, x0) : x1]
            row += "!" if part.size and part.mean() > COVERED_SHARE else symbol
        cells.append(row)
    return replace(board, cells=tuple(cells))


def pointer(rng: Random, canvas: Canvas, board: LabelledBoard) -> LabelledBoard:
    """Draw a pointer over the board; small cells under it cannot be told."""
    x = rng.uniform(board.col_edges[0], board.col_edges[-1])
    y = rng.uniform(board.row_edges[0], board.row_edges[-1])
    shape = np.array(rng.choice([ARROW, ARROW, HAND]), np.float32)
    points = np.round(shape * rng.choice([1, 1, 1.5, 2]) + (x, y)).astype(np.int32)
    fill, rim = ((255, 255, 255), (0, 0, 0)) if rng.random() < 0.7 else ((0, 0, 0), (255, 255, 255))
    cv2.fillPoly(canvas.pixels, [points], fill)
    cv2.polylines(canvas.pixels, [points], isClosed=True, color=rim, thickness=1)
    covered = np.zeros(canvas.pixels.shape[:2], np.float32)
    cv2.fillPoly(covered, [points], 1.0)
    return hide_covered(board, covered)


def window_over(rng: Random, canvas: Canvas, board: LabelledBoard) -> LabelledBoard:
    """Draw another window over a corner or a side of the board."""
    x0, x1 = board.col_edges[0], board.col_edges[-1]
    y0, y1 = board.row_edges[0], board.row_edges[-1]
    w, h = (x1 - x0) * rng.uniform(0.15, 0.6), (y1 - y0) * rng.uniform(0.15, 0.6)
    left = rng.choice([x0 - w * rng.uniform(0.1, 0.6), x1 - w * rng.uniform(0.4, 0.9)])
    top = y0 + rng.uniform(-0.2, 0.9) * (y1 - y0)
    box = (round(left), round(top), round(left + w), round(top + h))
    c = rng.choice([(255.0,) * 3, (236.0,) * 3, (40.0,) * 3, color(rng)])
    under = window(canvas, rng, box, c)
    stuff(canvas, rng, (box[0] + 6, box[1] + under + 4, box[2] - 6, box[3] - 4), c)
    return hide(board, (left, top, left + w, top + max(h, under)))


def hover(rng: Random, canvas: Canvas, board: LabelledBoard) -> None:
    """Lighten, darken or frame one cell, as clients do under the pointer."""
    r, c = rng.randrange(board.rows), rng.randrange(board.cols)
    y0, y1 = (round(v) for v in board.row_edges[r : r + 2])
    x0, x1 = (round(v) for v in board.col_edges[c : c + 2])
    part = canvas.pixels[y0:y1, x0:x1]
    if rng.random() < 0.7:
        part[:] = np.clip(part + rng.choice([-25, 20, 35]), 0, 255)
    else:
        cv2.rectangle(canvas.pixels, (x0, y0), (x1 - 1, y1 - 1), color(rng), 1)


def dialog(rng: Random, canvas: Canvas, board: LabelledBoard) -> LabelledBoard:
    """Draw a dialog, a banner, a card or a round button over the board."""
    x0, x1 = board.col_edges[0], board.col_edges[-1]
    y0, y1 = board.row_edges[0], board.row_edges[-1]
    kind = rng.choice(["dialog", "dialog", "banner", "words", "button"])
    c = rng.choice([(240.0,) * 3, (255.0,) * 3, (50.0,) * 3, color(rng)])
    if kind == "button":
        r = round(rng.uniform(0.8, 1.6) * (board.col_edges[1] - x0))
        x, y = rng.uniform(x0, x1), rng.uniform(y0, y1)
        cv2.circle(canvas.pixels, (round(x), round(y)), r, c, -1, cv2.LINE_AA)
        canvas.text(round(x) - r // 3, round(y) - r // 2, "+", r, ink_on(c))
        return hide(board, (x - r, y - r, x + r, y + r))
    w, h = (x1 - x0) * rng.uniform(0.3, 0.9), (y1 - y0) * rng.uniform(0.12, 0.45)
    left, top = (
        x0 + rng.uniform(-0.1, 0.9) * (x1 - x0 - w),
        y0 + rng.uniform(0, 0.9) * (y1 - y0 - h),
    )
    if kind == "banner":
        left, w = x0 - 3, x1 - x0 + 6
    box = (round(left), round(top), round(left + w), round(top + h))
    size = max(9, min(round(h / 3), round(w / 9), 40))
    text = rng.choice(
        ["You win!", "Game over", "You lost", "Congratulations", "Paused", "New game?"]
    )
    if kind == "words":
        wide = canvas.text(box[0], box[1], text, size, color(rng))
        return hide(board, (left, top, left + wide, top + size * 1.3))
    canvas.bevel(box, c)
    if kind == "dialog":
        canvas.rectangle((box[0] + 1, box[1] + 1, box[2] - 1, box[1] + size + 4), color(rng))
        canvas.bevel(
            (box[0] + 8, box[3] - size - 8, box[0] + 8 + 4 * size, box[3] - 4), shifted(c, -15)
        )
        canvas.text(
            box[0] + 14, box[3] - size - 7, rng.choice(["OK", "Yes", "Play"]), size, ink_on(c)
        )
    canvas.text(box[0] + 8, box[1] + size + 6, text, size, ink_on(c))
    if h > 5 * size:
        canvas.text(box[0] + 8, box[1] + 3 * size, words(rng, 3), size * 2 // 3 + 3, ink_on(c))
    return hide(board, (left, top, left + w, top + h))


def dim(rng: Random, canvas: Canvas, box: tuple[int, int, int, int]) -> None:
    """Lay a translucent colour over a part of the canvas."""
    x0, y0, x1, y1 = (max(0, v) for v in box)
    part = canvas.pixels[y0:y1, x0:x1]
    tint = rng.choice([(0.0,) * 3, (0.0,) * 3, (255.0,) * 3, color(rng)])
    share = rng.uniform(0.15, 0.5)
    part[:] = part * (1 - share) + np.array(tint, np.float32) * share
