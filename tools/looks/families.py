"""The families of looks by name, and those that are kept out of training and tuning."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from . import tiles, tiles_toolkit
from .tiles_toolkit import Tiles

FAMILIES: dict[str, Callable[[Random], Tiles]] = {
    "bevel": tiles.tiles_bevel,
    "ruled": tiles.tiles_ruled,
    "gap": tiles.tiles_gap,
    "chequered": tiles.tiles_chequered,
    "gradient": tiles.tiles_gradient,
    "dither": tiles.tiles_dither,
    "grain": tiles.tiles_grain,
    "picture": tiles.tiles_picture,
    "outlined": tiles.tiles_outlined,
    "shine": tiles.tiles_shine,
    "glow": tiles.tiles_glow,
    "slope": tiles.tiles_slope,
    "dashed": tiles.tiles_dashed,
    "glossy": tiles.tiles_glossy,
    "knobs": tiles.tiles_knobs,
    "photo": tiles.tiles_photo,
    "neon": tiles.tiles_neon,
    "classic": tiles_toolkit.tiles_classic,
    "luna": tiles_toolkit.tiles_luna,
    "aero": tiles_toolkit.tiles_aero,
    "bare": tiles_toolkit.tiles_bare,
    "joined": tiles_toolkit.tiles_joined,
    "sprite": tiles_toolkit.tiles_sprite,
    "greens": tiles_toolkit.tiles_greens,
    "mono": tiles_toolkit.tiles_mono,
    "inverted": tiles_toolkit.tiles_inverted,
    "terminal": tiles_toolkit.tiles_terminal,
    "stones": tiles_toolkit.tiles_stones,
    "paper": tiles_toolkit.tiles_paper,
}
"""Families of drawn looks; each is a way to make tiles."""
OFTEN = {"classic": 4, "luna": 2, "aero": 3, "bare": 2, "joined": 3, "sprite": 3, "mono": 2,
         "greens": 2, "inverted": 2, "terminal": 2}  # fmt: skip
"""Families that are drawn more often than the others, as they have more looks in them."""
KEPT_OUT = ("glossy", "knobs", "photo", "neon")
"""Families of drawn looks that are never used for training or tuning."""
TRAINING = tuple(name for name in FAMILIES if name not in KEPT_OUT)
SECOND = ("plates", "characters", "red mines", "ground", "tokens", "faint", "wide", "seamless",
          "small")  # fmt: skip
"""Families of drawn looks that came later (`more_looks.py`): drawn where they are named only."""
