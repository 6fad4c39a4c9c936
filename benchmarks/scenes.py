"""Drawn boards for the benchmarks of reading: games in built-in looks and invented themes."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import numpy as np
from invented import TRAINING, invent

from autosweep.board import FLAG, Board, Game
from autosweep.client.looks import LOOKS
from autosweep.client.scene import SceneLayout, render_scene
from autosweep.geometry import Cell, Rect
from autosweep.seams import Pixels

SIZES = ((9, 9, 10), (8, 10, 12), (16, 16, 40), (10, 14, 22), (16, 30, 99))
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


def invented_board(family: str, seed: int) -> DrawnBoard:
    """Return a game drawn in an invented theme of a family, somewhere on a plain ground."""
    rng = Random(f"{family}-{seed}")
    theme = invent(family, 10_000 + seed)
    rows, cols, mines = rng.choice(SIZES)
    px = rng.choice(CELL_SIZES)
    board = played(rows, cols, mines, seed=seed)
    size = (max(480, rows * px + 80), max(640, cols * px + 60))
    x, y = rng.randint(0, size[1] - cols * px), rng.randint(0, size[0] - rows * px)
    picture = np.empty((*size, 3), np.uint8)
    picture[:] = [rng.randrange(256) for _ in range(3)]
    for i, code in enumerate(board.cells):
        r, c = board.cell(i)
        tile = theme.cell(code, px, px, (r + c) % 2, (r, c))
        picture[y + r * px : y + r * px + px, x + c * px : x + c * px + px] = tile
    return DrawnBoard(picture, Rect(x, y, cols * px, rows * px), board)


def drawn_board(seed: int, *, builtin: bool) -> DrawnBoard:
    """Return a game in a built-in look, or in an invented theme of the training families."""
    rng = Random(f"scene-{seed}")
    if not builtin:
        return invented_board(rng.choice(TRAINING), seed)
    look = LOOKS[rng.choice(sorted(LOOKS))]
    rows, cols, mines = rng.choice(SIZES)
    layout = SceneLayout.of(look, rows, cols, rng.choice(CELL_SIZES))
    board = played(rows, cols, mines, seed=seed)
    return DrawnBoard(render_scene(look, layout, board).copy(), layout.grid.bbox, board)
