"""Keys by the names that settings and client profiles use: `ctrl+n`, `f2`, `escape`, `?`.

And the buttons of the mouse by the numbers of the Linux kernel.
"""

from __future__ import annotations

from autosweep.interfaces import Button

BUTTON_CODES = {
    Button.LEFT: (0x110,),
    Button.MIDDLE: (0x112,),
    Button.RIGHT: (0x111,),
    Button.BOTH: (0x110, 0x111),
}
"""Codes of the kernel's input events, which Wayland and the portal use."""
KEY_NAMES = {
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
"""Our names of keys that are no characters, with the names of the X keyboard extension, which
Wayland uses too."""


def split_keys(keys: str) -> list[str]:
    """Split a combination; a plus sign at the end is a key itself."""
    if len(keys) > 1 and keys.endswith("+"):
        return [*(part for part in keys[:-1].split("+") if part), "+"]
    return keys.split("+") if keys != "+" else ["+"]


def xkb_name(key: str) -> str:
    """Return the X keyboard extension's name of a key that is no character."""
    low = key.lower()
    return low.upper() if low[:1] == "f" and low[1:].isdigit() else KEY_NAMES.get(low, key)
