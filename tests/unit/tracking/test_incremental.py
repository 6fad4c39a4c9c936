from dataclasses import replace

import numpy as np
from support.vision_scenes import draw, game_at

from autosweep.board import HIDDEN, Phase
from autosweep.interfaces import Frame
from autosweep.tracking.incremental import IncrementalReader
from autosweep.vision.read import read


def test_a_tracked_game_is_read_as_it_goes_on() -> None:
    """After every click the tracker's board equals the game's."""
    game = game_at("early", 12, 14, 20, seed=3)
    look, px, corner = "light", 26, (20, 30)
    frame = Frame(draw(game.board, look, px, corner)[0])
    tracker = IncrementalReader(frame, read(frame, thorough=False)[0])
    layout = game.layout
    assert layout is not None
    for i in range(12 * 14):
        cell = game.board.cell(i)
        if game.board[cell] != HIDDEN or game.over:
            continue
        if i in layout.mines:
            game.mark(cell)
        else:
            game.open(cell)
        if i % 5 == 0 or game.over:
            later = tracker.update(Frame(draw(game.board, look, px, corner)[0]))
            assert later is not None
            assert later.board.cells == game.board.cells
    assert game.phase is Phase.WON
    assert later.phase is Phase.WON


def test_a_mine_total_that_was_read_stays_while_the_game_goes_on() -> None:
    game = game_at("early", 9, 9, 14, seed=3)
    frame = Frame(draw(game.board, "light", 26)[0])
    first = replace(read(frame, thorough=False)[0], assumed_mines=14)
    tracker = IncrementalReader(frame, first)
    layout = game.layout
    assert layout is not None
    hidden = [i for i, code in enumerate(game.board.cells) if code == HIDDEN]
    game.open(game.board.cell(next(i for i in hidden if i not in layout.mines)))
    later = tracker.update(Frame(draw(game.board, "light", 26)[0]))
    assert later is not None
    assert later.board.cells == game.board.cells != first.board.cells
    assert later.assumed_mines == 14


def test_the_same_image_gives_the_same_reading() -> None:
    frame = Frame(draw(game_at("middle", 9, 9, 10, seed=1).board, "classic", 22)[0])
    reading = read(frame, thorough=False)[0]
    assert IncrementalReader(frame, reading).update(Frame(frame.pixels.copy())) is reading


def test_a_board_that_moved_or_went_away_is_noticed() -> None:
    game = game_at("middle", 9, 9, 10, seed=1)
    size = (420, 420)
    frame = Frame(draw(game.board, "dark", 22, (40, 40), size)[0])
    reading = read(frame, thorough=False)[0]
    for other in (
        draw(game.board, "dark", 22, (49, 40), size)[0],
        draw(game.board, "dark", 26, (40, 40), size)[0],
        np.zeros_like(frame.pixels),
        frame.pixels[:120, :120].copy(),
    ):
        assert IncrementalReader(frame, reading).update(Frame(other)) is None
