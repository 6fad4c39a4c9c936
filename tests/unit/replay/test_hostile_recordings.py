"""Recordings that were made to do harm are refused in a sentence, and nothing outside is read."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from autosweep.cli.main import main
from autosweep.errors import RecordingError
from autosweep.replay.loading import load_recording
from autosweep.replay.recording import SESSION

READING = {"rows": 2, "cols": 2, "board": ["1 ?", "1 1"], "theme": "classic", "phase": "playing"}


def lines() -> list[dict[str, Any]]:
    """Return a recording of one step."""
    step = {"type": "step", "game": 0, "step": 0, "time": 0.0, "frame": "frames/0001.png"}
    moves = [{"action": "open", "cell": [0, 1], "probability": 0.0, "certain": True, "why": ""}]
    decision = {"moves": moves, "safe": [[0, 1]], "mine": [], "refusal": None}
    acted = {
        "type": "actions",
        "game": 0,
        "step": 0,
        "actions": [{"click": [1, 2], "button": "left"}],
    }
    return [
        {"type": "header", "format": 2, "settings": {"seed": 1}, "screen": [0, 0, 100, 100]},
        {**step, "map": [0, 0, 1, 1], "reading": dict(READING), "decision": decision},
        acted,
        {"type": "summary", "why": ""},
    ]


def write(home: Path, made: list[dict[str, Any]]) -> None:
    (home / SESSION).write_text("".join(json.dumps(line) + "\n" for line in made), "utf-8")


def put(line: int, *path: str | int, value: Any) -> Callable[[list[dict[str, Any]]], None]:
    def apply(made: list[dict[str, Any]]) -> None:
        here: Any = made[line]
        for key in path[:-1]:
            here = here[key]
        here[path[-1]] = value

    return apply


WRONG = [
    put(0, "format", value=99),
    put(0, "format", value=True),
    put(0, "settings", value={"strategy": 5}),
    put(0, "settings", value={"mines": -5}),
    put(0, "screen", value=["a", 0, 0, 0]),
    put(1, "map", value=[0, 0, 0, 0]),
    put(1, "map", value=["a", "b", "c", "d"]),
    put(1, "time", value=float("nan")),
    put(1, "took", value={}),
    put(1, "frame", value=5),
    put(1, "game", value=10**30),
    put(1, "reading", value=[]),
    put(1, "reading", "doubtful", value=5),
    put(1, "reading", "board", value=[5]),
    put(1, "decision", value=5),
    put(1, "decision", "moves", value=5),
    put(1, "decision", "moves", 0, "cell", value=[0]),
    put(1, "decision", "moves", 0, value={"action": "open"}),
    put(1, "decision", "moves", 0, value={"cell": [0, 0]}),
    put(1, "decision", "safe", value=[["a"]]),
    put(2, "actions", value=[5]),
    put(2, "actions", value=[{"click": ["a", "b"]}]),
    put(2, "type", value=["actions"]),
    put(1, "time", value=float("inf")),
    put(2, "actions", 0, "button", value="third"),
]


def test_a_recording_that_is_right_is_loaded(tmp_path: Path) -> None:
    write(tmp_path, lines())
    assert len(load_recording(tmp_path).steps) == 1


@pytest.mark.parametrize("number", range(len(WRONG)))
def test_a_wrong_field_is_refused(number: int, tmp_path: Path) -> None:
    made = lines()
    WRONG[number](made)
    write(tmp_path, made)
    with pytest.raises(RecordingError) as refused:
        load_recording(tmp_path)
    assert refused.value.remedy


def test_the_number_of_the_line_is_that_in_the_file(tmp_path: Path) -> None:
    made = lines()
    put(2, "actions", value=5)(made)
    write(tmp_path, made)
    text = (tmp_path / SESSION).read_text("utf-8")
    (tmp_path / SESSION).write_text(text.replace("\n", "\n\n{half a li\n", 1), "utf-8")
    with pytest.raises(RecordingError, match="Line 5 of the recording, a line of type actions"):
        load_recording(tmp_path)


@pytest.mark.parametrize("value", [2.0, [2.0]])
def test_whole_numbers_with_a_point_do_no_harm(
    value: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = lines()
    for key in ("rows", "cols", "mines", "mines_left"):
        put(1, "reading", key, value=value)(made)
    put(1, "game", value=0.0)(made)
    write(tmp_path, made)
    assert main(["replay", str(tmp_path)]) in (1, 2)
    assert "bug" not in capsys.readouterr().err


@pytest.mark.parametrize("frame", ["/etc/passwd", "../x.png", "a\0b", "frames/circle.png"])
def test_a_frame_elsewhere_is_refused(
    frame: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "frames").mkdir()
    if sys.platform != "win32":
        (tmp_path / "frames" / "circle.png").symlink_to("circle.png")
    made = lines()
    put(1, "frame", value=frame)(made)
    write(tmp_path, made)
    # where the file itself is what is wrong, the step is told to differ from what was recorded
    assert main(["replay", str(tmp_path)]) in (1, 2)
    assert "bug" not in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="needs devices and pipes")
@pytest.mark.parametrize("kind", ["device", "pipe", "folder", "link outside"])
def test_a_session_that_is_no_file_is_refused_at_once(kind: str, tmp_path: Path) -> None:
    home = tmp_path / "recording"
    home.mkdir()
    write(tmp_path, lines())
    if kind == "device":
        (home / SESSION).symlink_to("/dev/zero")
    elif kind == "pipe":
        os.mkfifo(home / SESSION)
    elif kind == "folder":
        (home / SESSION).mkdir()
    else:
        (home / SESSION).symlink_to(tmp_path / SESSION)
    with pytest.raises(RecordingError):
        load_recording(home)
