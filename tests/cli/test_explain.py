"""`explain` and `prove`: words, JSON shapes, batches and exit codes."""

from __future__ import annotations

import json
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest
from support.proof_checker import faults

from autosweep.cli.main import main

ROWS = ["?????", "?121?", "00000"]
BOARD = "3 5\n" + "\n".join(ROWS) + "\n"
OPEN = "2 2 1\n1 ?\n? ?\n"


@pytest.fixture
def board(tmp_path: Path) -> str:
    path = tmp_path / "board.txt"
    path.write_text(BOARD, "utf-8")
    return str(path)


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    code = main(list(words))
    return code, capsys.readouterr().out


def run_json(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, dict[str, Any]]:
    code, out = run(capsys, *words, "--json")
    return code, json.loads(out)


def batch(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str, *lines: object
) -> tuple[int, list[dict[str, Any]]]:
    """Feed JSON lines (or raw text) to a command."""
    text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(text.encode())))
    code, out = run(capsys, name, "-", "--json")
    return code, [json.loads(line) for line in out.splitlines()]


def test_explain_tells_the_reason(board: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out = run(capsys, "explain", board, "--cell", "0,3")
    assert code == 0
    assert out.splitlines()[0] == "0,3 is a mine (1-2 pattern)."
    assert "because of: 1,1 1,2 (the fewest that do)" in out


def test_explain_json_has_the_promised_shape(
    board: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, answer = run_json(capsys, "explain", board, "--cell", "0,3")
    assert code == 0
    wanted = {"cell": [0, 3], "claim": "mine", "because": [[1, 1], [1, 2]], "mine_count": False}
    assert {**answer, **wanted, "minimum": True} == answer
    assert all(isinstance(step, str) for step in answer["steps"])
    assert faults(ROWS, None, answer) == []


def test_explain_of_an_open_cell_shows_both_ways(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "open.txt"
    path.write_text(OPEN, "utf-8")
    code, out = run(capsys, "explain", str(path), "--cell", "0,1")
    assert code == 0
    assert "0,1 is open: 33.3% mine, 1 layout with a mine there and 2 without." in out
    assert "a layout with a mine at 0,1:\n  1 *\n  . .\n" in out
    assert "a layout without a mine at 0,1:" in out
    _, answer = run_json(capsys, "explain", str(path), "--cell", "0,1")
    assert answer["claim"] == "open"
    assert answer["witness"]["mine"] == ["1 *", ". ."]
    assert answer["witness"]["safe"][0] == "1 ."
    assert answer["layouts"] == {"mine": "1", "safe": "2"}


def test_explain_answers_json_lines_in_order(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A bad line and an inconsistent board are answers, not an end."""
    item = {"id": "a", "rows": 3, "cols": 5, "mines": None, "board": ROWS, "cell": [0, 1]}
    code, lines = batch(
        monkeypatch,
        capsys,
        "explain",
        item,
        {**item, "id": "b", "board": ["3?"], "rows": 1, "cols": 2, "cell": [0, 1]},
        "not json",
        {**item, "id": "c", "cell": [1, 1]},
        {**item, "id": "d", "cell": "0,1"},
        {**item, "id": "e", "cell": [0, 2]},
    )
    assert code == 2
    assert [line["id"] for line in lines] == ["a", "b", 2, "c", "d", "e"]
    assert lines[0]["claim"] == "mine"
    assert lines[1]["consistent"] is False
    assert all("error" in lines[i] for i in (1, 2, 3, 4))
    assert lines[5]["claim"] == "safe"
    assert faults(ROWS, None, lines[5]) == []


@pytest.mark.parametrize(
    ("text", "words", "code", "verdict"),
    [
        (BOARD, ["--cell", "0,3", "--mine"], 0, "proven"),
        (BOARD, ["--cell", "0,3", "--safe"], 1, "refuted"),
        (OPEN, ["--cell", "0,1", "--mine"], 0, "open"),
    ],
    ids=["proven", "refuted", "open"],
)
def test_prove_gives_a_verdict(  # noqa: PLR0913, PLR0917 - a case and two fixtures
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    text: str,
    words: list[str],
    code: int,
    verdict: str,
) -> None:
    path = tmp_path / "board.txt"
    path.write_text(text, "utf-8")
    told, out = run(capsys, "prove", str(path), *words)
    assert told == code
    assert f": {verdict}." in out
    exit_code, answer = run_json(capsys, "prove", str(path), *words)
    assert exit_code == code
    assert answer["verdict"] == verdict
    assert answer["witness"]["mine"] is not None
    assert (answer["witness"]["safe"] is None) == (verdict != "open")
    assert bool(answer["because"]) == (verdict != "open")
    if verdict != "open":
        assert faults(ROWS, None, answer["reason"]) == []


def test_prove_judges_all_flags(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "flags.txt"
    path.write_text("3 5\n? F ? F ?\n? 1 2 1 ?\n0 0 0 0 0\n", "utf-8")
    code, answer = run_json(capsys, "prove", str(path), "--flags")
    assert (code, answer["verdict"]) == (0, "proven")
    assert [flag["cell"] for flag in answer["flags"]] == [[0, 1], [0, 3]]
    path.write_text("3 5\n? F F ? ?\n? 1 2 1 ?\n0 0 0 0 0\n", "utf-8")
    code, answer = run_json(capsys, "prove", str(path), "--flags")
    assert (code, answer["verdict"]) == (1, "refuted")
    assert [flag["verdict"] for flag in answer["flags"]] == ["proven", "refuted"]
    code, out = run(capsys, "prove", str(path), "--flags")
    assert code == 1
    assert "0,1 right" in out
    assert "0,2 wrong" in out


def test_flags_that_disagree_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "flags.txt"
    path.write_text("2 3\nF 1 F\n? ? ?\n", "utf-8")
    code, out = run(capsys, "prove", str(path), "--flags")
    assert code == 1
    assert "the flags 0,0 0,2 cannot all be right, because of: 0,1" in out


def test_prove_answers_json_lines(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    item = {"id": 1, "rows": 3, "cols": 5, "mines": None, "board": ROWS, "cell": [0, 1]}
    code, lines = batch(
        monkeypatch,
        capsys,
        "prove",
        {**item, "claim": "mine"},
        {**item, "claim": "safe"},
        {**item, "claim": "maybe"},
        {"id": 4, "board": ["F1"], "flags": True},
    )
    assert code == 2
    assert [line.get("verdict") for line in lines] == ["proven", "refuted", None, "proven"]


@pytest.mark.parametrize(
    "words",
    [
        ["explain"],
        ["explain", "--cell", "0"],
        ["explain", "--cell", "9,9"],
        ["explain", "--cell", "1,1"],
        ["prove", "--cell", "0,0"],
        ["prove", "--mine"],
        ["prove", "--flags"],
    ],
    ids=" ".join,
)
def test_mistakes_are_said_in_a_sentence(
    board: str, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    assert main([words[0], board, *words[1:]]) == 2
    assert capsys.readouterr().err.startswith("autosweep: ")


def test_an_inconsistent_board_is_an_answer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "wrong.txt"
    path.write_text("1 2\n3 ?\n", "utf-8")
    assert run(capsys, "explain", str(path), "--cell", "0,1")[0] == 1
    assert run(capsys, "prove", str(path), "--cell", "0,1", "--mine")[0] == 1


def test_solve_steps_tells_the_whole_position(
    board: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out = run(capsys, "solve", board, "--steps")
    assert code == 0
    assert out.startswith("1. ")
    assert "(1-2 pattern)" in out
    _, answer = run_json(capsys, "solve", board, "--steps")
    safe = sorted(cell for step in answer["steps"] for cell in step["safe"])
    mines = sorted(cell for step in answer["steps"] for cell in step["mine"])
    assert (safe, mines) == (answer["safe"], answer["mine"])
    assert all(step["steps"] and step["technique"] for step in answer["steps"])


@pytest.mark.parametrize(
    ("text", "words", "end"),
    [
        (OPEN, [], "Nothing is certain.\nA guess is needed: open "),
        ("1 3 1\n1 F ?\n", [], "Open the safe cells; their numbers tell more.\n"),
        ("2 3\n1 F ?\n? ? ?\n", ["--trust-flags"], "Open the safe cells; "),
        ("1 2 1\n1 F\n", [], "Nothing is left to open.\n"),
    ],
)
def test_solve_steps_says_what_comes_next(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, words: list[str], end: str
) -> None:
    path = tmp_path / "board.txt"
    path.write_text(text, "utf-8")
    code, out = run(capsys, "solve", str(path), "--steps", *words)
    assert code == 0
    assert end in out


def test_solve_steps_of_json_lines(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [json.dumps({"id": i, "board": rows}) for i, rows in enumerate((ROWS, ["3?"]))]
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO("\n".join(lines).encode())))
    _, out = run(capsys, "solve", "-", "--steps")
    good, bad = (json.loads(line) for line in out.splitlines())
    assert good["steps"]
    assert bad["consistent"] is False
    assert "steps" not in bad
