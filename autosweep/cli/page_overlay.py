"""`autosweep overlay` in a page of a browser: everything in the thread that opened the page."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from autosweep.cli.overlay import OverlayRun
from autosweep.errors import ExitCode
from autosweep.jsonshapes.hints import overlay_end_json

if TYPE_CHECKING:
    from autosweep.desktop.open import Desktop
    from autosweep.interfaces import Clock
    from autosweep.settings import OverlaySettings


class PageOverlayRun(OverlayRun):
    """One overlay over a page from start to end."""

    def __init__(  # noqa: PLR0913 - interfaces and settings are named one by one
        self,
        desktop: Desktop,
        clock: Clock,
        settings: OverlaySettings,
        parts: tuple[str, ...],
        *,
        draws: bool,
        as_json: bool,
    ) -> None:
        """Set up; without `draws` the page is left as it is."""
        super().__init__(desktop, clock, settings, parts, desktop.source.bounds, as_json=as_json)
        self._draws = draws

    def run(self) -> int:
        """Show hints until told to stop; return the exit code."""
        from autosweep.cli.signals import stop_on_signals
        from autosweep.desktop.browser.page_display import PageDisplay
        from autosweep.desktop.browser.page_layer import PageLayer
        from autosweep.desktop.browser.page_windows import PageWindows
        from autosweep.errors import DisplayLost
        from autosweep.overlay.control_socket import ControlSocket, Place
        from autosweep.overlay.page_stage import PageCanvas, PageView

        display = self._desktop.display
        assert isinstance(display, PageDisplay)  # noqa: S101 - opened for a page
        layer = PageLayer(display.page)
        canvas = PageCanvas(layer, draws=self._draws)
        view = PageView(self._desktop.source, PageWindows(display.link), layer, canvas)

        with contextlib.ExitStack() as stack:
            stop = stack.enter_context(stop_on_signals())
            self._desktop.give_up_when(stop.is_asked)
            session = self._session(view, canvas)
            place = Place.PAGE_UNSEEN
            if self._draws and display.in_window:
                place = Place.PAGE_SOMEWHERE if display.attached else Place.PAGE_HERE
            stack.enter_context(ControlSocket(session.answer, place))
            self._announce(view)

            def look_for_stop() -> None:
                why = stop.reason()
                if why is not None:
                    session.stop(why)

            view.before_wait = look_for_stop
            session.work()
            with contextlib.suppress(DisplayLost):
                canvas.hide()
        if session.fault is not None:
            raise session.fault
        self._say(overlay_end_json(session.stopped), session.stopped)
        return ExitCode.DONE
