"""The system's Firefox, driven by WebDriver BiDi."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api")
from support.anyclient.cases import CASES
from support.page_play import play_page

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(FIREFOX is None, reason="no Firefox"),
]


def test_a_game_with_a_message_of_the_browser(tmp_path: Path) -> None:
    """Captures at a scale, clicks, a script dialog."""
    words = ("--browser-program", str(FIREFOX), "--scale", "2")
    played = play_page(replace(CASES["page: alert"], games=1), tmp_path, words)
    assert not played.faults
    assert not played.gaps
    assert played.verdicts == ["won"]
