"""Windows of macOS by pygetwindow."""

from __future__ import annotations

from dataclasses import dataclass, field

from autosweep.desktop.open import find_window
from autosweep.desktop.pyautogui_desktop import PygetwindowWindows
from autosweep.geometry import Rect, ScreenPoint


@dataclass
class Mac:
    """pygetwindow on macOS: titles and places by functions of their own."""

    places: dict[str, tuple[float, float, float, float]] = field(default_factory=dict)
    active: str | None = ""

    def getAllTitles(self) -> list[str]:  # noqa: N802 - the library's name
        return [*self.places, " "]

    def getWindowGeometry(self, title: str) -> tuple[float, float, float, float] | None:  # noqa: N802
        return self.places.get(title)

    def getActiveWindow(self) -> str:  # noqa: N802 - the library's name
        if self.active is None:
            # What the library does where no window is active.
            msg = "Could not find an active window."
            raise Exception(msg)  # noqa: TRY002
        return self.active


def test_windows_of_macos() -> None:
    mac = Mac({"Safari Minesweeper": (10.0, 25.0, 800.5, 600.0)}, active="Safari Minesweeper")
    windows = PygetwindowWindows(mac)
    window = find_window(windows, "minesweeper")
    assert window.rect == Rect(10, 25, 800, 600)
    assert windows.survey(71, [ScreenPoint(100, 100)])[1] == [window.handle]
    assert windows.place_of(window.handle) == window.rect
    mac.active = "Terminal"
    assert windows.survey(71, [ScreenPoint(100, 100)])[1] == [None]
    mac.active = None
    assert windows.survey(71, [ScreenPoint(100, 100)])[1] == [None]
    assert not windows.belongs(window.handle, window.handle)
    mac.places.clear()
    assert windows.place_of(window.handle) is None
