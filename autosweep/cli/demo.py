"""`autosweep demo`: the main job in one word, on the display, on a virtual one, or in this process.

On a display it starts the built-in game as a program of its own, captures it with mss and clicks
it by the real mouse, exactly as `play` does with any other client. Without one it starts Xvfb;
without that the game is drawn into memory and clicked by calls, and it says so.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from autosweep.cli.client import client_settings
from autosweep.cli.common import (
    json_option,
    say,
    say_lines,
    setting_options,
    settings_from,
    tell_user,
    usable_strategy,
)
from autosweep.cli.play import PlayRun, refuse_beside_overlay
from autosweep.cli.read import write_image
from autosweep.closing import await_end
from autosweep.errors import DisplayLost, EnvironmentFault
from autosweep.testing import MemoryPointer

if TYPE_CHECKING:
    from autosweep.interfaces import FrameSource
    from autosweep.play.events import Event, GameEnded
    from autosweep.settings import GameSettings, PlaySettings

_PLACES = ("auto", "display", "xvfb", "memory")
_INTERMEDIATE = {"rows": 16, "cols": 16, "mines": 40, "first_click": "zero"}
_OF_THE_GAME = ("mines", "seed")
"""Settings of `play` that are those of the game here; the seed is the player's too."""
_EXTRA_ROOM = 240
"""Points a virtual screen has beyond the board, for the window's frame and its surroundings."""
_END_SECONDS = 5.0


@click.command("demo")
@setting_options("client")
@setting_options("play", besides=_OF_THE_GAME, config=False)
@click.option("--dry-run", is_flag=True, help="Say what would be clicked; click nothing.")
@click.option(
    "--on",
    "place",
    type=click.Choice(_PLACES),
    default="auto",
    help="Where to play. [default: auto]",
)
@click.option(
    "--record",
    type=click.Path(path_type=Path),
    help="Folder of the recording. [default: recordings/DATE-TIME]",
)
@json_option
def command(
    *,
    place: str,
    dry_run: bool,
    record: Path | None,
    as_json: bool,
    **options: Any,
) -> int:
    """Watch autosweep find, read and play a game of its own built-in Minesweeper.

    Plays a 16 x 16 board unless told otherwise. Leaves a recording and an image of the final
    board and says where. The options of `play` are those of the player: --guess, --max-clicks and
    so on; --mines and --seed are the game's.
    """
    from autosweep.replay.recording import default_folder

    wanted = {
        key: options[key] if options[key] is not None else value
        for key, value in _INTERMEDIATE.items()
    }
    game: GameSettings = settings_from("client", {**options, **wanted})
    # The game shows how many mines it has.
    settings: PlaySettings = replace(settings_from("play", options), mines=None)
    settings = replace(settings, strategy=usable_strategy(settings.strategy))
    folder = record or default_folder(Path("recordings"))
    where = _where_to_play(place)
    if dry_run or (where != "display" and options["countdown"] is None):
        # nobody has to take the hands off the mouse
        settings = replace(settings, countdown=0.0)
    last = LastBoard()
    with _ready_to_run(where, game, settings, folder, dry_run=dry_run) as run:
        try:
            return run.play(as_json=as_json, observe=last)
        finally:
            # On a person's display only the board is kept: the rest is nobody's business.
            whole = None if where == "display" else run.source
            last.show(folder, whole, as_json=as_json)


def _where_to_play(place: str) -> str:
    """Choose the display, else Xvfb, else memory, and say which."""
    from autosweep.desktop.open import open_display
    from autosweep.desktop.xvfb import xvfb_path

    why = ""
    if place == "auto":
        place = "memory"
        why = ", without a display and without Xvfb (Debian: `apt-get install xvfb`)"
        with contextlib.suppress(EnvironmentFault), contextlib.closing(open_display()) as display:
            # Nobody is asked for a permission to watch a demo.
            place = "memory" if display.backend == "portal" else "display"
        if place == "memory" and xvfb_path() is not None:
            place = "xvfb"
        if place != "memory" and not _has_tk():
            why = ", without Tk (Debian: `apt-get install python3-tk`)"
            place = "memory"
    words = {
        "display": "Playing on your display, with real capture and clicks.",
        "xvfb": "Playing on a virtual display (Xvfb), with real capture and clicks.",
        "memory": f"Playing in memory{why}: nothing is captured or clicked.",
    }
    say(words[place], err=True)
    return place


