"""The display of a desktop with a portal: GNOME, KDE and others that let nobody in unasked.

Nothing is asked until the screen or the mouse is wanted. `play` wants both, so the pointer is
opened first; `overlay` and `record` want the screen alone.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping

from autosweep.closing import Closing
from autosweep.desktop.clock import SystemClock
from autosweep.desktop.portal.frame_stream import PipeWireStream, require_pipewire
from autosweep.desktop.portal.portal_bus import (
    ABSENT_REMEDY,
    REMOTE_DESKTOP,
    SCREEN_CAST,
    PortalBus,
)
from autosweep.desktop.portal.portal_session import PortalSession
from autosweep.desktop.portal.portal_source import OpenStream, PortalSource
from autosweep.desktop.portal.restore_tokens import RestoreTokens
from autosweep.errors import MissingExtra, NoDisplay
from autosweep.geometry import ScreenPoint
from autosweep.interfaces import Clock


class PortalDisplay(Closing):
    """The desktop whose portal is on the session bus."""

    backend = "portal"

    def __init__(
        self,
        tell: Callable[[str], None] = lambda _: None,
        environ: Mapping[str, str] = os.environ,
        *,
        open_stream: OpenStream | None = None,
        tokens: RestoreTokens | None = None,
        clock: Clock | None = None,
    ) -> None:
        """Connect; raises NoDisplay where there is no portal, MissingExtra without its parts.

        `tell` gets a sentence for the user before the desktop asks something.
        """
        self._open_stream: OpenStream = open_stream or PipeWireStream
        self._bus = PortalBus(environ)
        self._tell = tell
        self._tokens = RestoreTokens() if tokens is None else tokens
        self._clock = SystemClock() if clock is None else clock
        self._opened: tuple[PortalSession, PortalSource] | None = None
        desktop = environ.get("XDG_CURRENT_DESKTOP") or "this desktop"
        self.name = f"the portal of {desktop}"
        if not self._bus.offers(SCREEN_CAST):
            self.close()
            msg = "This desktop has no portal that shows the screen to programs."
            raise NoDisplay(msg, remedy=ABSENT_REMEDY)
        if open_stream is None:
            # Before anybody is asked for something that could not be used.
            try:
                require_pipewire()
            except MissingExtra:
                self.close()
                raise

    def mouse_position(self) -> ScreenPoint | None:
        """Return None: the portal tells nobody."""
        return None

    def mouse_size(self) -> tuple[int, int]:
        """Return the size of all shown monitors together, on which the mouse moves."""
        bounds = self.open_source().bounds()
        return bounds.w, bounds.h

    def mouse_points(self) -> tuple[int, int] | None:
        """Return None: the mouse and the capture count the same points."""
        return None

    def require_clicks(self) -> None:
        """Raise NoDisplay where the portal takes no clicks at all; the user is not asked."""
        if not self._bus.offers(REMOTE_DESKTOP):
            msg = "The portal of this desktop takes no clicks of programs."
            raise NoDisplay(msg, remedy=ABSENT_REMEDY)

    def has_mutter(self) -> bool:
        """Return True if the desktop is GNOME, whose way to scale X windows is known."""
        return self._bus.has_mutter()

    def open_source(self) -> PortalSource:
        """Return the shared monitors as frames; asks the user for the screen if nobody has."""
        return self._session(clicks=False)[1]

    def open_for_clicks(self) -> tuple[PortalSession, PortalSource, Clock]:
        """Ask the user for screen, mouse and keyboard; return what a pointer needs."""
        self.require_clicks()
        return (*self._session(clicks=True), self._clock)

    def open_windows(self) -> None:
        """Return None: these desktops do not tell their windows."""
        return

    def close(self) -> None:
        """End the session."""
        if self._opened is not None:
            self._opened[1].end()
            self._opened = None
        self._bus.close()

    def _session(self, *, clicks: bool) -> tuple[PortalSession, PortalSource]:
        """Return the session, opened at the first call."""
        if self._opened is None:
            session = PortalSession(self._bus, clicks=clicks, tokens=self._tokens, tell=self._tell)
            self._opened = session, PortalSource(session, self._open_stream, self._clock)
        return self._opened
