import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from autosweep.errors import NoBoardFound
from autosweep.geometry import Rect, ScreenMap
from autosweep.interfaces import Frame, Pixels
from autosweep.play import watch as watching
from autosweep.play.watch import Watcher
from autosweep.settings import PlaySettings
from autosweep.testing import JumpingClock, StopAfter
from autosweep.tracking.reader import BoardReader
from autosweep.vision.image import load_file
from autosweep.vision.reading import Reading

SCREENS = Path(__file__).parents[3] / "fixtures" / "screens"
CASES = ("gnome-mines/gnome-b-q", "sgt-mines/sgt-b-mid", "ziebelje-web/ziebelje-i-s2-mid")
MARGIN = 14


@dataclass
class Desktop:
    """A screen on which a part of a real screenshot is shown, here or there, or not at all."""

    shown: Pixels
    place: tuple[int, int] | None = (200, 150)
    dialog: bool = False
    size: tuple[int, int] = (1400, 1000)
    regions: list[Rect | None] = field(default_factory=list)
    on_grab: Callable[[], None] = lambda: None

    def grab(self, region: Rect | None = None) -> Frame:
        self.regions.append(region)
        self.on_grab()
        screen = np.full((self.size[1], self.size[0], 3), (88, 66, 40), np.uint8)
        if self.place is not None:
            x, y = self.place
            height, width = self.shown.shape[:2]
            screen[y : y + height, x : x + width] = self.shown
            if self.dialog:
                screen[y - 20 : y + height + 20, x - 20 : x + width + 20] = 230
        frame = Frame(screen)
        return frame if region is None else frame.crop(region)


def window(case: str) -> Pixels:
    """Return the board of a real screenshot with a little of what is round it."""
    about = tomllib.loads((SCREENS / case / "case.toml").read_text("utf-8"))
    x, y, w, h = (round(v) for v in about["boards"][0]["bbox"])
    frame = load_file(SCREENS / case / "frame.png")
    return frame[y - MARGIN : y + h + MARGIN, x - MARGIN : x + w + MARGIN].copy()


def watcher(desktop: Desktop) -> Watcher:
    return Watcher(desktop, JumpingClock(), StopAfter(), PlaySettings(patience=0.3))


def corner(watch: Watcher, desktop: Desktop) -> tuple[float, float]:
    """Return where on the screen the board is seen."""
    look = watch.look()
    assert desktop.regions
    mapping = look.frame.mapping
    point = mapping.to_screen(look.reading.grid.center((0, 0)))
    return float(point.x), float(point.y)


@pytest.mark.parametrize("case", CASES)
def test_a_window_that_moves_grows_or_vanishes_is_found_again(case: str) -> None:
    """Real boards, moved by a little, by exactly one cell, far away, zoomed, closed, reopened."""
    desktop = Desktop(window(case))
    watch = watcher(desktop)
    first, _ = watch.find()
    cells = first.reading.board.cells
    pitch = round(first.reading.grid.cell_size[0])
    x, y = corner(watch, desktop)
    for by in ((0, 0), (7, 0), (7 + pitch, 0), (7 + pitch, 3 * pitch), (500, 260)):
        desktop.place = 200 + by[0], 150 + by[1]
        assert watch.look().reading.board.cells == cells, by
        at = corner(watch, desktop)
        assert max(abs(at[0] - x - by[0]), abs(at[1] - y - by[1])) <= 1.5, by
    plain, desktop.shown = (
        desktop.shown,
        cv2.resize(desktop.shown, None, fx=1.5, fy=1.5, interpolation=cv2.INTER_LINEAR),
    )
    desktop.place = 60, 40
    zoomed = watch.look().reading
    assert zoomed.board.cells == cells
    assert zoomed.grid.cell_size[0] == pytest.approx(1.5 * first.reading.grid.cell_size[0], 0.03)
    desktop.place = None
    with pytest.raises(NoBoardFound):
        watch.look()
    desktop.shown, desktop.place = plain, (300, 200)
    assert watch.look().reading.board.cells == cells


