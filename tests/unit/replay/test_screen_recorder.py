"""`record`: every change of the board is a step, games and their ends are noticed."""

from __future__ import annotations

from pathlib import Path

from autosweep.client.client_settings import ClientSettings
from autosweep.client.inprocess import InProcessScreen
from autosweep.geometry import Cell, Rect
from autosweep.interfaces import Click, Frame, PressKey
from autosweep.replay.loading import load_recording
from autosweep.replay.recording import Recorder
from autosweep.replay.replayer import replay_recording
from autosweep.replay.screen_recorder import ScreenRecorder
from autosweep.settings import PlaySettings
from autosweep.testing import JumpingClock, StopAfter

SETTINGS = PlaySettings(patience=0.2, countdown=0.0)


class Watched:
    """A screen on which somebody does something after every few looks; never clicked by us."""

    def __init__(self, clock: JumpingClock, deeds: list[Cell | str]) -> None:
        client = ClientSettings(rows=9, cols=9, mines=10, seed=3, skin="light", cell_px=20)
        self.screen = InProcessScreen(settings=client, clock=clock, size=(480, 360))
        self._deeds = deeds
        self._looks = 0
        self._covered = False
        self.boards = [self.screen.game.board.cells]

    def grab(self, region: Rect | None = None) -> Frame:
        """Show the screen; now and then the person acts, or covers everything."""
        self._looks += 1
        if self._looks % 8 == 0 and self._deeds:
            self._do(self._deeds.pop(0))
        frame = self.screen.grab(region)
        if self._covered:
            frame.pixels[:] = 90
        return frame

    def _do(self, kind: Cell | str) -> None:
        self._covered = kind == "cover"
        if kind == "new":
            self.screen.perform([PressKey("f2")])
        elif not isinstance(kind, str):
            point = self.screen.mapping.to_screen(self.screen.grid.center(kind))
            self.screen.perform([Click(point)])
        if self.screen.game.board.cells != self.boards[-1]:
            self.boards.append(self.screen.game.board.cells)


def test_what_a_person_plays_is_recorded(tmp_path: Path) -> None:
    """Two games; in between the board is out of sight for a while."""
    clock = JumpingClock()
    deeds: list[Cell | str] = [(4, 4), "cover", "cover", "show", (0, 0), "new", (8, 8)]
    watched = Watched(clock, deeds)
    capture = ScreenRecorder(watched, clock, StopAfter(), SETTINGS, None)
    with Recorder(tmp_path / "r", SETTINGS, source="screen", clock=clock) as recorder:
        steps, why = capture.run(recorder, until=clock.now() + 9.0)
        recorder.summary(steps, why)
    assert why == "The time is over."
    recording = load_recording(tmp_path / "r")
    assert recording.summary is not None
    seen = [step.reading["board"] for step in recording.steps if step.step >= 0]
    assert len(seen) == steps == len(watched.boards)
    games = [step.game for step in recording.steps]
    assert sorted(set(games)) == list(range(capture.games))
    assert capture.games == 2
    assert watched.screen.clicks == 3  # all of them by the person
    timeline = replay_recording(recording)
    assert timeline.differences == []
    opened = [judged.cell for step in timeline.steps for judged in step.clicks]
    assert len(opened) >= 3


def test_it_stops_at_the_end_of_a_game(tmp_path: Path) -> None:
    clock = JumpingClock()
    probe = Watched(JumpingClock(), [])
    probe._do((4, 4))
    layout = probe.screen.game.layout
    assert layout is not None
    mine = divmod(min(layout.mines), 9)
    watched = Watched(clock, [(4, 4), mine, (0, 0)])
    capture = ScreenRecorder(watched, clock, StopAfter(), SETTINGS, None)
    with Recorder(tmp_path / "r", SETTINGS, source="screen", clock=clock) as recorder:
        steps, why = capture.run(recorder, until_end=True)
    assert (steps, why) == (3, "The game is lost.")
    assert [step.ended for step in load_recording(tmp_path / "r").steps if step.ended] == ["lost"]
