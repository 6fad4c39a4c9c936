"""The numbers of the network that estimates the chance to win after a guess.

`engine/values.hpp` says what it computes; `tools/train_values.py` fits it to many games.
"""

from __future__ import annotations

import json
from array import array
from functools import cache
from importlib.resources import files

FEATURES = 58
"""Inputs of the network: 26 sums of the position after the guess, the same before it, and six
numbers about the cell."""


@cache
def network() -> bytes:
    """Return the numbers of the network as doubles side by side, as the engine takes them."""
    text = files(__package__).joinpath("values.json").read_text("utf-8")
    return array("d", json.loads(text)["numbers"]).tobytes()
