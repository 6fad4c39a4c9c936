"""`autosweep record`: capture what is on the screen, changes only, without touching the mouse."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from autosweep.cli.common import (
    Number,
    RegionType,
    json_option,
    put_json,
    say,
    setting_options,
    settings_from,
)
from autosweep.cli.signals import stop_on_signals
from autosweep.errors import ExitCode, Interrupted, NoBoardFound
from autosweep.geometry import Rect
from autosweep.messages import count_of

if TYPE_CHECKING:
    from autosweep.board import Board
    from autosweep.interfaces import Clock, FrameSource, StopSignal, Windows
    from autosweep.replay.recording import Recorder
    from autosweep.settings import PlaySettings
    from autosweep.tracking.observation import Observation

GONE = 60.0
"""Seconds that a board may be out of sight, behind a dialog or another window."""


@click.command("record")
@click.argument("folder", type=click.Path(path_type=Path))
@setting_options("play", "patience", "poll")
@click.option("--window", metavar="TITLE", help="Look at the window of this title or class only.")
@click.option("--region", type=RegionType(), help="Look at this part of the screen only.")
@click.option("--seconds", type=Number(0), help="Stop after this time.")
@click.option("--until-end", is_flag=True, help="Stop when the game is won or lost.")
@json_option
def command(  # noqa: PLR0913 - one argument an option
    folder: Path,
    *,
    window: str | None,
    region: Rect | None,
    seconds: float | None,
    until_end: bool,
    as_json: bool,
    **options: Any,
) -> int:
    """Record the Minesweeper on the screen into FOLDER while somebody plays it.

    Every change of the board becomes a step, every new game is noticed. Stop with Ctrl-C. The mouse
    is never touched. `autosweep replay FOLDER` reviews the games afterwards.
    """
    from autosweep.desktop.clock import SystemClock
    from autosweep.desktop.open import find_window, open_desktop
    from autosweep.replay.recording import Recorder

    settings: PlaySettings = settings_from("play", options)
    clock = SystemClock()
    with open_desktop() as desktop:
        source, windows = desktop.source, desktop.windows
        if window is not None:
            region = find_window(windows, window).rect
        with (
            Recorder(
                folder, settings, source="screen", clock=clock, screen=source.bounds()
            ) as recorder,
            stop_on_signals() as stop,
        ):
            until = None if seconds is None else clock.now() + seconds
            session = Capture(source, clock, stop, settings, region, windows=windows)
            if not as_json:
                say("Recording; play on. Ctrl-C ends it.", err=True)
            steps, why = session.run(recorder, until=until, until_end=until_end)
            recorder.summary(steps, why)
    if as_json:
        put_json({"folder": str(folder), "steps": steps, "games": session.games, "why": why})
    else:
        say(f"{count_of(steps, 'step')} recorded in {folder}. {why}")
    return ExitCode.DONE if steps else ExitCode.NOTHING_TO_SEE


class Capture:
    """Watches a board and writes each change of it."""

    def __init__(  # noqa: PLR0913 - the seams are named one by one
        self,
        source: FrameSource,
        clock: Clock,
        stop: StopSignal,
        settings: PlaySettings,
        region: Rect | None,
        *,
        windows: Windows | None = None,
    ) -> None:
        """Watch a region; `windows` knows which window shows the board and how much of it."""
        from autosweep.desktop.capture import bounds_of
        from autosweep.play.guard import Guard
        from autosweep.play.watch import Watcher

        self._clock = clock
        self._guard = Guard(windows, bounds_of(source))
        cut_sides = None if windows is None else self._guard.cut_sides
        self._watcher = Watcher(source, clock, stop, settings, region, cut_sides=cut_sides)
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
                    self._watcher.forget(moved=True)
                look = self._watcher.look()
            except Interrupted as stopped:
                return steps, str(stopped)
            except NoBoardFound as gone:
                if not steps:
                    raise
                if self._clock.now() - seen >= GONE:
                    return steps, str(gone)
                continue
            seen = self._clock.now()
            if look.reading.board != self._before:
                self._keep(look, recorder)
                steps += 1
            if self._over and until_end:
                return steps, f"The game is {look.reading.phase.value}."
        return steps, "The time is over."

    def _keep(self, look: Observation, recorder: Recorder) -> None:
        from autosweep.board import Phase
        from autosweep.play.events import GameEnded
        from autosweep.replay.inferred_clicks import same_game

        board, phase = look.reading.board, look.reading.phase
        if self._before is not None and not same_game(self._before, board):
            self._game += 1
            self._step, self._over = 0, False
        recorder.step(self._game, self._step, look.frame, look.reading, None)
        self._step += 1
        self._before = board
        over = phase in (Phase.WON, Phase.LOST)
        if over and not self._over:
            why = "All cells without a mine are open." if phase is Phase.WON else "A mine exploded."
            recorder(GameEnded(self._game, phase, why, look.frame, look.reading, False))  # noqa: FBT003
        self._over = over
