"""Random numbers that the engine draws too: the same key gives the same board everywhere.

SplitMix64; `engine/generate_stream.hpp` draws the same. Imports nothing of the project.
"""

from __future__ import annotations

_STEP = 0x9E3779B97F4A7C15
_ALL = 0xFFFFFFFFFFFFFFFF
_LOW = 0xFFFFFFFF


def derive_key(outer: int, number: int) -> int:
    """Return a key for something numbered within something that has a key; any integers will do."""
    return _mix(outer + _STEP * (number + 1) & _ALL)


class Stream:
    """Draws numbers one after the other."""

    def __init__(self, key: int) -> None:
        self._state = key

    def below(self, bound: int) -> int:
        """Return a number from 0 to `bound` - 1, each equally likely."""
        product = (self._next() >> 32) * bound
        if product & _LOW < bound:
            uneven = (_LOW + 1) % bound
            while product & _LOW < uneven:
                product = (self._next() >> 32) * bound
        return product >> 32

    def _next(self) -> int:
        self._state = self._state + _STEP & _ALL
        return _mix(self._state)


def _mix(z: int) -> int:
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & _ALL
    z = (z ^ z >> 27) * 0x94D049BB133111EB & _ALL
    return z ^ z >> 31
