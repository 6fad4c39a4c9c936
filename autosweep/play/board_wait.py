"""For how long a board is waited for that cannot be decided, and what helps meanwhile.

The player loops; this says whether another observation may change what was decided.
"""

from __future__ import annotations

from math import log2

from autosweep.play.click_sender import ClickSender
from autosweep.play.client_control import ClientControl
from autosweep.play.conclude import learn_uncertain
from autosweep.play.decision import Decision
from autosweep.play.effects import contradicts
from autosweep.play.live_board import LiveBoard
from autosweep.play.state import GameState
from autosweep.play.waiting import Waiting
from autosweep.settings import PlaySettings
from autosweep.tracking.observation import Observation
from autosweep.tracking.settle import UNCERTAIN_WAIT

LONG_STABLE = 0.06
"""Seconds that a frame must have been stable before a guess, an end or a refusal is believed."""
_FIRST_TURN = 1.0
"""Seconds of waiting after which the pointer is parked elsewhere and everything is read from
scratch, then after twice as long, and so on."""


class BoardWait:
    """Waits for a board that can be read."""

    def __init__(
        self,
        board: LiveBoard,
        sender: ClickSender,
        control: ClientControl,
        waiting: Waiting,
        settings: PlaySettings,
    ) -> None:
        self._board = board
        self._sender = sender
        self._control = control
        self._waiting = waiting
        self._settings = settings

    def clear_view(self, observation: Observation, *, dismiss: bool) -> None:
        """Take the pointer off the board and, with `dismiss`, put known dialogs away."""
        if not self._sender.parked:
            self._sender.park(observation)
        if dismiss:
            self._board.dismiss()

    def may_have_ended(self, state: GameState, refusal: str | None, waited: float) -> bool:
        """Return True if a board that stays unreadable may be the last one of its game."""
        # After the last certain cells there is nothing that a better frame could tell.
        enough = waited >= (LONG_STABLE if state.finished else UNCERTAIN_WAIT)
        return refusal is not None and enough

    def waited_enough(
        self,
        state: GameState,
        observation: Observation,
        decision: Decision,
        refusal: str | None,
        waited: float,
    ) -> bool:
        """Return True if a decision stands; False if observing again may change it."""
        if refusal is not None:
            # Some clients show a bubble or a flash for seconds; their profiles say how long.
            settle = self._control.profile.settle_ms / 1000
            return waited >= max(self._settings.patience, settle)
        uncertain = observation.reading.uncertain
        if not decision.partial or not uncertain:
            return True
        # An uncertain cell may be one that is still being drawn.
        if waited < UNCERTAIN_WAIT and not state.waited_for.issuperset(uncertain):
            return False
        learn_uncertain(self._board.reader, state, observation)
        return True

    def help(
        self, state: GameState, observation: Observation, decision: Decision, waited: float
    ) -> None:
        """Do what may make the board readable while waiting for it."""
        if contradicts(state, observation) is not None:
            # Beside a dialog a part of the board may have been taken for the whole. The pause
            # makes the waiting end: a board that is located at once takes no time to observe.
            self._board.reader.forget()
            self._waiting.pause()
            return
        if decision.refusal is None and not decision.partial:
            return
        turn = int(log2(1 + waited / _FIRST_TURN))
        if turn != state.turn:
            state.turn = turn
            self._board.reader.reconsider()
            # A tooltip or a message may stay for as long as the pointer is on it.
            self._sender.park(observation, turn)
