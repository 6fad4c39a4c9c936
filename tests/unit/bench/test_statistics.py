from __future__ import annotations

from random import Random

import pytest

from autosweep.bench.statistics import Bin, Paired, Sequential, calibrate, compare, wilson


def test_wilson_against_published_values() -> None:
    """Newcombe (1998), table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29."""
    for won, games, low, high in (
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ):
        assert wilson(won, games) == pytest.approx((low, high), abs=5e-5)


def test_intervals_stay_within_bounds() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(7, 7)[1] == 1.0
    assert wilson(0, 7)[0] == 0.0


def test_players_are_compared_game_by_game_as_far_as_both_played() -> None:
    a = [True, True, False, True]
    b = [True, False, True, False, True]
    paired = compare(a, b)
    assert paired == Paired(games=4, a_only=2, b_only=1)
    assert paired.difference == pytest.approx(0.25)


def test_mcnemar_is_a_fair_coin() -> None:
    assert Paired(100, 8, 2).p_value == pytest.approx(2 * (1 + 10 + 45) / 1024)
    assert Paired(100, 5, 5).p_value == 1.0
    assert Paired(100, 0, 0).p_value == 1.0
    large = Paired(10_000, 560, 470)
    assert large.p_value == pytest.approx(0.0055, abs=0.0005)


def test_the_interval_of_a_difference_shrinks_with_the_games() -> None:
    few, many = Paired(100, 10, 5), Paired(10_000, 1000, 500)
    assert few.interval[0] < 0 < few.interval[1]
    assert many.interval[0] > 0
    assert Paired(0, 0, 0).interval == (-1.0, 1.0)


def test_calibration_compares_what_was_said_with_what_was() -> None:
    guesses = [(0.55, True), (0.52, False), (1.0, True), (0.91, True)]
    low, high = calibrate(guesses)
    assert (low.guesses, low.was) == (2, 0.5)
    assert low.said == pytest.approx(0.535)
    assert high == Bin(2, pytest.approx(0.955), 1.0)


def test_the_sequential_test_tells_a_better_player_from_an_equal_one() -> None:
    """Its errors are as rare as it promises, though it looks after every game."""
    wrong = {"better": 0, "not better": 0}
    used = []
    for seed in range(200):
        for gain, error in ((0.0, "better"), (0.05, "not better")):
            random = Random(f"{seed}/{gain}")
            a_only = b_only = games = 0
            verdict = "open"
            while verdict == "open":
                games += 1
                draw = random.random()
                a_only += draw < 0.1 + gain / 2
                b_only += draw > 0.9 + gain / 2
                if games >= 20:
                    verdict = Sequential(0.05, Paired(games, a_only, b_only)).verdict
            wrong[error] += verdict == error
            used.append(games)
    # 200 trials at 5 %: 10 expected, more than 22 once in ten thousand runs
    assert max(wrong.values()) <= 22
    assert 50 < sum(used) / len(used) < 1000


def test_without_games_nothing_is_decided() -> None:
    assert Sequential(0.01, Paired(0, 0, 0)).verdict == "open"
