"""Keys by name on X11: `ctrl+n`, `f2`, `escape`, `?`, as key codes of the server's layout.

The portal takes X's symbols of keys themselves.
"""

from __future__ import annotations

from xcffib import keysymdef

from autosweep.desktop.key_names import split_keys, xkb_name
from autosweep.desktop.x11.connection import XConnection
from autosweep.errors import EnvironmentFault

_UNICODE = 0x01000000
"""Added to a character beyond Latin-1 to give its symbol."""


def key_codes(connection: XConnection, keys: str) -> list[int]:
    """Return the codes of a combination such as `ctrl+n`, in the order in which to press them.

    Raises EnvironmentFault for a key that the display's keyboard lacks.
    """
    places = _places(connection)
    codes: list[int] = []
    for name in split_keys(keys):
        place = places.get(_symbol(name))
        if place is None:
            msg = f"The keyboard of the display has no key {name!r} (of {keys!r})."
            raise EnvironmentFault(msg, remedy="Name another key with `--new-game`.")
        code, column = place
        if column == 1:
            codes.append(places[keysymdef.XK_Shift_L][0])
        codes.append(code)
    return codes


def key_symbols(keys: str) -> list[int]:
    """Return X's symbols of a combination such as `ctrl+n`; raises EnvironmentFault."""
    symbols = [_symbol(name) for name in split_keys(keys)]
    if 0 in symbols:
        msg = f"There is no key {split_keys(keys)[symbols.index(0)]!r} (of {keys!r})."
        raise EnvironmentFault(msg, remedy="Name another key with `--new-game`.")
    return symbols


def _places(connection: XConnection) -> dict[int, tuple[int, int]]:
    """Return for each symbol the key that has it and the column: 1 is with Shift, 0 without."""
    setup = connection.xcb.setup
    first, count = setup.min_keycode, setup.max_keycode - setup.min_keycode + 1
    mapping = connection.core.GetKeyboardMapping(first, count).reply()
    symbols, wide = list(mapping.keysyms), mapping.keysyms_per_keycode
    found: dict[int, tuple[int, int]] = {}
    for column in range(wide):
        for code, symbol in enumerate(symbols[column::wide], first):
            found.setdefault(symbol, (code, column))
    found.pop(0, None)
    return found


def _symbol(key: str) -> int:
    """Return X's symbol of a key, 0 for a name that it does not know."""
    if len(key) == 1:
        # In Latin-1 the symbol of a character is its number.
        number = ord(key)
        return number if 0x20 <= number <= 0xFF else _UNICODE + number
    return int(getattr(keysymdef, f"XK_{xkb_name(key)}", 0))
