"""The loop: look, decide, click, check that the click had its effect; game after game.

Every click follows a settled reading that `may_act` lets pass; every guess is announced before it
is made; what was clicked must be seen to have changed, is clicked once more if not, and then the
game is given up with a reason. The loop talks to the world through the seams only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from autosweep.board import COVERED, HIDDEN, MAX_NUMBER, QUESTION, Board, Phase
from autosweep.errors import AutosweepError, Interrupted, NoBoardFound
from autosweep.geometry import Rect, ScreenPoint
from autosweep.play.decide import Decision, decide
from autosweep.play.events import (
    Acted,
    BoardFound,
    Controlled,
    Decided,
    GameEnded,
    Observer,
    Seen,
    Summary,
    ignore,
)
from autosweep.play.guard import Guard
from autosweep.play.plan import new_game_action, plan
from autosweep.play.profile import profile_of
from autosweep.play.watch import Look, Watcher
from autosweep.screen.windows import Desk
from autosweep.seams import (
    Action,
    Button,
    Clock,
    FrameSource,
    MoveTo,
    Pointer,
    PressKey,
    StopSignal,
)
from autosweep.settings import PlaySettings
from autosweep.solver.moves import Move, MoveKind
from autosweep.vision.themes import ClientProfile

_CLEARING = 0.5
"""Seconds that unclear cells are given before the clear ones alone are acted on."""
_MOUSE_TOLERANCE = 3
"""Points the pointer may be off its place before a person is thought to have moved it."""


@dataclass(slots=True)
class Tally:
    """Counts of a run, kept while it goes on."""

    won: int = 0
    lost: int = 0
    stopped: int = 0
    clicks: int = 0
    guesses: int = 0


class Player:
    """Plays the board on the screen."""

    def __init__(  # noqa: PLR0913 - the seams are named one by one
        self,
        source: FrameSource,
        pointer: Pointer,
        clock: Clock,
        stop: StopSignal,
        settings: PlaySettings,
        *,
        region: Rect | None = None,
        observe: Observer = ignore,
        ask: Callable[[Move], bool] | None = None,
        dry_run: bool = False,
        desk: Desk | None = None,
    ) -> None:
        """Set up a player.

        `ask` is asked before each guess where the settings say so; `desk` tells which window lies
        under a click, where the system can.
        """
        self._pointer = pointer
        self._clock = clock
        self._settings = settings
        self._observe = observe
        self._ask = ask
        self._dry_run = dry_run
        self._watcher = Watcher(
            source, clock, stop, settings, region, on_trouble=self._dismiss_dialog
        )
        self._profile = ClientProfile()
        self._one_by_one = False
        self._last_look: Look | None = None
        self._guard = Guard(desk)
        self._tally = Tally()
        self._ours: list[ScreenPoint] = []
        self._started = clock.now()
        self._game = 0
        self.fault: AutosweepError | None = None
        """What ended the run before all games were played, if anything did."""

    def run(self) -> Summary:
        """Play all games and return the numbers.

        A game that cannot go on counts as stopped and ends the run; the reason is in the summary
        and in `fault`, so that nothing that was counted or recorded is lost.
        """
        self._started = self._clock.now()
        played = 0
        try:
            for game in range(self._settings.games):
                played = game + 1
                self._game = game
                self._play(game)
                if played == self._settings.games or (self._settings.until_win and self._tally.won):
                    break
                self._new_game()
        except AutosweepError as error:
            self.fault = error
            self._tally.stopped += played > self._tally.won + self._tally.lost
        tally = self._tally
        summary = Summary(
            games=tally.won + tally.lost + tally.stopped,
            won=tally.won,
            lost=tally.lost,
            stopped=tally.stopped,
            clicks=tally.clicks,
            seconds=self._clock.now() - self._started,
            guesses=tally.guesses,
            why="" if self.fault is None else str(self.fault),
        )
        self._observe(summary)
        return summary

    def _play(self, game: int) -> None:
        look, others = self._watcher.find()
        self._observe(BoardFound(game, look.frame, look.reading, others))
        self._guard.adopt(look.middle)
        self._park(look)
        last_guess = False
        before: Board | None = None
        step = 0
        try:
            while True:
                look, decision = self._understand(game, step, before)
                if decision.phase in (Phase.WON, Phase.LOST):
                    self._end(game, decision.phase, look, announced_guess=last_guess)
                    return
                before = look.reading.board
                last_guess = decision.is_guess
                self._act(game, step, look, decision)
                step += 1
        except AutosweepError as error:
            self._give_up(game, self._last_look or look, str(error), last_guess=last_guess)
            raise

    def _understand(self, game: int, step: int, before: Board | None) -> tuple[Look, Decision]:
        """Look and decide; a refusal is given the patience to pass before it ends the game."""
        begun = self._clock.now()
        while True:
            if self._guard.moved():
                self._watcher.forget()
            look = self._last_look = self._watcher.look()
            if self._guard.moved():
                self._guard.adopt(look.middle)
            self._profile = profile_of(look.reading.theme, self._guard.window)
            decision = decide(look.reading, self._settings, game=game, step=step)
            changed = None if before is None else _contradiction(before, look.reading.board)
            refusal = decision.refusal or changed or self._objection(look, decision)
            # Some clients show a bubble or a flash for seconds; their packs say how long at most.
            patience = max(self._settings.patience, self._profile.settle_ms / 1000)
            waited = self._clock.now() - begun
            if (refusal is None and not decision.partial) or waited >= patience:
                break
            # An unclear cell may be one that is still being drawn.
            if refusal is None and waited >= _CLEARING:
                break
            self._dismiss_dialog()
            self._watcher.pause()
        self._observe(Seen(game, step, look.frame, look.reading))
        self._observe(Decided(game, step, decision))
        if refusal is not None:
            raise Refused(refusal)
        return look, decision

    def _objection(self, look: Look, decision: Decision) -> str | None:
        """Return why the window under the clicks is not the game's, or None where it is."""
        to_screen = look.frame.mapping.to_screen
        points = [to_screen(look.reading.grid.center(move.cell)) for move in decision.moves]
        return self._guard.objection(points)

    def _dismiss_dialog(self) -> None:
        """Press the key that puts away a dialog that this client is known to show."""
        keys = self._guard.dialog_key(self._profile.dialogs)
        if keys is not None and not self._dry_run:
            self._check_mouse()
            self._control("dialog put away", PressKey(keys))

    def _check_budget(self) -> None:
        limit, clicks = self._settings.max_seconds, self._settings.max_clicks
        if limit is not None and self._clock.now() - self._started >= limit:
            msg = f"The {limit:g} seconds allowed are over."
            raise Interrupted(msg)
        if clicks is not None and self._tally.clicks >= clicks:
            msg = f"The {clicks} clicks allowed are used up."
            raise Interrupted(msg)

    def _act(self, game: int, step: int, look: Look, decision: Decision) -> None:
        moves = decision.moves
        if not moves:
            msg = "The strategy has no move for this board."
            raise Refused(msg)
        if decision.is_guess:
            self._approve_guess(moves[0])
        self._check_budget()
        self._check_mouse()
        self._click((game, step), look, moves)
        if self._dry_run:
            msg = "Dry run: nothing was clicked, so the game stays as it is."
            raise Interrupted(msg)
        before = look.reading.board
        after = self._await_answer(before, moves)
        missing = _unanswered(before, after, moves)
        if not missing:
            return
        # Some clients lose clicks that come faster than they look: from here on one at a time.
        self._one_by_one = True
        self._click((game, step), after, missing, retry=True)
        after = self._await_answer(before, missing)
        if _unanswered(before, after, missing):
            r, c = missing[0].cell
            msg = f"A click on cell {r},{c} had no effect, twice."
            raise Refused(msg, remedy="Is another window in front, or the game paused?")

    def _await_answer(self, before: Board, moves: Sequence[Move]) -> Look:
        return self._watcher.wait(
            lambda now: not _unanswered(before, now, moves), self._settings.answer_time
        )

    def _click(
        self, at: tuple[int, int], look: Look, moves: Sequence[Move], *, retry: bool = False
    ) -> None:
        chord = self._profile.chord or Button.MIDDLE
        mapping = look.frame.mapping
        actions = plan(moves, look.reading.grid, mapping, chord=chord)
        self._observe(Acted(*at, tuple(actions), retry))
        self._ours = [*self._ours[-1:], *(action.point for action in actions)]
        batches = [[action] for action in actions] if self._one_by_one else [actions]
        for batch in batches:
            self._pointer.perform(batch)
            # A client may look where the pointer is when it handles the release: not gone already.
            self._watcher.pause()
        self._tally.clicks += len(actions)
        self._check_mouse()
        self._park(look)

    def _approve_guess(self, move: Move) -> None:
        if self._settings.guess == "never":
            msg = f"Nothing is certain and guessing is off; the best guess is {move}."
            raise Refused(msg, remedy="Allow it with `--guess best`.")
        if self._settings.guess == "ask" and not (self._ask and self._ask(move)):
            msg = f"The guess {move} was not approved."
            raise Refused(msg, remedy="Allow guesses with `--guess best`.")
        # The first click of a game whose rule spares it has probability 0: no risk was taken.
        self._tally.guesses += move.probability != 0

    def _give_up(self, game: int, look: Look, why: str, *, last_guess: bool) -> None:
        phase = look.reading.phase
        self._observe(GameEnded(game, phase, why, look.frame, look.reading, last_guess))

    def _end(self, game: int, phase: Phase, look: Look, *, announced_guess: bool) -> None:
        if phase is Phase.WON:
            self._tally.won += 1
        else:
            self._tally.lost += 1
        why = "All cells without a mine are open." if phase is Phase.WON else "A mine exploded."
        self._observe(GameEnded(game, phase, why, look.frame, look.reading, announced_guess))

    def _new_game(self) -> None:
        look = self._watcher.look()
        control = self._settings.new_game or self._profile.new_game
        if control is None:
            msg = f"How to start a new game of the theme {look.reading.theme!r} is not known."
            raise Refused(msg, remedy="Name the key with `--new-game`, or play one game at a time.")
        self._check_mouse()
        self._control("new game", new_game_action(control, self._guard.rect))
        self._watcher.pause()
        self._park(look)
        # A board may start with an area already open, so "new" is "not what it was".
        old = look.reading.board
        after = self._watcher.wait(
            lambda now: (
                now.reading.board != old and now.reading.phase not in (Phase.WON, Phase.LOST)
            ),
            self._settings.answer_time,
        )
        if after.reading.board == old:
            msg = f"`{control}` did not start a new game."
            raise Refused(msg, remedy="Is the game's window in front?")

    def _control(self, what: str, action: Action) -> None:
        self._observe(Controlled(self._game, what, action))
        self._pointer.perform([action])

    def _park(self, look: Look) -> None:
        if not self._dry_run:
            place = look.park(self._guard.rect)
            self._ours = [*self._ours, place]
            self._pointer.perform([MoveTo(place)])

    def _check_mouse(self) -> None:
        """Stop where the pointer is at none of the places where we last put it.

        Not the last one alone: while a window manager holds the pointer, it lags behind.
        """
        here = self._pointer.position()
        if here is None or not self._ours or self._dry_run:
            return
        if all(max(abs(here.x - p.x), abs(here.y - p.y)) > _MOUSE_TOLERANCE for p in self._ours):
            msg = "Somebody moved the mouse: stopped."
            raise Interrupted(msg)