def test_only_the_region_of_the_board_is_grabbed_once_it_is_known() -> None:
    desktop = Desktop(window(CASES[0]))
    watch = watcher(desktop)
    found, _ = watch.find()
    assert desktop.regions == [None]
    watch.look()
    watch.look()
    box = found.reading.grid.bbox
    assert len(desktop.regions) > 3
    for region in desktop.regions[1:]:
        assert region is not None
        assert region.w <= box.w + 2.5 * found.reading.grid.cell_size[0]
        assert region.h <= box.h + 2.5 * found.reading.grid.cell_size[1]


@pytest.mark.parametrize(("moved", "kept"), [(False, True), (True, False)])
def test_a_line_found_a_pixel_beside_itself_is_the_same_line(
    monkeypatch: pytest.MonkeyPatch, *, moved: bool, kept: bool
) -> None:
    """Cells are known by their very pixels: a grid that jumps would make all of them unknown."""
    watch = watcher(Desktop(window(CASES[1])))
    first, _ = watch.find()
    found = watching.vision.read

    def beside(frame: Frame, **how: bool) -> list[Reading]:
        return [replace(r, grid=r.grid.moved(1, -1)) for r in found(frame, **how)]

    monkeypatch.setattr(watching.vision, "read", beside)
    watch.forget(moved=moved)
    again = watch.look()
    assert (again.sample_points == first.sample_points) is kept
    assert again.reading.board == first.reading.board


def test_a_board_under_a_dialog_is_not_searched_for() -> None:
    desktop = Desktop(window(CASES[1]))

    def put_away() -> None:
        desktop.dialog = False

    settings = PlaySettings(patience=1.0)
    watch = Watcher(desktop, JumpingClock(), StopAfter(), settings, on_trouble=put_away)
    first, _ = watch.find()
    desktop.dialog = True
    searched = desktop.regions.count(None)
    assert watch.look().reading.board == first.reading.board
    assert desktop.regions.count(None) == searched


def test_a_dialog_is_put_away_while_a_click_is_unanswered() -> None:
    desktop = Desktop(window(CASES[1]))
    settings, helped = PlaySettings(), []
    watch = Watcher(
        desktop, JumpingClock(), StopAfter(), settings, on_trouble=lambda: helped.append(1)
    )
    watch.find()
    watch.answer(lambda _: len(helped) > 1, 60.0, lambda: None, (0, 0))
    assert len(helped) == 2


def test_only_the_clicked_cell_is_watched_until_it_changes() -> None:
    """Looking at a whole board takes long, and slows the client down that has to draw it."""
    desktop = Desktop(window(CASES[1]))
    watch = watcher(desktop)
    look, _ = watch.find()
    cell = next(iter(look.reading.board.find({0})))
    place = look.frame.mapping.rect_to_screen(look.reading.grid.cell_rect(cell))

    def draw_late() -> None:
        if len(desktop.regions) == 5:
            x, y = place.x - 200, place.y - 150
            desktop.shown[y : y + place.h, x : x + place.w] = 0

    desktop.regions.clear()
    desktop.on_grab = draw_late
    watch.answer(lambda _: True, 1.0, lambda: None, cell)
    assert desktop.regions[:5] == [place] * 5
    assert place not in desktop.regions[5:]


def test_a_cell_that_never_changes_is_not_watched_for_ever() -> None:
    desktop = Desktop(window(CASES[1]))
    watch = watcher(desktop)
    look, _ = watch.find()
    assert (
        watch.answer(lambda _: True, 1.0, lambda: None, (0, 0)).reading.board == look.reading.board
    )


def xbomb() -> tuple[Desktop, JumpingClock, Watcher, Pixels]:
    """Return a new board that is being watched, and what the same board shows later."""
    desktop, clock = Desktop(window("xbomb/xbomb-b-fresh")), JumpingClock()
    watch = Watcher(desktop, clock, StopAfter(), PlaySettings())
    watch.find()
    return desktop, clock, watch, window("xbomb/xbomb-b-mid")


