"""A desktop portal in memory, on a message bus of its own.

The bus is a real dbus-daemon; the portal answers there as the portals of GNOME and KDE do, and can
be told to refuse, to allow less than was asked for, or to end the session. It remembers what it was
asked for.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from jeepney import (
    DBusAddress,
    HeaderFields,
    Message,
    MessageType,
    message_bus,
    new_error,
    new_method_return,
    new_signal,
)
from jeepney.io.blocking import DBusConnection, Proxy, open_dbus_connection

NAME = "org.freedesktop.portal.Desktop"
PATH = "/org/freedesktop/portal/desktop"
PREFIX = "org.freedesktop.portal."
SECONDS = 10.0
CONFIG = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path={socket}</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
"""
"""No service is ever started by this bus."""


class FakeStream:
    """The frames of one monitor, as a test sets them."""

    def __init__(self, image: npt.NDArray[np.uint8] | None) -> None:
        self.image = image
        self.why: str | None = None
        self.closed = False

    def newest(self) -> npt.NDArray[np.uint8] | None:
        return self.image

    def end(self) -> str | None:
        return self.why

    def close(self) -> None:
        self.closed = True


class InstantClock:
    """A clock that waits for nothing and tells how long it was asked to."""

    def __init__(self) -> None:
        self.slept: list[float] = []

    def now(self) -> float:
        return sum(self.slept)

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)


@dataclass
class FakePortal:
    """Serves a portal on a private bus."""

    folder: Path
    interfaces: tuple[str, ...] = ("RemoteDesktop", "ScreenCast")
    answer: int = 0
    """The code of the answer to Start: 0 for yes, 1 for no, 2 for a failure."""
    devices: int = 3
    streams: list[tuple[int, dict[str, Any]]] = field(
        default_factory=lambda: [(42, {"position": ("(ii)", (0, 0)), "size": ("(ii)", (640, 400))})]
    )
    token: str | None = "token-1"  # noqa: S105 - of nobody
    refuses_input: bool = False
    asked: list[tuple[str, tuple[Any, ...]]] = field(default_factory=list)
    """The methods that were called, with their arguments."""
    before_answer: Callable[[str], None] = lambda _: None
    """Called with each method before its answer is sent."""

    def __post_init__(self) -> None:
        if shutil.which("dbus-daemon") is None:
            pytest.skip("dbus-daemon is not installed (Debian: apt-get install dbus)")
        self.folder.mkdir(parents=True, exist_ok=True)
        socket = self.folder / "bus"
        config = self.folder / "bus.conf"
        config.write_text(CONFIG.format(socket=socket))
        self._daemon = subprocess.Popen(
            ["dbus-daemon", f"--config-file={config}", "--nofork", "--nopidfile"],
            stderr=subprocess.DEVNULL,
        )
        self.address = f"unix:path={socket}"
        self._bus = self._connected()
        if self.interfaces:
            Proxy(message_bus, self._bus).RequestName(NAME)
        self._sending = threading.Lock()
        self._sessions: list[str] = []
        self._ending = False
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _connected(self) -> DBusConnection:
        """Return a connection to the bus once it takes one."""
        until = time.monotonic() + SECONDS
        while True:
            try:
                return open_dbus_connection(self.address, enable_fds=True, auth_timeout=SECONDS)
            except OSError:
                if time.monotonic() > until:
                    self.end_bus()
                    raise
                time.sleep(0.005)

    @property
    def environment(self) -> dict[str, str]:
        """The variables that lead to it."""
        return {"DBUS_SESSION_BUS_ADDRESS": self.address, "XDG_CURRENT_DESKTOP": "Fake"}

    def be_gnome(self) -> None:
        """Have the name of GNOME's compositor on the bus."""
        with self._sending:
            # No answer is waited for: another thread reads them.
            self._bus.send(message_bus.RequestName("org.gnome.Mutter.RemoteDesktop"))

    def methods(self) -> list[str]:
        """Return the methods that were called, without what they were given."""
        return [method for method, _ in self.asked]

    def options(self, method: str) -> dict[str, Any]:
        """Return the options of the last call of a method."""
        body = next(body for name, body in reversed(self.asked) if name == method)
        return {key: value for key, (_, value) in body[-1].items()}

    def end_session(self) -> None:
        """End the session, as the button in the desktop's bar does."""
        self._signal(self._sessions[-1], "Session", "Closed", "a{sv}", ({},))

    def end_bus(self) -> None:
        """End the bus."""
        self._daemon.kill()
        self._daemon.wait()

    def close(self) -> None:
        """End everything."""
        self._ending = True
        self._thread.join(SECONDS)
        self._bus.close()
        self.end_bus()

    def _serve(self) -> None:
        while not self._ending:
            with contextlib.suppress(TimeoutError):
                try:
                    message = self._bus.receive(timeout=0.05)
                except OSError as error:
                    if isinstance(error, TimeoutError):
                        continue
                    return
                if message.header.message_type is MessageType.method_call:
                    self._answer(message)

    def _answer(self, call: Message) -> None:
        fields = call.header.fields
        method, interface = fields[HeaderFields.member], fields[HeaderFields.interface]
        name = interface.removeprefix(PREFIX)
        if method == "Get":
            wanted = call.body[0].removeprefix(PREFIX)
            if wanted not in self.interfaces:
                self._refuse(call, "org.freedesktop.DBus.Error.InvalidArgs", "No such interface")
            else:
                self._send(new_method_return(call, "v", (("u", 2),)))
            return
        self.asked.append((f"{name}.{method}", call.body))
        self.before_answer(method)
        if method.startswith("Notify"):
            if self.refuses_input:
                self._refuse(call, f"{PREFIX}Error.NotAllowed", "Not allowed to call it")
            else:
                self._send(new_method_return(call))
        elif method == "OpenPipeWireRemote":
            reading, writing = os.pipe()
            self._send(new_method_return(call, "h", (reading,)))
            os.close(reading)
            os.close(writing)
        else:
            self._respond(call, method)

    def _respond(self, call: Message, method: str) -> None:
        """Answer a request: first its path, then by its signal."""
        options = {key: value for key, (_, value) in call.body[-1].items()}
        sender = call.header.fields[HeaderFields.sender].lstrip(":").replace(".", "_")
        path = f"{PATH}/request/{sender}/{options['handle_token']}"
        self._send(new_method_return(call, "o", (path,)))
        code, results = 0, {}
        if method == "CreateSession":
            session = f"{PATH}/session/{sender}/{options['session_handle_token']}"
            self._sessions.append(session)
            results["session_handle"] = ("s", session)
        elif method == "Start":
            code = self.answer
            results["devices"] = ("u", self.devices)
            results["streams"] = ("a(ua{sv})", self.streams)
            if self.token is not None:
                results["restore_token"] = ("s", self.token)
        self._signal(path, "Request", "Response", "ua{sv}", (code, results if code == 0 else {}))

    def _refuse(self, call: Message, name: str, text: str) -> None:
        self._send(new_error(call, name, "s", (text,)))

    def _signal(
        self, path: str, interface: str, member: str, signature: str, body: tuple[Any, ...]
    ) -> None:
        address = DBusAddress(path, interface=f"{PREFIX}{interface}")
        self._send(new_signal(address, member, signature, body))

    def _send(self, message: Message) -> None:
        with self._sending:
            self._bus.send(message)
