"""What the window shows after a game: cells that are left hidden, windows in its place."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from autosweep.board import Board, Phase
from autosweep.errors import Refused
from autosweep.geometry import Grid, Rect
from autosweep.interfaces import Frame, Window
from autosweep.play.game_view import GameView, _left_hidden
from autosweep.settings import PlaySettings
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


@pytest.mark.parametrize(
    ("opened", "told"), [(True, "shows the window 'Start'"), (False, "closed")]
)
def test_a_window_in_place_of_the_closed_one_is_named(
    opened: bool,  # noqa: FBT001
    told: str,
) -> None:
    """A start page on which nothing led to a game is still there: nobody closed the program."""
    page = Window(2, "Start", "Tk", Rect(0, 0, 300, 150))
    capture: Any = SimpleNamespace(
        grab=lambda _: Frame(np.zeros((150, 300, 3), np.uint8)), board_in=lambda _: None
    )
    guard: Any = SimpleNamespace(
        window=Window(1, "Mines", "Tk", Rect(0, 0, 300, 300)),
        successors=lambda _: [page] if opened else [],
    )
    board: Any = SimpleNamespace(capture=capture)
    waiting: Any = SimpleNamespace(now=lambda: 0.0)
    view = GameView(board, guard, waiting, PlaySettings(answer_time=0.0))
    view.pass_over(page)
    last: Any = SimpleNamespace(reading=reading("?10", "110", "000"))
    with pytest.raises(Refused, match=told):
        view.follow(last)
