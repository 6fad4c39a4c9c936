"""The guard: no click reaches a window that is not the game's."""

from __future__ import annotations

from dataclasses import replace

import pytest

from autosweep.client.client_settings import ClientSettings
from autosweep.client.inprocess import InProcessScreen
from autosweep.desktop.open import find_window
from autosweep.errors import EnvironmentFault, ThemeError
from autosweep.geometry import Rect, ScreenPoint
from autosweep.interfaces import Click, PressKey, Window
from autosweep.play.browser_windows import is_browser
from autosweep.play.click_plan import new_game_action
from autosweep.play.client_profile import NOBODY, decided_for
from autosweep.play.events import Controlled, Decided, Event
from autosweep.play.player import Player
from autosweep.play.window_guard import WindowGuard, may_name_minesweeper
from autosweep.settings import PlaySettings
from autosweep.testing import JumpingClock, MemoryPointer, StopAfter, WindowList

GAME = Window(1, "Mines", "Gnome-mines", Rect(100, 100, 400, 300))
NOTE = Window(2, "Notes", "Editor", Rect(300, 200, 400, 300))


def adopted(*shown: Window) -> tuple[WindowGuard, WindowList]:
    windows = WindowList([GAME])
    guard = WindowGuard(windows)
    guard.adopt([ScreenPoint(200, 200)])
    windows.shown = list(shown)
    return guard, windows


def test_the_games_own_window_may_be_clicked() -> None:
    guard, _ = adopted(GAME, NOTE)
    assert guard.objection([ScreenPoint(150, 150), ScreenPoint(450, 350)]) is None
    assert guard.rect == GAME.rect


def test_a_window_over_one_click_is_an_objection() -> None:
    guard, _ = adopted(NOTE, GAME)
    assert guard.objection([ScreenPoint(150, 150)]) is None
    assert "'Notes' lies over" in (guard.objection([ScreenPoint(350, 250)]) or "")


def test_a_closed_or_moved_window_is_noticed() -> None:
    guard, windows = adopted()
    assert "closed or minimised" in (guard.objection([ScreenPoint(150, 150)]) or "")
    windows.shown = [replace(GAME, rect=Rect(0, 0, 400, 300))]
    assert guard.moved()
    assert "background" in (guard.objection([ScreenPoint(450, 350)]) or "")
    assert "has moved" in (guard.objection([ScreenPoint(150, 150)]) or "")
    windows.shown = [GAME]
    assert not guard.moved()


def test_known_dialogs_above_the_game_have_their_key() -> None:
    dialog = Window(3, "Reset? - KMines", "kmines", Rect(200, 200, 100, 80))
    guard, windows = adopted(dialog, GAME)
    assert guard.dialog({"reset?": "escape"}) == (dialog, "escape")
    assert guard.dialog({"scores": "enter"}) is None
    # A compositor may raise the game over its own dialog when it gets the keyboard.
    windows.shown = [GAME, dialog]
    assert guard.dialog({"reset?": "escape"}) == (dialog, "escape")


def test_a_window_below_the_game_that_was_there_before_is_no_dialog() -> None:
    scores = Window(3, "Reset? - KMines", "kmines", Rect(200, 200, 100, 80))
    windows = WindowList([GAME, scores])
    guard = WindowGuard(windows)
    guard.adopt([ScreenPoint(150, 150)])
    assert guard.own_dialogs() == []
    assert guard.dialog({"reset?": "escape"}) is None
    windows.shown = [scores, GAME]
    assert guard.own_dialogs() == [scores]


def test_a_window_that_the_program_opens_beside_the_game_is_a_dialog() -> None:
    """One that was there before is not, nor is one of another program."""
    guard, windows = adopted(GAME, NOTE)
    windows.strangers = {NOTE.handle}
    beside = Window(7, "Replay?", GAME.kind, Rect(900, 700, 60, 40))
    windows.shown = [beside, GAME, NOTE]
    assert guard.own_dialogs() == [beside]
    windows.strangers = {NOTE.handle, 7}
    assert guard.own_dialogs() == []
    windows = WindowList([beside, GAME])
    guard = WindowGuard(windows)
    guard.adopt([ScreenPoint(150, 150)])
    assert guard.own_dialogs() == []
    # It may keep the clicks from the board, and a click may have raised the board above it.
    assert guard.own_dialogs(anywhere=True) == [beside]
    windows.shown = [GAME, beside]
    assert guard.own_dialogs(anywhere=True) == [beside]
    windows.strangers = {7}
    assert guard.own_dialogs(anywhere=True) == []


