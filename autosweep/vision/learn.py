"""Themes made from boards that were read or labelled: data, not code, for each new client.

Every symbol gets a few images that differ from one another; each is a whole cell as it is on the
screen. Cells that were read are grouped by how they look first: a group that was read with
certainty somewhere is settled, the others need a person's label. Writes files only where it is told
to.
"""

from __future__ import annotations

import json
import math
import zlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np

from autosweep.board import EXPLODED, FLAG, HIDDEN, MINE, QUESTION, SYMBOLS, UNREAD, WRONG_FLAG
from autosweep.board.board import CODE_OF, Board
from autosweep.errors import ThemeError
from autosweep.files import load_toml, reason_of
from autosweep.geometry import Cell, Grid
from autosweep.interfaces import Pixels
from autosweep.vision.classify.by_theme import normalised
from autosweep.vision.reading import ACT_CONFIDENCE, Reading
from autosweep.vision.thresholds import MAX_EXAMPLES, MAX_PLAIN_EXAMPLES, MIN_DIFFERENCE

MAX_LABEL_BYTES = 200_000
"""Bytes of a labels file."""
MAX_GUESSES = 3
"""Symbols that a labels file suggests."""
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
    """A frame with a board on it whose cells are known."""

    pixels: Pixels
    grid: Grid
    board: Board


@dataclass(frozen=True, slots=True)
class ThemeInfo:
    """The table `[theme]` of a theme.toml."""

    name: str
    client: str
    source: str
    licence: str
    version: str


@dataclass(slots=True, eq=False)
class CellGroup:
    """Cells of screenshots that look alike."""

    image: Pixels
    """The first of them."""
    vector: np.ndarray
    places: list[tuple[int, Cell]] = field(default_factory=list)
    """Screenshot and cell of each."""
    certain: Counter[int] = field(default_factory=Counter)
    """Codes of the cells that were read with certainty."""
    uncertain: Counter[int] = field(default_factory=Counter)
    """Likeliest codes of the other cells."""

    @property
    def code(self) -> int | None:
        """What it is, None if that is not certain."""
        return next(iter(self.certain)) if len(self.certain) == 1 else None

    @property
    def fingerprint(self) -> str:
        """A short name that stays the same as long as the screenshots do."""
        return f"{zlib.crc32(np.ascontiguousarray(self.image).tobytes()):08x}"


def group_cells(shots: Sequence[tuple[Pixels, Reading]]) -> list[CellGroup]:
    """Return the cells of screenshots in groups that look alike, the largest first."""
    groups: list[CellGroup] = []
    for number, (pixels, reading) in enumerate(shots):
        for i, code in enumerate(reading.board.cells):
            cell = reading.board.cell(i)
            part = _cell_pixels(pixels, reading.grid, cell)
            if 0 in part.shape:
                continue
            group = _group_of(groups, part)
            group.places.append((number, cell))
            if reading.confidence[cell] >= ACT_CONFIDENCE and code != UNREAD:
                group.certain[code] += 1
            else:
                options = reading.alternatives.get(cell, ((code, 0.0),))
                group.uncertain.update(option for option, _ in options if option != UNREAD)
    return sorted(groups, key=lambda group: -len(group.places))


def _cell_pixels(pixels: Pixels, grid: Grid, cell: Cell) -> Pixels:
    """Return the pixels of a cell; halves are always rounded up, or cells differ in size."""
    r, c = cell
    top, bottom = (max(0, math.floor(edge + 0.5)) for edge in grid.row_edges[r : r + 2])
    left, right = (max(0, math.floor(edge + 0.5)) for edge in grid.col_edges[c : c + 2])
    return pixels[top:bottom, left:right]


def _group_of(groups: list[CellGroup], part: Pixels) -> CellGroup:
    """Return the group of a cell, a new one if no other is like it."""
    vector = normalised(part)
    if groups:
        known = np.stack([group.vector for group in groups])
        apart = np.sqrt(((known - vector) ** 2).mean(axis=1))
        nearest = int(np.argmin(apart))
        if apart[nearest] < MIN_DIFFERENCE:
            return groups[nearest]
    groups.append(CellGroup(part.copy(), vector))
    return groups[-1]


def labelled_samples(
    shots: Sequence[tuple[Pixels, Reading]], groups: Iterable[CellGroup], labels: Mapping[str, int]
) -> list[Sample]:
    """Return the screenshots with every cell whose group is settled or labelled."""
    codes = [np.full(reading.confidence.shape, UNREAD, np.uint8) for _, reading in shots]
    for group in groups:
        code = labels.get(group.fingerprint, group.code)
        for number, cell in group.places:
            codes[number][cell] = UNREAD if code is None else code
    return [
        Sample(pixels, reading.grid, replace(reading.board, cells=found.tobytes()))
        for (pixels, reading), found in zip(shots, codes, strict=True)
    ]


