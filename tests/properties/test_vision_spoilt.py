"""Boards with spoilt cells: what is called sure never contradicts itself."""

from random import Random

import numpy as np
import pytest
from support.vision_scenes import draw, game_at

from autosweep import analyze
from autosweep.board import UNREAD, Board
from autosweep.client.skins import SKINS
from autosweep.vision.read import read
from autosweep.vision.reading import ACT_CONFIDENCE


@pytest.mark.parametrize("skin", SKINS)
def test_sure_cells_of_a_spoilt_board_are_possible(skin: str) -> None:
    """Cells are swapped and replaced by others of the same look; the solver is the judge."""
    themed = 0
    for seed in range(4):
        rng = Random(f"{skin}-{seed}")
        board = game_at("middle", 9, 12, 18, seed=seed).board
        pixels, grid = draw(board, skin, 24)
        for _ in range(3):
            one, other = (grid.cell_rect(board.cell(rng.randrange(108))) for _ in range(2))
            part = pixels[one.y : one.bottom, one.x : one.right].copy()
            taken = pixels[other.y : other.bottom, other.x : other.right].copy()
            pixels[one.y : one.bottom, one.x : one.right] = taken
            if rng.random() < 0.5:
                pixels[other.y : other.bottom, other.x : other.right] = part
        (reading,) = read(pixels, thorough=False)
        codes = np.frombuffer(reading.board.cells, np.uint8).reshape(9, 12)
        sure = np.where(reading.confidence >= ACT_CONFIDENCE, codes, np.uint8(UNREAD))
        assert analyze(Board(9, 12, sure.astype(np.uint8).tobytes())).consistent
        themed += bool((sure == board_codes(board)).mean() > 0.6)
    assert themed >= 3


def board_codes(board: Board) -> np.ndarray:
    return np.frombuffer(board.cells, np.uint8).reshape(board.rows, board.cols)
