from __future__ import annotations

import pytest

from autosweep.bench.games import BenchGame, GameSeries, parse_games, parse_size
from autosweep.board import FirstClick
from autosweep.errors import BadInput


@pytest.mark.parametrize("rule", list(FirstClick))
def test_a_series_gives_the_same_games_and_obeys_the_rule(rule: FirstClick) -> None:
    series = GameSeries(6, 7, 12, rule, 5)
    games = [series.game(k) for k in range(30)]
    assert games == [series.game(k) for k in range(30)]
    assert len({game.mines for game in games}) == 30
    assert all(len(game.mines) == 12 and sum(game.mask()) == 12 for game in games)
    assert any(game.start in game.mines for game in games) == (rule is FirstClick.NONE)
    beside = {16, 17, 18, 23, 24, 25, 30, 31, 32}
    if rule is FirstClick.ZERO:
        assert games[0].start == 24
        assert not any(beside & set(game.mines) for game in games)


def test_another_seed_gives_other_games() -> None:
    a, b = (GameSeries(9, 9, 10, FirstClick.SAFE, seed).game(0) for seed in (1, 2))
    assert a != b


def test_the_first_click_is_spared_even_where_there_is_no_room_for_an_area() -> None:
    game = GameSeries(3, 3, 8, FirstClick.ZERO, 0).game(0)
    assert game.start not in game.mines


def test_sizes_by_name_and_by_numbers() -> None:
    assert parse_size("expert") == (16, 30, 99)
    assert parse_size("5x6x7") == (5, 6, 7)
    for wrong in ("huge", "5x5x25", "0x5x0", "5x5", "9999x9999x3"):
        with pytest.raises(BadInput):
            parse_size(wrong)


def test_a_file_of_games_is_read_line_by_line() -> None:
    text = "# two games\n2 3 2 1 0 safe 5,3\n\n1 2 0 0 0 none\n"
    assert list(parse_games(text)) == [BenchGame(2, 3, (3, 5), 1), BenchGame(1, 2, (), 0)]


@pytest.mark.parametrize(
    "line",
    [
        "2 3 2 1 0 safe 5",
        "2 3 2 1 0 safe 5,5",
        "2 3 1 1 0 safe 6",
        "2 3 1 3 0 safe 5",
        "2 3 1 1 0 lucky 5",
        "2 3 1 1 0 safe 5 6",
        "2 3 one 1 0 safe 5",
        "2 3",
        "-2 -3 1 0 0 safe 1",
    ],
)
def test_a_wrong_line_is_named(line: str) -> None:
    with pytest.raises(BadInput, match="Line 2"):
        list(parse_games("1 2 0 0 0 none\n" + line))
