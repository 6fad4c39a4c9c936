"""Starting a new game: by the way that is known, else by the controls that the window shows.

Controls are tried one after the other. After each try the window is captured until a fresh board
appears anywhere in it. A dialog is put away first, and a start page that follows a click is worked
like the window before it. Tries and seconds are bounded; every try is an event.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from autosweep.board import Phase
from autosweep.errors import NoBoardFound, Refused
from autosweep.interfaces import Frame
from autosweep.play.capture import BoardCapture
from autosweep.play.click_plan import leads_into, new_game_action
from autosweep.play.client_control import AUTO, NEVER, ClientControl
from autosweep.play.control_tries import ControlTries, content_of
from autosweep.play.control_user import ControlUser
from autosweep.play.controls import (
    DISMISS_KEY,
    Control,
    ControlKind,
    ShownWindow,
    controls_in,
    starting_controls,
)
from autosweep.play.events import NewGameTried, Observer, ignore
from autosweep.play.fresh_board import (
    began_itself,
    is_covered_again,
    is_fresh,
    is_unplayed_again,
    shows_other,
)
from autosweep.play.game_view import MENU_TIME, GameView
from autosweep.play.learned_button import SLACK, LearnedButton, learned_button
from autosweep.play.live_board import LiveBoard
from autosweep.play.waiting import Waiting
from autosweep.play.window_guard import WindowGuard
from autosweep.play.worked_control import WorkedControl
from autosweep.settings import PlaySettings
from autosweep.tracking.changes import same_pixels
from autosweep.tracking.observation import Observation, have_same_cells
from autosweep.vision.ocr import MISSING, can_read_text

_INTERVAL = 0.05
"""Seconds between two captures while a fresh board is waited for."""
_END_INTERVAL = 0.2
"""Seconds between two captures while the client may still show its message."""
_END_TIMES = {ControlKind.ICON: 1.0, ControlKind.STEP: 1.0, ControlKind.RELOAD: 4.0}
_END_TIME = 2.0
"""Seconds after the end of a game before a control is tried that no text calls a new game: many
clients show a card or a dialog after the board, or begin a new game themselves."""
_LEARNED_TIME = 0.6
"""Seconds that a button which is known by its pixels is waited for before any text is read."""
_CLOCK_TIME = 0.6
"""Seconds after a start button from which a window that keeps changing counts as changed."""
_START_TRIES = 3
"""Controls that are tried where a fresh board takes no click."""
_NAMED_TEXTS = 6
"""Texts of the window that a refusal names."""
_REMEDY = (
    "Name what starts one: `--new-game KEY`, or `--new-game X,Y` in points from the upper left "
    "corner of the game's window."
)
_ENDED = (Phase.WON, Phase.LOST)


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game that was started."""

    observation: Observation
    """Its first board."""
    control: str
    """What started it, as `--new-game` and a client profile write it; empty for a control
    of a dialog, for a cell of the ended board, and where the game began by itself."""
    name: str
    """The same for a sentence, such as `the button "Play again"`."""
    tries: tuple[str, ...]
    """All controls that were tried, by name and in order; the last one started the game."""


