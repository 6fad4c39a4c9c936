"""The process that makes the clicks which the player asks for, each as a whole.

A player may be stopped (Ctrl-Z, SIGSTOP) or killed at any moment, also while the X server serves
nobody else or a button is down. So the player never does that itself. This process does, in a
session of its own, where the terminal's signals do not reach it. It answers over a socket; whenever
the player is stopped or gone it makes no further click, and it ends with the player.

Started by `remote_pointer.py`, with the socket as its standard input. Actions are sent as plain
tuples, which takes a fifth of the time of pickled objects; both ends are the same program, so
nothing is checked.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
from collections.abc import Sequence
from multiprocessing.connection import Connection
from time import monotonic
from typing import Any

import numpy as np

from autosweep.errors import AutosweepError, EnvironmentFault
from autosweep.geometry import ScreenMap, ScreenPoint
from autosweep.interfaces import Action, Button, Click, Frame, MoveTo, PressKey

Packed = tuple[Any, ...]
"""An action that consists of numbers, texts and bytes only."""

_STOPPED = frozenset("TtZX")
"""States of a process that does not run: stopped, traced, ended."""
_STANDARD_INPUT = 0
_STATE_BYTES = 512
"""More than the line of a process takes."""
OLDEST_REQUEST = 0.25
"""Seconds that a request may be under way: an older one comes from a player that was stopped."""


class Clicker:
    """Serves the requests of one player over a connection."""

    def __init__(self, wire: Connection, player: int, pointer: Any) -> None:
        """Serve the process `player` with a pointer such as `XPointer`."""
        self._wire = wire
        self._state: int | None = None
        # Kept open: it is read before each click. Some containers have no such files.
        with contextlib.suppress(OSError):
            self._state = os.open(f"/proc/{player}/stat", os.O_RDONLY | os.O_CLOEXEC)
        self._pointer = pointer
        self.ending = False
        """Whether to end before the next action."""

    def serve(self) -> None:
        """Answer until the player closes the connection or is gone."""
        while not self.ending:
            try:
                when, packed = self._wire.recv()
            except (EOFError, OSError):
                return
            try:
                answer: tuple[str, Any] = "done", self._perform(packed, when)
            except AutosweepError as error:
                answer = "fault", error
            except Exception as error:  # noqa: BLE001 - whatever it is, the player must know
                text = f"The mouse cannot be used: {type(error).__name__}: {error}."
                answer = "fault", EnvironmentFault(text)
            try:
                self._wire.send(answer)
            except OSError:
                return

    def _perform(self, packed: Sequence[Packed], when: float) -> list[int]:
        """Perform a batch; return the positions of the actions that were withheld."""
        actions = [unpack(action) for action in packed]
        if monotonic() - when > OLDEST_REQUEST:
            # The player was stopped between its decision and now; the screen may be another.
            return [n for n, action in enumerate(actions) if not isinstance(action, MoveTo)]
        withheld: list[int] = self._pointer.perform(actions, self._player_runs)
        return withheld

    def _player_runs(self) -> bool:
        """Return True if the player is there and not stopped."""
        if self.ending:
            return False
        # It writes nothing while it waits for an answer: what can be read is the end.
        if select.select([self._wire], [], [], 0)[0]:
            return False
        if self._state is None:
            return True
        try:
            state = os.pread(self._state, _STATE_BYTES, 0)
        except OSError:  # it is gone
            return False
        # The program's name comes first, in brackets; it may hold any letters.
        return chr(state[state.rindex(b")") + 2]) not in _STOPPED


def main(player: int, *, rootless: bool = False) -> None:
    """Run the process for a player: connect to the display, say so, serve.

    `rootless` says that the server draws no screen, only windows.
    """
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTSTP, signal.SIGQUIT):
        # A signal to all our processes is meant for the player, which then ends this one.
        signal.signal(number, signal.SIG_IGN)
    wire = Connection(_STANDARD_INPUT)
    try:
        from autosweep.desktop.x11.pointer import XPointer

        pointer = XPointer(rootless=rootless)
    except AutosweepError as error:
        with contextlib.suppress(OSError):
            wire.send(("fault", error))
        return
    clicker = Clicker(wire, player, pointer)

    def end(number: int, frame: object) -> None:
        del number, frame
        clicker.ending = True

    signal.signal(signal.SIGTERM, end)
    with contextlib.suppress(OSError):
        wire.send(("done", None))
    try:
        clicker.serve()
    finally:
        pointer.close()


def pack(action: Action) -> Packed:
    """Return an action as a tuple."""
    if isinstance(action, PressKey):
        return ("key", action.keys)
    place = action.point.x, action.point.y
    if isinstance(action, MoveTo):
        return ("move", *place)
    head = ("click", *place, action.button.value, action.hold)
    if action.seen is None:
        return head
    m, pixels = action.seen.mapping, action.seen.pixels
    lies = m.origin_x, m.origin_y, m.scale_x, m.scale_y
    return (*head, lies, pixels.shape, pixels.tobytes())


def unpack(packed: Packed) -> Action:
    """Return the action of a tuple."""
    kind, *rest = packed
    if kind == "key":
        return PressKey(rest[0])
    point = ScreenPoint(rest[0], rest[1])
    if kind == "move":
        return MoveTo(point)
    button, hold = Button(rest[2]), rest[3]
    if len(rest) == 4:
        return Click(point, button, hold=hold)
    lies, shape, data = rest[4:]
    pixels = np.frombuffer(data, np.uint8).reshape(shape)
    return Click(point, button, Frame(pixels, mapping=ScreenMap(*lies)), hold)
