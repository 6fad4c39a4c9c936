"""The windows of Windows: their order, what is left out, whose they are, the keyboard."""

from __future__ import annotations

from support.windows_desktop import SHELL, Shown, WindowsDesktop

from autosweep.desktop.win32.windows import Win32Windows
from autosweep.geometry import Rect, ScreenPoint
from autosweep.interfaces import Window

GAME = Shown(71, "Minesweeper", "Game", Rect(-1200, 40, 400, 300), process=5)
DIALOG = Shown(74, "You won", "#32770", Rect(-1100, 90, 200, 100), process=5)
NOTE = Shown(72, "Notes", "Notepad", Rect(0, 0, 500, 500), process=6)
GHOST = Shown(73, "Ghost", "Ghost", Rect(-1200, 40, 400, 300), hidden=True)
TWO = [Rect(-1920, 0, 1920, 1080), Rect(0, 0, 1920, 1080)]


def _windows(*shown: Shown) -> Win32Windows:
    return Win32Windows(WindowsDesktop(list(shown), TWO))  # type: ignore[arg-type]


def test_visible_windows_come_topmost_first_without_ghosts_and_the_desktop() -> None:
    windows = _windows(GHOST, DIALOG, GAME, NOTE)
    assert [w.handle for w in windows.visible()] == [74, 71, 72]
    assert windows.visible()[1] == Window(71, "Minesweeper", "Game", Rect(-1200, 40, 400, 300))
    assert windows.place_of(73) is None
    assert windows.place_of(99) is None
    assert windows.place_of(72) == NOTE.rect


def test_points_are_told_by_what_a_click_would_reach() -> None:
    windows = _windows(GHOST, DIALOG, GAME, NOTE)
    points = [ScreenPoint(-1150, 50), ScreenPoint(-1050, 100), ScreenPoint(1500, 900)]
    assert windows.survey(71, points) == (GAME.rect, [71, 74, None])
    top = windows.top_at(points[1])
    assert top is not None
    assert top.title == "You won"
    assert windows.top_at(points[2]) is None


def test_the_window_behind_the_icons_is_background_and_others_of_its_class_are_not() -> None:
    wallpaper = Shown(80, "", "WorkerW", Rect(-1920, 0, 3840, 1080), process=7)
    assert _windows(wallpaper).visible() == []
    assert _windows(wallpaper).top_at(ScreenPoint(5, 5)) is None
    other = Shown(81, "Tool", "WorkerW", Rect(0, 0, 50, 50), process=8)
    assert [w.handle for w in _windows(other).visible()] == [81]
    assert SHELL not in [w.handle for w in _windows().visible()]


def test_a_window_belongs_to_the_game_by_its_process_or_its_owner() -> None:
    owned = Shown(75, "Scores", "Popup", Rect(0, 0, 9, 9), process=9, owner=74)
    chained = Shown(74, "You won", "#32770", Rect(0, 0, 9, 9), process=9, owner=71)
    windows = _windows(owned, chained, GAME, NOTE)
    assert windows.belongs(74, 71)
    assert windows.belongs(75, 71)
    assert not windows.belongs(72, 71)
    assert not windows.belongs(98, 99)
    assert _windows(DIALOG, GAME).belongs(74, 71)


def test_owners_in_a_circle_end() -> None:
    one = Shown(90, "", "A", Rect(0, 0, 9, 9), process=1, owner=91)
    other = Shown(91, "", "B", Rect(0, 0, 9, 9), process=2, owner=90)
    assert not _windows(one, other, GAME).belongs(90, 71)


def test_apps_of_the_store_are_told_apart_though_one_process_frames_them() -> None:
    frame, core = "ApplicationFrameWindow", "Windows.UI.Core.CoreWindow"
    place = Rect(0, 0, 100, 100)
    game = Shown(60, "Minesweeper", frame, place, process=3, parts=((core, 160, 41),))
    mail = Shown(61, "Mail", frame, place, process=3, parts=((core, 161, 42),))
    empty = Shown(62, "", frame, place, process=3)
    windows = _windows(game, mail, empty)
    assert not windows.belongs(61, 60)
    assert not windows.belongs(62, 60)
    assert windows.belongs(60, 60)


def test_the_keyboard_is_asked_for_and_where_refused_in_the_name_of_who_has_it() -> None:
    desktop = WindowsDesktop([GAME, NOTE], TWO, active=72)
    windows = Win32Windows(desktop)  # type: ignore[arg-type]
    assert windows.give_focus(71)
    assert desktop.active == 71
    desktop.active = desktop.locked_to = 72
    assert windows.give_focus(71)
    desktop.active = None
    assert windows.give_focus(71)


def test_monitors_left_of_the_first_are_known() -> None:
    windows = _windows()
    assert windows.monitors() == TWO
    assert windows.on_monitor(ScreenPoint(-1920, 0))
    assert not windows.on_monitor(ScreenPoint(-1921, 0))