class NewGameStarter:
    """Starts new games in the client that is played."""

    def __init__(  # noqa: PLR0913 - what it works with is named one by one
        self,
        board: LiveBoard,
        control: ClientControl,
        guard: WindowGuard,
        waiting: Waiting,
        settings: PlaySettings,
        *,
        observe: Observer = ignore,
    ) -> None:
        self._board = board
        self._capture: BoardCapture = board.capture
        self._control = control
        self._guard = guard
        self._waiting = waiting
        self._settings = settings
        self._observe = observe
        self._view = GameView(board, guard, waiting, settings)
        self._user = ControlUser(board.capture, control, guard, waiting)
        self._tried: list[str] = []
        self._buttons: list[LearnedButton] = []
        """Buttons that started games of this run, the last one first."""
        self._start_pressed = False
        """Whether that was searched for since the last new game."""
        self._start_control = ""
        """The control, in words, without which a fresh board takes no click; empty for none."""
        self._steps: tuple[str, ...] = ()
        """The controls, in words, that led to the last new game one after the other."""
        self._worked: WorkedControl | None = None
        """What was clicked for the last new game."""
        self._unplayed: Observation | None = None
        """The board of the last game before its first click; None where it was not seen."""

    def start(
        self,
        last: Observation,
        *,
        won: bool = False,
        playing: Frame | None = None,
        unplayed: Observation | None = None,
    ) -> NewGame:
        """Start a new game after the one whose last board is given, and which may have been won.

        `playing` is the window while that game went on, `unplayed` its board before the first
        click. Raises Refused where none begins.
        """
        if self._settings.new_game == NEVER:
            msg = "The game is over, and `--new-game never` forbids to start another one."
            raise Refused(msg, remedy="Start a new game in its window, or give `--new-game auto`.")
        self._tried, self._start_pressed, self._unplayed = [], False, unplayed
        self._view.begin(playing)
        self._control.game_ended()
        self._control.dismiss_message(self._capture)
        self._uncover(last)
        # It is seen to be there, while a key that a profile knows is only likely.
        found = self._begun(last) or self._by_learned_button(last) or self._by_known_way(last)
        found = found or self._by_search(last, won=won)
        ready = self._press_start(found.observation, self._start_control)
        return found if ready is None else replace(found, observation=ready)

    def _begun(self, last: Observation) -> NewGame | None:
        """Return the game on the board where the page said how the last one ended and none is open.

        Such a page makes its board new at once. No other board can be waited for: it would look
        just the same.
        """
        if last.reading.phase is not Phase.READY or self._control.message_said is None:
            return None
        now = self._board.observe()
        # A lost board may be repainted in one colour: that looks covered, too.
        unplayed = self._unplayed or last
        new = is_covered_again(last.reading, now.reading) and not shows_other(now.frame, unplayed)
        return NewGame(now, "", "the client itself", ()) if new else None

    def _uncover(self, last: Observation) -> None:
        """Put a dialog of the client away that lies over the board, where windows are not told."""
        if self._guard.knows_windows or self._view.shows_board_of(last):
            return
        if self._control.dismiss_read_dialog(self._capture):
            self._view.await_board_of(last)

    def _by_known_way(self, last: Observation) -> NewGame | None:
        """Do what settings or profile say, if they do; return None if no new game begins."""
        way = self._control.way_to_new_game
        if way is None:
            return None
        try:
            started = self._done(way, last)
            if started is None and not self._guard.knows_windows:
                # Nobody tells whether the game's window had the keyboard yet.
                started = self._done(way, last)
        except Refused:
            # An unknown dialog may keep the keyboard from the window: the search works that.
            if self._settings.new_game != AUTO or not self._guard.own_dialogs():
                raise
            started = None
        self._observe(NewGameTried(way, started is not None))
        if started is None and self._settings.new_game != AUTO:
            msg = f"`{way}` did not start a new game."
            raise Refused(msg, remedy="Is the game's window in front?")
        return started

    def _done(self, way: str, last: Observation) -> NewGame | None:
        """Do what is known to start a new game; return None if no other board appears."""
        try:
            seen = self._board.observe()
        except NoBoardFound:
            if self._guard.window is None:
                raise
        else:
            # Beside a dialog a part of the board may be taken for the whole.
            last = seen if have_same_cells(last, seen) else last
            board = last.frame.mapping.rect_to_screen(last.reading.grid.bbox)
            if self._settings.new_game == AUTO and leads_into(board, way, self._guard.rect):
                return None  # Clients that look alike share a theme: it is a place of another one.
        self._tried.append(f"`{way}`")
        self._control.do_known(new_game_action(way, self._guard.rect), why=f"`{way}` is known")
        self._waiting.pause()
        self._control.park(last)
        until = self._waiting.now() + self._settings.answer_time
        while True:
            try:
                now = self._board.observe()
            except NoBoardFound:
                return None
            # A board may start with an area already open, so "new" is "not what it was".
            other = now.reading.board != last.reading.board
            same_size = have_same_cells(last, now)
            whole = now.reading.phase not in _ENDED and same_size
            if not same_size:
                # A part of the board may have been located, beside a message or while it loads.
                self._board.reader.forget()
            if self._waiting.now() >= until or (other and whole):
                return NewGame(now, way, f"`{way}`", tuple(self._tried)) if other else None

    # ------------------------------------------------------------------ a button that is known

    def _by_learned_button(self, last: Observation) -> NewGame | None:
        """Click a button that has started a game before; None where none of them is there."""
        known = list(dict.fromkeys((*self._buttons, *self._control.learned_buttons)))
        if not known or self._settings.new_game != AUTO:
            return None
        board = last.frame.mapping.rect_to_screen(last.reading.grid.bbox)
        until = self._waiting.now() + _LEARNED_TIME
        while self._waiting.now() < until and not self._view.dialogs():
            for button in known:
                frame = self._capture.grab(button.place_beside(board).grown(SLACK))
                rect = button.find(frame)
                if rect is None:
                    continue
                shown = ShownWindow(frame, (), self._guard.window)
                control = Control(ControlKind.BUTTON, button.name, rect=rect)
                before = self._view.frame(last)
                if not self._user.use(control, shown):
                    return None
                return self._judged(control, shown, before, last, button)
            self._waiting.pause(_INTERVAL)
        return None

    def _judged(
        self,
        control: Control,
        shown: ShownWindow,
        before: Frame,
        last: Observation,
        button: LearnedButton | None,
    ) -> NewGame | None:
        """Return the game that a control started; None where it did not. Keep what it taught."""
        self._tried.append(control.name)
        fresh = self._await_fresh(before, last)
        way = control.setting(shown)
        if way:
            # A key of the window needs no search the next time.
            name = "" if control.keys and not shown.is_dialog else control.name
            self._observe(NewGameTried(way, fresh is not None, name, button))
        if button is not None:
            self._buttons = [each for each in self._buttons if each != button]
        if fresh is None:
            return None
        if button is not None:
            self._buttons.insert(0, button)
        return NewGame(fresh, way, control.name, tuple(self._tried))

    # ------------------------------------------------------------------ the search

    def _by_search(self, last: Observation, *, won: bool) -> NewGame:
        """Try the controls of the window until a fresh board appears."""
        begun = self._waiting.now()
        until = begun + self._settings.new_game_seconds
        tries = ControlTries(frozenset({self._control.likely_control, *self._steps}))
        opened: dict[int | None, float] = {}
        texts: tuple[str, ...] = ()
        while len(self._tried) < self._settings.new_game_tries and self._waiting.now() < until:
            shown, reading = self._view.shown(last, won=won)
            if reading is not None and began_itself(last.reading, reading):
                now = self._board.take(shown.frame, reading)
                return NewGame(now, "", "the client itself", tuple(self._tried))
            words = (line.text for line in shown.lines)
            # The numbers of the board say nothing about the way to a new game.
            texts = tuple(text for text in words if any(map(str.isalpha, text))) or texts
            content = content_of(shown)
            controls = controls_in(shown)
            known = self._worked and self._worked.found_in(shown, controls)
            controls = (known, *controls) if known else controls
            untried = tries.untried(controls, content)
            if not untried and self._may_go_on(tries, shown):
                continue
            if not untried:
                break
            control = untried[0]
            # A dialog that has just opened may not have drawn its buttons yet.
            since = opened.setdefault(content[0], self._waiting.now()) if shown.is_dialog else begun
            if self._waiting.now() < since + _time_before(control, tries):
                self._waiting.pause(_END_INTERVAL)
                continue
            tries.note(control, content)
            game = self._by_control(control, shown, last)
            if game is not None:
                self._worked, self._steps = None, tries.steps
                beside = shown.board_visible and control.kind is not ControlKind.LEVEL
                if beside and shown.window is not None and control.rect and game.control:
                    self._worked = WorkedControl(
                        game.control, control.name, control.rect, shown.frame
                    )
                return game
            if control.kind is ControlKind.MENU:
                tries.open_menu(controls)
        raise Refused(_nothing_began(texts, self._tried), remedy=_REMEDY)

    def _by_control(
        self, control: Control, shown: ShownWindow, last: Observation
    ) -> NewGame | None:
        """Use a control; return the game that it started, None for none."""
        before = shown.frame if shown.is_dialog else self._view.frame(last)
        if not self._user.use(control, shown):
            return None
        if control.kind is ControlKind.MENU:
            self._tried.append(control.name)
            self._view.await_menu(before, last)
            return None
        return self._judged(control, shown, before, last, self._button(control, shown, last))

    def _may_go_on(self, tries: ControlTries, shown: ShownWindow) -> bool:
        """Put away what shows no control; return True if there may be others then."""
        if tries.in_menu:
            # The key goes to the game's window, which has the keyboard while its menu is open.
            tries.close_menu()
            self._control.press(DISMISS_KEY, why="the menu shows no new game")
            self._waiting.pause(MENU_TIME)
            return True
        if shown.is_dialog and shown.window is not None:
            # It may be a tooltip, or a dialog that lets the window be used.
            self._view.pass_over(shown.window)
            return True
        return False

    @staticmethod
    def _button(control: Control, shown: ShownWindow, last: Observation) -> LearnedButton | None:
        """Return a control as it is known again the next time; None for one of a dialog."""
        if control.rect is None or shown.is_dialog or control.kind is ControlKind.BOARD:
            return None
        board = last.frame.mapping.rect_to_screen(last.reading.grid.bbox)
        return learned_button(control.name, shown.frame, control.rect, board)

    # ------------------------------------------------------------------ a board that takes no click

    def press_start(self, board: Observation) -> Observation | None:
        """Press what must be pressed before a fresh board takes a click; return the board then.

        None where nothing of the kind is found.
        """
        ready = board.reading.phase is Phase.READY
        if self._settings.new_game != AUTO or self._start_pressed or not ready:
            return None
        self._tried, self._start_pressed = [], True
        self._view.begin(anywhere=True)
        return self._press_start(board, None)

    def _press_start(self, board: Observation, name: str | None) -> Observation | None:
        """Press a control by its name, or for None those that may start the game on a board."""
        if name == "":
            return None
        shown, _ = self._view.shown(board)
        wanted = [control for control in starting_controls(shown) if name in (None, control.name)]
        for control in wanted[:_START_TRIES]:
            before = self._view.frame(board)
            if not self._user.use(control, shown):
                continue
            self._tried.append(control.name)
            changed = self._await_change(before, board, in_dialog=shown.is_dialog)
            if changed is not None:
                self._start_control = control.name
                return changed
        return None

    def _await_change(
        self, before: Frame, board: Observation, *, in_dialog: bool
    ) -> Observation | None:
        """Return the board once the window shows something else than before; None if it does not.

        That something changed is enough: the next click shows whether it was the right control. A
        clock that began to run by it never stops changing, and a window that is drawn anew, or
        moves, may show no board for a moment. That a dialog is gone is enough, too.
        """
        self._control.park(board)
        begun = self._waiting.now()
        previous, judged = before, before
        while self._waiting.now() < begun + self._settings.answer_time:
            self._waiting.pause(_INTERVAL)
            frame = self._view.frame(board)
            runs = self._waiting.now() >= begun + _CLOCK_TIME
            stable = runs or same_pixels(frame.pixels, previous.pixels)
            put_away = in_dialog and not self._view.dialogs()
            if stable and (put_away or not same_pixels(frame.pixels, judged.pixels)):
                judged = frame
                reading = self._capture.board_in(frame)
                if reading is not None and reading.phase is Phase.READY:
                    return self._board.take(frame, reading)
            previous = frame
        return None

    def _await_fresh(self, before: Frame, last: Observation) -> Observation | None:
        """Return the fresh board that appears after a try; None if none does."""
        self._control.park(last)
        until = self._waiting.now() + self._settings.answer_time
        previous, judged = before, before
        while True:
            self._waiting.pause(_INTERVAL)
            gone = self._guard.window is not None and self._guard.update_place() is None
            if gone and self._view.follow(last) is not None:
                return None
            frame = self._view.frame(last)
            late = self._waiting.now() >= until
            stable = same_pixels(frame.pixels, previous.pixels)
            if (stable or late) and not same_pixels(frame.pixels, judged.pixels):
                judged = frame
                reading = self._capture.board_in(frame)
                if reading is not None and (
                    is_fresh(last.reading, reading)
                    or is_unplayed_again(frame, last, self._unplayed)
                    or (shows_other(before, last) and is_covered_again(last.reading, reading))
                ):
                    return self._board.take(frame, reading)
            if late or self._view.dialogs():
                return None
            previous = frame


def _time_before(control: Control, tries: ControlTries) -> float:
    """Return the seconds after the end of a game before a control is tried."""
    if control.kind <= ControlKind.CLICK_TEXT or control.name in tries.likely or tries.in_menu:
        return 0.0
    return _END_TIMES.get(control.kind, _END_TIME)


def _nothing_began(texts: tuple[str, ...], tried: list[str]) -> str:
    """Return the sentence about a search without a result."""
    named = ", ".join(f'"{text}"' for text in texts[:_NAMED_TEXTS])
    seen = f"the window shows {named}" if named else "the window shows no text"
    if not can_read_text():
        seen = MISSING[0].lower() + MISSING[1:].rstrip(".")
    what = ", ".join(dict.fromkeys(tried)) or "nothing in it may be clicked"
    return f"No new game began: {seen}; tried: {what}."
