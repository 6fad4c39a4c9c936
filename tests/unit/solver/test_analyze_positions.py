"""Known positions with known answers: probabilities to 1e-9, certain cells exactly."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from autosweep.board import Board
from autosweep.limit import Limit
from autosweep.solver.analyze import analyze

BOARDS = Path(__file__).parents[3] / "fixtures" / "boards"


def _load(name: str) -> list[dict[str, Any]]:
    data = (BOARDS / name).read_bytes()
    text = gzip.decompress(data) if name.endswith(".gz") else data
    return [json.loads(line) for line in text.decode().splitlines()]


SAMPLE = _load("positions-200.jsonl.gz")
NASTY = _load("nasty.jsonl")


def test_fixtures_are_complete() -> None:
    assert len(SAMPLE) == 200
    assert len(NASTY) == 34


def _check(case: dict[str, Any]) -> None:
    board = Board.from_rows(case["board"], case["mines"])
    analysis = analyze(board, Limit(nodes=1_000_000))
    assert analysis.consistent == case["consistent"]
    if not case["consistent"]:
        assert not analysis.safe
        assert not analysis.mines
        assert analysis.best is None
        assert analysis.why
        return
    if case["probs"] is None:
        return
    assert analysis.exact
    assert sorted(map(list, analysis.safe)) == sorted(case["safe"])
    assert sorted(map(list, analysis.mines)) == sorted(case["mine"])
    for ours, theirs in zip(analysis.probability.as_rows(), case["probs"], strict=True):
        assert [p is None for p in ours] == [p is None for p in theirs]
        assert [p for p in ours if p is not None] == pytest.approx(
            [p for p in theirs if p is not None], abs=1e-9
        )


def test_sampled_positions() -> None:
    for case in SAMPLE:
        _check(case)


@pytest.mark.parametrize("case", NASTY, ids=[case["id"] for case in NASTY])
def test_nasty_positions(case: dict[str, Any]) -> None:
    _check(case)
