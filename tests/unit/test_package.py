"""The public face of the library."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import autosweep


def test_all_is_sorted_and_complete() -> None:
    assert list(autosweep.__all__) == sorted(autosweep.__all__)
    for name in autosweep.__all__:
        assert getattr(autosweep, name) is not None


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError):
        _ = autosweep.nothing


def test_the_readme_of_the_design_works() -> None:
    board = autosweep.Board.parse("3 3 2\n1 ? ?\n? ? ?\n? ? 1\n")
    analysis = autosweep.analyze(board)
    assert analysis.probability[0, 2] == pytest.approx(1 / 6)
    assert analysis.best is not None


def test_only_play_demo_and_doctor_can_reach_the_mouse() -> None:
    """What docs/safety.md promises: no other module makes the pointer that clicks."""
    root = Path(autosweep.__file__).parent
    users = {
        path.relative_to(root).as_posix()
        for path in root.rglob("*.py")
        if re.search(r"\b(open_pointer|XPointer|RemotePointer)\(", path.read_text("utf-8"))
    }
    makers = {"screen/clicker.py", "screen/pointer.py", "screen/remote.py"}
    assert users == {*makers, "cli/demo.py", "cli/doctor.py", "cli/play.py"}
    importers = {
        path.relative_to(root).as_posix()
        for path in root.rglob("*.py")
        if re.search(r"^\s*import pyautogui", path.read_text("utf-8"), re.MULTILINE)
    }
    assert importers == {"screen/pointer.py"}
