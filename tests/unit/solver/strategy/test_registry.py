from __future__ import annotations

from random import Random

import pytest

from autosweep.board import Board, Game, Phase
from autosweep.errors import SettingsError
from autosweep.solver.analyze import analyze
from autosweep.solver.moves import Move, MoveKind
from autosweep.solver.strategy import STRATEGIES, Strategy, find_strategy


def _choose(name: str, board: Board, seed: int = 0) -> list[Move]:
    return find_strategy(name).choose(board, analyze(board), Random(seed))


def test_every_strategy_is_registered_under_its_name() -> None:
    assert set(STRATEGIES) == {"linear", "random", "probabilistic", "expert"}
    assert all(isinstance(s, Strategy) and s.name == name for name, s in STRATEGIES.items())


def test_unknown_name_suggests_the_nearest() -> None:
    with pytest.raises(SettingsError, match="'probabilistic'"):
        find_strategy("probablistic")


@pytest.mark.parametrize("name", sorted(STRATEGIES))
def test_certain_cells_are_opened_all_at_once(name: str) -> None:
    moves = _choose(name, Board.from_rows(["1?", "1?", "0?", "0?"], 1))
    assert {move.cell for move in moves} == {(1, 1), (2, 1), (3, 1)}
    assert all(move.kind is MoveKind.OPEN and move.certain and move.why for move in moves)


@pytest.mark.parametrize("name", sorted(STRATEGIES))
def test_without_a_certain_cell_there_is_exactly_one_announced_guess(name: str) -> None:
    (move,) = _choose(name, Board.from_rows(["?1?", "???"], 1))
    assert move.kind is MoveKind.OPEN
    assert not move.certain
    assert move.why


@pytest.mark.parametrize("name", sorted(STRATEGIES))
def test_nothing_is_chosen_where_only_mines_are_left_or_nothing_fits(name: str) -> None:
    assert _choose(name, Board.from_rows(["1?1"], 1)) == []
    assert _choose(name, Board.from_rows(["2?0"], 1)) == []


@pytest.mark.parametrize("name", sorted(STRATEGIES))
def test_a_wrong_flag_is_taken_off_when_nothing_else_is_certain(name: str) -> None:
    (move,) = _choose(name, Board.from_rows(["0F0"], 0))
    assert (move.kind, move.cell, move.certain) == (MoveKind.FLAG, (0, 1), True)


def test_linear_sees_single_clues_only() -> None:
    board = Board.from_rows(["????", "1211"], 2)
    assert analyze(board).safe
    (move,) = _choose("linear", board)
    assert not move.certain
    assert move.probability is None


def test_linear_guesses_in_reading_order_past_its_mines() -> None:
    (move,) = _choose("linear", Board.from_rows(["?3??", "????", "????"], 5).with_mines(None))
    assert move.cell == (0, 0)
    (move,) = _choose("linear", Board.from_rows(["1F", "?1"], None))
    assert move.cell == (1, 0)


def test_random_spares_proven_mines_and_follows_its_seed() -> None:
    board = Board.from_rows(["1?W??????"], 3)
    chosen = {_choose("random", board, seed)[0].cell for seed in range(30)}
    assert (0, 1) not in chosen
    assert len(chosen) > 2
    assert _choose("random", board, 5) == _choose("random", board, 5)


def test_probabilistic_takes_the_lowest_probability() -> None:
    board = Board.from_rows(["?2?????", "???????"], 3)
    (move,) = _choose("probabilistic", board)
    assert move.probability == min(p for _, p in analyze(board).probability.items())


@pytest.mark.parametrize("name", sorted(STRATEGIES))
def test_games_are_only_lost_on_announced_guesses(name: str) -> None:
    strategy, random = find_strategy(name), Random(1)
    won = 0
    for seed in range(12):
        game = Game(9, 9, 10, seed=seed)
        while not game.over:
            moves = strategy.choose(game.board, analyze(game.board), random)
            assert moves
            for move in moves:
                game.open(move.cell)
            assert game.phase is not Phase.LOST or not moves[-1].certain
        won += game.phase is Phase.WON
    assert won >= {"linear": 1, "random": 3, "probabilistic": 8, "expert": 8}[name]
