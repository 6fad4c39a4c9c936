"""Grids that are no game, parts of desktops without any grid, and the list of all other grids."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import numpy as np

from .furniture import background, stuff, window, words
from .grid_pen import GridPen
from .other_games import GAMES
from .shapes import Color, Picture, color, shifted


def calendar(rng: Random) -> GridPen:
    """A month."""
    pen = GridPen(rng, rng.choice([6, 7]), 7, (22, 64))
    start, ink = rng.randrange(7), pen.ink(pen.base)
    for r, c in pen.cells:
        pen.fill(r, c, pen.base)
        day = r * 7 + c - start - 6
        if r == 0:
            pen.write(r, c, "MTWTFSS"[c], ink, 0.45)
        elif 0 < day < 32:
            if rng.random() < 0.06:
                pen.disc(r, c, pen.colour(), 0.8)
            pen.write(r, c, str(day), ink, 0.42)
    if rng.random() < 0.5:
        pen.lines(pen.line)
    return pen


def seats(rng: Random) -> GridPen:
    """Seats of a hall with an aisle."""
    pen = GridPen(rng, rng.randint(6, 14), rng.randint(8, 18), (14, 36))
    free, taken = pen.colour(), pen.colour()
    aisle = rng.randrange(2, pen.cols - 2)
    for r, c in pen.cells:
        pen.fill(r, c, pen.base)
        if c != aisle:
            pen.fill(r, c, taken if rng.random() < 0.35 else free, 0.1, 0.2)
            if rng.random() < 0.3:
                pen.write(r, c, str(c + 1), pen.ink(free), 0.4)
    return pen


def spreadsheet(rng: Random) -> GridPen:
    """Cells with numbers and words, letters above, numbers at the left."""
    pen = GridPen(rng, rng.randint(8, 24), rng.randint(5, 12), (16, 26))
    pen = resized(pen, pen.h * rng.randint(2, 4), pen.h)
    head, ink = pen.darker(pen.base, 20), pen.ink(pen.base)
    for r, c in pen.cells:
        pen.fill(r, c, head if r == 0 or c == 0 else pen.base)
        if r == 0 or c == 0:
            pen.write(r, c, (" ABCDEFGHIJKLM"[c] if r == 0 else str(r)), ink, 0.55)
        elif rng.random() < 0.6:
            pen.write(r, c, rng.choice([str(rng.randint(0, 9999)), words(rng, 1)]), ink, 0.5)
    pen.lines(pen.line)
    return pen


def resized(pen: GridPen, w: int, h: int) -> GridPen:
    """Return a pen with cells of another size."""
    pen.w, pen.h = w, h
    shape = (pen.rows * h, pen.cols * w, 3)
    pen.canvas.pixels = np.broadcast_to(np.array(pen.base, np.float32), shape).copy()
    return pen


def keypad(rng: Random) -> GridPen:
    """A calculator, a telephone or a keyboard."""
    keys = rng.choice(["789/456*123-0.=+", "123456789*0#", "QWERTYUIOPASDFGHJKL;ZXCVBNM,."])
    cols = {16: 4, 12: 3}.get(len(keys), 10)
    pen = GridPen(rng, -(-len(keys) // cols), cols, (28, 80))
    gap, radius, raised = rng.uniform(0, 0.1), rng.choice([0, 0.1, 0.5]), rng.random() < 0.4
    face = pen.colour()
    for (r, c), key in zip(pen.cells, keys, strict=False):
        if raised:
            pen.bevel(r, c, face, 0.06)
        else:
            pen.fill(r, c, face, gap, radius)
        pen.write(r, c, key, pen.ink(face), 0.45)
    return pen


def colour_palette(rng: Random) -> GridPen:
    """Swatches of colours."""
    pen = GridPen(rng, rng.randint(3, 12), rng.randint(5, 16), (12, 40))
    gap = rng.choice([0, 0, 0.06, 0.12])
    start = np.array(color(rng))
    step_r, step_c = (np.array([rng.uniform(-30, 30) for _ in range(3)]) for _ in range(2))
    mixed = rng.random() < 0.4
    for r, c in pen.cells:
        tint = color(rng) if mixed else tuple(np.clip(start + r * step_r + c * step_c, 0, 255))
        pen.fill(r, c, tint, gap)
    return pen


def pixel_editor(rng: Random) -> GridPen:
    """A drawing of large pixels under a thin grid."""
    side = rng.choice([8, 12, 16, 24])
    pen = GridPen(rng, side, side, (10, 30))
    tints = [pen.colour() for _ in range(4)]
    noise = np.random.default_rng(rng.randrange(10**9)).normal(size=(side, side))
    noise += np.roll(noise, 1, 0) + np.roll(noise, 1, 1)
    for r, c in pen.cells:
        empty = pen.darker(pen.base, 15) if (r + c) % 2 else pen.base
        k = int(abs(noise[r, c]) * 1.2)
        pen.fill(r, c, empty if k == 0 else tints[min(3, k)])
    if rng.random() < 0.6:
        pen.lines(pen.line)
    return pen


def icons(rng: Random) -> GridPen:
    """Icons with names under them, as on a phone or a desktop."""
    pen = GridPen(rng, rng.randint(3, 6), rng.randint(3, 8), (50, 90))
    ink, plate = pen.ink(pen.base), rng.random() < 0.5
    for r, c in pen.cells:
        pen.fill(r, c, pen.base)
        if plate:
            pen.fill(r, c, pen.colour(), 0.15, 0.15)
        pen.picture(r, c, rng.randrange(40), 0.5)
        pen.canvas.text(c * pen.w + 6, (r + 1) * pen.h - 13, words(rng, 1), 10, ink)
    return pen


def contributions(rng: Random) -> GridPen:
    """Small squares of a year, shaded by how much was done."""
    pen = GridPen(rng, 7, rng.randint(15, 52), (9, 18))
    full = pen.colour()
    for r, c in pen.cells:
        t = rng.choice([0, 0, 0, 0.3, 0.6, 1.0])
        shade = shifted(pen.base, -18)
        tint = tuple(a * (1 - t) + b * t for a, b in zip(shade, full, strict=True))
        pen.fill(r, c, pen.base)
        pen.fill(r, c, tint, 0.12, 0.15)
    return pen


def tile_map(rng: Random) -> GridPen:
    """Ground, water and trees seen from above."""
    pen = GridPen(rng, rng.randint(8, 16), rng.randint(10, 22), (16, 40))
    kinds = [pen.colour() for _ in range(4)]
    noise = np.random.default_rng(rng.randrange(10**9)).normal(size=(pen.rows, pen.cols))
    noise += np.roll(noise, 1, 0) + np.roll(noise, 1, 1)
    for r, c in pen.cells:
        k = int(np.clip(noise[r, c] + 2, 0, 3))
        pen.fill(r, c, kinds[k])
        if k == 3 and rng.random() < 0.5:
            pen.picture(r, c, 7, 0.8)
    return pen


def periodic_table(rng: Random) -> GridPen:
    """Squares with one or two letters, not everywhere."""
    pen = GridPen(rng, 7, 18, (20, 44))
    groups = [pen.colour() for _ in range(6)]
    for r, c in pen.cells:
        if r > 2 or c < 2 or (c > 12 and r > 0):
            tint = groups[(c * 6) // 18]
            pen.fill(r, c, tint, 0.03)
            name = rng.choice("HLNKRCSFBAOPUTIYW") + rng.choice(["", *"aeiolrnu"])
            pen.write(r, c, name, pen.ink(tint), 0.45)
    return pen


def floor_tiles(rng: Random) -> GridPen:
    """Tiles of a floor with joints, each a little different."""
    pen = GridPen(rng, rng.randint(5, 14), rng.randint(6, 18), (16, 60))
    spread = rng.uniform(0, 14)
    for r, c in pen.cells:
        pen.fill(r, c, shifted(pen.base, rng.gauss(0, spread)), 0.03)
    return pen


def bricks(rng: Random) -> GridPen:
    """A wall of bricks: every second row is moved by half a brick."""
    pen = GridPen(rng, rng.randint(8, 20), rng.randint(5, 12), (12, 26))
    pen = resized(pen, pen.h * 2, pen.h)
    for r, c in pen.cells:
        pen.fill(r, c, shifted(pen.base, rng.gauss(0, 10)), 0.05)
    for r in range(1, pen.rows, 2):
        row = pen.canvas.pixels[r * pen.h : (r + 1) * pen.h]
        row[:] = np.roll(row, pen.w // 2, axis=1)
    return pen


def table(rng: Random) -> GridPen:
    """A table of numbers: results, times, prices."""
    pen = GridPen(rng, rng.randint(5, 16), rng.randint(4, 14), (18, 34))
    pen = resized(pen, round(pen.h * rng.uniform(1, 2.5)), pen.h)
    ink, banded = pen.ink(pen.base), rng.random() < 0.5
    digits = rng.choice([1, 1, 2, 3])
    for r, c in pen.cells:
        pen.fill(r, c, pen.darker(pen.base, 10) if banded and r % 2 else pen.base)
        if rng.random() < 0.9:
            pen.write(r, c, str(rng.randrange(10**digits)), ink, 0.5)
    if rng.random() < 0.6:
        pen.lines(pen.line)
    return pen


def heat_map(rng: Random) -> GridPen:
    """Shaded squares, some with a number."""
    pen = GridPen(rng, rng.randint(5, 12), rng.randint(5, 14), (20, 50))
    end, written = np.array(color(rng)), rng.random() < 0.5
    for r, c in pen.cells:
        t = rng.random()
        tint = tuple(np.array(pen.base) * (1 - t) + end * t)
        pen.fill(r, c, tint)
        if written:
            pen.write(r, c, f"{t:.1f}", pen.ink(tint), 0.35)
    return pen


def code_blocks(rng: Random) -> GridPen:
    """A square code of black and white modules."""
    side = rng.choice([21, 25, 29])
    pen = GridPen(rng, side, side, (9, 14))
    for r, c in pen.cells:
        corner = (min(r, side - 1 - r) < 7 and c < 7) or (r < 7 and c >= side - 7)
        ring = max(abs(r - (3 if r < 9 else side - 4)), abs(c - (3 if c < 9 else side - 4)))
        on = ring in (0, 1, 3) if corner else rng.random() < 0.5
        pen.fill(r, c, (0.0,) * 3 if on else (255.0,) * 3)
    return pen


def gallery(rng: Random) -> GridPen:
    """Small photographs in rows."""
    pen = GridPen(rng, rng.randint(2, 5), rng.randint(3, 6), (60, 90))
    for r, c in pen.cells:
        part = background(rng, pen.w - 6, pen.h - 6).pixels
        pen.part(r, c)[3:-3, 3:-3] = part
    return pen


def emoji_picker(rng: Random) -> GridPen:
    """Small pictures in rows without lines."""
    pen = GridPen(rng, rng.randint(4, 9), rng.randint(6, 12), (22, 48))
    for r, c in pen.cells:
        pen.fill(r, c, pen.base)
        pen.picture(r, c, rng.randrange(60), 0.7)
    return pen


def sequencer(rng: Random) -> GridPen:
    """Steps of a drum machine: pads in groups of four, some lit."""
    pen = GridPen(rng, rng.randint(4, 8), 16, (16, 40))
    off, lit = pen.colour(), pen.colour()
    for r, c in pen.cells:
        shade = off if c // 4 % 2 else pen.darker(off, 18)
        pen.fill(r, c, lit if rng.random() < 0.2 else shade, 0.08, 0.1)
    return pen


def hex_dump(rng: Random) -> GridPen:
    """Bytes in columns."""
    pen = GridPen(rng, rng.randint(8, 24), 16, (14, 26))
    ink = pen.ink(pen.base)
    for r, c in pen.cells:
        pen.fill(r, c, pen.base)
        pen.write(r, c, f"{rng.randrange(256):02x}", ink, 0.6)
    return pen


PLAIN = {
    "calendar": calendar, "seats": seats, "spreadsheet": spreadsheet, "keypad": keypad,
    "colour palette": colour_palette, "pixel editor": pixel_editor, "icons": icons,
    "contributions": contributions, "tile map": tile_map, "periodic table": periodic_table,
    "floor tiles": floor_tiles, "bricks": bricks, "table": table, "heat map": heat_map,
    "code blocks": code_blocks, "gallery": gallery,
    "emoji picker": emoji_picker, "sequencer": sequencer, "hex dump": hex_dump,
}  # fmt: skip


def desktop(rng: Random) -> tuple[Picture, Color]:
    """Return a part of a desktop without any grid: windows, text, icons."""
    w, h = rng.randint(300, 1000), rng.randint(250, 700)
    base = color(rng)
    canvas = background(rng, w, h, base)
    for _ in range(rng.randint(0, 4)):
        x, y = rng.randint(-50, w - 60), rng.randint(-30, h - 60)
        box = (x, y, x + rng.randint(150, 600), y + rng.randint(100, 400))
        c = rng.choice([(255.0,) * 3, (236.0,) * 3, (40.0,) * 3, color(rng)])
        under = window(canvas, rng, box, c)
        stuff(canvas, rng, (box[0] + 8, box[1] + under + 4, box[2] - 8, box[3] - 4), c)
    return canvas.pixels, base


def text_list(rng: Random) -> tuple[Picture, Color]:
    """Return lines of text."""
    base = rng.choice([(255.0,) * 3, (245.0,) * 3, (35.0,) * 3, color(rng)])
    canvas = background(rng, rng.randint(200, 700), rng.randint(150, 600), base)
    w, h = canvas.size
    stuff(canvas, rng, (4, 4, w - 4, h - 4), base)
    return canvas.pixels, base


WITHOUT_GRID: dict[str, Callable[[Random], tuple[Picture, Color]]] = {
    "desktop": desktop,
    "text": text_list,
}
OTHER_GRIDS = (*GAMES, *PLAIN, *WITHOUT_GRID)
OTHER_KEPT_OUT = ("draughts", "go", "memory", "battleship", "bingo", "seats", "tile map")
"""Other grids that are never used for training or tuning."""
OTHER_TRAINING = tuple(name for name in OTHER_GRIDS if name not in OTHER_KEPT_OUT)


def draw_other(rng: Random, kind: str) -> tuple[Picture, Color]:
    """Return the pixels of another grid and the colour round it."""
    if kind in WITHOUT_GRID:
        return WITHOUT_GRID[kind](rng)
    pen = (GAMES.get(kind) or PLAIN[kind])(rng)
    if rng.random() < 0.4:
        return pen.outlined(rng.randint(1, 8), pen.colour()), pen.around
    return pen.canvas.pixels, pen.around
