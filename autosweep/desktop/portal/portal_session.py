"""A session of the portal: which monitors it shows, whether it may click, when it is over.

One session serves both: RemoteDesktop for the mouse and the keyboard, ScreenCast for the frames. A
program that only watches asks for ScreenCast alone, whose question is simpler.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from autosweep.closing import Closing
from autosweep.desktop.portal.portal_bus import REMOTE_DESKTOP, SCREEN_CAST, PortalBus
from autosweep.desktop.portal.restore_tokens import RestoreTokens
from autosweep.errors import Interrupted, NoDisplay

_KEYBOARD, _MOUSE = 1, 2
_MONITOR = 1
_HIDDEN_CURSOR = 1
_UNTIL_REVOKED = 2
"""Keep the permission until the user takes it back."""
_log = logging.getLogger(__name__)
_SWITCH = 'turn on the switch "Allow Remote Interaction"'
"""GNOME's words; it is off until somebody turns it on."""
_ASKS_TO_CLICK = (
    "Your desktop asks whether autosweep may see the screen and use the mouse and the keyboard: "
    f"choose the monitor that shows the game, {_SWITCH}, and press Share."
)
_ASKS_TO_SEE = (
    "Your desktop asks whether autosweep may see the screen: choose the monitor that shows the "
    "game and press Share."
)


@dataclass(frozen=True, slots=True)
class CastMonitor:
    """A monitor that the user chose to show."""

    node: int
    """The stream's number, which requests name."""
    place: tuple[int, int]
    """Where it is, in points."""
    size: tuple[int, int] | None
    """In points; None where the portal does not tell."""


class PortalSession(Closing):
    """An allowed session; every method raises DisplayLost where the bus is gone."""

    def __init__(
        self,
        bus: PortalBus,
        *,
        clicks: bool,
        tokens: RestoreTokens,
        tell: Callable[[str], None],
    ) -> None:
        """Ask for the screen and, if `clicks`, for mouse and keyboard; wait for the user.

        `tell` gets a sentence for the user where the desktop is about to ask. Raises ConsentRefused
        where the answer is no, NoDisplay where the mouse was not allowed.
        """
        self._bus = bus
        self._interface = REMOTE_DESKTOP if clicks else SCREEN_CAST
        self.clicks = clicks
        """Whether the mouse may be used."""
        purpose = "clicks" if clicks else "screen"
        token = tokens.get(purpose)
        self._path = self._create()
        self._select(token)
        if token is None:
            tell(_ASKS_TO_CLICK if clicks else _ASKS_TO_SEE)
        started = bus.request(self._interface, "Start", "os", (self._path, ""), {})
        allowed = int(started.get("devices", 0))
        if clicks and not allowed & _MOUSE:
            # The token would remember the answer.
            tokens.put(purpose, None)
            self.close()
            msg = "The desktop lets autosweep see the screen, but not use the mouse."
            raise NoDisplay(msg, remedy=f"Start it again and {_SWITCH} before you press Share.")
        tokens.put(purpose, started.get("restore_token"))
        self.types = bool(allowed & _KEYBOARD)
        """Whether keys may be pressed."""
        # The portal's documentation says points. Mutter divides by the monitor's scale nonetheless.
        self.counts_pixels = clicks and bus.has_mutter()
        """Whether places of the mouse are told in pixels of a stream, not in points."""
        self.monitors = [_monitor(node, facts) for node, facts in started.get("streams", ())]
        """What the user chose to show."""
        _log.info("portal: devices %d, %s", allowed, self.monitors)
        if not self.monitors:
            self.close()
            msg = "The desktop shows no monitor to autosweep."
            raise NoDisplay(
                msg, remedy="Start it again and choose a monitor before you press Share."
            )

    def open_remote(self) -> int:
        """Return a new connection to PipeWire as a file descriptor; the caller closes it."""
        (descriptor,) = self._bus.call(
            SCREEN_CAST, "OpenPipeWireRemote", "oa{sv}", (self._path, {})
        )
        return int(descriptor.to_raw_fd())

    def notify(self, method: str, signature: str, *values: Any) -> None:
        """Send an event of an input device; raises NoDisplay where it was refused."""
        body = (self._path, {}, *values)
        self._bus.call(REMOTE_DESKTOP, method, f"oa{{sv}}{signature}", body)

    def check(self) -> None:
        """Raise Interrupted if the user has ended the session."""
        if self._bus.is_closed(self._path):
            msg = "The sharing of the screen was ended on the desktop: stopped."
            raise Interrupted(msg)

    def close(self) -> None:
        """End the session: it ends with the connection."""
        self._bus.close()

    def _create(self) -> str:
        name = f"autosweep{secrets.token_hex(6)}"
        options = {"session_handle_token": ("s", name)}
        return str(
            self._bus.request(self._interface, "CreateSession", "", (), options)["session_handle"]
        )

    def _select(self, token: str | None) -> None:
        """Say what is wanted; the token belongs to the interface that starts the session."""
        kept: dict[str, Any] = {"persist_mode": ("u", _UNTIL_REVOKED)}
        if token is not None:
            kept["restore_token"] = ("s", token)
        sources: dict[str, Any] = {
            "types": ("u", _MONITOR),
            "multiple": ("b", True),
            "cursor_mode": ("u", _HIDDEN_CURSOR),
        }
        if self.clicks:
            devices = {"types": ("u", _KEYBOARD | _MOUSE), **kept}
            self._bus.request(REMOTE_DESKTOP, "SelectDevices", "o", (self._path,), devices)
        else:
            sources |= kept
        self._bus.request(SCREEN_CAST, "SelectSources", "o", (self._path,), sources)


def _monitor(node: int, facts: dict[str, tuple[str, Any]]) -> CastMonitor:
    place = facts.get("position", ("(ii)", (0, 0)))[1]
    size = facts.get("size", ("(ii)", None))[1]
    return CastMonitor(int(node), tuple(place), None if size is None else tuple(size))
