"""A recording whose picture somebody altered: replay must find it."""

from __future__ import annotations

from pathlib import Path

import cv2

from autosweep.geometry import Cell, Grid
from autosweep.replay.loading import RecordedStep, load_recording


def alter_a_frame(folder: Path, at: int) -> tuple[RecordedStep, set[Cell]]:
    """Swap two cells that show different things in the frame of a step; return step and cells."""
    step = load_recording(folder).steps[at]
    path = folder / step.frame
    pixels = cv2.imread(str(path))
    grid = Grid(tuple(step.reading["row_edges"]), tuple(step.reading["col_edges"]))
    symbols = [line.split() for line in step.reading["board"]]
    cells = {symbols[r][c]: (r, c) for r in range(grid.rows) for c in range(grid.cols)}
    hidden = cells["?"]
    opened = next(cells[symbol] for symbol in "123450" if symbol in cells)
    rects = [grid.cell_rect(cell) for cell in (hidden, opened)]
    width, height = min(rect.w for rect in rects), min(rect.h for rect in rects)
    one, other = ((slice(r.y, r.y + height), slice(r.x, r.x + width)) for r in rects)
    pixels[one], pixels[other] = pixels[other].copy(), pixels[one].copy()
    assert cv2.imwrite(str(path), pixels)
    return step, {hidden, opened}
