"""The wire of Wayland: a socket, objects with numbers, requests out and events in.

Only what the back end for wlroots compositors needs: no library of the system is loaded. A message
is the number of an object, a word with its length and opcode, and arguments in words of four
bytes. A request may carry a file descriptor. Event handlers get the opcode and the arguments.
"""

from __future__ import annotations

import array
import contextlib
import os
import select
import socket
import struct
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from time import monotonic

from autosweep.closing import Closing
from autosweep.errors import DisplayLost, NoDisplay
from autosweep.messages import printable

Handler = Callable[[int, "Arguments"], None]
"""Called with the opcode of an event and its arguments."""
DISPLAY = 1
"""The number of the one object that is there from the start."""
PATIENCE = 10.0
"""Seconds that a compositor may take for an answer: one whose monitor sleeps draws no frame."""
_SYNC, _GET_REGISTRY = 0, 1
_ERROR, _DELETE_ID = 0, 1
_BIND = 0
_GLOBAL, _GLOBAL_REMOVE = 0, 1
_FIRST_ID = 2
_HEADER = struct.Struct("=II")
_CHUNK = 65536
_MAX_WORD = 0xFFFFFFFF


class NoCompositor(NoDisplay):
    """No Wayland compositor answers."""

    default_remedy = (
        "Start autosweep in the Wayland session, as its user: WAYLAND_DISPLAY and XDG_RUNTIME_DIR "
        "lead there, which `sudo` and `ssh` do not pass on."
    )


class Arguments:
    """The arguments of an event, taken one after the other."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def unsigned(self) -> int:
        """Return the next argument as a number from 0."""
        return self._word("=I")

    def signed(self) -> int:
        """Return the next argument as a number."""
        return self._word("=i")

    def text(self) -> str:
        """Return the next argument as a text."""
        length = self.unsigned()
        raw = self._data[self._at : self._at + length]
        self._at += length + -length % 4
        return raw.rstrip(b"\0").decode("utf-8", "replace")

    def _word(self, kind: str) -> int:
        try:
            (value,) = struct.unpack_from(kind, self._data, self._at)
        except struct.error as error:
            msg = "The compositor sent a message that is too short."
            raise DisplayLost(msg) from error
        self._at += 4
        return int(value)


def socket_path(environ: Mapping[str, str]) -> Path | None:
    """Return the compositor's socket, None where the variables name none."""
    name = environ.get("WAYLAND_DISPLAY")
    if not name:
        return None
    if name.startswith("/"):
        return Path(name)
    folder = environ.get("XDG_RUNTIME_DIR")
    return Path(folder, name) if folder else None


