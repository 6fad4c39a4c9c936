"""Keys that reach the overlay whatever window has the focus, on an X display.

A key that another program has taken is left to it. Num Lock and Caps Lock make no difference.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import xcffib
from xcffib.xproto import GrabMode, KeyPressEvent, ModMask

from autosweep.desktop.x11.connection import XConnection
from autosweep.desktop.x11.keyboard import key_codes

KEYS = {"ctrl+alt+h": "next", "ctrl+alt+shift+h": "prev", "ctrl+alt+o": "hide"}
"""What each key does, as a command of `--control`."""
_LOCKS = (0, ModMask.Lock, ModMask._2, ModMask.Lock | ModMask._2)  # noqa: SLF001 - Num Lock
"""Caps Lock and Num Lock off and on."""
_MODIFIERS = {"shift": ModMask.Shift, "ctrl": ModMask.Control, "alt": ModMask._1}  # noqa: SLF001
_MODIFIER_BITS = ModMask.Shift | ModMask.Control | ModMask._1  # noqa: SLF001


class GlobalKeys:
    """Grabs keys on a connection and turns them into commands."""

    def __init__(self, connection: XConnection, do: Callable[[str], None]) -> None:
        """Take the keys; `taken` names those that another program has."""
        self._do = do
        self._commands: dict[tuple[int, int], str] = {}
        self.taken: list[str] = []
        """Keys that belong to another program."""
        with connection.faults():
            for name, command in KEYS.items():
                *held, letter = name.split("+")
                code = key_codes(connection, letter)[-1]
                mask = sum(_MODIFIERS[word] for word in held)
                how = GrabMode.Async, GrabMode.Async
                asked = [
                    connection.core.GrabKeyChecked(True, connection.root, mask | locks, code, *how)  # noqa: FBT003
                    for locks in _LOCKS
                ]
                # Each answer is waited for, whatever the others are.
                if sum(_is_refused(question) for question in asked):
                    self.taken.append(name)
                self._commands[code, mask] = command

    def __call__(self, event: Any) -> None:
        """Handle a key event of the connection."""
        command = self._commands.get((event.detail, event.state & _MODIFIER_BITS))
        if isinstance(event, KeyPressEvent) and command is not None:
            self._do(command)


def _is_refused(asked: Any) -> bool:
    try:
        asked.check()
    except xcffib.Error:
        return True
    return False
