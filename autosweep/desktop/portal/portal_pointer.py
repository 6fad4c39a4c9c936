"""The mouse and the keyboard by the portal's RemoteDesktop.

What appeared since the newest frame (about two of the monitor's) is not seen before a press. Nobody
is told where the pointer is. Places count from the corner of the stream's monitor, in points, but
on GNOME in its pixels, and the far part of a scaled monitor is reached by a second, relative motion
there. A session's first press is lost: the virtual mouse enters the window under
it by that. So it is moved there once before, and the window gets a moment to notice it. The first
key is lost too, and Shift goes before it. The answer to each event is waited for: the portal works
on several at once, and a release that overtakes its press leaves the button down.
"""

from __future__ import annotations

from collections.abc import Sequence

from autosweep.desktop.frame_checked_pointer import FrameCheckedPointer
from autosweep.desktop.portal.portal_session import PortalSession
from autosweep.desktop.portal.portal_source import PortalSource
from autosweep.desktop.x11.keyboard import key_symbols
from autosweep.errors import EnvironmentFault
from autosweep.geometry import ScreenPoint
from autosweep.interfaces import Clock

_UP, _DOWN = 0, 1
_ENTERED = 0.5
"""Seconds for a window to notice a mouse or a keyboard that was not there before."""
_REACHED = 0.01
"""Points by which a motion may miss its place."""
_HARMLESS_KEY = "shift"


class PortalPointer(FrameCheckedPointer):
    """Clicks by the portal; raises Interrupted where the user has ended the session."""

    def __init__(self, session: PortalSession, source: PortalSource, clock: Clock) -> None:
        """Use a session that may click, and its frames."""
        super().__init__(source, clock)
        self._session = session
        self._casts = source.casts
        self._entered = False
        """Whether the mouse was moved since the start or the last suspension."""
        self._typed = False
        """Whether a key was pressed before."""

    def resumed(self) -> None:
        """Note that this process was stopped for a while: the mouse may be anywhere."""
        self._entered = False

    def close(self) -> None:
        """Do nothing: the devices end with the session."""

    def _check_allowed(self) -> None:
        """Raise Interrupted where the user has ended the session."""
        self._session.check()

    def _enter(self, point: ScreenPoint) -> None:
        """Move the mouse to a point and wait, if this is the first time."""
        if self._entered:
            return
        self._move(point)
        self._clock.sleep(_ENTERED)
        self._entered = True

    def _move(self, point: ScreenPoint) -> None:
        """Bring the mouse to the middle of a point."""
        cast = next(c for c in self._casts if c.rect.contains(point.x, point.y))
        x, y = point.x - cast.rect.x + 0.5, point.y - cast.rect.y + 0.5
        across, down = cast.scale if self._session.counts_pixels else (1.0, 1.0)
        # A portal refuses numbers beyond the monitor's size in points, also on GNOME.
        near = min(x * across, cast.rect.w - 1.0), min(y * down, cast.rect.h - 1.0)
        self._session.notify("NotifyPointerMotionAbsolute", "udd", cast.node, *near)
        rest = x - near[0] / across, y - near[1] / down
        if max(rest) > _REACHED:
            self._session.notify("NotifyPointerMotion", "dd", *rest)

    def _press(self, buttons: Sequence[int]) -> None:
        for button in buttons:
            self._button(button, _DOWN)

    def _release(self, buttons: Sequence[int]) -> None:
        for button in buttons:
            self._button(button, _UP)

    def _button(self, code: int, state: int) -> None:
        self._session.notify("NotifyPointerButton", "iu", code, state)

    def _press_keys(self, keys: str) -> None:
        if not self._session.types:
            msg = "The desktop does not let autosweep use the keyboard."
            raise EnvironmentFault(msg, remedy="Name a place to click with `--new-game X,Y`.")
        symbols = key_symbols(keys)
        if not self._typed:
            self._stroke(key_symbols(_HARMLESS_KEY))
            self._clock.sleep(_ENTERED)
            self._typed = True
        self._stroke(symbols)

    def _stroke(self, symbols: Sequence[int]) -> None:
        """Press keys together and release them."""
        try:
            for symbol in symbols:
                self._key(symbol, _DOWN)
        finally:
            for symbol in reversed(symbols):
                self._key(symbol, _UP)

    def _key(self, symbol: int, state: int) -> None:
        self._session.notify("NotifyKeyboardKeysym", "iu", symbol, state)
