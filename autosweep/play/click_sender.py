"""Sends clicks: the only part of `play` that has the pointer, and it asks the gate first.

It keeps where it has put the pointer, so that it notices when a person takes the mouse, and gives
every click the pixels of its place, so that what has meanwhile appeared there is not clicked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from autosweep.board import MAX_NUMBER
from autosweep.errors import Interrupted, Refused
from autosweep.geometry import ScreenPoint
from autosweep.interfaces import Action, Button, Click, Frame, MoveTo, Pointer
from autosweep.play.click_plan import click_actions, parking_place, seen_in_cell
from autosweep.play.decision import Decision
from autosweep.play.events import Acted, Controlled, Observer, Withheld
from autosweep.play.gate import Admission, Moment, admit, control_refusal
from autosweep.play.run_budget import RunBudget
from autosweep.play.waiting import Waiting
from autosweep.play.window_guard import WindowGuard
from autosweep.solver.moves import Move
from autosweep.tracking.changes import changed_cells, inside_changed
from autosweep.tracking.observation import Observation

HOLD = 0.1
"""Seconds that a button is held down, and let go again, for a client that loses clicks: three
frames at thirty a second, and too short to be a long press."""
DWELL = 0.1
"""Seconds that the pointer rests on a cell before the click: three frames of a client that draws 30
a second."""
LONG_HOLD = 0.25
"""The same for a click that is repeated."""


class ClickSender:
    """Clicks on the board and parks the pointer beside it."""

    def __init__(  # noqa: PLR0913 - the interfaces are named one by one
        self,
        pointer: Pointer,
        waiting: Waiting,
        observe: Observer,
        budget: RunBudget,
        guard: WindowGuard,
        *,
        dry_run: bool,
        grab_again: Callable[[Observation], Frame] | None = None,
    ) -> None:
        """Set up a sender; `grab_again` captures the place of an observation once more."""
        self._pointer = pointer
        self._waiting = waiting
        self._observe = observe
        self._budget = budget
        self._guard = guard
        self._grab_again = grab_again
        self._own_points: list[ScreenPoint] = []
        self.dry_run = dry_run
        self.one_by_one = False
        """Whether to pause after every click: some clients lose clicks that come fast."""
        self.holds = False
        """Whether to hold the button down: some clients do not wait for events, they poll whether
        it is down."""
        self.one_a_frame = False
        """Whether the effect of every click is awaited before the next one: some clients take no
        clicks while they draw an opening."""
        self.dwells = False
        """Whether the pointer rests on a cell before it is clicked: some clients ask where it was
        when they drew last, and open another cell otherwise, or none. It rests before a repeated
        click in any case."""
        self.parked = False
        """Whether the pointer hovers no cell."""
        self.shows_pointer: bool | None = None
        """Whether the client shows on which hidden cell the pointer is; None if not known."""
        self.left_window = False
        """Whether there was no place for it in the game's window then."""

    def click(  # noqa: PLR0913 - what a click is made of
        self,
        at: tuple[int, int],
        observation: Observation,
        decision: Decision,
        moves: Sequence[Move],
        moment: Moment,
        *,
        chord: Button,
        retry: bool,
    ) -> list[Move]:
        """Make the moves that the gate admits; return those that were made.

        The others wait, or were withheld: something else is at their place by now. `moment` says
        what is known of the window and the game; the rest is added here. Raises Refused or
        Interrupted with the words of the gate.
        """
        admission = admit(observation, decision, moves, self._complete(moment))
        moves = self._admitted(admission).moves[: 1 if self.one_a_frame else None]
        # Where something on the board keeps moving, changed pixels mean nothing.
        seen = None if observation.unstable else observation.frame
        actions = click_actions(
            moves, observation.reading.grid, observation.frame.mapping, chord=chord, seen=seen
        )
        if self.holds or retry:
            # A client that polls may do so a few times a second where the machine is busy.
            hold = LONG_HOLD if retry and self.holds else HOLD
            actions = [replace(action, hold=hold) for action in actions]
        self._observe(Acted(*at, tuple(actions), retry))
        self._own_points = [*self._own_points[-1:], *(action.point for action in actions)]
        dwells = self.dwells or retry
        apart = self.one_by_one or dwells
        batches = [[action] for action in actions] if apart else [actions]
        withheld: list[Action] = []
        for number, batch in enumerate(batches):
            if dwells:
                batch[0] = actions[number] = self._dwell(batch[0], observation, moves[number])
            withheld.extend(self._pointer.perform(batch))
            if self.one_by_one:
                self._waiting.pause(HOLD if self.holds else None)
        if withheld:
            self._observe(Withheld(*at, tuple(withheld)))
        self.parked = False
        self._budget.clicks += len(actions) - len(withheld)
        held = {id(action) for action in withheld}
        return [move for move, action in zip(moves, actions, strict=True) if id(action) not in held]

    def _dwell(self, click: Click, observation: Observation, move: Move) -> Click:
        """Bring the pointer over a cell and let it rest; return the click for the cell.

        A client that asks where the pointer is may show it, too: if nothing but this cell changes
        while the pointer comes, the click expects what the cell shows now.
        """
        was = None if self._grab_again is None else self._grab_again(observation)
        self._pointer.perform([MoveTo(click.point)])
        self._waiting.pause(DWELL)
        if was is None or self._grab_again is None or click.seen is None:
            return click
        now, grid, cell = self._grab_again(observation), observation.reading.grid, move.cell
        frame = observation.frame
        if inside_changed(frame.pixels, was.pixels, grid, cell):
            return click
        # The cell that the pointer has left looks as it did before it came.
        others = {*changed_cells(was.pixels, now.pixels, grid)} - {cell}
        if any(
            inside_changed(frame.pixels, now.pixels, grid, other)
            for other in others
            if inside_changed(was.pixels, now.pixels, grid, other)
        ):
            return click
        return replace(click, seen=seen_in_cell(now, grid, cell))

    def control(self, game: int, what: str, action: Action, *, why: str = "") -> bool:
        """Do something to the client that is no move; return False if that was withheld.

        `why` says for the event what the action is expected to do. Raises as `click` does.
        """
        points = [action.point] if isinstance(action, Click) else []
        refused = control_refusal(points, self._complete(Moment()))
        if refused is not None:
            self._admitted(refused)
        self._observe(Controlled(game, what, action, why))
        if isinstance(action, Click):
            self._own_points = [*self._own_points[-1:], action.point]
        withheld = self._pointer.perform([action])
        self._budget.clicks += 0 if withheld else len(points)
        return not withheld

    def hover(self, point: ScreenPoint) -> None:
        """Bring the pointer over a control of the client, which may change its colour then."""
        refused = control_refusal([point], self._complete(Moment()))
        if refused is not None:
            self._admitted(refused)
        if not self.dry_run:
            self._own_points = [*self._own_points[-1:], point]
            self._pointer.perform([MoveTo(point)])

    def park(self, observation: Observation, turn: int = 0) -> None:
        """Take the pointer off the board, into the game's window if possible.

        Another `turn` takes it elsewhere.
        """
        if not self.dry_run:
            grid, mapping = observation.reading.grid, observation.frame.mapping
            place = parking_place(grid, mapping, self._guard.rect, turn, self._guard.monitors)
            window = self._guard.rect
            self.left_window = window is not None and not window.contains(place.x, place.y)
            way = self._way_out(observation) if self.left_window and self.shows_pointer else []
            self._own_points = [*self._own_points, *way, place]
            self._pointer.perform([MoveTo(point) for point in (*way, place)])
        self.parked = True

    @staticmethod
    def _way_out(observation: Observation) -> list[ScreenPoint]:
        """Return a point of an open cell, by which the pointer leaves every hidden one."""
        reading, to_screen = observation.reading, observation.frame.mapping.to_screen
        board = reading.board
        opened = list(board.find(range(MAX_NUMBER + 1)))
        if not opened:
            return []
        inner = max(opened, key=lambda c: sum(board[n] <= MAX_NUMBER for n in board.neighbors(c)))
        return [to_screen(reading.grid.center(inner))]

    def release(self) -> None:
        """Let a person have the mouse for a while: wherever it is then is right."""
        self._own_points = []

    def _complete(self, moment: Moment) -> Moment:
        """Return what is known of this moment, with the mouse and the budget."""
        return replace(
            moment,
            monitors=self._guard.monitors,
            mouse_moved=self._mouse_moved(),
            budget=None if self.dry_run else self._budget.used_up,
            clicks_left=self._budget.clicks_left,
        )

    @staticmethod
    def _admitted(admission: Admission) -> Admission:
        if not admission.refusal:
            return admission
        raise (Interrupted if admission.stops else Refused)(admission.refusal)

    def _mouse_moved(self) -> bool:
        """Return True if the pointer is at none of the places where we last put it.

        Not the last one alone: while a window manager holds the pointer, it lags behind.
        """
        if not self._own_points or self.dry_run:
            return False
        here = self._pointer.position()
        return here is not None and here.strays_from(self._own_points)
