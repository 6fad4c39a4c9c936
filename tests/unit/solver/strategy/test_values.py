from __future__ import annotations

from array import array
from statistics import mean, stdev

import pytest

from autosweep.bench.games import SIZES, GameSeries
from autosweep.bench.playing import play_all
from autosweep.board import Board, FirstClick
from autosweep.engine import core
from autosweep.solver.strategy.expert import NODES, Expert
from autosweep.solver.strategy.expert_policy import Policy
from autosweep.solver.strategy.values import FEATURES, network

needs_engine = pytest.mark.skipif(core() is None, reason="the engine is not built")


def _weigh(series: GameSeries, layouts: list[bytes], policy: Policy) -> list[float]:
    engine = core()
    assert engine is not None
    found = engine.weigh_games(
        b"".join(layouts),
        series.rows,
        series.cols,
        series.start(),
        policy.numbers(),
        b"",
        NODES,
        0.0,
        1,
    )
    assert found is not None
    return list(array("d", found[0]))


def test_the_shipped_numbers_make_a_network() -> None:
    numbers = array("d", network())
    assert (len(numbers) - 3 * FEATURES - 1) % (FEATURES + 2) == 0


@needs_engine
def test_weighed_games_have_the_win_rate_of_real_ones() -> None:
    """So layouts are drawn with equal chances, and the chances to survive are exact."""
    series = GameSeries(6, 6, 7, FirstClick.SAFE, 21)
    games = [series.game(k) for k in range(200)]
    real = [float(o.won) for o in play_all("expert", games)]
    weights = _weigh(series, [game.mask() for game in games], Policy())
    error = ((stdev(real) ** 2 + stdev(weights) ** 2) / len(games)) ** 0.5
    assert abs(mean(real) - mean(weights)) < 4 * error
    assert stdev(weights) < 0.8 * stdev(real)


@needs_engine
def test_the_estimate_is_about_the_chance_to_win() -> None:
    """On expert boards whose corner shows a 1, against games played from there."""
    series = GameSeries(*SIZES["expert"], FirstClick.SAFE, 22)
    masks = [series.game(k).mask() for k in range(700)]
    masks = [mask for mask in masks if mask[1] + mask[series.cols] + mask[series.cols + 1] == 1]
    weights = _weigh(series, masks, Policy(deeper=0))
    board = Board.hidden(series.rows, series.cols, series.mines).with_cells({(0, 0): 1})
    choice = Expert().guess(board)
    assert choice is not None
    assert choice.estimate is not None
    assert not choice.exact
    assert choice.estimate == pytest.approx(mean(weights), abs=0.06)
    assert choice.runner_up_estimate is not None
