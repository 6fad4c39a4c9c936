"""What the training scripts share: the learning rate of a step and the running mean of weights."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Generic, TypeVar

import torch

Net = TypeVar("Net", bound=torch.nn.Module)


@dataclass(frozen=True, slots=True)
class Schedule:
    """How fast a network learns, and how much of it is kept."""

    steps: int
    rate: float
    """Highest learning rate."""
    warm_up: int
    """Steps in which the learning rate rises."""
    averaged: float
    """Share of the weights that the running mean keeps each step."""
    decay: float
    """Weight decay."""
    clip: float
    """Longest gradient."""
    last_rate: float = 0.02
    """Share of the learning rate at the end."""

    def rate_of(self, k: int) -> float:
        """Return the learning rate of step `k`."""
        eased = 0.5 * (1 + math.cos(math.pi * k / self.steps))
        return self.rate * min(1, (k + 1) / self.warm_up) * max(self.last_rate, eased)


class AveragedTraining(Generic[Net]):
    """A network and the running mean of its weights."""

    def __init__(self, net: Net, schedule: Schedule) -> None:
        self.net = net
        self.schedule = schedule
        self.optimizer = torch.optim.AdamW(
            net.parameters(), lr=schedule.rate, weight_decay=schedule.decay
        )
        self.mean = {name: value.clone() for name, value in net.state_dict().items()}

    def descend(self, k: int, loss: torch.Tensor) -> None:
        """Change the weights by the loss of step `k`."""
        for group in self.optimizer.param_groups:
            group["lr"] = self.schedule.rate_of(k)
        self.optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), self.schedule.clip)
        self.optimizer.step()
        keep = min(self.schedule.averaged, 1 - 1 / (k + 2))
        with torch.no_grad():
            for name, value in self.net.state_dict().items():
                if value.dtype.is_floating_point:
                    self.mean[name].mul_(keep).add_(value, alpha=1 - keep)
                else:
                    self.mean[name].copy_(value)

    def averaged(self) -> Net:
        """Return a network with the running mean of the weights."""
        net = type(self.net)()
        net.load_state_dict(self.mean)
        return net.eval()
