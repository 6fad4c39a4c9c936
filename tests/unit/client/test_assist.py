"""Advice to players: true, complete, and from what the board shows alone."""

from __future__ import annotations

from random import Random

import pytest

from autosweep.board import FLAG, Board, Game, Phase
from autosweep.client.assist import Assistant, MarkKind
from autosweep.interfaces import Button
from autosweep.solver.analyze import analyze


def test_hints_are_safe_and_steps_solve_what_can_be_solved() -> None:
    """Following certain advice never loses, and it stops only where nothing is certain."""
    for seed in range(12):
        game = Game(9, 9, 12, seed=seed)
        game.open((4, 4))
        assistant = Assistant()
        while not game.over:
            advice = assistant.hint(game.board)
            if not advice.certain:
                break
            assert advice.move is not None
            button, cell = advice.move
            assert button is Button.LEFT
            assert cell in analyze(game.board).safe
            assert advice.marks[0].cell == cell
            game.open(cell)
        assert game.phase is not Phase.LOST
        if not game.over:
            assert not analyze(game.board).safe
            assert advice.message.startswith("Nothing is certain")
            assert [mark.kind for mark in advice.marks] == [MarkKind.OPEN]


def test_a_wrong_flag_is_taken_away_first() -> None:
    board = Board.from_rows(["F0?"])
    assert (0, 0) in analyze(board).safe
    advice = Assistant().hint(board, (0, 0))
    assert advice.move == (Button.RIGHT, (0, 0))
    assert "The flag at 0,0 is wrong" in advice.message
    assert advice.marks[0].kind is MarkKind.WRONG


@pytest.mark.parametrize("seed", range(3))
def test_flags_are_judged_by_what_is_known(seed: int) -> None:
    random = Random(seed)
    game = Game(9, 9, 10, seed=seed)
    game.open((4, 4))
    hidden = sorted(game.board.find({9}))
    chosen = random.sample(hidden, min(4, len(hidden)))
    board = game.board.with_cells(dict.fromkeys(chosen, FLAG))
    known = analyze(board)
    marks = {mark.cell: mark.kind for mark in Assistant().prove_flags(board).marks}
    for cell in chosen:
        kind = MarkKind.RIGHT if cell in known.mines else MarkKind.OPEN
        assert marks[cell] is (MarkKind.WRONG if cell in known.safe else kind)


def test_flags_that_disagree_are_named() -> None:
    advice = Assistant().prove_flags(Board.from_rows(["F1F", "???"]))
    assert "2 flags: 2 not certain." in advice.message
    assert "The flags 0,0 0,2 cannot all be right, because of 0,1." in advice.message


def test_reasons_are_given_for_covered_cells_only() -> None:
    board = Board.from_rows(["1?", "11"])
    assistant = Assistant()
    assert assistant.why(board, (0, 0)).message == ""
    advice = assistant.why(board, (0, 1))
    assert advice.message.startswith("0,1 is a mine: single clue.\nThe 1 at")
    assert {mark.kind for mark in advice.marks} == {MarkKind.MINE, MarkKind.CLUE}


def test_what_cannot_be_answered_is_said() -> None:
    wrong = Board.from_rows(["8?", "F?"])
    assistant = Assistant()
    for advice in (
        assistant.hint(wrong),
        assistant.why(wrong, (0, 1)),
        assistant.prove_flags(wrong),
    ):
        assert "No mine layout fits" in advice.message
        assert advice.move is None
    assert "no flag" in assistant.prove_flags(Board.from_rows(["1?"])).message


def test_probabilities_cover_every_covered_cell() -> None:
    board = Board.from_rows(["1??", "???"], 2)
    found = Assistant().probabilities(board)
    assert found == dict(analyze(board).probability.items())
