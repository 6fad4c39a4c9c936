"""A headless GNOME of its own for a test, in the Debian system that `make test-gnome` makes.

GNOME, its portal and the clients run inside that system as nobody; autosweep runs outside, as
nobody too: the portal lets no other user in. Both share /tmp, where all sockets are.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest

from autosweep.interfaces import Pixels
from support.clients import background, wait

ROOT = Path(__file__).resolve().parent.parent.parent
SYSTEM = ROOT / "build" / "gnome"
NOBODY = 65534
AS_NOBODY = ("setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups")
SIZE = (1280, 800)
INSIDE = """
set -e
for folder in proc sys dev run tmp; do mkdir -p {system}/$folder; done
mount -t proc proc {system}/proc
mount --rbind /sys {system}/sys
mount --rbind /dev {system}/dev
mount -t tmpfs tmpfs {system}/run
mount --bind /tmp {system}/tmp
mkdir -p {system}/run/dbus
chroot {system} dbus-daemon --system --nofork --nopidfile &
exec chroot {system} {as_nobody} env -i {variables} sh -c '{session}'
"""
"""Runs as root in a space of its own for mounts: they end with it."""
SESSION = """
exec >{runtime}/log 2>&1
dbus-daemon --session --nofork --address=unix:path={runtime}/bus &
while [ ! -S {runtime}/bus ]; do sleep 0.05; done
pipewire & wireplumber &
gsettings set org.gnome.desktop.interface enable-animations false
gsettings set org.gnome.desktop.notifications show-banners false
gnome-shell --headless --wayland --virtual-monitor {size} --wayland-display=wayland-gnome &
while ! gdbus introspect --session --dest org.gnome.Mutter.ServiceChannel \\
    --object-path /org/gnome/Mutter/ServiceChannel >/dev/null 2>&1; do sleep 0.2; done
