from __future__ import annotations

import pytest

from autosweep.bench.games import BenchGame, GameSeries
from autosweep.bench.playing import Outcome, play_all, play_one
from autosweep.board import FirstClick
from autosweep.engine import VARIABLE, core
from autosweep.errors import SettingsError
from autosweep.solver.strategy import STRATEGIES, find_strategy

needs_engine = pytest.mark.skipif(core() is None, reason="the engine is not built")


@needs_engine
@pytest.mark.parametrize("name", ["probabilistic", "expert"])
@pytest.mark.parametrize("rule", list(FirstClick))
def test_the_engine_plays_as_the_strategy_does_move_by_move(name: str, rule: FirstClick) -> None:
    series = GameSeries(10, 10, 20, rule, 3)
    games = [series.game(k) for k in range(25)]
    fast = play_all(name, games)
    slow = [play_one(find_strategy(name), game, 0) for game in games]
    assert [o.won for o in fast] == [o.won for o in slow]
    assert [o.guesses for o in fast] == [o.guesses for o in slow]
    for a, b in zip(fast, slow, strict=True):
        assert a.chances == pytest.approx(b.chances)
    assert len({o.won for o in fast}) == 2


@pytest.mark.parametrize("name", sorted(STRATEGIES))
def test_every_strategy_plays_without_the_engine(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, "pure")
    series = GameSeries(5, 5, 4, FirstClick.ZERO, 1)
    outcomes = play_all(name, [series.game(k) for k in range(4)])
    assert len(outcomes) == 4
    assert any(o.won for o in outcomes)


@pytest.mark.parametrize("name", sorted(STRATEGIES))
def test_a_mine_under_the_first_click_loses_and_no_mines_win(name: str) -> None:
    lost, won = play_all(name, [BenchGame(2, 2, (0,), 0), BenchGame(2, 2, (), 0)])
    assert (lost.won, won.won) == (False, True)
    assert lost.guesses == won.guesses == 0


def test_only_the_last_guess_of_a_lost_game_came_out_badly() -> None:
    lost, won = (
        Outcome(won=won, chances=(0.5, 0.8), guesses=2, seconds=0) for won in (False, True)
    )
    assert lost.tested == [(0.5, True), (0.8, False)]
    assert won.tested == [(0.5, True), (0.8, True)]


def test_an_unknown_strategy_is_refused() -> None:
    with pytest.raises(SettingsError, match="'expert'"):
        play_all("expret", [])
