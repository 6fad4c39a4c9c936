"""A message that dims the board: seen, put away in a browser, told elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from autosweep.board import Board, FirstClick, Phase
from autosweep.client.client_settings import ClientSettings
from autosweep.client.inprocess import InProcessScreen
from autosweep.geometry import Grid, Rect, ScreenPoint
from autosweep.interfaces import Action, Click, Frame, PressKey, Window
from autosweep.play.dimmed import is_dimmed
from autosweep.play.events import Controlled, Event, GameEnded
from autosweep.play.evidence import Fact
from autosweep.play.player import Player
from autosweep.settings import PlaySettings
from autosweep.testing import JumpingClock, StopAfter, WindowList
from autosweep.vision.phase import phase_of
from autosweep.vision.reading import Reading

SIDE = 20
HIDDEN_SHADE, OPEN_SHADE, PAGE_SHADE = 200, 140, 240


def page(text: str) -> tuple[Frame, Reading]:
    """Return a board on a light page: opened cells are darker, numbers have a dark middle."""
    board = Board.from_rows(text.split("\n"))
    grid = Grid.regular((SIDE, SIDE), (SIDE, SIDE), (board.rows, board.cols))
    shape = ((board.rows + 2) * SIDE, (board.cols + 2) * SIDE, 3)
    pixels = np.full(shape, PAGE_SHADE, np.uint8)
    for i, code in enumerate(board.cells):
        box = grid.cell_rect(board.cell(i)).grown(-1)
        pixels[box.y : box.bottom, box.x : box.right] = HIDDEN_SHADE if code > 8 else OPEN_SHADE
        if 1 <= code <= 8:
            mark = box.grown(-6)
            pixels[mark.y : mark.bottom, mark.x : mark.right] = (30, 20 * code, 60)
    sure = np.ones((board.rows, board.cols), np.float32)
    return Frame(pixels), Reading(board, grid, sure, "generic", phase_of(board))


def veil(frame: Frame, left: float, shade: int, message: Rect | None = None) -> Frame:
    """Return a picture behind a veil of one shade, with a message on it."""
    pixels = np.round(frame.pixels * left + shade * (1 - left)).astype(np.uint8)
    if message is not None:
        pixels[message.y : message.bottom, message.x : message.right] = 255
    return Frame(pixels, frame.time, frame.mapping)


BEFORE = "0 1 ? ? ?\n1 2 ? ? ?\n? ? ? ? ?\n? ? ? ? ?"


@pytest.mark.parametrize(("left", "shade"), [(0.4, 0), (0.7, 0), (0.5, 255)])
def test_a_dimmed_board_is_known_beside_its_message(left: float, shade: int) -> None:
    frame, reading = page(BEFORE)
    message = Rect(0, 0, 110, 30)
    assert is_dimmed(frame, reading, veil(frame, left, shade, message))


@pytest.mark.parametrize(
    "after",
    [
        BEFORE,
        "0 1 ? ? ?\n1 2 2 1 1\n1 1 1 0 0\n0 0 0 0 0",
    ],
)
def test_an_opened_area_does_not_dim_the_board(after: str) -> None:
    """Cells that become darker all at once were opened; the page round them has not changed."""
    frame, reading = page(BEFORE)
    assert not is_dimmed(frame, reading, page(after)[0])
    fresh, unopened = page("? ? ? ? ?\n" * 3 + "? ? ? ? ?")
    assert not is_dimmed(fresh, unopened, page("0 0 0 0 0\n" * 3 + "0 0 0 0 0")[0])


class Messaging:
    """A game that stands still behind a dimmed picture once it is over, until Escape is pressed."""

    def __init__(self, then: str = "", mines: int = 10) -> None:
        self.clock = JumpingClock()
        settings = ClientSettings(
            rows=9, cols=9, mines=mines, seed=4, cell_px=20, first_click=FirstClick.NONE
        )
        self.screen = InProcessScreen(settings=settings, clock=self.clock)
        self._frozen: Frame | None = None
        self._next: Frame | None = None
        self._then = then
        self.over: Phase | None = None
        self.late = 0
        """Clicks that were made on the veil."""

    def grab(self, region: Rect | None = None) -> Frame:
        """Return the game, or its last picture behind the veil."""
        if self._frozen is None:
            return self.screen.grab(region)
        return self._frozen if region is None else self._frozen.crop(region)

    def _after_message(self, before: Frame, at: ScreenPoint) -> Frame | None:
        """Return what stays on the screen; None for the game itself."""
        pixels = np.full_like(before.pixels, 90)
        if self._then == "shows a box":
            pixels = before.pixels.copy()
            pixels[at.y - 7 : at.y + 7, at.x - 5 : at.x + 5] = 20
            pixels[at.y - 6 : at.y + 6, at.x - 4 : at.x + 4] = 230
        return Frame(pixels) if self._then in ("leaves", "shows a box") else None

    def perform(self, actions: Sequence[Action]) -> list[Action]:
        """Pass on what reaches the game; freeze when it is over."""
        if self._frozen is not None:
            self.late += sum(isinstance(action, Click) for action in actions)
        for action in actions:
            if isinstance(action, PressKey) and action.keys == "escape":
                self._frozen = self._next
            elif self._frozen is None or not isinstance(action, Click):
                before = self.screen.grab()
                self.screen.perform([action])
                phase = self.screen.game.phase
                if phase in (Phase.WON, Phase.LOST) and self.over is None:
                    self.over = phase
                    self._frozen = veil(before, 0.4, 0, Rect(0, 0, 400, 40))
                    if isinstance(action, Click):
                        self._next = self._after_message(before, action.point)
                    if self._then == "restarts":
                        self.screen.perform([PressKey("f2")])
        return []

    def position(self) -> ScreenPoint | None:
        """Say nothing about the place."""
        return None

    def play(self, kind: str) -> tuple[Player, list[Event]]:
        events: list[Event] = []
        window = Window(1, "A game", kind, self.screen.window)
        settings = PlaySettings(patience=2.0, answer_time=0.3, countdown=0.0)
        player = Player(
            self,
            self,
            self.clock,
            StopAfter(),
            settings,
            observe=events.append,
            windows=WindowList([window]),
        )
        return player, events


@pytest.mark.parametrize("then", ["stays", "restarts", "leaves"])
def test_a_message_over_a_page_is_put_away_and_the_end_is_counted(then: str) -> None:
    game = Messaging(then)
    player, events = game.play("Chromium")
    summary = player.run()
    assert summary.why == ""
    assert game.over is not None
    assert (summary.won, summary.lost) == ((1, 0) if game.over is Phase.WON else (0, 1))
    keys = [event.action for event in events if isinstance(event, Controlled)]
    assert keys == [PressKey("escape")]


def test_a_guess_that_opens_no_number_and_is_commented_on_is_lost() -> None:
    """Some pages draw one strange sign for the mine and leave the rest as it was."""
    game = Messaging("shows a box", mines=60)
    player, _ = game.play("firefox")
    summary = player.run()
    assert game.over is Phase.LOST
    assert (summary.lost, summary.why, summary.clicks) == (1, "", game.screen.clicks)


def test_other_programs_get_no_key_and_the_end_is_told_all_the_same() -> None:
    """Escape ends many programs; who won follows from the last move."""
    game = Messaging()
    player, events = game.play("Some-game")
    summary = player.run()
    assert game.over is not None
    assert (summary.won, summary.lost) == ((1, 0) if game.over is Phase.WON else (0, 1))
    ended = next(event for event in events if isinstance(event, GameEnded))
    assert Fact.BOARD_DIMMED in {each.fact for each in ended.evidence}
    assert not [event for event in events if isinstance(event, Controlled)]
    assert game.late == 0
