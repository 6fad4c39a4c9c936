"""A client that stands still in mid-game and then takes its clicks one after the other."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from autosweep.client.client_settings import ClientSettings
from autosweep.client.inprocess import InProcessScreen
from autosweep.geometry import Rect, ScreenPoint
from autosweep.interfaces import Action, Click, Frame
from autosweep.play.player import Player
from autosweep.settings import PlaySettings
from autosweep.testing import JumpingClock, StopAfter

SETTINGS = PlaySettings(patience=1.0, answer_time=0.3, countdown=0.0)
GAME = ClientSettings(rows=9, cols=9, mines=10, seed=4, cell_px=20)
BEAT = 0.1
"""Seconds that the client takes for each click once it goes on."""


class Frozen:
    """Screen and pointer: takes the first click, freezes after a part of the second batch."""

    def __init__(self, clock: JumpingClock, seconds: float) -> None:
        self.screen = InProcessScreen(settings=GAME, clock=clock)
        self._clock = clock
        self._seconds = seconds
        self._waiting: list[tuple[float, Action]] = []
        self._batches = 0
        self._thaws = 0.0

    def perform(self, actions: Sequence[Action]) -> list[Action]:
        """Pass the actions on, or keep them until the client takes them."""
        self._batches += any(isinstance(action, Click) for action in actions)
        if self._batches < 2:
            return self.screen.perform(actions)
        if not self._thaws:
            self.screen.perform(actions[:1])
            actions = actions[1:]
            assert actions
            self._thaws = self._clock.now() + self._seconds
        for action in actions:
            last = self._waiting[-1][0] if self._waiting else self._thaws
            self._waiting.append((max(last, self._clock.now()) + BEAT, action))
        return []

    def position(self) -> ScreenPoint | None:
        """Say nothing about the place."""
        return None

    def grab(self, region: Rect | None = None) -> Frame:
        """Show what the client has come to by now."""
        while self._waiting and self._waiting[0][0] <= self._clock.now():
            self.screen.perform([self._waiting.pop(0)[1]])
        return self.screen.grab(region)


@pytest.mark.parametrize("tenths", range(1, 16))
def test_a_client_that_stood_still_is_played_on(tenths: int) -> None:
    """Whenever it goes on: also just when the player was about to give up."""
    clock = JumpingClock()
    frozen = Frozen(clock, tenths / 10)
    summary = Player(frozen, frozen, clock, StopAfter(), SETTINGS).run()
    assert summary.stopped == 0, summary.why
