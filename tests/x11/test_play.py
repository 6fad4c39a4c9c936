"""The whole line on a real display: the Tk game in its own process, mss, pyautogui, the journal.

Every reading of the player is compared with what the game itself wrote down, and every button
event is counted by the game, so nothing rests on the player's own word.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support.displayed import SETTING, autosweep, client, faults_of_games, json_lines, wait_for

from autosweep.desktop.xvfb import VirtualDisplay

pytestmark = pytest.mark.x11
GAMES = [
    ("classic", 9, 9, 10, 24, 11),
    ("light", 16, 16, 40, 19, 12),
    ("dark", 16, 30, 99, 27, 13),
    ("meadow", 9, 9, 10, 41, 14),
]


@pytest.mark.parametrize(("theme", "rows", "cols", "mines", "px", "seed"), GAMES)
def test_games_on_a_real_display_agree_with_the_games_own_journal(  # noqa: PLR0913, PLR0917
    x_environment: dict[str, str],
    tmp_path: Path,
    theme: str,
    rows: int,
    cols: int,
    mines: int,
    px: int,
    seed: int,
) -> None:
    """Three games each: readings true, clicks counted by the game, losses only on guesses."""
    size = ["--rows", str(rows), "--cols", str(cols), "--mines", str(mines)]
    look = ["--theme", theme, "--cell-px", str(px), "--seed", str(seed)]
    words = [*size, *look, "--at", "60,40"]
    faults, summary = faults_of_games(x_environment, tmp_path, 3, *words)
    assert faults == []
    assert (summary["games"], summary["stopped"]) == (3, 0)
    replayed = autosweep(x_environment, "replay", str(tmp_path / "recording"))
    assert replayed[0] == 0, replayed[1]


def test_a_display_that_dies_in_the_middle_leaves_a_recording(
    display: VirtualDisplay, x_environment: dict[str, str], tmp_path: Path
) -> None:
    """One sentence, exit code 4, and everything up to then can be replayed."""
    journal, recording = tmp_path / "journal.jsonl", tmp_path / "recording"
    session = recording / "session.jsonl"
    with client(x_environment, journal, "--rows", "16", "--cols", "30", "--mines", "60"):
        command = [sys.executable, "-m", "autosweep", "play", *SETTING, "--games", "500"]
        player = subprocess.Popen(
            [*command, "--record", str(recording)],
            env=x_environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        wait_for(lambda: session.exists() and session.read_bytes().count(b'"type":"step"') > 3)
        display.kill()
        _, story = player.communicate(timeout=60)
    assert player.returncode == 4, story
    assert "went away" in story
    assert "Traceback" not in story
    code, (answer,), _ = autosweep(dict(os.environ), "replay", str(recording))
    assert code == 0, answer
    assert answer["steps"] >= 3


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_ctrl_c_stops_between_two_steps(
    x_environment: dict[str, str], tmp_path: Path, number: signal.Signals
) -> None:
    journal, recording = tmp_path / "journal.jsonl", tmp_path / "recording"
    session = recording / "session.jsonl"
    with client(x_environment, journal):
        command = [sys.executable, "-m", "autosweep", "play", *SETTING, "--games", "500", "--json"]
        player = subprocess.Popen(
            [*command, "--record", str(recording)],
            env=x_environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            # Whoever started the tests may have asked to ignore one of them, as nohup does.
            preexec_fn=lambda: signal.signal(number, signal.SIG_DFL),  # noqa: PLW1509
        )
        wait_for(lambda: session.exists() and session.read_bytes().count(b'"type":"step"') > 3)
        player.send_signal(number)
        out, story = player.communicate(timeout=60)
    assert player.returncode == 130, story
    events = [json.loads(line) for line in out.splitlines()]
    assert events[-2]["event"] == "summary"
    assert number.name in events[-2]["why"]


def test_record_watches_without_touching_the_mouse(
    x_environment: dict[str, str], tmp_path: Path
) -> None:
    """While one program plays, another records what it sees; both tell the same story."""
    journal, watched = tmp_path / "journal.jsonl", tmp_path / "watched"
    with client(x_environment, journal, "--seed", "5"):
        command = [sys.executable, "-m", "autosweep", "record", str(watched), "--until-end"]
        recorder = subprocess.Popen(
            [*command, "--patience", "30"], env=x_environment, stdout=subprocess.PIPE
        )
        session = watched / "session.jsonl"
        wait_for(lambda: session.exists() and b'"step"' in session.read_bytes())
        code, _, story = autosweep(x_environment, "play", *SETTING)
        assert code in (0, 1), story
        recorder.communicate(timeout=60)
    assert recorder.returncode == 0
    truths = {tuple(state["board"]) for state in json_lines(journal)}
    lines = json_lines(watched / "session.jsonl")
    seen = [tuple(line["reading"]["board"]) for line in lines if line["type"] == "step"]
    assert seen
    assert set(seen) <= truths


def test_an_empty_display_shows_no_board(x_environment: dict[str, str]) -> None:
    code, (summary, fault), _ = autosweep(
        x_environment, "play", "--countdown", "0", "--patience", "0.2"
    )
    assert code == 3
    assert summary["stopped"] == 1
    assert "No Minesweeper board" in fault["error"]


def test_demo_uses_the_display_that_is_there(x_environment: dict[str, str], tmp_path: Path) -> None:
    recording = tmp_path / "rec"
    words = ["demo", "--rows", "9", "--cols", "9", "--mines", "10", "--record", str(recording)]
    environment = {**x_environment, "AUTOSWEEP_PLAY_COUNTDOWN": "0"}
    code, events, story = autosweep(environment, *words)
    assert code in (0, 1), story
    assert "your display" in story
    assert events[-1]["games"] == 1
    assert (recording / "final.png").is_file()


def test_demo_starts_a_virtual_display_where_there_is_none(tmp_path: Path) -> None:
    environment = {key: value for key, value in os.environ.items() if key != "DISPLAY"}
    code, events, story = autosweep(environment, "demo", "--record", str(tmp_path / "rec"))
    assert code in (0, 1), story
    assert "Xvfb" in story
    assert events[-1]["stopped"] == 0


def test_doctor_is_content_with_a_display_that_shows_something(
    x_environment: dict[str, str], tmp_path: Path
) -> None:
    with client(x_environment, tmp_path / "journal.jsonl"):
        time.sleep(0.5)
        code, (answer,), _ = autosweep(x_environment, "doctor")
    assert code == 0, answer
    assert answer["fit"] is True


def test_of_several_boards_one_is_named_and_the_others_can_be_chosen(
    x_environment: dict[str, str], tmp_path: Path
) -> None:
    words = ["play", "--dry-run", "--patience", "20"]
    small = ["--rows", "9", "--cols", "9", "--mines", "10", "--at", "20,30"]
    large = ["--rows", "12", "--cols", "14", "--mines", "20", "--at", "500,60"]
    with (
        client(x_environment, tmp_path / "one", *small),
        client(x_environment, tmp_path / "two", *large),
    ):
        time.sleep(0.5)
        _, events, _ = autosweep(x_environment, *words)
        board = events[0]
        (other,) = board["others"]
        command = [sys.executable, "-m", "autosweep", *words]
        told = subprocess.run(
            command, env=x_environment, capture_output=True, text=True, check=False
        )
        region = ",".join(map(str, other))
        assert f"2 boards are visible; playing the one of {board['rows']} x" in told.stderr
        assert f"--region {region}" in told.stderr
        _, events, _ = autosweep(x_environment, *words, "--region", region)
        assert {board["rows"], events[0]["rows"]} == {9, 12}
        assert events[0]["others"] == []
