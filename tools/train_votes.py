"""Train the network that votes for grids: `python tools/train_votes.py FOLDER... --steps N`.

Needs the dependency group `train` (torch and onnx), which the program itself does not. The folders
hold the images that `python -m tools.looks` draws: no picture of any client. Every twentieth image
is not trained on; the losses on crops of those choose the checkpoint that is kept. The number of
steps, the seed and one thread make a run repeatable: the same images, the same version of torch and
the same make of processor give the same file, whose digest is printed. `--start` goes on from the
checkpoint of an earlier run, or from a file as it is shipped. What was run for the stored weights
is in `docs/research/votes.md`.
"""

from __future__ import annotations

import argparse
import hashlib
import math
import os
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")

import cv2
import numpy as np
import torch
from averaged_training import AveragedTraining, Schedule
from looks.dataset import LabelledImage, load
from torch.nn import functional
from votes_network import VoteNet, read_onnx, write_onnx
from votes_samples import Sample, as_input, joined, recoloured, samples

OUT = Path(__file__).parent.parent / "autosweep/vision/votes/votes.onnx"
BATCH = 8
"""Crops a step."""
GROUP = 4
"""Steps whose crops are drawn together: an image is decoded once for several crops."""
IMAGES = 6
"""Images of a group."""
OTHERS = 2
"""Of these, images without a board, where there are any."""
JOINED = 0.25
"""Share of crops that show two windows."""
LEFT_OUT = (20, 7)
"""Images whose number leaves this rest are not trained on."""
CHECKED_CROPS = 192
"""Crops of images left out by which a checkpoint is judged."""
CHECK_EVERY = 500
"""Steps between two checkpoints."""


@dataclass(frozen=True)
class Losses:
    """How far votes are off what they should be."""

    inside: torch.Tensor
    place: torch.Tensor
    pitch: torch.Tensor

    @property
    def total(self) -> torch.Tensor:
        """The sum that is made small; the inside counts twice."""
        return 2 * self.inside + self.place + self.pitch

    def __str__(self) -> str:
        parts = (self.inside, self.place, self.pitch)
        return "inside {:.4f} place {:.4f} pitch {:.4f}".format(*(p.item() for p in parts))


def losses(votes: torch.Tensor, target: torch.Tensor, counted: torch.Tensor) -> Losses:
    """Return the losses of a batch; places outside of boards vote for nothing but that."""
    wrong = functional.binary_cross_entropy_with_logits(votes[:, 0], target[:, 0], reduction="none")
    inside = target[:, 0] * counted
    count = inside.sum() + 1
    off = ((votes[:, 1:5] - target[:, 1:5]) ** 2 * inside[:, None]).sum() / count
    pitch = ((votes[:, 5:7] - target[:, 5:7]).abs() * inside[:, None]).sum() / count
    return Losses((wrong * counted).mean(), off, pitch)


