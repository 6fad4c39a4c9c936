"""Games that are over before the first click, and what is kept of those that were played."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.one_game import GAME, World

from autosweep.board import Phase
from autosweep.client.client_settings import ClientSettings
from autosweep.errors import Refused
from autosweep.interfaces import Click
from autosweep.play.events import Acted, AlreadyOver, GameEnded, Seen
from autosweep.settings import PlaySettings

SETTINGS = PlaySettings(patience=0.3, answer_time=0.3, countdown=0.0)
WAYS = ("won", "lost")


def over(way: str, game: ClientSettings = GAME) -> World:
    """Return a game that somebody has won or lost."""
    world = World(game)
    screen = world.screen

    def click(cell: tuple[int, int]) -> None:
        screen.perform([Click(screen.mapping.to_screen(screen.grid.center(cell)))])

    click((0, 0))
    layout = screen.game.layout
    assert layout is not None
    board = screen.game.board
    cells = [board.cell(i) for i in range(len(board.cells))]
    mines = {board.cell(i) for i in layout.mines}
    for cell in [c for c in cells if (c in mines) is (way == "lost")]:
        if screen.game.phase is Phase.PLAYING:
            click(cell)
    assert screen.game.phase.value == way
    world.clock.sleep(1.0)
    return world


@pytest.mark.parametrize("way", WAYS)
def test_a_game_that_is_over_is_not_counted_and_a_new_one_is_played(way: str) -> None:
    world = over(way)
    settings = PlaySettings(patience=0.3, answer_time=0.3, countdown=0.0, new_game="f2")
    summary = world.player(settings=settings).run()
    assert summary.games == 1
    assert summary.won + summary.lost == 1
    assert summary.clicks > 0
    told = [event for event in world.events if isinstance(event, AlreadyOver)]
    assert [event.phase.value for event in told] == [way]
    (end,) = [event for event in world.events if isinstance(event, GameEnded)]
    assert end.whole
    first = next(event for event in world.events if isinstance(event, Seen))
    assert first.reading.phase is Phase.READY


@pytest.mark.parametrize("way", WAYS)
def test_where_no_new_game_may_be_started_it_says_how(way: str) -> None:
    world = over(way)
    player = world.player(settings=replace(SETTINGS, new_game="never"))
    summary = player.run()
    assert (summary.games, summary.won, summary.lost, summary.clicks) == (0, 0, 0, 0)
    assert isinstance(player.fault, Refused)
    assert "already over" in str(player.fault)
    assert "--new-game" in player.fault.remedy
    assert not [event for event in world.events if isinstance(event, GameEnded | Seen | Acted)]


def test_a_game_that_somebody_began_is_played_and_is_not_whole() -> None:
    world = World()
    screen = world.screen
    screen.perform([Click(screen.mapping.to_screen(screen.grid.center((4, 4))))])
    world.clock.sleep(1.0)
    summary = world.player().run()
    assert summary.won + summary.lost == 1
    (end,) = [event for event in world.events if isinstance(event, GameEnded)]
    assert not end.whole


def test_the_mines_of_a_won_game_are_the_games_own() -> None:
    for seed in range(8):
        world = World(ClientSettings(rows=9, cols=9, mines=10, seed=seed, cell_px=20))
        world.player().run()
        (end,) = [event for event in world.events if isinstance(event, GameEnded)]
        layout = world.screen.game.layout
        assert layout is not None
        if end.phase is Phase.WON:
            assert end.mines == {world.screen.game.board.cell(i) for i in layout.mines}
        else:
            assert end.mines is None


@pytest.mark.parametrize("most", [1, 3, 7])
def test_no_press_beyond_the_budget(most: int) -> None:
    world = World(ClientSettings(rows=16, cols=30, mines=40, seed=1, cell_px=20))
    settings = PlaySettings(max_clicks=most, patience=0.3, countdown=0, games=3)
    summary = world.player(settings=settings).run()
    assert world.screen.clicks == summary.clicks == most
    assert "used up" in summary.why
