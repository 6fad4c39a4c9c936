"""What the window shows after a game: which cells a won game has left hidden."""

from __future__ import annotations

import numpy as np

from autosweep.board import Board, Phase
from autosweep.geometry import Grid
from autosweep.play.game_view import _left_hidden
from autosweep.vision.reading import Reading


def reading(*rows: str) -> Reading:
    board = Board.parse(f"{len(rows)} {len(rows[0])}\n" + "\n".join(rows))
    edges = [tuple(20.0 * k for k in range(count + 1)) for count in (board.rows, board.cols)]
    sure = np.ones((board.rows, board.cols), np.float32)
    return Reading(board, Grid(*edges), sure, "generic", Phase.PLAYING)


def test_hidden_cells_of_the_ended_board_are_its_mines() -> None:
    ended = reading("?10", "110", "000")
    assert _left_hidden(ended, ended) == (ended.grid.cell_rect((0, 0)),)


def test_a_board_that_is_fresh_already_has_no_mines_to_flag() -> None:
    """A program may have begun the next game by itself: its cells are not to be flagged."""
    ended = reading("?10", "110", "000")
    assert _left_hidden(ended, reading("???", "???", "???")) == ()
    assert _left_hidden(ended, reading("????", "????", "????")) == ()
