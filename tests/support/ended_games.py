"""How games of a few painted cells are estimated to have ended."""

from __future__ import annotations

from autosweep.board import Phase
from autosweep.play.decide import decide
from autosweep.play.decision import Decision
from autosweep.play.end_facts import Signs, Stage
from autosweep.play.evidence import Fact
from autosweep.play.outcome import GameOutcome, estimate
from autosweep.play.state import GameState
from autosweep.settings import PlaySettings
from autosweep.tracking.observation import Observation
from support.painted_boards import observed


def decision(seen: Observation) -> Decision:
    """Return what the player decides on a board by itself."""
    return decide(seen.reading, PlaySettings(), game=0, step=0)


def ending(before: Observation, made: Decision, now: Observation) -> Phase | None:
    """Return how a game ended that was waited for, by what its last frame shows."""
    return outcome(before, made, now).phase


def outcome(
    before: Observation, made: Decision, now: Observation, stage: Stage = Stage.WAITED
) -> GameOutcome:
    """Return the outcome of some moves, by the board before and after them."""
    state = GameState(last=(before, made))
    state.add_observation(before)
    return estimate(state, now, decision(now), Signs(stage))


LARGE = "\n".join(["1 ? ? ? ? ? ? ?", *["? ? ? ? ? ? ? ?"] * 7])
"""A board on which only a guess is left, and far more than one cell is still to be opened."""


def guessed(text: str = LARGE) -> GameState:
    """Return the state of a game whose last move was a guess."""
    before = observed(text)
    state = GameState(last=(before, decision(before)))
    state.add_observation(before)
    assert state.guessed
    return state


def facts(found: GameOutcome) -> set[Fact]:
    """Return the facts of the evidence."""
    return {each.fact for each in found.evidence}
