"""The folder of labelled images: how it is written and read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

SYMBOLS = "?012345678FQ*XW!"
"""Symbols of cells; `!` is a cell of which nobody can tell what it shows."""


@dataclass(frozen=True)
class LabelledBoard:
    """Where a board lies on an image, in pixels, and what it shows."""

    row_edges: tuple[float, ...]
    col_edges: tuple[float, ...]
    cells: tuple[str, ...]
    """One string of symbols for each row."""

    @property
    def rows(self) -> int:
        """Return the number of rows."""
        return len(self.cells)

    @property
    def cols(self) -> int:
        """Return the number of columns."""
        return len(self.cells[0])


@dataclass(frozen=True)
class LabelledImage:
    """What is known of one image; the pixels are read when they are asked for."""

    path: Path
    seed: str
    family: str
    renderer: str
    boards: tuple[LabelledBoard, ...]
    other: str | None
    """The kind of other grid on an image without a board."""
    notes: tuple[str, ...] = field(default=())

    def pixels(self) -> np.ndarray:
        """Return the pixels, height x width x 3, blue-green-red."""
        image = cv2.imread(str(self.path), cv2.IMREAD_COLOR)
        if image is None:
            msg = f"{self.path} is no image"
            raise OSError(msg)
        return image


def as_json(image: LabelledImage) -> dict[str, Any]:
    """Return the label of an image as it is stored beside it."""
    return {
        "seed": image.seed,
        "family": image.family,
        "renderer": image.renderer,
        "boards": [
            {
                "row_edges": [round(v, 3) for v in board.row_edges],
                "col_edges": [round(v, 3) for v in board.col_edges],
                "cells": list(board.cells),
            }
            for board in image.boards
        ],
        "other": image.other,
        "notes": list(image.notes),
    }


def from_json(path: Path, data: dict[str, Any]) -> LabelledImage:
    """Return the label of the image at a path."""
    boards = tuple(
        LabelledBoard(tuple(b["row_edges"]), tuple(b["col_edges"]), tuple(b["cells"]))
        for b in data["boards"]
    )
    return LabelledImage(
        path,
        data["seed"],
        data["family"],
        data["renderer"],
        boards,
        data["other"],
        tuple(data["notes"]),
    )


def load(folder: Path | str) -> Iterator[LabelledImage]:
    """Yield the labelled images of a folder in the order of their names."""
    for label in sorted(Path(folder).glob("*.json")):
        for suffix in (".png", ".jpg"):
            path = label.with_suffix(suffix)
            if path.exists():
                yield from_json(path, json.loads(label.read_text(encoding="utf-8")))


def save(image: LabelledImage, encoded: bytes) -> None:
    """Write an image and its label; the label last, so that a label always has its image."""
    image.path.write_bytes(encoded)
    label = image.path.with_suffix(".json")
    label.write_text(json.dumps(as_json(image)) + "\n", encoding="utf-8")