def _has_tk() -> bool:
    import importlib.util

    return importlib.util.find_spec("_tkinter") is not None


@contextlib.contextmanager
def _ready_to_run(
    place: str, game: GameSettings, settings: PlaySettings, folder: Path, *, dry_run: bool
) -> Iterator[PlayRun]:
    from autosweep.desktop.clock import SystemClock

    if place == "memory":
        from autosweep.client.inprocess import InProcessScreen

        clock = SystemClock()
        screen = InProcessScreen(settings=client_settings(game), clock=clock)
        pointer = MemoryPointer() if dry_run else screen
        run = PlayRun(
            screen, pointer, clock, settings, record=folder, dry_run=dry_run, place="memory"
        )
        yield run
        return
    with contextlib.ExitStack() as stack:
        if place == "xvfb":
            from autosweep.desktop.xvfb import VirtualDisplay

            width = max(1280, game.cols * game.cell_px + _EXTRA_ROOM)
            height = max(800, game.rows * game.cell_px + _EXTRA_ROOM)
            display = stack.enter_context(VirtualDisplay(width, height))
            os.environ["DISPLAY"] = display.name
        else:
            refuse_beside_overlay()
        from autosweep.desktop.open import open_desktop
        from autosweep.desktop.pointing import open_pointer

        desktop = stack.enter_context(
            open_desktop(None if dry_run else open_pointer, tell=tell_user)
        )
        stack.enter_context(running_client(game))
        # The client may need some seconds to appear on a busy machine.
        settings = replace(settings, patience=max(settings.patience, 20.0))
        yield PlayRun(
            desktop.source,
            desktop.pointer,
            SystemClock(),
            settings,
            record=folder,
            dry_run=dry_run,
            windows=desktop.windows,
            place=place,
        )


@contextlib.contextmanager
def running_client(game: GameSettings, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run the built-in game as a program of its own and end it with the block."""
    words = [sys.executable, "-m", "autosweep", "client", *arguments]
    for name in ("rows", "cols", "mines", "seed", "first_click", "skin", "cell_px"):
        words += ["--" + name.replace("_", "-"), str(getattr(game, name))]
    # In a session of its own: Ctrl-C stops the player, which then puts the game away.
    process = subprocess.Popen(words, start_new_session=True)  # noqa: S603 - our own program
    try:
        yield process
        if process.poll() is not None:
            msg = f"The built-in game ended by itself (exit code {process.returncode})."
            raise EnvironmentFault(msg)
    finally:
        process.terminate()
        await_end(process, _END_SECONDS)


class LastBoard:
    """Remembers how the last game ended, to show it."""

    def __init__(self) -> None:
        self._end: GameEnded | None = None

    def __call__(self, event: Event) -> None:
        """Keep the end of a game."""
        from autosweep.play.events import GameEnded

        if isinstance(event, GameEnded):
            self._end = event

    def show(self, folder: Path, screen: FrameSource | None, *, as_json: bool) -> None:
        """Write an image of the end, of the whole screen where that is given; say where it is."""
        if self._end is None:
            return
        picture = folder / "final.png"
        frame = self._end.frame
        if screen is not None:
            with contextlib.suppress(DisplayLost):
                frame = screen.grab()
        write_image(picture, frame.pixels, named=False)
        if not as_json:
            say_lines(str(self._end.reading.board), nl=False)
            say(f"image: {picture}")
