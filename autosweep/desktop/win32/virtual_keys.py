"""Keys by name on Windows: `ctrl+n`, `f2`, `escape`, `?`, as events of the present layout."""

from __future__ import annotations

from autosweep.desktop.key_names import split_keys
from autosweep.desktop.win32.send_input import Input, InputQueue
from autosweep.errors import EnvironmentFault

_SHIFT, _CONTROL, _ALT = 0x10, 0x11, 0x12
_WITH = ((1, _SHIFT), (2, _CONTROL), (4, _ALT))
"""Bits of the shift state of a character, with their keys."""
_F1, _LAST_F = 0x70, 24
_NAMES = {
    "alt": _ALT,
    "backspace": 0x08,
    "cmd": 0x5B,
    "command": 0x5B,
    "control": _CONTROL,
    "ctrl": _CONTROL,
    "del": 0x2E,
    "delete": 0x2E,
    "down": 0x28,
    "end": 0x23,
    "enter": 0x0D,
    "esc": 0x1B,
    "escape": 0x1B,
    "home": 0x24,
    "insert": 0x2D,
    "left": 0x25,
    "pagedown": 0x22,
    "pageup": 0x21,
    "pgdn": 0x22,
    "pgup": 0x21,
    "return": 0x0D,
    "right": 0x27,
    "shift": _SHIFT,
    "space": 0x20,
    "super": 0x5B,
    "tab": 0x09,
    "up": 0x26,
    "win": 0x5B,
}
"""Keys by the names that settings and client profiles use, with their virtual key codes."""
_EXTENDED = frozenset({0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28, 0x2D, 0x2E, 0x5B})
"""Keys that stand apart from the number block, which has the same codes."""


def key_events(queue: InputQueue, keys: str) -> list[Input]:
    """Return the events that press and release a combination such as `ctrl+n`.

    Raises EnvironmentFault for a key that the keyboard's layout lacks.
    """
    codes: list[int] = []
    for name in split_keys(keys):
        found = _codes(queue, name)
        if not found:
            msg = f"The keyboard has no key {name!r} (of {keys!r})."
            raise EnvironmentFault(msg, remedy="Name another key with `--new-game`.")
        codes += [code for code in found if code not in codes]
    down = [queue.key_event(code, up=False, extended=code in _EXTENDED) for code in codes]
    up = [queue.key_event(code, up=True, extended=code in _EXTENDED) for code in reversed(codes)]
    return [*down, *up]


def _codes(queue: InputQueue, name: str) -> list[int]:
    """Return the keys to press for a name, shift keys first; empty for an unknown one."""
    if len(name) == 1:
        found = queue.key_of(name)
        if found is None:
            return []
        code, state = found
        return [*(key for bit, key in _WITH if state & bit), code]
    low = name.lower()
    if low[:1] == "f" and low[1:].isdecimal() and 1 <= int(low[1:]) <= _LAST_F:
        return [_F1 + int(low[1:]) - 1]
    return [_NAMES[low]] if low in _NAMES else []
