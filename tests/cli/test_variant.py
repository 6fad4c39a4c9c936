"""`autosweep variant`, and other rules for ordinary boards: text, JSON, mistakes, a piped game."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from autosweep.board import Board
from autosweep.board.board import WRONG_FLAG
from autosweep.board.layout import Layout
from autosweep.cli.main import main
from autosweep.rules.board_shape import BoardShape
from autosweep.rules.puzzle import Puzzle
from autosweep.rules.rule_sets import clue_rule
from autosweep.variants import puzzle_generator
from autosweep.variants.layouts import NearestTotal
from autosweep.variants.solve import solve

PUZZLE = "4 4 5\nrules: Q\nclues: M\n? ? ? ?\n? 5 ? ?\n? ? ? 2\n? ? ? ?\n"
PUZZLES = Path(__file__).parents[2] / "fixtures" / "variants" / "puzzles.json"


class Shell:
    """Runs the command line in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str], patch: pytest.MonkeyPatch) -> None:
        self._capsys = capsys
        self._patch = patch

    def run(self, *words: str, stdin: str = "") -> tuple[int, str, str]:
        """Return exit code, stdout and stderr."""
        stream = io.TextIOWrapper(io.BytesIO(stdin.encode()), "utf-8")
        self._patch.setattr(sys, "stdin", stream)
        code = main(words)
        captured = self._capsys.readouterr()
        assert "Traceback" not in captured.err
        return code, captured.out, captured.err

    def json(self, *words: str, stdin: str = "", code: int = 0) -> Any:
        """Return the JSON that a command prints."""
        got, out, err = self.run(*words, "--json", stdin=stdin)
        assert got == code, err
        return json.loads(out)


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Shell:
    return Shell(capsys, monkeypatch)


def test_solve_by_text_and_by_options(shell: Shell) -> None:
    plain = "\n".join(line for line in PUZZLE.splitlines() if ":" not in line)
    said = shell.json("variant", "solve", "-", stdin=PUZZLE)
    assert said["rules"] == ["Q"]
    assert said["clue_rule"] == "M"
    for words in (("--rules", "Q", "--clues", "M"), ("--rules", "[Q][M]")):
        assert shell.json("variant", "solve", "-", *words, stdin=plain) == said
    assert shell.json("variant", "solve", "-", stdin=plain) != said
    code, out, _ = shell.run("variant", "solve", "-", stdin=PUZZLE)
    assert code == 0
    assert out.startswith("4 x 4, 5 mines, [Q][M]\n")
    assert f"layouts: {said['solutions']}" in out


def test_a_list_is_answered_line_by_line(shell: Shell, tmp_path: Path) -> None:
    items = json.loads(PUZZLES.read_text("utf-8"))[:4]
    items[1] = {"id": "bad", "board": ["9 ?", "? ?"], "mines": 1}
    items[2] = {"id": "no", "board": ["0 ?", "? 1"], "mines": 1}
    path = tmp_path / "puzzles.json"
    path.write_text(json.dumps(items), "utf-8")
    code, out, _ = shell.run("variant", "solve", str(path), "--json")
    assert code == 2
    lines = [json.loads(line) for line in out.splitlines()]
    assert [line["id"] for line in lines] == [0, "bad", "no", 3]
    assert lines[0]["safe"] == sorted(items[0]["expected"]["safe"])
    assert lines[0]["mine"] == sorted(items[0]["expected"]["mines"])
    assert "Cell 0,0 says '9'" in lines[1]["error"]
    assert lines[2]["consistent"] is False


def test_hint_names_reasons(shell: Shell) -> None:
    said = shell.json("variant", "hint", "-", stdin=PUZZLE)
    hint = said["hint"]
    assert hint["minimum"]
    assert len(hint["because"]) == len(hint["reasons"])
    known = said["safe"] if hint["claim"] == "safe" else said["mine"]
    assert hint["cell"] in known
    code, out, _ = shell.run("variant", "hint", "-", stdin=PUZZLE)
    assert code == 0
    assert out.startswith(",".join(map(str, hint["cell"])))


