"""The leaderboard: what is kept of a game, and what is shown."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from autosweep.board import Board, Layout, Phase
from autosweep.cli.main import main
from autosweep.errors import EnvironmentFault
from autosweep.results.leaderboard import Result, append, best, finished, load
from autosweep.results.scores import LevelScore, Scores


def ended(text: str, phase: Phase, mines: str = "", total: int | None = None) -> Result:
    board = Board.from_rows(text.split("\n"))
    layout = Layout.parse(mines.split("\n")) if mines else None
    return finished(board, phase, theme="t", layout=layout, total=total, seconds=2.0, clicks=3)


def result(seconds: float, outcome: str = "won", rows: int = 9) -> Result:
    return Result("2026-01-01T00:00:00+00:00", "x", rows, 9, 10, outcome, seconds, 20, 1, 15)


def test_a_won_board_gives_its_3bv_and_mines() -> None:
    kept = ended("F 1 0\n1 1 0", Phase.WON, "*..\n...")
    assert (kept.mines, kept.bbbv, kept.outcome, kept.level) == (1, 2, "won", "2x3/1")
    assert (kept.rate, kept.player, kept.helped) == (1.0, "autosweep", False)


def test_a_lost_board_has_no_3bv() -> None:
    kept = ended("X 1 ?\n1 1 ?", Phase.LOST, "*..\n...", total=1)
    assert (kept.mines, kept.bbbv, kept.outcome) == (1, 0, "lost")


def test_a_last_frame_under_a_message_does_not_change_mines_and_3bv() -> None:
    """What the message hides is read as hidden; the mines were known before."""
    kept = ended("? ? ?\n? 1 0", Phase.WON, "*..\n...")
    assert (kept.mines, kept.bbbv) == (1, 2)
    unknown = ended("? ? ?\n? 1 0", Phase.WON)
    assert (unknown.mines, unknown.bbbv) == (0, 0)


def test_results_survive_the_file_and_bad_lines_are_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "new" / "board.csv"
    append(path, [result(3.0)])
    append(path, [result(1.0), result(2.0, "lost")])
    with path.open("a") as file:
        file.write("half a li")
    assert load(path) == [result(3.0), result(1.0), result(2.0, "lost")]
    assert load(tmp_path / "none.csv") == []


def test_a_game_of_the_program_in_the_built_in_client_is_not_a_persons_too(tmp_path: Path) -> None:
    """The built-in game cannot see who clicks, and writes a result of its own."""
    path = tmp_path / "board.csv"
    by_program = result(3.0)
    double = replace(by_program, when="2026-01-01T00:00:02+00:00", seconds=0.1, player="person")
    later = replace(double, when="2026-01-01T00:01:00+00:00")
    other = replace(double, bbbv=16)
    undated = replace(double, when="")
    append(path, [double, by_program, later, other, undated])
    assert load(path) == [by_program, later, other, undated]


def test_the_best_are_the_fastest_wins_of_each_size() -> None:
    results = [result(3.0), result(1.0), result(0.5, "lost"), result(9.0, rows=16), result(2.0)]
    assert [(r.rows, r.seconds) for r in best(results, 2)] == [(16, 9.0), (9, 1.0), (9, 2.0)]


def test_the_best_of_a_person_stand_beside_those_of_the_program() -> None:
    own = [replace(result(seconds), player="person") for seconds in (80.0, 70.0)]
    helped = replace(result(0.1), player="person", helped=True)
    found = best([result(3.0), helped, *own], 1)
    assert [(r.player, r.seconds) for r in found] == [("person", 70.0), ("autosweep", 3.0)]


def test_a_file_of_an_older_version_loads_and_goes_on(tmp_path: Path) -> None:
    """Version 0.1 had no columns for the player and help; old lines keep their columns."""
    path = tmp_path / "leaderboard.csv"
    path.write_text(
        "when,theme,rows,cols,mines,outcome,seconds,clicks,guesses,bbbv\r\n"
        "2026-01-01T00:00:00+00:00,x,9,9,10,won,3.0,20,1,15\r\n",
        newline="",
    )
    own = replace(result(40.0), when="2026-01-01T08:00:00+00:00", player="person", helped=True)
    append(path, [own])
    append(path, [result(2.0)])
    assert load(path) == [result(3.0), own, result(2.0)]
    assert path.read_text().count("when,") == 2


def test_the_scores_file_of_an_older_version_is_read_and_left_alone(tmp_path: Path) -> None:
    old = tmp_path / "client-scores.json"
    levels = {"9x9/10": {"played": 9, "won": 6, "helped": 1, "best": [20.5, 30, 31, 32, 40.25]}}
    text = json.dumps({"version": 1, "levels": levels})
    old.write_text(text)
    path = tmp_path / "leaderboard.csv"
    scores = Scores(path)
    assert scores.of("9x9/10") == LevelScore("9x9/10", 9, 6, 1, 20.5)
    assert [r.seconds for r in best(load(path), 9)] == [20.5, 30, 31, 32, 40.25]
    scores.add(replace(result(10.0), player="person"))
    assert Scores(path).of("9x9/10") == LevelScore("9x9/10", 10, 7, 1, 10.0)
    assert old.read_text() == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "[" * 100_000,
        '{"version": 2}',
        '{"version": 1, "levels": []}',
        '{"version": 1, "levels": {"a": 1}}',
        '{"version": 1, "levels": {"9x9/1": {"played":1e9,"won":0,"helped":0,"best":[]}}}',
        '{"version": 1, "levels": {"9x9/1": {"played":1,"won":5,"helped":-4,"best":[]}}}',
        '{"version": 1, "levels": {"9x9/1": {"played":1,"won":1,"helped":0,"best":["x"]}}}',
    ],
)
def test_a_scores_file_that_is_not_ours_counts_for_nothing(tmp_path: Path, text: str) -> None:
    (tmp_path / "client-scores.json").write_text(text)
    assert load(tmp_path / "leaderboard.csv") == []


def test_times_that_are_no_times_are_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "leaderboard.csv"
    append(path, [result(float("nan")), result(float("inf")), result(1.0)])
    assert load(path) == [result(1.0)]


def test_a_file_that_cannot_be_written_is_explained(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(EnvironmentFault, match="cannot be written"):
        append(tmp_path / "file" / "sub.csv", [result(1.0)])


@pytest.mark.parametrize(
    ("outcomes", "said"),
    [
        ([], "No games yet"),
        (["lost"], "1 game, 0 won (0.0%)\nThe fastest wins"),
        (["lost", "won"], "2 games, 1 won (50.0%)\n9x9/10"),
    ],
)
def test_what_is_said_of_no_game_one_and_several(
    outcomes: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "board.csv"
    append(path, [result(1.0, outcome) for outcome in outcomes])
    assert main(["leaderboard", "--file", str(path)]) == 0
    assert capsys.readouterr().out.startswith(said)
