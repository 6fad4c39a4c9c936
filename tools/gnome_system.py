"""Make a Debian system with GNOME in build/gnome, for `make test-gnome`.

    python tools/gnome_system.py

debootstrap makes Debian 13 there, apt-get adds GNOME, its portal, PipeWire and a client: 1.5 GB.
Needs root and a network; one sentence says what is missing. What is there is left alone.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PLACE = ROOT / "build" / "gnome"
RELEASE = "trixie"
"""Debian 13 with GNOME 48: older portals remember no permission."""
PACKAGES = (
    "gnome-shell",
    "xdg-desktop-portal",
    "xdg-desktop-portal-gnome",
    "pipewire",
    "wireplumber",
    "dbus",
    "dbus-daemon",
    "xwayland",
    "libgl1-mesa-dri",
    "libegl-mesa0",
    "dconf-gsettings-backend",
    "adwaita-icon-theme",
    "fonts-dejavu-core",
    "gnome-mines",
)
NO_SERVICES = "#!/bin/sh\nexit 101\n"
"""Tells packages to start nothing while they are installed."""


def main() -> int:
    """Make what is missing; return 0 also where nothing can be made."""
    done = PLACE / ".ready"
    wanted = "\n".join((RELEASE, *PACKAGES))
    if done.exists() and done.read_text() == wanted:
        return 0
    if os.geteuid() != 0 or shutil.which("debootstrap") is None:
        why = "debootstrap is missing" if os.geteuid() == 0 else "a system is made by root alone"
        print(f"GNOME is not tried: {why}.")
        return 0
    if not (PLACE / "usr" / "bin" / "apt-get").exists():
        PLACE.mkdir(parents=True, exist_ok=True)
        _run("debootstrap", "--variant=minbase", RELEASE, str(PLACE))
    policy = PLACE / "usr" / "sbin" / "policy-rc.d"
    policy.write_text(NO_SERVICES)
    policy.chmod(0o755)
    _inside("apt-get", "update", "-qq")
    _inside("apt-get", "install", "-y", "-qq", "--no-install-recommends", *PACKAGES)
    _inside("apt-get", "clean")
    done.write_text(wanted)
    return 0


def _inside(*words: str) -> None:
    _run("chroot", str(PLACE), "env", "DEBIAN_FRONTEND=noninteractive", *words)


def _run(*words: str) -> None:
    log = PLACE.with_suffix(".log")
    with log.open("a") as file:
        done = subprocess.run(words, stdout=file, stderr=subprocess.STDOUT, check=False)
    if done.returncode:
        sys.exit(f"GNOME could not be made: `{words[0]}` failed, see {log}.")


if __name__ == "__main__":
    sys.exit(main())
