from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from autosweep.board import Board, Layout
from autosweep.cli.main import main
from autosweep.solver.sat import SOLVERS

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


def hard_board() -> str:
    """Return 49 clues of 4 that share no cell, and one mine fewer than these need.

    Only counting shows that nothing fits; resolution, which all SAT solvers rest on, takes years.
    """
    side, step, clue = 21, 3, 4
    lines = [f"{side} {side} {(side // step) ** 2 * clue - 1}"]
    for r in range(side):
        shown = [str(clue) if r % step == c % step == 1 else "?" for c in range(side)]
        lines.append(" ".join(shown))
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("solver", SOLVERS)
def test_every_solver_keeps_the_time_limit(solver: str, write) -> None:  # noqa: ANN001
    """The command runs in a process of its own, so that a search without end fails this test."""
    words = ["check", write(hard_board()), "--solver", solver, "--seconds", "0.5"]
    begun = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "autosweep", *words],
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert time.monotonic() - begun < 30
    assert done.returncode == 1
    assert "needs more than 0.5 seconds" in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize("solver", ["cadical153", "lingeling", "maplechrono"])
def test_a_solver_in_a_child_process_answers_as_the_default_one(
    solver: str,
    write,  # noqa: ANN001
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["check", write(GOOD), "--json", "--solver", solver]) == 0
    assert json.loads(capsys.readouterr().out)["satisfiable"] is True
