"""Make Debian systems with GNOME in build/gnome, for `make test-gnome`.

    python tools/gnome_system.py [RELEASE...]

debootstrap makes Debian 13 and Debian 12 there, apt-get adds GNOME, its portal, PipeWire and a
client: 1.5 GB each. Needs root and a network; one sentence says what is missing. What is there is
left alone.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PLACE = ROOT / "build" / "gnome"
RELEASES = ("trixie", "bookworm")
"""Debian 13 with GNOME 48, and Debian 12 with GNOME 43, whose portal remembers no permission."""
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
    "librsvg2-common",
    "fonts-dejavu-core",
    "gnome-mines",
)
NO_SERVICES = "#!/bin/sh\nexit 101\n"
"""Tells packages to start nothing while they are installed."""


def main() -> int:
    """Make what is missing; return 0 also where nothing can be made."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("releases", nargs="*", metavar="RELEASE", help=", ".join(RELEASES))
    for release in parser.parse_args().releases or RELEASES:
        make(release)
    return 0


def make(release: str) -> None:
    """Make the system of a release of Debian, unless it is there."""
    place = PLACE / release
    done = place / ".ready"
    wanted = "\n".join((release, *PACKAGES))
    if done.exists() and done.read_text() == wanted:
        return
    if os.geteuid() != 0 or shutil.which("debootstrap") is None:
        why = "debootstrap is missing" if os.geteuid() == 0 else "a system is made by root alone"
        print(f"GNOME of {release} is not tried: {why}.")
        return
    if not (place / "usr" / "bin" / "apt-get").exists():
        place.mkdir(parents=True, exist_ok=True)
        _run(place, "debootstrap", "--variant=minbase", release, str(place))
    policy = place / "usr" / "sbin" / "policy-rc.d"
    policy.write_text(NO_SERVICES)
    policy.chmod(0o755)
    _inside(place, "apt-get", "update", "-qq")
    _inside(place, "apt-get", "install", "-y", "-qq", "--no-install-recommends", *PACKAGES)
    _inside(place, "apt-get", "clean")
    done.write_text(wanted)


def _inside(place: Path, *words: str) -> None:
    _run(place, "chroot", str(place), "env", "DEBIAN_FRONTEND=noninteractive", *words)


def _run(place: Path, *words: str) -> None:
    log = place.with_suffix(".log")
    with log.open("a") as file:
        done = subprocess.run(words, stdout=file, stderr=subprocess.STDOUT, check=False)
    if done.returncode:
        sys.exit(f"GNOME could not be made: `{words[0]}` failed, see {log}.")


if __name__ == "__main__":
    sys.exit(main())
