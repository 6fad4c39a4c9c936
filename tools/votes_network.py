"""The network of votes in PyTorch, and its file for the program; used by `train_votes.py`.

Four levels down to a stride of 32 pixels and up again to 4. `wire` says once how the layers are
connected: PyTorch runs it to train, `OnnxGraph` runs it to write the file, with the normalisation
folded into the convolutions. The same weights always give the same bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn
from torch.nn import functional

from autosweep.vision.votes.network import CHANNELS

WIDTHS = (12, 24, 40, 64)
"""Channels at strides 2, 4, 8 and from 16 on."""
OPSET = 13
"""Operator set of the file: both OpenCV 4 and 5 read it."""


class Operations(Protocol):
    """What a network is made of."""

    def layer(self, name: str, x: Any) -> Any:
        """Return a convolution with the normalisation and the rectifier of its layer."""

    def add(self, x: Any, y: Any) -> Any:
        """Return a sum."""

    def doubled(self, x: Any) -> Any:
        """Return twice as many rows and columns, each repeated."""


def wire(ops: Operations, x: Any) -> Any:
    """Return the votes of the places of an image."""

    def residual(x: Any, *names: str) -> Any:
        for name in names:
            x = ops.add(x, ops.layer(name, x))
        return x

    at4 = residual(ops.layer("stem4", ops.layer("stem2", x)), "same4")
    at8 = residual(ops.layer("down8", at4), "same8a", "same8b")
    at16 = residual(ops.layer("down16", at8), "same16", "wide16")
    at32 = residual(ops.layer("down32", at16), "same32", "wide32")
    up16 = ops.layer("join16", ops.add(at16, ops.doubled(ops.layer("to16", at32))))
    up8 = ops.layer("join8", ops.add(at8, ops.doubled(ops.layer("to8", up16))))
    up4 = ops.layer("join4", ops.add(at4, ops.doubled(ops.layer("to4", up8))))
    return ops.layer("votes", up4)


def _normalised(inputs: int, outputs: int, size: int = 3, stride: int = 1, wide: int = 1) -> Any:
    """Return a convolution that is normalised and rectified; `wide` leaves places out between."""
    padding = size // 2 * wide
    convolution = nn.Conv2d(inputs, outputs, size, stride, padding, dilation=wide, bias=False)
    return nn.Sequential(convolution, nn.BatchNorm2d(outputs), nn.ReLU(inplace=True))


class VoteNet(nn.Module):
    """The network while it is trained."""

    def __init__(self) -> None:
        super().__init__()
        a, b, c, d = WIDTHS
        self.layers = nn.ModuleDict(
            {
                "stem2": _normalised(3, a, 5, 2),
                "stem4": _normalised(a, b, 3, 2),
                "same4": _normalised(b, b),
                "down8": _normalised(b, c, 3, 2),
                "same8a": _normalised(c, c),
                "same8b": _normalised(c, c),
                "down16": _normalised(c, d, 3, 2),
                "same16": _normalised(d, d),
                "wide16": _normalised(d, d, wide=2),
                "down32": _normalised(d, d, 3, 2),
                "same32": _normalised(d, d),
                "wide32": _normalised(d, d, wide=2),
                "to16": nn.Conv2d(d, d, 1),
                "join16": _normalised(d, d),
                "to8": nn.Conv2d(d, c, 1),
                "join8": _normalised(c, c),
                "to4": nn.Conv2d(c, b, 1),
                "join4": _normalised(b, b),
                "votes": nn.Conv2d(b, CHANNELS, 1),
            }
        )

    def layer(self, name: str, x: torch.Tensor) -> torch.Tensor:
        """Return a convolution with the normalisation and the rectifier of its layer."""
        return self.layers[name](x)

    def add(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        """Return a sum."""
        return x + y

    def doubled(self, x: torch.Tensor) -> torch.Tensor:
        """Return twice as many rows and columns, each repeated."""
        return functional.interpolate(x, scale_factor=2, mode="nearest")

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Return the votes of images."""
        return wire(self, x)


