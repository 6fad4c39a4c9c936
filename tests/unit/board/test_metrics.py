"""Openings and 3BV against a count by playing."""

from __future__ import annotations

from random import Random

import pytest

from autosweep.board import HIDDEN, Game, Layout, Phase
from autosweep.board.metrics import bbbv, openings


def by_playing(layout: Layout) -> int:
    """Win by clicking zeros first and then what is left, and count the clicks."""
    game = Game.of_layout(layout)
    numbers = layout.numbers()
    clicks = 0
    for zeros in (True, False):
        for i, number in enumerate(numbers):
            cell = divmod(i, layout.cols)
            if i in layout.mines or (number == 0) is not zeros or game.board[cell] != HIDDEN:
                continue
            game.open(cell)
            clicks += 1
    assert game.phase is Phase.WON
    return clicks


@pytest.mark.parametrize("seed", range(40))
def test_3bv_is_the_number_of_clicks_that_win(seed: int) -> None:
    random = Random(seed)
    rows, cols = random.randint(1, 12), random.randint(2, 12)
    layout = Layout.random(rows, cols, random.randint(0, rows * cols - 1), random)
    assert bbbv(layout) == by_playing(layout)


def test_openings_may_share_numbers() -> None:
    assert openings(Layout.parse(["..*..", ".....", "*...*"])) == 3
    assert openings(Layout.parse(["....."])) == 1
    assert bbbv(Layout.parse(["*.*"])) == 1
