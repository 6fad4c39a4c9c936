"""From differences between cells and images to symbols, and how likely each symbol is right.

Two ratios are the evidence: how much closer the best symbol is than the next one, and how close it
is at all. `confidence_of` turns them into one number. Its thresholds were fitted to rendered cells;
`benchmarks/calibration.py` is the run and `docs/research/calibration.md` what it found.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from autosweep.vision.arrays import Codes, Samples
from autosweep.vision.classify.thresholds import (
    CLEAR_AT,
    CLEAR_SLOPE,
    FITS_AT,
    FITS_SLOPE,
)


@dataclass(frozen=True, slots=True, eq=False)
class SymbolEvidence:
    """What speaks for the best symbol of each cell, one value a cell."""

    best: Codes
    second: Codes
    near: Samples
    """Root mean square difference to the nearest image of the best symbol, in levels."""
    far: Samples
    """The same to the nearest image of the second symbol."""
    limit: Samples
    """How far a cell may be from the nearest image, in levels."""

    @property
    def confidence(self) -> Samples:
        """How likely each best symbol is right, 0 to 1."""
        return confidence_of(self.near, self.far, self.limit)


def weigh(distances: Samples, codes: Codes, limits: Samples) -> SymbolEvidence:
    """Return the best and the second symbol of each cell and what speaks for them.

    `distances` is cells x images, in levels; `codes` and `limits` belong to the images.
    """
    kinds = np.unique(codes)
    by_kind = np.stack([distances[:, codes == kind].min(axis=1) for kind in kinds], axis=1)
    order = np.argsort(by_kind, axis=1)
    at = np.arange(len(by_kind))
    best = kinds[order[:, 0]].astype(np.uint8)
    own = np.where(codes[None] == best[:, None], distances, np.inf)
    nearest = np.argmin(own, axis=1)
    second = kinds[order[:, 1]].astype(np.uint8)
    return SymbolEvidence(best, second, own[at, nearest], by_kind[at, order[:, 1]], limits[nearest])


def confidence_of(near: Samples, far: Samples, limit: Samples) -> Samples:
    """Return how likely a symbol is right, from its own difference and that of the next one.

    A symbol is clear if it is much closer than the next, and fits if it is close at all; the
    confidence is the product. Of rendered cells with a confidence of p at least a share of p is
    right, except where the tone of the whole board was changed. The differences are in levels.
    """
    clear = _sigmoid((near / np.maximum(far, 1) - CLEAR_AT) * CLEAR_SLOPE)
    fits = _sigmoid((near / limit - FITS_AT) * FITS_SLOPE)
    return np.asarray(clear * fits, np.float32)


def _sigmoid(against: npt.NDArray[np.floating]) -> Samples:
    """Return 1 where nothing speaks against, 1/2 at zero, 0 where much does."""
    return np.asarray(1 / (1 + np.exp(np.clip(against, -30, 30))), np.float32)
