"""How a game ended whose last board cannot be read."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.ended_games import LARGE, decision, ending, facts, guessed, outcome
from support.painted_boards import observed

from autosweep.board import Phase
from autosweep.play.end_facts import Signs, Stage
from autosweep.play.evidence import Fact
from autosweep.play.outcome import estimate, without_misread_mines
from autosweep.play.state import GameState
from autosweep.tracking.observation import Observation

GUESS = "1 ? ? ? ?\n? ? ? ? ?\n? ? ? ? ?"
LAST = "0 1 ?\n0 1 ?\n0 1 ?"
PERHAPS_LAST = "0 1 ? ?\n0 1 ? ?\n0 1 ? ?"


def test_a_board_that_shows_its_mines_in_unknown_pictures_is_lost() -> None:
    before = observed(GUESS)
    made = decision(before)
    assert made.is_guess
    assert ending(before, made, observed(GUESS, uncertain="?", repaint="?")) is Phase.LOST


def test_a_part_of_a_board_wins_no_game() -> None:
    """A message may cover the first row: the rest shows nothing but mines."""
    before = observed("? ? ?\n? 1 0\n1 1 0\n0 0 0")
    made = decision(before)
    made = replace(made, moves=made.moves[:1])
    part = observed("? 1 0\n1 1 0\n0 0 0")
    assert decision(part).phase is Phase.WON
    assert ending(before, made, part) is None


def test_words_that_say_only_that_it_is_over_leave_the_result_to_the_moves() -> None:
    before = observed(PERHAPS_LAST)
    made = decision(before)
    now = observed(PERHAPS_LAST, uncertain="?", repaint="?")
    over = Signs(Stage.WAITED, message=True, said=(Phase.ENDED, "The game has ended"))
    state = GameState(last=(before, made))
    state.add_observation(before)
    assert not made.is_guess
    assert estimate(state, now, decision(now), over).phase is Phase.WON
    lost = replace(over, said=(Phase.LOST, "Game over"))
    assert estimate(state, now, decision(now), lost).phase is Phase.ENDED


FRESH = "? ? ? ? ? ? ?\n? ? ? ? ? ? ?\n? ? ? ? ? ? ?"


def test_a_first_click_that_changes_several_places_hit_a_mine() -> None:
    before = observed(FRESH)
    made = decision(before)
    assert [move.cell for move in made.moves] == [(0, 0)]
    mines = observed("X ? ? * ? ? ?\n? ? ? ? ? ? ?\n? * ? ? ? ? *", uncertain="X*")
    assert ending(before, made, mines) is Phase.LOST
    opened = observed("! ! ! ! ? ? ?\n! ! ! ! ? ? ?\n? ! ! ? ? ? ?", uncertain="!")
    assert ending(before, made, opened) is None


def test_numbers_that_look_like_mines_are_no_loss_where_nothing_else_says_so() -> None:
    """A dark number on a strong colour: one cell, or an area that the click opened."""
    before = observed(FRESH)
    made = decision(before)
    one = observed("X ? ? ? ? ? ?\n? ? ? ? ? ? ?\n? ? ? ? ? ? ?", uncertain="X", confidence=0.88)
    area = observed("! * ? ? ? ? ?\n* * ? ? ? ? ?\n? ? ? ? ? ? ?", uncertain="!*", confidence=0.7)
    for now in (one, area):
        for stage in Stage:
            assert outcome(before, made, now, stage).phase is None
    state = GameState(last=(before, made))
    state.add_observation(before)
    said = Signs(Stage.WAITED, said=(Phase.LOST, "Game over"))
    assert estimate(state, one, decision(one), said).phase is Phase.LOST
    unread = observed("! ? ? ? ? ? ?\n? ? ? ? ? ? ?\n? ? ? ? ? ? ?", uncertain="!")
    assert estimate(state, unread, decision(unread), said).phase is Phase.LOST
    number = observed("1 ? ? ? ? ? ?\n? ? ? ? ? ? ?\n? ? ? ? ? ? ?")
    assert estimate(state, number, decision(number), said).phase is None
    others = observed(
        "X ? ? * ? ? ?\n? ? ? ? ? ? ?\n? * ? ? ? ? ?", uncertain="X*", confidence=0.88
    )
    assert outcome(before, made, others).phase is Phase.LOST


def test_a_guess_that_looks_like_a_mine_was_one_if_the_client_takes_no_click_any_more() -> None:
    before = observed(GUESS)
    made = decision(before)
    (guess,) = made.moves
    rows = [line.split() for line in GUESS.splitlines()]
    rows[guess.cell[0]][guess.cell[1]] = "X"
    text = "\n".join(map(" ".join, rows))
    state = GameState(last=(before, made), guesses={guess.cell}, opened={guess.cell})
    state.add_observation(before)
    state.waited_for.add(guess.cell)
    for confidence, phase in ((0.88, Phase.LOST), (0.6, Phase.ENDED)):
        now = observed(text, uncertain="X", confidence=confidence)
        told = estimate(state, now, decision(now), Signs(Stage.GIVEN_UP, silent=True))
        assert told.phase is phase


def test_an_area_with_numbers_opens_no_end_after_certain_moves() -> None:
    """Its empty cells may be written in a way that is not read, such as "_"."""
    before = observed("0 1 ? ? ? ? ? ?\n0 1 ? ? ? ? ? ?\n0 1 ? ? ? ? ? ?\n0 1 ? ? ? ? ? ?")
    made = decision(before)
    assert not made.is_guess
    area = "0 1 ! ! 1 ? ? ?\n0 1 ? ! 1 1 1 ?\n0 1 ! ! ! ! 1 ?\n0 1 ? ! ! ! 1 ?"
    now = observed(area, uncertain="!")
    assert outcome(before, made, now, Stage.GIVEN_UP).phase is None
    rows = [f"{row[:3]}{row[3:].replace('1', '!')}" for row in area.splitlines()]
    unread = outcome(before, made, observed("\n".join(rows), uncertain="!"), Stage.GIVEN_UP)
    assert (unread.phase, facts(unread)) == (Phase.ENDED, {Fact.BOARD_REVEALED})


def test_an_area_with_numbers_opens_no_end_after_a_guess_that_opened_it() -> None:
    before = observed("\n".join(["1 ? ? ? ? ? ? ?", *3 * ["? ? ? ? ? ? ? ?"]]))
    made = decision(before)
    (guess,) = made.moves
    assert made.is_guess
    assert guess.cell[1] > 2
    area = observed("\n".join(["1 ? 1 ! ! ! ! !", *3 * ["? ? 1 ! ! ! ! !"]]), uncertain="!")
    assert outcome(before, made, area, Stage.GIVEN_UP).phase is None
    whole = observed("\n".join(["1 ! 1 ! ! ! ! !", *3 * ["! ! 1 ! ! ! ! !"]]), uncertain="!")
    assert outcome(before, made, whole, Stage.GIVEN_UP).phase is Phase.LOST


def test_empty_cells_that_have_the_ground_of_hidden_ones_are_an_opened_area_too() -> None:
    """Only their border changes, so numbers change here and there inside of their cells."""
    before = observed("\n".join(4 * [" ".join(13 * "?")]))
    made = decision(before)
    assert made.is_guess
    rows = ["0000001?10000", "0111001110000", "01?1000000011", "011100000001?"]
    text = "\n".join(" ".join(row) for row in rows)
    now = observed(text, uncertain="0", confidence=0.8)
    pixels = now.frame.pixels
    for cell in now.reading.board.find({0}):
        box = now.reading.grid.cell_rect(cell)
        pixels[box.y : box.bottom, box.x : box.right] = before.frame.pixels[0, 0]
        pixels[box.y, box.x : box.right] = 0
    for stage in Stage:
        assert outcome(before, made, now, stage).phase is None


def test_a_guess_after_which_no_cell_is_hidden_is_lost_however_the_board_is_read() -> None:
    """Hand-drawn numbers may all be misread; an area that opens leaves the mines hidden."""
    before = observed(GUESS)
    made = decision(before)
    shown = "1 4 4 * 4\n4 4 2 4 4\n* 4 4 4 4"
    now = observed(shown, uncertain="42*")
    assert outcome(before, made, now, Stage.SEEN).phase is Phase.LOST
    some_hidden = observed(shown.replace("2", "?"), uncertain="4*")
    assert outcome(before, made, some_hidden, Stage.SEEN).phase is None
    drifting = observed(shown, uncertain="42*", repaint="1")
    assert outcome(before, made, drifting, Stage.SEEN).phase is None


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


def test_mines_shown_after_the_last_certain_move_are_a_win() -> None:
    before = observed(LAST)
    now = observed("0 1 1\n0 1 *\n0 1 1", uncertain="")
    found = outcome(before, decision(before), now, Stage.SEEN)
    assert found.phase is Phase.WON
    assert facts(found) == {Fact.SAFE_CELLS_OPENED}


def test_a_mine_where_a_certain_move_was_made_is_no_known_result() -> None:
    before = observed(LAST)
    found = outcome(before, decision(before), observed("0 1 *\n0 1 *\n0 1 1"), Stage.SEEN)
    assert found.phase is Phase.ENDED


def test_a_guess_that_opened_a_number_lost_nothing_whatever_looks_like_mines() -> None:
    """An opening in an unknown font: some digits look like mines, the clicked cell does not."""
    state = guessed()
    cell = state.last[1].moves[0].cell if state.last else (0, 0)
    rows = [row.split() for row in LARGE.split("\n")]
    rows[cell[0]][cell[1]] = "2"
    rows[7][7] = rows[5][3] = "*"
    now = observed("\n".join(map(" ".join, rows)))
    found = estimate(state, now, decision(now), Signs())
    assert (found.phase, found.goes_on) == (None, True)
    doubted = without_misread_mines(state, now)
    assert set(doubted.reading.uncertain) == {(7, 7), (5, 3)}
    assert doubted.reading.phase is Phase.OBSCURED


def test_a_board_that_is_replaced_after_a_guess_is_lost_and_after_certain_moves_won() -> None:
    fresh = "\n".join(["? ? ? ? ? ? ? ?"] * 8)
    now = observed(fresh)
    lost = estimate(guessed(), now, decision(now), Signs(Stage.WAITED))
    assert (lost.phase, facts(lost)) == (Phase.LOST, {Fact.NEW_BOARD, Fact.NOT_THE_LAST_CELL})
    assert estimate(guessed(), now, decision(now), Signs()).phase is None
    before = observed(LAST)
    state = GameState(last=(before, decision(before)))
    state.add_observation(before)
    now = observed("? ? ?\n? ? ?\n? ? ?")
    assert estimate(state, now, decision(now), Signs(Stage.WAITED)).phase is Phase.WON
    assert estimate(state, None, None, Signs(Stage.GIVEN_UP)).phase is Phase.WON


def test_numbers_that_are_not_certain_may_be_open_so_a_guess_may_have_won() -> None:
    """The cell was the last safe one, called a guess because of what was not read for certain."""
    rows = ["0 0 0 0 0 3 3 ?", *["0 0 0 0 0 3 3 3"] * 8, "0 0 0 0 0 3 3 ?"]
    before = observed("\n".join(rows), uncertain="3", confidence=0.8)
    made = decision(before)
    assert made.is_guess
    state = GameState(last=(before, made))
    state.add_observation(before)
    gone = Signs(Stage.GIVEN_UP, message=True)
    assert estimate(state, None, None, gone).phase is Phase.ENDED
