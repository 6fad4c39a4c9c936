"""The hand of the loop: moves become clicks, and the pointer is ours or a person's.

The only part of `play` that has the pointer, and it asks the gate before every click. It keeps
where it has put the pointer, so that it notices when a person takes the mouse; it gives every click
the pixels of its place, so that what has meanwhile appeared there is not clicked. It decides
nothing about the game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from autosweep.errors import Interrupted, Refused
from autosweep.geometry import Rect, ScreenPoint
from autosweep.interfaces import Action, Button, Click, MoveTo, Pointer
from autosweep.play.decision import Decision
from autosweep.play.events import Acted, Controlled, Observer, Withheld
from autosweep.play.gate import Admission, Moment, admit, control_refusal
from autosweep.play.plan import parking_place, plan
from autosweep.play.run_budget import RunBudget
from autosweep.play.watch import Watcher
from autosweep.solver.moves import Move
from autosweep.tracking.observation import Observation

_HOLD = 0.1
"""Seconds that a button is held down, and let go again, for a client that loses clicks: three
pictures at thirty a second, and too short to be a long press."""


class Hand:
    """Clicks on the board and parks the pointer beside it."""

    def __init__(  # noqa: PLR0913 - the seams are named one by one
        self,
        pointer: Pointer,
        watcher: Watcher,
        observe: Observer,
        budget: RunBudget,
        monitors: Callable[[], tuple[Rect, ...]],
        *,
        dry_run: bool,
    ) -> None:
        self._pointer = pointer
        self._watcher = watcher
        self._observe = observe
        self._budget = budget
        self._monitors = monitors
        self._ours: list[ScreenPoint] = []
        self.dry_run = dry_run
        self.one_by_one = False
        """Whether to let the client look after every click: some lose clicks that come fast."""
        self.holds = False
        """Whether to hold the button down for a moment: some clients do not wait for events, they
        look now and then whether it is down."""
        self.parked = False
        """Whether the pointer hovers no cell."""

    def click(  # noqa: PLR0913 - what a click is made of
        self,
        at: tuple[int, int],
        look: Observation,
        decision: Decision,
        moves: Sequence[Move],
        moment: Moment,
        *,
        chord: Button,
        retry: bool,
    ) -> list[Move]:
        """Make the moves that the gate lets pass; return those that were made.

        The others wait, or were withheld: something else is at their place by now. `moment` says
        what is known of the window and the game; the rest is added here. Raises Refused or
        Interrupted with the gate's words.
        """
        moves = self._admitted(admit(look, decision, moves, self._at_this(moment))).moves
        # Where something on the board keeps moving, a changed picture tells nothing.
        seen = None if look.unstable else look.frame
        actions = plan(moves, look.reading.grid, look.frame.mapping, chord=chord, seen=seen)
        if self.holds or retry:
            actions = [replace(action, hold=_HOLD) for action in actions]
        self._observe(Acted(*at, tuple(actions), retry))
        self._ours = [*self._ours[-1:], *(action.point for action in actions)]
        batches = [[action] for action in actions] if self.one_by_one else [actions]
        withheld: list[Action] = []
        for batch in batches:
            withheld.extend(self._pointer.perform(batch))
            if self.one_by_one:
                self._watcher.pause(_HOLD if self.holds else None)
        if withheld:
            self._observe(Withheld(*at, tuple(withheld)))
        self.parked = False
        self._budget.clicks += len(actions) - len(withheld)
        held = {id(action) for action in withheld}
        return [move for move, action in zip(moves, actions, strict=True) if id(action) not in held]

    def control(self, game: int, what: str, action: Action) -> bool:
        """Do something to the client that is no move; return False if that was withheld.

        Raises as `click` does.
        """
        points = [action.point] if isinstance(action, Click) else []
        refused = control_refusal(points, self._at_this(Moment()))
        if refused is not None:
            self._admitted(refused)
        self._observe(Controlled(game, what, action))
        withheld = self._pointer.perform([action])
        self._budget.clicks += 0 if withheld else len(points)
        return not withheld

    def _at_this(self, moment: Moment) -> Moment:
        """Return what is known of this moment, with the mouse and the budget."""
        return replace(
            moment,
            monitors=self._monitors(),
            mouse_moved=self._mouse_moved(),
            budget=None if self.dry_run else self._budget.used_up,
            clicks_left=self._budget.clicks_left,
        )

    @staticmethod
    def _admitted(admission: Admission) -> Admission:
        if not admission.refusal:
            return admission
        raise (Interrupted if admission.stops else Refused)(admission.refusal)

    def park(self, look: Observation, window: Rect | None, turn: int = 0) -> None:
        """Take the pointer off the board, into the game's window if it can be."""
        if not self.dry_run:
            place = parking_place(
                look.reading.grid, look.frame.mapping, window, turn, self._monitors()
            )
            self._ours = [*self._ours, place]
            self._pointer.perform([MoveTo(place)])
        self.parked = True

    def release(self) -> None:
        """Let a person have the mouse for a while: wherever it is then is right."""
        self._ours = []

    def _mouse_moved(self) -> bool:
        """Return True if the pointer is at none of the places where we last put it.

        Not the last one alone: while a window manager holds the pointer, it lags behind.
        """
        if not self._ours or self.dry_run:
            return False
        here = self._pointer.position()
        return here is not None and here.strays_from(self._ours)
