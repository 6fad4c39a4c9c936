"""Making theme packs from boards that were read or labelled: data, not code, for each new client.

Every symbol gets a few pictures that differ from one another; each is a whole cell as it is on the
screen. Writes files only where it is told to.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from autosweep.board import EXPLODED, FLAG, HIDDEN, MINE, QUESTION, SYMBOLS, UNREAD, WRONG_FLAG
from autosweep.board.board import Board
from autosweep.geometry import Grid
from autosweep.seams import Pixels
from autosweep.vision.cells import normalised

MAX_EXAMPLES = 6
MAX_PLAIN_EXAMPLES = 10
"""Plain cells differ by their neighbours' shadows, so they get more pictures."""
DIFFERENT = 2.5
"""Root mean square difference, in levels, from which a cell is worth a picture of its own."""
NAMES = {
    HIDDEN: "hidden",
    FLAG: "flag",
    QUESTION: "question",
    MINE: "mine",
    EXPLODED: "exploded",
    WRONG_FLAG: "wrong-flag",
}


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """A picture with a board on it whose cells are known."""

    pixels: Pixels
    grid: Grid
    board: Board


@dataclass(frozen=True, slots=True)
class About:
    """What `[theme]` of a pack says."""

    name: str
    client: str
    source: str
    licence: str
    version: str


def examples(samples: Iterable[Sample]) -> dict[int, list[Pixels]]:
    """Return a few different pictures of each symbol, the commonest look first."""
    found: dict[int, list[tuple[Pixels, np.ndarray, int]]] = {}
    for sample in samples:
        for i, code in enumerate(sample.board.cells):
            if code == UNREAD:
                continue
            rect = sample.grid.cell_rect(sample.board.cell(i))
            cell = sample.pixels[max(0, rect.y) : rect.bottom, max(0, rect.x) : rect.right]
            vector = normalised(cell)
            known = found.setdefault(code, [])
            for k, (picture, other, count) in enumerate(known):
                if float(np.sqrt(((vector - other) ** 2).mean())) < DIFFERENT:
                    known[k] = (picture, other, count + 1)
                    break
            else:
                known.append((cell.copy(), vector, 1))
    chosen: dict[int, list[Pixels]] = {}
    for code, looks in found.items():
        looks.sort(key=lambda look: -look[2])
        most = MAX_PLAIN_EXAMPLES if code in (0, HIDDEN) else MAX_EXAMPLES
        chosen[code] = [picture for picture, _, _ in looks[:most]]
    return chosen


def write_pack(folder: Path, about: About, pictures: dict[int, list[Pixels]], client: str) -> None:
    """Write a pack; `client` is the text of its `[client]` table."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.png"):
        old.unlink()
    keys = ("name", "client", "source", "licence", "version")
    lines = ["[theme]", *(f"{key} = {json.dumps(getattr(about, key))}" for key in keys)]
    lines += ["", "[cells]"]
    for code in sorted(pictures):
        files = []
        for k, picture in enumerate(pictures[code]):
            file = f"{NAMES.get(code, f'open-{code}')}-{k}.png"
            cv2.imwrite(str(folder / file), picture)
            files.append(file)
        lines.append(f"{json.dumps(SYMBOLS[code])} = {json.dumps(files)}")
    (folder / "theme.toml").write_text("\n".join(lines) + "\n\n" + client.strip() + "\n", "utf-8")
