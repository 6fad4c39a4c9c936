"""Which known picture of a cell another one is like, but for a shade that no eye would tell.

Some clients light their board from one side, so that the same symbol has other pixels at every
place. A picture is like a typical one where no pixel differs by more than some shades; typical are
only pictures that were read, never those that were found to be like another, so that likeness does
not drift. Where a typical picture of another meaning is near as well, nothing is said. Pure: knows
neither screen nor solver.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Picture = tuple[int, int, bytes]
"""Width, height and pixels of a cell, bevel included."""

_SHADE = 16
"""Steps of 255 by which each pixel may differ: the light of one board, less than any symbol. The
least that a covered and an empty cell differ by on a client that was measured is 38."""
_NET = _SHADE // 2
"""How close typical pictures of one meaning are kept: whatever lies between them is near one."""
_APART = 3 * _NET
_FURTHER = 2
"""How far the nearest picture of another meaning must be, and how many times as far."""
_SOME = 64
"""Values of a picture that are compared first."""
_MOST = 256
"""Typical pictures kept; a client that needs more is read and not known by sight."""


@dataclass(slots=True)
class _Typical:
    """The typical pictures of one size."""

    pixels: NDArray[np.int16]
    places: NDArray[np.intp]
    """Some values of each picture, spread over it."""
    some: NDArray[np.int16]
    """What the typical pictures have there."""
    codes: list[int]


class Likeness:
    """Knows the typical pictures of cells and what they mean."""

    def __init__(self) -> None:
        self._sizes: dict[tuple[int, int, int], _Typical] = {}
        self._count = 0

    def learn(self, picture: Picture, code: int) -> None:
        """Keep a picture that was read without doubt, unless one like it is kept already."""
        distances, codes = self._near(picture)
        if self._count >= _MOST or any(
            distance <= _NET and known == code
            for distance, known in zip(distances, codes, strict=True)
        ):
            return
        key, pixels = _unpack(picture)
        kept = self._sizes.get(key)
        if kept is None:
            size = pixels.shape[1]
            places = np.random.default_rng(0).choice(size, min(size, _SOME), replace=False)
            kept = _Typical(pixels[:0], places, pixels[:0, places], [])
            self._sizes[key] = kept
        kept.pixels = np.concatenate([kept.pixels, pixels])
        kept.some = np.concatenate([kept.some, pixels[:, kept.places]])
        kept.codes.append(code)
        self._count += 1

    def code(self, picture: Picture) -> int | None:
        """Return what a picture means that is like a known one and unlike all of other meaning."""
        near = sorted(zip(*self._near(picture), strict=True))
        if not near or near[0][0] > _SHADE:
            return None
        nearest, meaning = near[0]
        other = next((distance for distance, code in near if code != meaning), None)
        least = max(_APART, _FURTHER * nearest)
        return meaning if other is None or other >= least else None

    def _near(self, picture: Picture) -> tuple[list[int], list[int]]:
        """Return distance and meaning of the typical pictures that are not far from this one."""
        key, pixels = _unpack(picture)
        kept = self._sizes.get(key)
        if kept is None:
            return [], []
        # Some pixels cannot be further apart than all are: most pictures are left out by that.
        far = _FURTHER * _SHADE
        apart = np.abs(kept.some - pixels[:, kept.places]).max(axis=1, initial=0)
        some = np.flatnonzero(apart < far)
        distances = np.abs(kept.pixels[some] - pixels).max(axis=1, initial=0)
        near = np.flatnonzero(distances < far)
        return [int(distances[i]) for i in near], [kept.codes[some[i]] for i in near]


def _unpack(picture: Picture) -> tuple[tuple[int, int, int], NDArray[np.int16]]:
    """Return a picture's size and its values as one row."""
    width, height, values = picture
    row = np.frombuffer(values, np.uint8).astype(np.int16)
    return (width, height, len(values)), row[np.newaxis]
