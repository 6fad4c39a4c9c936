"""Labelled images from folders: screenshots labelled by hand, and looks drawn by `tools/looks`.

An image `NAME.png` (or .jpg) has a `NAME.json` beside it, in any folder below the one given.
Screenshots say `bbox`, `bboxes` or `board_bbox` there and their cells in `NAME.txt` (boards
separated by a blank line, an empty file for an image without any), or all of it in `boards`. Drawn
looks have `boards` with `row_edges`, `col_edges` and `cells`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SUFFIXES = (".png", ".jpg", ".jpeg")
UNLABELLED = "!"
"""Symbol of a cell that nobody can tell; what is read there does not count."""


@dataclass(frozen=True, slots=True)
class LabelledBoard:
    """A board on an image: its symbols row by row, and where it is."""

    cells: tuple[str, ...]
    """One string a row, one symbol a cell."""
    sides: tuple[float, float, float, float]
    """Left, top, right and bottom in pixels."""

    @property
    def rows(self) -> int:
        """Number of rows."""
        return len(self.cells)

    @property
    def cols(self) -> int:
        """Number of columns."""
        return len(self.cells[0])

    @property
    def cell(self) -> tuple[float, float]:
        """Width and height of its cells in pixels."""
        left, top, right, bottom = self.sides
        return (right - left) / self.cols, (bottom - top) / self.rows


@dataclass(frozen=True, slots=True)
class LabelledImage:
    """An image whose boards are known; without any for other grids."""

    path: Path
    folder: str
    """Name of the folder that was asked for: the set."""
    look: str
    boards: tuple[LabelledBoard, ...]

    @property
    def name(self) -> str:
        """Set, look and file name, for lists."""
        return f"{self.folder}/{self.look}/{self.path.stem}"


def labelled_images(folder: Path, sample: int | None = None) -> Iterator[LabelledImage]:
    """Yield the labelled images below a folder in the order of their paths.

    With `sample` only so many of them, evenly spread.
    """
    found = []
    for about in sorted(folder.rglob("*.json")):
        images = [about.with_suffix(suffix) for suffix in SUFFIXES]
        image = next((path for path in images if path.is_file()), None)
        if image is not None:
            found.append((image, about))
    if not found:
        msg = f"{folder} holds no labelled images."
        raise SystemExit(msg)
    if sample is not None and sample < len(found):
        found = [found[i * len(found) // sample] for i in range(sample)]
    for image, about in found:
        yield _labelled(folder, image, about)


def _labelled(folder: Path, image: Path, about: Path) -> LabelledImage:
    facts = json.loads(about.read_text("utf-8"))
    look = str(facts.get("look") or facts.get("family") or image.parent.name)
    entries = facts.get("boards") or []
    if entries:
        boards = [_from_entry(entry) for entry in entries]
    else:
        text = about.with_suffix(".txt")
        boards = _from_text(text.read_text("utf-8"), facts) if text.is_file() else []
    return LabelledImage(image, folder.name, look, tuple(boards))


def _from_entry(entry: dict[str, Any]) -> LabelledBoard:
    rows = entry.get("cells") or entry["grid"]
    cells = tuple("".join(row).replace(" ", "") for row in rows)
    if "col_edges" in entry:
        cols, rows = entry["col_edges"], entry["row_edges"]
        return LabelledBoard(cells, (cols[0], rows[0], cols[-1], rows[-1]))
    return LabelledBoard(cells, _sides(entry["board_bbox"]))


def _from_text(text: str, facts: dict[str, Any]) -> list[LabelledBoard]:
    parts = [part for part in text.split("\n\n") if part.strip()]
    boxes = facts.get("bboxes") or [facts.get("bbox") or facts.get("board_bbox")]
    boards = []
    for part, box in zip(parts, boxes, strict=bool(parts)):
        _, *rows = part.strip().splitlines()
        boards.append(LabelledBoard(tuple(row.replace(" ", "") for row in rows), _sides(box)))
    return boards


def _sides(box: list[float]) -> tuple[float, float, float, float]:
    x, y, width, height = map(float, box)
    return x, y, x + width, y + height
