"""Boards on the screen: located, observed where they are, located again where they moved."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from support.screen_boards import (
    CASES,
    DenseScreenshots,
    DialogControl,
    Screenshots,
    live_board,
    window,
)

from autosweep.board import HIDDEN
from autosweep.errors import NoBoardFound
from autosweep.geometry import Rect
from autosweep.interfaces import Frame, Pixels, Window
from autosweep.play import capture as capturing
from autosweep.play.live_board import LiveBoard, observe_board
from autosweep.play.window_guard import WindowGuard
from autosweep.settings import PlaySettings
from autosweep.testing import JumpingClock, StopAfter, WindowList
from autosweep.tracking import reader as reading_boards
from autosweep.tracking.reader import BoardReader
from autosweep.vision.reading import Reading


def corner(live: LiveBoard) -> tuple[float, float]:
    """Return where on the screen the board is observed."""
    observation = live.observe()
    mapping = observation.frame.mapping
    point = mapping.to_screen(observation.reading.grid.center((0, 0)))
    return float(point.x), float(point.y)


@pytest.mark.parametrize("case", CASES)
def test_a_window_that_moves_grows_or_vanishes_is_found_again(case: str) -> None:
    """Real boards, moved by a little, by exactly one cell, far away, zoomed, closed, reopened."""
    screen = Screenshots(window(case))
    live = live_board(screen)
    first, _ = live.find()
    cells = first.reading.board.cells
    pitch = round(first.reading.grid.cell_size[0])
    x, y = corner(live)
    for by in ((0, 0), (7, 0), (7 + pitch, 0), (7 + pitch, 3 * pitch), (500, 260)):
        screen.place = 200 + by[0], 150 + by[1]
        assert live.observe().reading.board.cells == cells, by
        at = corner(live)
        assert max(abs(at[0] - x - by[0]), abs(at[1] - y - by[1])) <= 1.5, by
    plain, screen.shown = (
        screen.shown,
        cv2.resize(screen.shown, None, fx=1.5, fy=1.5, interpolation=cv2.INTER_LINEAR),
    )
    screen.place = 60, 40
    zoomed = live.observe().reading
    assert zoomed.board.cells == cells
    assert zoomed.grid.cell_size[0] == pytest.approx(1.5 * first.reading.grid.cell_size[0], 0.03)
    screen.place = None
    with pytest.raises(NoBoardFound):
        live.observe()
    screen.shown, screen.place = plain, (300, 200)
    assert live.observe().reading.board.cells == cells


def test_only_the_region_of_the_board_is_grabbed_once_it_is_known() -> None:
    screen = Screenshots(window(CASES[0]))
    live = live_board(screen)
    found, _ = live.find()
    assert screen.regions == [None]
    live.observe()
    live.observe()
    box = found.reading.grid.bbox
    assert len(screen.regions) > 3
    for region in screen.regions[1:]:
        assert region is not None
        assert region.w <= box.w + 2.5 * found.reading.grid.cell_size[0]
        assert region.h <= box.h + 2.5 * found.reading.grid.cell_size[1]


@pytest.mark.parametrize(("moved", "kept"), [(False, True), (True, False)])
def test_a_line_found_a_pixel_beside_itself_is_the_same_line(
    monkeypatch: pytest.MonkeyPatch, *, moved: bool, kept: bool
) -> None:
    """Cells are cached by their exact pixels: a grid that jumps would make all of them unknown."""
    live = live_board(Screenshots(window(CASES[1])))
    first, _ = live.find()
    found = capturing.vision.read

    def beside(frame: Frame, **how: bool) -> list[Reading]:
        return [replace(r, grid=r.grid.moved(1, -1)) for r in found(frame, **how)]

    monkeypatch.setattr(capturing.vision, "read", beside)
    live.reader.forget(moved=moved)
    again = live.observe()
    assert (again.sample_points == first.sample_points) is kept
    assert again.reading.board == first.reading.board


def test_a_board_under_a_dialog_is_not_searched_for() -> None:
    screen = Screenshots(window(CASES[1]))

    def dismiss() -> bool:
        screen.dialog = False
        return False

    live = live_board(screen, patience=1.0, control=DialogControl(dismiss))
    first, _ = live.find()
    screen.dialog = True
    searched = screen.regions.count(None)
    assert live.observe().reading.board == first.reading.board
    assert screen.regions.count(None) == searched


def test_a_dialog_is_dismissed_before_what_it_covers_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Reading a board under a dialog takes seconds, and what comes of it is of no use."""
    screen = Screenshots(window(CASES[0]))
    keys: list[bool] = []

    def dismiss() -> bool:
        """Press the key; the dialog goes at the third time."""
        keys.append(screen.dialog)
        shown = screen.dialog
        screen.dialog = shown and len(keys) < 3
        return shown

    live = live_board(screen, patience=3.0, control=DialogControl(dismiss))
    before = live.observe()
    covered: list[bool] = []
    read = BoardReader.update

    def reading(self: BoardReader, frame: Frame, *, search: bool = True) -> Reading | None:
        covered.append(bool((frame.pixels[40:60, 40:60] == 230).all()))
        return read(self, frame, search=search)

    monkeypatch.setattr(BoardReader, "update", reading)
    keys.clear()
    screen.dialog = True
    after = live.observe()
    assert after.reading.board == before.reading.board
    assert keys[:3] == [True, True, True]
    assert not any(covered)


