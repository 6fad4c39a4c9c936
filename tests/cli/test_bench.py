from __future__ import annotations

import json
from pathlib import Path

import pytest

from autosweep.cli.main import main
from autosweep.engine import VARIABLE
from autosweep.solver.strategy import find_strategy

EXPERT = find_strategy("expert").name
"""Who plays for it: without the engine another strategy."""


def test_json_has_the_promised_shape(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["bench", "--board", "beginner", "--rule", "zero", "--games", "60", "--json"]
    assert main([*words, "--strategy", "random", "--strategy", "expert"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["board"] == "beginner zero"
    assert [result["strategy"] for result in found["results"]] == ["random", EXPERT]
    for result in found["results"]:
        assert result["games"] == 60
        assert result["rate"] == result["won"] / 60
        low, high = result["ci95"]
        assert 0 <= low < result["rate"] < high <= 1
        assert result["seconds"] > 0
    (pair,) = found["comparisons"]
    assert pair["difference"] == pytest.approx(
        found["results"][0]["rate"] - found["results"][1]["rate"]
    )


def test_without_the_engine_the_expert_is_replaced_and_the_user_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, "pure")
    words = ["bench", "--board", "4x4x3", "--games", "2", "--json"]
    assert main([*words, "--strategy", "expert"]) == 0
    out, err = capsys.readouterr()
    found = json.loads(out)
    assert [result["strategy"] for result in found["results"]] == ["probabilistic"]
    assert found["fallbacks"] == {"expert": "probabilistic"}
    assert err.count("The strategy expert needs the compiled engine; probabilistic plays") == 1


def test_the_games_of_a_file_against_another_player(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games, won = tmp_path / "games.txt", tmp_path / "peer.won"
    games.write_text("2 2 0 0 0 safe\n2 2 1 0 0 none 0\n1 3 1 0 0 safe 2\n", "utf-8")
    won.write_text("001\n", "utf-8")
    words = ["bench", "--boards", str(games), "--against", str(won), "--strategy", "expert"]
    assert main([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["results"][0]["won"] == 2
    (pair,) = found["comparisons"]
    assert (pair["b"], pair["a_only"], pair["b_only"]) == ("peer.won", 1, 0)
    assert main(words) == 0
    assert f"{EXPERT} minus peer.won: +33.33 points" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words",
    [
        ["--board", "huge"],
        ["--strategy", "expret"],
        ["--boards", "missing.txt"],
        ["--boards", "-", "--games", "0"],
        ["--workers", "0"],
    ],
)
def test_mistakes_are_bad_input(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", *words, "--json"]) == 2
    assert json.loads(capsys.readouterr().out)["error"]


def test_files_that_hold_something_else_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = tmp_path / "wrong"
    wrong.write_text("hello\n", "utf-8")
    assert main(["bench", "--boards", str(wrong)]) == 2
    assert "Line 1" in capsys.readouterr().err
    assert main(["bench", "--games", "1", "--against", str(wrong)]) == 2
    assert "not a list of won games" in capsys.readouterr().err
    wrong.write_text("# nothing\n", "utf-8")
    assert main(["bench", "--boards", str(wrong)]) == 2
    assert "holds no games" in capsys.readouterr().err
