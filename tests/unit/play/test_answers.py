"""What shows that a click worked, and what cannot be in the game that was seen before."""

from __future__ import annotations

import pytest
from support.painted_boards import observed

from autosweep.board import UNREAD, Board, Phase
from autosweep.play.decide import decide
from autosweep.play.effects import beneath, changes_with, contradiction, unanswered
from autosweep.settings import PlaySettings
from autosweep.solver.moves import Move, MoveKind


def test_an_uncertain_clue_is_no_contradiction_and_a_certain_one_is() -> None:
    before = observed("1 ?\n? ?").reading
    assert contradiction(before, observed("2 ?\n? ?", uncertain="2").reading) is None
    assert "0,0 changed" in (contradiction(before, observed("2 ?\n? ?").reading) or "")


def test_a_click_shows_when_its_cell_is_no_longer_covered() -> None:
    before = observed("0 1 ?\n0 1 ?\n0 1 ?")
    moves = decide(before.reading, PlaySettings(), game=0, step=0).moves
    assert [m.cell for m in unanswered(before, before, moves)] == [m.cell for m in moves]
    after = observed("0 1 1\n0 1 ?\n0 1 ?")
    assert [m.cell for m in unanswered(before, after, moves)] == [(2, 2)]


OPENED = "0 1 ?\n0 2 ?\n0 1 ?"


def test_a_chord_changes_cells_round_it_and_any_other_move_its_own() -> None:
    board = Board.from_rows(["1 F ?", "0 1 ?"])
    assert changes_with(board, Move(MoveKind.CHORD, (1, 1))) == (0, 2)
    assert changes_with(board, Move(MoveKind.CHORD, (1, 0))) == (1, 0)
    assert changes_with(board, Move(MoveKind.FLAG, (0, 2))) == (0, 2)


def test_opened_cells_do_not_get_covered_by_the_game() -> None:
    """A light message over numbers looks like covered cells to a reader that sees it alone."""
    now = beneath(observed(OPENED).reading, observed("0 1 ?\n? ? ?\n0 1 1").reading)
    assert list(now.board.find({UNREAD})) == [(1, 0), (1, 1)]
    assert set(now.uncertain) == {(1, 0), (1, 1)}
    assert now.phase is Phase.OBSCURED


@pytest.mark.parametrize("now", ["? ? ?\n? ? ?\n? ? 1", "0 1 1\n0 2 ?\n0 1 ?", "? ? ?\n0 1 ?"])
def test_another_game_and_a_move_are_read_as_they_are(now: str) -> None:
    reading = observed(now).reading
    assert beneath(observed(OPENED).reading, reading) is reading
