"""Boards that the edge of the screen cuts off: nothing at the cut is ever certain."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from support.one_game import SETTINGS

from autosweep.client.client_settings import ClientSettings
from autosweep.client.inprocess import InProcessScreen
from autosweep.geometry import Rect
from autosweep.interfaces import Click, Frame, Window
from autosweep.play.live_board import LiveBoard, observe_board
from autosweep.play.window_guard import WindowGuard
from autosweep.replay.loading import load_recording
from autosweep.replay.recording import Recorder
from autosweep.replay.replayer import replay_recording
from autosweep.replay.screen_recorder import ScreenRecorder
from autosweep.testing import JumpingClock, StopAfter, WindowList
from autosweep.tracking.observation import Observation
from autosweep.vision.cut_sides import NONE, hidden_sides, named, names_of, touched_sides
from autosweep.vision.read import read
from autosweep.vision.reading import ACT_CONFIDENCE, Reading

SCREEN = Rect(0, 0, 1000, 800)
BOARD = Rect(600, 100, 390, 300)


@pytest.mark.parametrize(
    ("window", "sides"),
    [
        (Rect(590, 60, 410, 350), []),
        (Rect(590, 60, 428, 350), []),  # no line of cells has room there
        (Rect(590, 60, 430, 350), ["right"]),
        (Rect(590, 60, 600, 350), ["right"]),
        (None, []),
    ],
)
def test_a_window_beyond_the_screen_hides_more_of_its_board(
    window: Rect | None, sides: list[str]
) -> None:
    assert names_of(hidden_sides(BOARD, (30.0, 30.0), SCREEN, window)) == sides


def test_a_whole_cell_of_room_beside_the_board_hides_nothing() -> None:
    window = Rect(100, -200, 500, 900)
    assert hidden_sides(Rect(150, 30, 400, 400), (30.0, 30.0), SCREEN, window) == NONE
    assert names_of(hidden_sides(Rect(150, 29, 400, 400), (30.0, 30.0), SCREEN, window)) == ["top"]


def test_a_window_with_less_than_a_cell_beside_its_board_hides_none_where_a_strip_is_seen() -> None:
    """A canvas as high as the view, in a page that is a few points higher."""
    view, page = Rect(0, 0, 1280, 960), Rect(0, -3, 1280, 967)
    assert hidden_sides(Rect(10, 45, 882, 882), (98.0, 98.0), view, page) == NONE
    # A narrow strip may be a shadow or the border of a board.
    assert names_of(hidden_sides(Rect(10, 64, 882, 882), (98.0, 98.0), view, page)) == ["bottom"]


def test_without_a_window_a_board_at_the_edge_may_go_on() -> None:
    assert names_of(hidden_sides(Rect(0, 0, 300, 300), (30.0, 30.0), SCREEN, None)) == [
        "top",
        "left",
    ]


def test_an_image_cropped_to_its_board_is_not_cut_and_one_of_a_screen_may_be() -> None:
    board = Rect(2, 1, 300, 240)
    assert touched_sides(board, 30.0, Rect(0, 0, 303, 242)) == NONE
    assert names_of(touched_sides(board, 30.0, Rect(0, 0, 800, 242))) == ["left"]


def test_names_and_sides_go_both_ways() -> None:
    assert named(["left", "top", "nowhere"]) == (True, False, True, False)
    assert names_of(named(["bottom", "right"])) == ["bottom", "right"]


def a_reading() -> tuple[InProcessScreen, Reading]:
    screen = InProcessScreen(ClientSettings(rows=9, cols=9, mines=10, seed=4, cell_px=20))
    screen.perform([Click(screen.mapping.to_screen(screen.grid.center((4, 4))))])
    (reading,) = read(screen.grab())
    return screen, reading


def test_no_derived_reading_is_certain_at_a_cut() -> None:
    _, reading = a_reading()
    assert not reading.uncertain
    cut = reading.with_cut(named(["right"]))
    lifted = replace(cut, confidence=np.ones_like(cut.confidence))
    for some in (cut, lifted):
        assert [cell for cell in some.uncertain if cell[1] != 8] == []
        assert [cell[0] for cell in some.uncertain] == list(range(9))
        assert (some.board.mines, some.assumed_mines) == (None, None)


class Shifted:
    """The in-process screen seen through a smaller one, whose edge cuts the board."""

    def __init__(self, screen: InProcessScreen, width: int) -> None:
        self._screen = screen
        self.bounds = Rect(0, 0, width, 800)

    def grab(self, region: Rect | None = None) -> Frame:
        """Return what the smaller screen shows."""
        return self._screen.grab(self.bounds if region is None else self.bounds.intersect(region))


def followed(off: int) -> tuple[InProcessScreen, LiveBoard]:
    """Return a game whose window lies `off` points beyond the right edge of the screen."""
    clock = JumpingClock()
    settings = ClientSettings(rows=9, cols=9, mines=10, seed=4, cell_px=20)
    screen = InProcessScreen(settings, clock=clock)
    right = round(screen.grid.bbox.right)
    source = Shifted(screen, right - off)
    windows = WindowList([Window(1, "game", "", screen.window)])
    guard = WindowGuard(windows, source.bounds)
    return screen, observe_board(source, clock, StopAfter(), SETTINGS, guard=guard)


@pytest.mark.parametrize("off", [-2, 0, 2, 4, 10, 20, 22, 47])
def test_equal_pixels_do_not_make_a_cell_at_the_cut_certain(off: int) -> None:
    """The game goes on, cells are recognised by their pixels, and the cut stays uncertain."""
    screen, live = followed(off)
    look: Observation | None = None
    for cell in ((4, 4), (0, 0), (8, 0)):
        screen.perform([Click(screen.mapping.to_screen(screen.grid.center(cell)))])
        look = live.observe()
        last = look.reading.board.cols - 1
        live.reader.learn(look)
        assert names_of(look.reading.cut) == ["right"]
        assert (look.reading.confidence[:, last] < ACT_CONFIDENCE).all()
    assert look is not None


def test_a_region_that_ends_inside_the_board_cuts_it() -> None:
    screen, _ = a_reading()
    box = screen.mapping.rect_to_screen(screen.grid.bbox)
    clock = JumpingClock()
    for region, sides in (
        (box, []),
        (Rect(box.x, box.y, box.w - 40, box.h), ["right"]),
        (Rect(box.x, box.y + 60, box.w, box.h - 60), ["top"]),
        (box.grown(30), []),
    ):
        guard = WindowGuard(
            WindowList([Window(1, "game", "", screen.window)]), Rect(0, 0, 1280, 800)
        )
        live = observe_board(screen, clock, StopAfter(), SETTINGS, region=region, guard=guard)
        assert names_of(live.observe().reading.cut) == sides, region


def test_a_recording_keeps_the_cut_and_its_replay_is_uncertain_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What nobody could see while it was recorded is not proven afterwards either."""
    clock = JumpingClock()
    screen = InProcessScreen(ClientSettings(rows=9, cols=9, mines=10, seed=4), clock=clock)
    source = Shifted(screen, round(screen.grid.bbox.right))
    monkeypatch.setattr("autosweep.replay.screen_recorder.bounds_of", lambda _: source.bounds)
    windows = WindowList([Window(1, "game", "", screen.window)])
    screen.perform([Click(screen.mapping.to_screen(screen.grid.center((4, 4))))])
    folder = tmp_path / "recording"
    with Recorder(folder, SETTINGS, source="screen", clock=clock, screen=source.bounds) as recorder:
        capture = ScreenRecorder(source, clock, StopAfter(), SETTINGS, None, windows=windows)
        capture.run(recorder, until=clock.now() + 1.0)
    recording = load_recording(folder)
    assert [step.reading["cut"] for step in recording.steps] == [["right"]]
    timeline = replay_recording(recording)
    assert [str(found) for found in timeline.differences] == []
    (step,) = timeline.steps
    assert step.reading is not None
    assert (step.reading.confidence[:, -1] < ACT_CONFIDENCE).all()
    older = [
        replace(s, reading={k: v for k, v in s.reading.items() if k != "cut"})
        for s in recording.steps
    ]
    (step,) = replay_recording(replace(recording, steps=tuple(older))).steps
    assert step.reading is not None
    assert names_of(step.reading.cut) == ["right"]
