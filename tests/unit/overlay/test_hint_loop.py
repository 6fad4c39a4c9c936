"""The overlay's loop on a screen in memory: true hints, without reading its own drawing."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from support.overlay_screen import MemoryDesk, StretchedDesk

from autosweep.board import FLAG, HIDDEN, Board, FirstClick, Game, Phase
from autosweep.geometry import Cell, Grid, Rect
from autosweep.interfaces import Pixels
from autosweep.overlay import hint_loop
from autosweep.overlay.hint_events import Hidden, HintEvent, HintsShown
from autosweep.overlay.hint_loop import HintLoop
from autosweep.overlay.levels import LEVELS
from autosweep.overlay.view import WindowState
from autosweep.solver.analyze import analyze

MINES = 10


def running(
    desk: MemoryDesk, level: str = "all"
) -> tuple[HintLoop, list[HintEvent], Callable[[float], None]]:
    events: list[HintEvent] = []
    loop = HintLoop(desk, desk, desk.clock, parts=LEVELS[level], mines=MINES, observe=events.append)

    def run(seconds: float) -> None:
        until = desk.clock.now() + seconds
        while desk.clock.now() < until:
            desk.wait(max(0.005, min(0.05, loop.step())))

    return loop, events, run


def last_hints(events: list[HintEvent]) -> HintsShown:
    return [event for event in events if isinstance(event, HintsShown)][-1]


def check(desk: MemoryDesk, event: HintsShown) -> None:
    """Compare what was read and said with the game."""
    true = desk.game.board
    assert event.reading.board.cells == true.cells
    if desk.game.over:
        return
    known = analyze(Board(true.rows, true.cols, true.cells, MINES))
    assert event.hints.safe == known.safe
    assert event.hints.mines == {cell for cell in known.mines if true[cell] != FLAG}


@pytest.mark.parametrize(
    ("clean", "lag", "unpainted", "skin"),
    [
        (True, 0, 0, "classic"),
        (False, 0, 0, "classic"),
        (False, 3, 0, "dark"),
        (False, 1, 2, "light"),
        (False, 0, 3, "classic"),
    ],
)
def test_hints_of_a_whole_game_are_true_with_any_drawing_in_the_frame(
    clean: bool,  # noqa: FBT001
    lag: int,
    unpainted: int,
    skin: str,
) -> None:
    """Opened and flagged by the hints; old and new drawing appears on the screen with a delay."""
    game = Game(9, 9, MINES, seed=5, first_click=FirstClick.ZERO)
    game.open((4, 4))
    desk = MemoryDesk(game, clean=clean, lag=lag, unpainted=unpainted, skin=skin)
    play_by_hints(desk, game)


@pytest.mark.parametrize(
    ("scale", "fine", "lag", "corner"),
    [
        (1.5, 1, 0, (37, 23)),
        (1.25, 1, 2, (38, 25)),
        (1.5, 2, 1, (36, 24)),
        # 1366 pixels at what GNOME calls 150 %.
        (1366 / 912, 1, 0, (40, 31)),
    ],
)
def test_hints_are_true_where_the_window_system_stretches_them(
    scale: float, fine: int, lag: int, corner: tuple[int, int]
) -> None:
    """Seen on GNOME at 150 %: stretched marks were read as a part of the board."""
    game = Game(9, 9, MINES, seed=5, first_click=FirstClick.ZERO)
    game.open((4, 4))
    desk = StretchedDesk(game, scale=scale, fine=fine, lag=lag)
    desk.corner = corner
    play_by_hints(desk, game, moves=6)


def play_by_hints(desk: MemoryDesk, game: Game, moves: int = 60) -> None:
    """Do what the hints say; check what each of them was drawn from."""
    _, events, run = running(desk)
    run(1.0)
    for move in range(moves):
        event = last_hints(events)
        check(desk, event)
        if game.over:
            break
        assert event.advice is not None
        unflagged = sorted(event.hints.mines)
        if move % 3 == 2 and unflagged:
            desk.point_at(unflagged[0])
            run(0.2)
            game.mark(unflagged[0])
        else:
            cell = event.advice.guess or event.advice.best
            assert cell is not None
            desk.point_at(cell)
            run(0.2)
            game.open(cell)
        run(0.7)
    assert game.phase is (Phase.WON if moves >= 60 else Phase.PLAYING)
    # No reading in between was wrong either: each is a state that the game was in.
    for event in events:
        if isinstance(event, HintsShown):
            assert not event.reading.uncertain


def test_a_hidden_cell_under_a_hint_is_not_read_from_a_frame_with_drawing() -> None:
    """Its neighbours are read at once, the cell itself once its hint is off the screen."""
    game = Game(9, 9, MINES, seed=5, first_click=FirstClick.ZERO)
    game.open((4, 4))
    desk = MemoryDesk(game, clean=False, lag=4)
    _, events, run = running(desk)
    run(1.0)
    cell = last_hints(events).advice.best  # type: ignore[union-attr]
    assert cell is not None
    before = len(events)
    game.open(cell)
    run(2.0)
    boards = [e.reading.board for e in events[before:] if isinstance(e, HintsShown)]
    assert boards
    for board in boards:
        assert board[cell] in (HIDDEN, game.board[cell])
    assert boards[-1].cells == game.board.cells


def drawn_cells(desk: MemoryDesk) -> set[Cell]:
    assert desk.shown is not None
    _, mask, place = desk.shown
    grid = desk.grid
    whole = np.zeros((560, 700), bool)
    whole[place.y : place.bottom, place.x : place.right] = mask
    found = set()
    for r in range(9):
        for c in range(9):
            rect = grid.cell_rect((r, c))
            if whole[rect.y : rect.bottom, rect.x : rect.right].any():
                found.add((r, c))
    return found


def test_the_cell_under_the_mouse_has_no_hint_if_captures_contain_hints() -> None:
    """So that whatever a click does there can be seen; it is drawn again afterwards."""
    game = Game(9, 9, MINES, seed=5, first_click=FirstClick.ZERO)
    game.open((4, 4))
    desk = MemoryDesk(game, clean=False)
    loop, events, run = running(desk)
    run(1.0)
    cell = last_hints(events).advice.best  # type: ignore[union-attr]
    for notified in (False, True):
        assert cell in drawn_cells(desk)
        desk.point_at(cell)
        loop.step(notified=notified)
        assert cell not in drawn_cells(desk)
        desk.point_at(None)
        loop.step(notified=notified)
    assert cell in drawn_cells(desk)


@pytest.mark.parametrize(("lag", "unpainted"), [(0, 0), (0, 1), (2, 4)])
def test_hints_stay_on_a_screen_that_paints_them_late(lag: int, unpainted: int) -> None:
    """Captured before they are painted, they are no change of the board."""
    game = Game(9, 9, MINES, seed=5, first_click=FirstClick.ZERO)
    game.open((4, 4))
    desk = MemoryDesk(game, clean=False, lag=lag, unpainted=unpainted)
    _, events, run = running(desk)
    run(0.6)
    drawn, told = drawn_cells(desk), len(events)
    assert last_hints(events).hints.safe | last_hints(events).hints.mines <= drawn
    for _ in range(10):
        run(1.0)
        assert drawn_cells(desk) == drawn
    assert len(events) == told


def test_hints_return_where_nothing_changed_after_all() -> None:
    """As when a button is pressed on a cell and released elsewhere."""
    game = Game(9, 9, MINES, seed=5, first_click=FirstClick.ZERO)
    game.open((4, 4))
    desk = MemoryDesk(game, clean=False)
    _, events, run = running(desk)
    run(0.6)
    before = drawn_cells(desk)
    cell = min(last_hints(events).hints.safe)
    desk.point_at(cell)
    run(0.1)
    desk.point_at(None)
    real = desk._draw

    def pressed() -> tuple[Pixels, Grid]:
        image, grid = real()
        rect = grid.cell_rect(cell)
        image[rect.y : rect.y + 3, rect.x : rect.right] = 70
        return image, grid

    desk._draw = pressed  # type: ignore[method-assign]
    desk.wait(0.0)
    run(0.03)
    assert cell not in drawn_cells(desk)
    desk._draw = real  # type: ignore[method-assign]
    run(0.6)
    assert drawn_cells(desk) == before


@pytest.mark.parametrize("tint", [12, 40])
def test_a_lighter_cell_under_the_mouse_is_no_change_and_no_doubt(tint: int) -> None:
    """As clients draw it that react to the mouse; a flag set there is seen all the same."""
    game = Game(9, 9, MINES, seed=5, first_click=FirstClick.ZERO)
    game.open((4, 4))
    desk = MemoryDesk(game, clean=True)
    desk.tint = tint
    _, events, run = running(desk)
    run(0.6)
    told = len(events)
    hints = last_hints(events).hints
    for cell in [*sorted(hints.safe)[:3], *sorted(hints.mines)[:2]]:
        desk.point_at(cell)
        run(0.3)
    assert len(events) == told
    mine = min(hints.mines)
    desk.point_at(mine)
    run(0.3)
    game.mark(mine)
    run(0.4)
    assert last_hints(events).reading.board[mine] == FLAG
    assert not last_hints(events).reading.uncertain


@pytest.mark.parametrize("width", [253, 251, 245, 229, 226])
def test_nothing_at_the_edge_of_the_screen_is_certain(width: int) -> None:
    """The board ends at 253: the window beside it goes on, and so may the board."""
    game = Game(9, 9, MINES, seed=5, first_click=FirstClick.ZERO)
    game.open((4, 4))
    desk = MemoryDesk(game, clean=True, lag=0, skin="classic")
    desk.limits = Rect(0, 0, width, 500)
    _, events, run = running(desk)
    run(1.0)
    event = last_hints(events)
    last = event.reading.board.cols - 1
    assert event.reading.cut == (False, False, False, True)
    assert {cell for cell in event.reading.uncertain if cell[1] == last} == {
        (row, last) for row in range(9)
    }
    assert game.layout is not None
    mines = {game.board.cell(i) for i in game.layout.mines}
    assert event.hints.safe.isdisjoint(mines)
    assert event.hints.mines <= mines
    desk.limits = None
    desk.corner = (40, 23)
    run(1.0)
    assert last_hints(events).reading.cut == (False, False, False, False)


def test_hints_follow_the_window_and_hide_with_it() -> None:
    """Moved: elsewhere; minimised or covered: gone and back; closed: searched for again."""
    game = Game(9, 9, MINES, seed=5, first_click=FirstClick.ZERO)
    game.open((4, 4))
    desk = MemoryDesk(game, clean=True)
    _, events, run = running(desk)
    run(0.5)
    assert desk.shown is not None
    first = desk.shown[2]
    desk.corner = (97, 73)
    run(0.2)
    assert desk.shown is not None
    assert (desk.shown[2].x - first.x, desk.shown[2].y - first.y) == (60, 50)
    for how in (WindowState.MINIMISED, WindowState.COVERED):
        desk.how = how
        run(0.2)
        assert desk.shown is None
        assert events[-1] == Hidden(how.value)
        desk.how = WindowState.SHOWN
        run(0.3)
        assert desk.shown is not None
    desk.how = WindowState.GONE
    run(0.3)
    assert desk.shown is None
    assert Hidden("gone") in events
    desk.how = WindowState.SHOWN
    run(3.0)
    assert desk.shown is not None
    check(desk, last_hints(events))


def test_a_window_of_another_size_is_read_again() -> None:
    """Hidden while the size changes, found again in the same window with its cells elsewhere."""
    game = Game(9, 9, MINES, seed=5, first_click=FirstClick.ZERO)
    game.open((4, 4))
    desk = MemoryDesk(game, clean=True)
    _, events, run = running(desk)
    run(0.5)
    desk.px = 30
    desk.window = (440, 470)
    run(0.05)
    assert desk.shown is None
    assert Hidden("resized") in events
    run(0.5)
    assert desk.shown is not None
    assert desk.shown[2].w == 9 * 30
    check(desk, last_hints(events))


def test_levels_change_what_is_drawn() -> None:
    """From nothing to everything, while the game stays as it is."""
    game = Game(9, 9, MINES, seed=5, first_click=FirstClick.ZERO)
    game.open((4, 4))
    desk = MemoryDesk(game, clean=True)
    loop, events, run = running(desk, "off")
    run(0.5)
    assert drawn_cells(desk) == set()
    sizes = []
    for level in ("nudge", "reason", "certain", "all"):
        loop.show(LEVELS[level])
        sizes.append(len(drawn_cells(desk)))
        check_parts = last_hints(events).parts
        assert check_parts == LEVELS[level]
    assert 0 < sizes[0] < sizes[1] < sizes[2] <= sizes[3]


def test_nothing_is_drawn_on_a_game_that_is_over() -> None:
    game = Game(9, 9, MINES, seed=5, first_click=FirstClick.ZERO)
    game.open((4, 4))
    desk = MemoryDesk(game, clean=True)
    _, events, run = running(desk)
    run(0.5)
    assert drawn_cells(desk)
    assert game.layout is not None
    game.open(game.board.cell(min(game.layout.mines)))
    run(0.5)
    assert last_hints(events).why == "The game is lost."
    assert drawn_cells(desk) == set()


def test_a_screen_without_a_board_is_searched_only_when_it_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A search costs much: a clock that ticks is no reason for one, a new window is."""
    searches = []
    real = hint_loop.read
    monkeypatch.setattr(hint_loop, "read", lambda *a, **k: searches.append(1) or real(*a, **k))
    game = Game(9, 9, MINES, seed=5, first_click=FirstClick.ZERO)
    desk = MemoryDesk(game, clean=True)
    background = np.full((560, 700, 3), 96, np.uint8)
    grid = desk.grid
    desk._draw = lambda: (background.copy(), grid)  # type: ignore[method-assign]
    _, events, run = running(desk)
    for tick in range(10):
        background[:20, :40] = 10 * tick
        run(1.0)
    assert events == [Hidden("no board")]
    assert len(searches) == 1
    del desk._draw
    run(3.0)
    assert desk.shown is not None
