"""What the reader learns from an observation, and what a decision comes to in its game."""

from __future__ import annotations

import pytest
from support.painted_boards import observed

from autosweep.board import Phase
from autosweep.play.conclude import (
    asks_for_words,
    conclude,
    game_ended,
    is_settled,
    judge,
    last_of_game,
    learn,
    learn_uncertain,
)
from autosweep.play.decide import decide
from autosweep.play.decision import Decision
from autosweep.play.end_facts import Signs, Stage
from autosweep.play.outcome import estimate
from autosweep.play.state import GameState
from autosweep.settings import PlaySettings
from autosweep.tracking.observation import Observation
from autosweep.tracking.reader import BoardReader
from autosweep.vision.cut_sides import NONE

GUESS = "1 ? ? ? ?\n? ? ? ? ?\n? ? ? ? ?"


def decision(observation: Observation) -> Decision:
    return decide(observation.reading, PlaySettings(), game=0, step=0)


def after_moves(text: str) -> GameState:
    """Return the state of a game in which the moves of a board were just made."""
    before = observed(text)
    return GameState(last=(before, decision(before)))


def test_a_board_that_shows_its_mines_in_unknown_images_is_lost_after_the_wait_only() -> None:
    state = after_moves(GUESS)
    now = observed(GUESS, uncertain="?", repaint="?")
    judged, refusal = judge(state, now, decision(now), Signs())
    assert judged.phase is Phase.PLAYING
    assert refusal is not None
    concluded, refusal = conclude(state, now, judged, refusal, Signs(Stage.WAITED))
    assert (concluded.phase, concluded.moves, concluded.refusal) == (Phase.LOST, (), None)
    assert refusal is None


@pytest.mark.parametrize(
    ("now", "uncertain", "asked"),
    [
        ("1 ? ? ? X\n? ? ? ? ?\n? ? ? ? ?", "X", True),
        ("1 ? ? ? !\n? ? ? ? ?\n? ? ? ? ?", "!", True),
        ("1 ? ? ? 2\n? ? ? ? ?\n? ? ? ? ?", "2", False),
        ("1 ? ? ? 2\n? ? ? ? ?\n? ? ? ? ?", "", False),
    ],
)
def test_words_are_asked_for_where_a_guess_may_show_a_mine(
    now: str,
    uncertain: str,
    asked: bool,  # noqa: FBT001
) -> None:
    """A client may take further clicks on a lost board, and show the mine in an unknown image."""
    state = after_moves(GUESS)
    assert [move.cell for move in state.last[1].moves] == [(0, 4)] if state.last else False
    seen = observed(now, uncertain=uncertain)
    assert asks_for_words(state, seen, decision(seen)) is asked


def test_a_clue_that_changed_is_refused_and_nothing_is_learned_from_it() -> None:
    state, reader = after_moves(GUESS), BoardReader()
    now = observed(GUESS.replace("1", "2"))
    reader.start(now.frame, now.reading, NONE)
    made = decision(now)
    _, refusal = judge(state, now, made, Signs())
    assert "0,0 changed" in (refusal or "")
    assert not learn(reader, state, now, made)
    assert learn(reader, GameState(), now, made)


def test_what_the_window_says_is_a_refusal() -> None:
    now = observed(GUESS)
    made = decision(now)
    assert judge(GameState(), now, made, Signs())[1] is None
    refused = judge(GameState(), now, made, Signs(), window="covered")
    assert refused == (made, "covered")


def test_moves_are_settled_once_the_uncertain_cells_were_waited_for() -> None:
    state, reader = GameState(), BoardReader()
    now = observed("0 1 ? ?\n0 1 ? ?\n0 1 1 !", uncertain="!")
    reader.start(now.frame, now.reading, NONE)
    made = decision(now)
    assert made.moves
    assert not made.is_guess
    assert not is_settled(state, now, made)
    learn_uncertain(reader, state, now)
    assert is_settled(state, now, made)


def test_safe_cells_do_not_settle_a_board_that_shows_mines_after_a_guess() -> None:
    """How mines look may be known from an earlier game as uncertain: nothing is waited for then."""
    before = observed("0 1 ? ? ? ? ? ? ?\n0 ! ? ? ? ? ? ? ?\n0 1 ? ? ? ? ? ? ?", uncertain="!")
    mines = "0 1 ? ? ? * ? ? *\n0 1 ? ? ? ? ? ? ?\n0 1 ? ? ? * ? * ?"
    now = observed(mines, uncertain="*", repaint="*", confidence=0.8)
    guess, made = decision(before), decision(now)
    assert guess.is_guess
    assert made.moves
    assert not made.is_guess
    state = GameState(last=(before, guess), waited_for=set(now.reading.uncertain))
    assert not is_settled(state, now, made)
    judged, refusal = judge(state, now, made, Signs())
    concluded, _ = conclude(state, now, judged, refusal, Signs(Stage.WAITED))
    assert (concluded.phase, concluded.moves) == (Phase.LOST, ())


def test_a_board_that_is_gone_after_its_last_cells_is_won() -> None:
    gone = Signs(Stage.GIVEN_UP)
    state = after_moves("1 1 0\n? 1 0\n? 1 0")
    assert state.finished
    assert estimate(state, None, None, gone).phase is Phase.WON
    # On so small a board one opening may have opened everything.
    assert estimate(after_moves(GUESS), None, None, gone).phase is Phase.ENDED
    large = "1 ? ? ? ? ? ? ?\n" + "? ? ? ? ? ? ? ?\n" * 6 + "? ? ? ? ? ? ? ?"
    assert estimate(after_moves(large), None, None, gone).phase is Phase.LOST


def test_a_part_of_the_board_is_not_the_last_board_of_the_game() -> None:
    """Beside a dialog, rows of the board may be taken for a whole one."""
    before = observed("1 1 ? ?\n? ? ? ?\n? ? ? ?\n0 0 0 0")
    state = GameState(last=(before, decision(before)))
    part = observed("1 1 ? ?\n0 0 0 0")
    assert last_of_game(state, part) is before
    assert last_of_game(state, before) is before
    assert last_of_game(GameState(), part) is part
    state.add_observation(part)
    assert not state.clues
    state.add_observation(before)
    assert len(state.clues) == 6


def test_the_mines_of_a_won_game_are_on_the_board_that_its_end_tells() -> None:
    before = observed("0 0 0 0\n1 1 1 0\n? ? 1 0")
    state = GameState(last=(before, decision(before)))
    last = last_of_game(state, observed("0 0 0 0\n1 1 1 0"))
    end = game_ended(0, state, Phase.WON, last, ())
    board = end.reading.board
    assert end.mines == {(2, 1)}
    assert board.index((2, 1)) == 9


def test_the_board_of_the_next_game_is_not_the_last_one_of_this() -> None:
    state = after_moves("0 1 ? ?\n0 1 ? ?\n0 1 ? ?")
    fresh = observed("? ? ? ?\n? ? ? ?\n? ? ? ?")
    assert state.last is not None
    assert last_of_game(state, fresh) is state.last[0]
    later = observed("0 1 1 ?\n0 1 ? ?\n0 1 ? ?")
    assert last_of_game(state, later) is later
