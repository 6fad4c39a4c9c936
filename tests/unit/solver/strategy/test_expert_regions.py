"""Closed regions, coin tosses and dead cells, against every order of opening cells."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from support.closed_regions import Position
from support.optimum import optimum
from support.solver_boards import stuck_positions

from autosweep.board import Board, Game, Layout
from autosweep.engine import core
from autosweep.limit import Limit
from autosweep.solver.analyze import analyze
from autosweep.solver.strategy.expert import Expert
from autosweep.solver.strategy.expert_policy import Choice, Policy

pytestmark = pytest.mark.skipif(core() is None, reason="the engine is not built")
AMPLE = Limit(nodes=100_000_000)


def _choose(board: Board, policy: Policy, limit: Limit = AMPLE) -> Choice:
    choice = Expert(policy, limit).guess(board)
    assert choice is not None
    return choice


@cache
def _small() -> list[Position]:
    """Return dense positions with few hidden cells, which mines cut into pieces."""
    return [
        Position.of(board)
        for rows, cols, mines in ((3, 8, 9), (5, 5, 9))
        for seed in range(140)
        for board in stuck_positions(rows, cols, mines, seed)
        if sum(code > 8 for code in board.cells) <= 13
    ]


def _won_after(board: Board, cell: int) -> int:
    """Return how many layouts are won by the best play after a cell was opened."""
    shown = (board.with_cells({board.cell(cell): digit}) for digit in range(9))
    return sum(optimum(after)[0] for after in shown if analyze(after).consistent)


def test_regions_searched_alone_multiply_to_the_optimum() -> None:
    """No search over the layouts of the whole board is allowed, only over those of one region."""
    tried = 0
    for position in _small():
        board, regions = position.board, position.regions()
        if len(regions) < 2:
            continue
        largest = max(len(position.layouts_within(region)) for region in regions)
        won, layouts = optimum(board)
        assert layouts > largest
        choice = _choose(board, Policy(layouts=largest))
        assert choice.exact, board
        assert choice.region > 1
        assert choice.score == pytest.approx(won / layouts), board
        assert _won_after(board, choice.cell) == won, board
        tried += 1
    assert tried >= 14


def test_regions_that_only_share_the_mine_total_are_one_game() -> None:
    """Their cells are apart, but a mine more in one is a mine less in the other."""
    games = (
        (2, 10, 6, 4),
        (2, 10, 6, 42),
        (2, 10, 6, 116),
        (3, 7, 8, 44),
        (3, 7, 8, 61),
        (4, 5, 7, 36),
    )
    tried = 0
    for game in games:
        for board in stuck_positions(*game):
            if sum(code > 8 for code in board.cells) <= 13:
                won, layouts = optimum(board)
                choice = _choose(board, Policy(layouts=layouts))
                assert choice.exact
                assert choice.score == pytest.approx(won / layouts), board
                tried += 1
    assert tried >= 12


def test_a_coin_toss_is_guessed_at_once_and_nothing_is_lost_by_it() -> None:
    """Its cells have hidden neighbours outside, which see the same in both cases."""
    tried = 0
    for position in _small():
        tosses = position.coin_tosses()
        if len(position.layouts) == 2 or not tosses or len(position.regions()) > 1:
            continue
        board = position.board
        choice = _choose(board, Policy(layouts=1))
        assert (choice.coin_toss, choice.exact) == (True, False)
        assert any(choice.cell in toss for toss in tosses)
        assert choice.survival == pytest.approx(0.5)
        assert _won_after(board, choice.cell) == optimum(board)[0], board
        tried += 1
    assert tried >= 10


def test_a_dead_cell_is_never_preferred() -> None:
    policy = Policy(layouts=0, band=0.0, far_cells=99, candidates=99, deeper=0)
    tempting = 0
    for position in _small():
        board, live = position.board, position.live
        probability = analyze(board).probability
        safest = min(p for _, p in probability.items())
        tempting += any(
            p <= safest + 1e-9 and board.index(cell) not in live for cell, p in probability.items()
        )
        choice = _choose(board, policy)
        assert choice.cell in live or not live, board
    assert tempting >= 10


def test_dead_cells_are_left_out_of_the_tree() -> None:
    """With them this endgame of 57 layouts takes more than 40,000 nodes."""
    board = stuck_positions(8, 8, 18, 1)[4]
    choice = _choose(board, Policy(layouts=60), Limit(nodes=40_000))
    assert choice.exact


def _corner(*, clue: bool) -> Board:
    """Return a large position with two hidden cells in a corner behind proven mines.

    With a clue one of them is a mine; without, they may hold none, one or two.
    """
    rows, cols = 12, 12
    wall = {2, cols + 2} | (set() if clue else {cols, cols + 1})
    for seed in range(100):
        others = Random(seed).sample(range(5 * cols, rows * cols), 24)
        game = Game.of_layout(Layout(rows, cols, frozenset({0, *wall, *others})))
        game.open((3, 0))
        while safe := analyze(game.board).safe:
            for cell in safe:
                game.open(cell)
        if sum(code > 8 for code in game.board.cells) > 60:
            return game.board
    msg = "None of these games comes to a halt early."
    raise AssertionError(msg)


def test_an_unavoidable_toss_is_named() -> None:
    board = _corner(clue=True)
    (move,) = Expert().choose(board, analyze(board), Random(0))
    assert move.cell in {(0, 0), (0, 1)}
    assert move.probability == pytest.approx(0.5)
    assert move.why is not None
    assert "unavoidable 50/50" in move.why
    assert "The game is won with about" in move.why


def test_what_the_mine_total_may_decide_is_not_closed() -> None:
    choice = _choose(_corner(clue=False), Policy(deeper=0, layouts=60))
    assert choice.region == 0
