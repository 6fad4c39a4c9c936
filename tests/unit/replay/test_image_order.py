"""The order of screenshots: names as people read them, else times, else the boards themselves."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from autosweep.board import Board, FirstClick, Game
from autosweep.replay.image_order import best_order, contradictions, natural_key


def a_game(seed: int) -> list[Board]:
    """Return the boards of a game that only opens safe cells."""
    game = Game(8, 8, 10, seed=seed, first_click=FirstClick.ZERO)
    boards = [game.board]
    game.open((3, 3))
    boards.append(game.board)
    layout = game.layout
    assert layout is not None
    for i in range(64):
        if i not in layout.mines and game.board.cells[i] > 8 and not game.over:
            game.open(divmod(i, 8))
            boards.append(game.board)
    return boards


def test_numbers_in_names_count() -> None:
    names = ["shot 10.png", "shot 9.png", "Shot 1.png"]
    assert sorted(names, key=lambda n: natural_key(Path(n))) == names[::-1]


def test_good_names_are_kept() -> None:
    boards = a_game(1) + a_game(2)
    order, by = best_order(boards, [0.0] * len(boards))
    assert (order, by) == (list(range(len(boards))), "name")


def test_times_of_the_files_put_bad_names_right() -> None:
    boards = a_game(3)
    shuffled = list(range(len(boards)))
    Random(1).shuffle(shuffled)
    order, by = best_order([boards[i] for i in shuffled], [float(i) for i in shuffled])
    assert [shuffled[i] for i in order] == list(range(len(boards)))
    assert by == "time"


@pytest.mark.parametrize("seed", range(5))
def test_what_is_open_puts_random_names_right(seed: int) -> None:
    """Two games, names and times without meaning, some images without a board."""
    boards: list[Board | None] = [*a_game(seed), *a_game(seed + 50), None, None]
    shuffled = list(range(len(boards)))
    Random(seed).shuffle(shuffled)
    mixed = [boards[i] for i in shuffled]
    order, by = best_order(mixed, [1.0] * len(mixed))
    assert by == "content"
    assert sorted(order) == list(range(len(mixed)))
    assert contradictions([mixed[i] for i in order]) == 1
