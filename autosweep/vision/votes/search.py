"""Grids of a frame by dense votes: regions at several scales, then a second look at each.

The scales that cost little are searched first. The same frame always gives the same grids: there is
no clock and no chance in here.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from autosweep.geometry import Rect
from autosweep.interfaces import Pixels
from autosweep.vision.trace import GridTest, Trace, fails
from autosweep.vision.votes.fit import common_pitch, fit_axis
from autosweep.vision.votes.network import Votes, vote
from autosweep.vision.votes.refine import Region, VotedGrid, axis_votes, refine
from autosweep.vision.votes.thresholds import (
    FIRST_SCALES,
    GOOD_SCORE,
    GRID_AREA_WEIGHT,
    INSIDE,
    LAST_SCALES,
    MAX_GRIDS,
    MAX_REGIONS,
    MAX_SHARED,
    MAX_VOTING_PIXELS,
    MIN_COHERENCE,
    MIN_PLACES,
    MIN_PLACES_ACROSS,
    MIN_REGION_CELLS,
    MIN_SCALED_SIDE,
    MIN_SCORE,
    NEAR_REFINED,
    OWN_PITCHES,
    PITCH_RANGE,
    PITCHES,
    REFINED_PITCH,
    REGION_AREA_WEIGHT,
    STRIDE,
    WIDER_MARGIN_CELLS,
)


def voted_grids(
    pixels: Pixels, *, explained: Sequence[Rect] = (), trace: Trace | None = None
) -> Iterator[list[VotedGrid]]:
    """Yield the grids that the votes find, the best first: those of large cells, then of small.

    Nothing is searched for in the parts of the frame that are already explained. Raises
    EnvironmentFault if the network cannot be used.
    """
    for scales in (FIRST_SCALES, LAST_SCALES):
        regions: list[Region] = []
        for scale in scales:
            regions += _regions(pixels, scale, explained)
        yield _grids(pixels, regions, trace)


def _regions(pixels: Pixels, scale: float, explained: Sequence[Rect]) -> list[Region]:
    """Return the regions of a frame that vote for a board at a scale."""
    height, width = pixels.shape[:2]
    size = (round(width * scale), round(height * scale))
    if min(size) < MIN_SCALED_SIDE or size[0] * size[1] > MAX_VOTING_PIXELS:
        return []
    scaled = pixels
    if scale != 1:
        resized = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)
        scaled = np.asarray(resized, np.uint8)
    votes = vote(scaled)
    inside = votes.inside > INSIDE
    factor = (size[0] / width, size[1] / height)
    for part in explained:
        inside[
            _place(part.y * factor[1]) : _place(part.bottom * factor[1]),
            _place(part.x * factor[0]) : _place(part.right * factor[0]),
        ] = False
    count, labels, stats, _ = cv2.connectedComponentsWithStats(
        inside.astype(np.uint8), connectivity=4
    )
    largest = sorted(range(1, count), key=lambda k: (-int(stats[k, cv2.CC_STAT_AREA]), k))
    found = []
    for k in largest[:MAX_REGIONS]:
        x, y, w, h, area = (int(v) for v in stats[k])
        if area < MIN_PLACES or min(w, h) < MIN_PLACES_ACROSS:
            continue
        rows, cols = slice(y, y + h), slice(x, x + w)
        region = _region(votes.part(rows, cols), labels[rows, cols] == k, (x, y), factor)
        if region is not None:
            found.append(region)
    return found


def _place(pixel: float) -> int:
    return max(0, math.ceil(pixel / STRIDE))


def _region(
    votes: Votes,
    member: np.ndarray,
    corner: tuple[int, int],
    factor: tuple[float, float],
) -> Region | None:
    """Return a connected part of the places as a region of the frame, None if it is no lattice."""
    inside = votes.inside
    weights = np.asarray(np.where(member, inside, 0.0), np.float64)
    pitches = [common_pitch(votes.pitch[k][member], weights[member]) for k in range(2)]
    if not all(PITCHES[0] <= pitch <= PITCHES[1] for pitch in pitches):
        return None
    height, width = (n * STRIDE for n in member.shape)
    if width < MIN_REGION_CELLS * pitches[0] or height < MIN_REGION_CELLS * pitches[1]:
        return None
    across, down = axis_votes(votes, weights)
    col_fit = fit_axis(across, pitches[0], PITCH_RANGE)
    row_fit = fit_axis(down, pitches[1], PITCH_RANGE)
    coherence = min(col_fit.coherence, row_fit.coherence)
    if coherence < MIN_COHERENCE:
        return None
    left, top = corner[0] * STRIDE, corner[1] * STRIDE
    return Region(
        left / factor[0],
        top / factor[1],
        (left + width) / factor[0],
        (top + height) / factor[1],
        (col_fit.pitch / factor[0], row_fit.pitch / factor[1]),
        coherence,
        math.sqrt(col_fit.pitch * row_fit.pitch),
        float(inside[member].mean()),
    )


def _grids(pixels: Pixels, regions: list[Region], trace: Trace | None) -> list[VotedGrid]:
    """Return the grids of regions after a second look, without those that lie on a better one."""
    found: list[VotedGrid] = []
    for region in sorted(regions, key=_promise, reverse=True):
        if not any(_covers(grid, region) for grid in found):
            grid = _looked_at(pixels, region)
            if grid is not None and not fails(_score_tests(grid), trace, "votes", grid.grid):
                found.append(grid)
    kept: list[VotedGrid] = []
    for grid in sorted(found, key=_weight, reverse=True):
        if not any(shares(grid.grid.bbox, other.grid.bbox) for other in kept):
            kept.append(grid)
    return kept[:MAX_GRIDS]


def _promise(region: Region) -> float:
    """Return how promising a region is: agreement counts more than size."""
    return float(region.coherence * region.inside * region.area**REGION_AREA_WEIGHT)


def _weight(grid: VotedGrid) -> float:
    return float(grid.score * grid.grid.bbox.area**GRID_AREA_WEIGHT)


def _score_tests(grid: VotedGrid) -> Iterator[GridTest]:
    yield GridTest("score of the votes", grid.score, ">=", MIN_SCORE)


def _covers(grid: VotedGrid, region: Region) -> bool:
    """Return True if a good grid lies on most of a region."""
    box = Rect(
        math.floor(region.left),
        math.floor(region.top),
        math.ceil(region.right - region.left),
        math.ceil(region.bottom - region.top),
    )
    return grid.score > GOOD_SCORE and grid.grid.bbox.intersect(box).area > box.area / 2


def shares(one: Rect, other: Rect) -> bool:
    """Return True if two boards share more than little of the smaller one."""
    return one.intersect(other).area > MAX_SHARED * min(one.area, other.area)


def _looked_at(pixels: Pixels, region: Region) -> VotedGrid | None:
    """Return the best grid of a second look at a fixed pitch and, where needed, at its own."""
    pitches = [REFINED_PITCH]
    if not NEAR_REFINED[0] < region.seen_pitch < NEAR_REFINED[1]:
        pitches.append(min(max(region.seen_pitch, OWN_PITCHES[0]), OWN_PITCHES[1]))
    best: VotedGrid | None = None
    for pitch in pitches:
        grid = refine(pixels, region, pitch=pitch)
        if grid is not None and grid.at_end:
            grid = refine(pixels, _around(grid), margin=WIDER_MARGIN_CELLS, pitch=pitch) or grid
        if grid is not None and (best is None or grid.score > best.score):
            best = grid
        if best is not None and best.score > GOOD_SCORE:
            break
    return best


def _around(grid: VotedGrid) -> Region:
    """Return a grid as the region of a further look."""
    edges = grid.grid
    return Region(
        edges.col_edges[0],
        edges.row_edges[0],
        edges.col_edges[-1],
        edges.row_edges[-1],
        edges.cell_size,
        grid.score,
        REFINED_PITCH,
        grid.score,
    )
