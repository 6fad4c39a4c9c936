"""Windows of cells with their symbols; used by `train_reader.py`.

A window is a rectangle of cells of one board: its pixels are recoloured and changed as a whole, its
edges are moved a little, then the program's own code cuts the cells. Some windows reach a line
beyond the board, and some lie on grids of other things: there the right answer is `!`. Chance
comes from a generator that the caller seeds.
"""

from __future__ import annotations

import json
import math
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from looks.dataset import SYMBOLS, LabelledImage
from reader_grids import NAME
from votes_samples import recoloured

from autosweep.vision.classify.cell_views import board_tone, cell_views, network_inputs

UNREADABLE = SYMBOLS.index("!")
ROOM = 1.4
"""Cells round a board that are kept with it."""
LARGEST = 48.0
"""Pixels of a cell; larger ones are stored at this size."""
LEAST = 9.0
"""Pixels of a cell after scaling."""
OTHERS = 0.16
"""Share of windows on grids of other things."""
RARE = 0.45
"""Share of the other windows that are laid round a cell of a class that is drawn first."""
BEYOND = 0.12
"""Share of windows that reach a line beyond the board."""


@dataclass(frozen=True)
class Source:
    """A board or another grid with its surroundings."""

    pixels: np.ndarray
    rows: np.ndarray
    """Edges in pixels, from the top of `pixels`."""
    cols: np.ndarray
    classes: np.ndarray
    """Rows x columns: place of each symbol in SYMBOLS."""
    family: str


def source_of(
    pixels: np.ndarray, rows: np.ndarray, cols: np.ndarray, classes: np.ndarray, family: str
) -> Source:
    """Return a grid with the pixels it needs, large cells made smaller."""
    high, wide = float(np.diff(rows).mean()), float(np.diff(cols).mean())
    top, left = max(0, int(rows[0] - ROOM * high)), max(0, int(cols[0] - ROOM * wide))
    bottom, right = int(rows[-1] + ROOM * high) + 1, int(cols[-1] + ROOM * wide) + 1
    part = pixels[top:bottom, left:right]
    scale = min(1.0, LARGEST / min(high, wide))
    if scale < 1:
        size = max(1, round(part.shape[1] * scale)), max(1, round(part.shape[0] * scale))
        factor = size[0] / part.shape[1], size[1] / part.shape[0]
        part = cv2.resize(part, size, interpolation=cv2.INTER_AREA)
    else:
        factor = (1.0, 1.0)
    return Source(
        np.ascontiguousarray(part),
        (rows - top) * factor[1],
        (cols - left) * factor[0],
        classes,
        family,
    )


def sources(folder: Path, images: list[LabelledImage]) -> tuple[list[Source], list[Source]]:
    """Return the boards of images and the grids of other things on them."""
    stored = folder / NAME
    grids = json.loads(stored.read_text("utf-8")) if stored.exists() else {}
    boards, others = [], []
    for image in images:
        if not image.boards and not grids.get(image.path.name):
            continue
        pixels = image.pixels()
        for board in image.boards:
            classes = np.array([[SYMBOLS.index(s) for s in row] for row in board.cells])
            edges = np.array(board.row_edges), np.array(board.col_edges)
            boards.append(source_of(pixels, *edges, classes, image.family))
        for rows, cols in grids.get(image.path.name, ()):
            nothing = np.full((len(rows) - 1, len(cols) - 1), UNREADABLE)
            others.append(source_of(pixels, np.array(rows), np.array(cols), nothing, image.family))
    return boards, others


@dataclass(frozen=True)
class Windows:
    """Some windows of equal size."""

    inputs: np.ndarray
    """Windows x rows x columns x channels x side x side."""
    classes: np.ndarray
    """Windows x rows x columns."""


