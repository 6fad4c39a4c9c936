from __future__ import annotations

import json
from pathlib import Path

import pytest

from autosweep.board import Board, Layout
from autosweep.cli.main import main

GOOD = "3 3 2\n1 ? ?\n? ? ?\n? ? 1\n"
BROKEN = "3 4 2\n1 ? ? 1\n2 ? ? 1\n0 ? ? ?\n"


@pytest.fixture
def write(tmp_path: Path):  # noqa: ANN201 - a small helper
    def file(text: str) -> str:
        path = tmp_path / "board.txt"
        path.write_text(text)
        return str(path)

    return file


def test_check_shows_a_layout_that_fits(write, capsys: pytest.CaptureFixture[str]) -> None:  # noqa: ANN001
    assert main(["check", write(GOOD), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["satisfiable"] is True
    assert answer["conflict"] is None
    assert answer["solver"] == "glucose4"
    layout = Layout.parse(answer["model"])
    assert len(layout.mines) == 2
    assert layout.numbers()[0] == layout.numbers()[8] == 1


def test_check_names_the_smallest_conflict(write, capsys: pytest.CaptureFixture[str]) -> None:  # noqa: ANN001
    assert main(["check", write(BROKEN), "--json", "--solver", "cadical153"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["satisfiable"] is False
    assert answer["model"] is None
    assert answer["conflict"] == [[1, 0], [2, 0]]
    assert answer["mine_count"] is False
    assert answer["solver"] == "cadical153"


def test_check_says_when_the_total_is_at_fault(write, capsys: pytest.CaptureFixture[str]) -> None:  # noqa: ANN001
    assert main(["check", write(GOOD), "--mines", "8", "-v"]) == 1
    captured = capsys.readouterr()
    assert "the total of 8 mines" in captured.out
    assert "clauses" in captured.err


def test_check_writes_dimacs_and_output(write, tmp_path: Path) -> None:  # noqa: ANN001
    cnf, out = tmp_path / "x.cnf", tmp_path / "answer.txt"
    assert main(["check", write(GOOD), "--dimacs", str(cnf), "--output", str(out)]) == 0
    lines = cnf.read_text().splitlines()
    assert any(line == "c variable 1 cell 0,1" for line in lines)
    assert any(line.startswith("p cnf ") for line in lines)
    assert out.read_text().startswith("satisfiable\n")


def test_check_refuses_unknown_solvers_and_folders(
    write,  # noqa: ANN001
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["check", write(GOOD), "--solver", "glucos"]) == 2
    assert "'glucose4'" in capsys.readouterr().err
    assert main(["check", write(GOOD), "--output", str(tmp_path / "no" / "x")]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_solve_lists_models(write, capsys: pytest.CaptureFixture[str]) -> None:  # noqa: ANN001
    assert main(["solve", write(GOOD), "--models", "10", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert len(answer["models"]) == 5
    assert all(model[0].endswith("?") for model in answer["models"])
    assert answer["solutions"] == "6"


def test_solve_answers_json_lines_in_order(write, capsys: pytest.CaptureFixture[str]) -> None:  # noqa: ANN001
    lines = [
        json.dumps({"id": "a", "rows": 1, "cols": 3, "mines": 1, "board": ["?1?"]}),
        json.dumps({"id": "b", "rows": 1, "cols": 3, "mines": 9, "board": ["?1?"]}),
    ]
    assert main(["solve", write("\n".join(lines)), "--json"]) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(a["id"], a["consistent"], a["solutions"]) for a in answers] == [
        ("a", True, "2"),
        ("b", False, None),
    ]


def test_solve_trusts_flags_on_request(write, capsys: pytest.CaptureFixture[str]) -> None:  # noqa: ANN001
    text = str(Board.from_rows(["1F?", "???"], 2))
    assert main(["solve", write(text), "--json", "--trust-flags"]) == 0
    assert json.loads(capsys.readouterr().out)["safe"] == [[1, 0], [1, 1]]
