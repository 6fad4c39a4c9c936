"""The network that names the cells of any board, run in numpy.

An encoder makes a vector of each cell; then all cells of the board are compared with each other and
with their neighbours, as a person sees what hidden and open look like here. The weights
(`reader.npz`) were trained on invented looks only; `tools/train_reader.py` makes them and
`docs/research/reader.md` says how. The same pixels always give the same numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from autosweep.interfaces import Pixels
from autosweep.vision.arrays import Floats, Ints, Samples
from autosweep.vision.classify.cell_views import SIDE, board_tone, cell_views, network_inputs
from autosweep.vision.classify.thresholds import MAX_COMPARED

WEIGHTS = Path(__file__).with_name("reader.npz")
SYMBOLS = "?012345678FQ*XW!"
"""What the outputs stand for; `!` is no cell of Minesweeper, or one that cannot be read."""
HEADS = 4
STRIDES = (2, 2, 1, 2, 1)
"""Samples by which each layer of the encoder moves on."""
BATCH = 96
"""Cells that are encoded at once: what fits into the cache of a processor."""


@dataclass(frozen=True, slots=True, eq=False)
class CellOpinions:
    """What the network says of each cell of a board."""

    logits: Samples
    """Rows x columns x symbols."""
    vectors: Samples
    """Rows x columns x numbers: what each cell looks like, whatever is round it."""
    kinds: Ints
    """Rows x columns: cells with the same number are equal to the pixel, margin included."""

    @property
    def strangeness(self) -> float:
        """How strange the board is to the network, as the logarithm of odds.

        The middle of what speaks for no Minesweeper over what speaks for the likeliest symbol: far
        below 0 for looks like those that it was trained on, above 0 for other games.
        """
        symbols, none = self.logits[..., :-1].max(axis=2), self.logits[..., -1]
        return float(np.median(none - symbols))


def opinions_of(pixels: Pixels, row_edges: Floats, col_edges: Floats) -> CellOpinions:
    """Return what the network says of the cells of a grid."""
    views = cell_views(pixels, row_edges, col_edges)
    rows, cols = views.shape[:2]
    flat = views.reshape(rows * cols, SIDE, SIDE, 3)
    first, kinds = _kinds(flat)
    vectors = encode(network_inputs(flat[first], board_tone(flat)))
    cells = vectors[kinds].reshape(rows, cols, -1)
    return CellOpinions(in_context(cells), cells, kinds.reshape(rows, cols))


def _kinds(cells: Samples) -> tuple[Ints, Ints]:
    """Return the first cell of each kind, and the kind of each cell."""
    data = np.ascontiguousarray(np.rint(cells).astype(np.uint8).reshape(len(cells), -1))
    keys = data.view(np.dtype((np.void, data.shape[1]))).ravel()
    _, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
    return first, inverse.astype(np.intp).ravel()


@cache
def _weights() -> dict[str, Samples]:
    """Return the weights, those of convolutions as matrices."""
    with np.load(WEIGHTS) as stored:
        found = {n: stored[n].astype(np.float32) for n in stored.files if n != "symbols"}
    for name, value in found.items():
        if value.ndim == 4:  # outputs x inputs x 3 x 3
            found[name] = np.ascontiguousarray(value.transpose(2, 3, 1, 0).reshape(-1, len(value)))
    # The last features of the encoder are side x side x channels here, channels first in training.
    vector = found["vector.weight"]
    side = SIDE // int(np.prod(STRIDES))
    reordered = vector.reshape(len(vector), -1, side, side).transpose(0, 2, 3, 1)
    found["vector.weight"] = np.ascontiguousarray(reordered.reshape(len(vector), -1))
    return found


def encode(inputs: Samples) -> Samples:
    """Return the vector of each cell."""
    parts = [_encoded(inputs[at : at + BATCH]) for at in range(0, len(inputs), BATCH)]
    return np.concatenate(parts)


def _encoded(inputs: Samples) -> Samples:
    weights = _weights()
    x = np.ascontiguousarray(inputs.transpose(0, 2, 3, 1))
    for k, stride in enumerate(STRIDES):
        out = _convolved(x, weights[f"encoder{k}.weight"], weights[f"encoder{k}.bias"], stride)
        np.maximum(out, 0, out=out)
        x = x + out if stride == 1 else out
    return _linear(x.reshape(len(x), -1), "vector")


def _convolved(x: Samples, weight: Samples, bias: Samples, stride: int = 1) -> Samples:
    """Return a 3 x 3 convolution with padding; channels are last."""
    n, height, width, channels = x.shape
    high, wide = -(-height // stride), -(-width // stride)
    padded = np.zeros((n, height + 2, width + 2, channels), np.float32)
    padded[:, 1:-1, 1:-1] = x
    columns = np.empty((n, high, wide, 9, channels), np.float32)
    for k in range(9):
        dy, dx = divmod(k, 3)
        columns[:, :, :, k] = padded[:, dy : dy + height : stride, dx : dx + width : stride]
    out = columns.reshape(n * high * wide, -1) @ weight
    out += bias
    return np.asarray(out.reshape(n, high, wide, -1), np.float32)


def in_context(cells: Samples) -> Samples:
    """Return the logits of the symbols of a board from the vectors of its cells."""
    weights = _weights()
    rows, cols, size = cells.shape
    x = cells
    for k in range(2):
        x = _compared(x.reshape(-1, size), f"comparisons.{k}").reshape(rows, cols, size)
        for j in (2 * k, 2 * k + 1):
            name = f"neighbours.{j}"
            weight, bias = (
                weights[f"{name}.convolution.weight"],
                weights[f"{name}.convolution.bias"],
            )
            near = _convolved(_normalised(x, f"{name}.norm")[None], weight, bias)[0]
            x = x + np.maximum(near, 0)
    return _linear(_normalised(x, "norm"), "symbol")


def _compared(x: Samples, name: str) -> Samples:
    """Return the vectors of cells after each has looked at all of them."""
    cells, size = x.shape
    each = size // HEADS
    asked = _linear(_normalised(x, f"{name}.norm"), f"{name}.asked").reshape(cells, 3, HEADS, each)
    step = -(-cells // MAX_COMPARED)
    seen = np.empty((cells, HEADS, each), np.float32)
    for head in range(HEADS):
        query, key, value = asked[:, 0, head], asked[::step, 1, head], asked[::step, 2, head]
        likeness = query @ key.T
        likeness *= np.float32(each**-0.5)
        likeness -= likeness.max(axis=1, keepdims=True)
        np.exp(likeness, out=likeness)
        seen[:, head] = likeness @ value / likeness.sum(axis=1, keepdims=True)
    x = x + _linear(seen.reshape(cells, size), f"{name}.told")
    wide = np.maximum(_linear(_normalised(x, f"{name}.norm_own"), f"{name}.wide"), 0)
    return x + _linear(wide, f"{name}.narrow")


def _linear(x: Samples, name: str) -> Samples:
    weights = _weights()
    return np.asarray(x @ weights[f"{name}.weight"].T + weights[f"{name}.bias"], np.float32)


def _normalised(x: Samples, name: str) -> Samples:
    """Return vectors with a mean of 0 and a variance of 1, then scaled as learned."""
    weights = _weights()
    off = x - x.mean(axis=-1, keepdims=True)
    scale = 1 / np.sqrt((off * off).mean(axis=-1, keepdims=True) + np.float32(1e-5))
    return np.asarray(off * scale * weights[f"{name}.weight"] + weights[f"{name}.bias"], np.float32)