def test_a_contradiction_names_the_fewest(shell: Shell) -> None:
    text = "4 4 3\nrules: Q,T\n0 ? ? ?\n? ? ? ?\n? ? 1 ?\n? ? ? ?\n"
    said = shell.json("variant", "solve", "-", stdin=text, code=1)
    assert said["consistent"] is False
    assert said["conflict"] == ["clue V:0 at 0,0", "rule Q"]
    assert shell.run("variant", "hint", "-", stdin=text)[0] == 1


@pytest.mark.parametrize(
    ("stdin", "words", "told"),
    [
        (PUZZLE, ("--rules", "Quas"), "Q (Quad)"),
        (PUZZLE, ("--rules", "snkae"), "S (Snake)"),
        (PUZZLE, ("--clues", "Q"), "not one for clues"),
        (PUZZLE, ("--rules", "M,W"), "one rule"),
        ("4 4 3\n? ? ? 6\n? ? ? ?\n? ? ? ?\n? ? ? ?\n", (), "Cell 0,3"),
        ("2 2 1\nclues: W\n? x\n? ?\n", (), "Cell 0,1"),
        ("2 2 1\nclues: #\n? 3\n? ?\n", (), "RULE:VALUE"),
        ("2 3 1\nclues: 2L\n? 1 ?\n? ? ?\n", (), "square"),
        ("2 2 1\n? ?\n?\n", (), "Row 1"),
        ("", (), "first line"),
    ],
)
def test_mistakes_are_told(shell: Shell, stdin: str, words: tuple[str, ...], told: str) -> None:
    code, _, err = shell.run("variant", "solve", "-", *words, stdin=stdin)
    assert code == 2
    assert told in err


def test_rules_are_listed_with_their_certainty(shell: Shell) -> None:
    rows = {row["id"]: row for row in shell.json("variant", "rules")["rules"]}
    assert len(rows) > 60
    assert rows["2E^"]["certainty"] == "uncertain"
    assert rows["Q"]["certainty"] == "confirmed"
    assert {"UW", "CD", "CQ", "CT", "OQ", "OT", "QT", "#", "2#"} <= rows.keys()
    assert "Knight" in shell.run("variant", "rules", "K")[1]
    several = shell.json("variant", "rules", "E'", "2P", "2E")["rules"]
    assert {row["id"] for row in several} == {"E'", "2P", "2E"}


@pytest.mark.parametrize("rules", ["V", "QT", "C,M", "2L", "2E,2X", "#", "2E,2#", "S", "UW"])
def test_generated_puzzles_need_no_guess(shell: Shell, rules: str) -> None:
    words = ("variant", "generate", "--rules", rules, "--rows", "5", "--given", "7", "--seed", "4")
    made = shell.json(*words)
    assert shell.json(*words) == made
    assert made["given"] == 7
    puzzle = Puzzle.from_json(made)
    whole = Puzzle.from_json(made | {"board": made["solution"]})
    assert whole.fits(whole.flags)
    while puzzle.hidden:
        found = solve(puzzle)
        assert found.safe <= whole.clues.keys()
        if not found.safe:
            assert found.mines == set(puzzle.hidden)
            break
        puzzle = puzzle.with_clues({i: whole.clues[i] for i in found.safe})


def test_at_once_decides_everything(shell: Shell) -> None:
    words = ("--rules", "E", "--rows", "4", "--given", "7", "--seed", "2", "--at-once")
    made = shell.json("variant", "generate", *words)
    said = shell.json("variant", "solve", "-", stdin=json.dumps(made))
    assert said["solutions"] == "1"


def test_what_cannot_be_made_is_told(shell: Shell) -> None:
    code, _, err = shell.run("variant", "generate", "--rules", "B", "--mines", "7")
    assert code == 2
    assert "10 mines are possible" in err


