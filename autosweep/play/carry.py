"""Carrying out moves: click, see that every click shows, click once more what does not.

What shows no effect is clicked once more, slower, unless something has come in between; then the
game is given up with a reason. Which moves are made is decided elsewhere, and so is whether they
may be.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from autosweep.board import FLAG, HIDDEN, SHOWN_MINES
from autosweep.errors import Interrupted, Refused
from autosweep.geometry import ScreenPoint
from autosweep.interfaces import Button, Frame
from autosweep.play.controls import Controls
from autosweep.play.decision import Decision
from autosweep.play.effects import changes_with, contradiction, flagged, unanswered
from autosweep.play.gate import Moment
from autosweep.play.guard import Guard
from autosweep.play.hand import Hand
from autosweep.play.state import GameState
from autosweep.play.veil import is_veiled
from autosweep.play.watch import Watcher
from autosweep.settings import PlaySettings
from autosweep.solver.moves import Move, MoveKind
from autosweep.tracking.observation import Observation
from autosweep.vision.themes import OpenClick

_MOST_REPEATS = 8
"""Clicks without effect in one game after which no other reason is looked for."""
_MOST_IDLE = 3
"""Rounds of clicks in a row that may change nothing, whatever the reading says of them."""
_MOST_WITHHELD = 4
"""Times in a row that all clicks are withheld, their places having changed, before that is told."""


class Carrier:
    """Makes moves on a board and waits for their effect."""

    def __init__(
        self,
        watcher: Watcher,
        hand: Hand,
        guard: Guard,
        controls: Controls,
        settings: PlaySettings,
    ) -> None:
        self._watcher = watcher
        self._hand = hand
        self._guard = guard
        self._controls = controls
        self._settings = settings
        self._asked: tuple[Frame, Sequence[ScreenPoint], str | None] | None = None
        self._answered_in: set[int | None] = set()

    def click(
        self, state: GameState, at: tuple[int, int], look: Observation, decision: Decision
    ) -> tuple[Move, ...]:
        """Make the moves whose places still look as they did; return those."""
        refused = state.refusal(look)
        before, state.last = state.last, (look, decision)
        state.told = False
        made = tuple(self._click(at, look, decision, decision.moves, refused=refused))
        if self._hand.dry_run:
            msg = "Dry run: nothing was clicked, so the game stays as it is."
            raise Interrupted(msg)
        state.last = (look, replace(decision, moves=made)) if made else before
        return made

    def see_through(
        self, state: GameState, at: tuple[int, int], look: Observation, moves: Sequence[Move]
    ) -> Observation:
        """Return a look that shows the effect of moves; raises Refused where there is none."""
        state.withheld = 0
        after = self._await_answer(look, moves)
        missing = unanswered(look, after, moves)
        if missing and look.same_frame(after):
            # Not one click shows: the client may be busy, and would take a repetition as a second
            # click.
            after = self._await_answer(look, moves, self._settings.patience)
            missing = unanswered(look, after, moves)
        if missing:
            after = self._repeat(state, at, look, after, missing)
        after = self._with_own_flags(look, after, moves)
        after = self._with_cleared(after, moves)
        state.opened.update(m.cell for m in moves if m.kind is MoveKind.OPEN)
        idle = look.reading.board == after.reading.board and look.same_frame(after)
        if not idle:
            self._answered_in.add(self._handle)
        state.idle = state.idle + 1 if idle else 0
        if state.idle > _MOST_IDLE:
            msg = f"The last {state.idle} clicks changed nothing."
            raise Refused(msg, remedy="Is the game over, or another window in front?")
        return after

    def objection(self, look: Observation, moves: Sequence[Move]) -> str | None:
        """Return why the window under the clicks is not the game's, or None where it is."""
        to_screen = look.frame.mapping.to_screen
        points = [to_screen(look.reading.grid.center(move.cell)) for move in moves]
        asked = self._asked
        # Asked once a step: deciding and clicking follow each other at once.
        if asked is not None and asked[0] is look.frame and set(points) <= set(asked[1]):
            return asked[2]
        why = self._guard.objection(points)
        self._asked = look.frame, points, why
        return why

    @property
    def _handle(self) -> int | None:
        window = self._guard.window
        return None if window is None else window.handle

    def park(self, look: Observation, turn: int = 0) -> None:
        """Take the pointer off the board; elsewhere at each turn."""
        self._hand.park(look, self._guard.rect, turn)

    def _with_own_flags(
        self, look: Observation, after: Observation, moves: Sequence[Move]
    ) -> Observation:
        """Return a look on which what appeared where flags were set is a flag, whatever it is.

        Something that looks like a mine is one where others are shown too.
        """
        cells = flagged(look, after, moves)
        if not cells or not self._hand.parked:
            return after
        elsewhere = set(after.reading.board.find(SHOWN_MINES)) - set(cells)
        if elsewhere or is_veiled(look.frame, look.reading, after.frame):
            return after
        return self._watcher.teach(after, cells, FLAG)

    def _with_cleared(self, after: Observation, moves: Sequence[Move]) -> Observation:
        """Return a look on which cells whose mark we took off are hidden, with certainty.

        An opening passes by a marked cell, so it may be hidden beside an empty one: the reader
        takes that for a mistake of its own.
        """
        board = after.reading.board
        cells = [m.cell for m in moves if m.kind is MoveKind.CLEAR and board[m.cell] == HIDDEN]
        return self._watcher.teach(after, cells, HIDDEN) if cells else after

    def _click(  # noqa: PLR0913 - what a click is made of
        self,
        at: tuple[int, int],
        look: Observation,
        decision: Decision,
        moves: Sequence[Move],
        *,
        refused: str | None,
        retry: bool = False,
    ) -> list[Move]:
        """Make the moves that may be made and whose places still look as they did; return those."""
        chord = self._controls.profile.chord or Button.MIDDLE
        moment = Moment(
            window=self.objection(look, moves),
            game=refused,
            open_click=self._controls.client.rules.open_click,
            answered=self._hand.dry_run or self._handle in self._answered_in,
        )
        self._asked = None
        return self._hand.click(at, look, decision, moves, moment, chord=chord, retry=retry)

    def look_again(self, state: GameState, look: Observation) -> Observation:
        """Look again after all clicks were withheld; raises Refused where that goes on."""
        state.withheld += 1
        if state.withheld > _MOST_WITHHELD:
            msg = "The cells to click change as soon as they are looked at."
            raise Refused(msg, remedy="Is something else being drawn over the board?")
        self._watcher.pause()
        self.park(look)
        return self._watcher.look()

    def _repeat(
        self,
        state: GameState,
        at: tuple[int, int],
        look: Observation,
        after: Observation,
        missing: Sequence[Move],
    ) -> Observation:
        """Click once more what shows no effect, unless something has come in between."""
        # Some clients lose clicks that come faster than they look: from here on one at a time.
        self._hand.one_by_one = True
        state.repeats += 1
        self._hand.holds |= look.same_frame(after) or state.repeats > 1
        in_the_way = self._guard.moved() or self.objection(after, missing) is not None
        unclear = any(move.cell in after.reading.uncertain for move in missing)
        changed = contradiction(look.reading, after.reading) is not None
        if (in_the_way or unclear or changed) and state.repeats <= _MOST_REPEATS:
            return after
        if self._controls.client.rules.open_click is OpenClick.UNKNOWN:
            # If the first click is only late, the second falls on an open cell.
            after = self._await_answer(look, missing, self._settings.patience)
            missing = unanswered(look, after, missing)
        if state.last is None or not missing:
            return after
        refused = state.refusal(after)
        made = self._click(at, after, state.last[1], missing, refused=refused, retry=True)
        if len(made) < len(missing):
            return self._watcher.look()
        after = self._await_answer(look, missing)
        if unanswered(look, after, missing):
            # It may have stood still and have all its clicks yet to take, the first ones too.
            after = self._await_answer(look, missing, self._settings.patience)
        if unanswered(look, after, missing):
            r, c = missing[0].cell
            msg = f"A click on cell {r},{c} had no effect, twice."
            raise Refused(msg, remedy="Is another window in front, or the game paused?")
        return after

    def _await_answer(
        self, before: Observation, moves: Sequence[Move], seconds: float | None = None
    ) -> Observation:
        return self._watcher.answer(
            lambda now: not unanswered(before, now, moves),
            self._settings.answer_time if seconds is None else seconds,
            lambda: self.park(before),
            changes_with(before.reading.board, moves[-1]),
        )
