import json
from pathlib import Path

import pytest

from autosweep.board import Board
from autosweep.client.client_settings import ClientSettings
from autosweep.client.game_session import GameSession
from autosweep.client.journal import Journal
from autosweep.errors import SettingsError
from autosweep.interfaces import Button
from autosweep.testing import JumpingClock

FULL = Path("/dev/full")


def test_a_line_tells_what_the_player_sees(tmp_path: Path) -> None:
    clock = JumpingClock(7.5)
    session = GameSession(ClientSettings(rows=5, cols=6, mines=4, seed=9), clock)
    path = tmp_path / "game.jsonl"
    with Journal(path, clock) as journal:
        journal.write("new", session)
        session.press(Button.LEFT, (0, 0))
        session.press(Button.RIGHT, (4, 5))
        journal.write("mark", session)
        lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert [line["event"] for line in lines] == ["new", "mark"]
    last = lines[-1]
    assert Board.from_rows(last["board"], last["mines"]) == session.game.board
    wanted = {"rows": 5, "cols": 6, "mines": 4, "seed": 9, "phase": "playing", "time": 7.5}
    assert last | wanted == last
    assert last["mines_left"] == session.game.mines_left


def test_lines_are_added_to_an_older_journal(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    clock = JumpingClock()
    for seed in (1, 2):
        with Journal(path, clock) as journal:
            journal.write("new", GameSession(ClientSettings(seed=seed), clock))
    assert [json.loads(line)["seed"] for line in path.read_text().splitlines()] == [1, 2]


def test_without_a_path_nothing_is_written() -> None:
    clock = JumpingClock()
    with Journal(None, clock) as journal:
        journal.write("new", GameSession(ClientSettings(), clock))


def test_a_journal_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    with (
        pytest.raises(SettingsError, match="cannot be written"),
        Journal(tmp_path / "no" / "file", JumpingClock()),
    ):
        pass


@pytest.mark.skipif(not FULL.exists(), reason="there is no device that is always full")
def test_a_full_disk_is_said() -> None:
    clock = JumpingClock()
    with (
        Journal(FULL, clock) as journal,
        pytest.raises(SettingsError, match="No space left"),
    ):
        journal.write("new", GameSession(ClientSettings(), clock))
