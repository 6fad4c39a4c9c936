"""Put right the labels of signs that cannot be seen: `python -m tools.looks.visible FOLDER...`.

A sign may have the colour of its ground, and few colours or JPEG may wipe it out. A cell that
cannot be told from a plain cell of its board gets the symbol of that cell, as a reader can say
nothing else. How many cells were changed is printed; a second run changes none.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np

from autosweep.vision.resample import cut_cells

from .dataset import LabelledBoard, load

SIDE = 16
"""Samples along each side of a cell."""
PEAK_SAMPLES = 4
"""Samples that make a sign visible."""
SEEN_LEVELS = 6.0
"""Levels by which these differ from a plain cell if a sign can be seen."""
PLAIN = "?0"


def seen_cells(pixels: np.ndarray, board: LabelledBoard) -> tuple[str, ...]:
    """Return the symbols of a board as far as they can be seen."""
    edges = np.array(board.row_edges), np.array(board.col_edges)
    cells = cut_cells(pixels, *edges, SIDE).reshape(board.rows * board.cols, -1, 3)
    symbols = np.array([symbol for row in board.cells for symbol in row])
    plain = np.flatnonzero(np.isin(symbols, list(PLAIN)))
    for k in np.flatnonzero(~np.isin(symbols, [*PLAIN, "!"])) if len(plain) else ():
        off = np.abs(cells[plain] - cells[k]).max(axis=2)
        peaks = np.partition(off, -PEAK_SAMPLES, axis=1)[:, -PEAK_SAMPLES:].mean(axis=1)
        if peaks.min() <= SEEN_LEVELS:
            symbols[k] = symbols[plain[int(np.argmin(peaks))]]
    return tuple("".join(row) for row in symbols.reshape(board.rows, board.cols))


def put_right(folder: Path) -> tuple[int, int]:
    """Put right the labels of a folder; return how many cells and boards were changed."""
    cells = boards = 0
    for image in load(folder):
        pixels = image.pixels() if image.boards else None
        label = image.path.with_suffix(".json")
        entry = json.loads(label.read_text("utf-8"))
        for board, stored in zip(image.boards, entry["boards"], strict=True):
            seen = seen_cells(pixels, board)
            changed = sum(a != b for a, b in zip("".join(board.cells), "".join(seen), strict=True))
            cells, boards = cells + changed, boards + bool(changed)
            stored["cells"] = list(seen)
        label.write_text(json.dumps(entry) + "\n", "utf-8")
    return cells, boards


def main() -> None:
    """Put right the labels of folders."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folders", type=Path, nargs="+", metavar="FOLDER")
    for folder in parser.parse_args().folders:
        cells, boards = put_right(folder)
        print(f"{folder}: {cells} cells of {boards} boards cannot be seen")


if __name__ == "__main__":
    main()
