"""Starting a new game: by the way that is known, else by the controls that the window shows.

Controls are tried one after the other. After each try the window is captured until a fresh board
appears anywhere in it. A dialog is put away first, and a start page that follows a click is worked
like the window before it. Tries and seconds are bounded; every try is an event.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from autosweep.board import OPENABLE, Phase
from autosweep.errors import NoBoardFound, Refused
from autosweep.geometry import Rect
from autosweep.interfaces import Click, Frame, Window
from autosweep.play.capture import BoardCapture
from autosweep.play.click_plan import new_game_action
from autosweep.play.client_control import AUTO, NEVER, ClientControl
from autosweep.play.control_words import compact
from autosweep.play.controls import (
    Control,
    ControlKind,
    ShownWindow,
    control_at,
    controls_in,
)
from autosweep.play.events import NewGameTried, Observer, ignore
from autosweep.play.live_board import LiveBoard
from autosweep.play.waiting import Waiting
from autosweep.play.window_guard import WindowGuard
from autosweep.settings import PlaySettings
from autosweep.tracking.changes import same_pixels
from autosweep.tracking.observation import Observation, have_same_cells
from autosweep.vision.ocr import MISSING, can_read_text, read_text
from autosweep.vision.reading import ACT_CONFIDENCE, Reading

_INTERVAL = 0.05
"""Seconds between two captures while a fresh board is waited for."""
_HOVER_TIME = 0.12
"""Seconds that a control is given to change its colour under the pointer."""
_END_INTERVAL = 0.2
"""Seconds between two captures while the client may still show its message."""
_END_TIMES = {ControlKind.ICON: 1.0, ControlKind.STEP: 1.0, ControlKind.RELOAD: 4.0}
_END_TIME = 2.0
"""Seconds after the end of a game before a control is tried that no text calls a new game: many
clients show a card or a dialog after the board, or begin a new game themselves."""
_MAX_SAME = 2
"""Times that one control is tried; at the first, something may have been in its way."""
_MOSTLY_HIDDEN = 0.85
"""Share of the cells of a fresh board that are hidden; some clients open an area themselves."""
_HIDDEN_AGAIN = 0.5
"""Share of the cells that showed something on the old board and are hidden on a fresh one that is
not mostly hidden."""
_CERTAIN = 0.8
"""Least share of the cells of a fresh board that are read with certainty."""
_REACH = 5
"""Cells round the board in which controls are searched for where the window is not known."""
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
    """What started it, as `--new-game` and a client profile write it; empty for a
    control of a dialog, and where the game began by itself."""
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
        self._tried: list[str] = []
        self._known: frozenset[int] = frozenset()
        """Ids of the windows that were there when a new game was asked for."""
        self._passed: set[int] = set()
        """Ids of dialogs in which nothing is left to try."""
        self._worked: tuple[tuple[int, int], str, str] | None = None
        """What was clicked for the last new game: size of the window, place in it, name."""

    def start(self, last: Observation) -> NewGame:
        """Start a new game after the one whose last board is given.

        Raises Refused where none begins.
        """
        if self._settings.new_game == NEVER:
            msg = "The game is over, and `--new-game never` forbids to start another one."
            raise Refused(msg, remedy="Start a new game in its window, or give `--new-game auto`.")
        self._tried, self._passed = [], set()
        dialogs = {dialog.handle for dialog in self._guard.own_dialogs()}
        self._known = self._guard.windows_now() - dialogs
        self._control.dismiss_message(self._capture)
        known = self._control.way_to_new_game
        if known is not None:
            try:
                started = self._by_known_way(known, last)
            except Refused:
                # An unknown dialog may keep the keyboard from the window: the search works that.
                if self._settings.new_game != AUTO or not self._guard.own_dialogs():
                    raise
                started = None
            self._observe(NewGameTried(known, started is not None))
            if started is not None:
                return started
            if self._settings.new_game != AUTO:
                msg = f"`{known}` did not start a new game."
                raise Refused(msg, remedy="Is the game's window in front?")
        return self._by_search(last)

    def _by_known_way(self, way: str, last: Observation) -> NewGame | None:
        """Do what settings or profile say; return None if no other board appears."""
        try:
            seen = self._board.observe()
        except NoBoardFound:
            if self._guard.window is None:
                raise
        else:
            # Beside a dialog a part of the board may be taken for the whole.
            last = seen if have_same_cells(last, seen) else last
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
            ended = now.reading.phase in _ENDED
            if self._waiting.now() >= until or (other and not ended):
                return NewGame(now, way, f"`{way}`", tuple(self._tried)) if other else None

    # ------------------------------------------------------------------ the search

    def _by_search(self, last: Observation) -> NewGame:
        """Try the controls of the window until a fresh board appears."""
        begun = self._waiting.now()
        until = begun + self._settings.new_game_seconds
        counts: Counter[str] = Counter()
        likely = self._control.likely_control
        attempted: set[tuple[str, object]] = set()
        texts: tuple[str, ...] = ()
        while len(self._tried) < self._settings.new_game_tries and self._waiting.now() < until:
            shown, reading = self._shown(last)
            if reading is not None and _began_itself(last.reading, reading):
                now = self._board.take(shown.frame, reading)
                return NewGame(now, "", "the client itself", tuple(self._tried))
            words = (line.text for line in shown.lines)
            # The numbers of the board say nothing about the way to a new game.
            texts = tuple(text for text in words if any(map(str.isalpha, text))) or texts
            content, controls = _content(shown), (*self._worked_before(shown), *controls_in(shown))
            untried = [
                control
                for control in sorted(controls, key=lambda each: each.name != likely)
                if counts[control.name] < _MAX_SAME and (control.name, content) not in attempted
            ]
            if not untried and shown.is_dialog and shown.window is not None:
                # It may be a tooltip, or a dialog that lets the window be used.
                self._passed.add(shown.window.handle)
                continue
            if not untried:
                break
            control = untried[0]
            if self._waiting.now() < begun + _time_before(control, likely):
                self._waiting.pause(_END_INTERVAL)
                continue
            counts[control.name] += 1
            attempted.add((control.name, content))
            before = shown.frame if shown.is_dialog else self._window_frame(last)
            if self._try(control, shown):
                self._tried.append(control.name)
                self._control.park(last)
                fresh = self._await_fresh(before, last)
                way = control.setting(shown)
                if way:
                    # A key of the window needs no search the next time.
                    name = "" if control.keys and not shown.is_dialog else control.name
                    self._observe(NewGameTried(way, fresh is not None, name))
                if fresh is not None:
                    self._worked = None
                    if shown.window is not None and control.rect is not None and way:
                        size = shown.window.rect.w, shown.window.rect.h
                        self._worked = size, way, control.name
                    return NewGame(fresh, way, control.name, tuple(self._tried))
        raise Refused(_nothing_began(texts, self._tried), remedy=_REMEDY)

    def _try(self, control: Control, shown: ShownWindow) -> bool:
        """Click or press a control; return False if that was not done."""
        why = f"{control.name} in {'a dialog' if shown.is_dialog else 'the window'}"
        dialog = shown.window if shown.is_dialog else None
        if control.keys:
            return self._control.press(control.keys, why=why, window=dialog)
        point = control.point(shown)
        if point is None or control.rect is None:
            return False
        if self._guard.objection([point], window=dialog) is not None:
            return False
        # Many buttons change their colour under the pointer. What is compared in the instant of
        # the press is what they look like then.
        self._control.hover(point)
        self._waiting.pause(_HOVER_TIME)
        place = shown.frame.mapping.rect_to_screen(control.rect)
        if control.text:
            again = self._capture.grab(place.grown(place.h))
            if not any(compact(line.text) == compact(control.text) for line in read_text(again)):
                return False
        if self._guard.objection([point], window=dialog) is not None:
            return False
        click = Click(point, seen=self._capture.grab(place))
        return self._control.do_new_game(click, why=why)

    # ------------------------------------------------------------------ what the window shows

    def _shown(self, last: Observation) -> tuple[ShownWindow, Reading | None]:
        """Return what the game's window shows, or the dialog over it, and the board in it."""
        if self._guard.window is not None and self._guard.update_place() is None:
            dialog = self._follow(last)
        else:
            dialog = next(iter(self._dialogs()), None)
        if dialog is not None:
            frame = self._capture.grab(dialog.rect)
            return ShownWindow(frame, read_text(frame), dialog, is_dialog=True), None
        frame = self._window_frame(last)
        reading = self._capture.board_in(frame)
        grid, mapping = last.reading.grid, last.frame.mapping
        if reading is None:
            place = _within(frame, mapping.rect_to_screen(grid.bbox))
        else:
            place = frame.rect.intersect(reading.grid.bbox)
        shown = ShownWindow(
            frame,
            read_text(frame),
            self._guard.window,
            in_browser=self._guard.in_browser,
            board=place,
            board_visible=reading is not None,
            cells=len(last.reading.board.cells),
        )
        return shown, reading

    def _dialogs(self) -> list[Window]:
        """Return the dialogs over the game's window in which something is left to try."""
        return [d for d in self._guard.own_dialogs() if d.handle not in self._passed]

    def _follow(self, last: Observation) -> Window | None:
        """Wait for what the program opens in place of its closed window.

        A window with a fresh board is the game's from now on; any other one is returned as a
        dialog. Raises Refused where there is neither.
        """
        until = self._waiting.now() + self._settings.answer_time
        while True:
            opened = self._guard.successors(self._known)
            for window in opened:
                reading = self._capture.board_in(self._capture.grab(window.rect))
                if reading is not None and is_fresh(last.reading, reading):
                    self._guard.succeed(window)
                    return None
            if self._waiting.now() >= until:
                left = [window for window in opened if window.handle not in self._passed]
                if left:
                    return left[0]
                msg = f"The window {self._guard.window} was closed, so no new game can begin."
                raise Refused(msg, remedy="Start the game again.")
            self._waiting.pause(_END_INTERVAL)

    def _worked_before(self, shown: ShownWindow) -> tuple[Control, ...]:
        """Return the control that started the last game; its text may tell the result by now."""
        window = shown.window
        if shown.is_dialog or window is None or self._worked is None:
            return ()
        size, way, name = self._worked
        if size != (window.rect.w, window.rect.h):
            return ()
        control = control_at(new_game_action(way, window.rect), name, shown)
        return () if control is None else (control,)

    def _window_frame(self, last: Observation) -> Frame:
        """Return the pixels of the game's window; raises Refused where it is gone."""
        if self._guard.window is None:
            margin = round(_REACH * max(last.reading.grid.cell_size))
            box = last.reading.grid.bbox.grown(margin)
            return self._capture.grab(last.frame.mapping.rect_to_screen(box))
        rect = self._guard.update_place()
        if rect is None:
            msg = f"The window {self._guard.window} was closed, so no new game can begin."
            raise Refused(msg, remedy="Start the game again.")
        return self._capture.grab(rect)

    def _await_fresh(self, before: Frame, last: Observation) -> Observation | None:
        """Return the fresh board that appears after a try; None if none does."""
        until = self._waiting.now() + self._settings.answer_time
        previous, judged = before, before
        while True:
            self._waiting.pause(_INTERVAL)
            gone = self._guard.window is not None and self._guard.update_place() is None
            if gone and self._follow(last) is not None:
                return None
            frame = self._window_frame(last)
            late = self._waiting.now() >= until
            stable = same_pixels(frame.pixels, previous.pixels)
            if (stable or late) and not same_pixels(frame.pixels, judged.pixels):
                judged = frame
                reading = self._capture.board_in(frame)
                if reading is not None and is_fresh(last.reading, reading):
                    return self._board.take(frame, reading)
            if late or self._dialogs():
                return None
            previous = frame


