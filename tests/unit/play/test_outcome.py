"""How a game ended whose last board cannot be read, and what shows that a click worked."""

from __future__ import annotations

import pytest
from support.painted_boards import observed

from autosweep.board import UNREAD, Board, Phase
from autosweep.play.decide import decide
from autosweep.play.decision import Decision
from autosweep.play.effects import beneath, changes_with, contradiction, unanswered
from autosweep.play.outcome import Outcome, Signs, Stage, estimate
from autosweep.play.state import GameState
from autosweep.settings import PlaySettings
from autosweep.solver.moves import Move, MoveKind
from autosweep.tracking.observation import Observation


def decision(seen: Observation) -> Decision:
    return decide(seen.reading, PlaySettings(), game=0, step=0)


def ending(before: Observation, made: Decision, now: Observation) -> Phase | None:
    """Return how a game ended that was waited for, by what its last frame shows."""
    return outcome(before, made, now).phase


def outcome(
    before: Observation, made: Decision, now: Observation, stage: Stage = Stage.WAITED
) -> Outcome:
    state = GameState(last=(before, made))
    state.add_observation(before)
    return estimate(state, now, decision(now), Signs(stage))


GUESS = "1 ? ? ? ?\n? ? ? ? ?\n? ? ? ? ?"
LAST = "0 1 ?\n0 1 ?\n0 1 ?"


def test_a_board_that_shows_its_mines_in_unknown_pictures_is_lost() -> None:
    before = observed(GUESS)
    made = decision(before)
    assert made.is_guess
    assert ending(before, made, observed(GUESS, uncertain="?", repaint="?")) is Phase.LOST


FRESH = "? ? ? ? ? ? ?\n? ? ? ? ? ? ?\n? ? ? ? ? ? ?"


def test_a_first_click_that_changes_several_places_hit_a_mine() -> None:
    before = observed(FRESH)
    made = decision(before)
    assert [move.cell for move in made.moves] == [(0, 0)]
    mines = observed("X ? ? * ? ? ?\n? ? ? ? ? ? ?\n? * ? ? ? ? *", uncertain="X*")
    assert ending(before, made, mines) is Phase.LOST
    opened = observed("! ! ! ! ? ? ?\n! ! ! ! ? ? ?\n? ! ! ? ? ? ?", uncertain="!")
    assert ending(before, made, opened) is None


def test_no_guess_is_made_on_a_board_that_seems_to_show_its_mines() -> None:
    lost = observed("1 ? * ? ?\n? X ? ? *\n? ? * ? ?", uncertain="X*", confidence=0.7)
    made = decision(lost)
    assert made.moves == ()
    assert "seems to be over" in (made.refusal or "")
    one = observed("1 ? ? ? ?\n? ? ? ? *\n? ? ? ? ?", uncertain="*", confidence=0.7)
    assert decision(one).is_guess


@pytest.mark.parametrize(
    "now",
    [
        observed(GUESS),
        observed(GUESS, uncertain="?"),
        observed(GUESS, uncertain="?1", repaint="?1"),
        observed("1 ? ? ?\n1 ? ? ?", uncertain="?", repaint="?"),
    ],
    ids=["nothing changed", "nothing changed but uncertain", "all changed", "another board"],
)
def test_other_unreadable_boards_end_no_game(now: Observation) -> None:
    before = observed(GUESS)
    assert ending(before, decision(before), now) is None


def test_a_game_whose_last_free_cells_were_opened_is_won_whatever_lies_over_it() -> None:
    before = observed(LAST)
    made = decision(before)
    assert made.finishes
    assert {move.cell for move in made.moves} == {(0, 2), (2, 2)}
    message = observed("0 ! !\n0 ! !\n0 ! !", uncertain="!", repaint="!")
    assert ending(before, made, message) is Phase.WON
    lost_click = observed("0 1 ?\n0 ! !\n0 ! !", uncertain="!", repaint="!")
    assert ending(before, made, lost_click) is None
    mine = observed("0 1 X\n0 ! !\n0 ! !", uncertain="!", repaint="!")
    assert ending(before, made, mine) is not Phase.WON


def test_an_uncertain_clue_is_no_contradiction_and_a_certain_one_is() -> None:
    before = observed("1 ?\n? ?").reading
    assert contradiction(before, observed("2 ?\n? ?", uncertain="2").reading) is None
    assert "0,0 changed" in (contradiction(before, observed("2 ?\n? ?").reading) or "")


def test_a_click_shows_when_its_cell_is_no_longer_covered() -> None:
    before = observed(LAST)
    moves = decision(before).moves
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
