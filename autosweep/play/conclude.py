"""What the reader learns from an observation, and what a decision comes to in its game.

The player concludes this after every observation of a wait; the replay of a recording concludes it
from the last one. Nothing here reads a clock or the screen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from autosweep.board import FLAG, HIDDEN, Phase
from autosweep.play.decision import Decision
from autosweep.play.events import GameEnded
from autosweep.play.outcome import (
    DIMMED,
    after_message,
    cleared_marks,
    contradicts,
    ending,
    mines_of,
    own_flags,
    verdict,
)
from autosweep.play.state import GameState
from autosweep.solver.moves import Move
from autosweep.tracking.observation import Observation
from autosweep.tracking.reader import BoardReader

ENDED = (Phase.WON, Phase.LOST)

# ------------------------------------------------------------------ what the reader learns


def learn(
    reader: BoardReader, state: GameState, observation: Observation, decision: Decision
) -> bool:
    """Let the reader cache what is consistent; return True if it learned something.

    Cells that no waiting makes certain are noted.
    """
    learned = False
    if contradicts(state, observation) is None and decision.analysis.consistent:
        learned = reader.learn(observation)
    state.waited_for.update(reader.known_uncertain(observation), observation.reading.cut_cells)
    return learned


def learn_uncertain(reader: BoardReader, state: GameState, observation: Observation) -> None:
    """Let the reader cache uncertain cells as such: waiting did not make them certain."""
    state.waited_for.update(observation.reading.uncertain)
    reader.learn(observation, uncertain=True)


def teach_own_marks(
    reader: BoardReader,
    before: Observation,
    observation: Observation,
    moves: Sequence[Move],
    *,
    flags: bool = True,
) -> Observation:
    """Teach the reader which marks our moves removed and, with `flags`, which cells we flagged."""
    if flags:
        observation = reader.teach(observation, own_flags(before, observation, moves), FLAG)
    return reader.teach(observation, cleared_marks(observation, moves), HIDDEN)


# ------------------------------------------------------------------ what a decision comes to


def is_settled(state: GameState, observation: Observation, decision: Decision) -> bool:
    """Return True if moves are certain and every uncertain cell has been waited for."""
    certain = decision.refusal is None and bool(decision.moves) and not decision.is_guess
    return certain and state.waited_for.issuperset(observation.reading.uncertain)


def judge(
    state: GameState,
    observation: Observation,
    decision: Decision,
    *,
    message_dismissed: bool,
    window: str | None = None,
) -> tuple[Decision, str | None]:
    """Return what a decision comes to in this game, and why it must not be followed.

    `window` is what the window under the clicks says against it.
    """
    refusal = decision.refusal or contradicts(state, observation) or window
    if decision.phase in ENDED:
        return replace(decision, phase=verdict(state, decision.phase, observation)), refusal
    if state.is_dimmed(observation.frame):
        return decision, DIMMED
    over = after_message(state, observation) if message_dismissed else None
    return (decision, refusal) if over is None else (_as_ended(decision, over), None)


def conclude(
    state: GameState, observation: Observation, decision: Decision, refusal: str | None
) -> tuple[Decision, str | None]:
    """Return what a judged decision comes to if waiting did not help, and what is against it.

    The last board of a game may stay unreadable, or leave a guess that nobody can make.
    """
    may_be_over = refusal is not None or (decision.partial and decision.is_guess)
    over = None
    if state.last is not None and may_be_over:
        over = ending(*state.last, observation)
    return (decision, refusal) if over is None else (_as_ended(decision, over), None)


def _as_ended(decision: Decision, phase: Phase) -> Decision:
    return replace(decision, moves=(), refusal=None, phase=phase)


# ------------------------------------------------------------------ what the game comes to


def ended_without_board(
    state: GameState, *, window_moved: Callable[[], bool], message_dismissed: bool
) -> Phase | None:
    """Return how a game ended whose board is not visible any more; None if that is not known."""
    if state.finished and not window_moved():
        return Phase.WON
    return after_message(state, None) if message_dismissed else None


def game_ended(game: int, state: GameState, phase: Phase, last: Observation) -> GameEnded:
    """Return the event that says how a game ended; `last` is its last observation."""
    won = phase is Phase.WON
    return GameEnded(
        game,
        phase,
        "All cells without a mine are open." if won else "A mine exploded.",
        last.frame,
        last.reading,
        state.guessed,
        whole=state.from_first_click,
        mines=mines_of(state) if won else None,
        total=None if state.last is None else state.last[1].board.mines,
    )
