"""The leaderboard: what is kept of a game, and what is shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from autosweep.board import Board, Phase
from autosweep.cli.main import main
from autosweep.errors import BadInput
from autosweep.play.leaderboard import Result, append, best, load, result_of


def result(seconds: float, outcome: str = "won", rows: int = 9) -> Result:
    return Result("2026-01-01T00:00:00+00:00", "x", rows, 9, 10, outcome, seconds, 20, 1, 15)


def test_a_won_board_gives_its_3bv_and_mines() -> None:
    won = Board.from_rows(["F 1 0", "1 1 0"])
    kept = result_of(won, Phase.WON, theme="t", seconds=2.0, clicks=3, guesses=0)
    assert (kept.mines, kept.bbbv, kept.outcome) == (1, 2, "won")
    assert kept.rate == 1.0


def test_a_lost_board_has_no_3bv() -> None:
    lost = Board.from_rows(["X 1 ?", "1 1 ?"], 1)
    kept = result_of(lost, Phase.LOST, theme="t", seconds=2.0, clicks=3, guesses=1)
    assert (kept.mines, kept.bbbv, kept.outcome) == (1, 0, "lost")


def test_results_survive_the_file_and_bad_lines_are_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "new" / "board.csv"
    append(path, [result(3.0)])
    append(path, [result(1.0), result(2.0, "lost")])
    with path.open("a") as file:
        file.write("half a li")
    assert load(path) == [result(3.0), result(1.0), result(2.0, "lost")]
    assert load(tmp_path / "none.csv") == []


def test_the_best_are_the_fastest_wins_of_each_size() -> None:
    results = [result(3.0), result(1.0), result(0.5, "lost"), result(9.0, rows=16), result(2.0)]
    assert [(r.rows, r.seconds) for r in best(results, 2)] == [(16, 9.0), (9, 1.0), (9, 2.0)]


def test_a_file_that_cannot_be_written_is_explained(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(BadInput, match="cannot be written"):
        append(tmp_path / "file" / "sub.csv", [result(1.0)])


@pytest.mark.parametrize(
    ("outcomes", "said"),
    [
        ([], "No games yet"),
        (["lost"], "1 game, 0 won (0.0%)\nThe fastest wins"),
        (["lost", "won"], "2 games, 1 won (50.0%)\n      9x9/10"),
    ],
)
def test_what_is_said_of_no_game_one_and_several(
    outcomes: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "board.csv"
    append(path, [result(1.0, outcome) for outcome in outcomes])
    assert main(["leaderboard", "--file", str(path)]) == 0
    assert capsys.readouterr().out.startswith(said)
