"""An in-process game that is played, with places to put faults."""

from __future__ import annotations

from collections.abc import Callable

from autosweep.client.client_settings import ClientSettings
from autosweep.client.inprocess import InProcessScreen
from autosweep.interfaces import (
    Click,
    FrameSource,
    Messages,
    Pointer,
    StopSignal,
)
from autosweep.play.events import Acted, Event
from autosweep.play.player import Player
from autosweep.settings import PlaySettings
from autosweep.testing import JumpingClock, StopAfter

SETTINGS = PlaySettings(patience=0.3, answer_time=0.3, countdown=0.0)
GAME = ClientSettings(rows=9, cols=9, mines=10, seed=4, cell_px=20)


class World:
    """An in-process game with places to put faults."""

    def __init__(self, game: ClientSettings = GAME) -> None:
        self.clock = JumpingClock()
        self.screen = InProcessScreen(settings=game, clock=self.clock, delay=0.03)
        self.events: list[Event] = []

    def player(  # noqa: PLR0913 - each seam can be replaced
        self,
        *,
        source: FrameSource | None = None,
        pointer: Pointer | None = None,
        stop: StopSignal | None = None,
        settings: PlaySettings = SETTINGS,
        dry_run: bool = False,
        ask: Callable[[object], bool] | None = None,
        messages: Messages | None = None,
    ) -> Player:
        return Player(
            source or self.screen,
            pointer or self.screen,
            self.clock,
            stop or StopAfter(),
            settings,
            observe=self.events.append,
            dry_run=dry_run,
            ask=ask,
            messages=messages,
        )

    @property
    def clicks(self) -> list[Click]:
        acted = [event for event in self.events if isinstance(event, Acted)]
        return [a for event in acted for a in event.actions if isinstance(a, Click)]
