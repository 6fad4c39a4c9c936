"""Votes to lines: pitch and phase of one axis, and lines moved by the votes round them.

A vote is a turning angle: at a pitch p the angles of places x turn once every p pixels. The right
pitch is the one at which all votes, turned back by x / p, point the same way, which is the phase.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from autosweep.vision.arrays import Floats
from autosweep.vision.votes.network import places
from autosweep.vision.votes.thresholds import (
    LINE_WIDTH,
    MAX_LINE_MOVE,
    MIN_HEARD,
    MIN_LINE_COHERENCE,
    SAME_PITCH,
    STRIDE,
)

Sums = npt.NDArray[np.complex128]


@dataclass(frozen=True, slots=True, eq=False)
class AxisVotes:
    """The votes of one axis, summed over the other one."""

    sums: Sums
    """Sum of the votes in each line of places, weighted by how likely they are inside."""
    weights: Floats
    """Sum of these weights."""

    @property
    def length(self) -> float:
        """Pixels along the axis."""
        return float(len(self.sums) * STRIDE)


@dataclass(frozen=True, slots=True)
class AxisFit:
    """Evenly spaced lines."""

    pitch: float
    """Pixels between two lines."""
    offset: float
    """Pixels of the first line, 0 to `pitch`."""
    coherence: float
    """Length of the mean vote after turning back, 0 to 1."""


def fit_axis(votes: AxisVotes, pitch: float, within: float) -> AxisFit:
    """Return the lines that most votes agree on, at a pitch within a share of the given one."""
    low, high = math.log(1 - within), math.log(1 + within)
    # Fine enough that the last line of the axis moves by an eighth of a cell between two pitches.
    count = int(max(60, 8 * votes.length / pitch * (high - low) + 40))
    pitches = pitch * np.exp(np.linspace(low, high, count))
    best, _ = _strongest(votes, pitches)
    step = (high - low) / (count - 1)
    fine = pitches[best] * np.exp(np.linspace(-step, step, 41))
    best, total = _strongest(votes, fine)
    found = float(fine[best])
    offset = (-np.angle(total) / (2 * np.pi) * found) % found
    return AxisFit(found, float(offset), float(abs(total) / (votes.weights.sum() + 1e-6)))


def _strongest(votes: AxisVotes, pitches: Floats) -> tuple[int, complex]:
    """Return which pitch makes the votes point the same way, and their sum there."""
    x = places(len(votes.sums))
    turned = np.exp(-2j * np.pi * x[None] / pitches[:, None]) @ votes.sums
    best = int(np.abs(turned).argmax())
    return best, complex(turned[best])


def lines(votes: AxisVotes, fit: AxisFit) -> Floats:
    """Return all lines from one cell before the axis to one beyond, each moved by its own votes.

    Cells of a page are rounded to pixels, so their pitch is uneven by up to one.
    """
    first = math.ceil((-fit.offset - fit.pitch) / fit.pitch)
    last = math.floor((votes.length + fit.pitch - fit.offset) / fit.pitch)
    even = fit.offset + fit.pitch * np.arange(first, last + 1)
    x = places(len(votes.sums))
    turned = votes.sums * np.exp(-2j * np.pi * (x - fit.offset) / fit.pitch)
    near = np.exp(-0.5 * ((x[None] - even[:, None]) / (LINE_WIDTH * fit.pitch)) ** 2)
    sums, weights = near @ turned, near @ votes.weights
    # A line beyond all places that vote keeps its even place.
    heard = weights > MIN_HEARD * votes.weights.sum() * fit.pitch / votes.length
    agreed = heard & (np.abs(sums) > MIN_LINE_COHERENCE * (weights + 1e-3))
    moves = np.where(agreed, -np.angle(sums) / (2 * np.pi), 0.0)
    moves[np.abs(moves) >= MAX_LINE_MOVE] = 0.0
    return np.asarray(even + moves * fit.pitch, np.float64)


def common_pitch(pitches: Floats, weights: Floats) -> float:
    """Return the pitch that most places vote for, in pixels."""
    logs = np.log2(pitches)
    counts, edges = np.histogram(logs, bins=90, range=(2.0, 7.5), weights=weights)
    smooth = np.convolve(counts, [1, 2, 3, 2, 1], "same")
    best = int(smooth.argmax())
    middle = (edges[best] + edges[best + 1]) / 2
    near = np.abs(logs - middle) < SAME_PITCH
    if near.any():
        middle = float(np.average(logs[near], weights=weights[near] + 1e-6))
    return float(2.0**middle)
