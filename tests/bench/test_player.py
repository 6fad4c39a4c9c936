"""Guards: seeded games, counted results and work, never seconds."""

from __future__ import annotations

import pytest

from autosweep.bench.games import SIZES, GameSeries
from autosweep.bench.playing import play_all
from autosweep.bench.statistics import calibrate
from autosweep.board import FirstClick
from autosweep.engine import core

pytestmark = pytest.mark.skipif(core() is None, reason="the engine is not built")


def test_the_expert_wins_more_than_the_least_risky_cell() -> None:
    """On 1,500 expert boards, the same for both; the true difference is three points."""
    series = GameSeries(*SIZES["expert"], FirstClick.ZERO, 11)
    games = [series.game(k) for k in range(1500)]
    expert, simple = (
        sum(outcome.won for outcome in play_all(name, games))
        for name in ("expert", "probabilistic")
    )
    assert expert > simple + 15
    assert expert > 0.52 * len(games)


def test_chances_come_true() -> None:
    """Announced chances are exact, so shares agree within what chance allows."""
    series = GameSeries(*SIZES["intermediate"], FirstClick.SAFE, 12)
    outcomes = play_all("expert", [series.game(k) for k in range(1000)])
    bins = [b for b in calibrate(pair for o in outcomes for pair in o.tested) if b.guesses > 50]
    assert len(bins) >= 3
    for part in bins:
        deviation = (part.said * (1 - part.said) / part.guesses) ** 0.5
        assert abs(part.said - part.was) < 4 * deviation
