"""The public face of the library."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

import autosweep
from autosweep.vision.image import ImageSource


def test_all_is_sorted_and_complete() -> None:
    assert list(autosweep.__all__) == sorted(autosweep.__all__)
    for name in autosweep.__all__:
        assert getattr(autosweep, name) is not None


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError):
        _ = autosweep.nothing


def test_the_readme_of_the_design_works() -> None:
    board = autosweep.Board.parse("3 3 2\n1 ? ?\n? ? ?\n? ? 1\n")
    analysis = autosweep.analyze(board)
    assert analysis.probability[0, 2] == pytest.approx(1 / 6)
    assert analysis.best is not None


@pytest.fixture(scope="module")
def screenshot() -> Path:
    """Return a small screenshot with one board."""
    root = Path(__file__).parents[2] / "fixtures" / "screens" / "xbomb"
    return min(root.rglob("*.png"), key=lambda path: (path.stat().st_size, path.name))


@pytest.mark.parametrize(
    "given",
    [
        str,
        Path,
        Path.read_bytes,
        lambda path: bytearray(path.read_bytes()),
        lambda path: memoryview(path.read_bytes()),
        lambda path: memoryview(b"".join(bytes([b, 0]) for b in path.read_bytes()))[::2],
        lambda path: cv2.imread(str(path)),
    ],
    ids=["str", "PathLike", "bytes", "bytearray", "memoryview", "strided view", "array"],
)
def test_read_takes_what_the_library_page_says(
    given: Callable[[Path], ImageSource], screenshot: Path
) -> None:
    expected = autosweep.read(cv2.imread(str(screenshot)))
    found = autosweep.read(given(screenshot))
    assert [str(one.board) for one in found] == [str(one.board) for one in expected]
    for one, other in zip(found, expected, strict=True):
        assert np.array_equal(one.confidence, other.confidence)


@pytest.mark.parametrize("data", [b"", b"no image", bytearray(b"\x89PNG\r\n\x1a\n")])
def test_bytes_that_are_no_image_are_a_sentence(data: bytes | bytearray) -> None:
    with pytest.raises(autosweep.AutosweepError, match="The image data"):
        autosweep.read(data)


def test_every_command_but_play_and_demo_is_kept_from_the_pointer() -> None:
    """The import contract names each module, so one that is added must be added there too."""
    root = Path(autosweep.__file__).parents[1]
    if not (root / "pyproject.toml").is_file():
        pytest.skip("not a checkout")
    tools = tomllib.loads((root / "pyproject.toml").read_text())["tool"]["importlinter"]
    (contract,) = [c for c in tools["contracts"] if "pointer" in c["name"]]
    modules = {path.stem for path in (root / "autosweep" / "cli").glob("*.py")}
    named = {name.rpartition(".")[2] for name in contract["source_modules"] if ".cli." in name}
    assert named == modules - {"__init__", "play", "demo"}
    assert "allow_indirect_imports" not in contract
