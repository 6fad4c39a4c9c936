"""`autosweep play`: plays what is on the screen; the only command that moves the mouse."""

from __future__ import annotations

import contextlib
import select
import shlex
import signal
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click

from autosweep.cli.browser_options import page_options, page_request
from autosweep.cli.common import (
    drop_output,
    json_option,
    place_options,
    say,
    setting_options,
    settings_from,
    tell_user,
    usable_strategy,
)
from autosweep.cli.signals import stop_on_signals
from autosweep.errors import BadInput, EnvironmentFault, ExitCode, Interrupted
from autosweep.geometry import Rect
from autosweep.messages import count_of

if TYPE_CHECKING:
    from autosweep.desktop.clock import StopRequest
    from autosweep.desktop.open import Desktop
    from autosweep.interfaces import Clock, FrameSource, Messages, Pointer, Windows
    from autosweep.play.client_learner import ClientLearner
    from autosweep.play.events import Event, Observer, Summary
    from autosweep.results.leaderboard import Result
    from autosweep.settings import PlaySettings
    from autosweep.solver.moves import Move

_TURN = 0.2
"""Seconds after which a wait for an answer looks whether it was interrupted."""


@click.command("play")
@setting_options("play")
@click.option("--demo", is_flag=True, help="Start the built-in game first: `autosweep demo`.")
@click.option("--dry-run", is_flag=True, help="Say what would be clicked; click nothing.")
@click.option("--record", type=click.Path(path_type=Path), help="Write a recording to this folder.")
@place_options
@page_options
@click.option(
    "--tabs",
    type=click.IntRange(1, 32),
    help="Play in this many tabs of the browser side by side.",
)
@json_option
@click.pass_context
def command(  # noqa: PLR0913 - one argument an option
    ctx: click.Context,
    /,
    *,
    demo: bool,
    dry_run: bool,
    record: Path | None,
    region: Rect | None,
    window: str | None,
    backend: str,
    as_json: bool,
    **options: Any,
) -> int:
    """Play the Minesweeper that is on the screen.

    Finds the board, opens what is proven safe, guesses where it must and says so. Push the mouse
    into a corner of the screen, move it, or press Ctrl-C to stop. Exit code 1 where a game was
    lost, 3 where the board cannot be read, 4 where a hint overlay is on the same display, 130 where
    the output was closed by its reader.
    """
    if demo:
        from autosweep.cli.demo import command as demo_command

        if window is not None or region is not None:
            msg = "--demo plays a game of its own: --window and --region do not go with it."
            raise BadInput(msg, remedy="Leave out --demo to play the game in that place.")
        given = {**options, "dry_run": dry_run, "record": record, "as_json": as_json}
        return int(ctx.invoke(demo_command, **given))
    from autosweep.desktop.clock import SystemClock
    from autosweep.desktop.open import find_window, open_desktop
    from autosweep.desktop.pointing import open_pointer
    from autosweep.play.client_learner import ClientLearner
    from autosweep.play.profile_store import ProfileStore
    from autosweep.results.leaderboard import default_file

    settings: PlaySettings = settings_from("play", options)
    # in the recording too: a replay decides by the same strategy
    settings = replace(settings, strategy=usable_strategy(settings.strategy))
    page = page_request(options, window=window, region=region, backend=backend)
    if options.get("tabs") is not None:
        from autosweep.cli.page_tabs import TabsRun

        several = TabsRun(page, settings, options["tabs"], record, dry_run=dry_run)
        return several.play(tell_summary, as_json=as_json)
    if page is None:
        refuse_beside_overlay()
    if dry_run or page is not None:
        # In a page nobody has to take the hands off the mouse.
        settings = replace(settings, countdown=0.0)
    if page is not None and not dry_run:
        from autosweep.vision.ocr import prepare

        # The page is asked for a banner first, and its browser takes as long to start.
        prepare()
    with open_desktop(
        None if dry_run else open_pointer, backend=backend, page=page, tell=tell_user
    ) as desktop:
        if page is not None:
            refuse_beside_hints(desktop)
        if window is not None:
            region = find_window(desktop.windows, window).rect
        clock = SystemClock()
        learns = not (dry_run or settings.no_learn)
        run = PlayRun(
            desktop.source,
            desktop.pointer,
            clock,
            settings,
            region,
            record,
            dry_run=dry_run,
            windows=desktop.windows,
            leaderboard=None if dry_run else default_file(),
            learner=ClientLearner(ProfileStore(), clock) if learns else None,
            place="screen" if page is None else "page",
            messages=desktop.messages,
            give_up_when=desktop.give_up_when,
        )
        return run.play(as_json=as_json)


