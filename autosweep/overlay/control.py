"""Telling a running overlay what to do: a local socket that only its user can reach.

One line is sent (`next`, `prev`, `show=PARTS`, `hide`, `status`, `quit`), one line comes back.
Unix sockets, in the user's runtime folder; on Windows a named pipe.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import sys
import tempfile
import threading
import warnings
from collections.abc import Callable
from multiprocessing.connection import Client, Connection, Listener
from pathlib import Path
from types import TracebackType
from typing import Self

from autosweep.errors import EnvironmentFault

MAX_LINE = 1000
"""Bytes of a command at most."""
_LONGEST = 100
"""Bytes of a path that every system takes for a socket."""


def address() -> str:
    """Return where the overlay of this display listens."""
    display = re.sub(r"[^A-Za-z0-9]+", "-", os.environ.get("DISPLAY", "screen")).strip("-")
    name = f"overlay-{display}"
    if sys.platform == "win32":
        return rf"\\.\pipe\autosweep-{os.environ.get('USERNAME', 'user')}-{name}"
    path = str(_folder() / f"{name}.sock")
    if len(os.fsencode(path)) < _LONGEST:
        return path
    # Sockets take short paths only; the long one still tells this user and folder from others.
    short = hashlib.sha256(os.fsencode(path)).hexdigest()[:16]
    return str(_private_folder() / f"{short}.sock")


def _folder() -> Path:
    from platformdirs import user_runtime_path

    with warnings.catch_warnings():
        # Without a runtime folder of the session it names another one, and says so at length.
        warnings.simplefilter("ignore")
        folder = user_runtime_path("autosweep")
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError:
        # No runtime folder here (a bare container).
        return _private_folder()
    return folder


def _private_folder() -> Path:
    """Return a folder among the temporary files that only this user can use."""
    folder = Path(tempfile.gettempdir()) / f"autosweep-{os.getuid()}"
    folder.mkdir(exist_ok=True, mode=0o700)
    if folder.is_symlink() or folder.stat().st_uid != os.getuid():
        msg = f"The folder {folder} belongs to somebody else."
        raise EnvironmentFault(msg, remedy="Set XDG_RUNTIME_DIR to a folder of your own.")
    return folder


def send(command: str) -> str:
    """Send a command to the overlay of this display and return its answer.

    Raises EnvironmentFault where none is running.
    """
    try:
        with Client(address()) as connection:
            connection.send_bytes(command.encode())
            return connection.recv_bytes(MAX_LINE).decode()
    except (OSError, EOFError):
        msg = "No overlay is running on this display."
        raise EnvironmentFault(msg, remedy="Start one with `autosweep overlay`.") from None


class Control:
    """Listens for commands while its block runs; answers are given by `answer`, in its thread."""

    def __init__(self, answer: Callable[[str], str]) -> None:
        self._answer = answer
        self._address = address()
        self._listener: Listener | None = None

    def __enter__(self) -> Self:
        """Start to listen; raises EnvironmentFault where another overlay does already."""
        if self._running():
            msg = "An overlay is already running on this display."
            remedy = "Change it with `autosweep overlay --control next`, or `--control quit`."
            raise EnvironmentFault(msg, remedy=remedy)
        if sys.platform != "win32":
            # What a killed overlay left behind.
            Path(self._address).unlink(missing_ok=True)
        before = os.umask(0o177)
        try:
            self._listener = Listener(self._address)
        except OSError as error:
            msg = f"The overlay cannot listen for commands: {error}."
            raise EnvironmentFault(msg) from error
        finally:
            os.umask(before)
        threading.Thread(target=self._serve, daemon=True, name="control").start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        listener, self._listener = self._listener, None
        if listener is not None:
            with contextlib.suppress(OSError):
                listener.close()
        if sys.platform != "win32":
            Path(self._address).unlink(missing_ok=True)

    def _running(self) -> bool:
        try:
            return bool(send("status"))
        except EnvironmentFault:
            return False

    def _serve(self) -> None:
        while (listener := self._listener) is not None:
            try:
                connection = listener.accept()
            except (OSError, EOFError):
                continue
            with connection:
                self._serve_one(connection)

    def _serve_one(self, connection: Connection) -> None:
        with contextlib.suppress(OSError, EOFError):
            # A client that says nothing must not block the next one.
            if connection.poll(1.0):
                command = connection.recv_bytes(MAX_LINE).decode("utf-8", "replace")
                connection.send_bytes(self._answer(command.strip())[:MAX_LINE].encode())
