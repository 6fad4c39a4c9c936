"""Waiting for the effect of clicks: what is captured, when the pointer leaves, what goes away."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from support.screen_boards import CASES, DialogControl, Screenshots, live_board, window

from autosweep.geometry import Cell
from autosweep.interfaces import Action, MoveTo, Pixels
from autosweep.play.click_sender import ClickSender
from autosweep.play.client_control import ClientControl
from autosweep.play.events import ignore
from autosweep.play.execute import Executor
from autosweep.play.live_board import LiveBoard
from autosweep.play.run_budget import RunBudget
from autosweep.play.waiting import Waiting
from autosweep.play.window_guard import WindowGuard
from autosweep.settings import PlaySettings
from autosweep.solver.moves import Move, MoveKind
from autosweep.testing import JumpingClock, MemoryPointer, StopAfter
from autosweep.tracking.observation import Observation

SETTINGS = PlaySettings()


class ParkingPointer(MemoryPointer):
    """Notes when the pointer is taken off the board."""

    def __init__(self, clock: JumpingClock) -> None:
        super().__init__()
        self._clock = clock
        self.parked: list[float] = []

    def perform(self, actions: Sequence[Action]) -> list[Action]:
        """Note a move."""
        self.parked += [self._clock.now() for action in actions if isinstance(action, MoveTo)]
        return list(super().perform(actions))


class Execution:
    """An executor on a screen of screenshots."""

    def __init__(
        self, screen: Screenshots, *, patience: float = 5.0, control: DialogControl | None = None
    ) -> None:
        self.clock = JumpingClock()
        self.live: LiveBoard = live_board(
            screen, patience=patience, control=control, clock=self.clock
        )
        self.pointer = ParkingPointer(self.clock)
        waiting = Waiting(self.clock, StopAfter(), SETTINGS.poll)
        guard = WindowGuard(None)
        budget = RunBudget(SETTINGS, self.clock)
        sender = ClickSender(self.pointer, waiting, ignore, budget, guard, dry_run=False)
        client = ClientControl(sender, guard, waiting, SETTINGS)
        self._executor = Executor(self.live, sender, guard, client, waiting, SETTINGS)
        self.first, _ = self.live.find()

    def answer(self, cell: Cell, seconds: float = 1.0) -> Observation:
        """Return what is observed after a click that opens a cell."""
        move = Move(MoveKind.OPEN, cell)
        return self._executor._await_answer(self.first, [move], seconds)


def opened_later() -> tuple[Screenshots, Pixels, Cell]:
    """Return a new board, what the same board shows later, and a cell that is empty then."""
    later = window("xbomb/xbomb-b-mid")
    whole, _ = live_board(Screenshots(later)).find()
    return Screenshots(window("xbomb/xbomb-b-fresh")), later, max(whole.reading.board.find({0}))


def test_a_dialog_is_dismissed_while_a_click_is_unanswered() -> None:
    screen, later, opened = opened_later()
    control = DialogControl(lambda: False)

    def dismiss() -> bool:
        if control.calls > 2:
            screen.shown = later
        return False

    control = DialogControl(dismiss)
    run = Execution(screen, control=control)
    assert run.answer(opened, 60.0).reading.board[opened] == 0
    assert control.calls > 2


def test_only_the_clicked_cell_is_captured_until_it_changes() -> None:
    """Capturing a whole board takes long, and slows the client down that has to draw it."""
    screen, later, opened = opened_later()
    run = Execution(screen)
    grid = run.first.reading.grid
    place = run.first.frame.mapping.rect_to_screen(grid.cell_rect(opened))

    def draw_late() -> None:
        if len(screen.regions) == 5:
            screen.shown = later

    screen.regions.clear()
    screen.on_grab = draw_late
    run.answer(opened)
    assert screen.regions[:5] == [place] * 5
    assert place not in screen.regions[5:]


def test_a_cell_that_never_changes_is_not_waited_for_without_end() -> None:
    run = Execution(Screenshots(window(CASES[1])))
    hidden = next(iter(run.first.reading.board.find({9, 10})), (0, 0))
    assert run.answer(hidden).reading.board == run.first.reading.board


def test_a_frame_that_is_not_cached_is_read_while_it_settles() -> None:
    """The pointer leaves as soon as the clicks are seen to show; nothing is waited for twice."""
    screen, later, opened = opened_later()
    run = Execution(screen)
    screen.shown = later
    begun = run.clock.now()
    observation = run.answer(opened)
    assert not observation.reading.uncertain
    assert not observation.from_cache
    assert [moment - begun < SETTINGS.poll for moment in run.pointer.parked] == [True]
    assert run.clock.now() - begun < 4 * SETTINGS.poll


def test_what_is_drawn_after_it_was_read_is_read_too() -> None:
    """Half of the board is drawn later: the observation that is returned shows all of it."""
    screen, later, opened = opened_later()
    whole, _ = live_board(Screenshots(later)).find()
    run = Execution(screen)
    unfinished = later.copy()
    unfinished[: len(later) // 2] = screen.shown[: len(later) // 2]
    screen.shown = unfinished
    grabs = len(screen.regions)

    def finish() -> None:
        if len(screen.regions) > grabs + 5:
            screen.shown = later

    screen.on_grab = finish
    observation = run.answer(opened)
    assert observation.reading.board.cells == whole.reading.board.cells
    assert np.array_equal(observation.frame.pixels, whole.frame.pixels)


def test_every_answer_is_waited_for_at_most_as_long_as_allowed() -> None:
    run = Execution(Screenshots(window("xbomb/xbomb-b-fresh")))
    begun = run.clock.now()
    run.answer((0, 0), 1.0)
    assert run.clock.now() - begun == pytest.approx(1.0, abs=0.2)
