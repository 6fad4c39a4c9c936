"""The leaderboard: what is kept of a game, and what is shown."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from autosweep.board import Board, Phase
from autosweep.cli.main import main
from autosweep.errors import EnvironmentFault
from autosweep.geometry import Grid
from autosweep.interfaces import Frame
from autosweep.play.events import GameEnded
from autosweep.play.leaderboard import Result, append, best, load, result_of
from autosweep.vision.reading import Reading


def ended(text: str, phase: Phase, mines: set[tuple[int, int]] | None = None) -> GameEnded:
    board = Board.from_rows(text.split("\n"))
    grid = Grid.regular((0.0, 0.0), (9.0, 9.0), (board.rows, board.cols))
    reading = Reading(board, grid, np.ones((board.rows, board.cols), np.float32), "t", phase)
    frame = Frame(np.zeros((9, 9, 3), np.uint8))
    known = None if mines is None else frozenset(mines)
    return GameEnded(0, phase, "", frame, reading, announced_guess=False, whole=True, mines=known)


def result(seconds: float, outcome: str = "won", rows: int = 9) -> Result:
    return Result("2026-01-01T00:00:00+00:00", "x", rows, 9, 10, outcome, seconds, 20, 1, 15)


def test_a_won_board_gives_its_3bv_and_mines() -> None:
    kept = result_of(ended("F 1 0\n1 1 0", Phase.WON, {(0, 0)}), seconds=2.0, clicks=3, guesses=0)
    assert (kept.mines, kept.bbbv, kept.outcome) == (1, 2, "won")
    assert kept.rate == 1.0


def test_a_lost_board_has_no_3bv() -> None:
    lost = replace(ended("X 1 ?\n1 1 ?", Phase.LOST), total=1)
    kept = result_of(lost, seconds=2.0, clicks=3, guesses=1)
    assert (kept.mines, kept.bbbv, kept.outcome) == (1, 0, "lost")


def test_a_last_frame_under_a_message_does_not_change_mines_and_3bv() -> None:
    """What the message covers is read as hidden; the mines were known before."""
    seen = ended("? ? ?\n? 1 0", Phase.WON, {(0, 0)})
    kept = result_of(seen, seconds=2.0, clicks=3, guesses=0)
    assert (kept.mines, kept.bbbv) == (1, 2)
    unknown = result_of(replace(seen, mines=None), seconds=2.0, clicks=3, guesses=0)
    assert (unknown.mines, unknown.bbbv) == (0, 0)


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
    with pytest.raises(EnvironmentFault, match="cannot be written"):
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
