"""Windows of Windows and macOS by pygetwindow's two faces."""

from __future__ import annotations

from dataclasses import dataclass, field

from autosweep.desktop.open import find_window
from autosweep.desktop.pyautogui_desktop import PygetwindowWindows
from autosweep.geometry import Rect, ScreenPoint
from autosweep.interfaces import Window


@dataclass
class Win32Window:
    """A window as pygetwindow describes it on Windows."""

    _hWnd: int  # noqa: N815 - the library's name
    title: str
    left: int
    top: int
    width: int
    height: int
    visible: bool = True


@dataclass
class Win32:
    """pygetwindow on Windows."""

    windows: list[Win32Window]
    active: Win32Window | None = None

    def getAllWindows(self) -> list[Win32Window]:  # noqa: N802 - the library's name
        return self.windows

    def getActiveWindow(self) -> Win32Window | None:  # noqa: N802 - the library's name
        return self.active


@dataclass
class Mac:
    """pygetwindow on macOS: titles and places by functions of their own."""

    places: dict[str, tuple[float, float, float, float]] = field(default_factory=dict)
    active: str = ""

    def getAllTitles(self) -> list[str]:  # noqa: N802 - the library's name
        return [*self.places, " "]

    def getWindowGeometry(self, title: str) -> tuple[float, float, float, float] | None:  # noqa: N802
        return self.places.get(title)

    def getActiveWindow(self) -> str:  # noqa: N802 - the library's name
        return self.active


GAME = Win32Window(71, "Minesweeper", -1200, 40, 400, 300)
NOTE = Win32Window(72, "Notes", 0, 0, 500, 500)


def test_windows_of_windows() -> None:
    hidden = Win32Window(73, "Ghost", 0, 0, 1, 1, visible=False)
    windows = PygetwindowWindows(Win32([GAME, NOTE, hidden], active=GAME))
    assert find_window(windows, "mines") == Window(71, "Minesweeper", "", Rect(-1200, 40, 400, 300))
    assert windows.survey(71, [ScreenPoint(-1000, 100), ScreenPoint(100, 100)])[1] == [71, None]
    assert windows.place_of(72) == Rect(0, 0, 500, 500)
    assert windows.place_of(73) is None
    assert windows.give_focus(71)
    assert not windows.give_focus(72)


def test_a_window_belongs_to_the_game_where_the_process_is_the_same() -> None:
    """Where no process is known, as on macOS, nothing belongs to anything."""
    processes = {71: 5, 74: 5, 72: 6}
    windows = PygetwindowWindows(Win32([GAME, NOTE]), processes.get)
    assert windows.belongs(74, 71)
    assert not windows.belongs(72, 71)
    assert not windows.belongs(75, 76)
    assert not PygetwindowWindows(Mac()).belongs(71, 71)


def test_windows_of_macos() -> None:
    mac = Mac({"Safari Minesweeper": (10.0, 25.0, 800.5, 600.0)}, active="Safari Minesweeper")
    windows = PygetwindowWindows(mac)
    window = find_window(windows, "minesweeper")
    assert window.rect == Rect(10, 25, 800, 600)
    assert windows.survey(71, [ScreenPoint(100, 100)])[1] == [window.handle]
    assert windows.place_of(window.handle) == window.rect
    mac.active = "Terminal"
    assert windows.survey(71, [ScreenPoint(100, 100)])[1] == [None]
    mac.places.clear()
    assert windows.place_of(window.handle) is None