def _time_before(control: Control, likely: str) -> float:
    """Return the seconds after the end of a game before a control is tried."""
    if control.kind <= ControlKind.CLICK_TEXT or control.name == likely:
        return 0.0
    return _END_TIMES.get(control.kind, _END_TIME)


def is_fresh(old: Reading, new: Reading) -> bool:
    """Return True if a board is that of a new game, and not the ended one in another state.

    A running game never hides a cell again. A board that is mostly hidden is new unless the old one
    was mostly hidden too; then all of it must be hidden.
    """
    certain = float((new.confidence >= ACT_CONFIDENCE).mean())
    if new.phase in (*_ENDED, Phase.OBSCURED) or certain < _CERTAIN or new.board == old.board:
        return False
    if new.phase is Phase.READY:
        return True
    was, now = _hidden(old), _hidden(new)
    if now.mean() >= _MOSTLY_HIDDEN:
        return bool(was.mean() < _MOSTLY_HIDDEN)
    if was.shape != now.shape or was.all():
        return False
    return bool(now[~was].mean() >= _HIDDEN_AGAIN)


def _began_itself(old: Reading, new: Reading) -> bool:
    """Return True if a new game began before anything was tried."""
    ready = new.phase is Phase.READY and bool((new.confidence >= ACT_CONFIDENCE).all())
    return ready and not _hidden(old).all()


