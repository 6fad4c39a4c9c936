"""The network of votes: its file, its errors, its shapes."""

from __future__ import annotations

import logging
from pathlib import Path

import numpy as np
import pytest
from support.vision_scenes import draw, game_at

from autosweep.errors import EnvironmentFault
from autosweep.vision.read import read
from autosweep.vision.votes import network
from autosweep.vision.votes.network import vote

MAX_BYTES = 1_500_000


def test_the_stored_network_is_small() -> None:
    assert network.NETWORK.stat().st_size < MAX_BYTES


@pytest.mark.parametrize("size", [(64, 64), (61, 130), (3, 5), (200, 333)])
def test_every_fourth_pixel_votes(size: tuple[int, int]) -> None:
    pixels = np.random.default_rng(2).integers(0, 256, (*size, 3)).astype(np.uint8)
    votes = vote(pixels)
    places = (max(1, size[0] // 4), max(1, size[1] // 4))
    assert votes.logit.shape == votes.across.shape == votes.down.shape == places
    assert votes.pitch.shape == (2, *places)
    assert np.isfinite(votes.logit).all()


@pytest.mark.parametrize("content", [b"", b"no network", None])
def test_a_broken_file_is_one_sentence(
    content: bytes | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "votes.onnx"
    if content is not None:
        path.write_bytes(content)
    monkeypatch.setattr(network, "NETWORK", path)
    with pytest.raises(EnvironmentFault, match=r"^The network [^\n]* votes\.onnx: [^\n]*\.$"):
        vote(np.zeros((64, 64, 3), np.uint8))


def test_the_first_source_goes_on_without_the_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """One warning for any number of frames; boards of known themes are read as ever."""
    path = tmp_path / "votes.onnx"
    path.write_bytes(b"\x08")
    monkeypatch.setattr(network, "NETWORK", path)
    game = game_at("middle", 9, 9, 10, seed=4)
    picture, _ = draw(game.board, "classic", 24)
    nothing = np.full((120, 160, 3), 90, np.uint8)
    with caplog.at_level(logging.WARNING):
        assert read(nothing) == read(nothing) == []
        (reading,) = read(picture)
    assert reading.board.cells == game.board.cells
    (record,) = caplog.records
    assert "votes.onnx" in record.message
    assert "Install the package again." in record.message