class WaylandConnection(Closing):
    """A connection to a compositor with its global objects; every method raises DisplayLost."""

    def __init__(self, environ: Mapping[str, str] = os.environ) -> None:
        """Connect; raises NoCompositor where none answers."""
        path = socket_path(environ)
        if path is None:
            msg = "There is no Wayland display (WAYLAND_DISPLAY is not set)."
            raise NoCompositor(msg)
        self.name = environ["WAYLAND_DISPLAY"]
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(PATIENCE)
        try:
            self._socket.connect(str(path))
        except OSError as error:
            self._socket.close()
            msg = f"The Wayland display {self.name} cannot be reached: {error.strerror}."
            raise NoCompositor(msg) from error
        self._received = b""
        self._next = _FIRST_ID
        self._free: list[int] = []
        self._handlers: dict[int, Handler] = {DISPLAY: self._on_display}
        self._globals: dict[int, tuple[str, int]] = {}
        self._on_global: dict[str, Callable[[int], None]] = {}
        self._on_removed: list[Callable[[int], None]] = []
        self._registry = self.new_object(self._on_registry)
        self.send(DISPLAY, _GET_REGISTRY, self._registry)
        self.roundtrip()

    def offers(self, interface: str) -> bool:
        """Return True if the compositor has a global object of that interface."""
        return any(kind == interface for kind, _ in self._globals.values())

    def bind(self, interface: str, version: int, handler: Handler | None = None) -> int:
        """Return a new object for a global; raises NoDisplay where the compositor has none."""
        for name, (kind, offered) in self._globals.items():
            if kind == interface:
                return self.bind_name(name, interface, min(version, offered), handler)
        msg = f"The compositor of {self.name} does not offer {interface}."
        raise NoDisplay(msg, remedy="Use another compositor, or log in to an X11 session.")

    def bind_name(self, name: int, interface: str, version: int, handler: Handler | None) -> int:
        """Return a new object for the global with a number."""
        offered = self._globals[name][1]
        new = self.new_object(handler)
        self.send(self._registry, _BIND, name, interface, min(version, offered), new)
        return new

    def watch_globals(
        self, interface: str, added: Callable[[int], None], removed: Callable[[int], None]
    ) -> None:
        """Call `added` for each global of an interface, now and later, `removed` if one goes."""
        self._on_global[interface] = added
        self._on_removed.append(removed)
        for name, (kind, _) in list(self._globals.items()):
            if kind == interface:
                added(name)

    def new_object(self, handler: Handler | None = None) -> int:
        """Return the number of a new object; numbers that the compositor gave back come again."""
        if self._free:
            number = self._free.pop()
        else:
            number, self._next = self._next, self._next + 1
        self._handlers[number] = handler or _ignore
        return number

    def send(self, target: int, opcode: int, *arguments: int | str, fd: int | None = None) -> None:
        """Send a request; a file descriptor goes beside its arguments."""
        body = b"".join(map(_packed, arguments))
        message = _HEADER.pack(target, (_HEADER.size + len(body)) << 16 | opcode) + body
        with self._faults():
            if fd is None:
                self._socket.sendall(message)
            else:
                rights = (socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [fd]))
                self._socket.sendmsg([message], [rights])

    def roundtrip(self) -> None:
        """Wait until the compositor has done all that was sent, and handle its events."""
        done: list[int] = []
        self.send(DISPLAY, _SYNC, self.new_object(lambda *_: done.append(1)))
        self.wait(lambda: bool(done))

    def wait(self, until: Callable[[], bool]) -> None:
        """Handle events until something holds."""
        while not until():
            self._receive()

    def wait_at_most(self, seconds: float, until: Callable[[], bool]) -> bool:
        """Handle events until something holds; return False if it does not within some time."""
        end = monotonic() + seconds
        while not until():
            left = end - monotonic()
            if left <= 0 or not select.select([self._socket], [], [], left)[0]:
                return False
            self._receive()
        return True

    def handle_waiting(self) -> None:
        """Handle the events that have come; wait for none."""
        while select.select([self._socket], [], [], 0)[0]:
            self._receive()

    def close(self) -> None:
        """Leave the compositor."""
        self._socket.close()

    def _receive(self) -> None:
        with self._faults():
            data = self._socket.recv(_CHUNK)
        if not data:
            msg = f"The Wayland display {self.name} went away."
            raise DisplayLost(msg)
        self._received += data
        while len(self._received) >= _HEADER.size:
            sender, word = _HEADER.unpack_from(self._received)
            length = word >> 16
            if length < _HEADER.size:
                msg = f"The Wayland display {self.name} sent a message that makes no sense."
                raise DisplayLost(msg)
            if len(self._received) < length:
                return
            body = self._received[_HEADER.size : length]
            self._received = self._received[length:]
            # An object that we are done with may still have sent something.
            self._handlers.get(sender, _ignore)(word & 0xFFFF, Arguments(body))

    def _on_display(self, opcode: int, arguments: Arguments) -> None:
        if opcode == _ERROR:
            arguments.unsigned()
            arguments.unsigned()
            msg = f"The Wayland display {self.name} refused: {printable(arguments.text())}."
            raise DisplayLost(msg)
        if opcode == _DELETE_ID:
            number = arguments.unsigned()
            self._handlers.pop(number, None)
            self._free.append(number)

    def _on_registry(self, opcode: int, arguments: Arguments) -> None:
        name = arguments.unsigned()
        if opcode == _GLOBAL:
            kind, version = arguments.text(), arguments.unsigned()
            self._globals[name] = (kind, version)
            if kind in self._on_global:
                self._on_global[kind](name)
        elif opcode == _GLOBAL_REMOVE:
            self._globals.pop(name, None)
            for removed in self._on_removed:
                removed(name)

    @contextlib.contextmanager
    def _faults(self) -> Iterator[None]:
        """Turn faults of the socket into DisplayLost."""
        try:
            yield
        except TimeoutError as error:
            msg = f"The Wayland display {self.name} did not answer for {PATIENCE:g} seconds."
            raise DisplayLost(msg) from error
        except OSError as error:
            msg = f"The Wayland display {self.name} went away."
            raise DisplayLost(msg) from error


def _ignore(opcode: int, arguments: Arguments) -> None:
    """Do nothing with an event."""


def _packed(argument: int | str) -> bytes:
    """Return an argument as bytes; negative numbers have the same bits as on the other side."""
    if isinstance(argument, int):
        return struct.pack("=I", argument & _MAX_WORD)
    raw = argument.encode() + b"\0"
    return struct.pack("=I", len(raw)) + raw + b"\0" * (-len(raw) % 4)
