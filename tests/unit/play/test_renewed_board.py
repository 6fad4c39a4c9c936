"""A page that makes its board new at once and tells the end of a game by a message alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from support.one_game import GAME, World

from autosweep.board import FirstClick, Phase
from autosweep.client.inprocess import InProcessScreen
from autosweep.geometry import Rect, ScreenPoint
from autosweep.interfaces import Action, Click, Frame, PageMessage
from autosweep.play.events import Acted, BoardFound, GameEnded
from autosweep.play.evidence import Fact
from autosweep.settings import PlaySettings


class Renewing:
    """The in-process game as such a page: its pointer and its messages."""

    def __init__(self, screen: InProcessScreen) -> None:
        self._screen = screen
        self._waiting: list[PageMessage] = []
        self.lost = self.won = 0

    def perform(self, actions: Sequence[Action]) -> list[Action]:
        """Begin anew as soon as a game is over, before anything of its end is drawn."""
        for action in actions:
            self._screen.perform([action])
            phase = self._screen.game.phase
            if not isinstance(action, Click) or phase not in (Phase.LOST, Phase.WON):
                continue
            self.lost += phase is Phase.LOST
            self.won += phase is Phase.WON
            text = "YOU LOSE" if phase is Phase.LOST else "YOU WIN"
            self._waiting.append(PageMessage("alert", text, agreed=True))
            self._screen.session.new_game()
        return []

    def position(self) -> ScreenPoint:
        """Say where the pointer is."""
        return self._screen.position()

    def answer_by(self, agrees: Callable[[str, str], bool]) -> None:
        """Take no note: an alert has one answer."""

    def take(self) -> list[PageMessage]:
        """Hand the messages over."""
        taken, self._waiting = self._waiting, []
        return taken


def test_a_first_click_that_loses_is_told_and_nothing_is_clicked_before() -> None:
    """The next game begins on the board that is there: it is not waited for, nor started."""
    # All cells but one are mines.
    world = World(replace(GAME, mines=80, first_click=FirstClick.NONE))
    page = Renewing(world.screen)
    settings = PlaySettings(patience=0.3, answer_time=0.3, countdown=0, games=4)
    summary = world.player(pointer=page, settings=settings, messages=page).run()
    ends = [event for event in world.events if isinstance(event, GameEnded)]
    assert (summary.games, summary.lost, summary.won) == (4, page.lost, page.won)
    assert (page.lost, summary.why) == (4, "")
    facts = [{each.fact for each in end.evidence} for end in ends]
    assert facts == [{Fact.MESSAGE, Fact.TEXT}] * 4
    told = [
        type(event) for event in world.events if isinstance(event, (BoardFound, Acted, GameEnded))
    ]
    assert told == [BoardFound, Acted, GameEnded] * 4
    assert world.screen.clicks == 4


class Repainted:
    """The frames of such a page that shows all its cells in another colour after a loss."""

    def __init__(self, screen: InProcessScreen, page: Renewing) -> None:
        self._screen, self._page = screen, page

    def bounds(self) -> Rect:
        """Say where the screen is."""
        return self._screen.bounds()

    def grab(self, region: Rect | None = None) -> Frame:
        """Capture the game."""
        frame = self._screen.grab(region)
        return replace(frame, pixels=frame.pixels[:, :, ::-1] // 2) if self._page.lost else frame


def test_a_lost_board_that_is_repainted_is_no_new_one() -> None:
    world = World(replace(GAME, mines=80, first_click=FirstClick.NONE))
    page = Renewing(world.screen)
    settings = PlaySettings(patience=0.3, answer_time=0.3, countdown=0, games=2)
    source = Repainted(world.screen, page)
    summary = world.player(source=source, pointer=page, settings=settings, messages=page).run()
    assert (summary.lost, page.lost) == (1, 1)
    assert "No new game began" in summary.why
