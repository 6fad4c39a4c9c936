"""Train the network that names cells: `python tools/train_reader.py FOLDER... --steps N`.

Needs the dependency group `train` (torch), which the program itself does not. The folders hold the
images that `python -m tools.looks` draws, with the grids that `tools/reader_grids.py` finds on
those without a board: no picture of any client. The families in CALIBRATION are not trained on;
the confidence was fitted on them. The number of steps, the seed and
one thread make a run repeatable: the same images, the same version of torch and the same make of
processor give the same file, whose digest is printed. `docs/research/reader.md` has what was run.
"""

from __future__ import annotations

import argparse
import hashlib
import os
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")

import cv2
import numpy as np
import torch
from averaged_training import AveragedTraining, Schedule
from looks.dataset import SYMBOLS, load
from reader_network import CellReader, weights_of
from reader_samples import Material, Windows, sources
from torch.nn import functional

OUT = Path(__file__).parent.parent / "autosweep/vision/classify/reader.npz"
CALIBRATION = ("stones", "dashed", "outlined", "page texture", "page soft")
"""Families on which the confidence is fitted: nothing else is learned from them."""
CELLS = 400
"""Cells of a step."""
LINES = (5, 13)
"""Rows and columns of a window: from the first to one below the second."""
CHECK_EVERY = 500
"""Steps between two checkpoints."""
CHECKED = 60
"""Windows by which a checkpoint is judged."""
ALONE = 0.4
"""Weight of naming a cell without what is round it."""


def loss_of(net: CellReader, windows: Windows) -> torch.Tensor:
    """Return the loss of some windows."""
    x, y = torch.from_numpy(windows.inputs), torch.from_numpy(windows.classes).flatten()
    with torch.autocast("cpu", torch.bfloat16):
        symbol, alone = net(x)
    together = functional.cross_entropy(symbol.float().flatten(0, 2), y)
    return together + ALONE * functional.cross_entropy(alone.float().flatten(0, 2), y)


class Training(AveragedTraining[CellReader]):
    """A network that names cells, and the running mean of its weights."""

    def __init__(self, steps: int, rate: float, start: Path | None) -> None:
        net = CellReader()
        if start is not None:
            net.load_state_dict(torch.load(start, weights_only=True))
        super().__init__(net, Schedule(steps, rate, 100, 0.998, decay=1e-3, clip=1.0))

    def step(self, k: int, windows: Windows) -> float:
        """Train on some windows; return the loss."""
        self.net.train()
        loss = loss_of(self.net, windows)
        self.descend(k, loss)
        return float(loss.detach())


def check(net: CellReader, checked: list[Windows]) -> str:
    """Return how a network reads windows of families that it is not trained on."""
    right = total = 0
    loss = 0.0
    with torch.no_grad():
        for windows in checked:
            symbol, _ = net(torch.from_numpy(windows.inputs))
            y = torch.from_numpy(windows.classes)
            loss += float(functional.cross_entropy(symbol.flatten(0, 2), y.flatten()))
            right += int((symbol.argmax(-1) == y).sum())
            total += y.numel()
    return f"loss {loss / len(checked):.4f}, right {right / total:.4f}"


def size_of(rng: np.random.Generator) -> tuple[int, int, int]:
    """Return how many windows of how many rows and columns a step has."""
    high, wide = (int(n) for n in rng.integers(*LINES, size=2))
    return max(2, round(CELLS / (high * wide))), high, wide


def main() -> None:
    """Train, write the file and print its digest."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folders", type=Path, nargs="+", help="labelled images")
    parser.add_argument("--steps", type=int, default=9000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=2e-3, help="highest learning rate")
    parser.add_argument("--start", type=Path, help="checkpoint to go on from")
    parser.add_argument("--checkpoint", type=Path, default=Path("reader.pt"))
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--out", type=Path, default=OUT)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    torch.use_deterministic_algorithms(mode=True)
    trained, left_out = material(args.folders)
    print(f"boards {len(trained.boards)}, other grids {len(trained.others)}; "
          f"left out {len(left_out.boards)}, {len(left_out.others)}", flush=True)  # fmt: skip
    rng = np.random.default_rng([args.seed, 0])
    checked = [left_out.draw(rng, *size_of(rng)) for _ in range(CHECKED)]
    training = Training(args.steps, args.rate, args.start)
    recent: list[float] = []
    for k in range(args.steps):
        rng = np.random.default_rng([args.seed, 1, k])
        recent.append(training.step(k, trained.draw(rng, *size_of(rng))))
        if k % 100 == 99:
            print(f"step {k + 1}: {np.mean(recent):.4f}", flush=True)
            recent = []
        if (k + 1) % CHECK_EVERY == 0 or k + 1 == args.steps:
            print(f"step {k + 1}: left out: {check(training.averaged(), checked)}", flush=True)
            torch.save(training.mean, args.checkpoint)
            write(training.averaged(), args.out)
    print(f"SHA-256 {hashlib.sha256(args.out.read_bytes()).hexdigest()}")


def material(folders: list[Path]) -> tuple[Material, Material]:
    """Return what is trained on, and the families left out; other grids are split by number."""
    parts: list[list] = [[], [], [], []]
    for folder in folders:
        boards, others = sources(folder, list(load(folder)))
        for board in boards:
            parts[2 if board.family in CALIBRATION else 0].append(board)
        for k, other in enumerate(others):
            parts[3 if k % 12 == 5 else 1].append(other)
    return Material(parts[0], parts[1]), Material(parts[2], parts[3])


def write(net: CellReader, path: Path) -> None:
    """Write the weights of a network, always the same bytes for the same weights."""
    halves = {name: value.astype(np.float16) for name, value in weights_of(net).items()}
    np.savez(path, symbols=np.array(list(SYMBOLS)), **halves)


if __name__ == "__main__":
    main()
