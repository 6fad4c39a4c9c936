"""The cell reader in PyTorch, and its file for the program; used by `train_reader.py`.

An encoder makes a vector of each cell. Then all cells of the board are compared with each other
(attention) and with their neighbours (convolutions over the grid), twice. The program runs the
same layers in numpy (`autosweep/vision/classify/cell_network.py`) from the names and weights that
`weights_of` returns, with the normalisation folded into the convolutions.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from looks.dataset import SYMBOLS
from torch import nn
from torch.nn import functional

from autosweep.vision.classify.cell_views import CHANNELS

WIDTHS = (16, 32, 64)
"""Channels at 16, 8 and 4 samples a side."""
SIZE = 96
"""Numbers of the vector of a cell."""
HEADS = 4
"""Comparisons that are made at once."""


class Normalised(nn.Module):
    """A convolution that is normalised and rectified, added to its input where sizes are equal."""

    def __init__(self, inputs: int, outputs: int, stride: int) -> None:
        super().__init__()
        self.convolution = nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False)
        self.norm = nn.BatchNorm2d(outputs)
        self.added = stride == 1

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Return the features of the next layer."""
        out = functional.relu(self.norm(self.convolution(x)))
        return x + out if self.added else out


class Comparison(nn.Module):
    """Every cell looks at all cells of its board, then thinks for itself."""

    def __init__(self) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(SIZE)
        self.asked = nn.Linear(SIZE, 3 * SIZE)
        self.told = nn.Linear(SIZE, SIZE)
        self.norm_own = nn.LayerNorm(SIZE)
        self.wide = nn.Linear(SIZE, 2 * SIZE)
        self.narrow = nn.Linear(2 * SIZE, SIZE)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Return the vectors of the cells (boards x cells x SIZE)."""
        boards, cells, _ = x.shape
        asked = self.asked(self.norm(x)).view(boards, cells, 3, HEADS, SIZE // HEADS)
        q, k, v = asked.permute(2, 0, 3, 1, 4)
        seen = functional.scaled_dot_product_attention(q, k, v)
        x = x + self.told(seen.transpose(1, 2).reshape(boards, cells, SIZE))
        return x + self.narrow(functional.relu(self.wide(self.norm_own(x))))


class Neighbours(nn.Module):
    """Every cell looks at the eight round it."""

    def __init__(self) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(SIZE)
        self.convolution = nn.Conv2d(SIZE, SIZE, 3, 1, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Return the vectors of the cells (boards x rows x columns x SIZE)."""
        near = self.convolution(self.norm(x).permute(0, 3, 1, 2))
        return x + functional.relu(near).permute(0, 2, 3, 1)


class CellReader(nn.Module):
    """The network while it is trained."""

    def __init__(self) -> None:
        super().__init__()
        a, b, c = WIDTHS
        shapes = ((CHANNELS, a, 2), (a, b, 2), (b, b, 1), (b, c, 2), (c, c, 1))
        self.encoder = nn.ModuleList(Normalised(*shape) for shape in shapes)
        self.vector = nn.Linear(16 * c, SIZE)
        self.comparisons = nn.ModuleList(Comparison() for _ in range(2))
        self.neighbours = nn.ModuleList(Neighbours() for _ in range(4))
        self.norm = nn.LayerNorm(SIZE)
        self.symbol = nn.Linear(SIZE, len(SYMBOLS))
        self.alone = nn.Linear(SIZE, len(SYMBOLS))

    def encode(self, x: torch.Tensor) -> torch.Tensor:
        """Return the vector of each cell (cells x SIZE)."""
        for layer in self.encoder:
            x = layer(x)
        return self.vector(x.flatten(1))

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the logits of the symbols of boards: with what is round each cell, and without."""
        boards, rows, cols = x.shape[:3]
        cells = self.encode(x.flatten(0, 2)).view(boards, rows, cols, SIZE)
        alone = self.alone(cells)
        for k, compare in enumerate(self.comparisons):
            cells = compare(cells.flatten(1, 2)).view(boards, rows, cols, SIZE)
            for look in self.neighbours[2 * k : 2 * k + 2]:
                cells = look(cells)
        return self.symbol(self.norm(cells)), alone


def weights_of(net: CellReader) -> dict[str, np.ndarray]:
    """Return the arrays that the program needs, by name."""
    found: dict[str, Any] = {}
    for k, layer in enumerate(net.encoder):
        scale = layer.norm.weight / torch.sqrt(layer.norm.running_var + layer.norm.eps)
        found[f"encoder{k}.weight"] = layer.convolution.weight * scale[:, None, None, None]
        found[f"encoder{k}.bias"] = layer.norm.bias - layer.norm.running_mean * scale
    state = net.state_dict()
    found.update({name: state[name] for name in state if not name.startswith("encoder.")})
    return {name: value.detach().numpy().astype(np.float32) for name, value in found.items()}
