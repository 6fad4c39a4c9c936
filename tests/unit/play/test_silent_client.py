"""How a game stands whose client does not react to clicks any more."""

from __future__ import annotations

from dataclasses import replace

from support.painted_boards import observed

from autosweep.board import Phase
from autosweep.play.decide import decide
from autosweep.play.decision import Decision
from autosweep.play.end_facts import Signs, Stage
from autosweep.play.evidence import Fact
from autosweep.play.outcome import GameOutcome, estimate
from autosweep.play.state import GameState
from autosweep.settings import PlaySettings
from autosweep.solver.moves import Move, MoveKind
from autosweep.tracking.observation import Observation

GUESS = "1 ? ? ? ?\n? ? ? ? ?\n? ? ? ? ?"
FRESH = "? ? ? ? ? ? ?\n? ? ? ? ? ? ?\n? ? ? ? ? ? ?"


def decision(seen: Observation) -> Decision:
    return decide(seen.reading, PlaySettings(), game=0, step=0)


def facts(found: GameOutcome) -> set[Fact]:
    return {each.fact for each in found.evidence}


def silent(state: GameState, now: Observation, **signs: object) -> GameOutcome:
    """Return what it comes to that repeated clicks have no effect."""
    given_up = Signs(Stage.GIVEN_UP, silent=True)
    return estimate(state, now, None, replace(given_up, **signs))  # type: ignore[arg-type]


def test_a_client_that_does_not_react_after_a_guess_has_ended_the_game() -> None:
    """Who won is not known: nothing on the board tells it."""
    before = observed(GUESS)
    state = GameState(last=(before, decision(before)), opened={(0, 0)})
    state.add_observation(before)
    assert state.guessed
    found = silent(state, before)
    assert (found.phase, facts(found)) == (Phase.ENDED, {Fact.NO_REACTION})
    said = silent(state, before, said=(Phase.LOST, "Boom"))
    assert (said.phase, facts(said)) == (Phase.LOST, {Fact.NO_REACTION, Fact.TEXT})
    dialog = silent(state, before, message=True)
    assert (dialog.phase, facts(dialog)) == (Phase.ENDED, {Fact.NO_REACTION, Fact.MESSAGE})


def test_a_guess_that_shows_something_unread_is_a_reaction() -> None:
    """Then the game may be over: the run goes on with the next one."""
    before, opened = observed(FRESH), FRESH.replace("? ?", "! ?", 1)
    state = GameState(last=(before, decision(before)), opened={(0, 0)}, waited_for={(0, 0)})
    now = observed(opened, uncertain="!")
    found = silent(state, now)
    assert (found.phase, facts(found)) == (Phase.ENDED, {Fact.NO_REACTION})
    assert silent(state, before).phase is None


def test_a_guess_after_which_another_click_opened_a_number_has_ended_nothing() -> None:
    """Its cell was open and looked hidden: to click it again has no effect."""
    before = observed(FRESH.replace("? ?", "! 1", 1), uncertain="!")
    state = GameState(last=(before, decision(before)), opened={(0, 0)}, guesses={(0, 0)})
    state.waited_for = {(0, 0)}
    state.add_observation(before)
    assert silent(state, before).phase is Phase.ENDED
    moves = (Move(MoveKind.OPEN, (0, 2)),)
    state.last = before, replace(decision(before), moves=moves)
    state.add_moves(moves, repeated=False, idle=False)
    now = observed(FRESH.replace("? ? ?", "! 1 1", 1), uncertain="!")
    state.add_observation(now)
    again = (Move(MoveKind.OPEN, (0, 0), 0.2, certain=False),)
    for made in (moves, again):
        state.last = now, replace(decision(now), moves=made)
        assert silent(state, now).phase is None
    assert silent(state, now, message=True).phase is Phase.ENDED
    other = (Move(MoveKind.OPEN, (2, 2), 0.2, certain=False),)
    state.last = now, replace(decision(now), moves=other)
    assert silent(state, now).phase is Phase.ENDED


def test_a_client_that_never_reacted_has_ended_nothing() -> None:
    """Nor has one that hangs after moves that were certain, with more to open."""
    fresh = observed(FRESH)
    state = GameState(last=(fresh, decision(fresh)))
    state.add_observation(fresh)
    assert silent(state, fresh).phase is None
    before = observed("0 1 ? ? ?\n0 1 ? ? ?\n0 1 ? ? ?\n0 0 1 ? ?\n? ? ? ? ?")
    certain = decision(before)
    assert certain.moves
    assert not certain.is_guess
    state = GameState(last=(before, certain), opened={(0, 0)})
    state.add_observation(before)
    assert silent(state, before).phase is None
    guessed_before = replace(state, guesses={(4, 4)})
    assert silent(guessed_before, before).phase is Phase.ENDED


def test_a_client_that_does_not_react_on_a_board_without_a_safe_cell_was_won() -> None:
    """An uncertain number had led to a guess, though nothing was left to open."""
    before = observed("0 1 ? 1\n0 2 2 2\n0 1 ? 1\n0 1 1 1")
    state = GameState(last=(before, decision(before)), opened={(0, 0)}, guesses={(0, 0)})
    state.add_observation(before)
    found = silent(state, before)
    assert (found.phase, facts(found)) == (Phase.WON, {Fact.NO_REACTION, Fact.NOTHING_LEFT})
    more = observed("0 1 ? 1\n0 2 2 2\n0 1 ? ?\n0 1 1 1")
    state = GameState(last=(more, decision(more)), opened={(0, 0)}, guesses={(0, 0)})
    state.add_observation(more)
    assert silent(state, more).phase is not Phase.WON
    unseen = GameState(last=(before, decision(before)), opened={(0, 0)}, guesses={(3, 3)})
    unseen.clues = {(0, 0): 0}
    assert silent(unseen, before).phase is not Phase.WON


def test_a_cell_that_looks_otherwise_than_the_hidden_ones_may_be_open_already() -> None:
    """It is read as hidden, so it was clicked once more, without an effect."""
    before = observed(GUESS)
    state = GameState(last=(before, decision(before)), opened={(0, 0)})
    state.add_observation(before)
    assert silent(state, before).phase is Phase.ENDED
    (clicked,) = [move.cell for move in decision(before).moves]
    rect = before.reading.grid.cell_rect(clicked)
    before.frame.pixels[rect.y : rect.y + 2, rect.x : rect.right] = 0
    assert silent(state, before).phase is None
