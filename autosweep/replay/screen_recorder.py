"""Records a board on the screen while somebody plays it: a step for each change. Never clicks."""

from __future__ import annotations

from autosweep.board import Board, Phase
from autosweep.desktop.capture import bounds_of
from autosweep.errors import Interrupted, NoBoardFound
from autosweep.geometry import Rect
from autosweep.interfaces import Clock, FrameSource, StopSignal, Windows
from autosweep.play.events import GameEnded
from autosweep.play.live_board import observe_board
from autosweep.play.window_guard import WindowGuard
from autosweep.replay.inferred_clicks import same_game
from autosweep.replay.recording import Recorder
from autosweep.settings import PlaySettings
from autosweep.tracking.observation import Observation

GONE = 60.0
"""Seconds that a board may be out of sight, behind a dialog or another window."""


class ScreenRecorder:
    """Observes a board and writes each change of it to a recording."""

    def __init__(  # noqa: PLR0913 - the interfaces are named one by one
        self,
        source: FrameSource,
        clock: Clock,
        stop: StopSignal,
        settings: PlaySettings,
        region: Rect | None,
        *,
        windows: Windows | None = None,
    ) -> None:
        """Observe a region; `windows` knows which window shows the board and how much of it."""
        self._clock = clock
        self._guard = WindowGuard(windows, bounds_of(source))
        guard = None if windows is None else self._guard
        self._live = observe_board(source, clock, stop, settings, region=region, guard=guard)
        self._before: Board | None = None
        self._game = 0
        self._step = 0
        self._over = False

    @property
    def games(self) -> int:
        """Games seen so far."""
        return 0 if self._before is None else self._game + 1

    def run(
        self, recorder: Recorder, *, until: float | None = None, until_end: bool = False
    ) -> tuple[int, str]:
        """Record until told to stop; return the number of steps and why it ended.

        Raises NoBoardFound where none was ever seen.
        """
        steps = 0
        seen = self._clock.now()
        while until is None or self._clock.now() < until:
            try:
                if self._guard.moved():
                    # Another part of the board may be off the screen now.
                    self._live.reader.forget(moved=True)
                observation = self._live.observe()
            except Interrupted as stopped:
                return steps, str(stopped)
            except NoBoardFound as gone:
                if not steps:
                    raise
                if self._clock.now() - seen >= GONE:
                    return steps, str(gone)
                continue
            seen = self._clock.now()
            if observation.reading.board != self._before:
                self._add_step(observation, recorder)
                steps += 1
            if self._over and until_end:
                return steps, f"The game is {observation.reading.phase.value}."
        return steps, "The time is over."

    def _add_step(self, observation: Observation, recorder: Recorder) -> None:
        frame, reading = observation.frame, observation.reading
        board, phase = reading.board, reading.phase
        if self._before is not None and not same_game(self._before, board):
            self._game += 1
            self._step, self._over = 0, False
        recorder.step(self._game, self._step, frame, reading, None)
        self._step += 1
        self._before = board
        over = phase in (Phase.WON, Phase.LOST)
        if over and not self._over:
            why = "All cells without a mine are open." if phase is Phase.WON else "A mine exploded."
            recorder(GameEnded(self._game, phase, why, frame, reading, announced_guess=False))
        self._over = over
