"""What a person achieved on a level of the built-in game."""

from __future__ import annotations

from pathlib import Path

import pytest

from autosweep.results.leaderboard import PERSON, Result, level_name, load
from autosweep.results.scores import LevelScore, Scores

LEVEL = level_name(9, 9, 10)


def game(seconds: float, *, won: bool = True, helped: bool = False) -> Result:
    outcome = "won" if won else "lost"
    return Result("", "classic", 9, 9, 10, outcome, seconds, 0, 0, 0, PERSON, helped)


def test_wins_and_the_best_time_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "leaderboard.csv"
    scores = Scores(path)
    assert "A new best time!" in scores.add(game(20.5))
    assert "best time!" not in scores.add(game(30))
    assert scores.add(game(3, won=False)).startswith("Lost.")
    assert "with help" in scores.add(game(1, helped=True))
    assert Scores(path).of(LEVEL) == LevelScore(LEVEL, 4, 2, 1, 20.5)
    assert str(Scores(path).of(LEVEL)) == "9x9/10: 2 of 4 won and 1 with help; best 20.5 s."
    assert str(Scores(path).of("16x16/40")) == "16x16/40: 0 of 0 won."


def test_games_of_the_program_are_not_the_persons(tmp_path: Path) -> None:
    path = tmp_path / "leaderboard.csv"
    path.write_text(
        "when,theme,rows,cols,mines,outcome,seconds,clicks,guesses,bbbv\n"
        "2026-01-01T00:00:00+00:00,x,9,9,10,won,3.0,20,1,15\n"
    )
    scores = Scores(path)
    assert scores.of(LEVEL).played == 0
    scores.add(game(50))
    assert [result.player for result in load(path)] == ["autosweep", "person"]


@pytest.mark.parametrize("data", [b"\xff\xfe", b"\0\x80"])
def test_a_file_that_is_not_ours_is_left_alone(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "leaderboard.csv"
    path.write_bytes(data)
    scores = Scores(path)
    scores.add(game(1))
    assert scores.of(LEVEL).won == 1
    assert path.read_bytes() == data


def test_a_place_that_cannot_be_written_ends_nothing(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.touch()
    Scores(blocked / "leaderboard.csv").add(game(1))
