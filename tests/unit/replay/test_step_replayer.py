"""Recorded frames are read and decided as the player did: with what the game knows."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from support.displayed import json_lines

from autosweep.board import Board, Phase
from autosweep.client.client_settings import ClientSettings
from autosweep.client.inprocess import InProcessScreen
from autosweep.geometry import Grid
from autosweep.interfaces import Click, Frame, Pixels
from autosweep.play.player import Player
from autosweep.replay.loading import RecordedStep, load_recording
from autosweep.replay.recorded_values import recorded_grid
from autosweep.replay.recording import Recorder
from autosweep.replay.replayer import replay_recording
from autosweep.replay.step_replayer import StepReplayer
from autosweep.settings import PlaySettings
from autosweep.testing import JumpingClock, StopAfter
from autosweep.tracking.observation import Observation
from autosweep.tracking.reader import BoardReader
from autosweep.vision.combine import GENERIC
from autosweep.vision.read import read_at
from autosweep.vision.reading import Reading

BLANK: Pixels = np.zeros((60, 60, 3), np.uint8)
EDGES = [0.0, 20.0, 40.0, 60.0]


def observation(*rows: str) -> Observation:
    board = Board.from_rows(list(rows))
    grid = Grid.regular((0.0, 0.0), (20.0, 20.0), (board.rows, board.cols))
    sure = np.ones((board.rows, board.cols), np.float32)
    return Observation(Frame(BLANK), Reading(board, grid, sure, "some-theme", Phase.PLAYING))


def step(number: int, decision: dict[str, object], *actions: dict[str, object]) -> RecordedStep:
    about = {"board": ["? ? ?"] * 3, "row_edges": EDGES, "col_edges": EDGES}
    name = f"frames/{number}.png"
    return RecordedStep(0, number, name, about, decision, actions, map=(0.0, 0.0, 1.0, 1.0))


def test_a_frame_that_the_player_learned_from_is_learned_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It comes before the step that the recorded wait ended with."""
    learned: list[Observation] = []
    learn = BoardReader.learn

    def noted(self: BoardReader, seen: Observation, *, uncertain: bool = False) -> bool:
        learned.append(seen)
        return learn(self, seen, uncertain=uncertain)

    monkeypatch.setattr(BoardReader, "learn", noted)
    waited, after = observation("? ? ?", "? 1 ?", "? ? ?"), observation("? ? ?", "? 1 1", "? ? ?")
    recorded = replace(step(1, {}), learned=(step(1, {}),))
    assert FixedObservations(waited, after).replay(recorded, BLANK, [BLANK]) is not None
    assert learned[:2] == [waited, after]


class FixedObservations(StepReplayer):
    """Observes what it is given instead of reading frames."""

    def __init__(self, *given: Observation) -> None:
        super().__init__(PlaySettings(), None)
        self._given = iter(given)

    def _observe(self, recorded: RecordedStep, frame: Frame) -> Observation | None:
        del recorded, frame
        return next(self._given)


def test_open_cells_under_a_message_are_unread() -> None:
    """A message over a finished game: cells that were open before it are not hidden again."""
    replayer = FixedObservations(
        observation("0 0 1", "1 1 1", "1 ? 1"), observation("? 0 1", "1 1 1", "1 F 1")
    )
    move = {"action": "open", "cell": [2, 1], "certain": False}
    replayer.replay(step(0, {"moves": [move]}, {"click": [30, 50]}), BLANK)
    shown = replayer.replay(step(1, {"moves": []}), BLANK)
    assert shown is not None
    assert shown.reading.board.row_symbols()[0] == "! 0 1"
    assert shown.reading.uncertain == [(0, 0)]


@pytest.mark.parametrize(
    ("rows", "fits"),
    [
        (EDGES, True),
        ([-15.0, 5.0, 25.0, 45.0], True),
        ([-45.0, -25.0, -5.0, 15.0], False),
        ([20.0, 40.0, 60.0, 1e9], True),
        ([20.0, 40.0, 1e8, 1e9], False),
        ([0.0, 20.0, 20.0, 40.0], False),
        ([0.0, 20.0], False),
        ([], False),
    ],
)
def test_a_grid_that_cannot_be_is_not_used(rows: list[float], *, fits: bool) -> None:
    """Recordings may come from strangers."""
    about = {"board": ["? ? ?"] * 3, "row_edges": rows, "col_edges": EDGES}
    recorded = RecordedStep(0, 0, "frames/0001.png", about, None)
    assert (recorded_grid(recorded, BLANK) is not None) is fits


@pytest.mark.parametrize("flags", ["none", "all"])
def test_whole_games_are_replayed_without_a_difference(tmp_path: Path, flags: str) -> None:
    """Flags that are set and chords included; nothing is compared leniently."""
    clock = JumpingClock()
    client = ClientSettings(rows=9, cols=9, mines=10, seed=4, skin="dark", cell_px=20)
    screen = InProcessScreen(settings=client, clock=clock)
    settings = PlaySettings(games=2, flags=flags, chord=flags == "all", countdown=0.0, patience=0.3)
    with Recorder(tmp_path / "run", settings, source="memory", clock=clock) as recorder:
        Player(screen, screen, clock, StopAfter(), settings, observe=recorder).run()
    kinds = {line["type"] for line in json_lines(tmp_path / "run" / "session.jsonl")}
    assert {"step", "end", "summary"} <= kinds
    timeline = replay_recording(load_recording(tmp_path / "run"))
    assert [str(found) for found in timeline.differences] == []


def test_a_side_that_was_cut_off_only_for_a_moment_is_certain_again(tmp_path: Path) -> None:
    """As a client flashes after a win: one frame in between was located as cut off."""
    clock = JumpingClock()
    client = ClientSettings(rows=9, cols=9, mines=10, seed=4, skin="dark", cell_px=20)
    screen = InProcessScreen(settings=client, clock=clock)
    settings = PlaySettings(countdown=0.0, patience=0.3)
    with Recorder(tmp_path / "run", settings, source="memory", clock=clock) as recorder:
        Player(screen, screen, clock, StopAfter(), settings, observe=recorder).run()
    session = tmp_path / "run" / "session.jsonl"
    lines = json_lines(session)
    at = max(k for k, line in enumerate(lines) if line["type"] == "step")
    keys = ("game", "step", "time", "frame", "map", "reading")
    cut = {"type": "learned", **{key: lines[at][key] for key in keys}}
    seen = {**cut["reading"], "theme": GENERIC, "cut": ["bottom", "right"]}
    lines.insert(at, {**cut, "reading": seen})
    session.write_text("".join(json.dumps(line) + "\n" for line in lines))
    timeline = replay_recording(load_recording(tmp_path / "run"))
    assert [str(found) for found in timeline.differences] == []


def test_a_board_without_a_margin_is_read_at_its_recorded_place() -> None:
    """A frame that ends with the board is too narrow to locate it."""
    client = ClientSettings(rows=9, cols=9, mines=10, seed=4, skin="light", cell_px=20)
    screen = InProcessScreen(settings=client)
    screen.perform([Click(screen.mapping.to_screen(screen.grid.center((4, 4))))])
    frame = screen.grab()
    box = screen.grid.bbox
    reading = read_at(frame.crop(box), screen.grid.moved(-box.x, -box.y))
    assert reading is not None
    assert reading.board.cells == screen.game.board.cells
    assert reading.uncertain == []
