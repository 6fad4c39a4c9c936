"""Nearest neighbour of a cell's image under the maximum norm, for clients that shade their board.

Some clients light their board from one side, so that the same symbol has other pixels at every
place. An image matches an exemplar if no value differs by more than `MAX_DIFFERENCE`. Exemplars are
images that were read, never ones that were only matched, so matching does not drift. A match is
rejected if an exemplar of another symbol is near as well. Pure.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from autosweep.tracking.changes import CellImage

MAX_DIFFERENCE = 16
"""Levels of 255 by which each value may differ. The least by which a hidden and an empty cell
differ on a client that was measured is 38."""
_EXEMPLAR_DISTANCE = MAX_DIFFERENCE // 2
"""Levels: an image this near to an exemplar of its symbol does not become one itself."""
_OTHER_DISTANCE = 3 * _EXEMPLAR_DISTANCE
_OTHER_FACTOR = 2
"""Least distance of an exemplar of another symbol, in levels, and as a multiple of the distance of
the match."""
_SAMPLE = 64
"""Values of an image that are compared first."""
_MAX_EXEMPLARS = 256
"""Exemplars kept in all. A client that needs more is read instead."""


@dataclass(slots=True)
class _Exemplars:
    """The exemplars of one size."""

    pixels: NDArray[np.int16]
    sample: NDArray[np.intp]
    """Positions of the values that are compared first, spread over the image."""
    sampled: NDArray[np.int16]
    """The exemplars' values there."""
    codes: list[int]


class NearCells:
    """Exemplars of cells and the symbol of each."""

    def __init__(self) -> None:
        self._sizes: dict[tuple[int, int, int], _Exemplars] = {}
        self._count = 0

    def learn(self, image: CellImage, code: int) -> None:
        """Keep an image that was read with certainty, unless an exemplar is near it already."""
        distances, codes = self._near(image)
        if self._count >= _MAX_EXEMPLARS or any(
            distance <= _EXEMPLAR_DISTANCE and known == code
            for distance, known in zip(distances, codes, strict=True)
        ):
            return
        key, values = _unpacked(image)
        kept = self._sizes.get(key)
        if kept is None:
            size = values.shape[1]
            sample = np.random.default_rng(0).choice(size, min(size, _SAMPLE), replace=False)
            kept = _Exemplars(values[:0], sample, values[:0, sample], [])
            self._sizes[key] = kept
        kept.pixels = np.concatenate([kept.pixels, values])
        kept.sampled = np.concatenate([kept.sampled, values[:, kept.sample]])
        kept.codes.append(code)
        self._count += 1

    def match(self, image: CellImage) -> int | None:
        """Return the symbol of the nearest exemplar; None if none is near or two symbols are."""
        near = sorted(zip(*self._near(image), strict=True))
        if not near or near[0][0] > MAX_DIFFERENCE:
            return None
        nearest, symbol = near[0]
        other = next((distance for distance, code in near if code != symbol), None)
        least = max(_OTHER_DISTANCE, _OTHER_FACTOR * nearest)
        return symbol if other is None or other >= least else None

    def _near(self, image: CellImage) -> tuple[list[int], list[int]]:
        """Return distance and symbol of the exemplars that are not far from an image."""
        key, values = _unpacked(image)
        kept = self._sizes.get(key)
        if kept is None:
            return [], []
        # The distance of a sample is a lower bound: it rules out most exemplars.
        far = _OTHER_FACTOR * MAX_DIFFERENCE
        apart = np.abs(kept.sampled - values[:, kept.sample]).max(axis=1, initial=0)
        some = np.flatnonzero(apart < far)
        distances = np.abs(kept.pixels[some] - values).max(axis=1, initial=0)
        near = np.flatnonzero(distances < far)
        return [int(distances[i]) for i in near], [kept.codes[some[i]] for i in near]


def _unpacked(image: CellImage) -> tuple[tuple[int, int, int], NDArray[np.int16]]:
    """Return the size of an image and its values as one row."""
    width, height, data = image
    row = np.frombuffer(data, np.uint8).astype(np.int16)
    return (width, height, len(data)), row[np.newaxis]
