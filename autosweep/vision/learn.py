"""Making theme packs from boards that were read or labelled: data, not code, for each new client.

Every symbol gets a few pictures that differ from one another; each is a whole cell as it is on the
screen. Cells that were read are sorted by their looks first: a look that was read for certain
somewhere is settled, the others need a person's label. Writes files only where it is told to.
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

MAX_EXAMPLES = 6
MAX_PLAIN_EXAMPLES = 10
"""Plain cells differ by their neighbours' shadows, so they get more pictures."""
DIFFERENT = 2.5
"""Root mean square difference, in levels, from which a cell is worth a picture of its own."""
MAX_LABEL_BYTES = 200_000
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
class ThemeInfo:
    """What `[theme]` of a pack says."""

    name: str
    client: str
    source: str
    licence: str
    version: str


@dataclass(slots=True, eq=False)
class Look:
    """Cells of screenshots that look alike."""

    picture: Pixels
    vector: np.ndarray
    places: list[tuple[int, Cell]] = field(default_factory=list)
    """Screenshot and cell of each."""
    sure: Counter[int] = field(default_factory=Counter)
    """Codes of the cells that were read for certain."""
    unsure: Counter[int] = field(default_factory=Counter)
    """Likeliest codes of the other cells."""

    @property
    def code(self) -> int | None:
        """What it is, None where the reading leaves that open."""
        return next(iter(self.sure)) if len(self.sure) == 1 else None

    @property
    def fingerprint(self) -> str:
        """A short name that stays the same as long as the screenshots do."""
        return f"{zlib.crc32(np.ascontiguousarray(self.picture).tobytes()):08x}"


def looks_of(shots: Sequence[tuple[Pixels, Reading]]) -> list[Look]:
    """Return the different looks of the cells on screenshots, the commonest first."""
    looks: list[Look] = []
    for number, (pixels, reading) in enumerate(shots):
        for i, code in enumerate(reading.board.cells):
            cell = reading.board.cell(i)
            part = _cut(pixels, reading.grid, cell)
            if 0 in part.shape:
                continue
            look = _look_like(looks, part)
            look.places.append((number, cell))
            if reading.confidence[cell] >= ACT_CONFIDENCE and code != UNREAD:
                look.sure[code] += 1
            else:
                options = reading.alternatives.get(cell, ((code, 0.0),))
                look.unsure.update(option for option, _ in options if option != UNREAD)
    return sorted(looks, key=lambda look: -len(look.places))


def _cut(pixels: Pixels, grid: Grid, cell: Cell) -> Pixels:
    """Return the pixels of a cell; halves are always rounded up, or cells differ in size."""
    r, c = cell
    top, bottom = (max(0, math.floor(edge + 0.5)) for edge in grid.row_edges[r : r + 2])
    left, right = (max(0, math.floor(edge + 0.5)) for edge in grid.col_edges[c : c + 2])
    return pixels[top:bottom, left:right]


def _look_like(looks: list[Look], part: Pixels) -> Look:
    """Return the look of a cell, a new one where no other is like it."""
    vector = normalised(part)
    if looks:
        known = np.stack([look.vector for look in looks])
        apart = np.sqrt(((known - vector) ** 2).mean(axis=1))
        nearest = int(np.argmin(apart))
        if apart[nearest] < DIFFERENT:
            return looks[nearest]
    looks.append(Look(part.copy(), vector))
    return looks[-1]


def labelled_samples(
    shots: Sequence[tuple[Pixels, Reading]], looks: Iterable[Look], labels: Mapping[str, int]
) -> list[Sample]:
    """Return the screenshots with every cell whose look is settled or labelled."""
    codes = [np.full(reading.confidence.shape, UNREAD, np.uint8) for _, reading in shots]
    for look in looks:
        code = labels.get(look.fingerprint, look.code)
        for number, cell in look.places:
            codes[number][cell] = UNREAD if code is None else code
    return [
        Sample(pixels, reading.grid, replace(reading.board, cells=found.tobytes()))
        for (pixels, reading), found in zip(shots, codes, strict=True)
    ]


def labels_text(name: str, looks: Sequence[Look], given: Mapping[str, int]) -> str:
    """Return a labels file that asks about looks, numbered as on their contact sheet.

    Labels that were given already are kept, so that a file can be filled in bit by bit.
    """
    lines = [
        f"# Looks of the theme {name} that the reading leaves open, numbered as on the sheet.",
        "# Write the symbol of each between the quotes: 0-8 opened, ? hidden, F flag,",
        "# Q question mark, * mine, X exploded mine, W wrong flag; leave ! for none of these.",
        "",
        "[looks]",
    ]
    for number, look in enumerate(looks, start=1):
        guesses = " or ".join(SYMBOLS[code] for code, _ in (look.sure + look.unsure).most_common(3))
        perhaps = f", perhaps {guesses}" if guesses else ""
        seen = len(look.places)
        symbol = SYMBOLS[given.get(look.fingerprint, UNREAD)]
        key = f"{number}-{look.fingerprint}"
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
    """Return a few different pictures of each symbol, the commonest look first."""
    found: dict[int, list[tuple[Pixels, np.ndarray, int]]] = {}
    for sample in samples:
        for i, code in enumerate(sample.board.cells):
            if code == UNREAD:
                continue
            cell = _cut(sample.pixels, sample.grid, sample.board.cell(i))
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
        limit = most_plain if code in (0, HIDDEN) else most
        chosen[code] = [picture for picture, _, _ in looks[:limit]]
    return chosen


def write_pack(
    folder: Path, about: ThemeInfo, pictures: dict[int, list[Pixels]], client: str
) -> None:
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
            # not imwrite, which knows neither full disks nor every name
            (folder / file).write_bytes(cv2.imencode(".png", picture)[1].tobytes())
            files.append(file)
        lines.append(f"{json.dumps(SYMBOLS[code])} = {json.dumps(files)}")
    (folder / "theme.toml").write_text("\n".join(lines) + "\n\n" + client.strip() + "\n", "utf-8")
