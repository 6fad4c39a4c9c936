"""Real clients from Debian on a virtual display, a game each, judged by the X server's events."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from support import wine
from support.altering import alter_a_frame
from support.clients import PROGRAMS, WITH_MESSAGES, running
from support.desktop_games import played, settled_board
from support.displayed import json_lines
from support.realplay import play_client

from autosweep.board import Phase
from autosweep.replay.loading import load_recording
from autosweep.replay.replayer import replay_recording

pytestmark = pytest.mark.x11


@pytest.mark.parametrize("name", sorted(PROGRAMS))
def test_a_beginner_game_reaches_its_end(name: str, tmp_path: Path) -> None:
    """Unattended to a win or to a loss on an announced guess; its replay is the same.

    The clients deal boards of their own. One on which a rare number is not clear may be given up,
    so a game may be tried again; whatever happens, nothing wrong may be clicked.
    """
    reasons = []
    for attempt in range(3):
        report = play_client(PROGRAMS[name], tmp_path / str(attempt))
        assert report.unsafe == []
        assert report.inconsistent == []
        if report.summary["stopped"] == 0:
            assert report.summary["won"] + report.summary["lost"] == 1
            # The last board of an unseen client is read in play with what was seen before it.
            if not PROGRAMS[name].unseen:
                check_replay(tmp_path / str(attempt) / "recording")
            return
        reasons.append(report.summary["why"])
    pytest.fail(f"no game reached its end: {reasons}")


def test_a_message_of_a_page_is_put_away_between_games(tmp_path: Path) -> None:
    """The page stands still behind it: without an answer no second game could begin."""
    report = play_client(WITH_MESSAGES, tmp_path, games=2)
    assert report.faults == []
    assert report.summary["won"] + report.summary["lost"] == 2
    lines = json_lines(tmp_path / "recording" / "session.jsonl")
    assert {"message put away", "new game"} <= {line.get("what") for line in lines}


def check_replay(recording: Path) -> None:
    """The same offline as it was on the screen; a frame altered by hand is found."""
    timeline = replay_recording(load_recording(recording))
    lines = json_lines(recording / "session.jsonl")
    recorded = [line for line in lines if line["type"] == "step"]
    covered = [line for line in recorded if line["reading"]["phase"] == "obscured"]
    obscured = {(line["game"], line["step"]) for line in covered}
    # The frame at the end of a game is that of its last step.
    obscured |= {(line["game"], -1) for line in covered}
    # kmines draws its message over the last board in several frames. On a busy machine the player
    # has seen some of its cells in frames between two steps, which no recording holds.
    clear = [found for found in timeline.differences if (found.game, found.step) not in obscured]
    assert [str(found) for found in clear] == []
    steps = enumerate(timeline.steps)
    playing = [k for k, m in steps if m.reading and m.reading.phase is Phase.PLAYING]
    if not playing:
        # The first click ended the game: there is no board with both kinds of cells.
        return
    step, cells = alter_a_frame(recording, playing[len(playing) // 2])
    altered = replay_recording(load_recording(recording)).differences
    found = {(difference.step, difference.what) for difference in altered}
    assert found >= {(step.step, f"cell {r},{c}") for r, c in cells}


def test_dialogs_get_their_key_without_a_window_manager(tmp_path: Path) -> None:
    """Nobody gives the message of a won game the keyboard there, so the player does."""
    report = play_client(PROGRAMS["gnome-mines"], tmp_path, games=3, managed=False)
    assert report.unsafe == []
    assert report.summary["stopped"] == 0, report.summary["why"]
    lines = json_lines(tmp_path / "recording" / "session.jsonl")
    controls = [line["what"] for line in lines if line["type"] == "control"]
    assert controls.count("new game") == 2
    assert ("dialog put away" in controls) == (report.summary["won"] > 0)


@pytest.mark.parametrize(("rows", "cols", "mines"), [(16, 30, 10), (9, 9, 40)])
def test_ends_of_winemine_are_told_as_its_face_shows_them(
    rows: int, cols: int, mines: int, tmp_path: Path
) -> None:
    """Nearly always won, and nearly always lost; the next game begins after either.

    A first win is always a fastest time: two dialogs, one after the other, lie over the board.
    """
    games = 3
    program = replace(
        PROGRAMS["winemine"],
        prepare=lambda folder, _: wine.winemine(folder, rows=rows, cols=cols, mines=mines, level=0),
    )
    with running(program, tmp_path / "client") as environment:
        board = settled_board(environment)["bbox"]
        assert wine.winemine_face(environment, board) == "playing"
        words = ("--games", str(games), "--patience", "15")
        outcome = played(environment, tmp_path / "played", *words)
        face = wine.winemine_face(environment, board)
    assert outcome.faults == []
    assert outcome.ended == games, outcome.summary["why"]
    lines = json_lines(tmp_path / "played" / "recording" / "session.jsonl")
    ends = [line["phase"] for line in lines if line["type"] == "end"]
    assert ends[-1] == face
    first = next(line["reading"] for line in lines if line["type"] == "step")
    assert (first["rows"], first["cols"], first["mines_left"]) == (rows, cols, mines)
    controls = Counter(line["what"] for line in lines if line["type"] == "control")
    assert controls["new game"] == games - 1
    assert (controls["dialog put away"] >= 2) == ("won" in ends)