def test_a_picture_not_known_by_sight_is_read_while_it_rests() -> None:
    """The pointer leaves as soon as the clicks are seen to show; nothing is waited for twice."""
    desktop, clock, watch, later = xbomb()
    opened = next(watcher(Desktop(later)).find()[0].reading.board.find({0}))
    desktop.shown = later
    begun, left = clock.now(), []
    look = watch.answer(
        lambda look: look.reading.board[opened] == 0,
        1.0,
        lambda: left.append(clock.now()),
        opened,
    )
    assert not look.reading.uncertain
    assert not look.from_cache
    assert [moment - begun < PlaySettings().poll for moment in left] == [True]
    assert clock.now() - begun < 4 * PlaySettings().poll


def test_what_is_drawn_after_it_was_read_is_read_too() -> None:
    """Half of the board is drawn later: the look that is returned shows all of it."""
    desktop, _, watch, later = xbomb()
    unfinished = later.copy()
    unfinished[: len(later) // 2] = desktop.shown[: len(later) // 2]
    desktop.shown = unfinished

    def finish() -> None:
        desktop.shown = later

    whole = watcher(Desktop(later)).find()[0]
    opened = max(whole.reading.board.find({0}))
    look = watch.answer(lambda _: True, 1.0, finish, opened)
    assert look.reading.board.cells == whole.reading.board.cells
    assert np.array_equal(look.frame.pixels, whole.frame.pixels)


def test_only_what_is_new_since_the_clicks_is_looked_at_once_more() -> None:
    """Cells seen before the clicks need not be seen again to be believed."""
    desktop = Desktop(window(CASES[1]))
    look, _ = watcher(desktop).find()
    cell = next(iter(look.reading.board.find({1})))
    changed = replace(look.reading, board=look.reading.board.with_cells({cell: 2}))
    now = replace(look, reading=changed)
    assert now.changed_rect(look) == look.reading.grid.cell_rect(cell)
    assert look.changed_rect(look) == look.changed_rect(None) == look.frame.rect


class Dense(Desktop):
    """A screen with four pixels a point."""

    def grab(self, region: Rect | None = None) -> Frame:
        """Return the pixels of a region in points."""
        pixels = super().grab().pixels
        frame = Frame(pixels, 0.0, ScreenMap(0, 0, 2.0, 2.0))
        self.regions[-1] = region
        if region is None:
            return frame
        return frame.crop(Rect(2 * region.x, 2 * region.y, 2 * region.w, 2 * region.h))


@pytest.mark.parametrize("kind", [Desktop, Dense])
def test_a_picture_that_stays_is_confirmed_on_any_screen(kind: type[Desktop]) -> None:
    """Also where the new cells do not begin at whole points."""
    desktop = kind(window(CASES[1]), place=(201, 151))
    watch = watcher(desktop)
    watch.find()
    look = watch.answer(lambda _: True, 1.0, lambda: None, (0, 0))
    cell = next(iter(look.reading.board.find({1})))
    changed = replace(look.reading, board=look.reading.board.with_cells({cell: 2}))
    seen = replace(look, reading=changed, provisional=True)
    assert watch.confirm(seen) == replace(seen, provisional=False)


def test_a_dialog_is_put_away_before_what_it_covers_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Reading a board under a dialog takes seconds, and what comes of it is of no use."""
    desktop = Desktop(window(CASES[0]))
    keys: list[bool] = []

    def put_away() -> bool:
        """Press the key; the dialog goes at the third time."""
        keys.append(desktop.dialog)
        shown = desktop.dialog
        desktop.dialog = shown and len(keys) < 3
        return shown

    watch = Watcher(
        desktop, JumpingClock(), StopAfter(), PlaySettings(patience=3.0), on_trouble=put_away
    )
    before = watch.look()
    covered: list[bool] = []
    read = BoardReader.update

    def reading(self: BoardReader, frame: Frame) -> Reading | None:
        covered.append(bool((frame.pixels[40:60, 40:60] == 230).all()))
        return read(self, frame)

    monkeypatch.setattr(BoardReader, "update", reading)
    keys.clear()
    desktop.dialog = True
    after = watch.look()
    assert after.reading.board == before.reading.board
    assert keys[:3] == [True, True, True]
    assert not any(covered)
