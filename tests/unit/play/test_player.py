"""The loop on the in-process screen: whole games, and everything that can go wrong in one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from support.one_game import GAME, SETTINGS, World
from support.truthful import Findings, play_in_memory, spread_of_games

from autosweep.board import FirstClick, Phase
from autosweep.client.client_settings import ClientSettings
from autosweep.client.inprocess import InProcessScreen
from autosweep.errors import AutosweepError, DisplayLost, ExitCode, Interrupted
from autosweep.geometry import Rect, ScreenPoint
from autosweep.interfaces import (
    Action,
    Click,
    Frame,
    MoveTo,
    PressKey,
)
from autosweep.play.events import Acted, BoardFound, GameEnded, Summary, Withheld
from autosweep.play.player import Player
from autosweep.settings import PlaySettings
from autosweep.testing import JumpingClock, MemoryPointer, StopAfter
from autosweep.vision.read import read


def test_games_of_all_levels_and_skins_agree_with_the_truth() -> None:
    """A spread of games: readings true, clicks on the board, losses only on announced guesses."""
    findings = Findings()
    for game in spread_of_games(12, first_seed=1000):
        play_in_memory(findings, game)
    assert findings.faults == []
    assert findings.won + findings.lost == 12
    assert findings.readings > 100


@pytest.mark.parametrize("scale", [1.5, 2.0])
def test_a_scaled_display_is_clicked_where_it_should(scale: float) -> None:
    findings = Findings()
    play_in_memory(findings, GAME, scale=scale)
    assert findings.faults == []


def test_several_games_in_a_row() -> None:
    world = World()
    summary = world.player(settings=PlaySettings(games=3, patience=0.3, countdown=0)).run()
    assert (summary.games, summary.stopped, summary.why) == (3, 0, "")
    assert summary.won + summary.lost == 3
    assert isinstance(world.events[-1], Summary)
    assert sum(isinstance(event, BoardFound) for event in world.events) == 3


def test_guesses_can_be_forbidden() -> None:
    """With guessing off the game stops before the first guess."""
    world = World(ClientSettings(rows=16, cols=30, mines=150, seed=3, cell_px=20))
    player = world.player(settings=PlaySettings(guess="never", patience=0.3, countdown=0))
    summary = player.run()
    assert summary.stopped == 1
    assert summary.guesses == 0
    assert "guessing is off" in summary.why
    assert world.screen.game.phase in (Phase.READY, Phase.PLAYING)


def test_a_first_click_that_the_client_spares_is_not_forbidden() -> None:
    """Where the client is known; one that nobody knows may put a mine under it."""
    settings = PlaySettings(guess="never", patience=0.3, countdown=0)
    game = ClientSettings(rows=9, cols=9, mines=3, seed=3, cell_px=20, first_click=FirstClick.ZERO)
    summary = World(game).player(settings=settings).run()
    assert (summary.won, summary.guesses) == (1, 0)


def test_a_first_click_of_an_unknown_client_is_a_guess(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("autosweep.play.client_profile.load_themes", lambda: ())
    world = World()
    settings = PlaySettings(guess="never", patience=0.3, countdown=0)
    summary = world.player(settings=settings).run()
    assert (summary.stopped, summary.clicks) == (1, 0)
    assert "guessing is off" in summary.why


@pytest.mark.parametrize("answer", [True, False])
def test_guesses_can_be_asked_about(answer: bool) -> None:  # noqa: FBT001
    world = World(ClientSettings(rows=9, cols=9, mines=20, seed=3, cell_px=20))
    asked: list[object] = []

    def ask(move: object) -> bool:
        asked.append(move)
        return answer

    settings = PlaySettings(guess="ask", patience=0.3, countdown=0)
    summary = world.player(settings=settings, ask=ask).run()
    assert asked
    assert (summary.stopped == 1) is not answer


def test_a_dry_run_clicks_nothing_and_says_what_it_would() -> None:
    world = World()
    player = world.player(dry_run=True, pointer=MemoryPointer())
    player.run()
    assert world.screen.game.phase is Phase.READY
    assert len(world.clicks) == 1
    assert "Dry run" in str(player.fault)


class Forbidden:
    """A pointer that must not be used."""

    def perform(self, actions: Sequence[Action]) -> list[Action]:
        """Refuse."""
        raise AssertionError(actions)

    def position(self) -> ScreenPoint | None:
        """Return nothing."""
        return None


class Numb:
    """A pointer whose clicks are lost; the first `lost` batches or all of them."""

    def __init__(self, screen: InProcessScreen, lost: int) -> None:
        self._screen = screen
        self._lost = lost

    def perform(self, actions: Sequence[Action]) -> list[Action]:
        """Drop a batch with clicks while there are some to drop."""
        if any(isinstance(action, Click) for action in actions) and self._lost:
            self._lost -= 1
            return []
        return self._screen.perform(actions)

    def position(self) -> ScreenPoint | None:
        """Say nothing about the place."""
        return None


def test_a_lost_click_is_repeated_once() -> None:
    world = World()
    summary = world.player(pointer=Numb(world.screen, lost=1)).run()
    assert summary.stopped == 0
    assert sum(isinstance(event, Acted) and event.retry for event in world.events) == 1


class Polled(Numb):
    """A client that looks thirty times a second whether the button is down."""

    def __init__(self, screen: InProcessScreen) -> None:
        super().__init__(screen, lost=0)

    def perform(self, actions: Sequence[Action]) -> list[Action]:
        """Pass on what it sees."""
        return super().perform([a for a in actions if not isinstance(a, Click) or a.hold > 1 / 30])


def test_a_client_that_polls_the_button_is_played() -> None:
    world = World()
    summary = world.player(pointer=Polled(world.screen)).run()
    assert summary.stopped == 0
    assert sum(isinstance(event, Acted) and event.retry for event in world.events) == 1
    assert world.screen.clicks == len([click for click in world.clicks if click.hold])


class Drawing(Numb):
    """A pointer of a client that takes no clicks while it draws the effect of one."""

    def __init__(self, screen: InProcessScreen, clock: JumpingClock, *, seconds: float) -> None:
        super().__init__(screen, lost=0)
        self._clock = clock
        self._seconds = seconds
        self._until = 0.0
        self.batches: list[int] = []

    def perform(self, actions: Sequence[Action]) -> list[Action]:
        """Pass on the first click, and others when it is drawn."""
        clicks = [action for action in actions if isinstance(action, Click)]
        self.batches += [len(clicks)] if clicks else []
        taken: list[Action] = [action for action in actions if action not in clicks]
        for click in clicks:
            if self._clock.now() >= self._until:
                self._until = self._clock.now() + self._seconds
                taken.append(click)
        return super().perform(taken)


def test_a_client_that_takes_no_clicks_while_it_draws_is_played_click_by_click() -> None:
    world = World(ClientSettings(rows=9, cols=9, mines=10, seed=4, cell_px=20))
    pointer = Drawing(world.screen, world.clock, seconds=0.25)
    summary = world.player(pointer=pointer).run()
    assert summary.stopped == 0, summary.why
    assert max(pointer.batches) > 1


class Withholding(Numb):
    """A pointer that withholds single clicks of batches, or everything."""

    def __init__(self, screen: InProcessScreen, *, everything: bool) -> None:
        super().__init__(screen, lost=0)
        self._everything = everything
        self.withheld = 0

    def perform(self, actions: Sequence[Action]) -> list[Action]:
        """Withhold every click, or the last one of each larger batch."""
        clicks = [action for action in actions if isinstance(action, Click)]
        held: list[Action] = [*clicks] if self._everything else [*clicks[2:]]
        self.withheld += len(held)
        super().perform([action for action in actions if action not in held])
        return held


def test_a_withheld_click_is_decided_on_anew_and_not_counted() -> None:
    world = World(ClientSettings(rows=16, cols=16, mines=20, seed=1, cell_px=20))
    pointer = Withholding(world.screen, everything=False)
    summary = world.player(pointer=pointer).run()
    assert summary.won == 1
    assert pointer.withheld > 0
    assert summary.clicks == world.screen.clicks
    told = [event for event in world.events if isinstance(event, Withheld)]
    assert sum(len(event.actions) for event in told) == pointer.withheld


def test_a_board_that_is_never_as_it_was_seen_is_not_clicked() -> None:
    world = World()
    summary = world.player(pointer=Withholding(world.screen, everything=True)).run()
    assert summary.stopped == 1
    assert summary.clicks == world.screen.clicks == summary.guesses == 0
    assert "change as soon as they are captured" in summary.why


def test_clicks_that_never_work_end_the_game_with_a_reason() -> None:
    world = World()
    player = world.player(pointer=Numb(world.screen, lost=-1))
    summary = player.run()
    assert summary.stopped == 1
    assert "no effect, twice" in summary.why
    assert player.fault is not None
    assert player.fault.exit_code is ExitCode.NOTHING_TO_SEE


class Painted:
    """A source that paints over part of what it shows, from a given grab on."""

    def __init__(self, screen: InProcessScreen, paint: Rect, *, after: int) -> None:
        self._screen = screen
        self._paint = paint
        self._left = after

    def grab(self, region: Rect | None = None) -> Frame:
        """Grab and paint."""
        frame = self._screen.grab(region)
        self._left -= 1
        if self._left >= 0:
            return frame
        pixels = frame.pixels.copy()
        x, y = int(frame.mapping.origin_x), int(frame.mapping.origin_y)
        part = frame.rect.intersect(self._paint.moved(-x, -y))
        pixels[part.y : part.bottom, part.x : part.right] = (40, 200, 90)
        return Frame(pixels, frame.time, frame.mapping)


def test_a_covered_board_is_not_clicked() -> None:
    """A window that comes to lie over the board stops the game before the next click."""
    world = World()
    box = world.screen.grid.bbox
    cover = Rect(box.x + 30, box.y + 30, box.w - 60, box.h // 2)
    player = world.player(source=Painted(world.screen, cover, after=1))
    summary = player.run()
    assert summary.stopped == 1
    assert summary.clicks == 0
    assert player.fault is not None
    assert player.fault.exit_code is ExitCode.NOTHING_TO_SEE


def test_a_mouse_that_a_person_moves_stops_the_game() -> None:
    world = World()

    class Handled(Numb):
        def position(self) -> ScreenPoint | None:
            return ScreenPoint(333, 222)

    player = world.player(pointer=Handled(world.screen, lost=0))
    summary = player.run()
    assert summary.clicks == 0
    assert isinstance(player.fault, Interrupted)
    assert "mouse" in summary.why


@pytest.mark.parametrize("after", [3, 20])
def test_a_stop_signal_ends_the_run_in_order(after: int) -> None:
    world = World()
    player = world.player(stop=StopAfter(after, "Enough."))
    summary = player.run()
    assert summary.why == "Enough."
    assert isinstance(player.fault, Interrupted)
    assert isinstance(world.events[-1], Summary)


def test_a_display_that_dies_is_reported_and_nothing_is_lost() -> None:
    world = World()

    class Dying:
        grabs = 0

        def grab(self, region: Rect | None = None) -> Frame:
            Dying.grabs += 1
            if Dying.grabs > 12:
                msg = "The display went away."
                raise DisplayLost(msg)
            return world.screen.grab(region)

    player = world.player(source=Dying())
    summary = player.run()
    assert isinstance(player.fault, DisplayLost)
    assert summary.stopped == 1
    ends = [event for event in world.events if isinstance(event, GameEnded)]
    assert len(ends) == 1


def test_no_board_is_said() -> None:
    clock = JumpingClock()

    class Blank:
        def grab(self, region: Rect | None = None) -> Frame:
            del region
            clock.sleep(0.2)
            return Frame(np.full((300, 400, 3), 90, np.uint8))

    player = Player(Blank(), Forbidden(), clock, StopAfter(), SETTINGS)
    player.run()
    assert isinstance(player.fault, AutosweepError)
    assert "No Minesweeper board is visible" in str(player.fault)


def test_a_capture_that_turns_black_stops_the_game_and_says_so() -> None:
    """As without the permission to record the screen: zeros in, not one click out."""
    world = World(ClientSettings(rows=16, cols=30, mines=40, seed=1, cell_px=20))

    class Darkening:
        clicks_seen = 0

        def grab(self, region: Rect | None = None) -> Frame:
            frame = world.screen.grab(region)
            if world.screen.clicks < 3:
                return frame
            Darkening.clicks_seen = world.screen.clicks
            return Frame(np.zeros_like(frame.pixels), frame.time, frame.mapping)

    player = world.player(source=Darkening())
    summary = player.run()
    assert "all black" in summary.why
    assert player.fault is not None
    assert player.fault.exit_code is ExitCode.NOTHING_TO_SEE
    assert "Screen Recording" in player.fault.remedy
    assert summary.clicks == world.screen.clicks == Darkening.clicks_seen


def test_a_new_game_begun_by_somebody_else_is_noticed() -> None:
    """An opened number that changes means another game: the old one is given up."""
    world = World(ClientSettings(rows=16, cols=16, mines=20, seed=1, cell_px=20))
    restarted: list[bool] = []

    class Restarting(Numb):
        def perform(self, actions: Sequence[Action]) -> list[Action]:
            super().perform(actions)
            if sum(isinstance(a, Click) for a in actions) > 1 and not restarted:
                restarted.append(True)
                at = world.screen.mapping.to_screen(world.screen.grid.center((8, 8)))
                world.screen.perform([PressKey("f2"), Click(at)])
            return []

    player = world.player(pointer=Restarting(world.screen, lost=0))
    summary = player.run()
    assert restarted
    assert summary.stopped == 1
    assert "another game" in summary.why


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (PlaySettings(max_clicks=2, patience=0.3, countdown=0), "2 clicks allowed"),
        (PlaySettings(max_seconds=0.1, patience=0.3, countdown=0), "seconds allowed"),
    ],
)
def test_budgets_end_the_run(settings: PlaySettings, words: str) -> None:
    # Few mines: the game goes on for longer than the budget, whatever the strategy.
    world = World(ClientSettings(rows=16, cols=30, mines=40, seed=1, cell_px=20))
    player = world.player(settings=settings)
    summary = player.run()
    assert words in summary.why
    assert isinstance(player.fault, Interrupted)


def test_until_win_stops_at_the_first_win() -> None:
    world = World()
    settings = PlaySettings(games=20, until_win=True, patience=0.3, countdown=0)
    summary = world.player(settings=settings).run()
    assert summary.won == 1
    assert summary.games < 20


class Lagging:
    """A pointer to a client that asks where the pointer was when it drew last.

    From a place off the board it computes the cell in the middle.
    """

    def __init__(self, world: World, board: Rect) -> None:
        self._world, self._board = world, board
        self._known = self._place = ScreenPoint(0, 0)
        self._moved_at = 0.0

    def perform(self, actions: Sequence[Action]) -> list[Action]:
        """Click where the pointer was a frame ago."""
        now = self._world.clock.now()
        for action in actions:
            if now >= self._moved_at + 0.03:
                self._known = self._place
            if isinstance(action, Click):
                known, board = self._known, self._board
                if not board.contains(known.x, known.y):
                    known = ScreenPoint(board.x + board.w // 2, board.y + board.h // 2)
                self._world.screen.perform([replace(action, point=known, seen=None)])
            if isinstance(action, Click | MoveTo) and action.point != self._place:
                self._place, self._moved_at = action.point, now
        return []

    def position(self) -> ScreenPoint | None:
        """Say nothing about the place."""
        return None


def test_a_client_that_asks_for_the_pointer_late_is_played_cell_by_cell() -> None:
    world = World(ClientSettings(rows=9, cols=9, mines=10, seed=4, cell_px=20))
    (board,) = read(world.screen.grab(), thorough=False, may_be_cut=False)
    player = world.player(pointer=Lagging(world, board.grid.bbox))
    summary = player.run()
    assert player.fault is None, summary.why
    assert summary.won + summary.lost == 1
    ended = next(event for event in world.events if isinstance(event, GameEnded))
    assert summary.won or ended.announced_guess
