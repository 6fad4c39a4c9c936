"""What the reader learns from an observation, and what a decision comes to in its game."""

from __future__ import annotations

from support.painted_boards import observed

from autosweep.board import Phase
from autosweep.play.conclude import (
    conclude,
    is_settled,
    judge,
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


def test_a_board_that_is_gone_after_its_last_cells_is_won() -> None:
    gone = Signs(Stage.GIVEN_UP)
    state = after_moves("1 1 0\n? 1 0\n? 1 0")
    assert state.finished
    assert estimate(state, None, None, gone).phase is Phase.WON
    # On so small a board one opening may have opened everything.
    assert estimate(after_moves(GUESS), None, None, gone).phase is Phase.ENDED
    large = "1 ? ? ? ? ? ? ?\n" + "? ? ? ? ? ? ? ?\n" * 6 + "? ? ? ? ? ? ? ?"
    assert estimate(after_moves(large), None, None, gone).phase is Phase.LOST
