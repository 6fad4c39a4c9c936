"""Makes the learned values: plays games, keeps what became of every position, fits a small network.

    python tools/train_values.py [--games 7000] [--units 24] [--write]

Games are weighed, not lost: the target of a position is the product of the chances to survive of
all later guesses, exact in the endgame. Some guesses are made at random among nearly equal cells,
so that more is seen than what the player would choose. With --write the numbers of the package are
replaced. Seeds differ from those of every benchmark. Only numpy is needed.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from autosweep.bench.games import SIZES, GameSeries
from autosweep.board.game import FirstClick
from autosweep.engine import core
from autosweep.solver.strategy.expert_policy import Policy
from autosweep.solver.strategy.values import FEATURES

TARGET = Path(__file__).resolve().parent.parent / "autosweep/solver/strategy/values.json"
SEED = 770_000
SHARES = (
    ("expert", FirstClick.ZERO, 1.3),
    ("expert", FirstClick.SAFE, 1.0),
    ("intermediate", FirstClick.SAFE, 0.3),
    ("beginner", FirstClick.SAFE, 0.3),
)
"""Boards and rules, and how many games of each."""
STRAY = 0.4
FURTHEST = 5.0
BATCH = 2048
Floats = NDArray[np.float32]


def gather(games: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return features and targets of all positions just after a guess."""
    engine = core()
    assert engine is not None, "the engine is needed"
    policy = Policy(deeper=0, layouts=400).numbers()
    found = []
    for board, rule, share in SHARES:
        series = GameSeries(*SIZES[board], rule, SEED)
        count = int(games * share)
        for first in range(0, count, 100):
            part = range(first, min(first + 100, count))
            layouts = b"".join(series.game(k).mask() for k in part)
            answer = engine.weigh_games(
                layouts, series.rows, series.cols, series.start(), policy, b"", 10**7, STRAY, first
            )
            assert answer is not None
            found.append(np.frombuffer(answer[1]).reshape(-1, FEATURES + 1))
        print(f"{board} {rule.value}: {count} games", flush=True)
    rows = np.concatenate(found)
    return rows[:, :FEATURES], rows[:, FEATURES]


class Network:
    """One layer of tanh units beside a direct way, and a logistic end; fitted by Adam."""

    def __init__(self, units: int, random: np.random.Generator) -> None:
        shapes = ((FEATURES, units), (units,), (units,), (FEATURES,), (1,))
        spread = (FEATURES**-0.5, 0.0, 0.1, 0.0, 0.0)
        self.parts: list[Floats] = [
            (random.normal(0, 1, shape) * size).astype(np.float32)
            for shape, size in zip(shapes, spread, strict=True)
        ]
        self._mean = [np.zeros_like(part) for part in self.parts]
        self._square = [np.zeros_like(part) for part in self.parts]
        self._steps = 0

    def forward(self, inputs: Floats) -> tuple[Floats, Floats]:
        """Return the units and the answer."""
        inner, bias, outer, direct, end = self.parts
        units = np.tanh(inputs @ inner + bias)
        return units, 1 / (1 + np.exp(-(units @ outer + inputs @ direct + end)))

    def step(self, inputs: Floats, target: Floats, rate: float) -> None:
        """Move along the slope of the cross entropy."""
        units, answer = self.forward(inputs)
        slope = (answer - target) / len(target)
        back = np.outer(slope, self.parts[2]) * (1 - units * units)
        slopes = (
            inputs.T @ back + 1e-5 * self.parts[0],
            back.sum(0),
            units.T @ slope,
            inputs.T @ slope,
            np.array([slope.sum()]),
        )
        self._steps += 1
        for k, part in enumerate(slopes):
            self._mean[k] = 0.9 * self._mean[k] + 0.1 * part
            self._square[k] = 0.999 * self._square[k] + 0.001 * part**2
            mean = self._mean[k] / (1 - 0.9**self._steps)
            square = self._square[k] / (1 - 0.999**self._steps)
            self.parts[k] -= (rate * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)


def fit(
    features: NDArray[np.float64], target: NDArray[np.float64], units: int, epochs: int
) -> list[float]:
    """Return the numbers of the network in the order of values.hpp; a tenth is kept to check."""
    random = np.random.default_rng(1)
    mean, scale = features.mean(0), features.std(0) + 1e-6
    inputs = np.clip((features - mean) / scale, -FURTHEST, FURTHEST).astype(np.float32)
    wanted = np.clip(target, 0, 1).astype(np.float32)
    order = random.permutation(len(wanted))
    inputs, wanted = inputs[order], wanted[order]
    kept = len(wanted) // 10
    network = Network(units, random)
    steps = epochs * ((len(wanted) - kept) // BATCH)
    done = 0
    for _ in range(epochs):
        order = kept + random.permutation(len(wanted) - kept)
        for at in range(0, len(order) - BATCH + 1, BATCH):
            rows = order[at : at + BATCH]
            done += 1
            rate = 3e-3 * 0.5 * (1 + np.cos(np.pi * done / steps)) + 1e-5
            network.step(inputs[rows], wanted[rows], float(rate))
    error = float(np.mean((network.forward(inputs[:kept])[1] - wanted[:kept]) ** 2))
    explained = 1 - error / float(wanted[:kept].var())
    print(f"{len(wanted)} positions, explained of what was kept apart: {explained:.3f}")
    inner, bias, outer, direct, end = network.parts
    numbers = [*mean, *scale]
    for u in range(units):
        numbers += [bias[u], *inner[:, u], outer[u]]
    return [float(f"{x:.5g}") for x in (*numbers, *direct, *end)]


def main() -> None:
    """Play, fit and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=7_000)
    parser.add_argument("--units", type=int, default=24)
    parser.add_argument("--epochs", type=int, default=25)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    numbers = fit(*gather(given.games), given.units, given.epochs)
    if given.write:
        about = "chance to win after a guess; made by tools/train_values.py"
        TARGET.write_text(json.dumps({"about": about, "numbers": numbers}) + "\n", "utf-8")


if __name__ == "__main__":
    main()
