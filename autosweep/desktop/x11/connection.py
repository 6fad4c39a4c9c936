"""A connection to the X server by xcffib: opening it, its screen, its extensions, its end.

A process has one, which everything that asks the server shares: windows, monitors, the mouse's
position, pixels. The screen is the one that DISPLAY names: `:0.1` is the second screen of a server,
with a root window of its own. Must not import numpy: listing windows should not wait for it.
"""

from __future__ import annotations

import contextlib
import os
import socket
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import xcffib
import xcffib.xproto

from autosweep.closing import Closing
from autosweep.errors import DisplayLost, NoDisplay
from autosweep.geometry import ScreenPoint

_EXTENSIONS: dict[str, tuple[str, tuple[int, int] | None]] = {
    "Composite": ("composite", (0, 4)),
    "DAMAGE": ("damage", (1, 1)),
    # It has GetScreenResourcesCurrent; the older request makes the server probe the hardware.
    "RANDR": ("randr", (1, 3)),
    "XINERAMA": ("xinerama", None),
    "XTEST": ("xtest", None),
}
"""Extensions by the server's names, with xcffib's module and the version that is needed."""
# xcffib knows the events and errors of the extensions that are imported before it connects.
_MODULES = {name: import_module(f"xcffib.{module}") for name, (module, _) in _EXTENSIONS.items()}
_OPEN_REMEDY = "Check DISPLAY and XAUTHORITY, or unset DISPLAY."
_STDERR = 2


class XConnection(Closing):
    """A connection to the display that DISPLAY names; one thread at a time may read its events."""

    def __init__(self) -> None:
        """Connect; raises NoDisplay with the reason where that fails."""
        self.name = os.environ.get("DISPLAY", "")
        """The display's name."""
        server, number = split_name(self.name)
        self.xcb: Any = _connect(server, self.name)
        """The connection of the library."""
        self.core: Any = self.xcb.core
        """The requests that every server knows."""
        screens = self.xcb.setup.roots
        if number >= len(screens):
            self.close()
            has = "one screen" if len(screens) == 1 else f"{len(screens)} screens"
            msg = (
                f"The display {self.name} cannot be opened: its server has {has}, "
                f"and no screen {number}."
            )
            raise NoDisplay(msg, remedy=f"Screens count from 0: use {server}.0.")
        self.screen: Any = screens[number]
        """What the server says of the screen."""
        self.root = int(self.screen.root)
        """The window that is the screen."""
        self._extensions: dict[str, Any] = {}

    def extension(self, name: str) -> Any:
        """Return the requests of an extension, None where the server lacks it or has an older one.

        A request of an extension that the server lacks would end the connection.
        """
        if name not in self._extensions:
            self._extensions[name] = self._find_extension(name)
        return self._extensions[name]

    def extensions(self) -> list[str]:
        """Return the names of all extensions that the server has."""
        return [name.name.to_string() for name in self.core.ListExtensions().reply().names]

    def require_xtest(self) -> Any:
        """Return the requests of XTEST; raises NoDisplay where the server takes no clicks."""
        with self.faults():
            found = self.extension("XTEST")
        if found is None:
            why = "lacks the XTEST extension, so nothing can be clicked on it"
            msg = f"The display {self.name} {why}."
            raise NoDisplay(msg, remedy="Start the X server without `-tst` or `-extension XTEST`.")
        return found

    def mouse_position(self) -> ScreenPoint:
        """Return where the mouse is, on whichever screen of the server; raises DisplayLost."""
        with self.faults():
            at = self.core.QueryPointer(self.root).reply()
        return ScreenPoint(at.root_x, at.root_y)

    def size(self) -> tuple[int, int]:
        """Return the size of the screen, all monitors together; raises DisplayLost."""
        with self.faults():
            size = self.core.GetGeometry(self.root).reply()
        return size.width, size.height

    def events(self) -> Iterator[Any]:
        """Yield the events that have come; errors of requests that nobody waits for are dropped."""
        while True:
            try:
                event = self.xcb.poll_for_event()
            except xcffib.Error:
                continue
            if event is None:
                return
            yield event

    def sync(self) -> None:
        """Wait until the server has done everything that it was asked for."""
        self.core.GetInputFocus().reply()

    @contextlib.contextmanager
    def faults(self) -> Iterator[None]:
        """Turn what an ended connection raises into DisplayLost."""
        try:
            yield
        except xcffib.XcffibException as error:
            msg = "The display went away."
            raise DisplayLost(msg) from error

    def close(self) -> None:
        """Leave the display; a second call does nothing."""
        self.xcb.disconnect()

    def _find_extension(self, name: str) -> Any:
        if not self.core.QueryExtension(len(name), name).reply().present:
            return None
        found = self.xcb(_MODULES[name].key)
        needed = _EXTENSIONS[name][1]
        if needed is not None:
            has = found.QueryVersion(*needed).reply()
            if (has.major_version, has.minor_version) < needed:
                return None
        return found


def split_name(name: str) -> tuple[str, int]:
    """Return a display's name without its screen, and the screen's number: `:0`, 1 for `:0.1`."""
    host, colon, rest = name.rpartition(":")
    number, _, screen = rest.partition(".")
    return f"{host}{colon}{number}", int(screen) if screen.isdigit() else 0


def _connect(server: str, name: str) -> Any:
    with _caught_stderr() as said:
        try:
            return xcffib.connect(server)
        except xcffib.XcffibException as error:
            cause = error
        said.seek(0)
        text = said.read().decode("utf-8", "replace")
    msg = f"The display {name} cannot be opened: {_reason(server, text)}."
    raise NoDisplay(msg, remedy=_OPEN_REMEDY) from cause


@contextlib.contextmanager
def _caught_stderr() -> Iterator[Any]:
    """Catch what libxcb itself writes to stderr: why the server refuses the connection."""
    with os.fdopen(os.memfd_create("stderr"), "w+b") as caught:
        if caught.fileno() == _STDERR:
            # Stderr was closed, so its number was free.
            yield caught
            return
        kept = os.dup(_STDERR)
        os.dup2(caught.fileno(), _STDERR)
        try:
            yield caught
        finally:
            os.dup2(kept, _STDERR)
            os.close(kept)


def _reason(server: str, said: str) -> str:
    """Return why a server cannot be reached, in one line without a full stop."""
    text = " ".join(said.replace("\0", " ").split()).rstrip(". ")
    if text:
        return text
    host, _, number = server.rpartition(":")
    if host or not number.isdigit():
        return "it does not answer"
    with socket.socket(socket.AF_UNIX) as wire:
        try:
            wire.connect(f"/tmp/.X11-unix/X{number}")  # noqa: S108 - where X servers are
        except OSError as error:
            return str(error)
    return "the server refuses the connection"
