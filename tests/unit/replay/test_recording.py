"""Recordings: written as they happen, readable after a crash, compared with today's program."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from random import Random

import pytest
from support.altering import alter_a_frame
from support.displayed import json_lines
from support.killing import kill_a_recorder

from autosweep.client.client_settings import ClientSettings
from autosweep.client.inprocess import InProcessScreen
from autosweep.errors import RecordingError
from autosweep.geometry import Rect
from autosweep.interfaces import Click
from autosweep.play.decide import decide
from autosweep.play.events import Decided, Learned, Seen
from autosweep.play.player import Player
from autosweep.replay.differences import Difference
from autosweep.replay.loading import Recording, load_recording
from autosweep.replay.recording import Recorder
from autosweep.replay.replayer import replay_recording
from autosweep.settings import PlaySettings
from autosweep.testing import JumpingClock, StopAfter
from autosweep.vision.read import read

SETTINGS = PlaySettings(patience=0.3, countdown=0.0, seed=9)


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Record one game on the in-process screen."""
    folder = tmp_path_factory.mktemp("recorded") / "game"
    clock = JumpingClock()
    game = ClientSettings(rows=9, cols=9, mines=10, seed=6, skin="light", cell_px=22)
    screen = InProcessScreen(settings=game, clock=clock)
    with Recorder(
        folder, SETTINGS, source="memory", clock=clock, screen=Rect(0, 0, 1280, 800)
    ) as recorder:
        Player(screen, screen, clock, StopAfter(), SETTINGS, observe=recorder).run()
    return folder


@pytest.fixture
def copied(recorded: Path, tmp_path: Path) -> Path:
    """Return a copy that a test may damage."""
    folder = tmp_path / "copy"
    (folder / "frames").mkdir(parents=True)
    for path in recorded.rglob("*"):
        if path.is_file():
            (folder / path.relative_to(recorded)).write_bytes(path.read_bytes())
    return folder


def differences(recording: Recording) -> list[Difference]:
    return replay_recording(recording).differences


def edit(folder: Path, change: Callable[[list[str]], list[str]]) -> None:
    session = folder / "session.jsonl"
    lines = change(session.read_text("utf-8").splitlines())
    session.write_text("\n".join(lines) + "\n", "utf-8")


def test_a_recording_holds_the_game(recorded: Path) -> None:
    recording = load_recording(recorded)
    assert recording.settings == SETTINGS
    assert recording.summary is not None
    assert recording.steps[-1].ended in ("won", "lost")
    assert recording.steps[0].actions
    assert all(recording.frame_path(step).is_file() for step in recording.steps)
    assert not list(recorded.rglob("*.part"))


def test_what_is_written_is_what_the_schema_says(recorded: Path) -> None:
    """Every field that is written is described, and every field described is written."""
    path = files("autosweep.replay") / "recording.schema.json"
    definitions = json.loads(path.read_text("utf-8"))["definitions"]
    lines = json_lines(recorded / "session.jsonl")
    assert {line["type"] for line in lines} == {
        *("header", "board", "step", "actions", "end", "summary")
    }
    readings = [line["reading"] for line in lines if "reading" in line]
    decisions = [line["decision"] for line in lines if line.get("decision")]
    moves = [move for decision in decisions for move in decision["moves"]]
    written = [(line["type"], line) for line in lines]
    written += [("reading", one) for one in readings] + [("decision", one) for one in decisions]
    written += [("move", one) for one in moves]
    for kind, value in written:
        left_out = {"steps"} if kind == "summary" else set()
        assert set(value) == set(definitions[kind]["properties"]) - left_out, kind


def test_a_learned_frame_belongs_to_the_step_that_follows(tmp_path: Path) -> None:
    """The player learned from it while it waited; nothing was decided on it."""
    screen = InProcessScreen(ClientSettings(rows=9, cols=9, mines=10, seed=4, cell_px=20))
    shots = []
    for cell in ((4, 4), (0, 0)):
        screen.perform([Click(screen.mapping.to_screen(screen.grid.center(cell)))])
        frame = screen.grab()
        shots.append((frame, read(frame)[0]))
    with Recorder(tmp_path / "new", SETTINGS, source="memory") as recorder:
        recorder(Learned(0, 3, *shots[0]))
        recorder(Seen(0, 3, *shots[1]))
        recorder(Decided(0, 3, decide(shots[1][1], SETTINGS, game=0, step=3)))
    (step,) = load_recording(tmp_path / "new").steps
    assert (step.step, step.frame) == (3, "frames/0002.png")
    assert [(one.step, one.frame) for one in step.learned] == [(3, "frames/0001.png")]
    assert step.learned[0].reading["board"] == shots[0][1].board.row_symbols()


def test_the_header_says_how_it_was_made(recorded: Path) -> None:
    recording = load_recording(recorded)
    assert recording.header["format"] == 2
    assert recording.header["seed"] == SETTINGS.seed
    assert recording.screen == Rect(0, 0, 1280, 800)
    assert recording.theme == "light"
    assert (recording.boards[0]["rows"], recording.boards[0]["cols"]) == (9, 9)


