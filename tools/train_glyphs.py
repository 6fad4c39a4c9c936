"""Train the glyph classifier on invented themes: `python tools/train_glyphs.py`.

Needs torch and Pillow (`pip install torch==2.13.0 pillow`), which the program itself does not. Only
drawings made here are used: no picture of any client. Cells of the training families of
`looks` at random sizes, moved, rescaled, blurred, compressed; the families kept out there are never
seen. Numbers on plates, zeros and coloured signs (`--fonts` names folders that hold fonts the
machine lacks; a font of coloured signs is known by its name) are drawn among them. Writes
`autosweep/vision/classify/glyphs.npz` (half precision) and prints the accuracy on seeds that were
not trained on. About a quarter of an hour on one core; the seed makes it repeatable. The stored
weights were made with `--samples 90000` (seed 1), the fonts of Debian 12's fonts-dejavu and
fonts-urw-base35, and in `--fonts` its fonts-noto-color-emoji and the regular, medium and bold
letters of fonts-cantarell, fonts-comic-neue, fonts-inter, fonts-lato, fonts-liberation,
fonts-noto-mono, fonts-open-sans, fonts-quicksand and fonts-roboto-unhinted. They name 94.7 % of
cells of unseen themes of the training families and 91.0 % of the families kept out, cell by cell,
without any help from the rules. The families of `looks/tiles_toolkit.py` were added later, and what
`without_rim` keeps was refined after that: drawn again, the weights will be of the same kind but
not equal.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import cv2
import numpy as np
import torch
from looks.families import KEPT_OUT, TRAINING
from looks.lettering import Lettering, text_mask
from looks.shapes import bar, color, disc, painted, polygon_mask, rounded, star
from looks.signs import SIGNS, SYMBOL_FONT, coloured_sign, paint_coloured
from looks.themes import (
    EXPLODED,
    FLAG,
    HIDDEN,
    MINE,
    QUESTION,
    WRONG,
    Invented,
    contrasting,
    invent,
)
from torch import nn

from autosweep.vision.classify.glyph_network import CLASSES, SIDE, features, plane_ground
from autosweep.vision.resample import cut_cells

UNUSABLE = "Emoji"
FLAG_TEXTS = "⚑⚐"
MINE_TEXTS = "✱☢☠●✹✸✺*✳"
OTHER_TEXTS = "ABCDEFGHJKLMNPRSTUVXYZabdefghknrtuy99♔♕♖♗♘♙♚♛♜♝♞♟→←↑✓✔☺☹%&@#$+=<>"
EMOJI = {9: SIGNS["F"], 10: SIGNS["Q"], 11: SIGNS["*"], 12: SIGNS["W"], 13: SIGNS["other"]}
"""Signs of each class as a font of coloured signs draws them."""
EMOJI_SHARE = 0.3
BADGE_SHARE = 0.06
WEIGHTS = (2.4, 1, 1, 1, 1, 1, 1, 1, 1, 1.5, 1.0, 1.5, 0.9, 2.2, 1.2)


@dataclass(frozen=True)
class Fonts:
    """Fonts that a machine need not have: letters, and one of coloured signs."""

    letters: tuple[str, ...] = ()
    signs: Path | None = None


def sample(
    rng: Random, families: tuple[str, ...], fonts: Fonts
) -> tuple[np.ndarray, np.ndarray, int]:
    """Return a cell and its ground, both 32 x 32 x 3, and the class."""
    family, seed = rng.choice(families), rng.randrange(10**9)
    theme = invent(family, seed, more_fonts=fonts.letters)
    h = round(14 * 2 ** rng.uniform(0, 2.2))
    w = h if rng.random() < 0.85 else round(h * rng.uniform(0.75, 1.7))
    kind = rng.choices(range(len(CLASSES)), WEIGHTS)[0]
    parity, at = rng.randrange(2), (rng.randrange(16), rng.randrange(30))
    picture, plain = draw(rng, theme, kind, (w, h), parity, at, fonts.signs)
    if rng.random() < 0.35:
        picture, plain = roughened(rng, picture, plain)
    shift = (rng.uniform(-0.7, 0.7), rng.uniform(-0.7, 0.7)) if rng.random() < 0.5 else (0.0, 0.0)
    cell = cut(picture, shift)
    if kind == 0 and rng.random() < 0.5:
        return cell, plane_ground(cell[None])[0], kind
    use_plain = rng.random() < 0.55
    ground = cut(plain, shift) if use_plain else plane_ground(cell[None])[0]
    return cell, ground, kind


def cut(picture: np.ndarray, shift: tuple[float, float]) -> np.ndarray:
    """Return a picture as a cell of the size the classifier wants."""
    h, w = picture.shape[:2]
    rows = np.array([0.0, h]) + shift[1]
    cols = np.array([0.0, w]) + shift[0]
    return cut_cells(picture, rows, cols, SIDE)[0, 0]


def draw(  # noqa: PLR0913, PLR0917 - the parts of a drawing
    rng: Random,
    theme: Invented,
    kind: int,
    size: tuple[int, int],
    parity: int,
    at: tuple[int, int],
    signs: Path | None,
) -> tuple[np.ndarray, np.ndarray]:
    """Return a cell of a class and the same cell without its glyph."""
    w, h = size
    if kind == 14:
        theme, code = replace(theme, zero="0"), 0
    elif kind <= 8:
        code = kind or rng.choice([0, HIDDEN])
    elif kind < 13:
        code = {9: FLAG, 10: QUESTION, 11: rng.choice([MINE, MINE, EXPLODED]), 12: WRONG}[kind]
    else:
        code = rng.choice([0, 0, HIDDEN])
    ground = theme.ground(code, w, h, parity, at)
    plain = np.clip(ground, 0, 255).astype(np.uint8)
    texts = {9: FLAG_TEXTS, 11: MINE_TEXTS}.get(kind)
    if signs is not None and kind in EMOJI and rng.random() < EMOJI_SHARE:
        drawn = coloured_sign(rng.choice(EMOJI[kind]), signs)
        picture = paint_coloured(ground, drawn, rng.uniform(0.4, 0.95))
    elif (1 <= kind <= 8 or kind == 14) and rng.random() < BADGE_SHARE:
        picture = draw_badge(rng, theme, ground, str(code))
    elif kind == 13:
        picture = draw_other(rng, theme, ground)
    elif texts and rng.random() < 0.2:
        letters = Lettering(SYMBOL_FONT, 0.6, "smooth", rng.random() * 0.6, [])
        mask = text_mask(rng.choice(texts), letters, w, h, rng.uniform(0.45, 0.75))
        tint = theme.flag_colors[0] if kind == 9 else theme.mine_color
        picture = painted(ground, mask, tint)
    else:
        return theme.cell(code, w, h, parity, at), plain
    return np.clip(picture, 0, 255).astype(np.uint8), plain


def draw_badge(rng: Random, theme: Invented, ground: np.ndarray, text: str) -> np.ndarray:
    """Return a ground with a number on a plate of its own, as key caps and chips have."""
    h, w = ground.shape[:2]
    plate = color(rng)
    inset = rng.uniform(0.08, 0.2)
    mask = rounded(w, h, inset * h, rng.uniform(0.05, 0.5) * h * (1 - 2 * inset))
    number = text_mask(text, theme.letters, w, h, min(theme.letters.size, 0.5))
    return painted(painted(ground, mask, plate), number, contrasting(rng, [plate], 90))


def draw_other(rng: Random, theme: Invented, ground: np.ndarray) -> np.ndarray:
    """Return a ground with something on it that no Minesweeper shows in a cell."""
    h, w = ground.shape[:2]
    tint = contrasting(rng, [tuple(float(v) for v in ground.mean(axis=(0, 1)))])
    letters = theme.letters
    choice = rng.random()
    if choice < 0.3:
        plain = Lettering(SYMBOL_FONT, letters.size, "smooth", letters.bold, [])
        mask = text_mask(rng.choice(OTHER_TEXTS), plain, w, h, letters.size)
    elif choice < 0.55:
        number = str(rng.randint(9, 131))
        style = Lettering(letters.font, letters.size, "smooth", letters.bold, [])
        mask = text_mask(number, style, w, h, rng.uniform(0.3, 0.55))
    elif choice < 0.75:
        shapes = []
        for _ in range(rng.randint(1, 5)):
            x, y = rng.uniform(-1, 1), rng.uniform(-1, 1)
            shapes.append(
                rng.choice(
                    [
                        bar(x, y, rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(0.05, 0.4)),
                        disc(x, y, rng.uniform(0.1, 0.6)),
                        star(rng.randint(3, 5), 0.3, rng.uniform(0.5, 1)),
                    ]
                )
            )
        mask = polygon_mask(w, h, shapes, rng.uniform(0.5, 1.1))
    else:
        # A glyph that lies across the border: a window, a pointer or a wrong lattice.
        other = theme.cell(rng.choice([1, 2, 3, 4, 5, FLAG, MINE]), w, h).astype(np.float32)
        dx, dy = (rng.choice([-1, 1]) * rng.uniform(0.28, 0.6) for _ in range(2))
        matrix = np.array([[1, 0, dx * w], [0, 1, rng.choice([0, dy]) * h]], np.float32)
        moved = cv2.warpAffine(other, matrix, (w, h), borderMode=cv2.BORDER_REPLICATE)
        if rng.random() < 0.5:
            moved[: h // 2] = color(rng)
        return moved
    return painted(ground, mask, tint)


def roughened(rng: Random, picture: np.ndarray, plain: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return both pictures rescaled, compressed or noisy, as screens and screenshots are."""
    h, w = picture.shape[:2]
    choice = rng.random()
    if choice < 0.5:
        f = rng.choice([0.75, 1.25, 1.5, 2.0])
        size = (max(12, round(w * f)), max(12, round(h * f)))
        way = cv2.INTER_AREA if f < 1 else rng.choice([cv2.INTER_LINEAR, cv2.INTER_CUBIC])
        return cv2.resize(picture, size, interpolation=way), cv2.resize(
            plain, size, interpolation=way
        )
    if choice < 0.75:
        quality = rng.randint(55, 95)
        return compressed(picture, quality), compressed(plain, quality)
    noise = np.random.default_rng(rng.randrange(10**9))
    spread = rng.uniform(1, 5)
    noisy = [p + noise.normal(0, spread, p.shape) for p in (picture, plain)]
    return tuple(np.clip(p, 0, 255).astype(np.uint8) for p in noisy)