class Refused(AutosweepError):
    """The game cannot go on for a reason that lies in what is on the screen."""

    exit_code = NoBoardFound.exit_code
    default_remedy = "Look at the board; `autosweep read` on a screenshot says what is unclear."


def _contradiction(before: Board, now: Board) -> str | None:
    """Return what changed that never changes in a game: an opened number. None if nothing did."""
    if (before.rows, before.cols) != (now.rows, now.cols):
        return "The board has another size than before."
    for i, (old, new) in enumerate(zip(before.cells, now.cells, strict=True)):
        if old <= MAX_NUMBER and new != old:
            r, c = before.cell(i)
            return f"The opened cell {r},{c} changed: this is another game, or it was misread."
    return None


def _unanswered(before: Board, now: Look, moves: Sequence[Move]) -> list[Move]:
    """Return the moves whose effect does not show yet; a finished game has answered all."""
    if now.reading.phase in (Phase.WON, Phase.LOST):
        return []
    return [move for move in moves if not _shows(before, now.reading.board, move)]


def _shows(before: Board, now: Board, move: Move) -> bool:
    """Tell whether the effect of a move can be seen."""
    if move.kind is MoveKind.OPEN:
        return now[move.cell] not in COVERED
    if move.kind is MoveKind.FLAG:
        return now[move.cell] != before[move.cell]
    return all(now[cell] not in (HIDDEN, QUESTION) for cell in now.neighbors(move.cell))
