"""The portal of a desktop on the session bus: calls, requests with their answers, the end.

A method that may ask the user answers twice: at once with the path of a request, and by a signal
from that path when the user has decided. The path is known beforehand, so no answer is missed.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import threading
from collections import deque
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from autosweep.closing import Closing
from autosweep.errors import DisplayLost, MissingExtra, NoDisplay, install_command
from autosweep.messages import printable

SCREEN_CAST = "ScreenCast"
"""The interface that shows the screen."""
REMOTE_DESKTOP = "RemoteDesktop"
"""The interface that moves the mouse and types."""
_NAME = "org.freedesktop.portal.Desktop"
_PATH = "/org/freedesktop/portal/desktop"
_MUTTER = "org.gnome.Mutter.RemoteDesktop"
"""The name of GNOME's compositor on the bus."""
_INTERFACE = "org.freedesktop.portal."
_PROPERTIES = "org.freedesktop.DBus.Properties"
_ABSENT = (
    "org.freedesktop.DBus.Error.ServiceUnknown",
    "org.freedesktop.DBus.Error.NameHasNoOwner",
    "org.freedesktop.DBus.Error.UnknownInterface",
    "org.freedesktop.DBus.Error.UnknownMethod",
    "org.freedesktop.DBus.Error.InvalidArgs",
)
"""Errors of a bus without a portal, and of a portal without an interface."""
_PATIENCE = 25.0
"""Seconds that the portal may take for an answer that asks nobody; it may have to be started."""
_DONE, _CANCELLED = 0, 1
_MOST_SIGNALS = 32
ABSENT_REMEDY = (
    "Install the portal of your desktop (Debian: `xdg-desktop-portal-gnome` or "
    "`xdg-desktop-portal-kde`), or log in to an X11 session."
)
_FAILED_REMEDY = (
    "Are PipeWire and the portal of your desktop running? KDE shows the screen only where it draws "
    "by OpenGL. An X11 session needs neither."
)


class ConsentRefused(NoDisplay):
    """The user did not allow what the portal asked for."""


