"""Clicks of a sender that lets the pointer rest on a cell before it is clicked."""

from __future__ import annotations

from collections.abc import Sequence

from support.painted_boards import observed

from autosweep.geometry import Cell, Rect, ScreenPoint
from autosweep.interfaces import Action, Button, Click, Frame, MoveTo, Window
from autosweep.play.click_sender import ClickSender
from autosweep.play.decide import decide
from autosweep.play.events import ignore
from autosweep.play.gate import Moment
from autosweep.play.run_budget import RunBudget
from autosweep.play.waiting import Waiting
from autosweep.play.window_guard import WindowGuard
from autosweep.settings import PlaySettings
from autosweep.solver.moves import Move, MoveKind
from autosweep.testing import JumpingClock, MemoryPointer, StopAfter
from autosweep.tracking.observation import Observation

SETTINGS = PlaySettings()
BOARD = observed("1 ? ? ?\n1 ? ? ?\n? ? ? ?")


class HoverPointer(MemoryPointer):
    """A screen on which the cell under the pointer is lighter; withholds as a real one does."""

    def __init__(self, also: Cell | None = None) -> None:
        super().__init__()
        self.frame = BOARD.frame
        self._also = also
        self.done: list[Action] = []

    def perform(self, actions: Sequence[Action]) -> list[Action]:
        """Move, or click where the place looks as expected."""
        self.done += actions
        withheld: list[Action] = []
        for action in actions:
            if isinstance(action, MoveTo):
                self.frame = self._lit(action.point)
            elif isinstance(action, Click) and action.seen is not None:
                here = self.frame.crop(_rect(action.seen))
                if (here.pixels != action.seen.pixels).any():
                    withheld.append(action)
        return withheld

    def _lit(self, point: ScreenPoint) -> Frame:
        pixels = BOARD.frame.pixels.copy()
        grid = BOARD.reading.grid
        for cell in grid_cells():
            box = grid.cell_rect(cell)
            if box.contains(point.x, point.y) or cell == self._also:
                pixels[box.y : box.bottom, box.x : box.right] = 200
        return Frame(pixels)


def grid_cells() -> list[Cell]:
    board = BOARD.reading.board
    return [board.cell(i) for i in range(len(board.cells))]


def _rect(seen: Frame) -> Rect:
    mapping = seen.mapping
    return Rect(int(mapping.origin_x), int(mapping.origin_y), seen.rect.w, seen.rect.h)


def click(pointer: HoverPointer, *, retry: bool) -> list[Move]:
    """Click a hidden cell; return the moves that were made."""
    clock = JumpingClock()
    waiting = Waiting(clock, StopAfter(), SETTINGS.poll)
    sender = ClickSender(
        pointer,
        waiting,
        ignore,
        RunBudget(SETTINGS, clock),
        WindowGuard(None),
        dry_run=False,
        grab_again=lambda _: pointer.frame,
    )
    decision = decide(BOARD.reading, SETTINGS, game=0, step=0)
    moves = [Move(MoveKind.OPEN, (2, 3))]
    return sender.click((0, 0), BOARD, decision, moves, Moment(), chord=Button.MIDDLE, retry=retry)


def test_a_repeated_click_rests_on_its_cell_and_takes_what_that_shows() -> None:
    """A client that asks where the pointer is may show it."""
    pointer = HoverPointer()
    assert len(click(pointer, retry=True)) == 1
    assert [type(action) for action in pointer.done] == [MoveTo, Click]


def test_nothing_is_clicked_if_another_cell_changes_meanwhile() -> None:
    assert click(HoverPointer(also=(1, 2)), retry=True) == []


def test_a_first_click_does_not_wait() -> None:
    pointer = HoverPointer()
    assert len(click(pointer, retry=False)) == 1
    assert [type(action) for action in pointer.done] == [Click]


class OneWindow:
    """A desktop with one window, which ends at the board."""

    def __init__(self, box: Rect) -> None:
        self.window = Window(1, "game", "game", box)

    def visible(self) -> list[Window]:
        """Return the window."""
        return [self.window]

    def top_at(self, _: ScreenPoint) -> Window:
        """Return the window."""
        return self.window

    def monitors(self) -> list[Rect]:
        """Return a screen that is larger."""
        return [Rect(-100, -100, 400, 400)]

    def place_of(self, _: int) -> Rect:
        """Return where the window is."""
        return self.window.rect


def parked(observation: Observation, *, shows_pointer: bool) -> list[Action]:
    """Return how the pointer leaves the board."""
    pointer, clock = HoverPointer(), JumpingClock()
    guard = WindowGuard(OneWindow(observation.reading.grid.bbox))  # type: ignore[arg-type]
    guard.cut_sides(observation)
    waiting = Waiting(clock, StopAfter(), SETTINGS.poll)
    sender = ClickSender(pointer, waiting, ignore, RunBudget(SETTINGS, clock), guard, dry_run=False)
    sender.shows_pointer = shows_pointer
    sender.park(observation)
    assert sender.left_window
    return pointer.done


def test_the_pointer_leaves_by_an_open_cell_where_the_client_shows_it() -> None:
    """A hidden cell on which it was last would look different from then on."""
    assert len(parked(BOARD, shows_pointer=False)) == 1
    by, _ = parked(BOARD, shows_pointer=True)
    assert isinstance(by, MoveTo)
    opened = [BOARD.reading.grid.cell_rect(cell) for cell in ((0, 0), (1, 0))]
    assert any(box.contains(by.point.x, by.point.y) for box in opened)
    assert len(parked(observed("? ?\n? ?"), shows_pointer=True)) == 1
