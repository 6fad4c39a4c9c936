"""Pictures of games for the tests of the reader: any look, size, place and stage."""

from __future__ import annotations

from random import Random

import cv2
import numpy as np

from autosweep.board import FLAG, Board, Game
from autosweep.board.board import HIDDEN
from autosweep.client.scene import SceneLayout, render_scene
from autosweep.client.skins import find_skin
from autosweep.geometry import Grid
from autosweep.interfaces import Pixels

STAGES = ("fresh", "early", "middle", "late", "won", "lost")


def game_at(stage: str, rows: int, cols: int, mines: int, seed: int) -> Game:
    """Return a game brought to a stage by seeded clicks that avoid mines unless it is lost."""
    rng = Random(seed)
    game = Game(rows, cols, mines, seed=seed)
    if stage == "fresh":
        return game
    share = {"early": 0.03, "middle": 0.2, "late": 0.6, "won": 0.1, "lost": 0.3}[stage]
    for _ in range(1 + round(share * rows * cols)):
        _click(game, rng)
    layout = game.layout
    if layout is None:
        game.open((rows // 2, cols // 2))
        layout = game.layout
    assert layout is not None
    for i in range(rows * cols):
        cell = game.board.cell(i)
        if stage == "won" and i not in layout.mines and not game.over:
            if game.board[cell] == FLAG:
                game.mark(cell)
            game.open(cell)
        if stage == "lost" and i in layout.mines and not game.over:
            game.open(cell)
    return game


def _click(game: Game, rng: Random) -> None:
    board = game.board
    cell = board.cell(rng.randrange(len(board.cells)))
    layout = game.layout
    is_mine = layout is not None and board.index(cell) in layout.mines
    action = rng.random()
    # Wrong flags only where no flood can pass: a flag taken off beside a zero breaks the rules.
    closed = all(board[other] >= HIDDEN for other in board.neighbors(cell))
    if action < 0.7 and not is_mine:
        game.open(cell)
    elif is_mine or closed:
        for _ in range(1 + (action > 0.9)):
            game.mark(cell)


def draw(
    board: Board,
    skin: str,
    px: int,
    corner: tuple[int, int] = (37, 23),
    size: tuple[int, int] | None = None,
) -> tuple[Pixels, Grid]:
    """Return a picture with the game's window at a place, and the true lattice."""
    style = find_skin(skin)
    layout = SceneLayout.of(style, board.rows, board.cols, px)
    scene = render_scene(style, layout, board, mines_left=7)
    width, height = size or (layout.width + corner[0] + 60, layout.height + corner[1] + 45)
    picture = np.full((height, width, 3), (120, 96, 60), np.uint8)
    x, y = corner
    picture[y : y + layout.height, x : x + layout.width] = scene
    return picture, layout.grid.moved(x, y)


def digits_on_blank_ground() -> Pixels:
    """Return five tiles and some digits at multiples of 38 pixels: no board, though like one."""
    rng = Random("digits on blank ground")
    picture = np.full((480, 640, 3), (200, 200, 205), np.uint8)
    tiles = {(1, 1), (1, 2), (2, 1), (2, 2), (8, 10)}
    for row, col in ((row, col) for row in range(9) for col in range(11)):
        x, y = 40 + 38 * col, 40 + 38 * row
        if (row, col) in tiles:
            picture[y + 2 : y + 36, x + 2 : x + 36] = (150, 110, 90)
        elif rng.random() < 0.25:
            at, digit = (x + 12, y + 28), str(rng.randint(1, 3))
            cv2.putText(picture, digit, at, cv2.FONT_HERSHEY_SIMPLEX, 0.95, (20, 120, 20), 2)
    return picture