def test_a_window_that_grew_is_free_if_it_is_on_the_screen() -> None:
    """Some grow when the mines of a lost game are shown."""
    windows = WindowList([GAME])
    guard = WindowGuard(windows, Rect(0, 0, 1000, 800))
    places = [ScreenPoint(150, 150), ScreenPoint(450, 350)]
    guard.adopt(places)
    assert guard.is_free(places)
    windows.shown = [replace(GAME, rect=Rect(90, 90, 500, 400))]
    assert guard.is_free(places)
    windows.shown = [NOTE, replace(GAME, rect=Rect(90, 90, 510, 410))]
    assert not guard.is_free(places)
    windows.shown = [replace(GAME, rect=Rect(700, 100, 400, 300))]
    assert not guard.is_free(places)


def test_a_new_window_of_the_program_succeeds_the_closed_one() -> None:
    """Some programs open another window for each game."""
    guard, windows = adopted(GAME, NOTE)
    known = guard.windows_now()
    new, other = replace(GAME, handle=7), replace(GAME, handle=8)
    windows.shown = [GAME, new, NOTE]
    assert guard.successors(known) == []
    windows.shown, windows.strangers = [new, other, NOTE, replace(NOTE, handle=9)], {8}
    assert guard.successors(known) == [new]
    assert guard.successors(frozenset({7})) == []
    guard.succeed(new)
    assert guard.window == new
    assert guard.objection([ScreenPoint(150, 150)]) is None


def test_no_page_of_a_browser_succeeds_another() -> None:
    page = Window(5, "Mines", "Chromium", GAME.rect)
    windows = WindowList([page])
    guard = WindowGuard(windows)
    guard.adopt([ScreenPoint(200, 200)])
    windows.shown = [replace(page, handle=6)]
    assert guard.successors(frozenset({5})) == []


def test_windows_of_other_programs_and_pages_are_no_dialogs_of_the_game() -> None:
    """An editor with a file of that name must not get the key."""
    other = Window(4, "Reset?.txt - Editor", "editor", Rect(0, 0, 700, 600))
    dialog = Window(3, "Reset? - KMines", "kmines", Rect(200, 200, 100, 80))
    guard, windows = adopted(GAME)
    windows.strangers = {4}
    windows.shown = [other, GAME]
    assert guard.dialog({"reset?": "escape"}) is None
    windows.shown = [other, dialog, GAME]
    assert guard.dialog({"reset?": "escape"}) == (dialog, "escape")
    page = Window(5, "Mines", "Chromium", GAME.rect)
    windows = WindowList([page])
    guard = WindowGuard(windows)
    guard.adopt([ScreenPoint(200, 200)])
    windows.shown = [dialog, page]
    assert guard.dialog({"reset?": "escape"}) is None


@pytest.mark.parametrize("obeys", [True, False])
def test_the_key_for_a_new_game_is_sent_to_a_window_with_the_keyboard_only(
    obeys: bool,  # noqa: FBT001
) -> None:
    """Focus is asked for first; where the system does not give it, no key is sent."""
    clock = JumpingClock()
    game = ClientSettings(rows=5, cols=5, mines=2, cell_px=24)
    screen = InProcessScreen(settings=game, clock=clock)
    window = Window(1, "game", "Game", Rect(0, 0, 1280, 800))
    windows = WindowList([window], obeys=obeys)
    events: list[Event] = []
    settings = PlaySettings(games=2, patience=0.2, answer_time=0.3, countdown=0)
    player = Player(
        screen, screen, clock, StopAfter(), settings, windows=windows, observe=events.append
    )
    summary = player.run()
    keys = [event for event in events if isinstance(event, Controlled)]
    assert set(windows.asked_for) == {1}
    assert len(keys) == obeys
    assert summary.games == 1 + obeys
    assert ("does not get the keyboard" in summary.why) is not obeys


