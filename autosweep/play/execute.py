"""Executes moves: sends their clicks, verifies that they show, repeats what was lost.

What was clicked must be seen to have changed. Clicks that show nothing are sent once more, unless
something has come in between. If only some of them show then, each later click waits for the effect
of the one before; if none does, the game is given up with a reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from autosweep.board import HIDDEN, Phase
from autosweep.errors import NoReaction, Refused
from autosweep.geometry import ScreenPoint
from autosweep.interfaces import Button, Frame
from autosweep.play.capture import HOVER, Early
from autosweep.play.click_sender import DWELL, ClickSender
from autosweep.play.client_control import ClientControl
from autosweep.play.conclude import teach_own_marks
from autosweep.play.decision import Decision
from autosweep.play.effects import (
    changes_with,
    contradiction,
    game_refusal,
    is_same,
    last_blank,
    lone_zeros,
    opened_elsewhere,
    unanswered,
)
from autosweep.play.gate import Moment
from autosweep.play.live_board import DISMISS_INTERVAL, LiveBoard
from autosweep.play.state import GameState
from autosweep.play.waiting import Waiting
from autosweep.play.window_guard import WindowGuard
from autosweep.settings import PlaySettings
from autosweep.solver.moves import Move
from autosweep.tracking.observation import Observation
from autosweep.vision.themes import OpenClick

_BLANK_TIME = 1.0
"""Seconds after which a clicked cell that changed and shows nothing is open and empty: a number may
be drawn long after its ground."""
_LONE_ZERO = 0.25
"""Seconds that a frame must have been stable in which a click opened an empty cell and none beside
it, for the same reason."""
_HOVER_SHOWN = 1.0
"""Seconds within which a client shows on which cell the pointer is, if it does."""
_MAX_REPEATS = 8
"""Repeated clicks in one game after which no other cause is considered."""


@dataclass(frozen=True, slots=True)
class Verified:
    """What is known after moves were made."""

    observation: Observation
    """Shows the effect of the moves."""
    repeated: bool
    """Whether some clicks had to be repeated."""
    idle: bool
    """Whether nothing changed at all, whatever the reading says."""


class Executor:
    """Makes moves on a board and waits for their effect."""

    def __init__(  # noqa: PLR0913, PLR0917 - the parts of a run are named one by one
        self,
        board: LiveBoard,
        sender: ClickSender,
        guard: WindowGuard,
        control: ClientControl,
        waiting: Waiting,
        settings: PlaySettings,
    ) -> None:
        self._board = board
        self._sender = sender
        self._guard = guard
        self._control = control
        self._waiting = waiting
        self._settings = settings
        self._objection: tuple[Frame, Sequence[ScreenPoint], str | None] | None = None
        self._answered_in: set[int | None] = set()

    def objection(self, observation: Observation, moves: Sequence[Move]) -> str | None:
        """Return why the window under the clicks is not the game's, or None if it is."""
        to_screen = observation.frame.mapping.to_screen
        points = [to_screen(observation.reading.grid.center(move.cell)) for move in moves]
        known = self._objection
        # Asked once a step: deciding and clicking follow each other at once.
        if known is not None and known[0] is observation.frame and set(points) <= set(known[1]):
            return known[2]
        why = self._guard.objection(points)
        self._objection = observation.frame, points, why
        return why

    def observe_uncovered(self, moves: Sequence[Move]) -> Observation:
        """Observe the game once nothing lies over it; raises Refused where something stays."""
        until = self._waiting.now() + self._settings.patience
        while True:
            observation = self._board.observe()
            why = self.objection(observation, moves)
            if why is None:
                return observation
            if self._waiting.now() >= until:
                raise Refused(why, remedy="Keep the terminal beside the game.")
            self._waiting.pause()

    # ------------------------------------------------------------------ send

    def send(  # noqa: PLR0913 - what a click is made of
        self,
        at: tuple[int, int],
        observation: Observation,
        decision: Decision,
        moves: Sequence[Move],
        *,
        refusal: str | None,
        retry: bool = False,
    ) -> tuple[Move, ...]:
        """Make the moves that the gate admits; return those that were made.

        `at` is the number of the game and of the step, `refusal` what the game says against it. The
        other moves wait for the next frame, or were withheld because their places had changed.
        """
        moment = Moment(
            window=self.objection(observation, moves),
            game=refusal,
            open_click=self._control.client.rules.open_click,
            answered=self._sender.dry_run or self._window_handle in self._answered_in,
        )
        self._objection = None
        chord = self._control.profile.chord or Button.MIDDLE
        made = self._sender.click(
            at, observation, decision, moves, moment, chord=chord, retry=retry
        )
        return tuple(made)

    # ------------------------------------------------------------------ verify

    def verify(
        self,
        at: tuple[int, int],
        state: GameState,
        before: Observation,
        decision: Decision,
        moves: Sequence[Move],
    ) -> Verified:
        """Wait until moves show; raises NoReaction where they do not, though repeated."""
        after = self._await_answer(before, moves, self._settings.answer_time)
        missing = self._missing(before, after, moves)
        if missing and before.same_frame(after):
            # Not one click shows: the client may be busy, and would take a repetition as a second
            # click.
            after = self._await_answer(before, moves, self._settings.patience)
            missing = self._missing(before, after, moves)
        repeated = bool(missing)
        if missing:
            after = self._repeat(at, state, before, after, decision, missing)
        if lone_zeros(before, after, moves):
            after = self._board.observe(_LONE_ZERO)
        seeming = self._only_hovered(before, after, moves)
        if seeming:
            repeated = True
            after = self._click_again(at, state, before, after, decision, seeming)
        after = self._teach(before, after, moves, flags=self._sender.parked)
        idle = before.reading.board == after.reading.board and before.same_frame(after)
        if not idle:
            self._answered_in.add(self._window_handle)
        return Verified(after, repeated, idle)

    def _missing(
        self, before: Observation, after: Observation, moves: Sequence[Move]
    ) -> list[Move]:
        """Return the moves that are not answered: neither by their cells nor by a message.

        A message of the page that tells the result is an answer where no cell is open: the board is
        that of the next game, and a repeated click would be its first one.
        """
        if after.reading.phase is Phase.READY and self._control.message_said is not None:
            return []
        return unanswered(before, after, moves)

    def _await_answer(
        self, before: Observation, moves: Sequence[Move], seconds: float
    ) -> Observation:
        """Observe until clicks show, or the time is over; return the last observation.

        The time begins anew whenever something shows, for no longer than the patience lasts. The
        pointer leaves the board where a cell under it may look different, but not before the clicks
        show: a client may ask where the pointer is when it handles a release. If all cells are
        cached there is no need to leave; the first frame that shows the answer is then returned as
        provisional, so that the next moves can be worked out while it settles.
        """
        capture, waiting = self._board.capture, self._waiting
        capture.clicks_sent()
        begun = dismissed = waiting.now()
        until = begun + seconds
        capture.await_change(changes_with(before.reading.board, moves[-1]), begun)
        while (first := capture.provisional()) is not None and waiting.now() < begun + HOVER:
            if not unanswered(before, first, moves):
                return first
            capture.back_off(begun)
        shown: bytes | None = None
        left = False
        while True:
            observation, left = self._next(before, moves, left=left)
            now = waiting.now()
            answered = not unanswered(before, observation, moves)
            if left and not answered and now >= begun + _BLANK_TIME:
                if self._only_hovered(before, observation, moves):
                    return observation
                observation = self._teach(before, observation, moves)
                answered = not unanswered(before, observation, moves)
            cells = observation.reading.board.cells
            if shown is not None and cells != shown:
                until = min(now, begun + self._settings.patience) + seconds
            shown = cells
            if (answered and (left or observation.from_cache)) or (left and now >= until):
                return observation
            if not left and (answered or now >= begun + HOVER):
                self._sender.park(before)
                left = True
            elif not answered and now >= dismissed + DISMISS_INTERVAL:
                # The answer may be a dialog.
                self._board.dismiss()
                dismissed = now

    def _teach(
        self, before: Observation, now: Observation, moves: Sequence[Move], *, flags: bool = True
    ) -> Observation:
        """Teach the reader what our moves did to cells."""
        message = self._control.message_dismissed
        return teach_own_marks(self._board.reader, before, now, moves, flags=flags, message=message)

    def _next(
        self, before: Observation, moves: Sequence[Move], *, left: bool
    ) -> tuple[Observation, bool]:
        """Return the next stable observation, and whether the pointer has left the board by then.

        It leaves as soon as the clicks show, though the frame is not stable yet.
        """
        if self._board.reader.last is None:
            return self._board.find()[0], left
        settling = self._board.capture.begin(quick=True)
        settling.is_answer = not left
        while True:
            result = self._board.next(settling)
            if not isinstance(result, Early):
                return result.observation, left
            if not left and not unanswered(before, result.observation, moves):
                self._sender.park(before)
                left = True

    def _only_hovered(
        self, before: Observation, now: Observation, moves: Sequence[Move]
    ) -> list[Move]:
        """Return the last move if its cell changed only because the pointer was on it, else none.

        A client may show on which cell the pointer is, or was before it left the window. So it is
        brought over another hidden cell. If that changes the client shows it, and has seen that the
        pointer is no longer on the clicked cell.
        """
        sender, cell = self._sender, last_blank(before, now, moves)
        if cell is None or sender.shows_pointer is False:
            return []
        other = next((c for c in now.reading.board.find({HIDDEN}) if c != cell), None)
        if other is None:
            return []
        to_screen, grid = now.frame.mapping.to_screen, now.reading.grid
        sender.hover(to_screen(grid.center(other)))
        until = self._waiting.now() + _HOVER_SHOWN
        while True:
            frame = self._board.capture.grab_again(now)
            shown = not is_same(now, frame, other)
            if shown or self._waiting.now() >= until:
                break
            self._waiting.pause()
        hovered = shown and is_same(before, frame, cell)
        sender.shows_pointer = sender.shows_pointer or shown
        sender.dwells |= hovered
        sender.hover(to_screen(grid.center(cell)))
        self._waiting.pause(DWELL)
        sender.park(before)
        return [move for move in moves if move.cell == cell] if hovered else []

    # ------------------------------------------------------------------ retry

    def _click_again(  # noqa: PLR0913, PLR0917 - what a click is made of
        self,
        at: tuple[int, int],
        state: GameState,
        before: Observation,
        after: Observation,
        decision: Decision,
        moves: Sequence[Move],
    ) -> Observation:
        """Click a cell once more that only seemed to open; return what is observed then."""
        refusal = game_refusal(state, after)
        if not self.send(at, after, decision, moves, refusal=refusal, retry=True):
            return self._board.observe()
        after = self._await_answer(before, moves, self._settings.answer_time)
        if self._only_hovered(before, after, moves):
            raise _no_reaction(moves[0])
        return after

    def _repeat(  # noqa: PLR0913, PLR0917 - what a click is made of
        self,
        at: tuple[int, int],
        state: GameState,
        before: Observation,
        after: Observation,
        decision: Decision,
        missing: Sequence[Move],
    ) -> Observation:
        """Send clicks once more that show no effect, unless something has come in between."""
        if len(missing) == 1 and opened_elsewhere(before, after, missing):
            # The client opened the cell on which the pointer was before.
            self._sender.dwells = True
            return after
        repeats = state.repeats + 1
        silent = before.same_frame(after)
        # Some clients lose clicks that come faster than they poll: from here on one at a time.
        self._sender.one_by_one = True
        self._sender.holds |= silent or repeats > 1
        in_the_way = self._guard.moved() or self.objection(after, missing) is not None
        uncertain = any(move.cell in after.reading.uncertain for move in missing)
        changed = contradiction(before.reading, after.reading) is not None
        if (in_the_way or uncertain or changed) and repeats <= _MAX_REPEATS:
            return after
        patience, answer_time = self._settings.patience, self._settings.answer_time
        if self._control.client.rules.open_click is OpenClick.UNKNOWN:
            # If the first click is only late, the second falls on an open cell.
            after = self._await_answer(before, missing, patience)
            missing = self._missing(before, after, missing)
        if not missing:
            return after
        refusal = game_refusal(state, after)
        made = self.send(at, after, decision, missing, refusal=refusal, retry=True)
        if len(made) < len(missing):
            return self._board.observe()
        after = self._await_answer(before, missing, answer_time)
        if self._missing(before, after, missing):
            # It may have stood still and have all its clicks yet to take, the first ones too.
            after = self._await_answer(before, missing, patience)
        lost = self._missing(before, after, missing)
        if lost and len(lost) < len(missing):
            self._sender.one_a_frame = True
        elif lost:
            raise _no_reaction(lost[0])
        else:
            # The pointer may have been missing where the client looked for it.
            self._sender.dwells |= silent
        return after

    @property
    def _window_handle(self) -> int | None:
        window = self._guard.window
        return None if window is None else window.handle


def _no_reaction(move: Move) -> NoReaction:
    r, c = move.cell
    return NoReaction(f"A click on cell {r},{c} had no effect, twice.")
