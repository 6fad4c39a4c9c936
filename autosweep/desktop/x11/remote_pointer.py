"""The player's end of the process that makes the clicks (`click_process.py`): a Pointer.

It starts the process at once and waits for it only when it is first needed, so that its start
passes while the player prepares itself.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Sequence
from multiprocessing.connection import Connection
from time import monotonic
from typing import Any

from autosweep.closing import Closing, await_end
from autosweep.desktop.x11.click_process import Packed, pack
from autosweep.desktop.x11.connection import XConnection
from autosweep.errors import AutosweepError, EnvironmentFault
from autosweep.geometry import ScreenPoint
from autosweep.interfaces import Action, MoveTo

_PROGRAM = (
    "import sys; sys.path[:] = sys.argv[3:]; "
    "from autosweep.desktop.x11.click_process import main; "
    "main(int(sys.argv[1]), rootless=sys.argv[2] == 'rootless')"
)
"""Not `-m`, which would search the working folder for modules first."""
_BEYOND_STANDARD = 3
_END_SECONDS = 5.0


class RemotePointer(Closing):
    """A Pointer whose clicks another process makes; close it, or use it as a context manager.

    After `resumed()` nothing that was captured before counts: the next clicks and keys are
    withheld, so that the board is captured anew, and until then the mouse is a person's: its
    position is None.
    """

    def __init__(self, connection: XConnection, *, rootless: bool = False) -> None:
        """Start the process; raises NoDisplay where the display takes no clicks.

        Where the mouse is is asked on this process's own connection, ten times as quickly.
        `rootless` says that the server draws no screen, only windows.
        """
        from fcntl import F_DUPFD_CLOEXEC, fcntl

        connection.require_xtest()
        kind = "rootless" if rootless else "screen"
        words = [str(os.getpid()), kind, *filter(None, sys.path)]
        ours, theirs = socket.socketpair()
        with ours, theirs:
            # Where stderr is closed its number is free, and libraries write to that number.
            self._wire = Connection(fcntl(ours, F_DUPFD_CLOEXEC, _BEYOND_STANDARD))
            self._process = subprocess.Popen(  # noqa: S603 - our own program
                [sys.executable, "-P", "-c", _PROGRAM, *words],
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                # The terminal's signals, Ctrl-Z and Ctrl-C, go to the processes of a session.
                start_new_session=True,
            )
        self._connection = connection
        self._ready = False
        self._resumed = False

    def perform(self, actions: Sequence[Action]) -> list[Action]:
        """Do the actions in order; return those that were withheld. See `XPointer.perform`."""
        if not actions:
            return []
        if self._is_outdated(actions):
            return list(actions)
        numbers: list[int] = self._ask([pack(action) for action in actions])
        return [actions[number] for number in numbers]

    def position(self) -> ScreenPoint | None:
        """Return where the mouse is; None after a suspension, in which a person had it."""
        if self._resumed:
            return None
        return self._connection.mouse_position()

    def resumed(self) -> None:
        """Note that this process was stopped for a while, in which nothing was captured."""
        self._resumed = True

    def wait(self) -> None:
        """Wait until the process can click; raises NoDisplay where it cannot."""
        if not self._ready:
            self._answer()
            self._ready = True

    def close(self) -> None:
        """End the process; a second call does nothing."""
        self._wire.close()
        if not self._ready:
            # It was never asked for anything, so nothing is under way.
            self._process.kill()
        await_end(self._process, _END_SECONDS)

    def _is_outdated(self, actions: Sequence[Action]) -> bool:
        """Return True if actions may have been decided on before this process was suspended.

        Moving the mouse does no harm.
        """
        if not self._resumed or all(isinstance(action, MoveTo) for action in actions):
            return False
        self._resumed = False
        return True

    def _ask(self, actions: list[Packed]) -> Any:
        self.wait()
        try:
            self._wire.send((monotonic(), actions))
        except OSError as error:
            raise _gone() from error
        return self._answer()

    def _answer(self) -> Any:
        try:
            kind, answer = self._wire.recv()
        except (EOFError, OSError) as error:
            raise _gone() from error
        if kind == "fault":
            assert isinstance(answer, AutosweepError)  # noqa: S101 - nothing else is sent
            raise answer
        return answer


def _gone() -> EnvironmentFault:
    msg = "The process that moves the mouse has ended."
    return EnvironmentFault(msg, remedy="Was it killed, or is there too little memory?")