def batch_of(chosen: list[Sample]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Return samples as tensors."""
    x = torch.from_numpy(np.stack([as_input(s.pixels) for s in chosen]))
    return (
        x.contiguous(memory_format=torch.channels_last),
        torch.from_numpy(np.stack([s.target for s in chosen])),
        torch.from_numpy(np.stack([s.counted for s in chosen])),
    )


class Material:
    """The images of some folders, those with boards and those without."""

    def __init__(self, images: list[LabelledImage]) -> None:
        self.boards = [image for image in images if image.boards]
        self.others = [image for image in images if not image.boards]

    def draw(self, rng: np.random.Generator, count: int, images: int, others: int) -> list[Sample]:
        """Return crops of some images in random order, some of them two windows in one."""
        others = min(others, len(self.others))
        chosen = [self.boards[k] for k in rng.integers(len(self.boards), size=images - others)]
        chosen += [self.others[k] for k in rng.integers(len(self.others) or 1, size=others)]
        each = math.ceil(count / images)
        found = [sample for image in chosen for sample in samples(rng, image, each)]
        order = rng.permutation(len(found))[:count]
        mixed = [found[k] for k in order]
        for k, sample in enumerate(mixed):
            if rng.random() < JOINED:
                mixed[k] = joined(rng, sample, found[rng.integers(len(found))])
        return [Sample(recoloured(rng, s.pixels), s.target, s.counted) for s in mixed]


def split(folders: list[Path], most: int | None) -> tuple[Material, Material]:
    """Return the images to train on and those left out, of the first `most` of each folder."""
    images = [image for folder in folders for image in islice(load(folder), most)]
    step, rest = LEFT_OUT
    left_out = [image for k, image in enumerate(images) if k % step == rest]
    trained = [image for k, image in enumerate(images) if k % step != rest]
    return Material(trained), Material(left_out)


def digest_of(material: Material) -> str:
    """Return the SHA-256 of the image files that are trained on."""
    found = hashlib.sha256()
    for image in (*material.boards, *material.others):
        found.update(image.path.read_bytes())
    return found.hexdigest()


class Training(AveragedTraining[VoteNet]):
    """A network that votes, the running mean of its weights and the best checkpoint so far."""

    def __init__(self, steps: int, rate: float, net: VoteNet) -> None:
        schedule = Schedule(steps, rate, 60, 0.99, decay=1e-4, clip=2.0)
        super().__init__(net.to(memory_format=torch.channels_last), schedule)
        self.best = math.inf

    def step(self, k: int, chosen: list[Sample]) -> Losses:
        """Train on one batch."""
        x, target, counted = batch_of(chosen)
        with torch.autocast("cpu", torch.bfloat16):
            votes = self.net(x)
        found = losses(votes.float(), target, counted)
        self.descend(k, found.total)
        return found

    def check(self, k: int, crops: list[Sample], checkpoint: Path) -> None:
        """Measure the running mean on images left out; store it if it is the best so far."""
        net = self.averaged()
        sums = np.zeros(3)
        with torch.no_grad():
            for at in range(0, len(crops), BATCH):
                x, target, counted = batch_of(crops[at : at + BATCH])
                found = losses(net(x), target, counted)
                sums += [float(found.inside), float(found.place), float(found.pitch)]
        mean = sums / math.ceil(len(crops) / BATCH)
        total = float(mean @ [2, 1, 1])
        print(f"step {k}: left out: {total:.4f} = {mean.round(4)}", flush=True)
        if total < self.best:
            self.best = total
            torch.save(self.mean, checkpoint)


def started(start: Path | None, material: Material, seed: int) -> VoteNet:
    """Return the network that training begins with: a new one, of a checkpoint or of a file."""
    if start is None:
        return VoteNet()
    if start.suffix == ".onnx":
        crops = material.draw(np.random.default_rng([seed, 2]), 8 * BATCH, 4 * IMAGES, 4 * OTHERS)
        batches = [batch_of(crops[at : at + BATCH])[0] for at in range(0, len(crops), BATCH)]
        return read_onnx(start, batches)
    net = VoteNet()
    net.load_state_dict(torch.load(start, weights_only=True))
    return net


def main() -> None:
    """Train, keep the best checkpoint, write the file and print its digest."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folders", type=Path, nargs="+", help="labelled images")
    parser.add_argument("--images", type=int, help="use only so many of each folder")
    parser.add_argument("--steps", type=int, default=9000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=3e-3, help="highest learning rate")
    parser.add_argument("--start", type=Path, help="checkpoint or ONNX file to go on from")
    parser.add_argument("--checkpoint", type=Path, default=Path("votes.pt"))
    parser.add_argument("--out", type=Path, default=OUT)
    args = parser.parse_args()
    cv2.setNumThreads(1)
    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    torch.use_deterministic_algorithms(mode=True)
    trained, left_out = split(args.folders, args.images)
    print(f"images: {len(trained.boards)} with boards, {len(trained.others)} without", flush=True)
    print(f"SHA-256 of them: {digest_of(trained)}", flush=True)
    check_rng = np.random.default_rng([args.seed, 0])
    crops = left_out.draw(check_rng, CHECKED_CROPS, CHECKED_CROPS // 4, CHECKED_CROPS // 12)
    training = Training(args.steps, args.rate, started(args.start, trained, args.seed))
    training.check(0, crops, args.checkpoint)
    for first in range(0, args.steps, GROUP):
        rng = np.random.default_rng([args.seed, 1, first])
        drawn = trained.draw(rng, BATCH * GROUP, IMAGES, OTHERS)
        for k in range(first, min(first + GROUP, args.steps)):
            at = (k - first) * BATCH
            found = training.step(k, drawn[at : at + BATCH])
            if k % 100 == 99:
                print(f"step {k + 1}: {found}", flush=True)
            if (k + 1) % CHECK_EVERY == 0 or k + 1 == args.steps:
                training.check(k + 1, crops, args.checkpoint)
    training.mean = torch.load(args.checkpoint, weights_only=True)
    write_onnx(training.averaged(), args.out)
    data = args.out.read_bytes()
    print(f"wrote {args.out}: {len(data)} bytes, SHA-256 {hashlib.sha256(data).hexdigest()}")


if __name__ == "__main__":
    main()
