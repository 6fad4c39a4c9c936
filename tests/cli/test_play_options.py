"""`play` and `demo` as commands: every option reaches the player, results are kept or told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from autosweep.board import Board, Phase
from autosweep.cli import demo
from autosweep.cli.main import main
from autosweep.cli.play import PlayRun, UnknownLook, tell_summary
from autosweep.client.client_settings import ClientSettings
from autosweep.client.inprocess import InProcessScreen
from autosweep.geometry import Grid
from autosweep.interfaces import Frame
from autosweep.play.events import Seen, Summary
from autosweep.settings import PlaySettings
from autosweep.testing import JumpingClock
from autosweep.vision.reading import Reading

SMALL = ["--rows", "6", "--cols", "6", "--mines", "4", "--cell-px", "20"]


@pytest.fixture
def in_memory(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[PlayRun]:
    """Play demos in memory whatever this machine has; return the runs."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(demo, "_where_to_play", lambda _: "memory")
    runs: list[PlayRun] = []
    play = PlayRun.play

    def kept(self: PlayRun, **options: Any) -> int:
        runs.append(self)
        return play(self, **options)

    monkeypatch.setattr(PlayRun, "play", kept)
    return runs


def summary_of(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    lines = map(json.loads, capsys.readouterr().out.splitlines())
    return next(line for line in lines if line.get("event") == "summary")


def test_play_demo_passes_every_setting_on(
    in_memory: list[PlayRun], capsys: pytest.CaptureFixture[str]
) -> None:
    given = {
        "strategy": "linear",
        "games": "2",
        "guess": "never",
        "flags": "all",
        "new_game": "f3",
        "new_game_tries": "4",
        "new_game_seconds": "9.5",
        "max_seconds": "90.5",
        "max_clicks": "4",
        "seed": "8",
        "countdown": "0.01",
        "patience": "7.5",
        "answer_time": "3.5",
        "poll": "0.02",
    }
    words = [word for key, value in given.items() for word in (f"--{key.replace('_', '-')}", value)]
    main(["play", "--demo", "--json", *words, "--chord", "--until-win", "--no-learn"])
    (run,) = in_memory
    for key, value in given.items():
        assert str(getattr(run.settings, key)) == value, key
    assert run.settings.chord
    assert run.settings.until_win
    assert run.settings.no_learn
    flags = {"chord", "until_win", "no_learn"}
    left = set(PlaySettings.__dataclass_fields__) - set(given) - flags
    assert left == {"mines"}, "which is the game's here"
    capsys.readouterr()


@pytest.mark.usefixtures("in_memory")
def test_a_dry_run_of_the_demo_clicks_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "--demo", "--dry-run", "--record", "game"]) == 0
    assert "Dry run" in capsys.readouterr().out
    session = (tmp_path / "game" / "session.jsonl").read_text("utf-8").splitlines()
    end = next(json.loads(line) for line in session if '"type":"end"' in line)
    assert set("".join(end["reading"]["board"])) == {"?", " "}, "every cell is still hidden"


@pytest.mark.usefixtures("in_memory")
def test_the_demo_takes_the_options_of_play(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", *SMALL, "--json", "--max-clicks", "1"]) == 130
    assert summary_of(capsys)["stopped"] == 1


def test_the_demo_and_a_place_do_not_go_together(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["--window", "kmines"], ["--region", "0,0,9,9"]):
        assert main(["play", "--demo", *words]) == 2
        assert "do not go with it" in capsys.readouterr().err


def test_a_leaderboard_that_cannot_be_written_comes_after_the_summary(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from autosweep.errors import EnvironmentFault

    clock = JumpingClock()
    game = ClientSettings(rows=9, cols=9, mines=10, seed=1)
    screen = InProcessScreen(settings=game, clock=clock)
    (tmp_path / "a file").write_text("in the way")
    settings = PlaySettings(countdown=0.0)
    run = PlayRun(screen, screen, clock, settings, leaderboard=tmp_path / "a file" / "best.csv")
    with pytest.raises(EnvironmentFault, match="leaderboard") as caught:
        run.play(as_json=False)
    assert caught.value.exit_code == 4
    assert capsys.readouterr().out.splitlines()[-1].startswith("1 game: ")


def test_a_theme_is_offered_after_a_recorded_game_in_an_unknown_look(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Only if cells were uncertain, and only with a recording to learn from."""
    grid = Grid.regular((0.0, 0.0), (20.0, 20.0), (1, 2))
    frame = Frame(np.zeros((20, 40, 3), np.uint8))
    offers = []
    for theme, confidence in (("generic", 0.5), ("generic", 1.0), ("classic", 0.5)):
        look, sure = UnknownLook(), np.full((1, 2), confidence, np.float32)
        reading = Reading(Board.from_rows(["? 1"]), grid, sure, theme, Phase.PLAYING)
        look(Seen(0, 0, frame, reading))
        offers.append(look.is_unknown)
    assert offers == [True, False, False]
    summary = Summary(
        games=1, won=1, lost=0, unknown=0, stopped=0, clicks=1, seconds=1.0, guesses=0
    )
    tell_summary(summary, Path("my games"), unknown_look=True)
    assert "autosweep theme learn NAME --from 'my games'" in capsys.readouterr().out
    tell_summary(summary, Path("my games"), unknown_look=False)
    tell_summary(summary, None, unknown_look=True)
    assert "theme learn" not in capsys.readouterr().out
