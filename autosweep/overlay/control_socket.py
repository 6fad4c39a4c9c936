"""Commands to a running overlay: a local socket that only its user can reach.

One line is sent (`next`, `prev`, `show=PARTS`, `hide`, `status`, `quit`), one line comes back.
Unix sockets, in the user's runtime folder; on Windows a named pipe. There is one for each `Place`
in which hints may be shown, because hints in one place cover no game in another.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import queue
import re
import sys
import tempfile
import threading
import warnings
from collections.abc import Callable
from enum import Enum
from multiprocessing.connection import Client, Connection, Listener
from pathlib import Path
from typing import Any, Self

from autosweep.errors import EnvironmentFault
from autosweep.files import reason_of

MAX_LINE = 1000
"""Longest command, in bytes."""
_PATIENCE = 2.0
"""Seconds to wait for an answer: a suspended overlay gives none."""
_LONGEST = 100
"""Length of a socket path that every system accepts, in bytes."""


class Place(Enum):
    """Where an overlay shows its hints and how its socket is named; `{}` is the display."""

    DISPLAY = "{}"
    """On this display."""
    PAGE_HERE = "browser page on {}"
    """In a page whose window is on this display."""
    PAGE_SOMEWHERE = "browser page"
    """In a page of a running browser, whose window may be on any display."""
    PAGE_UNSEEN = "browser page without a window"
    """In a page that no display shows, or nowhere."""


def address(*, create: bool = False, place: Place = Place.DISPLAY) -> str:
    """Return where the overlay of a place listens.

    With `create` its folder is created. Raises EnvironmentFault if this user has no folder for it.
    """
    # `:0` and `:0.0` are the same screen.
    shown = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or "screen"
    display = place.value.format(re.sub(r"(:\d+)\.0$", r"\1", shown))
    name = "overlay-" + re.sub(r"[^A-Za-z0-9]+", "-", display).strip("-")
    if sys.platform == "win32":
        return rf"\\.\pipe\autosweep-{os.environ.get('USERNAME', 'user')}-{name}"
    path = str(_folder(create=create) / f"{name}.sock")
    if len(os.fsencode(path)) < _LONGEST:
        return path
    # Sockets take short paths only; the long one still tells this user and folder from others.
    short = hashlib.sha256(os.fsencode(path)).hexdigest()[:16]
    return str(_private_folder(create=create) / f"{short}.sock")


def _folder(*, create: bool) -> Path:
    from platformdirs import user_runtime_path

    with warnings.catch_warnings():
        # Without a runtime folder it names another one, with a long warning.
        warnings.simplefilter("ignore")
        folder = user_runtime_path("autosweep")
    try:
        # After sudo the variable still names the first user's folder.
        if folder.parent.stat().st_uid != os.getuid():
            return _private_folder(create=create)
        if create:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if folder.is_symlink() or folder.stat().st_uid != os.getuid():
            return _private_folder(create=create)
    except OSError:
        # No runtime folder here (a bare container).
        return _private_folder(create=create)
    return folder


def _private_folder(*, create: bool) -> Path:
    """Return a folder among the temporary files that only this user can use."""
    folder = Path(tempfile.gettempdir()) / f"autosweep-{os.getuid()}"
    remedy = "Set XDG_RUNTIME_DIR to a folder of your own."
    if not create and not os.path.lexists(folder):
        return folder
    try:
        folder.mkdir(exist_ok=True, mode=0o700)
        foreign = folder.is_symlink() or folder.stat().st_uid != os.getuid()
    except OSError as error:
        msg = f"The folder {folder} cannot be used: {reason_of(error)}."
        raise EnvironmentFault(msg, remedy=remedy) from None
    if foreign:
        msg = f"The folder {folder} belongs to somebody else."
        raise EnvironmentFault(msg, remedy=remedy)
    return folder


def send(command: str) -> str:
    """Send a command to the overlay of this display, else to that of a page; return its answer.

    Raises EnvironmentFault if none is running, or if it does not answer.
    """
    try:
        answers = (_exchange(address(place=place), command) for place in Place)
        answer = next((answer for answer in answers if answer is not None), None)
    except TimeoutError:
        msg = "The overlay of this display does not answer."
        raise EnvironmentFault(msg, remedy="Let its process go on, or end it.") from None
    if answer is None:
        msg = "No overlay is running on this display."
        raise EnvironmentFault(msg, remedy="Start one with `autosweep overlay`.")
    return answer


def ask(command: str) -> dict[str, Any]:
    """Send a command to the overlay of this display and return its answer as JSON.

    Raises EnvironmentFault as `send` does, and if what answers is no overlay.
    """
    answer = _parsed(send(command))
    if answer is None:
        msg = "What answers on the overlay's socket is no overlay."
        raise EnvironmentFault(msg, remedy=f"End it, or remove {address()}.")
    return answer


def overlay_is_running() -> bool:
    """Return True if an overlay of this user may show hints on this display.

    One that does not answer counts, if it listens: a suspended overlay still covers the board. One
    in a page without a window does not count: no display shows its hints.
    """
    return any(_listens(place) for place in Place if place is not Place.PAGE_UNSEEN)


def _listens(place: Place) -> bool:
    try:
        answer = _exchange(address(place=place), "status")
    except TimeoutError:
        return True
    except EnvironmentFault:
        return False
    return answer is not None and _parsed(answer) is not None


def _exchange(where: str, command: str) -> str | None:
    """Return the answer to a command, None if nothing listens; raises TimeoutError."""
    answers: queue.SimpleQueue[str | None] = queue.SimpleQueue()

    def exchange() -> None:
        try:
            with Client(where) as connection:
                connection.send_bytes(command.encode())
                answers.put(connection.recv_bytes(MAX_LINE).decode("utf-8", "replace"))
        except (OSError, EOFError):
            answers.put(None)

    # In a thread, because even connecting blocks if the listener is suspended.
    threading.Thread(target=exchange, daemon=True, name="exchange").start()
    try:
        return answers.get(timeout=_PATIENCE)
    except queue.Empty:
        raise TimeoutError from None


def _parsed(text: str) -> dict[str, Any] | None:
    """Return an answer of `OverlaySession.answer`, None for anything else."""
    try:
        answer = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(answer, dict):
        return None
    if {"error", "remedy"} <= answer.keys():
        return answer
    board, show = answer.get("board"), answer.get("show")
    whole = {"level", "theme", "hidden"} <= answer.keys() and isinstance(show, list)
    sized = board is None or (isinstance(board, list) and len(board) == 2)
    return answer if whole and sized else None


class ControlSocket:
    """Listens for commands while its block runs; `answer` is called in its thread."""

    def __init__(self, answer: Callable[[str], str], place: Place = Place.DISPLAY) -> None:
        """Listen for the overlay of a place."""
        self._answer = answer
        self._where = "on this display" if place is Place.DISPLAY else "in a page"
        self._address = address(create=True, place=place)
        self._listener: Listener | None = None

    def __enter__(self) -> Self:
        """Start to listen; raises EnvironmentFault if another overlay already does."""
        if self._taken():
            msg = f"An overlay is already running {self._where}."
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

    def __exit__(self, *_: object) -> None:
        listener, self._listener = self._listener, None
        if listener is not None:
            with contextlib.suppress(OSError):
                listener.close()
        if sys.platform != "win32":
            Path(self._address).unlink(missing_ok=True)

    def _taken(self) -> bool:
        """Return True if any process listens there."""
        try:
            return _exchange(self._address, "status") is not None
        except TimeoutError:
            return True

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
            # A client that sends nothing must not block the next one.
            if connection.poll(1.0):
                command = connection.recv_bytes(MAX_LINE).decode("utf-8", "replace")
                connection.send_bytes(self._answer(command.strip())[:MAX_LINE].encode())
