"""Cells resampled to one size: whole cells, bevel included, any grid, any scale.

One `cv2.remap` samples the whole board along its table of edges, finer than needed where cells are
large, and one area average brings it to the wanted size, so that a theme cut at one scale serves
every other. Most cells of a client are equal to the pixel: where the pitch is whole they are
grouped first, and only one of each kind is resampled.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from autosweep.interfaces import Pixels
from autosweep.vision.arrays import Floats, Ints, Samples
from autosweep.vision.thresholds import MAX_SUPERSAMPLING

MAX_STRIP = 32_000
"""Rows that OpenCV samples at once, whether of pixels or of samples: its limit is 32,767."""
EXACT = 1e-6
"""Pixels within which an edge is on a whole pixel: rounding of floats."""


def sample_positions(spans: Floats, side: int) -> npt.NDArray[np.float32]:
    """Return `side` pixel coordinates evenly spread in each span (start, end)."""
    fractions = (np.arange(side) + 0.5) / side
    starts, widths = spans[:, :1], spans[:, 1:] - spans[:, :1]
    # cv2 counts pixel centres from 0, edges count pixel borders: half a pixel lies between them.
    return (starts + widths * fractions[None] - 0.5).astype(np.float32).ravel()


def spans_of(edges: Floats) -> Floats:
    """Return start and end of each cell between neighbouring edges."""
    return np.stack([edges[:-1], edges[1:]], axis=1)


def cut_cells(
    pixels: Pixels, row_edges: Floats, col_edges: Floats, side: int, *, inset: float = 0.0
) -> Samples:
    """Return every cell resampled to side x side; beyond the frame its border repeats.

    Nothing of the outermost `inset` pixels of the board is used: what lies inside is repeated.
    """
    return cut_spans(pixels, spans_of(row_edges), spans_of(col_edges), side, inset=inset)


def cut_spans(
    pixels: Pixels, row_spans: Floats, col_spans: Floats, side: int, *, inset: float = 0.0
) -> Samples:
    """Return the cells of some rows and columns, in rising order, resampled to side x side."""
    rows, cols = len(row_spans), len(col_spans)
    widest = max(float(np.ptp(row_spans, axis=1).max()), float(np.ptp(col_spans, axis=1).max()))
    finer = int(np.clip(np.ceil(widest / side), 1, MAX_SUPERSAMPLING))
    xs = sample_positions(col_spans, side * finer)
    ys = sample_positions(row_spans, side * finer)
    if inset:
        xs = np.clip(xs, col_spans[0, 0] + inset - 0.5, col_spans[-1, 1] - inset - 0.5)
        ys = np.clip(ys, row_spans[0, 0] + inset - 0.5, row_spans[-1, 1] - inset - 0.5)
        xs, ys = xs.astype(np.float32), ys.astype(np.float32)
    left = int(np.clip(np.floor(xs[0]) - 2, 0, pixels.shape[1] - 1))
    top = int(np.clip(np.floor(ys[0]) - 2, 0, pixels.shape[0] - 1))
    right = int(np.clip(np.ceil(xs[-1]) + 3, left + 1, pixels.shape[1]))
    bottom = int(np.clip(np.ceil(ys[-1]) + 3, top + 1, pixels.shape[0]))
    fine = cv2.remap(
        pixels[top:bottom, left:right],
        np.repeat((xs - left)[None], len(ys), axis=0),
        np.repeat((ys - top)[:, None], len(xs), axis=1),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    if finer > 1:
        fine = cv2.resize(fine, (cols * side, rows * side), interpolation=cv2.INTER_AREA)
    blocks = np.asarray(fine, np.float32).reshape(rows, side, cols, side, 3)
    return np.ascontiguousarray(blocks.transpose(0, 2, 1, 3, 4))


def cut_kinds(
    pixels: Pixels, row_edges: Floats, col_edges: Floats, side: int, *, inset: int = 0
) -> tuple[Samples, Ints]:
    """Return the different cells (kinds x side x side x 3) and the kind of each, rows x columns.

    As by `cut_cells`; cells that are equal to the level in every channel are of one kind.
    """
    blocks = _equal_blocks(pixels, row_edges, col_edges, inset)
    if blocks is None:
        cells = cut_cells(pixels, row_edges, col_edges, side, inset=inset)
        flat = cells.reshape(-1, side, side, 3)
        first, kinds = _kinds(flat.astype(np.uint8))
        return flat[first], kinds.reshape(cells.shape[:2])
    shape = blocks.shape[:2]
    blocks = blocks.reshape(-1, *blocks.shape[2:])
    first, kinds = _kinds(blocks)
    # Every block gets a border of its own, so that no sample mixes two kinds.
    strip = np.pad(blocks[first], ((0, 0), (1, 1), (1, 1), (0, 0)), "edge")
    height, width = strip.shape[1:3]
    left = 1 + col_edges[0] % 1
    pitch = row_edges[1] - row_edges[0], col_edges[1] - col_edges[0]
    most = max(1, MAX_STRIP // max(height, side * MAX_SUPERSAMPLING))
    parts: list[Samples] = []
    for start in range(0, len(strip), most):
        some = strip[start : start + most]
        tops = np.arange(len(some)) * height + 1 + row_edges[0] % 1
        parts.append(
            cut_spans(
                np.ascontiguousarray(some.reshape(-1, width, 3)),
                np.stack([tops, tops + pitch[0]], axis=1),
                np.array([[left, left + pitch[1]]]),
                side,
            ).reshape(-1, side, side, 3)
        )
    return np.concatenate(parts), kinds.reshape(shape)


def _kinds(blocks: npt.NDArray[np.uint8]) -> tuple[Ints, Ints]:
    """Return where each different block is first, and which of them each block is.

    Blocks are of one kind only if all their bytes are equal.
    """
    size = blocks[0].size
    words = np.zeros((len(blocks), -(-size // 8) * 8), np.uint8)
    words[:, :size] = blocks.reshape(len(blocks), -1)
    whole = words.view(np.uint64)
    sums = block_sums(whole)
    _, first, kinds = np.unique(sums, return_index=True, return_inverse=True)
    if not np.array_equal(whole, whole[first[kinds]]):
        # Different blocks have one sum: rare, or made on purpose. Sort the blocks themselves.
        rows = words.view(np.dtype((np.void, words.shape[1]))).ravel()
        _, first, kinds = np.unique(rows, return_index=True, return_inverse=True)
    return first.astype(np.intp), kinds.astype(np.intp)


def block_sums(words: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """Return for each row of words their sum times fixed odd numbers, modulo 2^64.

    Equal rows have equal sums. The converse does not hold: callers must compare the rows.
    """
    return np.asarray((words * _factors(words.shape[1])).sum(axis=1), np.uint64)


@lru_cache(maxsize=32)
def _factors(count: int) -> npt.NDArray[np.uint64]:
    """Return fixed odd numbers; making them takes as long as comparing the cells of a board."""
    numbers = np.random.default_rng(0).integers(0, 2**63, count, np.uint64) * 2 + 1
    factors = numbers.astype(np.uint64)
    factors.flags.writeable = False
    return factors


def _equal_blocks(
    pixels: Pixels, row_edges: Floats, col_edges: Floats, inset: int
) -> npt.NDArray[np.uint8] | None:
    """Return the pixels of each cell, rows x columns x height x width x 3.

    None where cells differ in size or in how they lie on the pixels, or leave the frame.
    """
    sizes, starts = [], []
    for edges, end in ((row_edges, pixels.shape[0]), (col_edges, pixels.shape[1])):
        pitch = np.diff(edges)
        size = round(float(pitch[0]))
        start = int(np.floor(edges[0]))
        # A cell that begins inside a pixel shares one more with the next.
        shared = int(edges[0] - start > EXACT)
        if size < 2 or np.abs(pitch - size).max() > EXACT:
            return None
        if start < 0 or start + size * len(pitch) + shared > end:
            return None
        sizes.append((len(pitch), size, size + shared))
        starts.append(start)
    (rows, pitch_y, height), (cols, pitch_x, width) = sizes
    bottom, right = (
        starts[0] + (rows - 1) * pitch_y + height,
        starts[1] + (cols - 1) * pitch_x + width,
    )
    board = pixels[starts[0] : bottom, starts[1] : right]
    if inset:
        board = _inset(_inset(board, inset).transpose(1, 0, 2), inset).transpose(1, 0, 2)
    down, across, channel = board.strides
    return np.lib.stride_tricks.as_strided(
        board,
        (rows, cols, height, width, 3),
        (pitch_y * down, pitch_x * across, down, across, channel),
        writeable=False,
    )


def _inset(board: Pixels, by: int) -> Pixels:
    """Return a board whose outermost lines repeat what lies `by` pixels from its ends."""
    out = board.copy()
    # What lies there is the middle between two lines, as where samples are taken between pixels.
    out[:by] = cv2.addWeighted(board[by - 1], 0.5, board[by], 0.5, 0.0)
    out[-by:] = cv2.addWeighted(board[-by], 0.5, board[-by - 1], 0.5, 0.0)
    return out
