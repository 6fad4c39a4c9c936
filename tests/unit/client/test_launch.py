import sys

import pytest

from autosweep.client.client_settings import ClientSettings
from autosweep.client.launch import require_fit, run
from autosweep.errors import ExitCode, MissingExtra, NoDisplay, SettingsError
from autosweep.testing import JumpingClock


def test_a_window_larger_than_the_screen_is_refused_with_a_size_that_fits() -> None:
    settings = {"rows": 16, "cols": 30, "mines": 99}
    with pytest.raises(SettingsError, match="1280 x 800") as caught:
        require_fit(ClientSettings(cell_px=64, **settings), (1280, 800))
    best = int("".join(filter(str.isdigit, caught.value.remedy)))
    require_fit(ClientSettings(cell_px=best, **settings), (1280, 800))
    with pytest.raises(SettingsError):
        require_fit(ClientSettings(cell_px=best + 1, **settings), (1280, 800))


def test_the_position_counts_too() -> None:
    require_fit(ClientSettings(), (800, 600))
    with pytest.raises(SettingsError, match="at 700,20"):
        require_fit(ClientSettings(position=(700, 20)), (800, 600))


def test_a_board_for_no_screen_at_all() -> None:
    with pytest.raises(SettingsError) as caught:
        require_fit(ClientSettings(rows=100, cols=100, cell_px=10), (800, 600))
    assert "fewer rows" in caught.value.remedy


def test_without_a_display_a_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", "")
    with pytest.raises(NoDisplay) as caught:
        run(ClientSettings(), JumpingClock())
    assert caught.value.exit_code == ExitCode.ENVIRONMENT
    assert "xvfb-run" in caught.value.remedy


def test_without_tk_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(sys.modules):
        if name.split(".")[0] in {"tkinter", "_tkinter"} or name == "autosweep.client.tkgame":
            monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "meta_path", [_NoTk(), *sys.meta_path])
    with pytest.raises(MissingExtra) as caught:
        run(ClientSettings(), JumpingClock())
    assert "python3-tk" in caught.value.remedy


class _NoTk:
    """An importer that knows only that there is no Tk."""

    def find_spec(self, name: str, _path: object = None, _target: object = None) -> None:
        if name == "tkinter":
            msg = "No module named 'tkinter'"
            raise ModuleNotFoundError(msg, name=name)
