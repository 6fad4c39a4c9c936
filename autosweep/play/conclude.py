"""What the reader learns from an observation, and what a decision comes to in its game.

The player concludes this after every observation of a wait; the replay of a recording concludes it
from the last one. Nothing here reads a clock or the screen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from autosweep.board import FLAG, HIDDEN, SHOWN_MINES, UNREAD, Phase
from autosweep.play.decision import Decision
from autosweep.play.effects import (
    DIMMED,
    cleared_marks,
    contradicts,
    opened_blank,
    own_flags,
    unlike_hidden,
)
from autosweep.play.end_facts import Signs
from autosweep.play.events import GameEnded
from autosweep.play.evidence import Evidence
from autosweep.play.outcome import GameOutcome, estimate, mines_of
from autosweep.play.state import GameState
from autosweep.play.wrong_numbers import after_certain_loss
from autosweep.solver.moves import Move
from autosweep.tracking.observation import Observation, have_same_cells
from autosweep.tracking.reader import BoardReader

ENDED = (Phase.WON, Phase.LOST, Phase.ENDED)
_WHY = {
    Phase.WON: "All cells without a mine are open.",
    Phase.LOST: "A mine exploded.",
    Phase.ENDED: "The game is over; whether it was won is not known.",
}

UNBELIEVED = "The board seems to show the end of a game, which the last moves cannot have ended."

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


def teach_own_marks(  # noqa: PLR0913 - each is named at the call
    reader: BoardReader,
    before: Observation,
    observation: Observation,
    moves: Sequence[Move],
    *,
    flags: bool = True,
    message: bool = False,
) -> Observation:
    """Teach the reader which marks our moves removed.

    With `flags` also which cells we flagged, and which we opened that show nothing: a pointer that
    is on a cell may change it as well. After a `message` a cell that shows nothing may be a mine.
    """
    if not have_same_cells(before, observation):
        return observation
    if flags:
        observation = reader.teach(observation, own_flags(before, observation, moves), FLAG)
        blank = [] if message else opened_blank(before, observation, moves)
        observation = reader.teach(observation, blank, 0)
        observation = reader.teach_zeros(observation, unlike_hidden(before, observation, blank))
    return reader.teach(observation, cleared_marks(observation, moves), HIDDEN)


# ------------------------------------------------------------------ what a decision comes to


def is_settled(state: GameState, observation: Observation, decision: Decision) -> bool:
    """Return True if moves are certain and every uncertain cell has been waited for."""
    certain = decision.refusal is None and bool(decision.moves) and not decision.is_guess
    waited = state.waited_for.issuperset(observation.reading.uncertain)
    return certain and waited and not _may_be_lost(state, observation, decision)


def _may_be_lost(state: GameState, observation: Observation, decision: Decision) -> bool:
    """Return True if uncertain cells look like the end of a game that a guess may have lost.

    Some cells are safe on such a board, too, whatever the uncertain ones are. How mines look may be
    known from an earlier game as uncertain, so nothing else would make the board wait.
    """
    if state.last is None or not state.last[1].is_guess or not decision.partial:
        return False
    return observation.reading.phase is Phase.LOST


def asks_for_words(state: GameState, observation: Observation, decision: Decision) -> bool:
    """Return True if only words may tell that a guess has lost the game.

    What it shows may be a mine, but is not certain, and the client takes further clicks.
    """
    if state.last is None or not state.last[1].is_guess or not decision.partial:
        return False
    if not have_same_cells(state.last[0], observation):
        return False
    reading = observation.reading
    guessed = {move.cell for move in state.last[1].moves}
    return any(
        reading.board[cell] in SHOWN_MINES | {UNREAD}
        for cell in guessed.intersection(reading.uncertain)
    )


def judge(
    state: GameState,
    observation: Observation,
    decision: Decision,
    signs: Signs,
    *,
    window: str | None = None,
) -> tuple[Decision, str | None]:
    """Return what a decision comes to in this game, and why it must not be followed.

    `window` is what the window under the clicks says against it.
    """
    outcome = estimate(state, observation, decision, signs)
    if outcome.phase is not None:
        return _as_ended(decision, outcome), None
    if decision.phase in ENDED:
        return replace(decision, phase=observation.reading.phase), UNBELIEVED
    if state.is_dimmed(observation.frame):
        return decision, DIMMED
    return decision, decision.refusal or contradicts(state, observation) or window


def conclude(
    state: GameState,
    observation: Observation,
    decision: Decision,
    refusal: str | None,
    signs: Signs,
) -> tuple[Decision, str | None]:
    """Return what a judged decision comes to if waiting did not help, and what is against it.

    The last board of a game may stay unreadable, or leave a guess that nobody can make.
    """
    may_be_over = refusal is not None or (decision.partial and decision.is_guess)
    may_be_over = may_be_over or _may_be_lost(state, observation, decision)
    if state.last is None or not may_be_over:
        return decision, refusal
    decision = replace(decision, said=signs.said)
    outcome = estimate(state, observation, decision, signs)
    return (decision, refusal) if outcome.phase is None else (_as_ended(decision, outcome), None)


def _as_ended(decision: Decision, outcome: GameOutcome) -> Decision:
    phase = outcome.phase or decision.phase
    return replace(decision, moves=(), refusal=None, phase=phase, evidence=outcome.evidence)


# ------------------------------------------------------------------ what the game comes to


def last_of_game(state: GameState, last: Observation) -> Observation:
    """Return the last observation of the game itself.

    A board of another size is not the game's: a part of it beside a dialog may be taken for the
    whole. Nor is a board without an open cell, if the game had some: it is that of the next game.
    Then it is the observation on which the last moves were made.
    """
    if state.last is None:
        return last
    before = state.last[0]
    replaced = last.reading.phase is Phase.READY and before.reading.phase is not Phase.READY
    return before if replaced or not have_same_cells(before, last) else last


def game_ended(
    game: int, state: GameState, phase: Phase, last: Observation, evidence: tuple[Evidence, ...]
) -> GameEnded:
    """Return the event that says how a game ended; `last` is its last observation, of its size."""
    won = phase is Phase.WON
    return GameEnded(
        game,
        phase,
        _WHY[phase],
        last.frame,
        last.reading,
        state.guessed,
        whole=state.from_first_click,
        mines=mines_of(state) if won else None,
        total=None if state.last is None else state.last[1].board.mines,
        evidence=(*evidence, *after_certain_loss(state, last.reading, evidence)),
    )