def _hidden(reading: Reading) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    cells = np.frombuffer(reading.board.cells, np.uint8)
    shape = reading.board.rows, reading.board.cols
    return np.isin(cells, list(OPENABLE)).reshape(shape)


def _content(shown: ShownWindow) -> object:
    """Return what a window shows, without counters: whether a control may be tried once more."""
    words = {compact(line.text) for line in shown.lines}
    handle = None if shown.window is None else shown.window.handle
    return handle, frozenset(word for word in words if any(map(str.isalpha, word)))


def _within(frame: Frame, place: Rect) -> Rect:
    """Return the pixels of a frame that show a place of the screen."""
    mapping = frame.mapping
    left = round((place.x - mapping.origin_x) * mapping.scale_x)
    top = round((place.y - mapping.origin_y) * mapping.scale_y)
    size = round(place.w * mapping.scale_x), round(place.h * mapping.scale_y)
    return frame.rect.intersect(Rect(left, top, *size))


def _nothing_began(texts: tuple[str, ...], tried: list[str]) -> str:
    """Return the sentence about a search without a result."""
    named = ", ".join(f'"{text}"' for text in texts[:_NAMED_TEXTS])
    seen = f"the window shows {named}" if named else "the window shows no text"
    if not can_read_text():
        seen = MISSING[0].lower() + MISSING[1:].rstrip(".")
    what = ", ".join(dict.fromkeys(tried)) or "nothing in it may be clicked"
    return f"No new game began: {seen}; tried: {what}."
