"""Names of displays, and why one cannot be opened."""

from __future__ import annotations

import pytest

from autosweep.desktop.x11.connection import XConnection, _reason, split_name
from autosweep.errors import NoDisplay


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        (":0", (":0", 0)),
        (":0.1", (":0", 1)),
        ("host.example:10.2", ("host.example:10", 2)),
        ("", ("", 0)),
        (":0.x", (":0", 0)),
    ],
)
def test_the_screen_is_part_of_a_displays_name(name: str, parts: tuple[str, int]) -> None:
    assert split_name(name) == parts


def test_the_servers_reason_becomes_one_line() -> None:
    assert _reason(":0", "No protocol\n specified\0.") == "No protocol specified"
    assert _reason("host:0", "") == "it does not answer"


def test_without_a_server_the_reason_is_the_systems(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISPLAY", ":987.2")
    with pytest.raises(NoDisplay, match=r"^The display :987\.2 cannot be opened: \[Errno"):
        XConnection()
    assert capfd.readouterr().err == ""
