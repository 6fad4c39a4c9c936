"""Whole positions solved step by step: complete, in order, each step sound on what came before."""

from __future__ import annotations

from random import Random

import pytest
from support.proof_checker import Position, Says, follows
from support.solver_boards import expert_like

from autosweep.board import Board
from autosweep.errors import InconsistentBoard
from autosweep.solver.analyze import analyze
from autosweep.solver.walkthrough import walk

SPLIT = Board.from_rows(
    [
        "1????????",
        "?2111????",
        "?101?????",
        "?101?????",
        "?111?????",
        "?????????",
        "?????????",
        "?????????",
        "?????????",
    ],
    10,
)
"""A position that needs a case split."""


def test_walks_show_all_that_is_certain_and_nothing_else() -> None:
    random = Random(29)
    for _ in range(20):
        board = expert_like(random, *random.choice([(16, 30, 99), (9, 9, 10), (6, 6, 12)]))
        known = analyze(board)
        steps = list(walk(board))
        safe = [cell for step in steps for cell in step.safe]
        mines = [cell for step in steps for cell in step.mines]
        assert sorted(safe) == sorted(known.safe)
        assert sorted(mines) == sorted(known.mines)


def test_each_step_follows_from_its_reasons_and_the_steps_before() -> None:
    random = Random(31)
    boards = [expert_like(random, 9, 9, random.choice([10, 20])) for _ in range(15)]
    for board in [*boards, SPLIT]:
        position = Position(board.row_symbols(), board.mines)
        facts: list[Says] = []
        for step in walk(board):
            reason = step.reason
            premises = position.premises(reason.because, mine_count=reason.mine_count)
            near = frozenset().union(*(one.cells for one in premises))
            premises += [fact for fact in facts if fact.cells <= near]
            found = [Says(frozenset({cell}), 0, 0) for cell in step.safe]
            found += [Says(frozenset({cell}), 1, 1) for cell in step.mines]
            assert found
            for says in found:
                assert follows(says, premises), (str(board), reason.steps)
            facts += found


def test_what_is_only_supposed_is_not_learned() -> None:
    steps = list(walk(SPLIT))
    assert "case split" in [step.reason.technique for step in steps]
    known = analyze(SPLIT)
    for step in steps:
        assert known.safe.issuperset(step.safe)
        assert known.mines.issuperset(step.mines)
        supposed = [line for line in step.reason.proof if line.rule == "suppose"]
        assert not supposed or len(step.safe) + len(step.mines) == 1


def test_the_simplest_step_comes_first() -> None:
    board = Board.from_rows(["?????1", "?121??", "00001?"])
    techniques = [step.reason.technique for step in walk(board)]
    assert techniques
    assert techniques[0] == "single clue" or "single clue" not in techniques


def test_an_inconsistent_board_cannot_be_walked() -> None:
    with pytest.raises(InconsistentBoard):
        next(walk(Board.from_rows(["3?", "??"], 1)))
