import numpy as np
import pytest

from autosweep.engine import VARIABLE, core
from autosweep.vision.locating.patches import Mask, Patches, flat_patches


def masks() -> list[Mask]:
    """Return noise of many densities, tiles with gaps, spirals and masks of one pixel or line."""
    rng = np.random.default_rng(4)
    noise = [
        (rng.random(rng.integers(1, 90, 2)) < share).astype(np.uint8)
        for share in np.linspace(0.05, 0.95, 40)
    ]
    tiles = np.zeros((90, 120), np.uint8)
    tiles[(np.arange(90) % 15 > 1)[:, None] & (np.arange(120) % 20 > 1)[None]] = 1
    spiral = np.zeros((41, 41), np.uint8)
    for k in range(0, 20, 2):
        spiral[k, k : 41 - k] = spiral[k : 41 - k, 40 - k] = spiral[40 - k, k : 41 - k] = 1
        spiral[k + 2 : 41 - k, k] = 1
        spiral[k + 2, k : k + 3] = 1
    return [*noise, tiles, spiral, np.ones((1, 1), np.uint8), np.ones((3, 200), np.uint8)]


def rows_of(patches: Patches) -> list[tuple[float, ...]]:
    return sorted(zip(patches.x, patches.y, patches.w, patches.h, strict=True))


@pytest.mark.skipif(core() is None, reason="the engine is not built")
@pytest.mark.parametrize("diagonals", [False, True])
def test_the_engine_finds_the_patches_that_labelling_every_pixel_finds(
    monkeypatch: pytest.MonkeyPatch, *, diagonals: bool
) -> None:
    """OpenCV's labelling is the oracle, over shapes that merge late and at every density."""
    total = 0
    for mask in masks():
        for wider in (mask, np.kron(mask, np.ones((3, 2), np.uint8))):
            monkeypatch.setenv(VARIABLE, "native")
            ours = rows_of(flat_patches(wider, diagonals=diagonals))
            monkeypatch.setenv(VARIABLE, "pure")
            assert ours == rows_of(flat_patches(wider, diagonals=diagonals))
            total += len(ours)
    assert total > 100