class OnnxGraph:
    """The nodes and weights of the file."""

    def __init__(self, net: VoteNet) -> None:
        self.net = net
        self.nodes: list[onnx.NodeProto] = []
        self.weights = [numpy_helper.from_array(np.array([1, 1, 2, 2], np.float32), "twice")]

    def layer(self, name: str, x: str) -> str:
        """Return a convolution with the normalisation folded in, and the rectifier."""
        layer = self.net.layers[name]
        plain = isinstance(layer, nn.Conv2d)
        convolution = layer if plain else layer[0]
        weight, bias = _folded(convolution, None if plain else layer[1])
        self.weights.append(numpy_helper.from_array(weight, f"{name}.weight"))
        self.weights.append(numpy_helper.from_array(bias, f"{name}.bias"))
        out = self._node(
            "Conv",
            [x, f"{name}.weight", f"{name}.bias"],
            kernel_shape=list(convolution.kernel_size),
            strides=list(convolution.stride),
            pads=list(convolution.padding) * 2,
            dilations=list(convolution.dilation),
        )
        return out if plain else self._node("Relu", [out])

    def add(self, x: str, y: str) -> str:
        """Return a sum."""
        return self._node("Add", [x, y])

    def doubled(self, x: str) -> str:
        """Return twice as many rows and columns, each repeated."""
        return self._node(
            "Resize",
            [x, "", "twice"],
            mode="nearest",
            nearest_mode="floor",
            coordinate_transformation_mode="asymmetric",
        )

    def _node(self, kind: str, inputs: list[str], **attributes: Any) -> str:
        out = f"{kind.lower()}{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [out], name=out, **attributes))
        return out


def _folded(
    convolution: nn.Conv2d, normalisation: nn.BatchNorm2d | None
) -> tuple[np.ndarray, np.ndarray]:
    """Return weight and bias of a convolution that has its normalisation in it."""
    weight = convolution.weight.detach().double()
    if normalisation is None:
        bias = convolution.bias.detach().double()
    else:
        spread = torch.sqrt(normalisation.running_var.double() + normalisation.eps)
        factor = normalisation.weight.detach().double() / spread
        bias = normalisation.bias.detach().double() - normalisation.running_mean.double() * factor
        weight = weight * factor[:, None, None, None]
    return weight.float().contiguous().numpy(), bias.float().numpy()


def read_onnx(path: Path, batches: Sequence[torch.Tensor]) -> VoteNet:
    """Return the network of a file, to be trained further.

    The file has each normalisation folded into its convolution. What the convolutions give on
    some batches is measured, and the normalisation is set so that the network stays the same.
    """
    arrays = {
        w.name: torch.tensor(numpy_helper.to_array(w)) for w in onnx.load(path).graph.initializer
    }
    net = VoteNet().eval()
    seen: dict[str, list[torch.Tensor]] = {}
    hooks = []
    with torch.no_grad():
        for name, layer in net.layers.items():
            convolution = layer if isinstance(layer, nn.Conv2d) else layer[0]
            convolution.weight.copy_(arrays[f"{name}.weight"])
            if isinstance(layer, nn.Conv2d):
                convolution.bias.copy_(arrays[f"{name}.bias"])
                continue
            layer[1].running_var.fill_(1 - layer[1].eps)
            layer[1].bias.copy_(arrays[f"{name}.bias"])
            given = seen[name] = []
            hook = convolution.register_forward_hook(
                lambda _module, _given, out, to=given: to.append(out)
            )
            hooks.append(hook)
        for batch in batches:
            net(batch)
        for hook in hooks:
            hook.remove()
        for name, outputs in seen.items():
            normalisation = net.layers[name][1]
            values = torch.cat(outputs)
            variance, mean = torch.var_mean(values, (0, 2, 3), correction=0)
            normalisation.running_mean.copy_(mean)
            normalisation.running_var.copy_(variance)
            normalisation.weight.copy_(torch.sqrt(variance + normalisation.eps))
            normalisation.bias.add_(mean)
    return net.train()


def write_onnx(net: VoteNet, path: Path) -> None:
    """Write the file that the program reads."""
    graph = OnnxGraph(net)
    last = wire(graph, "image")
    made = helper.make_graph(
        graph.nodes,
        "votes",
        [helper.make_tensor_value_info("image", TensorProto.FLOAT, [1, 3, "height", "width"])],
        [helper.make_tensor_value_info(last, TensorProto.FLOAT, [1, CHANNELS, "rows", "cols"])],
        graph.weights,
    )
    model = helper.make_model(made, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=7)
    onnx.checker.check_model(model)
    path.write_bytes(model.SerializeToString(deterministic=True))
