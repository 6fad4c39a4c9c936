"""Keys by name on X11: `ctrl+n`, `f2`, `escape`, `?`, as key codes of the server's layout."""

from __future__ import annotations

from typing import Any

from autosweep.errors import EnvironmentFault

_NAMES = {
    "alt": "Alt_L",
    "backspace": "BackSpace",
    "cmd": "Super_L",
    "command": "Super_L",
    "ctrl": "Control_L",
    "control": "Control_L",
    "del": "Delete",
    "delete": "Delete",
    "down": "Down",
    "end": "End",
    "enter": "Return",
    "esc": "Escape",
    "escape": "Escape",
    "home": "Home",
    "insert": "Insert",
    "left": "Left",
    "pagedown": "Next",
    "pageup": "Prior",
    "pgdn": "Next",
    "pgup": "Prior",
    "return": "Return",
    "right": "Right",
    "shift": "Shift_L",
    "space": "space",
    "super": "Super_L",
    "tab": "Tab",
    "up": "Up",
    "win": "Super_L",
}
"""Keys by the names that settings and client profiles use, with X's names."""
_SHIFT = "Shift_L"


def key_codes(display: Any, keys: str) -> list[int]:
    """Return the codes of a combination such as `ctrl+n`, in the order in which to press them.

    Raises EnvironmentFault for a key that the display's keyboard lacks.
    """
    from Xlib import XK

    codes: list[int] = []
    for name in _parts(keys):
        symbol = _symbol(XK, name)
        places = display.keysym_to_keycodes(symbol) if symbol else []
        if not places:
            msg = f"The keyboard of the display has no key {name!r} (of {keys!r})."
            raise EnvironmentFault(msg, remedy="Name another key with `--new-game`.")
        code, index = min(places, key=lambda place: place[1])
        if index == 1:
            codes.append(int(display.keysym_to_keycode(XK.string_to_keysym(_SHIFT))))
        codes.append(int(code))
    return codes


def _parts(keys: str) -> list[str]:
    """Split a combination; a plus sign at the end is a key itself."""
    if len(keys) > 1 and keys.endswith("+"):
        return [*(part for part in keys[:-1].split("+") if part), "+"]
    return keys.split("+") if keys != "+" else ["+"]


def _symbol(names: Any, key: str) -> int:
    """Return X's symbol of a key, 0 for a name that it does not know."""
    if len(key) == 1:
        # In Latin-1 the symbol of a character is its number.
        number = ord(key)
        return number if 0x20 <= number <= 0xFF else 0x01000000 + number
    low = key.lower()
    if low[0] == "f" and low[1:].isdigit():
        return int(names.string_to_keysym(low.upper()))
    return int(names.string_to_keysym(_NAMES.get(low, key)))
