"""Signs of the end of a game beside the board: messages, dialogs, words, a board that is gone."""

from __future__ import annotations

from dataclasses import replace

from autosweep.board import Phase
from autosweep.errors import AutosweepError, NoBoardFound, NoReaction
from autosweep.geometry import Rect
from autosweep.interfaces import Frame
from autosweep.play.capture import BoardCapture
from autosweep.play.client_control import ClientControl
from autosweep.play.end_facts import Signs, Stage
from autosweep.play.outcome import GOES_ON, GameOutcome, estimate
from autosweep.play.result_words import WindowText, said_between, said_result
from autosweep.play.state import GameState
from autosweep.play.window_guard import WindowGuard
from autosweep.play.window_text import cells_alike, place_in
from autosweep.tracking.observation import Observation
from autosweep.vision.ocr import read_text


class EndSigns:
    """Looks for signs in the game's window and its dialogs."""

    def __init__(self, capture: BoardCapture, guard: WindowGuard, control: ClientControl) -> None:
        self._capture = capture
        self._guard = guard
        self._control = control
        self._text = WindowText()
        self._told: tuple[AutosweepError, GameOutcome] | None = None
        """The last error that was asked about, and the answer: to read text takes seconds."""
        self._dialogs_read: tuple[list[bytes], tuple[Phase, str] | None] = [], None
        """The pixels of the dialogs that were read last, and what they say of the result."""

    def begin_game(self) -> None:
        """Take what the window shows while the game goes on."""
        self._text.begin_game(self._window_frame())

    @property
    def window_before(self) -> Frame | None:
        """The game's window as the game began; None where that is not known."""
        return self._text.before

    def at(self, state: GameState, stage: Stage, *, words: bool = False) -> Signs:
        """Return what is known of this moment beside the board.

        With `words` the text of the window is read although waiting may still help.
        """
        message, told = self._control.message_dismissed, self._control.message_said
        if stage is Stage.WAITED and state.played and not state.finished and told is None:
            told = self._said_in_dialogs()
            message = message or told is not None
        if not (words or stage is Stage.GIVEN_UP) or not state.played:
            return Signs(stage, message=message, said=told)
        # Reading text takes a second: it is the last thing that is asked, and dialogs come first.
        told = told or self._said_in_dialogs()
        if told is not None:
            message = message or bool(self._guard.own_dialogs())
            return Signs(stage, message=message, said=told)
        dialogs = self._guard.own_dialogs()
        others = [*self._control.messages_shown, *(self._capture.grab(d.rect) for d in dialogs)]
        window = self._window_frame()
        cells = () if window is None else self._unchanged_cells(state, window)
        said = self._text.said(window, others, without=cells) or self._said_over_board(state)
        return Signs(stage, message=message or bool(dialogs), said=said)

    def _said_in_dialogs(self) -> tuple[Phase, str] | None:
        """Return what a dialog says of the result that was opened since the game began.

        To read a dialog is quick; the rest of the window is read where nothing else helps.
        """
        frames = [self._capture.grab(dialog.rect) for dialog in self._guard.new_dialogs()]
        shown = [frame.pixels.tobytes() for frame in frames]
        if shown != self._dialogs_read[0]:
            lines = [line.text for frame in frames for line in read_text(frame)]
            self._dialogs_read = shown, said_result(lines, ())
        return self._dialogs_read[1]

    def _unchanged_cells(self, state: GameState, window: Frame) -> tuple[Rect, ...]:
        """Return the cells that nothing has been drawn on since the last moves.

        In pixels of the window's frame. To read their numbers takes most of the time.
        """
        if state.last is None:
            return ()
        before = state.last[0]
        now = self._capture.grab_again(before)
        if before.frame.pixels.shape != now.pixels.shape:
            return ()
        mapping = before.frame.mapping
        cells = cells_alike(before.reading.grid, before.frame.pixels, now.pixels)
        return tuple(place_in(window, mapping.rect_to_screen(cell)) for cell in cells)

    def _said_over_board(self, state: GameState) -> tuple[Phase, str] | None:
        """Return what words say that were drawn over the board since the last moves."""
        if state.last is None:
            return None
        before = state.last[0]
        return said_between(before.frame, self._capture.grab_again(before))

    def after(self, error: AutosweepError, state: GameState, last: Observation) -> GameOutcome:
        """Return what an error that stops a game says of its end; the same for the same error.

        The board may be gone, or may not react any more, because the game is over.
        """
        if self._told is None or self._told[0] is not error:
            self._told = error, self._after(error, state, last)
        return self._told[1]

    def _after(self, error: AutosweepError, state: GameState, last: Observation) -> GameOutcome:
        if isinstance(error, NoBoardFound) and state.played and self._guard.gone:
            # Its dialogs went with it, so there is nothing to read.
            return estimate(state, None, None, Signs(Stage.GIVEN_UP, closed=True))
        silent = isinstance(error, NoReaction)
        gone = isinstance(error, NoBoardFound) and self.board_is_gone(state, last)
        if not silent and not gone:
            return GOES_ON
        if gone and state.finished:
            # No text is needed: the moves alone decide.
            known = estimate(state, None, None, Signs(Stage.GIVEN_UP))
            if known.phase is not None:
                return known
        signs = replace(self.at(state, Stage.GIVEN_UP), silent=silent)
        return estimate(state, last if silent else None, None, signs)

    def board_is_gone(self, state: GameState, last: Observation) -> bool:
        """Return True if the game's window is where the board was, which is not to be seen.

        Some clients close their window after the last safe cell.
        """
        if state.finished:
            return self._guard.closed or not self._guard.moved()
        black = not self._capture.grab_again(last).pixels.any()
        if black or self._guard.window is None:
            return False
        # A dialog of the game may lie over it.
        return self._guard.is_free(last.sample_points) or bool(self._guard.own_dialogs())

    def _window_frame(self) -> Frame | None:
        """Return what the game's window shows now; None where the window is not known."""
        rect = self._guard.rect
        return None if rect is None else self._capture.grab(rect)
