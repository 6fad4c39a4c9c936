"""The loop: look, decide, click, check that the click had its effect; game after game.

Every click passes the gate (`autosweep.play.gate`); every guess is announced before it is made;
what was clicked must be seen to have changed, is clicked once more if not, and then the game is
given up with a reason. A game that is over before the first click is nobody's: a new one is
started, and it is not counted. The loop talks to the world through the seams only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import log2

from autosweep.board import Phase
from autosweep.desktop.capture import bounds_of, monitors_of
from autosweep.errors import AutosweepError, NoBoardFound, Refused
from autosweep.geometry import Rect
from autosweep.interfaces import (
    Clock,
    FrameSource,
    Pointer,
    StopSignal,
    Windows,
)
from autosweep.play.carry import Carrier
from autosweep.play.controls import Controls
from autosweep.play.decide import decide
from autosweep.play.decision import Decision
from autosweep.play.events import (
    AlreadyOver,
    BoardFound,
    Decided,
    GameEnded,
    Observer,
    Seen,
    Summary,
    ignore,
)
from autosweep.play.gate import CUT_REMEDY
from autosweep.play.guard import Guard
from autosweep.play.hand import Hand
from autosweep.play.run_budget import RunBudget
from autosweep.play.state import DIMMED, GameState, Tally
from autosweep.play.watch import Watcher
from autosweep.settings import PlaySettings
from autosweep.solver.moves import Move
from autosweep.tracking.observation import Observation
from autosweep.vision.reading import Reading

_CLEARING = 0.5
"""Seconds that unclear cells are given before the clear ones alone are acted on."""
_LEAST_LOOKS = 3
"""Looks that are taken before a refusal ends a game, however long they take."""
_CALM = 0.06
"""Seconds that a picture must have rested before a guess, an end or a refusal is believed."""
_TURN = 1.0
"""Seconds of waiting after which the pointer is parked elsewhere and everything is read anew, then
after twice as long, and so on."""
_MOST_ANSWERED = 8
"""Messages over a browser's page that are put away in one game."""
_ANSWER = 0.3
"""Seconds that a message is given to go."""


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
        windows: Windows | None = None,
    ) -> None:
        """Set up a player.

        `ask` is asked before each guess where the settings say so; `windows` knows what lies
        under a click, where the system can.
        """
        self._clock = clock
        self._settings = settings
        self._observe = observe
        self._ask = ask
        self._guard = Guard(windows, bounds_of(source), monitors_of(source))
        self._watcher = Watcher(
            source,
            clock,
            stop,
            settings,
            region,
            on_trouble=self._dismiss_dialog,
            cut_sides=self._guard.cut_sides,
        )
        self._budget = RunBudget(settings, clock)
        self._hand = Hand(
            pointer,
            self._watcher,
            observe,
            self._budget,
            lambda: self._guard.monitors,
            dry_run=dry_run,
        )
        self._last_look: Observation | None = None
        self._controls = Controls(self._hand, self._guard, clock, settings, self._watcher.pause)
        self._carrier = Carrier(self._watcher, self._hand, self._guard, self._controls, settings)
        self._state = GameState()
        self._tally = Tally()
        self.fault: AutosweepError | None = None
        """What ended the run before all games were played, if anything did."""

    def run(self) -> Summary:
        """Play all games and return the numbers.

        A game that cannot go on counts as stopped and ends the run; the reason is in the summary
        and in `fault`, so that nothing that was counted or recorded is lost.
        """
        self._budget.start()
        played = 0
        look: Observation | None = None
        try:
            for game in range(self._settings.games):
                played = game + 1
                self._controls.game = game
                if not self._play(game, look):
                    self._play_anew(game)
                if played == self._settings.games or (self._settings.until_win and self._tally.won):
                    break
                look = self._new_game()
        except AutosweepError as error:
            self.fault = error
            tally = self._tally
            tally.stopped += played > tally.won + tally.lost + tally.over
        tally = self._tally
        summary = Summary(
            games=tally.won + tally.lost + tally.stopped,
            won=tally.won,
            lost=tally.lost,
            stopped=tally.stopped,
            clicks=self._budget.clicks,
            seconds=self._budget.seconds,
            guesses=tally.guesses,
            why="" if self.fault is None else str(self.fault),
        )
        self._observe(summary)
        return summary

    def _play_anew(self, game: int) -> None:
        """Start a new game in place of one that was over, and play it."""
        if self._controls.way_to_new_game is None or self._hand.dry_run:
            msg = "The game on the screen is already over."
            raise Refused(msg, remedy="Start a new game in its window, or give `--new-game`.")
        look = self._new_game()
        self._tally.over -= 1
        if not self._play(game, look):
            msg = "The game on the screen is already over, and no new one began."
            raise Refused(msg, remedy="Start a new game in its window.")

    def _play(self, game: int, seen: Observation | None) -> bool:
        """Play a game to its end; return False where it was over before the first click."""
        others: tuple[Rect, ...] = ()
        started = seen is not None
        if seen is None:
            seen, others = self._watcher.find()
        self._observe(BoardFound(game, seen.frame, seen.reading, others))
        self._carrier.park(seen)
        # A game that we started is played from its first click on, whatever its client opens.
        self._state = GameState(whole=started)
        look: Observation | None = None
        step = 0
        try:
            while True:
                look, decision = self._understand(game, step, look)
                if decision.phase in (Phase.WON, Phase.LOST):
                    if not self._state.played:
                        self._observe(AlreadyOver(game, decision.phase))
                        self._tally.over += 1
                        return False
                    guessed = self._state.guessed
                    self._end(game, decision.phase, look, announced_guess=guessed)
                    return True
                look = self._act(game, step, look, decision)
                step += 1
        except AutosweepError as error:
            guessed = self._state.guessed
            over = self._gone() if isinstance(error, NoBoardFound) else None
            if over is not None:
                self._end(game, over, self._last_look or seen, announced_guess=guessed)
                return True
            self._give_up(game, self._last_look or seen, str(error), last_guess=guessed)
            raise

    def _gone(self) -> Phase | None:
        """Return how a game ended whose board cannot be found any more, though its window stays."""
        if self._state.finished and not self._guard.moved():
            return Phase.WON
        return self._state.ended(None)

    def _understand(
        self, game: int, step: int, look: Observation | None
    ) -> tuple[Observation, Decision]:
        """Look and decide; a refusal is given the patience to pass before it ends the game.

        Certain moves follow from any true picture of the game, finished or not. A guess, an end
        and a refusal do not, so they wait for a picture that has rested for longer.
        """
        begun = self._clock.now()
        looks = 0
        decided: tuple[Reading, Decision] | None = None
        while True:
            look = self._last_look = self._in_place(look, calm=looks > 0)
            self._controls.recognise(look.reading.theme)
            if decided is None or decided[0] is not look.reading:
                decided = look.reading, self._decide(look.reading, game, step)
            decision, refusal = self._judged(look, decided[1])
            if self._state.contradicts(look) is None and decision.analysis.consistent:
                self._watcher.remember(look)
            self._state.stale.update(self._watcher.hopeless(look), look.reading.cut_cells)
            certain = refusal is None and bool(decision.moves) and not decision.is_guess
            if certain and self._state.stale.issuperset(look.reading.uncertain):
                break
            waited = self._clock.now() - begun
            # A look may take long where a board must be searched for: time alone is no patience.
            tried = looks >= (1 if refusal is None else _LEAST_LOOKS)
            if tried and self._waited_enough(look, decision, refusal, waited):
                decision = self._unless_ended(look, decision, refusal)
                break
            if not self._hand.parked:
                self._carrier.park(look)
            if looks:
                self._dismiss_dialog()
                over = self._ended(look, refusal, waited)
                if over is not None:
                    decision, refusal = replace(decision, moves=(), refusal=None, phase=over), None
                    break
                self._help(look, decision, waited)
            looks, look = looks + 1, None
        look = self._last_look = self._state.as_it_is(look, decision)
        self._tell(game, step, look, decision)
        if refusal is not None:
            raise Refused(refusal, remedy=CUT_REMEDY if any(look.reading.cut) else None)
        return look, decision

    def _tell(self, game: int, step: int, look: Observation, decision: Decision) -> None:
        """Tell what was seen and decided, unless the game was over before the first click."""
        if decision.phase in (Phase.WON, Phase.LOST) and not self._state.played:
            return
        self._state.note(look)
        self._observe(Seen(game, step, look.frame, look.reading))
        self._observe(Decided(game, step, decision))

    def _judged(self, look: Observation, decision: Decision) -> tuple[Decision, str | None]:
        """Return what a decision comes to in this game, and why it must not be followed."""
        changed = self._state.contradicts(look)
        refusal = decision.refusal or changed or self._carrier.objection(look, decision.moves)
        if decision.phase in (Phase.WON, Phase.LOST):
            phase = self._state.verdict(decision.phase, look)
            return replace(decision, phase=phase), refusal
        if self._state.veils(look.frame):
            return decision, DIMMED
        over = self._state.ended(look)
        if over is not None:
            return replace(decision, moves=(), refusal=None, phase=over), None
        return decision, refusal

    def _decide(self, reading: Reading, game: int, step: int) -> Decision:
        return decide(
            reading,
            self._settings,
            game=game,
            step=step,
            free=frozenset(self._state.free),
            client=self._controls.client,
        )

    def _in_place(self, look: Observation | None, *, calm: bool) -> Observation:
        """Return a look at the board where it is now; `look` where that still holds.

        Whether a window has moved since a look that was given is asked before the clicks anyway.
        """
        if look is not None:
            return look
        look = self._watcher.look(_CALM if calm else None)
        if self._guard.moved():
            self._watcher.forget(moved=True)
            look = self._watcher.look()
        return look

    def _ended(self, look: Observation, refusal: str | None, waited: float) -> Phase | None:
        """Return how the game ended where its last board stays unreadable."""
        # After the last certain cells there is nothing that a clearer picture could tell.
        enough = waited >= (_CALM if self._state.finished else _CLEARING)
        return self._state.ending(look) if refusal is not None and enough else None

    def _unless_ended(self, look: Observation, decision: Decision, refusal: str | None) -> Decision:
        """Return a decision; the end of the game where it is a guess on a board that shows one."""
        if refusal is not None or not (decision.partial and decision.is_guess):
            return decision
        over = self._state.ending(look)
        return decision if over is None else replace(decision, moves=(), phase=over)

    def _waited_enough(
        self, look: Observation, decision: Decision, refusal: str | None, waited: float
    ) -> bool:
        """Tell whether what was seen and decided stands, or looking again may change it."""
        if refusal is not None:
            # Some clients show a bubble or a flash for seconds; their packs say how long at most.
            return waited >= max(self._settings.patience, self._controls.profile.settle_ms / 1000)
        doubtful = look.reading.uncertain
        if not decision.partial or not doubtful:
            return True
        # An unclear cell may be one that is still being drawn.
        if waited < _CLEARING and not self._state.stale.issuperset(doubtful):
            return False
        self._state.stale.update(doubtful)
        self._watcher.remember(look, unclear=True)
        return True

    def _help(self, look: Observation, decision: Decision, waited: float) -> None:
        """Do what may make the board readable while waiting for it."""
        if self._state.contradicts(look) is not None:
            # Beside a dialog a part of the board may have been taken for the whole. The pause
            # makes the waiting end: a board that is found at once takes no time to look at.
            self._watcher.forget()
            self._watcher.pause()
            return
        if decision.refusal is None and not decision.partial:
            return
        turn = int(log2(1 + waited / _TURN))
        if turn != self._state.turn:
            self._state.turn = turn
            self._watcher.reconsider()
            # A tooltip or a message may stay for as long as the pointer is on it.
            self._carrier.park(look, turn)

    def _dismiss_message(self) -> None:
        """Put away the message of a page in a browser: the page stands still until then."""
        last = self._state.last
        if last is None or self._hand.dry_run or not self._guard.in_browser:
            return
        # Beside the message a part of the board may have been taken for the whole.
        now = self._watcher.glance(last[0])
        if self._state.answered >= _MOST_ANSWERED or not self._state.veils(now):
            return
        if self._controls.dismiss_message():
            self._state.answered += 1
            self._state.told = True
            self._watcher.pause(_ANSWER)

    def _act(self, game: int, step: int, look: Observation, decision: Decision) -> Observation:
        """Make the moves and return the look that shows them."""
        moves = decision.moves
        if not moves:
            msg = "The strategy has no move for this board."
            raise Refused(msg)
        if decision.is_guess and self._approve_guess(moves[0]):
            # A person was busy meanwhile, perhaps with the mouse; the game must be as it was.
            self._hand.release()
            now = self._back_at_the_game(moves)
            if now.reading.board != look.reading.board or self._guard.moved():
                return now
            look = now
        settled = self._watcher.confirm(look)
        if not look.same_frame(settled):
            return settled
        made = self._carrier.click(self._state, (game, step), settled, decision)
        if not made:
            return self._carrier.look_again(self._state, look)
        # The first click of a game whose rule spares it has probability 0: no risk was taken.
        self._tally.guesses += decision.is_guess and moves[0].probability != 0
        return self._carrier.see_through(self._state, (game, step), look, made)

    def _approve_guess(self, move: Move) -> bool:
        """Make sure that a guess may be made; tell whether a person was asked."""
        asked = self._settings.guess == "ask" and not self._hand.dry_run
        if self._settings.guess == "never":
            msg = f"Nothing is certain and guessing is off; the best guess is {move}."
            raise Refused(msg, remedy="Allow it with `--guess best`.")
        if asked and not (self._ask and self._ask(move)):
            msg = f"The guess {move} was not approved."
            raise Refused(msg, remedy="Allow guesses with `--guess best`.")
        return asked

    def _back_at_the_game(self, moves: Sequence[Move]) -> Observation:
        """Return a look at the game once nothing lies over it; raises Refused where it stays so."""
        until = self._clock.now() + self._settings.patience
        while True:
            look = self._watcher.look()
            why = self._carrier.objection(look, moves)
            if why is None:
                return look
            if self._clock.now() >= until:
                raise Refused(why, remedy="Keep the terminal beside the game.")
            self._watcher.pause()

    def _give_up(self, game: int, look: Observation, why: str, *, last_guess: bool) -> None:
        phase = look.reading.phase
        self._observe(GameEnded(game, phase, why, look.frame, look.reading, last_guess))

    def _end(self, game: int, phase: Phase, look: Observation, *, announced_guess: bool) -> None:
        if phase is Phase.WON:
            self._tally.won += 1
        else:
            self._tally.lost += 1
        why = "All cells without a mine are open." if phase is Phase.WON else "A mine exploded."
        state, won = self._state, phase is Phase.WON
        self._observe(
            GameEnded(
                game,
                phase,
                why,
                look.frame,
                look.reading,
                announced_guess,
                whole=state.whole,
                mines=state.mines() if won else None,
                total=None if state.last is None else state.last[1].board.mines,
            )
        )

    def _new_game(self) -> Observation:
        self._dismiss_message()
        look = self._watcher.look()
        control = self._controls.new_game(look.reading.theme)
        self._watcher.pause()
        self._carrier.park(look)
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
        return after

    def _dismiss_dialog(self) -> bool:
        """Put away whatever is known to be in the way; return True if a dialog is."""
        self._dismiss_message()
        return self._controls.dismiss_dialog()
