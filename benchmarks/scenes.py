"""Drawn boards for the benchmarks of reading: games in built-in looks and invented themes."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tools"))
from looks.themes import invent

from autosweep.board import FLAG, HIDDEN, UNREAD, Board, Game
from autosweep.board.topology import neighbors
from autosweep.client.scene import SceneLayout, render_scene
from autosweep.client.skins import SKINS
from autosweep.geometry import Cell, Rect
from autosweep.interfaces import Pixels

SIZES = ((9, 9, 10), (8, 10, 12), (16, 16, 40), (10, 14, 22), (16, 30, 99))
ODD_KINDS = {"zeros written": "0", "zeros as a mark": "_", "words over it": ""}
"""Kinds of boards that are hard to read, with what they show on empty cells."""
DRAWN_IN = (
    "bevel", "ruled", "gap", "chequered", "gradient", "dither", "grain", "picture", "outlined",
    "shine",
)  # fmt: skip
"""Families of the boards whose cells are spoilt: always the same, so that figures compare."""
ODD_IN = (*DRAWN_IN, "glow", "slope", "dashed", "glossy", "knobs", "photo", "neon")
"""Families of the boards that are hard to read, always the same too."""
CELL_SIZES = (16, 18, 20, 24, 25, 28, 30, 32, 36, 40, 48)


@dataclass(frozen=True, eq=False)
class DrawnBoard:
    """A picture of a board, where it lies on it and what it shows."""

    pixels: Pixels
    box: Rect
    board: Board

    def part(self, cell: Cell) -> Pixels:
        """Return the pixels of a cell, to be written to."""
        h, w = self.box.h // self.board.rows, self.box.w // self.board.cols
        y, x = self.box.y + cell[0] * h, self.box.x + cell[1] * w
        return self.pixels[y : y + h, x : x + w]


def played(rows: int, cols: int, mines: int, seed: int) -> Board:
    """Return a game somewhere between its first click and its end."""
    rng = Random(seed)
    game = Game(rows, cols, mines, seed=seed)
    game.open((rows // 2, cols // 2))
    layout = game.layout
    assert layout is not None
    for _ in range(rng.randrange(rows * cols)):
        i = rng.randrange(rows * cols)
        cell = game.board.cell(i)
        if i in layout.mines:
            if game.board[cell] != FLAG and rng.random() < 0.7:
                game.mark(cell)
        else:
            game.open(cell)
    if rng.random() < 0.25 and not game.over:
        for i in layout.mines:
            game.open(game.board.cell(i))
    return game.board


def unspread(rows: int, cols: int, mines: int, seed: int) -> Board:
    """Return a game of a client that opens one cell at a time, empty or not."""
    rng = Random(seed)
    game = Game(rows, cols, mines, seed=seed)
    game.open((rows // 2, cols // 2))
    layout = game.layout
    assert layout is not None
    share = rng.uniform(0.1, 0.7)
    shown = [HIDDEN] * (rows * cols)
    for i, near in enumerate(neighbors(rows, cols)):
        if i in layout.mines:
            shown[i] = FLAG if rng.random() < share / 2 else HIDDEN
        elif rng.random() < share:
            shown[i] = sum(j in layout.mines for j in near)
    return Board(rows, cols, bytes(shown))


def invented_board(family: str, seed: int, *, zero: str = "") -> DrawnBoard:
    """Return a game drawn in an invented theme of a family, somewhere on a plain ground.

    With a sign for `zero` the client writes it on empty cells and opens no others beside them.
    """
    rng = Random(f"{family}-{seed}")
    theme = replace(invent(family, 10_000 + seed), zero=zero)
    rows, cols, mines = rng.choice(SIZES)
    px = rng.choice(CELL_SIZES)
    board = (unspread if zero else played)(rows, cols, mines, seed=seed)
    size = (max(480, rows * px + 80), max(640, cols * px + 60))
    x, y = rng.randint(0, size[1] - cols * px), rng.randint(0, size[0] - rows * px)
    picture = np.empty((*size, 3), np.uint8)
    picture[:] = [rng.randrange(256) for _ in range(3)]
    for i, code in enumerate(board.cells):
        r, c = board.cell(i)
        tile = theme.cell(code, px, px, (r + c) % 2, (r, c))
        picture[y + r * px : y + r * px + px, x + c * px : x + c * px + px] = tile
    return DrawnBoard(picture, Rect(x, y, cols * px, rows * px), board)


def with_words(drawn: DrawnBoard, seed: int) -> DrawnBoard:
    """Return a board with words painted over the middle of it; cells beneath are not asked for."""
    rng = Random(f"words-{seed}")
    picture, box, board = drawn.pixels.copy(), drawn.box, drawn.board
    text = rng.choice(["GAME OVER", "You win!", "YOU LOST", "Congratulations!"])
    scale = rng.uniform(0.5, 0.9) * box.w / (18.0 * len(text))
    thick = max(1, round(3 * scale))
    (wide, tall), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, scale, thick)
    x, y = box.x + (box.w - wide) // 2, box.y + (box.h + tall) // 2
    tint = [rng.choice([0, 255]) for _ in range(3)]
    if rng.random() < 0.4:
        plate = [rng.randrange(256) for _ in range(3)]
        cv2.rectangle(picture, (x - 8, y - tall - 8), (x + wide + 8, y + 12), plate, -1)
    cv2.putText(picture, text, (x, y), cv2.FONT_HERSHEY_DUPLEX, scale, tint, thick, cv2.LINE_AA)
    changed = (picture != drawn.pixels).any(axis=2)
    px = box.h // board.rows
    under = {}
    for i in range(len(board.cells)):
        r, c = board.cell(i)
        top, left = box.y + r * px, box.x + c * px
        if changed[top : top + px, left : left + px].any():
            under[r, c] = UNREAD
    return DrawnBoard(picture, box, board.with_cells(under))


def odd_boards(kind: str, seed: int) -> DrawnBoard:
    """Return a board of a kind that is hard to read, in any family."""
    family = Random(f"{kind}-{seed}").choice(ODD_IN)
    if kind == "words over it":
        return with_words(invented_board(family, 500 + seed), seed)
    return invented_board(family, 500 + seed, zero=ODD_KINDS[kind])


def drawn_board(seed: int, *, builtin: bool) -> DrawnBoard:
    """Return a game in a built-in look, or in an invented theme of the training families."""
    rng = Random(f"scene-{seed}")
    if not builtin:
        return invented_board(rng.choice(DRAWN_IN), seed)
    look = SKINS[rng.choice(sorted(SKINS))]
    rows, cols, mines = rng.choice(SIZES)
    layout = SceneLayout.of(look, rows, cols, rng.choice(CELL_SIZES))
    board = played(rows, cols, mines, seed=seed)
    return DrawnBoard(render_scene(look, layout, board).copy(), layout.grid.bbox, board)
