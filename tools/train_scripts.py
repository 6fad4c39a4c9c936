"""Train the network that reads Cyrillic and Korean lines: `python tools/train_scripts.py`.

Needs the dependency group `train`, the dictionaries and fonts that `scripts_samples.py` names, and
no picture of any client. Every fifth font is not trained on; lines in those fonts choose the
checkpoint that is kept. What was run for the stored weights is in `docs/research/text.md`.
"""

from __future__ import annotations

import argparse
import hashlib
import os
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np
import torch
from averaged_training import AveragedTraining, Schedule
from scripts_network import ScriptNet, write_onnx
from scripts_samples import Line, drawn, fonts
from torch.nn import functional

from autosweep.vision.ocr.other_scripts import ALPHABET, HEIGHT, STEP

OUT = Path(__file__).parent.parent / "autosweep/vision/ocr/other_scripts.onnx"
BATCH = 24
"""Lines a step."""
GROUP = 8
"""Batches that are drawn together, so that lines of one width go into one."""
KOREAN = 0.2
"""Share of lines in Korean."""
LEFT_OUT = (5, 2)
"""Fonts whose number leaves this rest are not trained on."""
CHECKED = 480
"""Lines by which a checkpoint is judged."""


def split() -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Return the fonts of each script to train on, and those left out."""
    step, rest = LEFT_OUT
    trained, left = {}, {}
    for script in ("ru", "ko"):
        found = fonts(script)
        trained[script] = [name for k, name in enumerate(found) if k % step != rest]
        left[script] = [name for k, name in enumerate(found) if k % step == rest]
    return trained, left


def lines_of(rng: np.random.Generator, chosen: dict[str, list[str]], count: int) -> list[Line]:
    """Return drawn lines."""
    found: list[Line] = []
    while len(found) < count:
        script = "ko" if rng.random() < KOREAN else "ru"
        line = drawn(rng, str(rng.choice(chosen[script])), script)
        fits = line is not None and len(line.text) * 1.3 < line.ink.shape[1] / STEP
        if line is not None and line.text and fits:
            found.append(line)
    return found


def batches(rng: np.random.Generator, chosen: dict[str, list[str]]) -> list[list[Line]]:
    """Return some batches, each of lines of about one width, in random order."""
    lines = sorted(lines_of(rng, chosen, GROUP * BATCH), key=lambda line: line.ink.shape[1])
    return [lines[k * BATCH : (k + 1) * BATCH] for k in rng.permutation(GROUP)]


def batch_of(lines: list[Line]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
    """Return lines, their steps, their letters, and how many letters each has."""
    wide = max(line.ink.shape[1] for line in lines)
    x = np.zeros((len(lines), 1, HEIGHT, wide), np.float32)
    for k, line in enumerate(lines):
        x[k, 0, :, : line.ink.shape[1]] = line.ink
    steps = torch.tensor([line.ink.shape[1] // STEP for line in lines])
    letters = torch.tensor([ALPHABET.index(each) + 1 for line in lines for each in line.text])
    return torch.from_numpy(x), steps, letters, torch.tensor([len(line.text) for line in lines])


def read(scores: np.ndarray) -> str:
    """Return the likeliest text of the scores of a line."""
    best = scores.argmax(axis=0)
    kept = [k for at, k in enumerate(best) if k and (at == 0 or k != best[at - 1])]
    return "".join(ALPHABET[k - 1] for k in kept).strip()


def check(net: ScriptNet, lines: list[Line]) -> tuple[float, float]:
    """Return the share of lines in fonts left out that are read right, and that of others."""
    right: dict[bool, list[bool]] = {False: [], True: []}
    with torch.no_grad():
        for line in lines:
            scores = net(torch.from_numpy(line.ink)[None, None])[0].numpy()
            korean = any("가" <= letter <= "힣" for letter in line.text)
            right[korean].append(read(scores) == line.text.strip())
    return float(np.mean(right[False])), float(np.mean(right[True]))


class Training(AveragedTraining[ScriptNet]):
    """A network that reads lines, and the running mean of its weights."""

    def __init__(self, steps: int, rate: float, net: ScriptNet) -> None:
        super().__init__(net, Schedule(steps, rate, 100, 0.995, decay=1e-4, clip=5.0))

    def step(self, k: int, lines: list[Line]) -> float:
        """Train on one batch; return its loss."""
        x, steps, letters, lengths = batch_of(lines)
        with torch.autocast("cpu", torch.bfloat16):
            scores = self.net(x)
        odds = functional.log_softmax(scores.float(), 1).permute(2, 0, 1)
        loss = functional.ctc_loss(odds, letters, steps, lengths, zero_infinity=True)
        self.descend(k, loss)
        return float(loss.item())


def main() -> None:
    """Train, keep the best checkpoint, write the file and print its digest."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=6000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=3e-3, help="highest learning rate")
    parser.add_argument("--start", type=Path, help="checkpoint to go on from")
    parser.add_argument("--checkpoint", type=Path, default=Path("scripts.pt"))
    parser.add_argument("--out", type=Path, default=OUT)
    args = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(args.seed)
    trained, left = split()
    print({script: (len(trained[script]), len(left[script])) for script in trained}, flush=True)
    checked = lines_of(np.random.default_rng([args.seed, 0]), left, CHECKED)
    net = ScriptNet()
    if args.start is not None:
        net.load_state_dict(torch.load(args.start, weights_only=True))
    training = Training(args.steps, args.rate, net)
    best, total = -1.0, 0.0
    waiting: list[list[Line]] = []
    for k in range(args.steps):
        waiting = waiting or batches(np.random.default_rng([args.seed, 1, k]), trained)
        total += training.step(k, waiting.pop())
        if k % 100 == 99:
            print(f"step {k + 1}: loss {total / 100:.4f}", flush=True)
            total = 0.0
        if k % 1000 == 999 or k + 1 == args.steps:
            others, korean = check(training.averaged(), checked)
            print(f"step {k + 1}: lines right: {others:.3f}, Korean {korean:.3f}", flush=True)
            if others + korean > best:
                best = others + korean
                torch.save(training.mean, args.checkpoint)
    training.mean = torch.load(args.checkpoint, weights_only=True)
    write_onnx(training.averaged(), args.out)
    data = args.out.read_bytes()
    print(f"wrote {args.out}: {len(data)} bytes, SHA-256 {hashlib.sha256(data).hexdigest()}")


if __name__ == "__main__":
    main()
