"""Glyphs named by their shape: features of a cell and a small convolutional network.

The network was trained on synthetic drawings only (`tools/train_glyphs.py` says how; the weights
are `glyphs.npz`). It runs in plain numpy. A glyph is what differs from the ground of its cell; it
is cut out and brought to one size, so that neither theme nor scale matters.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import cv2
import numpy as np

from autosweep.vision.arrays import Ints32, Samples
from autosweep.vision.classify.thresholds import (
    COLOR_BIN,
    FAINT_GLYPH,
    FEATURE_QUANTILE,
    GROUND_TOLERANCE,
    MAX_FEATURE,
    MAX_SLOPE,
    MIN_FEATURE_PEAK,
    MIN_INNER_PART,
    MIN_RIM_LINE,
    MIN_ZOOM,
    PEAK_QUANTILE,
    PEAK_SHARE,
    ZOOM_BELOW,
    ZOOM_MARGIN,
)

SIDE = 32
"""Samples of the side of a cell."""
CLASSES = (
    "plain",
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
    "7",
    "8",
    "flag",
    "question",
    "mine",
    "wrong",
    "other",
    "zero",
)
PLAIN, FLAG_CLASS, QUESTION_CLASS, MINE_CLASS, WRONG_CLASS, OTHER, ZERO = 0, 9, 10, 11, 12, 13, 14
INNER = slice(4, 28)
"""The samples in which a glyph is searched for."""
MIDDLE = slice(9, 23)
"""The samples that every glyph reaches."""
_RIM = np.ones((SIDE, SIDE), bool)
_RIM[2:-2, 2:-2] = False


def plane_ground(cells: Samples) -> Samples:
    """Return the ground of cells (n x 32 x 32 x 3): the commonest inner colour, slopes followed."""
    inner = cells[:, INNER, INNER].reshape(len(cells), -1, 3)
    colour = _dominant(inner)
    near = largest(inner - colour[:, None]) <= GROUND_TOLERANCE
    ys, xs = np.mgrid[INNER, INNER].astype(np.float32) / SIDE - 0.5
    base = np.stack([np.ones(ys.size), xs.ravel(), ys.ravel()], axis=1).astype(np.float32)
    full_y, full_x = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32) / SIDE - 0.5
    whole = np.stack([np.ones(full_y.size), full_x.ravel(), full_y.ravel()], axis=1)
    weight = near.astype(np.float32)
    gram = np.einsum("np,pi,pj->nij", weight, base, base) + 0.5 * np.eye(3, dtype=np.float32)
    gram[:, 0, 0] -= 0.5 - 1e-3
    right = np.einsum("np,pi,npc->nic", weight, base, inner - colour[:, None])
    slopes = np.linalg.solve(gram, right)
    slopes = np.clip(slopes, -MAX_SLOPE, MAX_SLOPE)
    ground = colour[:, None] + np.einsum("pi,nic->npc", whole.astype(np.float32), slopes)
    return np.asarray(ground.reshape(len(cells), SIDE, SIDE, 3), np.float32)


def _dominant(pixels: Samples) -> Samples:
    """Return the commonest colour of each set of pixels (n x p x 3)."""
    best = np.zeros((len(pixels), 3), np.float32)
    best_count = np.zeros(len(pixels))
    for offset in (0, COLOR_BIN // 2):
        bins = ((pixels + offset) // COLOR_BIN).astype(np.int32)
        keys = bins[..., 0] * 144 + bins[..., 1] * 12 + bins[..., 2]
        for i, row in enumerate(keys):
            counts = np.bincount(row, minlength=1)
            key = int(np.argmax(counts))
            if counts[key] > best_count[i]:
                best_count[i] = counts[key]
                best[i] = np.median(pixels[i][row == key], axis=0)
    return best


def largest(difference: Samples) -> Samples:
    """Return the largest absolute value of the last axis, which has three."""
    # Much faster than a reduction over an axis of three.
    size = np.abs(difference)
    return np.asarray(np.maximum(np.maximum(size[..., 0], size[..., 1]), size[..., 2]), np.float32)


def glyph_boxes(difference: Samples) -> Ints32:
    """Return x0, y0, x1, y1 of the glyph in each difference (n x 32 x 32), whole cells if none."""
    inner = np.zeros_like(difference)
    inner[:, 3:-3, 3:-3] = difference[:, 3:-3, 3:-3]
    peak = np.quantile(inner.reshape(len(inner), -1), PEAK_QUANTILE, axis=1)
    strong = inner > np.maximum(PEAK_SHARE * peak, FAINT_GLYPH)[:, None, None]
    boxes = np.empty((len(difference), 4), np.int32)
    for i, mask in enumerate(strong):
        ys, xs = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
        boxes[i] = (xs[0], ys[0], xs[-1] + 1, ys[-1] + 1) if len(xs) else (0, 0, SIDE, SIDE)
    return boxes


def without_rim(signed: Samples) -> Samples:
    """Return differences (n x 32 x 32 x 3) without what lies along the rim of a cell only.

    Broken lines, shadows and the neighbours' corners differ from cell to cell and are no glyph.
    Where nothing lies in the middle, everything is kept.
    """
    strength = largest(signed)
    peak = np.quantile(strength[:, 3:-3, 3:-3].reshape(len(signed), -1), PEAK_QUANTILE, axis=1)
    strong = (strength > np.maximum(PEAK_SHARE * peak, FAINT_GLYPH)[:, None, None]).astype(np.uint8)
    for i in range(len(signed)):
        count, parts, boxes, _ = cv2.connectedComponentsWithStats(strong[i], connectivity=8)
        if count <= 2:
            continue  # a single part is the glyph, or everything there is
        inside = np.unique(parts[MIDDLE, MIDDLE])
        long = np.flatnonzero(boxes[:, 2:4].max(axis=1) >= MIN_RIM_LINE)
        on_rim = np.setdiff1d(np.union1d(parts[_RIM], long), [*inside, 0])
        # A highlight on a mine that fills its cell is not a glyph of its own.
        tall = boxes[inside[inside > 0], 2:4].max(initial=0) >= MIN_INNER_PART
        if tall and len(on_rim):
            gone = cv2.dilate(np.isin(parts, on_rim).astype(np.uint8), np.ones((3, 3), np.uint8))
            signed[i][gone.astype(bool) & ~np.isin(parts, inside[inside > 0])] = 0
    return signed


def features(cells: Samples, grounds: Samples) -> Samples:
    """Return the input of the network for cells (n x 32 x 32 x 3) and grounds: n x 4 x 32 x 32.

    Three channels of colour difference and one of strength, zoomed to the glyph.
    """
    signed = without_rim(cells - grounds)
    for i, (x0, y0, x1, y1) in enumerate(glyph_boxes(largest(signed))):
        side = max(x1 - x0, y1 - y0)
        if side < ZOOM_BELOW:
            half = max(side, MIN_ZOOM) * ZOOM_MARGIN / 2
            cx, cy = (x0 + x1) / 2, (y0 + y1) / 2
            scale = 2 * half / SIDE
            matrix = np.array(
                [
                    [scale, 0, cx - half + scale / 2 - 0.5],
                    [0, scale, cy - half + scale / 2 - 0.5],
                ],
                np.float32,
            )
            flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
            signed[i] = cv2.warpAffine(signed[i], matrix, (SIDE, SIDE), flags=flags)
    strength = largest(signed)
    peaks = np.quantile(strength.reshape(len(cells), -1), FEATURE_QUANTILE, axis=1)
    peaks = np.maximum(peaks, MIN_FEATURE_PEAK)[:, None, None]
    out = np.empty((len(cells), 4, SIDE, SIDE), np.float32)
    out[:, :3] = np.clip(signed.transpose(0, 3, 1, 2) / peaks[:, None], -MAX_FEATURE, MAX_FEATURE)
    out[:, 3] = np.clip(strength / peaks, 0, MAX_FEATURE)
    return out


@cache
def _weights() -> dict[str, Samples]:
    path = Path(__file__).with_name("glyphs.npz")
    with np.load(path) as stored:
        return {name: stored[name].astype(np.float32) for name in stored.files}


def classify(inputs: Samples) -> Samples:
    """Return the logits of each class (n x classes) for features."""
    weights = _weights()
    out = inputs
    for layer in range(3):
        out = _convolve(out, weights[f"conv{layer}.weight"], weights[f"conv{layer}.bias"])
        out = np.maximum(out, 0)
        n, c, h, w = out.shape
        out = out.reshape(n, c, h // 2, 2, w // 2, 2).max(axis=(3, 5))
    flat = out.reshape(len(out), -1)
    hidden = np.maximum(flat @ weights["dense.weight"].T + weights["dense.bias"], 0)
    return np.asarray(hidden @ weights["last.weight"].T + weights["last.bias"], np.float32)


def _convolve(inputs: Samples, weight: Samples, bias: Samples) -> Samples:
    """Return a 3 x 3 convolution with padding."""
    n, channels, height, width = inputs.shape
    padded = np.pad(inputs, ((0, 0), (0, 0), (1, 1), (1, 1)))
    windows = np.lib.stride_tricks.sliding_window_view(padded, (3, 3), axis=(2, 3))
    columns = windows.transpose(0, 2, 3, 1, 4, 5).reshape(n * height * width, channels * 9)
    out = columns @ weight.reshape(len(weight), -1).T + bias
    return np.asarray(out.reshape(n, height, width, -1).transpose(0, 3, 1, 2), np.float32)
