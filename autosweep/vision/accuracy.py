"""How well labelled screenshots are read: at other scales, blurred, compressed and shifted.

A folder of screenshots holds `<client>/<case>/` with `frame.png`, `board.txt` (boards separated by
a blank line, none if there is no Minesweeper) and `case.toml` (the program and the rectangle of
each board), or `<client>/<case>.png` with a `.txt` and a `.json` beside it that say the same. Reads
files, writes none.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from autosweep.board import FLAG, SYMBOLS, UNREAD, WRONG_FLAG, Board
from autosweep.errors import AutosweepError, BadInput
from autosweep.files import load_toml, read_bounded
from autosweep.interfaces import Pixels
from autosweep.vision.image import load_file
from autosweep.vision.read import read
from autosweep.vision.reading import ACT_CONFIDENCE, Reading
from autosweep.vision.themes import Theme

SCALES = (0.75, 1.0, 1.25, 1.5, 2.0, 3.0)
"""Factors at which screenshots are read."""
MIN_CELL = 12.0
"""Pixels: boards with smaller cells are not asked for."""
EDGE_TOLERANCE = 2.0
"""Pixels by which an outer edge may be off, at any scale; more where a scale makes pixels wider."""
MAX_TEXT_BYTES = 1_000_000
"""Bytes of a label file."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """A board on a screenshot."""

    board: Board
    """What its cells show, UNREAD if nobody can say, and its mines if they are known."""
    box: tuple[float, float, float, float]
    """Left, top, width and height in pixels."""

    @property
    def cell(self) -> float:
        """Shorter side of its cells in pixels."""
        return min(self.box[2] / self.board.cols, self.box[3] / self.board.rows)


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """A screenshot whose boards are known."""

    client: str
    name: str
    program: str
    """The programs that it shows, in words."""
    pixels: Pixels
    boards: tuple[Labelled, ...]
    """None for a screen without any Minesweeper."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A way to change a screenshot before it is read."""

    name: str
    change: Callable[[Pixels], Pixels]
    scale: float = 1.0
    shift: int = 0
    """Pixels by which boards lie further right and down."""


@dataclass(slots=True)
class ReadingTally:
    """Counts of boards and cells that were read right and wrong."""

    boards: int = 0
    located: int = 0
    cells: int = 0
    """Cells of the boards that were asked for, found or not."""
    right: int = 0
    uncertain: int = 0
    """Cells of located boards below the acting level."""
    certain_and_wrong: int = 0
    false_boards: int = 0
    """Boards reported on screens that have none."""
    counters: int = 0
    """Located boards whose counter was read and whose mines are known."""
    counters_wrong: int = 0
    confusion: Counter[tuple[int, int]] = field(default_factory=Counter)
    """How often a code was read as another; every cell of located boards."""

    @property
    def share(self) -> float:
        """Share of the cells that were read right, 0 to 1."""
        return self.right / self.cells if self.cells else 1.0

    @property
    def clean(self) -> bool:
        """True if every board was found, none invented, and no wrong cell was certain."""
        found = self.located == self.boards and not self.false_boards
        return found and not self.certain_and_wrong

    def add(self, other: ReadingTally) -> None:
        """Add what another tally counted."""
        self.boards += other.boards
        self.located += other.located
        self.cells += other.cells
        self.right += other.right
        self.uncertain += other.uncertain
        self.certain_and_wrong += other.certain_and_wrong
        self.false_boards += other.false_boards
        self.counters += other.counters
        self.counters_wrong += other.counters_wrong
        self.confusion.update(other.confusion)


def conditions() -> tuple[Condition, ...]:
    """Return every way in which screenshots are read: scales first, then what spoils images."""
    return (
        *(scaled_to(scale) for scale in SCALES),
        Condition("blur", lambda p: np.asarray(cv2.GaussianBlur(p, (0, 0), 0.6), np.uint8)),
        compressed_to(80),
        Condition("gamma 0.8", lambda p: _gamma(p, 0.8)),
        Condition("gamma 1.25", lambda p: _gamma(p, 1.25)),
        Condition("shift +1", lambda p: np.roll(p, (1, 1), (0, 1)), shift=1),
        Condition("shift -1", lambda p: np.roll(p, (-1, -1), (0, 1)), shift=-1),
    )


