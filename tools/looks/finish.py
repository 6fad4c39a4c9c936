"""How an image is stored or spoilt: rescaled, JPEG, palette, dithered, grey, noisy."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

import cv2
import numpy as np
from PIL import Image

from .dataset import LabelledBoard

LARGEST_SIDE = 1920
"""No image is larger than this, in pixels."""
SMALLEST_PITCH = 8.5
"""No board is made smaller than this, in pixels a cell."""
LARGEST_PITCH = 95
"""No board is made larger than this, in pixels a cell."""


@dataclass
class Finished:
    """An image as it is stored."""

    encoded: bytes
    suffix: str
    boards: list[LabelledBoard]
    notes: list[str]


def scaled(board: LabelledBoard, across: float, down: float) -> LabelledBoard:
    """Return a board on an image of another size."""
    return replace(
        board,
        row_edges=tuple(v * down for v in board.row_edges),
        col_edges=tuple(v * across for v in board.col_edges),
    )


def rescale(
    rng: Random, pixels: np.ndarray, boards: list[LabelledBoard]
) -> tuple[np.ndarray, list[LabelledBoard], list[str]]:
    """Return an image at another scale, in one of the ways screens do it."""
    factor = rng.choice([0.75, 0.8, 0.9, 1.1, 1.25, 1.25, 1.5, 1.5, 1.75, 2, 2, 2.5, 3])
    pitches = [(e[-1] - e[0]) / (len(e) - 1) for b in boards for e in (b.row_edges, b.col_edges)]
    if pitches and min(pitches) * factor < SMALLEST_PITCH:
        factor = 1.5
    if pitches and max(pitches) * factor > LARGEST_PITCH:
        factor = 0.75
    h, w = pixels.shape[:2]
    factor = min(factor, LARGEST_SIDE / max(h, w))
    size = (max(1, round(w * factor)), max(1, round(h * factor)))
    ways = [cv2.INTER_LINEAR, cv2.INTER_CUBIC, cv2.INTER_NEAREST] if factor > 1 else [
        cv2.INTER_AREA, cv2.INTER_LINEAR]  # fmt: skip
    out = cv2.resize(pixels, size, interpolation=rng.choice(ways))
    return out, [scaled(b, size[0] / w, size[1] / h) for b in boards], [f"scale {factor:.2f}"]


def reduced(rng: Random, pixels: np.ndarray) -> np.ndarray:
    """Return an image with few colours, dithered or not."""
    image = Image.fromarray(pixels[..., ::-1])
    colors = rng.choice([8, 16, 32, 64, 128, 256])
    way = Image.Dither.FLOYDSTEINBERG if rng.random() < 0.6 else Image.Dither.NONE
    if rng.random() < 0.3:
        palette = image.convert("P", palette=Image.Palette.WEB, dither=way)
    else:
        small = image.quantize(colors)
        palette = image.quantize(palette=small, dither=way)
    return np.ascontiguousarray(np.asarray(palette.convert("RGB"))[..., ::-1])


def in_grey(_rng: Random, pixels: np.ndarray) -> np.ndarray:
    """Return an image without colours."""
    return np.repeat(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)[..., None], 3, axis=2)


def noisy(rng: Random, pixels: np.ndarray) -> np.ndarray:
    """Return an image with noise."""
    noise = np.random.default_rng(rng.randrange(10**9))
    out = pixels + noise.normal(0, rng.uniform(1, 4), pixels.shape)
    return np.clip(out, 0, 255).astype(np.uint8)


def inverted(_rng: Random, pixels: np.ndarray) -> np.ndarray:
    """Return an image with all colours turned round."""
    return 255 - pixels


BAYER = np.array([[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]], np.float32)


def ordered(rng: Random, pixels: np.ndarray) -> np.ndarray:
    """Return an image with few levels a channel by ordered dithering, as old screens show it."""
    h, w = pixels.shape[:2]
    levels = rng.choice([2, 2, 3, 4, 6])
    step = 255 / (levels - 1)
    bias = (np.tile(BAYER, (h // 4 + 1, w // 4 + 1))[:h, :w, None] + 0.5) / 16
    grey = levels == 2 and rng.random() < 0.5
    source = pixels.mean(axis=2, keepdims=True) if grey else pixels
    out = np.floor(source / step + bias) * step
    return np.clip(np.broadcast_to(out, pixels.shape), 0, 255).astype(np.uint8)


def scan_lines(rng: Random, pixels: np.ndarray) -> np.ndarray:
    """Return an image with every second or third line darkened, as tubes show it."""
    out = pixels.astype(np.float32)
    out[:: rng.choice([2, 3])] *= rng.uniform(0.6, 0.9)
    return np.clip(out, 0, 255).astype(np.uint8)


def soft(rng: Random, pixels: np.ndarray) -> np.ndarray:
    """Return an image a little out of focus."""
    return cv2.GaussianBlur(pixels, (0, 0), rng.uniform(0.4, 0.9))


def tinted(rng: Random, pixels: np.ndarray) -> np.ndarray:
    """Return an image under a warm or cold light, or with another gamma."""
    gains = np.array([rng.uniform(0.75, 1.0) for _ in range(3)])
    out = 255 * (pixels / 255.0) ** rng.uniform(0.75, 1.35) * gains
    return np.clip(out, 0, 255).astype(np.uint8)


def fringed(_rng: Random, pixels: np.ndarray) -> np.ndarray:
    """Return an image whose red and blue lie a third of a pixel apart, as on flat screens."""
    out = pixels.copy()
    for channel, by in ((0, -1 / 3), (2, 1 / 3)):
        move = np.array([[1, 0, by], [0, 1, 0]], np.float32)
        size = (pixels.shape[1], pixels.shape[0])
        plane = np.ascontiguousarray(pixels[..., channel])
        out[..., channel] = cv2.warpAffine(plane, move, size, borderMode=cv2.BORDER_REPLICATE)
    return out


SPOILT = {
    "palette": (reduced, 6), "ordered dither": (ordered, 3), "scan lines": (scan_lines, 1),
    "soft": (soft, 2), "tinted": (tinted, 3), "grey": (in_grey, 3), "noise": (noisy, 2),
    "inverted": (inverted, 2), "fringes": (fringed, 2), "": (None, 76),
}  # fmt: skip
"""What is done to an image, and how many of a hundred."""


def finish(rng: Random, pixels: np.ndarray, boards: list[LabelledBoard]) -> Finished:
    """Return an image as it is stored: most as they are, some rescaled, reduced or compressed."""
    out = np.clip(np.round(pixels), 0, 255).astype(np.uint8)
    notes: list[str] = []
    if rng.random() < 0.3:
        out, boards, notes = rescale(rng, out, boards)
    spoilt = rng.choices(list(SPOILT), [share for _, share in SPOILT.values()])[0]
    if spoilt:
        out = np.ascontiguousarray(SPOILT[spoilt][0](rng, out))
        notes.append(spoilt)
    if rng.random() < 0.14:
        quality = rng.randint(50, 95)
        _, data = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, quality])
        return Finished(data.tobytes(), ".jpg", boards, [*notes, f"jpeg {quality}"])
    _, data = cv2.imencode(".png", out)
    return Finished(data.tobytes(), ".png", boards, notes)