def test_steps_have_times_and_reasons(recorded: Path) -> None:
    steps = load_recording(recorded).steps
    times = [step.time for step in steps]
    assert None not in times
    assert times == sorted(times, key=lambda time: time or 0.0)
    for step in steps[:-1]:
        if step.decision is not None and step.decision["phase"] == "playing":
            assert step.took is not None
            assert all(move["why"] for move in step.decision["moves"])


def test_format_1_is_still_read(fixtures: Path) -> None:
    """A recording stored when the format was 1, both games of it, read as they were."""
    recording = load_recording(fixtures / "recordings" / "format-1")
    assert recording.header["format"] == 1
    assert (recording.theme, recording.screen) == ("light", None)
    assert recording.settings.seed == 3
    assert [step.ended for step in recording.steps if step.ended] == ["won", "won"]
    assert recording.steps[0].time == 0.0
    timeline = replay_recording(recording)
    # Strategies may improve and decide otherwise; what was seen and proven stays.
    assert [d for d in timeline.differences if d.what != "moves"] == []
    assert [review.outcome for review in timeline.reviews] == ["won", "won"]


def test_a_killed_recorder_loses_nothing_that_was_written(tmp_path: Path) -> None:
    """SIGKILL at random steps; benchmarks/kill_recorder.py does it fifty times."""
    random = Random(4)
    for number in range(3):
        said, loaded = kill_a_recorder(tmp_path / str(number), number, random)
        assert said <= loaded <= said + 1


@pytest.mark.parametrize("left", [0, 30, -6])
def test_a_torn_last_image_costs_the_last_step(copied: Path, left: int) -> None:
    edit(copied, lambda lines: [line for line in lines if '"summary"' not in line])
    whole = load_recording(copied)
    picture = whole.frame_path(whole.steps[-1])
    picture.write_bytes(picture.read_bytes()[:left])
    edit(copied, lambda lines: [line for line in lines if '"type":"end"' not in line])
    torn = load_recording(copied)
    assert len(torn.steps) == len(whole.steps) - 2
    assert torn.damaged == 1
    assert differences(torn) == []


def test_replaying_it_finds_no_difference(recorded: Path) -> None:
    recording = load_recording(recorded)
    assert differences(recording) == []


def test_a_frame_that_was_altered_is_found(copied: Path) -> None:
    """Swapping two cells of a frame shows up as different cells of that step."""
    step, cells = alter_a_frame(copied, 2)
    found = {d.what for d in differences(load_recording(copied)) if d.frame == step.frame}
    assert found == {f"cell {r},{c}" for r, c in cells}


def test_a_decision_that_was_altered_is_found(copied: Path) -> None:
    def change(lines: list[str]) -> list[str]:
        at = next(k for k, line in enumerate(lines) if '"type":"step"' in line)
        step = json.loads(lines[at])
        step["decision"]["moves"][0]["cell"] = [8, 8]
        return [*lines[:at], json.dumps(step), *lines[at + 1 :]]

    edit(copied, change)
    (found,) = differences(load_recording(copied))
    assert found.what == "moves"


def test_a_recording_cut_anywhere_still_loads(copied: Path) -> None:
    """Whatever the byte at which the writer was killed, at most one step is lost."""
    session = copied / "session.jsonl"
    data = session.read_bytes()
    header_end = data.index(b"\n") + 1
    whole = len(load_recording(copied).steps)
    for cut in range(header_end, len(data), max(1, len(data) // 60)):
        session.write_bytes(data[:cut])
        recording = load_recording(copied)
        complete = data[:cut].count(b'{"type":"step"') + data[:cut].count(b'{"type":"end"')
        assert len(recording.steps) >= complete - 1
        assert len(recording.steps) <= whole
        assert recording.damaged <= 1


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda lines: lines[1:], "header"),
        (lambda lines: [lines[0].replace('"format":2', '"format":99'), *lines[1:]], "format 99"),
        (
            lambda lines: [lines[0].replace('"settings"', '"settinks"'), *lines[1:]],
            "'settings' is missing",
        ),
        (lambda lines: [lines[0], '{"type":"step","game":0}'], "not complete"),
    ],
)
def test_damaged_recordings_are_refused(
    copied: Path, change: Callable[[list[str]], list[str]], words: str
) -> None:
    edit(copied, change)
    with pytest.raises(RecordingError, match=words) as caught:
        load_recording(copied)
    assert caught.value.remedy


def test_a_frame_outside_the_folder_is_refused(copied: Path) -> None:
    edit(copied, lambda lines: [line.replace("frames/0001.png", "../../x.png") for line in lines])
    recording = load_recording(copied)
    with pytest.raises(RecordingError, match="outside"):
        recording.frame_path(recording.steps[0])


def test_a_missing_frame_is_a_difference(copied: Path) -> None:
    recording = load_recording(copied)
    recording.frame_path(recording.steps[1]).unlink()
    assert any(d.what == "frame" for d in differences(recording))


def test_an_old_recording_is_never_overwritten(recorded: Path) -> None:
    with pytest.raises(RecordingError, match="already holds a recording"):
        Recorder(recorded, SETTINGS, source="memory")


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", "utf-8")
    with pytest.raises(RecordingError, match="cannot be written"):
        Recorder(tmp_path / "file" / "sub", SETTINGS, source="memory")
