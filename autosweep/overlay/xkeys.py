"""Keys that reach the overlay whatever window has the focus, on an X display.

A key that another program has taken is left to it. Num Lock and Caps Lock make no difference.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

KEYS = {"ctrl+alt+h": "next", "ctrl+alt+shift+h": "prev", "ctrl+alt+o": "hide"}
"""What each key does, as a command of `--control`."""
_LOCKS = (0, 2, 16, 18)
"""Caps Lock and Num Lock off and on."""
_MODIFIERS = {"shift": 1, "ctrl": 4, "alt": 8}


class GlobalKeys:
    """Grabs keys on a connection and turns them into commands."""

    def __init__(self, display: Any, do: Callable[[str], None]) -> None:
        """Take the keys; `taken` names those that another program has."""
        from Xlib import XK, X

        self._do = do
        self._commands: dict[tuple[int, int], str] = {}
        self.taken: list[str] = []
        """Keys that belong to another program."""
        refused: list[Any] = []

        def refuse(error: Any, request: Any) -> int:
            del request
            refused.append(error)
            return 1

        for name, command in KEYS.items():
            *held, letter = name.split("+")
            code = display.keysym_to_keycode(XK.string_to_keysym(letter))
            mask = sum(_MODIFIERS[word] for word in held)
            refused.clear()
            for locks in _LOCKS:
                display.screen().root.grab_key(
                    code,
                    mask | locks,
                    1,
                    X.GrabModeAsync,
                    X.GrabModeAsync,
                    onerror=refuse,
                )
            display.sync()
            if refused:
                self.taken.append(name)
            self._commands[code, mask] = command

    def __call__(self, event: Any) -> None:
        """Handle a key event of the connection."""
        from Xlib import X

        mask = event.state & (1 | 4 | 8)
        command = self._commands.get((event.detail, mask))
        if event.type == X.KeyPress and command is not None:
            self._do(command)
