"""`autosweep record`: capture what is on the screen, changes only, without touching the mouse."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from autosweep.cli.common import RegionType, json_option, put_json, setting_options, settings_from
from autosweep.cli.play import stop_on_signals
from autosweep.errors import ExitCode, Interrupted, NoBoardFound
from autosweep.geometry import Rect

if TYPE_CHECKING:
    from autosweep.board import Board
    from autosweep.replay.recording import Recorder
    from autosweep.seams import Clock, FrameSource, StopSignal
    from autosweep.settings import PlaySettings


@click.command("record")
@click.argument("folder", type=click.Path(path_type=Path))
@setting_options("play", "patience", "poll")
@click.option("--region", type=RegionType(), help="Look at this part of the screen only.")
@click.option("--seconds", type=click.FloatRange(0), help="Stop after this time.")
@click.option("--until-end", is_flag=True, help="Stop when the game is won or lost.")
@json_option
def command(
    folder: Path,
    *,
    region: Rect | None,
    seconds: float | None,
    until_end: bool,
    as_json: bool,
    **options: Any,
) -> int:
    """Record the Minesweeper on the screen into FOLDER while somebody plays it.

    Every change of the board becomes a step. Stop with Ctrl-C. The mouse is never touched.
    """
    from autosweep.replay.recording import Recorder
    from autosweep.screen.capture import ScreenSource
    from autosweep.screen.clock import SystemClock

    settings: PlaySettings = settings_from("play", options)
    clock = SystemClock()
    with (
        ScreenSource() as source,
        Recorder(folder, settings, source="screen") as recorder,
        stop_on_signals() as stop,
    ):
        until = None if seconds is None else clock.now() + seconds
        session = Capture(source, clock, stop, settings, region)
        steps, why = session.run(recorder, until=until, until_end=until_end)
    if as_json:
        put_json({"folder": str(folder), "steps": steps, "why": why})
    else:
        click.echo(f"{steps} steps recorded in {folder}. {why}")
    return ExitCode.DONE if steps else ExitCode.NOTHING_TO_SEE


class Capture:
    """Watches a board and writes each change of it."""

    def __init__(
        self,
        source: FrameSource,
        clock: Clock,
        stop: StopSignal,
        settings: PlaySettings,
        region: Rect | None,
    ) -> None:
        from autosweep.play.watch import Watcher

        self._clock = clock
        self._watcher = Watcher(source, clock, stop, settings, region)

    def run(
        self, recorder: Recorder, *, until: float | None = None, until_end: bool = False
    ) -> tuple[int, str]:
        """Record until told to stop; return the number of steps and why it ended."""
        from autosweep.board import Phase

        steps = 0
        before: Board | None = None
        try:
            while until is None or self._clock.now() < until:
                look = self._watcher.look()
                if look.reading.board != before:
                    recorder.step(0, steps, look.frame, look.reading, None)
                    steps += 1
                    before = look.reading.board
                over = look.reading.phase in (Phase.WON, Phase.LOST)
                if over and until_end:
                    return steps, f"The game is {look.reading.phase.value}."
        except Interrupted as stopped:
            return steps, str(stopped)
        except NoBoardFound as gone:
            if not steps:
                raise
            return steps, str(gone)
        return steps, "The time is over."
