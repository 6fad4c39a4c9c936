"""Crops of labelled images and what a place of them should vote for; used by `train_votes.py`.

A crop is a part of an image at a random scale, so that cells have 7 to 62 pixels, with its colours
changed, blurred, made noisy or compressed. Some crops are stretched, as cells of unlike sides are.
Chance comes from a generator that the caller seeds.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from looks.dataset import LabelledBoard, LabelledImage

from autosweep.vision.votes.network import LEVELS, MIDDLE_LEVEL
from autosweep.vision.votes.thresholds import BASE_PITCH, STRIDE

SIDE = 192
"""Pixels of the side of a crop."""
CELLS = (7.0, 62.0)
"""Pixels of a cell in a crop."""
TRUSTED_CELLS = (6.0, 72.0)
"""Pixels of a cell outside of which a board counts neither as inside nor as outside."""
SCALES = (0.2, 2.4)
"""Factors by which an image is scaled at most."""
STRETCHED = 0.12
"""Share of crops whose cells are stretched to be wider or higher."""
MAX_STRETCH = 0.55
"""Logarithm by which each axis of such a crop is stretched at most: square cells become 3 : 1."""
ORDERS = ((0, 1, 2), (2, 1, 0), (1, 0, 2), (1, 2, 0), (2, 0, 1), (0, 2, 1))


@dataclass(frozen=True)
class Sample:
    """A crop, what its places should vote for and which of them count."""

    pixels: np.ndarray
    """SIDE x SIDE x 3."""
    target: np.ndarray
    """7 x places x places: inside, cosine and sine across and down, pitches."""
    counted: np.ndarray
    """places x places, 0 or 1."""


@dataclass(frozen=True)
class Window:
    """A part of an image that is scaled to a crop."""

    left: int
    top: int
    scale: tuple[float, float]
    """Pixels of the crop for each pixel of the image, across and down."""


def samples(rng: np.random.Generator, image: LabelledImage, count: int) -> list[Sample]:
    """Return random crops of an image."""
    pixels = image.pixels()
    return [_sample(rng, pixels, image.boards) for _ in range(count)]


def _sample(
    rng: np.random.Generator, pixels: np.ndarray, boards: Sequence[LabelledBoard]
) -> Sample:
    crop, window = _crop(rng, pixels, _place(rng, pixels, boards))
    target, counted = targets(boards, window, pixels.shape)
    return Sample(crop, target, counted)


def _place(
    rng: np.random.Generator, pixels: np.ndarray, boards: Sequence[LabelledBoard]
) -> tuple[float, float, float, float]:
    """Return the centre of a crop and its scale across and down."""
    height, width = pixels.shape[:2]
    if boards and rng.random() < 0.9:
        board = boards[int(rng.integers(len(boards)))]
        cols, rows = np.array(board.col_edges), np.array(board.row_edges)
        wide, high = (cols[-1] - cols[0]) / board.cols, (rows[-1] - rows[0]) / board.rows
        pitch = math.exp(rng.uniform(math.log(CELLS[0]), math.log(CELLS[1])))
        scale = pitch / math.sqrt(wide * high)
        x = _along(rng, cols[0], min(cols[-1], width), wide)
        y = _along(rng, rows[0], min(rows[-1], height), high)
    else:
        scale = math.exp(rng.uniform(math.log(0.3), math.log(1.6)))
        x, y = rng.uniform(0, width), rng.uniform(0, height)
    scale = min(max(scale, SCALES[0]), SCALES[1])
    stretched = rng.random() < STRETCHED
    skew = math.exp(rng.uniform(-MAX_STRETCH, MAX_STRETCH) if stretched else rng.normal() * 0.07)
    across, down = scale * skew, scale / skew
    if rng.random() < 0.25:  # pixels as they are, or as the first look has them
        across = down = float(rng.choice([1.0, 1.0, 0.5]))
    return x, y, across, down


def _along(rng: np.random.Generator, first: float, last: float, pitch: float) -> float:
    """Return the centre of a crop along one axis: anywhere on the board, or near its border."""
    if rng.random() < 0.5:
        return rng.uniform(first - pitch, last + pitch)
    at = rng.choice([first, last, rng.uniform(first, last)])
    return float(at + rng.normal() * 2 * pitch)


def _crop(
    rng: np.random.Generator, pixels: np.ndarray, place: tuple[float, float, float, float]
) -> tuple[np.ndarray, Window]:
    height, width = pixels.shape[:2]
    x, y, across, down = place
    wide, high = math.ceil(SIDE / across) + 1, math.ceil(SIDE / down) + 1
    left, top = round(x - SIDE / across / 2), round(y - SIDE / down / 2)
    part = np.empty((high, wide, 3), np.uint8)
    part[:] = rng.integers(0, 256, 3)
    x0, y0 = max(left, 0), max(top, 0)
    x1, y1 = min(left + wide, width), min(top + high, height)
    if x1 > x0 and y1 > y0:
        part[y0 - top : y1 - top, x0 - left : x1 - left] = pixels[y0:y1, x0:x1]
    size = max(SIDE, round(wide * across)), max(SIDE, round(high * down))
    if across < 0.95:
        way = cv2.INTER_AREA
    else:
        ways = [cv2.INTER_LINEAR, cv2.INTER_LINEAR, cv2.INTER_CUBIC]
        way = int(rng.choice([*ways, cv2.INTER_NEAREST] if across > 1.5 else ways))
    crop = part if size == (wide, high) else cv2.resize(part, size, interpolation=way)
    scale = (size[0] / wide, size[1] / high)
    return np.ascontiguousarray(crop[:SIDE, :SIDE]), Window(left, top, scale)


def targets(
    boards: Sequence[LabelledBoard], window: Window, shape: tuple[int, ...]
) -> tuple[np.ndarray, np.ndarray]:
    """Return what the places of a window should vote for, and which of them count."""
    count = SIDE // STRIDE
    places = np.arange(count) * STRIDE + STRIDE / 2
    x = places / window.scale[0] + window.left
    y = places / window.scale[1] + window.top
    target = np.zeros((7, count, count), np.float32)
    counted = np.ones((count, count), np.float32)
    seen = ((y >= 0) & (y < shape[0]))[:, None] & ((x >= 0) & (x < shape[1]))[None]
    for board in boards:
        cols, rows = np.array(board.col_edges), np.array(board.row_edges)
        pitches = (
            float(np.median(np.diff(cols))) * window.scale[0],
            float(np.median(np.diff(rows))) * window.scale[1],
        )
        inside = ((y >= rows[0]) & (y < rows[-1]))[:, None] & ((x >= cols[0]) & (x < cols[-1]))
        inside &= seen
        if min(pitches) < TRUSTED_CELLS[0] or max(pitches) > TRUSTED_CELLS[1]:
            counted[inside] = 0
            continue
        across = np.interp(x, cols, np.arange(len(cols))) * 2 * np.pi
        down = np.interp(y, rows, np.arange(len(rows))) * 2 * np.pi
        values = (
            np.ones((count, count)),
            *(np.broadcast_to(turn(across)[None], inside.shape) for turn in (np.cos, np.sin)),
            *(np.broadcast_to(turn(down)[:, None], inside.shape) for turn in (np.cos, np.sin)),
            *(np.full(inside.shape, math.log2(pitch / BASE_PITCH)) for pitch in pitches),
        )
        for channel, value in zip(target, values, strict=True):
            channel[inside] = value[inside]
    return target, counted


def joined(rng: np.random.Generator, one: Sample, other: Sample) -> Sample:
    """Return two crops side by side or one above the other, as windows lie on a desktop."""
    cut = int(rng.integers(4, SIDE // STRIDE - 4))
    at = cut * STRIDE
    if rng.random() < 0.5:
        return Sample(
            np.hstack([one.pixels[:, :at], other.pixels[:, at:]]),
            np.concatenate([one.target[:, :, :cut], other.target[:, :, cut:]], axis=2),
            np.hstack([one.counted[:, :cut], other.counted[:, cut:]]),
        )
    return Sample(
        np.vstack([one.pixels[:at], other.pixels[at:]]),
        np.concatenate([one.target[:, :cut], other.target[:, cut:]], axis=1),
        np.vstack([one.counted[:cut], other.counted[cut:]]),
    )


def recoloured(rng: np.random.Generator, pixels: np.ndarray) -> np.ndarray:
    """Return a crop in other colours and spoilt as screens and screenshots are."""
    out = pixels
    if rng.random() < 0.35:
        out = out[..., ORDERS[rng.integers(len(ORDERS))]]
    if rng.random() < 0.12:
        out = 255 - out
    if rng.random() < 0.5:
        gamma, gain = math.exp(rng.normal(0, 0.35)), math.exp(rng.normal(0, 0.2))
        levels = (np.arange(256) / 255.0) ** gamma * 255 * gain + rng.normal(0, 18)
        table = np.clip(levels, 0, 255).astype(np.uint8)
        out = cv2.LUT(np.ascontiguousarray(out), table)
    if rng.random() < 0.25:
        tinted = cv2.cvtColor(np.ascontiguousarray(out), cv2.COLOR_BGR2HSV)
        tinted[..., 0] = (tinted[..., 0].astype(int) + int(rng.integers(180))) % 180
        tinted[..., 1] = np.clip(tinted[..., 1] * rng.uniform(0, 1.5), 0, 255)
        out = cv2.cvtColor(tinted, cv2.COLOR_HSV2BGR)
    if rng.random() < 0.15:
        out = cv2.GaussianBlur(np.ascontiguousarray(out), (0, 0), rng.uniform(0.3, 1.0))
    if rng.random() < 0.15:
        noisy = out + rng.normal(0, rng.uniform(1, 9), out.shape)
        out = np.clip(noisy, 0, 255).astype(np.uint8)
    if rng.random() < 0.15:
        quality = int(rng.integers(35, 95))
        data = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        out = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR))
    return np.ascontiguousarray(out)


def as_input(pixels: np.ndarray) -> np.ndarray:
    """Return pixels as the network takes them: 3 x height x width."""
    return ((pixels.astype(np.float32) - MIDDLE_LEVEL) / LEVELS).transpose(2, 0, 1)
