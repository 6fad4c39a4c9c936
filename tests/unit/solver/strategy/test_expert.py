from __future__ import annotations

import re
from random import Random

import pytest
from support.optimum import optimum
from support.solver_boards import stuck_positions

from autosweep.board import Board
from autosweep.engine import VARIABLE, core
from autosweep.limit import Limit
from autosweep.solver.analyze import analyze
from autosweep.solver.strategy import find_strategy
from autosweep.solver.strategy.expert import Expert
from autosweep.solver.strategy.expert_policy import Choice, Policy

EVERYTHING = Policy(layouts=100_000)
AMPLE = Limit(nodes=100_000_000)
needs_engine = pytest.mark.skipif(core() is None, reason="the engine is not built")


def _choose(board: Board, policy: Policy, limit: Limit = AMPLE) -> Choice:
    choice = Expert(policy, limit).guess(board)
    assert choice is not None
    return choice


SMALL = [
    board
    for rows, cols, mines in ((3, 3, 3), (3, 4, 4), (2, 6, 4), (4, 4, 4), (1, 9, 3), (4, 3, 6))
    for seed in range(4)
    for board in stuck_positions(rows, cols, mines, seed)
    if sum(code > 8 for code in board.cells) <= 12
]


@needs_engine
def test_the_search_wins_as_much_as_any_play_can() -> None:
    assert len(SMALL) > 20
    for board in SMALL:
        won, layouts = optimum(board)
        choice = _choose(board, EVERYTHING)
        assert choice.exact
        assert choice.score == pytest.approx(won / layouts), board


@needs_engine
def test_the_best_first_move_keeps_the_optimum() -> None:
    """The cell itself is right, not only the number: what follows it adds up to the value."""
    for board in SMALL:
        choice = _choose(board, EVERYTHING)
        won = 0
        cell = board.cell(choice.cell)
        for digit in range(9):
            after = board.with_cells({cell: digit})
            if analyze(after).consistent:
                won += optimum(after)[0]
        assert won == optimum(board)[0], board


RECORDED = [
    pytest.param(
        Policy(layouts=60, deeper=0),
        "3 35= 7/56 48= 57= 7/56 7/56 19/26 27/28 14/19 31/39 31/39 31/38 11/25 59= 56= 7/56 8",
        14.6839,
        12.4675,
        id="endgames",
    ),
    pytest.param(
        Policy(layouts=0, deeper=3, replies=3, close=0.1, follow=2),
        "3 35/59 7/56 48/49 58/57 7/56 7/56 26/19 28/27 14/19 31/39 31/39 31/38 11/25 "
        "58/59 59/57 7/56 8",
        15.7840,
        12.4971,
        id="look ahead",
    ),
    pytest.param(
        Policy(layouts=60, candidates=5, deeper=2, replies=2, trust=0.5),
        "3 35= 7/56 48= 57= 7/56 63/56 26/19 22/27 14/19 31/39 31/39 31/38 19/26 59= 56= 7/56 8",
        13.5177,
        12.4948,
        id="learned",
    ),
]
"""Policies and what they choose on 18 positions: cell, `=` if exact, `/` runner-up; then
the sums of all scores and of all estimates."""


@needs_engine
@pytest.mark.parametrize(("policy", "cells", "scores", "estimates"), RECORDED)
def test_the_choices_are_those_recorded(
    policy: Policy, cells: str, scores: float, estimates: float
) -> None:
    """A change of the search or of the learned values shows here; record them again on purpose."""
    boards = [b for seed in range(8) for b in stuck_positions(8, 8, 12, seed)]
    chosen = [_choose(board, policy) for board in boards]
    assert " ".join(map(_in_short, chosen)) == cells
    assert sum(choice.score for choice in chosen) == pytest.approx(scores, abs=1e-3)
    assert sum(choice.estimate or 0 for choice in chosen) == pytest.approx(estimates, abs=1e-3)
    for choice in chosen:
        assert (choice.runner_up_estimate or 0) <= (choice.estimate or 0)


def _in_short(choice: Choice) -> str:
    second = "" if choice.runner_up is None else f"/{choice.runner_up}"
    return f"{choice.cell}{'=' if choice.exact else ''}{second}"


@needs_engine
def test_no_budget_still_gives_a_move_and_always_the_same() -> None:
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
    assert not _choose(board, EVERYTHING, Limit(nodes=10)).exact


@needs_engine
def test_the_reason_names_the_chances() -> None:
    board = SMALL[0]
    (move,) = Expert().choose(board, analyze(board), Random(0))
    assert not move.certain
    assert move.why is not None
    assert "wins the game with" in move.why


@needs_engine
def test_the_reason_of_a_look_ahead_names_estimate_and_runner_up() -> None:
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


@needs_engine
def test_flags_are_only_opinions() -> None:
    for board in SMALL[:5]:
        flagged = board.with_cells({board.cell(board.cells.index(9)): 10})
        assert Expert().guess(flagged) == Expert().guess(board)


def test_without_the_engine_it_is_replaced_by_the_least_risky_cell(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(VARIABLE, "pure")
    assert find_strategy("expert").name == "probabilistic"
    for board in SMALL[:3]:
        analysis = analyze(board)
        assert Expert().guess(board) is None
        assert Expert().choose(board, analysis, Random(0)) == [analysis.best]