def refuse_beside_overlay() -> None:
    """Raise EnvironmentFault where hints are shown on this display: they cover what is played.

    Without a click too (`--dry-run`): the board cannot be read through the marks.
    """
    from autosweep.overlay.control_socket import overlay_is_running

    if overlay_is_running():
        msg = "A hint overlay runs on this display, and its marks cover the board."
        raise EnvironmentFault(msg, remedy="End it with `autosweep overlay --control quit`.")


def refuse_beside_hints(desktop: Desktop) -> None:
    """Raise EnvironmentFault where another run draws hints in the page that is to be played."""
    from autosweep.desktop.browser.page_display import PageDisplay
    from autosweep.desktop.browser.page_layer import PageLayer

    if isinstance(desktop.display, PageDisplay) and PageLayer(desktop.display.page).is_there():
        msg = "A hint overlay runs in this page, and its marks cover the board."
        raise EnvironmentFault(msg, remedy="End it with `autosweep overlay --control quit`.")


@dataclass(frozen=True, slots=True)
class PlayRun:
    """One run of the player with its views and its recording."""

    source: FrameSource
    pointer: Pointer
    clock: Clock
    settings: PlaySettings
    region: Rect | None = None
    record: Path | None = None
    dry_run: bool = False
    windows: Windows | None = None
    leaderboard: Path | None = None
    """File to which finished games are added."""
    learner: ClientLearner | None = None
    """Knows what earlier games have shown of the client, and keeps what these show."""
    place: str = "screen"
    """What is played on, for the recording's header."""
    messages: Messages | None = None
    """Messages of the page that is played."""
    give_up_when: Callable[[Callable[[], bool]], None] | None = None
    """Gets what tells that a stop was asked for; see `Desktop`."""

    def play(self, *, as_json: bool, observe: Observer | None = None) -> int:
        """Play, show, record; return the exit code."""
        from autosweep.play.event_log import log_event
        from autosweep.play.events import tell_all
        from autosweep.play.player import Player

        with contextlib.ExitStack() as stack:
            shown = stack.enter_context(_view(self.settings.games, as_json=as_json))
            stop = stack.enter_context(self._stop_on_signals(shown))
            if self.give_up_when is not None:
                self.give_up_when(stop.is_asked)
            view = Shown(shown, stop)
            observers: list[Observer] = [log_event, view]
            if self.record is not None:
                from autosweep.desktop.capture import bounds_of
                from autosweep.replay.recording import Recorder

                recorder = Recorder(
                    self.record,
                    self.settings,
                    source=self.place,
                    clock=self.clock,
                    screen=bounds_of(self.source),
                )
                observers.append(stack.enter_context(recorder))
            if observe is not None:
                observers.append(observe)
            results, look = ResultKeeper(self.clock), UnknownLook()
            observers += [results, look]
            self._count_down(stop)
            player = Player(
                self.source,
                self.pointer,
                self.clock,
                stop,
                self.settings,
                region=self.region,
                observe=tell_all(*observers),
                ask=partial(ask_on_terminal, view=shown),
                dry_run=self.dry_run,
                windows=self.windows,
                learner=self.learner,
                messages=self.messages,
            )
            summary = player.run()
        if not as_json:
            tell_summary(summary, self.record, unknown_look=look.is_unknown)
        unkept = self._keep(results.results)
        if view.fault is not None:
            raise view.fault
        fault = player.fault
        if self.dry_run and fault is not None and fault.exit_code == ExitCode.INTERRUPTED:
            return ExitCode.DONE
        if fault is not None and unkept is not None:
            say(str(unkept), err=True)
        if fault is not None:
            raise fault
        if unkept is not None:
            raise unkept
        return ExitCode.NO if summary.lost or summary.unknown else ExitCode.DONE

    def _keep(self, results: list[Result]) -> EnvironmentFault | None:
        """Add the finished games to the leaderboard; return why that is not possible, if so."""
        from autosweep.results.leaderboard import append

        if self.leaderboard is None or not results:
            return None
        try:
            append(self.leaderboard, results)
        except EnvironmentFault as error:
            return error
        return None

    def _stop_on_signals(self, view: Observer) -> contextlib.AbstractContextManager[StopRequest]:
        """Handle signals; a suspension gives the terminal back and the mouse to the person."""
        from autosweep.cli.show import TerminalBoard
        from autosweep.desktop.open import RealPointer

        resumed = self.pointer.resumed if isinstance(self.pointer, RealPointer) else _nothing
        paused = view.paused if isinstance(view, TerminalBoard) else contextlib.nullcontext
        return stop_on_signals(resumed, paused)

    def _count_down(self, stop: StopRequest) -> None:
        """Give a person the time to take the hands off the mouse, or to stop."""
        if self.settings.countdown <= 0:
            return
        seconds = self.settings.countdown
        say(f"Playing in {seconds:g} s; move the mouse into a corner to stop.", err=True)
        until = self.clock.now() + seconds
        while stop.reason() is None and self.clock.now() < until:
            self.clock.sleep(min(0.1, seconds))