dbus-update-activation-environment WAYLAND_DISPLAY XDG_CURRENT_DESKTOP XDG_SESSION_TYPE
/usr/libexec/xdg-desktop-portal -r &
wait
"""


@dataclass(frozen=True)
class GnomeSession:
    """A running GNOME."""

    environment: dict[str, str]
    """For programs outside that are to use it."""
    runtime: Path
    root: int
    """The process whose space of mounts it has."""

    @contextmanager
    def inside(self, words: Sequence[str], changes: dict[str, str] | None = None) -> Iterator[None]:
        """Run a program of the system in the session meanwhile."""
        own = {**_variables(self.runtime), **(changes or {})}
        given = [f"{name}={value}" for name, value in own.items()]
        enter = ["nsenter", "-m", "-t", str(self.root), "chroot", str(SYSTEM), *AS_NOBODY]
        with background([*enter, "env", "-i", *given, *words], dict(os.environ)):
            yield

    def x_variables(self) -> dict[str, str]:
        """Return the variables that lead to the session's X server."""
        log = (self.runtime / "log").read_text(errors="replace")
        display = log.partition("Using public X11 display ")[2].partition(",")[0]
        secret = next(self.runtime.glob(".mutter-Xwaylandauth.*"))
        return {"DISPLAY": display, "XAUTHORITY": str(secret)}

    def autosweep(
        self, *words: str, seconds: float = 280, variables: dict[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Run a command of autosweep in the session."""
        with self.start(*words, variables=variables) as process:
            out, err = process.communicate(timeout=seconds)
        return subprocess.CompletedProcess(words, process.returncode, out, err)

    @contextmanager
    def start(
        self, *words: str, variables: dict[str, str] | None = None
    ) -> Iterator[subprocess.Popen[str]]:
        """Run a command of autosweep in the session meanwhile."""
        process = subprocess.Popen(
            [*AS_NOBODY, sys.executable, "-m", "autosweep", *words],
            env={**self.environment, **(variables or {})},
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        try:
            yield process
        finally:
            process.kill()
            process.wait()


SHARE, CANCEL, SWITCH, STOP = (922, 188), (360, 188), (896, 323), (1212, 15)
"""Buttons of GNOME's question on a monitor of that size, and the one that ends everything."""
_BLUE = (228, 132, 53)
_LEFT_OF_ITS_TEXT = 32
_ESCAPE = 0xFF1B


class Person:
    """Somebody who sees the desktop and uses it, through `mutter_hand`."""

    def __init__(self, session: GnomeSession) -> None:
        self._session = session
        self._process = subprocess.Popen(
            [*AS_NOBODY, sys.executable, str(Path(__file__).with_name("mutter_hand.py"))],
            env=session.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._answer() == "ready"

    def look(self) -> Pixels:
        """Return what the monitor shows."""
        file = self._session.runtime / "look.png"
        self._tell("look", str(file))
        return np.asarray(cv2.imread(str(file)), np.uint8)

    def click(self, x: float, y: float) -> None:
        """Click at a place."""
        self._tell("click", str(x), str(y))

    def press(self, x: float, y: float) -> None:
        """Press at a place, and be content if that ends everything."""
        self._tell("press", str(x), str(y))

    def key(self, symbol: int) -> None:
        """Press a key."""
        self._tell("key", str(symbol))

    def leave_overview(self) -> None:
        """Leave the overview, in which GNOME starts."""
        self.key(_ESCAPE)

    def await_question(self) -> None:
        """Wait until GNOME asks whether the screen may be shared."""
        x, y = SHARE[0] - _LEFT_OF_ITS_TEXT, SHARE[1]
        wait(lambda: np.abs(self.look()[y, x].astype(int) - _BLUE).max() < 12)

    def answer(self, *places: tuple[int, int]) -> None:
        """Answer GNOME's question by clicks."""
        self.await_question()
        for place in places:
            self.click(*place)

    def close(self) -> None:
        """Go away."""
        self._process.kill()
        self._process.communicate()

    def _tell(self, *words: str) -> None:
        assert self._process.stdin is not None
        print(*words, file=self._process.stdin, flush=True)
        assert self._answer() == "done"

    def _answer(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()


@contextmanager
def gnome(size: tuple[int, int] = SIZE) -> Iterator[GnomeSession]:
    """Run GNOME without a screen."""
    if not (SYSTEM / "usr" / "bin" / "gnome-shell").exists():
        pytest.skip("there is no GNOME in build/gnome (`make test-gnome` makes it)")
    if os.geteuid() != 0:
        pytest.skip("only root may run a system inside this one")
    with ExitStack() as stack:
        # In /tmp, which both systems have, and short: the paths of sockets must be.
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="gnome-", dir="/tmp"))
        runtime = Path(folder)
        stack.callback(_end_all, runtime)
        os.chown(runtime, NOBODY, NOBODY)
        runtime.chmod(0o700)
        session = SESSION.format(runtime=runtime, size=f"{size[0]}x{size[1]}")
        script = INSIDE.format(
            system=SYSTEM,
            as_nobody=" ".join(AS_NOBODY),
            variables=" ".join(f"{name}={value}" for name, value in _variables(runtime).items()),
            session=session,
        )
        marker = runtime / "root"
        words = ["unshare", "-m", "--propagation", "private", "sh", "-c"]
        words.append(f"echo $$ >{marker}\n{script}")
        stack.enter_context(background(words, dict(os.environ)))
        wait(lambda: _has_portal(runtime))
        yield GnomeSession(_outside(runtime), runtime, int(marker.read_text()))


def may_run_python() -> bool:
    """Return True if the user of the session may start this Python."""
    words = [*AS_NOBODY, "sh", "-c", f"test -x {sys.executable}"]
    return subprocess.run(words, check=False).returncode == 0


def _end_all(runtime: Path) -> None:
    """End what the session's bus started: it belongs to no group of ours."""
    mark = f"XDG_RUNTIME_DIR={runtime}".encode()
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if mark in (process / "environ").read_bytes().split(b"\0"):
                os.kill(int(process.name), signal.SIGKILL)


def _variables(runtime: Path) -> dict[str, str]:
    """Return the variables of programs inside."""
    return {
        "PATH": "/usr/bin:/bin:/usr/games",
        "HOME": str(runtime),
        "USER": "nobody",
        "LANG": "C.UTF-8",
        "XDG_RUNTIME_DIR": str(runtime),
        "DBUS_SESSION_BUS_ADDRESS": f"unix:path={runtime}/bus",
        "WAYLAND_DISPLAY": "wayland-gnome",
        "XDG_SESSION_TYPE": "wayland",
        "XDG_CURRENT_DESKTOP": "GNOME",
        "LIBGL_ALWAYS_SOFTWARE": "1",
        "GSK_RENDERER": "cairo",
    }


def _outside(runtime: Path) -> dict[str, str]:
    """Return the variables of autosweep."""
    return {
        **{n: v for n, v in os.environ.items() if n not in ("DISPLAY", "XAUTHORITY")},
        **{n: v for n, v in _variables(runtime).items() if n != "PATH"},
        "PYTHONDONTWRITEBYTECODE": "1",
    }


def _has_portal(runtime: Path) -> bool:
    """Return True if the portal of the session can be asked."""
    words = ["--print-reply", "--dest=org.freedesktop.DBus", "/", "org.freedesktop.DBus.ListNames"]
    address = {"DBUS_SESSION_BUS_ADDRESS": f"unix:path={runtime}/bus", "PATH": os.environ["PATH"]}
    asked = [*AS_NOBODY, "dbus-send", "--session", *words]
    done = subprocess.run(asked, env=address, capture_output=True, text=True, check=False)
    return "org.freedesktop.impl.portal.desktop.gnome" in done.stdout