def scaled_to(scale: float) -> Condition:
    """Return the condition of a screenshot brought to another scale."""
    return Condition(f"scale {scale:g}", partial(_scaled, scale=scale), scale=scale)


def compressed_to(quality: int) -> Condition:
    """Return the condition of a screenshot that was stored as a JPEG file of some quality."""
    return Condition(f"jpeg {quality}", partial(_compressed, quality=quality))


def load_cases(folder: Path) -> Iterator[Case]:
    """Yield the labelled screenshots in a folder; raises BadInput if there are none."""
    frames = sorted(folder.glob("*/*/frame.png")) if folder.is_dir() else []
    flat = sorted(folder.glob("*/*.json")) if folder.is_dir() else []
    if not frames and not flat:
        msg = f"{folder} holds no labelled screenshots."
        remedy = "Give --screens a folder with <client>/<case>/frame.png, board.txt and case.toml."
        raise BadInput(msg, remedy=remedy)
    for frame in frames:
        yield load_case(frame.parent)
    for about in flat:
        yield load_flat_case(about)


def load_case(folder: Path) -> Case:
    """Return the labelled screenshot in a folder; raises BadInput if it is broken."""
    try:
        about = load_toml(folder / "case.toml", MAX_TEXT_BYTES)
        texts = [t for t in _text(folder / "board.txt").split("\n\n") if t.strip()]
        boxes = [_box(entry) for entry in about.get("boards", [])]
        mines = [entry.get("mines") for entry in about.get("boards", [])]
        boards = [
            Labelled(Board.parse(text).with_mines(total), box)
            for text, total, box in zip(texts, mines, boxes, strict=True)
        ]
        program = str(about.get("program", ""))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, AutosweepError) as error:
        msg = f"The labelled screenshot in {folder} is broken: {error}."
        remedy = "board.txt holds as many boards as case.toml has [[boards]] with a bbox."
        raise BadInput(msg, remedy=remedy) from error
    pixels = load_file(folder / "frame.png")
    return Case(folder.parent.name, folder.name, program, pixels, tuple(boards))


def load_flat_case(path: Path) -> Case:
    """Return the screenshot that a JSON file labels; raises BadInput if it is broken."""
    try:
        about = json.loads(_text(path))
        text = _text(path.with_suffix(".txt")) if not about.get("boards") else ""
        boards = [_from_json(entry) for entry in about.get("boards", [])]
        if text.strip():
            x, y, w, h = about["board_bbox"]
            board = Board.parse(text).with_mines(about.get("mines_total"))
            boards = [Labelled(board, (float(x), float(y), float(w), float(h)))]
        programs = [entry["client"] for entry in about.get("boards", [])] or [about["client"] or ""]
    except (OSError, ValueError, KeyError, TypeError, AttributeError, AutosweepError) as error:
        msg = f"The labelled screenshot of {path} is broken: {error}."
        remedy = "It needs client and board_bbox, or boards with client, board_bbox and grid."
        raise BadInput(msg, remedy=remedy) from error
    pixels = load_file(path.with_suffix(".png"))
    return Case(path.parent.name, path.stem, ", ".join(programs), pixels, tuple(boards))


def _from_json(entry: dict[str, Any]) -> Labelled:
    grid = [row.replace(" ", "") for row in entry["grid"]]
    board = Board.parse("\n".join([f"{len(grid)} {len(grid[0])}", *grid]))
    board = board.with_mines(entry.get("mines_total"))
    return Labelled(board, _box({"bbox": entry["board_bbox"]}))


def themes_of(case: Case, themes: Sequence[Theme]) -> tuple[Theme, ...]:
    """Return the themes that were cut from the programs a screenshot shows."""
    shown = case.program.lower()
    return tuple(theme for theme in themes if theme.client.lower().split()[0] in shown)


