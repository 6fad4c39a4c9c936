"""Keys on a wlroots compositor, by its virtual keyboard.

A virtual keyboard brings its own layout. Ours has a key for each name that settings may use and for
each printable character of ASCII, so it does not matter which layout the user has. It is told once:
programs miss a key that comes together with a new layout. Shift, Control, Alt and Super are told as
modifiers.
"""

from __future__ import annotations

import os

from autosweep.desktop.key_names import KEY_NAMES, split_keys, xkb_name
from autosweep.desktop.wayland.protocols import VIRTUAL_KEYBOARD
from autosweep.desktop.wayland.wire import WaylandConnection
from autosweep.errors import EnvironmentFault

_CREATE = 0
_KEYMAP, _KEY, _MODIFIERS = 0, 1, 2
_XKB_V1 = 1
_FIRST_CODE = 9
"""Code of the layout's first key."""
_EVDEV = 8
"""Codes of a layout are higher by this than those of events."""
_MASKS = {"Shift_L": 1, "Control_L": 4, "Alt_L": 8, "Super_L": 64}
_FUNCTION_KEYS = 12
_LAYOUT = """xkb_keymap {{
xkb_keycodes "autosweep" {{ minimum = 8; maximum = 255; {codes} }};
xkb_types "autosweep" {{ include "complete" }};
xkb_compatibility "autosweep" {{ include "complete" }};
xkb_symbols "autosweep" {{ {keys} }};
}};
"""


class VirtualKeyboard:
    """Presses keys; they reach the window that has the keyboard."""

    def __init__(self, connection: WaylandConnection, seat: int) -> None:
        """Create the keyboard; raises NoDisplay where the compositor offers none."""
        self._connection = connection
        manager = connection.bind(VIRTUAL_KEYBOARD, 1)
        self._keyboard = connection.new_object()
        connection.send(manager, _CREATE, seat, self._keyboard)
        text = layout().encode() + b"\0"
        file = os.memfd_create("autosweep")
        try:
            os.write(file, text)
            connection.send(self._keyboard, _KEYMAP, _XKB_V1, len(text), fd=file)
        finally:
            os.close(file)

    def press(self, keys: str, time: int) -> None:
        """Press and release a combination; raises EnvironmentFault for an unknown key."""
        mask, code = combination(keys)
        wire = self._connection
        try:
            wire.send(self._keyboard, _MODIFIERS, mask, 0, 0, 0)
            wire.send(self._keyboard, _KEY, time, code, 1)
        finally:
            wire.send(self._keyboard, _KEY, time, code, 0)
            wire.send(self._keyboard, _MODIFIERS, 0, 0, 0, 0)
            wire.roundtrip()


def offers_keys(connection: WaylandConnection) -> bool:
    """Return True if the compositor takes keys of programs."""
    return connection.offers(VIRTUAL_KEYBOARD)


def layout() -> str:
    """Return the keyboard's layout in the language of the X keyboard extension."""
    numbered = list(enumerate(_symbols(), _FIRST_CODE))
    codes = " ".join(f"<K{code}> = {code};" for code, _ in numbered)
    keys = " ".join(f"key <K{code}> {{ [ {symbol} ] }};" for code, symbol in numbered)
    return _LAYOUT.format(codes=codes, keys=keys)


def combination(keys: str) -> tuple[int, int]:
    """Return the modifiers of a combination such as `ctrl+n`, as a mask, and the key's code."""
    *modifiers, last = split_keys(keys)
    symbols = _symbols()
    symbol = _symbol(last)
    unknown = [name for name in modifiers if xkb_name(name) not in _MASKS]
    if symbol not in symbols:
        unknown.append(last)
    if unknown:
        msg = f"There is no key {unknown[0]!r} (of {keys!r})."
        raise EnvironmentFault(msg, remedy="Name another key with `--new-game`.")
    mask = sum({_MASKS[xkb_name(name)] for name in modifiers})
    return mask, symbols.index(symbol) + _FIRST_CODE - _EVDEV


def _symbols() -> list[str]:
    """Return the symbols of all keys of the layout, each once."""
    characters = [_symbol(chr(number)) for number in range(0x21, 0x7F)]
    functions = [f"F{number}" for number in range(1, _FUNCTION_KEYS + 1)]
    return list(dict.fromkeys([*characters, *functions, *KEY_NAMES.values()]))


def _symbol(key: str) -> str:
    """Return the symbol of a key: a character by its number, so that no name is needed for it."""
    if key == " ":
        return "space"
    return f"U{ord(key):04X}" if len(key) == 1 else xkb_name(key)
