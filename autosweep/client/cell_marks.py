"""Marks on the cells of the window: frames in the colour of what a cell is, and the heat map.

Everything here is an item of its own above the cells and is gone when help is off, so that the
window looks like any other Minesweeper then.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Iterable, Mapping

from autosweep.client.assist import CellMark, MarkKind
from autosweep.client.vector_shapes import mixed
from autosweep.geometry import Cell, Rect

COLOURS = {
    MarkKind.SAFE: "#12b25a",
    MarkKind.MINE: "#e02440",
    MarkKind.CLUE: "#f59e0b",
    MarkKind.OPEN: "#8b5cf6",
    MarkKind.RIGHT: "#12b25a",
    MarkKind.WRONG: "#e02440",
}
_COOL, _MIDDLE, _HOT = "#3cc46a", "#f7d34a", "#e5484d"
_FONT = "DejaVu Sans"
_TAG = "mark"
_HEAT_TAG = "heat"


def frame_width(px: int) -> int:
    """Return the thickness of a frame, in pixels."""
    return max(2, round(px * 0.11))


def heat_colour(probability: float) -> str:
    """Return the colour of a mine probability: green, yellow at a third, red."""
    if probability <= 1 / 3:
        return mixed(_COOL, _MIDDLE, probability * 3)
    return mixed(_MIDDLE, _HOT, (probability - 1 / 3) * 1.5)


def heat_text(probability: float) -> str:
    """Return a probability in percent; 0 and 100 are kept for what is certain."""
    if probability in (0.0, 1.0):
        return f"{100 * probability:.0f}"
    return f"{min(99, max(1, round(100 * probability)))}"


def draw_marks(canvas: tk.Canvas, marks: Iterable[CellMark], boxes: Mapping[Cell, Rect]) -> None:
    """Replace the marks on a canvas."""
    canvas.delete(_TAG)
    for mark in marks:
        box = boxes[mark.cell]
        wide = frame_width(box.w)
        inset = wide / 2
        left, top = box.x + inset, box.y + inset
        right, bottom = box.right - inset, box.bottom - inset
        colour = COLOURS[mark.kind]
        canvas.create_rectangle(left, top, right, bottom, outline=colour, width=wide, tags=_TAG)
        if mark.kind is MarkKind.WRONG:
            canvas.create_line(left, top, right, bottom, fill=colour, width=wide, tags=_TAG)
            canvas.create_line(left, bottom, right, top, fill=colour, width=wide, tags=_TAG)


def draw_heat(
    canvas: tk.Canvas, probabilities: Mapping[Cell, float], boxes: Mapping[Cell, Rect]
) -> None:
    """Replace the heat map on a canvas; an empty one takes it away."""
    canvas.delete(_HEAT_TAG)
    for cell, probability in probabilities.items():
        box = boxes[cell]
        inset = max(1, round(box.w * 0.08))
        canvas.create_rectangle(
            box.x + inset,
            box.y + inset,
            box.right - inset,
            box.bottom - inset,
            fill=heat_colour(probability),
            outline="",
            tags=_HEAT_TAG,
        )
        canvas.create_text(
            box.x + box.w / 2,
            box.y + box.h / 2,
            text=heat_text(probability),
            fill="#1b1b1b",
            # a negative size is in pixels, whatever the screen's resolution
            font=(_FONT, -max(7, round(box.w * 0.4))),
            tags=_HEAT_TAG,
        )
    canvas.tag_raise(_TAG)