class PortalBus(Closing):
    """A connection to the portal; every method raises DisplayLost where the bus is gone."""

    def __init__(self, environ: Mapping[str, str] = os.environ) -> None:
        """Connect; raises NoDisplay without a session bus, MissingExtra without jeepney."""
        try:
            import jeepney
            import jeepney.io.blocking
        except ImportError as error:
            msg = "The desktop's portal is spoken to by jeepney, which is not installed."
            remedy = f"Install it: `{install_command('wayland')}`."
            raise MissingExtra(msg, remedy=remedy) from error
        self._jeepney: Any = jeepney
        address = _address(environ)
        try:
            self._connection: Any = jeepney.io.blocking.open_dbus_connection(
                address, enable_fds=True, auth_timeout=_PATIENCE
            )
        except (OSError, ValueError, RuntimeError, StopIteration) as error:
            msg = "The session bus cannot be reached, so there is no portal to ask."
            remedy = "Start autosweep inside the desktop's session (DBUS_SESSION_BUS_ADDRESS)."
            raise NoDisplay(msg, remedy=remedy) from error
        self._lock = threading.RLock()
        self._signals: deque[Any] = deque(maxlen=_MOST_SIGNALS)
        self._closed: set[str] = set()
        try:
            self._listen()
        except BaseException:
            self.close()
            raise

    def offers(self, interface: str) -> bool:
        """Return True if the portal has an interface, such as `ScreenCast`."""
        return self.version(interface) > 0

    def version(self, interface: str) -> int:
        """Return the version of an interface, 0 where there is none."""
        body = (_INTERFACE + interface, "version")
        try:
            (value,) = self._call(_PROPERTIES, "Get", "ss", body)
        except NoDisplay:
            return 0
        return int(value[1])

    def has_mutter(self) -> bool:
        """Return True if the compositor is GNOME's, which differs from the portal's rules."""
        (owned,) = self._ask(self._jeepney.message_bus.NameHasOwner(_MUTTER))
        return bool(owned)

    def call(self, interface: str, method: str, signature: str, body: tuple[Any, ...]) -> Any:
        """Call a method and return its answer; raises NoDisplay where that is an error."""
        return self._call(_INTERFACE + interface, method, signature, body)

    def request(
        self,
        interface: str,
        method: str,
        signature: str,
        body: tuple[Any, ...],
        options: Mapping[str, Any],
    ) -> dict[str, Any]:
        """Call a method that may ask the user, wait for the user, return the results.

        Raises ConsentRefused where the user said no, NoDisplay for any other failure.
        """
        token = f"autosweep{secrets.token_hex(6)}"
        name = self._connection.unique_name.lstrip(":").replace(".", "_")
        path = f"{_PATH}/request/{name}/{token}"
        given = {**options, "handle_token": ("s", token)}
        with self._lock:
            self.call(interface, method, f"{signature}a{{sv}}", (*body, given))
            code, results = self._answer(path)
        if code == _CANCELLED:
            msg = "The desktop asked whether autosweep may use the screen, and the answer was no."
            raise ConsentRefused(msg, remedy="Start it again and press Share, or use X11.")
        if code != _DONE:
            msg = f"The desktop's portal could not do what it was asked for ({interface}.{method})."
            raise NoDisplay(msg, remedy=_FAILED_REMEDY)
        return {key: value for key, (_, value) in results.items()}

    def is_closed(self, session: str) -> bool:
        """Return True if the portal has ended a session; waits for nothing."""
        with self._lock, self._faults():
            while True:
                try:
                    self._connection.recv_messages(timeout=0)
                except TimeoutError:
                    break
            self._sort_signals()
        return session in self._closed

    def close(self) -> None:
        """Leave the bus; the portal then ends what was begun over this connection."""
        self._connection.close()

    def _listen(self) -> None:
        """Ask the bus for the signals of the portal."""
        rules = [
            self._jeepney.MatchRule(
                type="signal", interface=f"{_INTERFACE}{interface}", member=member
            )
            for interface, member in (("Request", "Response"), ("Session", "Closed"))
        ]
        for rule in rules:
            self._connection.filter(rule, queue=self._signals).__enter__()
            self._ask(self._jeepney.message_bus.AddMatch(rule))

    def _answer(self, path: str) -> tuple[int, dict[str, Any]]:
        """Wait for the answer to a request, however long the user takes."""
        fields = self._jeepney.HeaderFields
        with self._faults():
            while True:
                signal = self._connection.recv_until_filtered(self._signals)
                if signal.header.fields[fields.path] == path:
                    code, results = signal.body
                    return int(code), dict(results)
                self._signals.append(signal)
                self._sort_signals()

    def _sort_signals(self) -> None:
        """Keep which sessions have ended; answers that nobody waits for are dropped."""
        fields = self._jeepney.HeaderFields
        while self._signals:
            signal = self._signals.popleft()
            if signal.header.fields[fields.member] == "Closed":
                self._closed.add(signal.header.fields[fields.path])

    def _call(self, interface: str, method: str, signature: str, body: tuple[Any, ...]) -> Any:
        return self._ask(self._message(interface, method, signature, body))

    def _message(self, interface: str, method: str, signature: str, body: tuple[Any, ...]) -> Any:
        address = self._jeepney.DBusAddress(_PATH, bus_name=_NAME, interface=interface)
        return self._jeepney.new_method_call(address, method, signature, body)

    def _ask(self, message: Any) -> Any:
        with self._lock, self._faults():
            answer = self._connection.send_and_get_reply(message, timeout=_PATIENCE)
        fields = self._jeepney.HeaderFields
        if answer.header.message_type is not self._jeepney.MessageType.error:
            return answer.body
        if answer.header.fields.get(fields.error_name) in _ABSENT:
            msg = "There is no desktop portal that shows the screen and takes clicks."
            raise NoDisplay(msg, remedy=ABSENT_REMEDY)
        said = printable(" ".join(str(part) for part in answer.body or ())).rstrip(".")
        msg = f"The desktop's portal refused: {said}."
        raise NoDisplay(msg, remedy=_FAILED_REMEDY)

    @contextlib.contextmanager
    def _faults(self) -> Iterator[None]:
        """Turn faults of the connection into DisplayLost."""
        try:
            yield
        except TimeoutError as error:
            msg = "The desktop's portal does not answer."
            raise DisplayLost(msg, remedy="Log out and in again.") from error
        except OSError as error:
            msg = "The session bus went away."
            raise DisplayLost(msg) from error


def _address(environ: Mapping[str, str]) -> str:
    """Return the address of the session bus: the variable's, else where systemd puts it."""
    if address := environ.get("DBUS_SESSION_BUS_ADDRESS"):
        return address
    return f"unix:path={Path(environ.get('XDG_RUNTIME_DIR', '/nowhere'), 'bus')}"