def test_a_dialog_over_the_middle_of_the_board_is_not_taken_for_the_game() -> None:
    dialog = Window(3, "Well done", "Gnome-mines", Rect(250, 150, 100, 100))
    corners = [ScreenPoint(x, y) for x in (110, 490) for y in (110, 390)]
    guard = WindowGuard(WindowList([dialog, GAME]))
    guard.adopt([ScreenPoint(300, 200), *corners])
    assert guard.window == GAME
    resized = replace(GAME, rect=Rect(100, 100, 500, 400))
    guard, windows = adopted(dialog, resized)
    assert guard.moved()
    guard.adopt([ScreenPoint(300, 200)])
    assert guard.window == resized
    assert not guard.moved()
    windows.shown = [dialog]
    guard.adopt([ScreenPoint(300, 200)])
    assert guard.window == dialog


def test_without_a_desk_there_is_no_objection() -> None:
    guard = WindowGuard(None)
    guard.adopt([ScreenPoint(1, 1)])
    assert guard.objection([ScreenPoint(1, 1)]) is None
    assert not guard.moved()


def test_a_window_that_comes_over_the_board_stops_the_game_without_a_click() -> None:
    """The picture still shows the board, but the clicks would reach another window."""
    clock = JumpingClock()
    screen = InProcessScreen(settings=ClientSettings(cell_px=24), clock=clock)
    below = Window(1, "game", "Game", Rect(0, 0, 1280, 800))
    over = Window(2, "ghost", "Ghost", Rect(0, 0, 1280, 800))

    class Ghostly(WindowList):
        asked = 0

        def top_at(self, point: ScreenPoint) -> Window | None:
            del point
            self.asked += 1
            return below if self.asked <= 5 else over

    settings = PlaySettings(patience=0.2, countdown=0)
    windows = Ghostly([below, over])
    player = Player(screen, screen, clock, StopAfter(), settings, windows=windows)
    summary = player.run()
    assert screen.clicks == 0
    assert summary.stopped == 1
    assert "'ghost' lies over the board" in summary.why


@pytest.mark.parametrize(
    ("wanted", "handle"), [("mines", 1), ("gnome", 1), ("NOTES", 2), ("Editor", 2)]
)
def test_windows_are_found_by_title_or_class(wanted: str, handle: int) -> None:
    assert find_window(WindowList([GAME, NOTE]), wanted).handle == handle


def test_no_window_or_several_are_explained() -> None:
    twin = replace(GAME, handle=9, kind="Sgt-mines")
    windows = WindowList([GAME, twin])
    with pytest.raises(EnvironmentFault, match="no window 'chess'") as none:
        find_window(windows, "chess")
    assert "Gnome-mines" in none.value.remedy
    with pytest.raises(EnvironmentFault, match="2 windows"):
        find_window(windows, "Mines")
    assert find_window(windows, "sgt-mines").handle == 9


def test_a_new_game_is_a_key_or_a_place_in_the_window() -> None:
    assert new_game_action("ctrl+n", None) == PressKey("ctrl+n")
    assert new_game_action("click 0.5 43", GAME.rect) == Click(ScreenPoint(300, 143))
    for control, window in (
        ("click", GAME.rect),
        ("click a b", GAME.rect),
        ("click 0.5 43", None),
        ("click 2 43", GAME.rect),
        ("click nan 43", GAME.rect),
        ("click 0.5 inf", GAME.rect),
        ("click nan 43", None),
    ):
        with pytest.raises(ThemeError):
            new_game_action(control, window)


def test_a_browser_is_known_by_its_whole_name() -> None:
    for kind, title in (
        ("Chromium", ""),
        ("Google-chrome", ""),
        ("firefox-esr", ""),
        ("", "x - Google Chrome"),
    ):
        assert is_browser(Window(1, title, kind, GAME.rect)), (kind, title)
    for kind, title in (
        ("Hedgewars", ""),
        ("edge-detector", ""),
        ("Opera-singer", ""),
        ("", "Chrome dinosaurs"),
    ):
        assert not is_browser(Window(1, title, kind, GAME.rect)), (kind, title)