class Material:
    """Boards and other grids that windows are cut from."""

    def __init__(self, boards: list[Source], others: list[Source]) -> None:
        self.boards, self.others = boards, others
        self.places: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
        for k, board in enumerate(boards):
            for r, c in np.ndindex(board.classes.shape):
                self.places[int(board.classes[r, c])].append((k, r, c))

    def draw(self, rng: np.random.Generator, count: int, high: int, wide: int) -> Windows:
        """Return random windows of a size."""
        found = [self._one(rng, high, wide) for _ in range(count)]
        return Windows(np.stack([x for x, _ in found]), np.stack([y for _, y in found]))

    def _one(self, rng: np.random.Generator, high: int, wide: int) -> tuple[np.ndarray, np.ndarray]:
        while True:
            at = None
            if self.others and rng.random() < OTHERS:
                board = self.others[rng.integers(len(self.others))]
            elif rng.random() < RARE:
                kinds = sorted(self.places)
                places = self.places[kinds[rng.integers(len(kinds))]]
                k, *at = places[rng.integers(len(places))]
                board = self.boards[k]
            else:
                board = self.boards[rng.integers(len(self.boards))]
            if board.classes.shape[0] >= high and board.classes.shape[1] >= wide:
                return window(rng, board, high, wide, at)


def window(
    rng: np.random.Generator, board: Source, high: int, wide: int, at: list[int] | None
) -> tuple[np.ndarray, np.ndarray]:
    """Return the inputs and classes of a window of a board, round a cell or anywhere."""
    rows, cols = board.classes.shape
    first = []
    for k, (size, part) in enumerate(((rows, high), (cols, wide))):
        if at is None:
            start = int(rng.integers(0, size - part + 1))
        else:
            start = int(np.clip(at[k] - rng.integers(0, part), 0, size - part))
        first.append(start)
    if rng.random() < BEYOND:
        axis, side = int(rng.integers(2)), int(rng.integers(2))
        first[axis] = -1 if side else (rows, cols)[axis] - (high, wide)[axis] + 1
    y, x = _edges(board.rows, first[0], high), _edges(board.cols, first[1], wide)
    classes = np.full((rows + 2, cols + 2), UNREADABLE)
    classes[1:-1, 1:-1] = board.classes
    classes = classes[first[0] + 1 : first[0] + 1 + high, first[1] + 1 : first[1] + 1 + wide]
    return _inputs(rng, board.pixels, y, x), classes


def _edges(edges: np.ndarray, first: int, count: int) -> np.ndarray:
    """Return edges of some lines, of which one may lie beyond the board."""
    more = np.concatenate([[2 * edges[0] - edges[1]], edges, [2 * edges[-1] - edges[-2]]])
    return more[first + 1 : first + count + 2]


def _inputs(
    rng: np.random.Generator, pixels: np.ndarray, rows: np.ndarray, cols: np.ndarray
) -> np.ndarray:
    high, wide = float(np.diff(rows).mean()), float(np.diff(cols).mean())
    top, left = max(0, int(rows[0] - 0.3 * high)), max(0, int(cols[0] - 0.3 * wide))
    part = pixels[top : int(rows[-1] + 0.3 * high) + 1, left : int(cols[-1] + 0.3 * wide) + 1]
    rows, cols = rows - top, cols - left
    if rng.random() < 0.3:
        scale = math.exp(rng.uniform(math.log(max(0.4, LEAST / min(high, wide))), math.log(1.5)))
        size = max(8, round(part.shape[1] * scale)), max(8, round(part.shape[0] * scale))
        ways = [cv2.INTER_AREA] if scale < 1 else [cv2.INTER_LINEAR, cv2.INTER_NEAREST]
        rows, cols = rows * size[1] / part.shape[0], cols * size[0] / part.shape[1]
        part = cv2.resize(part, size, interpolation=int(rng.choice(ways)))
        high, wide = float(np.diff(rows).mean()), float(np.diff(cols).mean())
    part = recoloured(rng, part)
    rows, cols = _moved(rng, rows, high), _moved(rng, cols, wide)
    views = cell_views(part, rows, cols)
    flat = views.reshape(-1, *views.shape[2:])
    inputs = network_inputs(flat, board_tone(flat))
    return inputs.reshape(*views.shape[:2], *inputs.shape[1:])


def _moved(rng: np.random.Generator, edges: np.ndarray, pitch: float) -> np.ndarray:
    """Return edges that are off as those of a grid found are: together, and each a little."""
    if rng.random() < 0.3:
        return edges
    most = min(1.5, 0.06 * pitch)
    return edges + rng.uniform(-most, most) + rng.uniform(-0.5, 0.5, len(edges)) * most
