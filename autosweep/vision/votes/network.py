"""The network of votes, run by `cv2.dnn`: one frame in, one vote for every fourth pixel out.

The file `votes.onnx` lies in the package; `tools/train_votes.py` makes it. A file that is missing
or broken raises EnvironmentFault.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from autosweep.errors import EnvironmentFault
from autosweep.interfaces import Pixels
from autosweep.vision.arrays import Samples
from autosweep.vision.votes.thresholds import BASE_PITCH, BLOCK, STRIDE

NETWORK = Path(__file__).with_name("votes.onnx")
"""The weights that are shipped."""
CHANNELS = 7
"""Outputs a place: inside, cosine and sine across, cosine and sine down, pitch across and down."""
MIDDLE_LEVEL, LEVELS = 128.0, 64.0
"""Level that the network sees as 0, and how many levels are 1."""

Complexes = npt.NDArray[np.complex64]

_LOCK = threading.Lock()
"""A network of `cv2.dnn` keeps its input between two calls and serves one thread at a time."""


@dataclass(frozen=True, slots=True, eq=False)
class Votes:
    """What every place of a frame votes for; arrays of rows x columns of places."""

    logit: Samples
    """Evidence that the place is inside a board, as the logarithm of odds."""
    across: Complexes
    """Place within the cell as an angle: 0 at its left edge, a full turn at its right edge."""
    down: Complexes
    """The same from the top edge to the bottom edge."""
    pitch: Samples
    """Width and height of the cell in pixels: 2 x rows x columns."""

    @property
    def inside(self) -> Samples:
        """Probability that each place is inside a board."""
        return probability(self.logit)

    def part(self, rows: slice, cols: slice) -> Votes:
        """Return the votes of a part of the places."""
        here = (rows, cols)
        return Votes(
            self.logit[here], self.across[here], self.down[here], self.pitch[:, rows, cols]
        )


def probability(logit: Samples) -> Samples:
    """Return the probabilities of logarithms of odds."""
    return np.asarray(1 / (1 + np.exp(-np.clip(logit, -30, 30))), np.float32)


def places(count: int) -> npt.NDArray[np.float64]:
    """Return the pixel coordinate of the middle of each place in a line."""
    return np.asarray(np.arange(count) * STRIDE + STRIDE / 2, np.float64)


def vote(pixels: Pixels) -> Votes:
    """Return the votes of all places of a frame; raises EnvironmentFault for a broken network."""
    height, width = pixels.shape[:2]
    padded = cv2.copyMakeBorder(
        pixels,
        *(0, -height % BLOCK, 0, -width % BLOCK),
        cv2.BORDER_CONSTANT,
        value=(MIDDLE_LEVEL,) * 3,
    )
    blob = cv2.dnn.blobFromImage(padded, 1 / LEVELS, mean=(MIDDLE_LEVEL,) * 3)
    with _LOCK:
        out = _run(NETWORK, blob)
    rows, cols = max(1, height // STRIDE), max(1, width // STRIDE)
    out = out[:, :rows, :cols]
    return Votes(
        out[0],
        np.asarray(out[1] + 1j * out[2], np.complex64),
        np.asarray(out[3] + 1j * out[4], np.complex64),
        np.asarray(BASE_PITCH * np.exp2(np.clip(out[5:7], -4, 4)), np.float32),
    )


def _run(path: Path, blob: npt.NDArray[np.generic]) -> Samples:
    """Return the outputs of the network for one frame."""
    try:
        network = _network(path)
        network.setInput(blob)
        out = np.asarray(network.forward(), np.float32)
    except cv2.error as error:
        raise _broken(path, str(error).strip().splitlines()[-1]) from error
    expected = (1, CHANNELS, blob.shape[2] // STRIDE, blob.shape[3] // STRIDE)
    if out.shape != expected:
        raise _broken(path, f"its output has the shape {out.shape} and not {expected}")
    if not np.isfinite(out).all():
        raise _broken(path, "its output is not finite")
    return np.asarray(out[0], np.float32)


@lru_cache(maxsize=2)
def _network(path: Path) -> Any:
    """Return the network in a file."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise _broken(path, error.strerror or "it cannot be opened") from error
    return cv2.dnn.readNetFromONNX(np.frombuffer(data, np.uint8))


def _broken(path: Path, reason: str) -> EnvironmentFault:
    message = f"The network that finds unusual boards cannot be used: {path.name}: {reason}."
    return EnvironmentFault(message, remedy="Install the package again.")