@pytest.mark.parametrize(
    ("cells", "windows", "asked"),
    [(1, None, False), (8, None, True), (1, WindowList(), True)],
    ids=["half drawn", "covered", "windows are told"],
)
def test_where_windows_are_not_told_few_cells_that_cannot_be_read_are_no_dialog(
    cells: int,
    windows: WindowList | None,
    asked: bool,  # noqa: FBT001
) -> None:
    """Such a dialog is known by its text, and to read that takes longer than to read the board."""
    screen = Screenshots(window(CASES[0]))
    control = DialogControl(lambda: False)
    live = live_board(screen, patience=1.0, control=control, guard=WindowGuard(windows))
    first, _ = live.find()
    hidden = sorted(first.reading.board.find({HIDDEN}))
    screen.shown = screen.shown.copy()
    for cell in hidden[:cells]:
        place = first.frame.mapping.rect_to_screen(first.reading.grid.cell_rect(cell))
        left, top = place.x - 200, place.y - 150
        screen.shown[top : top + place.h // 2, left : left + place.w] = 255
    control.calls = 0
    live.observe()
    assert bool(control.calls) is asked


def test_only_what_changed_since_the_clicks_is_captured_once_more() -> None:
    """Cells that were stable before the clicks need not be captured again."""
    now, _ = live_board(Screenshots(window(CASES[1]))).find()
    cell = next(iter(now.reading.board.find({1})))
    changed = replace(now.reading, board=now.reading.board.with_cells({cell: 2}))
    later = replace(now, reading=changed)
    assert later.changed_rect(now) == now.reading.grid.cell_rect(cell)
    assert now.changed_rect(now) == now.changed_rect(None) == now.frame.rect


@pytest.mark.parametrize("kind", [Screenshots, DenseScreenshots])
def test_a_frame_that_stays_is_confirmed_on_any_screen(kind: type[Screenshots]) -> None:
    """Also where the changed cells do not begin at whole points."""
    screen = kind(window(CASES[1]), place=(201, 151))
    live = live_board(screen)
    live.find()
    live.capture.clicks_sent()
    now = live.observe()
    cell = next(iter(now.reading.board.find({1})))
    changed = replace(now.reading, board=now.reading.board.with_cells({cell: 2}))
    seen = replace(now, reading=changed, provisional=True)
    assert live.confirm(seen) == replace(seen, provisional=False)


def test_a_frame_that_changed_is_not_confirmed() -> None:
    screen = Screenshots(window("xbomb/xbomb-b-fresh"))
    live = live_board(screen)
    now, _ = live.find()
    screen.shown = window("xbomb/xbomb-b-mid")
    later = live.confirm(replace(now, provisional=True))
    assert not later.provisional
    assert later.reading.board != now.reading.board


def _tiles(px: int, shade: int) -> Pixels:
    """Return a window with 10 x 10 equal plain tiles and nothing else."""
    picture = np.full((480, 480, 3), 250, np.uint8)
    for row in range(10):
        for col in range(10):
            top, left = 40 + row * px, 40 + col * px
            picture[top + 1 : top + px - 1, left + 1 : left + px - 1] = shade
    return picture


def test_plain_tiles_are_the_board_where_nothing_else_can_be_it() -> None:
    """The user said that there is a game. Beside another such grid neither is taken."""
    screen = Screenshots(_tiles(34, 100))
    found, _ = live_board(screen, patience=1.0).find()
    assert found.reading.doubt is None
    assert len(found.reading.uncertain) <= 4
    screen.shown = np.hstack([_tiles(34, 100), _tiles(30, 120)])
    with pytest.raises(NoBoardFound, match="no sign of Minesweeper"):
        live_board(screen, patience=1.0).find()


@pytest.mark.parametrize("opened", [True, False])
def test_what_lies_under_a_dialog_of_the_game_is_not_read_from_scratch(
    monkeypatch: pytest.MonkeyPatch, *, opened: bool
) -> None:
    """To locate and read a board takes seconds, and a window that is known hides its cells."""
    screen = Screenshots(window(CASES[1]))
    height, width = screen.shown.shape[:2]
    game = Window(1, "Mines", "game", Rect(190, 140, width + 20, height + 20))
    windows = WindowList([game])
    settings = PlaySettings(patience=0.3)
    guard = WindowGuard(windows)
    live = observe_board(screen, JumpingClock(), StopAfter(), settings, guard=guard)
    live.find()
    cover = Rect(width // 4, height // 4, width // 3, height // 3)
    screen.shown[cover.y : cover.bottom, cover.x : cover.right] = (230, 180, 120)
    if opened:
        dialog = Window(2, "You won", "game", cover.moved(200, 150))
        windows.shown = [dialog, game]
    read = []
    found = reading_boards.vision.read

    def counted(frame: Frame, **how: bool) -> list[Reading]:
        read.append(frame)
        return found(frame, **how)

    monkeypatch.setattr(reading_boards.vision, "read", counted)
    assert live.observe().reading.uncertain
    assert bool(read) is not opened


def test_a_screen_is_searched_thoroughly_before_it_is_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On a busy machine the first search alone may outlast the patience."""
    live = live_board(Screenshots(window(CASES[0])), patience=0.0)
    asked: list[bool] = []
    located = live.capture.locate

    def locate(*, thorough: bool, **more: object) -> object:
        asked.append(thorough)
        frame = live.capture._source.grab(None)
        return located(thorough=True, **more) if thorough else capturing.NotVisible(frame)  # type: ignore[arg-type]

    monkeypatch.setattr(live.capture, "locate", locate)
    assert live.find()[0].reading.board.cells
    assert asked == [False, True]
