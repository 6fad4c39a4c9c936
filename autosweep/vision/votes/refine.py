"""The second look: the surroundings of a region at a fixed cell size, fitted to the border.

The network is most certain at the cell size in the middle of what it was trained for, and at that
size one place is a sixth of a cell. The border is the rectangle of lattice cells that has the
largest sum of evidence for being inside.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from autosweep.geometry import Grid
from autosweep.interfaces import Pixels
from autosweep.vision.arrays import Floats, Ints
from autosweep.vision.votes.fit import AxisVotes, fit_axis, lines
from autosweep.vision.votes.network import MIDDLE_LEVEL, Votes, probability, vote
from autosweep.vision.votes.thresholds import (
    BORDER_PIXELS,
    EDGE_UNIT,
    FAINT_INSIDE,
    MARGIN_CELLS,
    MAX_LOGIT,
    MAX_OUTSIDE,
    MAX_REFINED_PIXELS,
    MIN_LINES,
    MIN_SIDE,
    MIN_WEIGHT,
    OUTSIDE_LOGIT,
    REFINED_PITCH,
    REFINED_RANGE,
    STRIDE,
)


@dataclass(frozen=True, slots=True)
class Region:
    """A part of a frame where places vote for a board, in pixels of the frame."""

    left: float
    top: float
    right: float
    bottom: float
    pitch: tuple[float, float]
    """Width and height of a cell."""
    coherence: float
    """Length of the mean vote, the smaller of both axes."""
    seen_pitch: float
    """Pixels of a cell at the scale at which the region was seen."""
    inside: float
    """Mean probability of its places."""

    @property
    def area(self) -> float:
        """Pixels in it."""
        return (self.right - self.left) * (self.bottom - self.top)


@dataclass(frozen=True, slots=True, eq=False)
class VotedGrid:
    """A grid that the votes found, with what they say of its extent."""

    grid: Grid
    score: float
    """Probability of the inside times the coherence of the votes, 0 to 1."""
    outer: tuple[float, float, float, float]
    """Probability that the last line above, below, left and right is inside the board."""
    beyond: tuple[float, float, float, float]
    """The same of the line beyond it; 0 where the frame ends."""
    at_end: bool
    """True if the board reaches the end of what was looked at, though the frame goes on."""


def refine(
    pixels: Pixels, region: Region, *, margin: int = MARGIN_CELLS, pitch: float = REFINED_PITCH
) -> VotedGrid | None:
    """Return the grid of the board in a region and its surroundings, or None if there is none."""
    view = _View.of(pixels, region, margin, pitch)
    votes = vote(view.pixels)
    inside = votes.inside
    weights = np.where(inside > FAINT_INSIDE, inside, 0.0)
    if weights.sum() < MIN_WEIGHT:
        return None
    across, down = axis_votes(votes, weights)
    col_fit = fit_axis(across, view.pitch[0], REFINED_RANGE)
    row_fit = fit_axis(down, view.pitch[1], REFINED_RANGE)
    cols, rows = lines(across, col_fit), lines(down, row_fit)
    evidence = _evidence(votes, rows, cols, view)
    top, bottom, left, right = largest_sum(evidence)
    if bottom - top < MIN_LINES or right - left < MIN_LINES:
        return None
    chosen = probability(evidence[top:bottom, left:right].astype(np.float32))
    coherence = min(col_fit.coherence, row_fit.coherence, 1.0)
    edges = view.to_frame(rows[top : bottom + 1], cols[left : right + 1])
    if edges is None:
        return None
    span = (slice(top, bottom), slice(left, right))
    return VotedGrid(
        edges,
        float(chosen.mean()) * coherence,
        (
            _mean(evidence[top, span[1]]),
            _mean(evidence[bottom - 1, span[1]]),
            _mean(evidence[span[0], left]),
            _mean(evidence[span[0], right - 1]),
        ),
        (
            _mean(evidence[top - 1, span[1]]) if top else 0.0,
            _mean(evidence[bottom, span[1]]) if bottom < len(evidence) else 0.0,
            _mean(evidence[span[0], left - 1]) if left else 0.0,
            _mean(evidence[span[0], right]) if right < evidence.shape[1] else 0.0,
        ),
        view.ends_at(edges, pixels),
    )


def axis_votes(votes: Votes, weights: Floats) -> tuple[AxisVotes, AxisVotes]:
    """Return the votes summed along both axes: across and down."""
    return (
        AxisVotes((votes.across * weights).sum(axis=0), weights.sum(axis=0)),
        AxisVotes((votes.down * weights).sum(axis=1), weights.sum(axis=1)),
    )


def _mean(evidence: Floats) -> float:
    """Return the mean probability of cells."""
    return float(probability(evidence.astype(np.float32)).mean())


@dataclass(frozen=True, slots=True, eq=False)
class _View:
    """A part of a frame, resampled so that its cells have a fixed size."""

    pixels: Pixels
    corner: tuple[int, int]
    """x and y of the part in the frame."""
    factor: tuple[float, float]
    """Pixels of the view for each pixel of the frame, across and down."""
    pitch: tuple[float, float]
    """Width and height of a cell in the view."""
    frame: tuple[int, int]
    """Width and height of the frame."""

    @classmethod
    def of(cls, pixels: Pixels, region: Region, margin: int, pitch: float) -> _View:
        """Return the view of a region with a margin of cells."""
        height, width = pixels.shape[:2]
        wide, high = region.pitch
        left = max(math.floor(region.left - margin * wide), -BORDER_PIXELS)
        top = max(math.floor(region.top - margin * high), -BORDER_PIXELS)
        right = min(math.ceil(region.right + margin * wide), width + BORDER_PIXELS)
        bottom = min(math.ceil(region.bottom + margin * high), height + BORDER_PIXELS)
        cells = (right - left) / wide * (bottom - top) / high
        pitch = min(pitch, math.sqrt(MAX_REFINED_PIXELS / cells))
        part = cv2.copyMakeBorder(
            pixels[max(top, 0) : min(bottom, height), max(left, 0) : min(right, width)],
            max(0, -top),
            max(0, bottom - height),
            max(0, -left),
            max(0, right - width),
            cv2.BORDER_CONSTANT,
            value=(MIDDLE_LEVEL,) * 3,
        )
        size = (
            max(MIN_SIDE, round(part.shape[1] * pitch / wide)),
            max(MIN_SIDE, round(part.shape[0] * pitch / high)),
        )
        factor = (size[0] / part.shape[1], size[1] / part.shape[0])
        way = cv2.INTER_AREA if factor[0] < 1 else cv2.INTER_LINEAR
        resampled = np.asarray(cv2.resize(part, size, interpolation=way), np.uint8)
        here = (wide * factor[0], high * factor[1])
        return cls(resampled, (left, top), factor, here, (width, height))

    def to_frame(self, rows: Floats, cols: Floats) -> Grid | None:
        """Return the grid of lines in pixels of the frame; None if lines coincide."""
        row_edges = np.round((rows / self.factor[1] + self.corner[1]) * EDGE_UNIT) / EDGE_UNIT
        col_edges = np.round((cols / self.factor[0] + self.corner[0]) * EDGE_UNIT) / EDGE_UNIT
        if min(np.diff(row_edges).min(), np.diff(col_edges).min()) <= 0:
            return None
        return Grid(tuple(map(float, row_edges)), tuple(map(float, col_edges)))

    def outside(self, lines_: Floats, axis: int) -> Floats:
        """Return the share of each cell between lines that is not in the frame."""
        at = lines_ / self.factor[axis] + self.corner[axis]
        kept = np.diff(np.clip(at, 0, self.frame[axis]))
        return np.asarray(1 - kept / np.maximum(np.diff(at), 1e-6), np.float64)

    def ends_at(self, grid: Grid, pixels: Pixels) -> bool:
        """Return True if a board ends within a cell of the view, where the frame goes on."""
        height, width = pixels.shape[:2]
        wide, high = grid.cell_size
        left, top = self.corner
        right = left + self.pixels.shape[1] / self.factor[0]
        bottom = top + self.pixels.shape[0] / self.factor[1]
        box = (grid.col_edges[0], grid.row_edges[0], grid.col_edges[-1], grid.row_edges[-1])
        return (
            (left > 0 and box[0] - left < 2 * wide)
            or (top > 0 and box[1] - top < 2 * high)
            or (right < width and right - box[2] < 2 * wide)
            or (bottom < height and bottom - box[3] < 2 * high)
        )


def _evidence(votes: Votes, rows: Floats, cols: Floats, view: _View) -> Floats:
    """Return the mean evidence of each lattice cell for being inside."""
    logit = np.clip(votes.logit, -MAX_LOGIT, MAX_LOGIT).astype(np.float32)
    sums = cv2.integral(logit)
    y, x = _at_places(rows, logit.shape[0]), _at_places(cols, logit.shape[1])
    corners = sums[y][:, x]
    total = corners[1:, 1:] - corners[:-1, 1:] - corners[1:, :-1] + corners[:-1, :-1]
    count = np.outer(np.diff(y), np.diff(x))
    evidence = np.where(count > 0, total / np.maximum(count, 1), OUTSIDE_LOGIT)
    outside = np.maximum(view.outside(rows, 1)[:, None], view.outside(cols, 0)[None])
    return np.asarray(np.where(outside > MAX_OUTSIDE, OUTSIDE_LOGIT, evidence), np.float64)


def _at_places(edges: Floats, count: int) -> Ints:
    return np.clip(np.round(edges / STRIDE), 0, count).astype(np.intp)


def largest_sum(evidence: Floats) -> tuple[int, int, int, int]:
    """Return top, bottom, left and right of the rectangle of cells with the largest sum."""
    rows, cols = evidence.shape
    above = np.vstack([np.zeros((1, cols)), np.cumsum(evidence, axis=0)])
    best, found = -math.inf, (0, 0, 0, 0)
    for top in range(rows):
        bands = above[top + 1 :] - above[top]
        sums = np.hstack([np.zeros((len(bands), 1)), np.cumsum(bands, axis=1)])
        gains = sums[:, 1:] - np.minimum.accumulate(sums, axis=1)[:, :-1]
        most = gains.max(axis=1)
        height = int(most.argmax())
        if most[height] > best:
            right = int(gains[height].argmax())
            left = int(sums[height, : right + 1].argmin())
            best, found = float(most[height]), (top, top + height + 1, left, right + 1)
    return found