def compressed(picture: np.ndarray, quality: int) -> np.ndarray:
    """Return a picture after JPEG."""
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return cv2.imdecode(data, cv2.IMREAD_COLOR)


def batch(
    rng: Random, count: int, families: tuple[str, ...], fonts: Fonts
) -> tuple[np.ndarray, np.ndarray]:
    """Return features and classes of random cells."""
    cells, grounds, kinds = zip(*(sample(rng, families, fonts) for _ in range(count)), strict=True)
    return features(np.array(cells), np.array(grounds)).astype(np.float16), np.array(kinds)


class Net(nn.Module):
    """Three convolutions with pooling, two dense layers."""

    def __init__(self) -> None:
        super().__init__()
        widths = (4, 16, 32, 48)
        for k in range(3):
            setattr(self, f"conv{k}", nn.Conv2d(widths[k], widths[k + 1], 3, padding=1))
        self.dense = nn.Linear(48 * 16, 64)
        self.last = nn.Linear(64, len(CLASSES))
        self.drop = nn.Dropout(0.2)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Return logits."""
        for k in range(3):
            x = torch.max_pool2d(torch.relu(getattr(self, f"conv{k}")(x)), 2)
        return self.last(self.drop(torch.relu(self.dense(x.flatten(1)))))


def varied(x: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
    """Return features with colours permuted or inverted and moved by up to two samples."""
    order = torch.randperm(3, generator=generator)
    x = torch.cat([x[:, order], x[:, 3:]], dim=1)
    sign = torch.randint(0, 2, (len(x), 1, 1, 1), generator=generator) * 2 - 1
    x = torch.cat([x[:, :3] * sign, x[:, 3:]], dim=1)
    dy, dx = (int(torch.randint(-2, 3, (1,), generator=generator)) for _ in range(2))
    return torch.roll(x, (dy, dx), (2, 3))


def main() -> None:
    """Draw, train, measure, write."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--samples", type=int, default=70_000)
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--out",
        type=Path,
        default=Path(__file__).parent.parent / "autosweep/vision/classify/glyphs.npz",
    )
    parser.add_argument("--fonts", type=Path, nargs="*", default=[], help="folders with others")
    args = parser.parse_args()
    found = sorted(p for f in args.fonts for p in f.rglob("*.[to]tf"))
    signs = next((p for p in found if "ColorEmoji" in p.name), None)
    fonts = Fonts(tuple(str(p) for p in found if UNUSABLE not in p.name), signs)
    torch.manual_seed(args.seed)
    torch.set_num_threads(1)
    generator = torch.Generator().manual_seed(args.seed)
    inputs, targets = batch(Random(args.seed), args.samples, TRAINING, fonts)
    print(f"drew {len(inputs)} cells", flush=True)
    x, y = torch.from_numpy(inputs), torch.from_numpy(targets)
    net = Net()
    size = 128
    steps = args.epochs * (len(x) // size)
    optimizer = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 4e-3, total_steps=steps)
    loss_of = nn.CrossEntropyLoss(label_smoothing=0.05)
    for epoch in range(args.epochs):
        order = torch.randperm(len(x), generator=generator)
        total = 0.0
        for k in range(len(x) // size):
            which = order[k * size : (k + 1) * size]
            loss = loss_of(net(varied(x[which].float(), generator)), y[which])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            total += float(loss.detach())
        print(f"epoch {epoch}: loss {total / (len(x) // size):.4f}", flush=True)
    net.eval()
    for name, families, seed in (("seen families", TRAINING, 77), ("kept out", KEPT_OUT, 78)):
        test, truth = batch(Random(seed), 4000, families, fonts)
        with torch.no_grad():
            guess = net(torch.from_numpy(test).float()).argmax(1).numpy()
        print(f"{name}: {(guess == truth).mean():.4f}")
        for k, label in enumerate(CLASSES):
            print(f"  {label}: {(guess[truth == k] == k).mean():.3f}")
    weights = {key: value.numpy().astype(np.float16) for key, value in net.state_dict().items()}
    np.savez_compressed(args.out, **weights)
    print(f"wrote {args.out} ({args.out.stat().st_size} bytes)")


if __name__ == "__main__":
    main()
