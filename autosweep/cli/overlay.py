"""`autosweep overlay`: live hints over the game that somebody plays, clicks pass through."""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import click

from autosweep.cli.browser_options import page_options, page_request
from autosweep.cli.common import (
    json_option,
    place_options,
    put_json,
    say,
    setting_options,
    settings_from,
    tell_user,
)
from autosweep.errors import DisplayLost, EnvironmentFault, ExitCode, SettingsError
from autosweep.geometry import Rect
from autosweep.jsonshapes.hints import overlay_end_json, overlay_event_json, overlay_start_json

if TYPE_CHECKING:
    from autosweep.desktop.open import Desktop
    from autosweep.desktop.x11.connection import XConnection
    from autosweep.interfaces import Clock, Windows
    from autosweep.overlay.hint_events import HintEvent
    from autosweep.overlay.hint_window import QtStage
    from autosweep.overlay.layer_stage import LayerStage
    from autosweep.overlay.overlay_session import OverlaySession, WakeableView
    from autosweep.overlay.screen_view import ScreenView
    from autosweep.overlay.view import Canvas
    from autosweep.overlay.win32_stage import Win32Stage
    from autosweep.overlay.x11_view import X11View
    from autosweep.settings import OverlaySettings

_PATIENCE = 2.0
"""Seconds to wait for the loop to end."""


@click.command("overlay")
@setting_options("overlay")
@place_options
@page_options
@click.option(
    "--hints/--no-hints",
    default=True,
    help="In a browser's page: draw the hints on it, or leave it as it is and only tell them.",
)
@click.option(
    "--control",
    metavar="COMMAND",
    help="Tell a running overlay: next, prev, show=PARTS, hide, status or quit.",
)
@json_option
def command(  # noqa: PLR0913 - one argument an option
    *,
    window: str | None,
    backend: str,
    region: Rect | None,
    control: str | None,
    hints: bool,
    as_json: bool,
    **options: Any,
) -> int:
    """Show hints over the Minesweeper that you play yourself.

    Finds the board, follows its window and draws what is known over it; clicks pass through.
    Ctrl+Alt+H shows more help, Ctrl+Alt+Shift+H less, Ctrl+Alt+O hides and shows it. A tick is
    safe, a cross a mine, corners the best move, a ring a number it follows from, a ring with a
    slash a wrong flag, a badge or a disc the chance of a mine, a dashed frame a cell that could not
    be read for certain. Stop with Ctrl-C. With --json every change is a line.
    """
    if control is not None:
        return _control(control, as_json=as_json)
    settings: OverlaySettings = settings_from("overlay", options)
    from autosweep.overlay.levels import parse_show

    parts = parse_show(settings.show)
    from autosweep.desktop.clock import SystemClock
    from autosweep.desktop.open import open_desktop

    page = page_request(options, watched=True, window=window, region=region, backend=backend)
    if page is not None:
        from autosweep.cli.page_overlay import PageOverlayRun

        with open_desktop(page=page) as desktop:
            clock = SystemClock()
            return PageOverlayRun(
                desktop, clock, settings, parts, draws=hints, as_json=as_json
            ).run()
    with open_desktop(backend=backend, tell=tell_user) as desktop:
        where = _searched(desktop.windows, window, region)
        return OverlayRun(desktop, SystemClock(), settings, parts, where, as_json=as_json).run()


def _searched(
    windows: Windows | None, window: str | None, region: Rect | None
) -> Callable[[], Rect | None]:
    """Return a function for the region to search; raises EnvironmentFault without the window."""
    if window is None:
        return lambda: region
    from autosweep.desktop.open import find_window

    find_window(windows, window)
    return lambda: find_window(windows, window).rect


def _control(text: str, *, as_json: bool) -> int:
    from autosweep.overlay.control_socket import ask

    answer = ask(text.strip())
    if "error" in answer:
        raise SettingsError(str(answer["error"]), remedy=str(answer["remedy"]))
    if as_json:
        put_json(answer)
    else:
        board = answer["board"] or ("?", "?")
        where = answer["hidden"] or f"{board[0]} x {board[1]}, {answer['theme']}"
        parts = ",".join(map(str, answer["show"])) or "nothing"
        say(f"showing {answer['level']} ({parts}); {where}")
    return ExitCode.DONE


