"""Which way to a Wayland desktop is taken, and what is said where there is none."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from support.fake_compositor import FakeCompositor
from support.fake_portal import FakePortal

from autosweep.desktop.open import open_display
from autosweep.desktop.portal import portal_display
from autosweep.errors import MissingExtra, NoDisplay

NO_BUS = {"DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"}


def _session(monkeypatch: pytest.MonkeyPatch, variables: dict[str, str]) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "SWAYSOCK", "XDG_SESSION_TYPE"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {**NO_BUS, **variables}.items():
        monkeypatch.setenv(name, value)


def test_the_protocols_of_wlroots_come_before_the_portal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compositor = FakeCompositor(tmp_path / "run")
    portal = FakePortal(tmp_path / "bus")
    _session(monkeypatch, {**portal.environment, **compositor.environment})
    with open_display() as display:
        assert display.backend == "wlr"
    portal.close()
    compositor.close()


@pytest.mark.parametrize(
    "missing", ["zwlr_screencopy_manager_v1", "zwlr_virtual_pointer_manager_v1"]
)
def test_a_compositor_without_them_is_seen_through_the_portal(
    missing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The library of PipeWire need not be on this machine: no frame is captured here.
    monkeypatch.setattr(portal_display, "require_pipewire", lambda: None)
    compositor = FakeCompositor(tmp_path / "run", without=(missing,))
    portal = FakePortal(tmp_path / "bus")
    _session(monkeypatch, {**portal.environment, **compositor.environment})
    with open_display() as display:
        assert display.backend == "portal"
    portal.close()
    compositor.close()


def test_a_portal_without_the_library_for_its_frames_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    portal = FakePortal(tmp_path / "bus")
    _session(monkeypatch, {**portal.environment, "WAYLAND_DISPLAY": "wayland-9"})
    monkeypatch.setitem(sys.modules, "pipewire_capture", None)
    with pytest.raises(MissingExtra, match="pipewire-capture") as fault:
        open_display("portal")
    assert "wayland" in fault.value.remedy
    portal.close()


def test_without_either_it_is_said_what_the_portal_lacks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A person on GNOME can do something about the portal, nothing about the compositor."""
    compositor = FakeCompositor(tmp_path / "run", without=("zwlr_screencopy_manager_v1",))
    _session(monkeypatch, compositor.environment)
    with pytest.raises(NoDisplay, match="session bus cannot be reached"):
        open_display()
    compositor.close()


def test_a_session_that_cannot_be_reached_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As with a variable of another session, or after `sudo`."""
    _session(monkeypatch, {"WAYLAND_DISPLAY": "wayland-9", "XDG_RUNTIME_DIR": str(tmp_path)})
    for backend in ("auto", "wlr"):
        with pytest.raises(NoDisplay, match="wayland-9 cannot be reached") as fault:
            open_display(backend)
        assert "as its user" in fault.value.remedy
    _session(monkeypatch, {})
    with pytest.raises(NoDisplay, match="neither DISPLAY nor WAYLAND_DISPLAY is set"):
        open_display()


def test_a_socket_of_another_sway_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compositor = FakeCompositor(tmp_path / "run")
    _session(monkeypatch, {**compositor.environment, "SWAYSOCK": str(tmp_path / "old.sock")})
    with pytest.raises(NoDisplay, match="which SWAYSOCK names") as fault:
        open_display("wlr")
    assert "unset SWAYSOCK" in fault.value.remedy
    compositor.close()
