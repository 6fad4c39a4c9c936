from __future__ import annotations

import json
from pathlib import Path

import pytest

from autosweep.board import Layout
from autosweep.board.playable import parse_id, read_playable
from autosweep.cli.main import main


def run(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["generate", *words]) == 0
    return capsys.readouterr().out


def test_json_has_the_promised_shape(capsys: pytest.CaptureFixture[str]) -> None:
    lines = run(capsys, "--no-guess", "--count", "3", "--json", "--seed", "8").splitlines()
    assert len(lines) == 3
    for number, line in enumerate(lines):
        board = json.loads(line)
        assert (board["rows"], board["cols"], board["mines"]) == (16, 30, 99)
        assert (board["seed"], board["number"], board["no_guess"]) == (8, number, True)
        layout = Layout.parse(board["layout"])
        assert len(layout.mines) == 99
        assert not layout.is_mine(tuple(board["start"]))
        assert board["bbbv"] >= board["zini"] > 0
        assert board["hardest"] in {"single clue", "pair", "chain", "case split", "mine count"}
        assert board["hard_steps"] == sum(board["steps"].values())
        assert board["method"] == "draw"
        assert {"openings", "islands", "buried", "difficulty", "mine_count"} <= set(board)


def test_the_same_seed_gives_the_same_boards(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--no-guess", "--rows", "12", "--cols", "12", "--mines", "33%", "--format", "id")
    three = run(capsys, *words, "--count", "3").splitlines()
    assert len(set(three)) == 3
    assert run(capsys, *words, "--count", "3", "--workers", "2").splitlines() == three
    assert run(capsys, *words, "--skip", "2").splitlines() == three[2:]
    assert run(capsys, *words, "--seed", "1").splitlines() != three[:1]
    assert len(parse_id(three[0]).layout.mines) == 48


@pytest.mark.parametrize("form", ["text", "json", "mbf", "id", "link"])
def test_files_hold_boards_that_can_be_read_again(tmp_path: Path, form: str) -> None:
    one, many = tmp_path / f"one.{form}", tmp_path / "many"
    many.mkdir()
    words = ["generate", "--board", "beginner", "--format", form, "--out"]
    assert main([*words, str(one)]) == 0
    assert main([*words, str(many), "--count", "11"]) == 0
    names = sorted(path.name for path in many.iterdir())
    assert len(names) == 11
    assert names[0].startswith("00.")
    first = read_playable((many / names[0]).read_bytes(), names[0])
    assert first is not None
    assert len(first.layout.mines) == 10
    again = read_playable(one.read_bytes(), one.name)
    assert again is not None
    assert again.layout == first.layout


def test_a_limit_is_a_no(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["generate", "--no-guess", "--board", "20x20x260", "--max-seconds", "0.1", "--json"]
    assert main(words) == 1
    out, err = capsys.readouterr()
    assert "No board within 0.1 s at 65%; the best attempt was stuck with" in err
    assert json.loads(out)["exit_code"] == 1


@pytest.mark.parametrize(
    "words",
    [
        ["--mines", "many"],
        ["--mines", "inf%"],
        ["--rows", "5"],
        ["--mines", "480", "--no-guess"],
        ["--start", "3"],
        ["--start", "16,0"],
        ["--difficulty", "hard"],
        ["--board", "huge"],
        ["--format", "mbf", "--count", "2"],
        ["--out", "/nowhere/at/all"],
        ["--max-buried", "101"],
    ],
)
def test_mistakes_are_told(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", *words]) == 2
    assert capsys.readouterr().err.startswith("autosweep: ")


def test_a_client_file_must_exist(tmp_path: Path) -> None:
    assert main(["client", str(tmp_path / "none.txt")]) == 2
