"""How the Tk fixture client draws a cell."""

from __future__ import annotations

import tkinter as tk
from dataclasses import dataclass

MINE, FLAG, FLOWER, QUESTION = "\u2739", "\u2691", "\u273f", "?"
_INKS = ("", "#1a5cc0", "#2a7d35", "#c2382c", "#55318f", "#94491b", "#147e7e", "#333333", "#7a7a7a")
_HOVERED = "#e9c49a"
_BRIGHT = (
    "",
    "#6cb4ff",
    "#78d884",
    "#ff8177",
    "#c9a2ff",
    "#ffb76e",
    "#69e2e0",
    "#ffffff",
    "#aaaaaa",
)


@dataclass(frozen=True)
class Look:
    """Colours and shape of a look."""

    page: str
    text: str
    hidden: tuple[str, str]
    """Of even and odd cells."""
    open: tuple[str, str]
    ink: str
    mark: str
    exploded: str
    gap: int = 0
    bevel: tuple[str, str] | None = None
    """Light and dark edge of a hidden cell."""
    line: str = ""
    """Outline of an open cell; none where empty."""
    hidden_line: str = ""
    radius: int = 0
    inks: tuple[str, ...] = _INKS


LOOKS = {
    "bevel": Look(
        "#d7dcd3", "#2c332a", ("#aab5a4",) * 2, ("#c4ccbf",) * 2, "#20261e", "#9c1d1d", "#dd6650",
        bevel=("#e6ede2", "#6d7768"), line="#98a392",
    ),
    "dark": Look(
        "#191620", "#d4cfe0", ("#473b60",) * 2, ("#262031",) * 2, "#eeeaf6", "#ffa15c", "#93303f",
        gap=2, inks=_BRIGHT,
    ),
    "rounded": Look(
        "#f7f5f0", "#4a4436", ("#d79a5b",) * 2, ("#efe6d8",) * 2, "#40382a", "#fffbe0", "#f09a8c",
        gap=4, radius=6,
    ),
    "chequered": Look(
        "#eef6fa", "#254656", ("#5ea3c4", "#5295b7"), ("#f0eadb", "#e5dcc8"), "#22414f", "#fff08a",
        "#e8775f",
    ),
    "bare": Look(
        "#fdfdfb", "#222222", ("#8a5a83",) * 2, ("#fdfdfb",) * 2, "#222222", "#ffffff", "#f4b4ae",
        hidden_line="#653f60",
    ),
    "table": Look(
        "#eeeeee", "#222222", ("#c9c4b4",) * 2, ("#fbfaf6",) * 2, "#222222", "#b3261e", "#ff9d8f",
        line="#9a9584", hidden_line="#7f7a6a",
    ),
}  # fmt: skip


@dataclass(frozen=True)
class Tile:
    """What a cell shows."""

    kind: str
    """hidden, hovered, open, mine or exploded."""
    text: str
    ink: str


def draw_cell(canvas: tk.Canvas, look: Look, at: tuple[int, int], pitch: int, tile: Tile) -> None:
    """Draw the cell of a row and column."""
    y, x = (pitch * k for k in at)
    kind, text = tile.kind, tile.text
    half = look.gap / 2
    left, top, right, bottom = x + half, y + half, x + pitch - half, y + pitch - half
    odd = sum(at) % 2
    hidden = kind in ("hidden", "hovered")
    ground = look.hidden[odd] if hidden else look.open[odd]
    if kind == "exploded":
        ground = look.exploded
    if kind == "hovered":
        ground = _HOVERED
    if look.radius:
        _rounded(canvas, (left, top, right, bottom), look.radius, ground)
    else:
        line = look.hidden_line if hidden else look.line
        canvas.create_rectangle(
            left, top, right, bottom, fill=ground, outline=line, width=1 if line else 0
        )
    if hidden and look.bevel:
        light, dark = look.bevel
        for k in range(3):
            corners = (left + k, bottom - 1 - k, left + k, top + k, right - 1 - k, top + k)
            canvas.create_line(*corners, fill=light)
            corners = (
                left + k,
                bottom - 1 - k,
                right - 1 - k,
                bottom - 1 - k,
                right - 1 - k,
                top + k,
            )
            canvas.create_line(*corners, fill=dark)
    if text:
        font = ("DejaVu Sans", -round(pitch * 0.55), "bold")
        canvas.create_text(x + pitch / 2, y + pitch / 2, text=text, fill=tile.ink, font=font)


def _rounded(
    canvas: tk.Canvas, box: tuple[float, float, float, float], radius: int, fill: str
) -> None:
    left, top, right, bottom = box
    points = []
    for x, dx in ((left, radius), (right, -radius)):
        ends = ((top, radius), (bottom, -radius))
        for y, dy in ends if x == left else reversed(ends):
            points.append(((x, y), (x + dx, y), (x, y + dy)))
    order = []
    for k, (corner, along, down) in enumerate(points):
        # Left top, left bottom, right bottom, right top: each corner is passed in turn.
        pair = (along, down) if k % 2 == 0 else (down, along)
        order += [pair[0], pair[0], corner, pair[1], pair[1]]
    flat = [value for point in order for value in point]
    canvas.create_polygon(*flat, fill=fill, smooth=True)
