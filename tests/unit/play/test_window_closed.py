"""Programs that close their window with the end of a game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from support.one_game import SETTINGS

from autosweep.board import FirstClick, Phase
from autosweep.client.client_settings import ClientSettings
from autosweep.client.inprocess import InProcessScreen
from autosweep.geometry import Rect, ScreenPoint
from autosweep.interfaces import Frame, Window
from autosweep.play.events import Event, GameEnded
from autosweep.play.evidence import Fact
from autosweep.play.player import Player
from autosweep.testing import JumpingClock, StopAfter, WindowList

SEEDS = (0, 4)
"""Games that are lost, and won by a zero that opens the last safe cell."""
WINDOW = Window(1, "Mine field", "game", Rect(0, 0, 4000, 4000))


@dataclass
class Closing(WindowList):
    """A desktop whose only window vanishes at some moment of a game."""

    vanishes: Callable[[], bool] = lambda: False
    """Whether the window is gone by now."""
    minimises: bool = False
    """Whether it still exists then."""

    def now(self) -> list[Window]:
        """Return the windows by now."""
        if self.vanishes():
            self.shown = []
            self.minimised = {WINDOW.handle} if self.minimises else set()
        return self.shown

    def visible(self) -> list[Window]:
        """Return the windows by now."""
        return self.now()

    def top_at(self, point: ScreenPoint) -> Window | None:
        """Return the window by now."""
        self.now()
        return super().top_at(point)

    def place_of(self, handle: int) -> Rect | None:
        """Return the place by now."""
        self.now()
        return super().place_of(handle)

    def exists(self, handle: int) -> bool:
        """Return whether it is there by now."""
        self.now()
        return super().exists(handle)


class Blank:
    """A source that shows nothing but the background once the window is gone."""

    def __init__(self, screen: InProcessScreen, desktop: Closing) -> None:
        self._screen = screen
        self._desktop = desktop

    def grab(self, region: Rect | None = None) -> Frame:
        """Grab what is there by now."""
        frame = self._screen.grab(region)
        if self._desktop.now():
            return frame
        return Frame(np.full_like(frame.pixels, 90), frame.time, frame.mapping)


def played(
    seed: int, *, minimises: bool = False, early: int = 0
) -> tuple[Player, GameEnded, Phase]:
    """Play a game whose window is gone at its end, or with so many safe cells left."""
    clock = JumpingClock()
    game = ClientSettings(
        rows=9, cols=9, mines=12, seed=seed, cell_px=20, first_click=FirstClick.NONE
    )
    screen = InProcessScreen(settings=game, clock=clock, delay=0.0)

    def vanishes() -> bool:
        left = screen.game.board.count({c for c in screen.game.board.cells if c > 8})
        over = screen.game.phase in (Phase.WON, Phase.LOST)
        return over or (early > 0 and left - game.mines <= early)

    desktop = Closing([WINDOW], vanishes=vanishes, minimises=minimises)
    events: list[Event] = []
    player = Player(
        Blank(screen, desktop),
        screen,
        clock,
        StopAfter(),
        SETTINGS,
        observe=events.append,
        windows=desktop,
    )
    player.run()
    (end,) = [event for event in events if isinstance(event, GameEnded)]
    return player, end, screen.game.phase


ENDED = (Phase.WON, Phase.LOST, Phase.ENDED)


def test_a_window_that_closes_with_the_game_tells_a_win_and_no_loss() -> None:
    told = set()
    for seed in SEEDS:
        _, end, truth = played(seed)
        told.add(end.phase)
        assert end.phase in (truth, Phase.ENDED)
        if end.phase is Phase.ENDED:
            assert [item.fact for item in end.evidence] == [Fact.WINDOW_CLOSED]
    assert told == {Phase.WON, Phase.ENDED}


def test_a_window_that_a_person_minimises_ends_no_game() -> None:
    player, end, _ = played(SEEDS[0], minimises=True, early=20)
    assert end.phase not in ENDED
    assert player.fault is not None


def test_a_window_that_is_closed_in_the_middle_ends_no_game() -> None:
    """The numbers that the last moves opened were seen: it was a person."""
    _, end, truth = played(SEEDS[1], early=15)
    assert truth is Phase.PLAYING
    assert end.phase is Phase.PLAYING
