from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from autosweep.bench import plot
from autosweep.bench.playing import Outcome
from autosweep.bench.report import summarise
from autosweep.errors import BadInput, MissingExtra


def _summary(won: int) -> dict[str, object]:
    outcomes = [
        Outcome(won=k < won, chances=(0.7,) * 3, guesses=3, seconds=0.01) for k in range(90)
    ]
    return summarise("expert zero", {"expert": outcomes, "random": outcomes[:60]}, {})


def test_the_image_shows_the_rates(tmp_path: Path) -> None:
    """Other rates give another picture, the same ones the same."""
    pytest.importorskip("matplotlib")
    pictures = []
    for name, won in (("a", 40), ("b", 40), ("c", 70)):
        path = tmp_path / f"{name}.png"
        plot.check(path)
        plot.draw(_summary(won), path)
        with Image.open(path) as image:
            pictures.append(np.asarray(image.convert("L")))
    a, b, c = pictures
    assert a.shape[0] > 300
    assert a.shape[1] > 900
    assert (a < 128).mean() > 0.005
    assert np.array_equal(a, b)
    assert not np.array_equal(a, c)


def test_mistakes_are_told_before_any_game(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    with pytest.raises(BadInput, match="which kind of image"):
        plot.check(tmp_path / "rates")
    with pytest.raises(BadInput, match="no folder"):
        plot.check(tmp_path / "missing" / "rates.png")


def test_without_matplotlib_the_remedy_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(MissingExtra) as caught:
        plot.check(Path("rates.png"))
    assert "pip install 'autosweep-minesweeper[plot]'" in caught.value.remedy