def check_case(case: Case, themes: Sequence[Theme], condition: Condition) -> ReadingTally | None:
    """Read a screenshot under a condition; None if its cells would be too small."""
    asked = [b for b in case.boards if b.cell * condition.scale >= MIN_CELL]
    if case.boards and not asked:
        return None
    readings = read(condition.change(case.pixels), themes=themes)
    tally = ReadingTally(boards=len(asked), false_boards=0 if case.boards else len(readings))
    for labelled in asked:
        board = labelled.board
        tally.cells += len(board.cells) - board.count({UNREAD})
        reading = _reading_of(readings, labelled, condition)
        if reading is not None:
            tally.located += 1
            _compare(reading, board, tally)
    return tally


def _compare(reading: Reading, board: Board, tally: ReadingTally) -> None:
    if reading.mines_left is not None and board.mines is not None:
        flags = reading.board.count({FLAG, WRONG_FLAG})
        tally.counters += 1
        tally.counters_wrong += reading.mines_left + flags != board.mines
    for i, code in enumerate(board.cells):
        if code == UNREAD:
            continue
        cell = board.cell(i)
        got = reading.board[cell]
        certain = bool(reading.confidence[cell] >= ACT_CONFIDENCE)
        tally.right += got == code
        tally.uncertain += not certain
        tally.certain_and_wrong += certain and got not in (code, UNREAD)
        tally.confusion[code, got] += 1


def _reading_of(
    readings: list[Reading], labelled: Labelled, condition: Condition
) -> Reading | None:
    """Return the reading that has the shape and the place of a board."""
    x, y, w, h = labelled.box
    scale, shift = condition.scale, condition.shift
    wanted = (x, y, x + w, y + h)
    for reading in readings:
        grid = reading.grid
        if (grid.rows, grid.cols) != (labelled.board.rows, labelled.board.cols):
            continue
        ends = (grid.col_edges[0], grid.row_edges[0], grid.col_edges[-1], grid.row_edges[-1])
        off = max(abs(a - b * scale - shift) for a, b in zip(ends, wanted, strict=True))
        if off <= EDGE_TOLERANCE * max(1.0, scale):
            return reading
    return None


def confusion_table(confusion: Counter[tuple[int, int]]) -> str:
    """Return a confusion matrix as text: a row for what is there, a column for what was read."""
    codes = sorted({code for pair in confusion for code in pair})
    width = max([5, *(len(str(count)) + 1 for count in confusion.values())])
    lines = ["read as" + "".join(f"{SYMBOLS[code]:>{width}}" for code in codes)]
    for true in sorted({true for true, _ in confusion}):
        counts = [confusion[true, got] for got in codes]
        cells = "".join(f"{count or '.':>{width}}" for count in counts)
        lines.append(f"{SYMBOLS[true]:>7}{cells}")
    return "\n".join(lines)


def _scaled(pixels: Pixels, scale: float) -> Pixels:
    if scale == 1:
        return pixels
    size = (round(pixels.shape[1] * scale), round(pixels.shape[0] * scale))
    # As screens do: smooth when larger, averaged when smaller.
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(pixels, size, interpolation=way), np.uint8)


def _compressed(pixels: Pixels, quality: int) -> Pixels:
    _, data = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def _gamma(pixels: Pixels, gamma: float) -> Pixels:
    levels = np.rint(255 * (np.arange(256) / 255) ** gamma).astype(np.uint8)
    return np.asarray(levels[pixels], np.uint8)


def _text(path: Path) -> str:
    return read_bounded(path, MAX_TEXT_BYTES, only_files=True).decode("utf-8")


def _box(entry: dict[str, Any]) -> tuple[float, float, float, float]:
    x, y, w, h = (float(value) for value in entry["bbox"])
    if not (w > 0 and h > 0):
        msg = "a bbox needs a positive size"
        raise ValueError(msg)
    return x, y, w, h
