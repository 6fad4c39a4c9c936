"""The player: observe, decide, click, verify; game after game. The only writer of game state.

Every click passes the gate (`autosweep.play.gate`); every guess is announced before it is made. A
game that is over before the first click is not ours: a new one is started, and it is not counted.
The player reaches the world through the interfaces only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from autosweep.board import Phase
from autosweep.desktop.capture import bounds_of, monitors_of
from autosweep.errors import AutosweepError, Interrupted, NoReaction, Refused
from autosweep.geometry import Rect
from autosweep.interfaces import Clock, FrameSource, Messages, Pointer, StopSignal, Windows
from autosweep.play.board_wait import LONG_STABLE, BoardWait
from autosweep.play.capture import BoardCapture
from autosweep.play.click_sender import ClickSender
from autosweep.play.client_control import NEVER, ClientControl
from autosweep.play.client_learner import ClientLearner
from autosweep.play.conclude import (
    ENDED,
    asks_for_words,
    conclude,
    game_ended,
    is_settled,
    judge,
    last_of_game,
    learn,
)
from autosweep.play.decide import decide
from autosweep.play.decision import Decision
from autosweep.play.effects import game_refusal, last_board
from autosweep.play.end_facts import Stage
from autosweep.play.end_signs import EndSigns
from autosweep.play.events import (
    AlreadyOver,
    BoardFound,
    Decided,
    GameEnded,
    Learned,
    Observer,
    Seen,
    Summary,
    ignore,
    tell_all,
)
from autosweep.play.evidence import Evidence
from autosweep.play.execute import Executor
from autosweep.play.gate import CUT_REMEDY
from autosweep.play.guess_approval import GuessApproval
from autosweep.play.live_board import LiveBoard
from autosweep.play.new_game import NewGameStarter
from autosweep.play.outcome import without_misread_mines
from autosweep.play.page_messages import PageMessages
from autosweep.play.run_budget import RunBudget
from autosweep.play.start_page import StartPage
from autosweep.play.state import GameState, RunCounts
from autosweep.play.waiting import Waiting
from autosweep.play.window_guard import WindowGuard
from autosweep.settings import PlaySettings
from autosweep.solver.moves import Move
from autosweep.tracking.observation import Observation
from autosweep.vision.reading import Reading

_MIN_OBSERVATIONS = 3
"""Observations that are made before a refusal ends a game, however long they take."""
_MAX_WITHHELD = 4
"""Times in a row that all clicks are withheld because their places changed."""
_MAX_IDLE = 3
"""Rounds of clicks in a row that may change nothing, whatever the reading says of them."""


class Player:
    """Plays the board on the screen."""

    def __init__(  # noqa: PLR0913 - the interfaces are named one by one
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
        learner: ClientLearner | None = None,
        messages: Messages | None = None,
    ) -> None:
        """Set up a player.

        `ask` is asked before each guess where the settings say so; `windows` tells which window
        lies under a click, where the system can. `learner` is told every event, too. `messages` are
        those of a page, where its browser hands them over.
        """
        if learner is not None:
            observe = tell_all(observe, learner)
        self._settings = settings
        self._observe = observe
        self._approval = GuessApproval(settings, ask)
        waiting = Waiting(clock, stop, settings.poll)
        guard = WindowGuard(windows, bounds_of(source), monitors_of(source))
        self._budget = RunBudget(settings, clock)
        capture = BoardCapture(source, waiting, patience=settings.patience, region=region)
        sender = ClickSender(
            pointer,
            waiting,
            observe,
            self._budget,
            guard,
            dry_run=dry_run,
            grab_again=capture.grab_again,
        )
        said = PageMessages(messages, observe)
        control = ClientControl(sender, guard, waiting, settings, learner, said)
        board = LiveBoard(capture, waiting, guard, control, patience=settings.patience)
        self._waiting, self._guard, self._sender = waiting, guard, sender
        self._control, self._board = control, board
        self._new_games = NewGameStarter(
            board, control, guard, waiting, settings, observe=self._observe
        )
        self._start_page = StartPage(board, control, guard, waiting, settings)
        self._executor = Executor(board, sender, guard, control, waiting, settings)
        self._wait = BoardWait(board, sender, control, waiting, settings)
        self._last_seen: Observation | None = None
        self._signs = EndSigns(board.capture, guard, control)
        self._state = GameState()
        self._counts = RunCounts()
        self.fault: AutosweepError | None = None
        """What ended the run before all games were played, if anything did."""

    # ------------------------------------------------------------------ games

    def run(self) -> Summary:
        """Play all games and return the numbers.

        A game that cannot go on counts as stopped and ends the run; the reason is in the summary
        and in `fault`, so that nothing that was counted or recorded is lost.
        """
        self._budget.start()
        counts = self._counts
        played = 0
        observation: Observation | None = None
        try:
            for game in range(self._settings.games):
                played = game + 1
                if not self._play(game, observation):
                    self._play_new(game)
                if played == self._settings.games or (self._settings.until_win and counts.won):
                    break
                observation = self._new_game()
        except AutosweepError as error:
            self.fault = error
            counts.stopped += played > counts.ended + counts.already_over
        why = "" if self.fault is None else str(self.fault)
        summary = counts.summary(self._budget.clicks, self._budget.seconds, why)
        self._observe(summary)
        return summary

    def _play_new(self, game: int) -> None:
        """Start a new game in place of one that was over, and play it."""
        if self._settings.new_game == NEVER or self._sender.dry_run:
            msg = "The game on the screen is already over."
            raise Refused(msg, remedy="Start a new game in its window, or give `--new-game auto`.")
        observation = self._new_game()
        self._counts.already_over -= 1
        if not self._play(game, observation):
            msg = "The game on the screen is already over, and no new one began."
            raise Refused(msg, remedy="Start a new game in its window.")

    def _play(self, game: int, first: Observation | None) -> bool:
        """Play a game to its end; return False where it was over before the first click."""
        others: tuple[Rect, ...] = ()
        # A game that we started is played from its first click on, whatever its client opens.
        self._state = GameState(from_first_click=first is not None)
        self._control.begin_game(game)
        if first is None:
            self._control.dismiss_banner(self._board.capture)
            first, others = self._start_page.find(dry_run=self._sender.dry_run)
        self._signs.begin_game()
        self._observe(BoardFound(game, first.frame, first.reading, others))
        self._sender.park(first)
        observation: Observation | None = None
        step = 0
        try:
            while True:
                observation, decision = self._understand(game, step, observation)
                if decision.phase in ENDED:
                    if not self._state.played:
                        self._observe(AlreadyOver(game, decision.phase))
                        self._counts.already_over += 1
                        return False
                    self._end(game, decision.phase, observation, decision.evidence)
                    return True
                observation = self._act(game, step, observation, decision)
                step += 1
        except AutosweepError as error:
            last = self._last_seen or first
            over = self._signs.after(error, self._state, last)
            if over.phase is not None:
                self._end(game, over.phase, last, over.evidence)
                return True
            phase, guessed = last.reading.phase, self._state.guessed
            self._observe(GameEnded(game, phase, str(error), last.frame, last.reading, guessed))
            raise

    def _end(
        self, game: int, phase: Phase, observation: Observation, evidence: tuple[Evidence, ...]
    ) -> None:
        self._state.ended = phase
        self._counts.add_end(phase)
        observation = self._last_seen = last_of_game(self._state, observation)
        ended = game_ended(game, self._state, phase, observation, evidence)
        self._control.take_end(ended.evidence)
        self._observe(ended)

    def _new_game(self) -> Observation:
        """Start a new game; return its first observation."""
        last = self._last_seen or self._board.observe()
        won = self._state.ended is Phase.WON
        begun = self._new_games.start(
            last, won=won, playing=self._signs.window_before, unplayed=self._state.unplayed
        )
        return begun.observation

    # ------------------------------------------------------------------ observe and decide

    def _understand(
        self, game: int, step: int, observation: Observation | None
    ) -> tuple[Observation, Decision]:
        """Observe and decide; a refusal is given the patience to pass before it ends the game.

        Certain moves follow from any true frame of the game, finished or not. A guess, an end and a
        refusal do not, so they wait for a frame that has been stable for longer.
        """
        begun = self._waiting.now()
        count = 0
        decided: tuple[Reading, Decision] | None = None
        learned: list[Observation] = []
        while True:
            observation = self._last_seen = self._in_place(observation, long_stable=count > 0)
            observation = without_misread_mines(self._state, observation)
            self._control.identify(observation.reading.theme)
            if decided is None or decided[0] is not observation.reading:
                decided = observation.reading, self._decide(observation.reading, game, step)
            decision, refusal = judge(
                self._state,
                observation,
                decided[1],
                self._signs.at(self._state, Stage.SEEN),
                window=self._executor.objection(observation, decided[1].moves),
            )
            if learn(self._board.reader, self._state, observation, decision):
                learned.append(observation)
            if refusal is None and is_settled(self._state, observation, decision):
                break
            waited = self._waiting.now() - begun
            # Locating a board may take long: time alone is no patience.
            tried = count >= (1 if refusal is None else _MIN_OBSERVATIONS)
            stands = tried and self._wait.waited_enough(
                self._state, observation, decision, refusal, waited
            )
            if not stands:
                self._wait.clear_view(observation, dismiss=count > 0)
            if stands or (count and self._wait.may_have_ended(self._state, refusal, waited)):
                signs = self._signs.at(
                    self._state,
                    Stage.GIVEN_UP if stands and refusal else Stage.WAITED,
                    words=stands and asks_for_words(self._state, observation, decision),
                )
                decision, refusal = conclude(self._state, observation, decision, refusal, signs)
                if stands or refusal is None:
                    break
            if count:
                self._wait.help(self._state, observation, decision, waited)
            count, observation = count + 1, None
        observation = self._last_seen = last_board(self._state, observation, decision)
        self._note((game, step), learned, observation, decision)
        if refusal is not None:
            cut = any(observation.reading.cut)
            raise Refused(refusal, remedy=CUT_REMEDY if cut else None)
        return observation, decision

    def _note(
        self,
        at: tuple[int, int],
        learned: Sequence[Observation],
        observation: Observation,
        decision: Decision,
    ) -> None:
        """Note what was observed and decided, unless the game was over before the first click."""
        if decision.phase in ENDED and not self._state.played:
            return
        self._state.add_observation(observation)
        for other in learned:
            if not other.same_frame(observation):
                self._observe(Learned(*at, other.frame, other.reading))
        self._observe(Seen(*at, observation.frame, observation.reading))
        self._observe(Decided(*at, decision))

    def _in_place(self, observation: Observation | None, *, long_stable: bool) -> Observation:
        """Return `observation` if given; otherwise observe, re-locating if the window moved.

        Whether a window has moved since an observation that was given is asked before the clicks.
        """
        if observation is not None:
            return observation
        observation = self._board.observe(LONG_STABLE if long_stable else None)
        if self._guard.moved():
            self._board.reader.forget(moved=True)
            observation = self._board.observe()
        return observation

    def _decide(self, reading: Reading, game: int, step: int) -> Decision:
        return decide(
            reading,
            self._settings,
            game=game,
            step=step,
            free=self._state.free,
            client=self._control.client,
        )

    # ------------------------------------------------------------------ act

    def _act(
        self, game: int, step: int, observation: Observation, decision: Decision
    ) -> Observation:
        """Make the moves and return the observation that shows them."""
        moves = decision.moves
        if not moves:
            msg = "The strategy has no move for this board."
            raise Refused(msg)
        if decision.is_guess and self._approval.approve(
            observation.reading, moves[0], self._control.client, dry_run=self._sender.dry_run
        ):
            # A person was busy meanwhile, perhaps with the mouse; the game must be as it was.
            self._sender.release()
            now = self._executor.observe_uncovered(moves)
            if now.reading.board != observation.reading.board or self._guard.moved():
                return now
            observation = now
        stable = self._board.confirm(observation)
        if not observation.same_frame(stable):
            return stable
        made = self._send(game, step, stable, decision)
        if not made:
            return self._observe_after_withheld(observation)
        # The first click of a game whose rule spares it has probability 0: no risk was taken.
        self._counts.guesses += decision.is_guess and moves[0].probability != 0
        try:
            done = self._executor.verify(
                (game, step), self._state, observation, replace(decision, moves=made), made
            )
        except NoReaction as error:
            started = self._start_instead(observation, error)
            if started is None:
                raise
            self._state = GameState(from_first_click=True)
            return started
        self._state.add_moves(made, repeated=done.repeated, idle=done.idle)
        if self._state.idle > _MAX_IDLE:
            msg = f"The last {self._state.idle} clicks changed nothing."
            raise NoReaction(msg)
        return done.observation

    def _start_instead(self, observation: Observation, error: NoReaction) -> Observation | None:
        """Press what starts the game where its first click shows nothing; None if nothing does.

        A first click that ended the game tells it by words alone where no mine is drawn.
        """
        if self._state.opened or self._signs.after(error, self._state, observation).phase:
            return None
        return self._new_games.press_start(observation)

    def _send(
        self, game: int, step: int, observation: Observation, decision: Decision
    ) -> tuple[Move, ...]:
        """Send the clicks of a decision; return the moves that were made."""
        state, before = self._state, self._state.last
        refusal = game_refusal(state, observation)
        # Noted first: if sending fails, the decision is what was about to be done.
        state.last = observation, decision
        self._control.clicks_sent(observation)
        made = self._executor.send(
            (game, step), observation, decision, decision.moves, refusal=refusal
        )
        if self._sender.dry_run:
            msg = "Dry run: nothing was clicked, so the game stays as it is."
            raise Interrupted(msg)
        state.last = (observation, replace(decision, moves=made)) if made else before
        return made

    def _observe_after_withheld(self, observation: Observation) -> Observation:
        """Observe again after all clicks were withheld; raises Refused where that goes on."""
        self._state.withheld += 1
        if self._state.withheld > _MAX_WITHHELD:
            msg = "The cells to click change as soon as they are captured."
            raise Refused(msg, remedy="Is something else being drawn over the board?")
        self._waiting.pause()
        self._sender.park(observation)
        return self._board.observe()
