"""Openings, 3BV, islands and the ZiNi against counts by playing."""

from __future__ import annotations

from random import Random

import pytest

from autosweep.board import HIDDEN, Game, Layout, Phase
from autosweep.board.metrics import bbbv, buried, islands, openings, zini


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


def test_islands_are_groups_of_numbers_far_from_openings() -> None:
    assert islands(Layout.parse(["*.*.*"])) == 2
    assert islands(Layout.parse(["....."])) == 0
    assert islands(Layout.parse(["*...*", "....."])) == 2
    assert islands(Layout.parse(["*.*", "...", "*.*"])) == 1


def test_buried_mines_have_only_mines_round_them() -> None:
    assert buried(Layout.parse(["***", "***", "***"])) == 9
    assert buried(Layout.parse(["**.", "**.", "..."])) == 1
    assert buried(Layout.parse(["***", "*.*", "***"])) == 0
    assert buried(Layout.parse(["*"])) == 0


@pytest.mark.parametrize("seed", range(30))
def test_the_zini_is_never_above_3bv_nor_below_what_can_be(seed: int) -> None:
    """With chords fewer clicks do, but each click opens at most eight units."""
    random = Random(seed)
    rows, cols = random.randint(2, 12), random.randint(2, 12)
    layout = Layout.random(rows, cols, random.randint(1, rows * cols // 3 + 1), random)
    assert bbbv(layout) / 8 <= zini(layout) <= bbbv(layout)


def test_a_chord_saves_clicks() -> None:
    """Round one mine: open an edge, mark the mine, chord three times; without chords eight."""
    ring = Layout.parse(["...", ".*.", "..."])
    assert (bbbv(ring), zini(ring)) == (8, 5)
    open_side = Layout.parse(["...", "..*", "..."])
    assert zini(open_side) == bbbv(open_side) == 3