def labels_text(name: str, groups: Sequence[CellGroup], given: Mapping[str, int]) -> str:
    """Return a labels file that asks about groups, numbered as on their contact sheet.

    Labels that were given already are kept, so that a file can be filled in bit by bit.
    """
    lines = [
        f"# Cells of the theme {name} that were not read with certainty, numbered as on the sheet.",
        "# Write the symbol of each between the quotes: 0-8 opened, ? hidden, F flag,",
        "# Q question mark, * mine, X exploded mine, W wrong flag; leave ! for none of these.",
        "",
        "[looks]",
    ]
    for number, group in enumerate(groups, start=1):
        counts = (group.certain + group.uncertain).most_common(MAX_GUESSES)
        guesses = " or ".join(SYMBOLS[code] for code, _ in counts)
        perhaps = f", perhaps {guesses}" if guesses else ""
        seen = len(group.places)
        symbol = SYMBOLS[given.get(group.fingerprint, UNREAD)]
        key = f"{number}-{group.fingerprint}"
        lines.append(f'"{key}" = "{symbol}"  # seen {seen} times{perhaps}')
    return "\n".join(lines) + "\n"


def read_labels(path: Path) -> dict[str, int]:
    """Return the labels in a file by fingerprint; raises ThemeError where it is not one."""
    remedy = "Edit the labels file that `theme learn` wrote: a cell symbol between the quotes."
    try:
        looks = load_toml(path, MAX_LABEL_BYTES).get("looks")
    except (OSError, ValueError) as error:
        msg = f"{path} is no labels file: {reason_of(error)}."
        raise ThemeError(msg, remedy=remedy) from error
    if not isinstance(looks, dict):
        msg = f"{path} has no table [looks]."
        raise ThemeError(msg, remedy=remedy)
    labels: dict[str, int] = {}
    for key, symbol in looks.items():
        if not isinstance(symbol, str) or symbol not in CODE_OF:
            msg = f"{path} labels {key} as {symbol!r}, which is no cell symbol."
            raise ThemeError(msg, remedy=remedy)
        if CODE_OF[symbol] != UNREAD:
            labels[key.rpartition("-")[2]] = CODE_OF[symbol]
    return labels


def examples(
    samples: Iterable[Sample], *, most: int = MAX_EXAMPLES, most_plain: int = MAX_PLAIN_EXAMPLES
) -> dict[int, list[Pixels]]:
    """Return a few different images of each symbol, the commonest first."""
    found: dict[int, list[tuple[Pixels, np.ndarray, int]]] = {}
    for sample in samples:
        for i, code in enumerate(sample.board.cells):
            if code == UNREAD:
                continue
            cell = _cell_pixels(sample.pixels, sample.grid, sample.board.cell(i))
            vector = normalised(cell)
            known = found.setdefault(code, [])
            for k, (image, other, count) in enumerate(known):
                if float(np.sqrt(((vector - other) ** 2).mean())) < MIN_DIFFERENCE:
                    known[k] = (image, other, count + 1)
                    break
            else:
                known.append((cell.copy(), vector, 1))
    chosen: dict[int, list[Pixels]] = {}
    for code, some in found.items():
        some.sort(key=lambda one: -one[2])
        limit = most_plain if code in (0, HIDDEN) else most
        chosen[code] = [image for image, _, _ in some[:limit]]
    return chosen


def write_theme(
    folder: Path, about: ThemeInfo, images: dict[int, list[Pixels]], client: str
) -> None:
    """Write a theme; `client` is the text of its `[client]` table."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.png"):
        old.unlink()
    keys = ("name", "client", "source", "licence", "version")
    lines = ["[theme]", *(f"{key} = {json.dumps(getattr(about, key))}" for key in keys)]
    lines += ["", "[cells]"]
    for code in sorted(images):
        files = []
        for k, image in enumerate(images[code]):
            file = f"{NAMES.get(code, f'open-{code}')}-{k}.png"
            # not imwrite, which reports no full disk and not every bad name
            (folder / file).write_bytes(cv2.imencode(".png", image)[1].tobytes())
            files.append(file)
        lines.append(f"{json.dumps(SYMBOLS[code])} = {json.dumps(files)}")
    (folder / "theme.toml").write_text("\n".join(lines) + "\n\n" + client.strip() + "\n", "utf-8")