def test_a_total_that_is_not_found_is_told_with_the_nearest(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    def in_vain(*_: object) -> None:
        raise NearestTotal(30)

    monkeypatch.setattr(puzzle_generator, "random_layout", in_vain)
    words = ("--rules", "OQ", "--rows", "8", "--mines", "25")
    code, _, err = shell.run("variant", "generate", *words)
    assert code != 0
    assert "No layout of 8 x 8 cells with 25 mines that obeys [O][Q] was found" in err
    assert "Try 30 mines" in err


def _played(shell: Shell, tmp_path: Path, moves: str) -> tuple[int, list[dict[str, Any]]]:
    made = shell.run("variant", "generate", "--rules", "T", "--rows", "4", "--seed", "1")[1]
    path = tmp_path / "puzzle.txt"
    path.write_text(made, "utf-8")
    code, out, _ = shell.run("variant", "play", str(path), "--json", stdin=moves)
    return code, [json.loads(line) for line in out.splitlines()]


def test_hints_win_a_game(shell: Shell, tmp_path: Path) -> None:
    code, events = _played(shell, tmp_path, "hint\nfoo\n" + "step\n" * 16)
    assert code == 0
    assert events[-1] == {"event": "end", "state": "won"}
    assert [event["event"] for event in events[:3]] == ["board", "hint", "error"]


def test_a_mine_loses_a_game(shell: Shell, tmp_path: Path) -> None:
    made = shell.json("variant", "generate", "--rules", "T", "--rows", "4", "--seed", "1")
    r, c = next((r, row.index("*")) for r, row in enumerate(made["layout"]) if "*" in row)
    code, events = _played(shell, tmp_path, f"flag {r},{c}\n{r},{c}\nflag {r},{c}\n{r},{c}\n")
    assert code == 1
    assert [event["event"] for event in events].count("error") == 1
    assert events[-1]["state"] == "lost"


def _expert(rule: str) -> tuple[str, frozenset[int]]:
    random = Random(rule)
    mines = Layout.random(16, 30, 99, random).mines
    dealt = clue_rule(rule).deal(BoardShape(16, 30), mines, random)
    assert dealt is not None
    shown = set(random.sample(sorted(dealt), 220))
    cells = [dealt[i] if i in shown else 9 for i in range(480)]
    return str(Board(16, 30, bytes(v for v in cells if isinstance(v, int)), 99)), mines


@pytest.mark.parametrize("rule", ["K", "X", "L"])
def test_other_rules_on_an_expert_board(shell: Shell, rule: str) -> None:
    text, mines = _expert(rule)
    said = shell.json("solve", "-", "--clues", rule, stdin=text)
    assert said["exact"]
    assert said["mine"]
    assert all(r * 30 + c in mines for r, c in said["mine"])
    assert said["safe"]
    assert not any(r * 30 + c in mines for r, c in said["safe"])
    total = sum(p for row in said["probabilities"] for p in row if p is not None)
    assert total == pytest.approx(99)
    r, c = said["mine"][0]
    words = ("-", "--clues", rule, "--cell", f"{r},{c}")
    told = shell.json("explain", *words, stdin=text)
    assert told["claim"] == "mine"
    assert told["because"]
    # the clues named suffice: with no number in any other free cell it is still a mine
    board = Board.parse(text)
    kept = {tuple(cell) for cell in told["because"]}
    fewer = board.with_cells({c: WRONG_FLAG for c in board.find(range(9)) if c not in kept})
    if not told["mine_count"]:
        fewer = fewer.with_mines(None)
        assert [r, c] in shell.json("solve", "-", "--clues", rule, stdin=str(fewer))["mine"]
    assert shell.json("prove", *words, "--mine", stdin=text)["verdict"] == "proven"
    assert shell.json("prove", *words, "--safe", stdin=text, code=1)["verdict"] == "refuted"


def test_a_rules_line_on_an_ordinary_board(shell: Shell) -> None:
    text = "2 3 2\nclues: X\n? ? 1\n1 ? ?\n"
    said = shell.json("solve", "-", stdin=text)
    assert said["clue_rule"] == "X"
    assert said["solutions"] == "1"
    batch = '{"rows":2,"cols":3,"mines":2,"board":["??1","1??"],"clue_rule":"X"}\n'
    assert shell.json("solve", "-", stdin=batch)["mine"] == said["mine"]
    assert shell.run("solve", "-", "--steps", stdin=text)[0] == 2
    assert shell.run("solve", "-", "--rules", "Qq", stdin=text)[0] == 2
