from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import pytest
from support.optimum import optimum
from support.solver_boards import stuck_positions

from autosweep.board import Board
from autosweep.engine import VARIABLE, core
from autosweep.limit import Limit
from autosweep.solver.analyze import analyze
from autosweep.solver.strategy import expert_pure
from autosweep.solver.strategy.expert import Expert
from autosweep.solver.strategy.expert_policy import Choice, Policy

EVERYTHING = Policy(layouts=100_000)
AMPLE = Limit(nodes=100_000_000)
needs_engine = pytest.mark.skipif(core() is None, reason="the engine is not built")


def _by_engine(board: Board, policy: Policy, limit: Limit = AMPLE) -> Choice | None:
    return Expert(policy, limit).guess(board)


def _by_twin(board: Board, policy: Policy, limit: Limit = AMPLE) -> Choice | None:
    return expert_pure.choose(board, policy, limit)


SMALL = [
    board
    for rows, cols, mines in ((3, 3, 3), (3, 4, 4), (2, 6, 4), (4, 4, 4), (1, 9, 3), (4, 3, 6))
    for seed in range(4)
    for board in stuck_positions(rows, cols, mines, seed)
    if sum(code > 8 for code in board.cells) <= 12
]


@pytest.mark.parametrize(
    "choose", [pytest.param(_by_engine, marks=needs_engine), pytest.param(_by_twin)]
)
def test_the_search_wins_as_much_as_any_play_can(
    choose: Callable[[Board, Policy], Choice | None],
) -> None:
    assert len(SMALL) > 20
    for board in SMALL:
        won, layouts = optimum(board)
        choice = choose(board, EVERYTHING)
        assert choice is not None
        assert choice.exact
        assert choice.score == pytest.approx(won / layouts), board


@needs_engine
def test_the_best_first_move_keeps_the_optimum() -> None:
    """The cell itself is right, not only the number: what follows it adds up to the value."""
    for board in SMALL:
        choice = _by_engine(board, EVERYTHING)
        assert choice is not None
        won = 0
        cell = board.cell(choice.cell)
        for digit in range(9):
            after = board.with_cells({cell: digit})
            if analyze(after).consistent:
                won += optimum(after)[0]
        assert won == optimum(board)[0], board


@needs_engine
@pytest.mark.parametrize(
    "policy",
    [
        Policy(layouts=60, deeper=0),
        Policy(layouts=0, deeper=3, replies=3, close=0.1, follow=2),
        Policy(layouts=60, candidates=5, deeper=2, far_cells=2, band=0.8, follow=1),
        Policy(layouts=60, candidates=5, deeper=2, replies=2, trust=0.5),
    ],
)
def test_engine_and_twin_choose_the_same(policy: Policy) -> None:
    boards = [b for seed in range(8) for b in stuck_positions(8, 8, 12, seed)]
    assert len(boards) >= 12
    for board in boards:
        ours, twins = _by_engine(board, policy), _by_twin(board, policy)
        assert ours is not None
        assert twins is not None
        assert (ours.cell, ours.exact, ours.runner_up, ours.region) == (
            twins.cell,
            twins.exact,
            twins.runner_up,
            twins.region,
        ), board
        assert ours.score == pytest.approx(twins.score)
        assert ours.estimate == pytest.approx(twins.estimate)
        if ours.runner_up is not None:
            assert (ours.runner_up_estimate or 0) <= (ours.estimate or 0)
            assert ours.runner_up_survival == pytest.approx(twins.runner_up_survival)
            assert ours.runner_up_estimate == pytest.approx(twins.runner_up_estimate)


@pytest.mark.parametrize("engine", ["", "pure"])
def test_no_budget_still_gives_a_move_and_always_the_same(
    engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, engine)
    for board in stuck_positions(9, 9, 14, 1):
        for nodes in (0, 300, 5000):
            first = Expert(limit=Limit(nodes=nodes)).guess(board)
            assert first is not None
            assert first == Expert(limit=Limit(nodes=nodes)).guess(board)
            probability = analyze(board).probability[board.cell(first.cell)]
            assert probability == pytest.approx(1 - first.survival)


@needs_engine
def test_a_small_budget_ends_the_search_of_the_tree() -> None:
    board = next(b for b in SMALL if optimum(b)[1] > 10)
    assert _by_engine(board, EVERYTHING, Limit(nodes=10)) is not None
    cut = _by_engine(board, EVERYTHING, Limit(nodes=10))
    assert cut is not None
    assert not cut.exact


def test_the_reason_names_the_chances() -> None:
    board = SMALL[0]
    (move,) = Expert().choose(board, analyze(board), Random(0))
    assert not move.certain
    assert move.why is not None
    assert "wins the game with" in move.why


@pytest.mark.parametrize("engine", ["", "pure"])
def test_the_reason_of_a_look_ahead_names_estimate_and_runner_up(
    engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, engine)
    board = Board.hidden(9, 9, 10).with_cells({(0, 0): 1})
    (move,) = Expert().choose(board, analyze(board), Random(0))
    both = r"survives with [\d.]+% and wins the game with about \d+%\."
    assert re.search(rf"best prospects .* it {both} Next best is \d,\d: it {both}", move.why)


@pytest.mark.parametrize(
    "board",
    [
        Board.hidden(5, 5, 4),
        Board.from_rows(["?1?", "???", "???"], None),
        Board.from_rows(["?1!", "???", "???"], 3),
    ],
)
def test_without_anything_to_search_it_takes_the_least_risky_cell(board: Board) -> None:
    analysis = analyze(board)
    assert Expert().guess(board) is None
    assert Expert().choose(board, analysis, Random(0)) == [analysis.best]


def test_flags_are_only_opinions() -> None:
    for board in SMALL[:5]:
        flagged = board.with_cells({board.cell(board.cells.index(9)): 10})
        assert Expert().guess(flagged) == Expert().guess(board)
