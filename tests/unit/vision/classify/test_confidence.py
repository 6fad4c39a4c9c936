"""Confidence is reliable: of cells with a confidence of p at least about a share of p is right."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from autosweep.vision.classify import confidence as model
from autosweep.vision.reading import ACT_CONFIDENCE

SHEETS, SEED = 420, 3
"""The sample of these tests: 20,160 rendered cells of all situations."""
TOO_HIGH = 0.005
"""How much too high the mean confidence of a bin may be."""
SURE = 0.587, 0.599
"""Share of all cells at the acting level or above; measured: 0.593."""
MOST_WRONG = 0.0012
"""Share of these that may be wrong; measured: 10 of 11,956, all of them of a changed tone."""


@pytest.fixture(scope="module")
def calibration() -> ModuleType:
    """Return the calibration run, which draws the cells."""
    path = Path(__file__).parents[4] / "benchmarks" / "calibration.py"
    spec = importlib.util.spec_from_file_location("calibration", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["calibration"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def sample(calibration: ModuleType) -> Any:
    """Return seeded cells with their evidence and whether they are right."""
    themes, _ = calibration.split_themes()
    return calibration.draw_sample(themes, calibration.SIDES, SHEETS, SEED)


def faults(calibration: ModuleType, sample: Any) -> list[str]:
    """Return in which respects the confidence of a sample is not what it should be."""
    confidence, right = sample.confidence(), sample.right
    found = [
        f"{mean:.3f} is too high where {share:.3f} are right"
        for _, _, cells, mean, share in calibration.reliability(confidence, right)
        if cells >= calibration.LEAST_CELLS and mean - share > TOO_HIGH
    ]
    sure = confidence >= ACT_CONFIDENCE
    if not SURE[0] <= sure.mean() <= SURE[1]:
        found.append(f"{sure.mean():.4f} of the cells are sure")
    if (sure & ~right).sum() > MOST_WRONG * sure.sum():
        found.append(f"{(sure & ~right).sum()} of {sure.sum()} sure cells are wrong")
    for name in ("clean", "shifted", "noisy", "jpeg"):
        here = sample.situation == calibration.SITUATIONS.index(name)
        if (here & sure & ~right).any():
            found.append(f"a {name} cell is sure and wrong")
    return found


def test_confidence_is_reliable(calibration: ModuleType, sample: Any) -> None:
    assert faults(calibration, sample) == []


def test_clean_cells_of_shipped_themes_are_certain(calibration: ModuleType, sample: Any) -> None:
    clean = sample.situation == calibration.SITUATIONS.index("clean")
    confidence = sample.confidence()[clean]
    assert sample.right[clean].all()
    assert (confidence >= ACT_CONFIDENCE).mean() > 0.985
    assert np.median(confidence) > 0.99


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("CLEAR_AT", 0.84),
        ("CLEAR_AT", 0.92),
        ("CLEAR_SLOPE", 14.0),
        ("CLEAR_SLOPE", 28.0),
        ("FITS_AT", 0.93),
        ("FITS_AT", 1.07),
        ("FITS_SLOPE", 9.0),
        ("FITS_SLOPE", 16.0),
    ],
)
def test_other_constants_are_noticed(
    name: str,
    value: float,
    calibration: ModuleType,
    sample: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(model, name, value)
    assert faults(calibration, sample)
