"""Flags and mines in pictures that nobody knows, told by what was done and what happened."""

from __future__ import annotations

from collections.abc import Collection

import pytest
from support.one_game import World

from autosweep.board import FLAG, MINE, SHOWN_MINES, FirstClick, Phase
from autosweep.client.client_settings import ClientSettings
from autosweep.client.inprocess import InProcessScreen
from autosweep.geometry import Rect
from autosweep.interfaces import (
    Button,
    Frame,
    Pixels,
)
from autosweep.settings import PlaySettings
from autosweep.vision import combine


class Boxes:
    """A source on which some symbols are the empty box of a sign that no font has."""

    def __init__(self, screen: InProcessScreen, symbols: Collection[int]) -> None:
        self._screen = screen
        self._symbols = symbols

    def grab(self, region: Rect | None = None) -> Frame:
        """Grab and repaint these symbols."""
        frame = self._screen.grab(region)
        pixels = frame.pixels.copy()
        x, y = int(frame.mapping.origin_x), int(frame.mapping.origin_y)
        for cell in self._screen.game.board.find(self._symbols):
            box = self._screen.grid.cell_rect(cell).moved(-x, -y).grown(-5)
            for part, shade in ((box, (40, 40, 200)), (box.grown(-1), (220, 220, 220))):
                inside = frame.rect.intersect(part)
                pixels[inside.y : inside.bottom, inside.x : inside.right] = shade
        return Frame(pixels, frame.time, frame.mapping)


@pytest.mark.parametrize("believed", [False, True])
def test_flags_of_a_strange_shape_are_known_by_having_been_set(
    monkeypatch: pytest.MonkeyPatch, *, believed: bool
) -> None:
    """Also where the reader takes the box for a covered cell and is sure of it."""
    if believed:
        monkeypatch.setattr(combine, "UNLIKE_ANYTHING", -1.0)
    settings = PlaySettings(flags="all", patience=0.3, answer_time=0.3, countdown=0)
    ended = flags = 0
    for seed in range(4):
        world = World(ClientSettings(rows=9, cols=9, mines=10, seed=seed, cell_px=24))
        summary = world.player(source=Boxes(world.screen, {FLAG}), settings=settings).run()
        marks = [click.point for click in world.clicks if click.button is Button.RIGHT]
        assert len(marks) == len(set(marks))
        flags += len(marks)
        ended += summary.won + summary.lost
    assert flags > 10
    assert ended == 4


class MinesForFlags(Boxes):
    """A source on which a flag is drawn as a mine."""

    def __init__(self, screen: InProcessScreen, mine: Pixels) -> None:
        super().__init__(screen, ())
        self._mine = mine

    def grab(self, region: Rect | None = None) -> Frame:
        """Grab and repaint the flags."""
        frame = super().grab(region)
        x, y = int(frame.mapping.origin_x), int(frame.mapping.origin_y)
        pixels = frame.pixels.copy()
        for cell in self._screen.game.board.find({FLAG}):
            box = self._screen.grid.cell_rect(cell).moved(-x, -y)
            if box == frame.rect.intersect(box):
                pixels[box.y : box.bottom, box.x : box.right] = self._mine
        return Frame(pixels, frame.time, frame.mapping)


def test_flags_that_look_like_mines_are_no_loss() -> None:
    lost = World(ClientSettings(rows=9, cols=9, mines=70, seed=1, cell_px=24))
    lost.player().run()
    shown = next(iter(lost.screen.game.board.find({MINE})))
    mine = lost.screen.grab(lost.screen.grid.cell_rect(shown)).pixels
    settings = PlaySettings(flags="all", patience=1.0, answer_time=0.3, countdown=0)
    for seed in range(3):
        world = World(ClientSettings(rows=9, cols=9, mines=10, seed=seed, cell_px=24))
        summary = world.player(source=MinesForFlags(world.screen, mine), settings=settings).run()
        truth = world.screen.game.phase
        assert (summary.won, summary.lost) == (truth is Phase.WON, truth is Phase.LOST), seed


def test_the_end_is_known_where_no_font_has_the_sign_of_a_mine() -> None:
    """Won and lost are told apart by what was opened; lost at the first click, too."""
    ended = set()
    for seed in range(8):
        game = ClientSettings(
            rows=9, cols=9, mines=14, seed=seed, cell_px=24, first_click=FirstClick.NONE
        )
        world = World(game)
        boxes = Boxes(world.screen, SHOWN_MINES | {FLAG})
        patient = PlaySettings(patience=1.0, answer_time=0.3, countdown=0)
        summary = world.player(source=boxes, settings=patient).run()
        truth = world.screen.game.phase
        assert (summary.won, summary.lost) == (truth is Phase.WON, truth is Phase.LOST), seed
        ended.add(truth)
    assert ended == {Phase.WON, Phase.LOST}
