"""The lines of a board that is found again: kept, unless they were beside the true ones."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from autosweep.geometry import Rect
from autosweep.interfaces import Frame
from autosweep.tracking.stable_grid import StableGrid
from autosweep.vision import read as vision
from autosweep.vision.image import load_file
from autosweep.vision.reading import Reading

SCREENS = Path(__file__).parents[3] / "fixtures" / "screens"


def found(case: str) -> tuple[Frame, Reading]:
    """Return a real screenshot cut to its board, and what it shows."""
    about = tomllib.loads((SCREENS / case / "case.toml").read_text("utf-8"))
    x, y, w, h = (round(v) for v in about["boards"][0]["bbox"])
    whole = Frame(load_file(SCREENS / case / "frame.png"))
    frame = whole.crop(Rect(x, y, w, h).grown(20).intersect(whole.rect))
    return frame, vision.read(frame)[0]


@pytest.mark.parametrize("case", ["sgt-mines/sgt-b-mid", "xbomb/xbomb-x-flags"])
def test_lines_that_read_the_board_are_kept(case: str) -> None:
    """Cells are known by their pixels: lines that jump would make all of them unknown."""
    frame, reading = found(case)
    place, true = StableGrid(), reading.grid
    assert place.grid_of(frame, reading) == true
    assert place.grid_of(frame, replace(reading, grid=true.moved(1, -1))) == true


@pytest.mark.parametrize("case", ["sgt-mines/sgt-b-mid", "xbomb/xbomb-x-flags"])
def test_lines_beside_the_true_ones_are_not_kept(case: str) -> None:
    """They may have been found on a new board; cells that are cut wrongly are not even read."""
    frame, reading = found(case)
    place, true = StableGrid(), reading.grid
    place.grid_of(frame, replace(reading, grid=true.moved(1, 1)))
    assert place.grid_of(frame, reading) == true


def test_a_board_elsewhere_has_lines_of_its_own() -> None:
    frame, reading = found("sgt-mines/sgt-b-mid")
    place, moved = StableGrid(), reading.grid.moved(2, 0)
    place.grid_of(frame, reading)
    assert place.grid_of(frame, replace(reading, grid=moved)) == moved
    place.forget()
    assert place.grid_of(frame, reading) == reading.grid
