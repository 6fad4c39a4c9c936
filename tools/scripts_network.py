"""The network of Cyrillic and Korean lines in PyTorch, and its file; used by `train_scripts.py`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import onnx
import torch
from onnx import TensorProto, helper
from torch import nn
from votes_network import OPSET, OnnxGraph

from autosweep.vision.ocr.other_scripts import ALPHABET, HEIGHT

WIDTHS = (24, 40, 56, 72, 112)
"""Channels from the first layers to the last."""


def _normalised(  # noqa: PLR0913, PLR0917 - those of a convolution
    inputs: int,
    outputs: int,
    size: tuple[int, int] = (3, 3),
    stride: tuple[int, int] = (1, 1),
    padding: tuple[int, int] = (1, 1),
    wide: int = 1,
) -> nn.Sequential:
    """Return a convolution that is normalised and rectified."""
    convolution = nn.Conv2d(inputs, outputs, size, stride, padding, (1, wide), bias=False)
    return nn.Sequential(convolution, nn.BatchNorm2d(outputs), nn.ReLU(inplace=True))


def wire(ops: Any, x: Any) -> Any:
    """Return the scores of the letters along a line."""
    for name in ("stem", "fine", "down8", "same8", "down4", "flat"):
        x = ops.layer(name, x)
    for name in ("near", "wide2", "wide4"):
        x = ops.add(x, ops.layer(name, x))
    return ops.layer("letters", x)


class ScriptNet(nn.Module):
    """The network while it is trained."""

    def __init__(self) -> None:
        super().__init__()
        a, b, c, d, e = WIDTHS
        self.layers = nn.ModuleDict(
            {
                "stem": _normalised(1, a, (5, 5), (2, 2), (2, 2)),
                "fine": _normalised(a, b),
                "down8": _normalised(b, c, stride=(2, 1)),
                "same8": _normalised(c, c),
                "down4": _normalised(c, d, stride=(2, 1)),
                "flat": _normalised(d, e, (HEIGHT // 8, 3), padding=(0, 1)),
                "near": _normalised(e, e, (1, 3), padding=(0, 1)),
                "wide2": _normalised(e, e, (1, 5), padding=(0, 4), wide=2),
                "wide4": _normalised(e, e, (1, 5), padding=(0, 8), wide=4),
                "letters": nn.Conv2d(e, len(ALPHABET) + 1, 1),
            }
        )

    def layer(self, name: str, x: torch.Tensor) -> torch.Tensor:
        """Return a convolution with the normalisation and the rectifier of its layer."""
        return self.layers[name](x)

    def add(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        """Return a sum."""
        return x + y

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Return the scores of lines: lines x letters x steps."""
        return wire(self, x)[:, :, 0]


def write_onnx(net: ScriptNet, path: Path) -> None:
    """Write the file that the program reads."""
    graph = OnnxGraph(net)
    last = wire(graph, "line")
    letters = len(ALPHABET) + 1
    made = helper.make_graph(
        graph.nodes,
        "other_scripts",
        [helper.make_tensor_value_info("line", TensorProto.FLOAT, [1, 1, HEIGHT, "width"])],
        [helper.make_tensor_value_info(last, TensorProto.FLOAT, [1, letters, 1, "steps"])],
        [weight for weight in graph.weights if weight.name != "twice"],
    )
    model = helper.make_model(made, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=7)
    onnx.checker.check_model(model)
    path.write_bytes(model.SerializeToString(deterministic=True))