class OverlayRun:
    """One overlay from start to end."""

    def __init__(  # noqa: PLR0913 - interfaces and settings are named one by one
        self,
        desktop: Desktop,
        clock: Clock,
        settings: OverlaySettings,
        parts: tuple[str, ...],
        region: Callable[[], Rect | None],
        *,
        as_json: bool,
    ) -> None:
        self._desktop = desktop
        self._clock = clock
        self._settings = settings
        self._parts = parts
        self._region = region
        self._as_json = as_json

    def run(self) -> int:
        """Show hints until told to stop; return the exit code."""
        from autosweep.cli.signals import stop_on_signals
        from autosweep.overlay.control_socket import ControlSocket

        stage = self._stage()
        canvas = stage.canvas
        with contextlib.ExitStack() as stack:
            stop = stack.enter_context(stop_on_signals())
            view = stack.enter_context(self._view(clean=stage.excluded))

            view.without_shadow(canvas.handle)
            session = self._session(view, canvas)
            stack.enter_context(ControlSocket(session.answer))
            self._take_keys(view, session.do)
            self._announce(view)
            thread = threading.Thread(target=session.work, name="hint loop", daemon=True)

            def still() -> bool:
                why = stop.reason()
                if why is not None:
                    session.stop(why)
                return thread.is_alive()

            thread.start()
            stage.run(still)
            if thread.is_alive():
                # Qt gave up by itself: it does so when the display is gone.
                session.stop("The display went away.")
                thread.join(_PATIENCE)
                session.fault = session.fault or DisplayLost(session.stopped)
            stage.close()
        if session.fault is not None:
            raise session.fault
        self._say(overlay_end_json(session.stopped), session.stopped)
        return ExitCode.DONE

    def _session(self, view: WakeableView, canvas: Canvas) -> OverlaySession:
        """Return the overlay of a view, ready to run."""
        from autosweep.overlay.hint_loop import HintLoop
        from autosweep.overlay.overlay_session import OverlaySession

        def make(observe: Callable[[HintEvent], None]) -> HintLoop:
            return HintLoop(
                view,
                canvas,
                self._clock,
                parts=self._parts,
                mines=self._settings.mines,
                opacity=self._settings.opacity,
                region=self._region,
                observe=observe,
            )

        return OverlaySession(view, make, self._observe, self._parts)

    def _stage(self) -> QtStage | LayerStage | Win32Stage:
        """Return where hints are drawn; raises MissingExtra or NoDisplay."""
        if self._desktop.display.backend == "win32":
            from autosweep.overlay.win32_stage import Win32Stage

            return Win32Stage()
        if self._desktop.display.backend == "wlr":
            from autosweep.overlay.layer_stage import LayerStage

            return LayerStage()
        from autosweep.overlay.hint_window import QtStage

        return QtStage(_stretched(self._desktop))

    @contextlib.contextmanager
    def _view(self, *, clean: bool) -> Iterator[X11View | ScreenView]:
        wanted = self._settings.capture
        view: X11View | ScreenView
        desktop = self._desktop
        connection = _x_connection(desktop)
        if connection is not None:
            from autosweep.overlay.x11_view import X11View

            memory = wanted != "screen"
            view = X11View(connection, desktop.source, self._clock, window_memory=memory)
        else:
            from autosweep.overlay.screen_view import ScreenView

            view = ScreenView(
                desktop.source,
                desktop.windows,
                clean=clean and wanted != "screen",
                mouse_position=desktop.display.mouse_position,
            )
        try:
            if wanted == "window" and not view.clean:
                msg = "This display does not keep windows in memory of their own."
                raise EnvironmentFault(msg, remedy="Use `--capture screen`.")
            yield view
        finally:
            view.close()

    def _take_keys(self, view: X11View | ScreenView, do: Callable[[str], None]) -> None:
        connection = _x_connection(self._desktop)
        if self._settings.no_keys or connection is None:
            return
        from autosweep.overlay.x11_keys import GlobalKeys
        from autosweep.overlay.x11_view import X11View

        assert isinstance(view, X11View)  # noqa: S101 - it has the connection
        keys = GlobalKeys(connection, do)
        view.on_key = keys
        for name in keys.taken:
            say(f"The key {name} belongs to another program.", err=True)

    def _announce(self, view: X11View | ScreenView) -> None:
        from autosweep.overlay.levels import level_of

        capture = "window" if view.clean else "screen"
        level = level_of(self._parts)
        started = overlay_start_json(self._parts, level, capture)
        self._say(started, f"Looking for a board; showing {level}. Ctrl-C stops.")

    def _observe(self, event: HintEvent) -> None:
        from autosweep.overlay.hint_events import BoardSeen, Hidden, LevelChanged
        from autosweep.overlay.levels import level_of

        level = level_of(event.parts) if isinstance(event, LevelChanged) else ""
        if self._as_json:
            put_json(overlay_event_json(event, level))
            return
        if isinstance(event, BoardSeen):
            board = event.reading.board
            sentence = f"Board of {board.rows} x {board.cols} ({event.reading.theme})."
        elif isinstance(event, Hidden):
            searching = event.why in ("no board", "no certain board")
            sentence = f"{event.why.capitalize()} is visible." if searching else ""
            sentence = sentence or f"Hidden: {event.why}."
        elif isinstance(event, LevelChanged):
            sentence = f"Showing {level}."
        else:
            sentence = event.why
        self._say({}, sentence)

    def _say(self, line: dict[str, Any], sentence: str) -> None:
        if self._as_json:
            put_json(line)
        elif sentence and sys.stderr.isatty():
            say(sentence, err=True)


def _x_connection(desktop: Desktop) -> XConnection | None:
    """Return the connection to the X server, None on other systems."""
    if sys.platform != "linux":
        return None
    from autosweep.desktop.x11.display import X11Display

    return desktop.display.connection if isinstance(desktop.display, X11Display) else None


def _stretched(desktop: Desktop) -> list[Rect]:
    """Return the monitors to which the compositor stretches X windows; raises EnvironmentFault.

    Only GNOME's way to do so is known: elsewhere a scaled monitor is refused, because hints that
    cannot be told from the board would be read as a part of it.
    """
    if sys.platform != "linux":
        return []
    from autosweep.desktop.portal.portal_display import PortalDisplay

    if not isinstance(desktop.display, PortalDisplay):
        return []
    if desktop.display.has_mutter():
        return desktop.source.monitors()
    mapping = desktop.source.grab().mapping
    if (mapping.scale_x, mapping.scale_y) != (1, 1):
        percent = round(100 * max(mapping.scale_x, mapping.scale_y))
        msg = f"A monitor is scaled to {percent} %: hints cannot be drawn exactly there."
        raise EnvironmentFault(msg, remedy="Set it to 100 % while you use the overlay.")
    return []
