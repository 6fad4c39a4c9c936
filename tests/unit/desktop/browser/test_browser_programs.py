"""Which browsers a machine has, on each system."""

from __future__ import annotations

from pathlib import Path

import pytest

from autosweep.desktop.browser.browser_programs import (
    CHROMIUM,
    FIREFOX,
    choose_program,
    find_programs,
)
from autosweep.errors import EnvironmentFault


def program(path: Path) -> str:
    """Make a program; return its path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return str(path)


def test_chromium_comes_before_firefox(tmp_path: Path) -> None:
    firefox, chromium = (program(tmp_path / name) for name in ("firefox-esr", "chromium"))
    found = find_programs({"PATH": str(tmp_path)}, system="linux")
    assert [(p.path, p.engine) for p in found] == [(chromium, CHROMIUM), (firefox, FIREFOX)]


def test_a_machine_without_a_browser_has_none(tmp_path: Path) -> None:
    assert find_programs({"PATH": str(tmp_path)}, system="linux") == []
    assert choose_program("", {"PATH": str(tmp_path)}, system="linux") is None


def test_windows_and_macos_have_places_of_their_own(tmp_path: Path) -> None:
    edge = program(tmp_path / "programs/Microsoft/Edge/Application/msedge.exe")
    environ = {"PATH": "", "PROGRAMFILES(X86)": str(tmp_path / "programs")}
    assert [p.path for p in find_programs(environ, system="win32")] == [edge]
    firefox = program(tmp_path / "Applications/Firefox.app/Contents/MacOS/firefox")
    environ = {"PATH": "", "HOME": str(tmp_path)}
    assert firefox in [p.path for p in find_programs(environ, system="darwin")]


def test_a_browser_is_chosen_by_name_or_path(tmp_path: Path) -> None:
    program(tmp_path / "bin/chromium")
    firefox = program(tmp_path / "bin/firefox-esr")
    other = program(tmp_path / "my-chrome")
    environ = {"PATH": str(tmp_path / "bin")}
    for wanted, path in (("firefox", firefox), ("firefox-esr", firefox), (other, other)):
        chosen = choose_program(wanted, environ, system="linux")
        assert chosen is not None
        assert chosen.path == path
        assert chosen.engine == (FIREFOX if path == firefox else CHROMIUM)


def test_a_browser_that_is_not_there_is_named_with_those_that_are(tmp_path: Path) -> None:
    chromium = program(tmp_path / "chromium")
    with pytest.raises(EnvironmentFault, match="'netscape'") as caught:
        choose_program("netscape", {"PATH": str(tmp_path)}, system="linux")
    assert chromium in caught.value.remedy