class Shown:
    """A view that may lose its reader: then the game is stopped, and everybody else is still told.

    An observer that raised would end the loop at once, and the recording without its end.
    """

    def __init__(self, view: Observer, stop: StopRequest) -> None:
        self._view = view
        self._stop = stop
        self.fault: Exception | None = None
        """Why nothing is shown any more."""

    def __call__(self, event: Event) -> None:
        """Show an event, unless showing has failed before."""
        if self.fault is not None:
            return
        try:
            self._view(event)
        except BrokenPipeError:
            self.fault = Interrupted("The output was closed by its reader: stopped.")
        except OSError as error:
            self.fault = error
        if self.fault is not None:
            drop_output()
            self._stop.stop("The output cannot be written any more.")


class ResultKeeper:
    """An observer that turns finished games into results for the leaderboard."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._begun = clock.now()
        self._clicks = 0
        self._guesses = 0
        self.results: list[Result] = []
        """Finished games so far."""

    def __call__(self, event: Event) -> None:
        """Count what a game took and keep its result."""
        from autosweep.board import Layout, Phase
        from autosweep.interfaces import Click
        from autosweep.play.events import Acted, BoardFound, Decided, GameEnded, Withheld
        from autosweep.results.leaderboard import finished

        if isinstance(event, BoardFound):
            self._begun, self._clicks, self._guesses = self._clock.now(), 0, 0
        elif isinstance(event, Acted):
            self._clicks += sum(isinstance(action, Click) for action in event.actions)
        elif isinstance(event, Withheld):
            self._clicks -= len(event.actions)
        elif isinstance(event, Decided):
            self._guesses += any(not m.certain and m.probability for m in event.decision.moves)
        elif (
            isinstance(event, GameEnded) and event.whole and event.phase in (Phase.WON, Phase.LOST)
        ):
            # A game that somebody else had begun has no time of its own.
            board, mines = event.reading.board, event.mines
            places = None if mines is None else frozenset(map(board.index, mines))
            self.results.append(
                finished(
                    board,
                    event.phase,
                    theme=event.reading.theme,
                    layout=None if places is None else Layout(board.rows, board.cols, places),
                    total=event.total,
                    seconds=self._clock.now() - self._begun,
                    clicks=self._clicks,
                    guesses=self._guesses,
                )
            )


class UnknownLook:
    """An observer that notes whether cells were uncertain in a look that no theme knows."""

    def __init__(self) -> None:
        self.is_unknown = False

    def __call__(self, event: Event) -> None:
        """Note a reading."""
        from autosweep.play.events import Seen
        from autosweep.vision.combine import GENERIC

        if isinstance(event, Seen) and event.reading.theme == GENERIC:
            self.is_unknown |= bool(event.reading.uncertain)


@contextlib.contextmanager
def _view(games: int, *, as_json: bool) -> Iterator[Observer]:
    from autosweep.cli.show import JsonLines, Plain, TerminalBoard

    if as_json:
        yield JsonLines()
    elif _is_terminal(sys.stderr) and _is_terminal(sys.stdout):
        with TerminalBoard(games) as live:
            yield live
    else:
        yield Plain()


def _is_terminal(stream: TextIO | None) -> bool:
    """Return True if a stream is a terminal; one that was closed at the start is None."""
    return stream is not None and stream.isatty()


def _nothing() -> None:
    """Do nothing."""


def ask_on_terminal(move: Move, view: Observer | None = None) -> bool:
    """Ask the person whether to guess and wait for the answer; without a terminal it is no.

    Raises Interrupted where the answer is Ctrl-C.
    """
    if not _is_terminal(sys.stdin):
        return False
    from autosweep.cli.show import TerminalBoard

    pause = view.paused() if isinstance(view, TerminalBoard) else contextlib.nullcontext()
    # Ctrl-C has to end the question; at any other time it waits for the end of a step.
    before = {signal.SIGINT: signal.signal(signal.SIGINT, signal.default_int_handler)}
    if hasattr(signal, "SIGTSTP"):
        # So has Ctrl-Z: nothing is under way.
        before[signal.SIGTSTP] = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
    try:
        with pause:
            return _confirm(f"Nothing is certain. Make the guess {move}?")
    except (click.Abort, KeyboardInterrupt):
        msg = "Stopped instead of an answer."
        raise Interrupted(msg) from None
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _confirm(question: str) -> bool:
    """Ask a question of yes or no; raises Abort at the end of the input, KeyboardInterrupt."""
    if sys.platform == "win32":
        return click.confirm(question, err=True)
    while True:
        say(f"{question} [y/N]: ", nl=False, err=True)
        # Python's own input is deaf to a signal that comes just before it waits, so wait in turns.
        while not select.select([sys.stdin], [], [], _TURN)[0]:
            pass
        line = sys.stdin.readline()
        if not line:
            raise click.Abort
        answer = line.strip().lower()
        if answer in ("", "n", "no", "y", "yes"):
            return answer.startswith("y")
        say("Answer y or n.", err=True)


def tell_summary(summary: Summary, record: Path | None, *, unknown_look: bool = False) -> None:
    """Print the numbers of a run; `unknown_look` offers to learn a theme from the recording."""
    unknown = f"{summary.unknown} with an unknown result, " if summary.unknown else ""
    say(
        f"{count_of(summary.games, 'game')}: {summary.won} won, {summary.lost} lost, {unknown}"
        f"{summary.stopped} stopped; {count_of(summary.clicks, 'click')}, "
        f"{count_of(summary.guesses, 'guess')}, {summary.seconds:.1f} s"
    )
    if record is not None:
        say(f"recording: {record}")
        if unknown_look:
            command = shlex.join(["autosweep", "theme", "learn", "NAME", "--from", str(record)])
            say(f"Some cells were uncertain; a theme makes them certain: {command}")