def test_a_theme_alone_tells_nothing_of_the_rules() -> None:
    """A page that looks like a client need not spare the first click, as that client does."""
    page = Window(3, "Minesweeper", "Chromium", GAME.rect)
    assert decided_for("classic", page) == NOBODY
    assert decided_for("gnome-mines-classic", page) == NOBODY
    assert decided_for("gnome-mines-classic", GAME) == ""
    assert decided_for("gnome-mines-classic", None) == ""
    assert decided_for("generic", GAME).startswith("gnome-mines")
    assert decided_for("generic", page) == ""
    own = Window(4, "autosweep", "autosweep", GAME.rect)
    assert decided_for("classic", own) == ""
    clock = JumpingClock()
    screen = InProcessScreen(ClientSettings(rows=9, cols=9, mines=10, seed=4), clock=clock)
    for title, risk in (("autosweep", 0.0), ("Minesweeper", 10 / 81)):
        events: list[Event] = []
        windows = WindowList([Window(1, title, "", screen.window)])
        settings = PlaySettings(countdown=0)
        Player(
            screen,
            MemoryPointer(),
            clock,
            StopAfter(),
            settings,
            observe=events.append,
            windows=windows,
            dry_run=True,
        ).run()
        first = next(event.decision for event in events if isinstance(event, Decided)).moves[0]
        assert not first.certain
        assert first.probability == pytest.approx(risk)


@pytest.mark.parametrize(
    ("title", "named"),
    [
        ("Minesweeper", True),
        ("My mine-sweeper v2", True),
        ("Mine field", True),
        ("Mines", True),
        ("Buscaminas - Chromium", True),
        ("D\u00e9mineur", True),
        ("\u0421\u0430\u043f\u0451\u0440", True),
        ("\u626b\u96f7", True),
        ("Minecraft", False),
        ("Determines", False),
        ("Battleship", False),
        ("", False),
    ],
)
def test_a_title_names_the_game(title: str, named: bool) -> None:  # noqa: FBT001
    windows = WindowList([NOTE, replace(GAME, title=title)])
    guard = WindowGuard(windows)
    assert guard.names_game(Rect(110, 110, 80, 80)) is named
    assert not guard.names_game(Rect(320, 220, 100, 100))
    assert not WindowGuard(None).names_game(Rect(110, 110, 80, 80))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("MindWeeper", True),
        ("Mines Weeper", True),
        ("D\u00e9mineur JavaScript", True),
        ("Campo Minado", True),
        ("Aknakeres\u0151", True),
        ("Hled\u00e1n\u00ed min", True),
        ("Timekeeper", False),
        ("Minecraft", False),
        ("Quiz of the day", False),
    ],
)
def test_a_page_may_vary_the_name_of_the_game(text: str, names: bool) -> None:  # noqa: FBT001
    assert may_name_minesweeper(text) is names


PANEL = Window(7, "panel", "Panel", Rect(0, 970, 1600, 30))


@pytest.mark.parametrize(
    ("titles", "found"),
    [
        (["Minesweeper", "panel"], "Minesweeper"),
        (["Buscaminas v1.2", "panel"], "Buscaminas v1.2"),
        (["Minesweeper", "Mines"], None),
        (["me@host: ~/minesweeper", "panel"], None),
        (["minesweeper.py - Editor", "panel"], None),
        (["How to win every game of Minesweeper", "panel"], None),
        (["Choose a level"], "Choose a level"),
    ],
)
def test_the_window_of_a_start_page_is_named_after_the_game_or_the_only_one(
    titles: list[str], found: str | None
) -> None:
    shown = [Window(n, t, "Program", GAME.rect) for n, t in enumerate(titles, 1)]
    window = WindowGuard(WindowList(shown)).start_window()
    assert (window and window.title) == found


def test_a_browser_shows_no_start_page_of_a_program() -> None:
    page = Window(1, "Minesweeper", "firefox", GAME.rect)
    assert WindowGuard(WindowList([page])).start_window() is None


def test_the_topmost_window_of_the_program_is_followed() -> None:
    windows = WindowList([replace(GAME, title="Choose a level"), PANEL])
    guard = WindowGuard(windows)
    assert guard.start_window() is None
    windows.shown = windows.shown[:1]
    start = guard.start_window()
    assert start is not None
    opened = Window(4, "Game", GAME.kind, GAME.rect)
    windows.shown = [opened, PANEL]
    assert guard.follow_program(start) == opened
    assert guard.window == opened
    guard.forget()
    assert guard.window is None
