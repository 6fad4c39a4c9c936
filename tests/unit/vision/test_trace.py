"""Every grid that is found leaves a trace: which test accepted or rejected it, and its value."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.vision_scenes import draw, game_at

from autosweep.cli.main import main
from autosweep.geometry import Grid
from autosweep.vision.image import load_file
from autosweep.vision.locating import candidates
from autosweep.vision.read import read
from autosweep.vision.themes import load_themes
from autosweep.vision.trace import GridTest, Trace, fails, passes

SCREENS = Path(__file__).parents[3] / "fixtures" / "screens"
NEGATIVES = sorted(path.parent.name for path in SCREENS.glob("negative/*/frame.png"))
THEMES = load_themes()
GRID = Grid((0.0, 10.0, 20.0), (0.0, 10.0, 20.0, 30.0))
REJECTED = "4 x 4 cells at 85,85: shape: rejected: cells that break a rule 4 (needs <= 0)"


def frame_of(name: str) -> np.ndarray:
    return load_file(SCREENS / "negative" / name / "frame.png")


def test_there_are_screens_without_a_board() -> None:
    assert NEGATIVES


@pytest.mark.parametrize("name", NEGATIVES)
@pytest.mark.parametrize("themes", [THEMES, ()], ids=["themes", "no theme"])
def test_every_lattice_of_a_screen_without_a_board_is_rejected_by_a_traced_test(
    name: str, themes: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    trace = Trace()
    grow = candidates.Scene._grown_candidate

    def counted(self: candidates.Scene, *given: Any) -> Any:
        before = len(trace.attempts)
        found = grow(self, *given)
        attempt = trace.attempts[-1]
        assert len(trace.attempts) == before + 1
        assert attempt.accepted == (found is not None)
        return found

    monkeypatch.setattr(candidates.Scene, "_grown_candidate", counted)
    assert read(frame_of(name), themes=themes, trace=trace) == []
    for number, attempt in enumerate(trace.attempts):
        if attempt.accepted:
            later = [one for one in trace.attempts[number + 1 :] if one.grid == attempt.grid]
            assert any(not one.accepted for one in later), attempt


@pytest.mark.parametrize(
    ("name", "test"),
    [
        ("neg-2048", "cells that break a rule"),
        ("neg-sgt-unruly", "blank neighbours of two grounds"),
        ("neg-sgt-pattern", "cells between thick lines"),
        ("neg-chess", "share of cells unreadable"),
    ],
)
def test_the_trace_names_the_test_that_rejects_a_grid(name: str, test: str) -> None:
    trace = Trace()
    read(frame_of(name), trace=trace)
    failed = {one.tests[-1].name for one in trace.attempts if not one.accepted}
    assert test in failed
    assert all(not one.tests[-1].passed for one in trace.attempts if not one.accepted)


def test_an_accepted_board_is_traced_and_read_as_without_a_trace() -> None:
    pixels, _ = draw(game_at("middle", 9, 9, 10, seed=4).board, "classic", 24)
    for themes in (THEMES, ()):
        trace = Trace()
        traced, plain = read(pixels, themes=themes, trace=trace), read(pixels, themes=themes)
        assert [one.board for one in traced] == [one.board for one in plain]
        for one, other in zip(traced, plain, strict=True):
            assert np.array_equal(one.confidence, other.confidence)
            accepted = [a for a in trace.attempts if a.accepted and a.grid == one.grid]
            assert accepted
            assert all(test.passed for test in accepted[-1].tests)


@pytest.mark.parametrize(
    ("test", "passed"),
    [
        (GridTest("rows", 5, ">=", 5), True),
        (GridTest("rows", 4, ">=", 5), False),
        (GridTest("share", 0.4, "<=", 0.4), True),
        (GridTest("share", 0.3, "<", 0.3), False),
    ],
)
def test_a_test_passes_at_its_threshold(test: GridTest, *, passed: bool) -> None:
    assert test.passed is passed


def test_tests_end_with_the_first_failure() -> None:
    def tests() -> Any:
        yield GridTest("rows", 9, ">=", 5)
        yield GridTest("columns", 3, ">=", 5)
        raise AssertionError

    trace = Trace()
    assert not passes(tests(), trace, "grid", GRID)
    assert not passes(tests(), None, "grid", GRID)
    assert fails(tests(), trace, "lattice", GRID)
    assert [str(one) for one in trace.attempts] == [
        "2 x 3 cells at 0,0: grid: rejected: columns 3 (needs >= 5)",
        "2 x 3 cells at 0,0: lattice: rejected: columns 3 (needs >= 5)",
    ]


@pytest.mark.parametrize("words", [["solve"], ["hint", "--out", "hint.png"]])
def test_other_commands_that_read_images_have_a_trace(
    words: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    words = [str(tmp_path / word) if word.endswith(".png") else word for word in words]
    negative = str(SCREENS / "negative" / "neg-2048" / "frame.png")
    assert main([*words, negative, "--trace"]) == 3
    assert REJECTED in capsys.readouterr().err
    board = min(SCREENS.glob("gnome-mines/*/frame.png"))
    assert main([*words, str(board), "--trace", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert any(attempt["accepted"] for attempt in answer["trace"])


def test_read_prints_the_trace_only_if_asked(
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = str(SCREENS / "negative" / "neg-2048" / "frame.png")
    assert main(["read", file, "--trace"]) == 3
    captured = capsys.readouterr()
    assert not captured.out
    assert REJECTED in captured.err
    lines = captured.err.splitlines()
    assert len(lines) == len(set(lines)), "what several passes say of a grid is printed once"
    assert main(["read", file, "--trace", "--json"]) == 3
    (image,) = json.loads(capsys.readouterr().out)["images"]
    found = [one for one in image["trace"] if one["stage"] == "shape"]
    assert all((one["rows"], one["cols"], one["accepted"]) == (4, 4, False) for one in found)
    assert found[0]["tests"][-1] == {
        "test": "cells that break a rule",
        "value": 4.0,
        "relation": "<=",
        "threshold": 0.0,
        "passed": False,
    }
    assert main(["read", file, "--json"]) == 3
    (image,) = json.loads(capsys.readouterr().out)["images"]
    assert "trace" not in image
