"""Sends clicks: the only part of `play` that has the pointer, and it asks the gate first.

It keeps where it has put the pointer, so that it notices when a person takes the mouse, and gives
every click the pixels of its place, so that what has meanwhile appeared there is not clicked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from autosweep.errors import Interrupted, Refused
from autosweep.geometry import ScreenPoint
from autosweep.interfaces import Action, Button, Click, MoveTo, Pointer
from autosweep.play.click_plan import click_actions, parking_place
from autosweep.play.decision import Decision
from autosweep.play.events import Acted, Controlled, Observer, Withheld
from autosweep.play.gate import Admission, Moment, admit, control_refusal
from autosweep.play.run_budget import RunBudget
from autosweep.play.waiting import Waiting
from autosweep.play.window_guard import WindowGuard
from autosweep.solver.moves import Move
from autosweep.tracking.observation import Observation

_HOLD = 0.1
"""Seconds that a button is held down, and let go again, for a client that loses clicks: three
frames at thirty a second, and too short to be a long press."""
_DWELL = 0.1
"""Seconds that the pointer rests on a cell before the click: three frames of a client that draws 30
a second."""


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
    ) -> None:
        self._pointer = pointer
        self._waiting = waiting
        self._observe = observe
        self._budget = budget
        self._guard = guard
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
        when they drew last, and open another cell otherwise."""
        self.parked = False
        """Whether the pointer hovers no cell."""

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
            actions = [replace(action, hold=_HOLD) for action in actions]
        self._observe(Acted(*at, tuple(actions), retry))
        self._own_points = [*self._own_points[-1:], *(action.point for action in actions)]
        apart = self.one_by_one or self.dwells
        batches = [[action] for action in actions] if apart else [actions]
        withheld: list[Action] = []
        for batch in batches:
            if self.dwells:
                self._pointer.perform([MoveTo(batch[0].point)])
                self._waiting.pause(_DWELL)
            withheld.extend(self._pointer.perform(batch))
            if self.one_by_one:
                self._waiting.pause(_HOLD if self.holds else None)
        if withheld:
            self._observe(Withheld(*at, tuple(withheld)))
        self.parked = False
        self._budget.clicks += len(actions) - len(withheld)
        held = {id(action) for action in withheld}
        return [move for move, action in zip(moves, actions, strict=True) if id(action) not in held]

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
            self._own_points = [*self._own_points, place]
            self._pointer.perform([MoveTo(place)])
        self.parked = True

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
