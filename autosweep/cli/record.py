"""`autosweep record`: capture what is on the screen, changes only, without touching the mouse."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from autosweep.cli.browser_options import page_options, page_request
from autosweep.cli.common import (
    Number,
    json_option,
    place_options,
    put_json,
    say,
    setting_options,
    settings_from,
    tell_user,
)
from autosweep.cli.signals import stop_on_signals
from autosweep.errors import ExitCode
from autosweep.geometry import Rect
from autosweep.jsonshapes.game_lines import record_json
from autosweep.messages import count_of

if TYPE_CHECKING:
    from autosweep.settings import PlaySettings


@click.command("record")
@click.argument("folder", type=click.Path(path_type=Path))
@setting_options("play", "patience", "poll")
@place_options
@page_options
@click.option("--seconds", type=Number(0), help="Stop after this time.")
@click.option("--until-end", is_flag=True, help="Stop when the game is won or lost.")
@json_option
def command(  # noqa: PLR0913 - one argument an option
    folder: Path,
    *,
    window: str | None,
    backend: str,
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
    from autosweep.replay.screen_recorder import ScreenRecorder

    settings: PlaySettings = settings_from("play", options)
    clock = SystemClock()
    page = page_request(options, watched=True, window=window, region=region, backend=backend)
    with open_desktop(backend=backend, page=page, tell=tell_user) as desktop:
        source, windows = desktop.source, desktop.windows
        place = "screen" if page is None else "page"
        if window is not None:
            region = find_window(windows, window).rect
        with (
            Recorder(
                folder, settings, source=place, clock=clock, screen=source.bounds()
            ) as recorder,
            stop_on_signals() as stop,
        ):
            desktop.give_up_when(stop.is_asked)
            until = None if seconds is None else clock.now() + seconds
            session = ScreenRecorder(source, clock, stop, settings, region, windows=windows)
            if not as_json:
                say("Recording; play on. Ctrl-C ends it.", err=True)
            steps, why = session.run(recorder, until=until, until_end=until_end)
            recorder.summary(steps, why)
    if as_json:
        put_json(record_json(str(folder), steps, session.games, why))
    else:
        say(f"{count_of(steps, 'step')} recorded in {folder}. {why}")
    return ExitCode.DONE if steps else ExitCode.NOTHING_TO_SEE
