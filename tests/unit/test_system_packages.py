"""`.ci/system-packages`: says what it installs before it does, and leaves machines alone."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
SCRIPT = ROOT / ".ci" / "system-packages"
TOOLS = ("cat", "env", "mktemp", "rm", "sh", "tail", "uname")
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="installs Debian packages")


class Machine:
    """A PATH on which nothing is installed but what the script itself needs."""

    def __init__(self, folder: Path) -> None:
        self.bin = folder / "bin"
        self.bin.mkdir()
        self.calls = folder / "calls"
        self.told = folder / "told"
        """What the script had said when apt-get was started."""
        self._out = folder / "out"
        for name in TOOLS:
            found = shutil.which(name)
            assert found is not None
            (self.bin / name).symlink_to(found)
        # not the system's own, so that Tk is not asked of apt-get
        self.program("python3", "exit 1")

    def program(self, name: str, body: str) -> None:
        path = self.bin / name
        path.write_text(f"#!/bin/sh\n{body}\n", "utf-8")
        path.chmod(0o755)

    def user(self, number: int) -> None:
        self.program("id", f"echo {number}")

    def apt_get(self, end: str = "exit 0") -> None:
        body = f'cat "{self._out}" > "{self.told}"; echo "apt-get $*" >> "{self.calls}"; {end}'
        self.program("apt-get", body)

    def run(self, purpose: str, **variables: str) -> str:
        environment = {"PATH": str(self.bin), "TMPDIR": str(self.bin.parent), **variables}
        with self._out.open("wb") as out:
            words = [str(self.bin / "sh"), str(SCRIPT), purpose]
            # from a folder without .venv, as a fresh checkout is
            here = self.bin.parent
            subprocess.run(words, cwd=here, env=environment, stdout=out, stderr=out, check=True)
        return self._out.read_text("utf-8")

    def installed(self) -> str:
        if not self.calls.exists():
            return ""
        return next(line for line in self.calls.read_text().splitlines() if " install " in line)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.mark.parametrize("purpose", ["demo", "test"])
def test_root_installs_and_says_so_before(machine: Machine, purpose: str) -> None:
    machine.user(0)
    machine.apt_get()
    machine.run(purpose)
    assert machine.installed().split()[-1 if purpose == "demo" else 0] in ("xvfb", "apt-get")
    assert " xvfb" in machine.installed()
    assert ("openbox" in machine.installed()) == (purpose == "test")
    assert "About to install with apt-get: xvfb" in machine.told.read_text()
    assert f"make {purpose} SYSTEM_PACKAGES=no" in machine.told.read_text()


def test_sudo_without_a_password_is_used_and_named(machine: Machine) -> None:
    machine.user(1000)
    machine.apt_get()
    machine.program("sudo", '[ "$1" = -n ] && exit 0; exec "$@"')
    said = machine.run("demo")
    assert "About to install with sudo apt-get: xvfb" in said
    assert " xvfb" in machine.installed()


@pytest.mark.parametrize("purpose", ["demo", "test"])
def test_a_machine_may_be_left_alone(machine: Machine, purpose: str) -> None:
    machine.user(0)
    machine.apt_get()
    said = machine.run(purpose, SYSTEM_PACKAGES="no")
    assert "xvfb" in said
    assert "Not installed (SYSTEM_PACKAGES=no)" in said
    assert not machine.calls.exists()


def test_without_the_right_to_install_it_says_why(machine: Machine) -> None:
    machine.user(1000)
    assert "no apt-get" in machine.run("demo")
    machine.apt_get()
    assert "needs root" in machine.run("demo")
    machine.program("sudo", "exit 1")
    said = machine.run("demo")
    assert "needs root" in said
    assert "plays in memory" in said
    assert not machine.calls.exists()


def test_a_failed_installation_is_told_with_its_reason(machine: Machine) -> None:
    machine.user(0)
    machine.apt_get('echo "E: no network" >&2; exit 100')
    said = machine.run("demo")
    assert "E: no network" in said
    assert "Could not install xvfb" in said
    assert "plays in memory" in said


def test_what_is_there_is_not_installed(machine: Machine) -> None:
    machine.user(0)
    machine.apt_get()
    machine.program("Xvfb", "exit 0")
    assert machine.run("demo") == ""
    (machine.bin / "Xvfb").unlink()
    assert machine.run("demo", DISPLAY=":0") == ""
    assert not machine.calls.exists()


def test_what_debian_leaves_out_of_its_python(machine: Machine) -> None:
    """A fresh Debian can neither make .venv nor show the built-in game, with a display too."""
    machine.user(0)
    machine.apt_get()
    answers = "*base_prefix*) exit 0;; *print*) echo python3.11-venv;; *) exit 1;;"
    machine.program("python3", f'case "$2" in {answers} esac')
    said = machine.run("demo", DISPLAY=":0")
    assert "About to install with apt-get: python3.11-venv python3-tk" in said
    assert machine.installed().endswith(" python3.11-venv python3-tk")
    said = machine.run("demo", SYSTEM_PACKAGES="no")
    assert "without python3.11-venv nothing can be set up" in said


@pytest.mark.parametrize("purpose", ["demo", "test"])
def test_make_passes_the_wish_on(purpose: str) -> None:
    """Both commands ask the script before they do anything else."""
    words = ["make", "-n", purpose, "SYSTEM_PACKAGES=no"]
    if shutil.which("make") is None:
        pytest.skip("make is not installed")
    done = subprocess.run(
        words, cwd=ROOT, env={**os.environ}, capture_output=True, text=True, check=True
    )
    lines = [line for line in done.stdout.splitlines() if "make[" not in line]
    assert lines[0].startswith("SYSTEM_PACKAGES=no ")
    assert lines[0].endswith(f".ci/system-packages {purpose}")
