"""`overlay` without a display, without its extra, with wrong words; `hint --show`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import cv2
import pytest
from support.vision_scenes import draw, game_at

from autosweep.cli.main import main


def test_without_a_display_it_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["overlay"]) == 4
    assert "no display" in capsys.readouterr().err


def test_without_its_extra_it_names_the_command_that_installs_it() -> None:
    """In a process in which PySide6 cannot be found, as on a machine without it."""
    program = (
        "import sys; sys.modules['PySide6'] = None\n"
        "import contextlib, types; import autosweep.desktop.open as d\n"
        "display = types.SimpleNamespace(backend='x11')\n"
        "desktop = types.SimpleNamespace(display=display, windows=None)\n"
        "d.open_desktop = lambda **_: contextlib.nullcontext(desktop)\n"
        "from autosweep.cli.main import main; sys.exit(main(['overlay', '--json']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 4
    assert "pip install 'autosweep-minesweeper[overlay]'" in done.stderr
    assert json.loads(done.stdout)["exit_code"] == 4
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--show", "save"], "Did you mean 'safe'"),
        (["--opacity", "0"], "0.1"),
        (["--capture", "camera"], "camera"),
    ],
)
def test_wrong_words_are_named(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["overlay", *words]) == 2
    assert said in capsys.readouterr().err


def test_control_without_an_overlay_says_how_to_start_one(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    assert main(["overlay", "--control", "next"]) == 4
    assert "autosweep overlay" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) in ([], [tmp_path / "autosweep"])


def test_hint_shows_the_parts_that_are_asked_for(tmp_path: Path) -> None:
    """More parts are more ink; `off` is none."""
    picture = draw(game_at("middle", 9, 9, 12, seed=4).board, "classic", 24)[0]
    path = tmp_path / "game.png"
    cv2.imwrite(str(path), picture)
    changed = []
    for show in ("off", "best", "all"):
        out = tmp_path / f"{show}.png"
        assert main(["hint", str(path), "--out", str(out), "--show", show]) == 0
        drawn = cv2.imread(str(out))
        assert drawn is not None
        changed.append(int((drawn != picture).any(axis=2).sum()))
    assert changed[0] == 0 < changed[1] < changed[2]
    assert main(["hint", str(path), "--out", str(out), "--show", "nothing"]) == 2


def test_the_window_module_alone_imports_the_toolkit() -> None:
    """Everything else of the overlay, its command included, starts without Qt."""
    program = (
        "import sys, autosweep.cli.overlay\n"
        "import autosweep.overlay.overlay_session, autosweep.overlay.control_socket\n"
        "assert 'PySide6' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True, env={**os.environ})
