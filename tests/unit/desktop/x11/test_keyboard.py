"""Keys by name: combinations and symbols."""

from __future__ import annotations

import pytest
from xcffib import keysymdef

from autosweep.desktop.key_names import split_keys
from autosweep.desktop.x11.keyboard import _symbol


@pytest.mark.parametrize(
    ("keys", "parts"),
    [
        ("ctrl+n", ["ctrl", "n"]),
        ("f2", ["f2"]),
        ("+", ["+"]),
        ("ctrl++", ["ctrl", "+"]),
        ("ctrl+shift+r", ["ctrl", "shift", "r"]),
    ],
)
def test_combinations_are_split(keys: str, parts: list[str]) -> None:
    assert split_keys(keys) == parts


@pytest.mark.parametrize(
    ("key", "symbol"),
    [
        ("n", keysymdef.XK_n),
        ("N", keysymdef.XK_N),
        ("?", keysymdef.XK_question),
        ("f2", keysymdef.XK_F2),
        ("F12", keysymdef.XK_F12),
        ("ctrl", keysymdef.XK_Control_L),
        ("Escape", keysymdef.XK_Escape),
        ("enter", keysymdef.XK_Return),
        ("space", keysymdef.XK_space),
        ("nonsense", 0),
    ],
)
def test_keys_have_the_symbols_of_x(key: str, symbol: int) -> None:
    assert _symbol(key) == symbol
