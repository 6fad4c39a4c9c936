"""A headless GNOME of its own for a test, in a Debian system that `make test-gnome` makes.

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
SYSTEMS = ROOT / "build" / "gnome"
"""A folder for each release of Debian."""
NOBODY = 65534
AS_NOBODY = ("setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups")
AS_READER = (*AS_NOBODY, "--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search")
"""nobody, but for reading: this Python may lie in root's own folder, and a process of nobody could
not start it again. A portal refuses programs that may do more than itself."""
SIZE = (1280, 800)
INSIDE = """
set -e
for folder in proc sys dev run tmp; do mkdir -p {system}/$folder; done
mount -t proc proc {system}/proc
mount --rbind /sys {system}/sys
mount --rbind /dev {system}/dev
mount -t tmpfs tmpfs {system}/run
mount --bind /tmp {system}/tmp
mkdir -p {system}/run/dbus {folders}
chroot {system} dbus-daemon --system --nofork --nopidfile &
exec chroot {system} {as_nobody} env -i {variables} sh -c '{session}'
"""
"""Runs as root in a space of its own for mounts: they end with it."""
SESSION = """
exec >{runtime}/log 2>&1
dbus-daemon --session --nofork --address=unix:path={runtime}/bus &
while [ ! -S {runtime}/bus ]; do sleep 0.05; done
pipewire &
while [ ! -S {runtime}/pipewire-0 ]; do sleep 0.05; done
wireplumber &
gsettings set org.gnome.desktop.interface enable-animations false
gsettings set org.gnome.desktop.notifications show-banners false
gsettings set org.gnome.mutter experimental-features "{features}"
gnome-shell --headless --wayland {monitors} --wayland-display=wayland-gnome &
while ! gdbus introspect --session --dest org.gnome.Shell \\
    --object-path /org/gnome/Shell >/dev/null 2>&1; do sleep 0.2; done
dbus-update-activation-environment WAYLAND_DISPLAY XDG_CURRENT_DESKTOP XDG_SESSION_TYPE
/usr/libexec/xdg-desktop-portal -r &
wait
"""


@dataclass(frozen=True)
class GnomeRelease:
    """A release of GNOME, and where its buttons are on a monitor of SIZE."""

    debian: str
    """The release of Debian that has it, and the folder of its system."""
    remembers: bool
    """Whether its portal lets a program use the mouse again without a question."""
    share: tuple[int, int]
    """The button that allows, in both questions: for screen and mouse, and for the screen."""
    cancel: tuple[int, int]
    switch: tuple[int, int]
    """In the question for screen and mouse."""
    stop: tuple[int, int]
    """Ends the sharing."""
    monitor: tuple[int, int] | None = None
    """The monitor in the question for the screen, where none is chosen beforehand."""
    folders: str = ""
    """What its programs expect in /run."""

    @property
    def system(self) -> Path:
        """The folder of its system."""
        return SYSTEMS / self.debian


GNOME_48 = GnomeRelease(
    "trixie",
    remembers=True,
    share=(922, 188),
    cancel=(360, 188),
    switch=(896, 323),
    stop=(1212, 15),
)
GNOME_43 = GnomeRelease(
    "bookworm",
    remembers=False,
    share=(853, 289),
    cancel=(430, 289),
    switch=(830, 488),
    stop=(1204, 16),
    monitor=(640, 442),
    # Without it WirePlumber 0.4 ends, and no frame comes.
    folders="/run/systemd/users",
)


@dataclass(frozen=True)
class GnomeSession:
    """A running GNOME."""

    release: GnomeRelease
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
        enter = [
            "nsenter",
            "-m",
            "-t",
            str(self.root),
            "chroot",
            str(self.release.system),
            *AS_NOBODY,
        ]
        with background([*enter, "env", "-i", *given, *words], dict(os.environ)):
            yield

    def x_variables(self) -> dict[str, str]:
        """Return the variables that lead to the session's X server."""
        log = (self.runtime / "log").read_text(errors="replace")
        display = log.partition("Using public X11 display ")[2].partition(",")[0]
        secret = next(self.runtime.glob(".mutter-Xwaylandauth.*"))
        return {"DISPLAY": display, "XAUTHORITY": str(secret)}

    def autosweep(
        self,
        *words: str,
        seconds: float = 280,
        variables: dict[str, str] | None = None,
        user: Sequence[str] = AS_NOBODY,
    ) -> subprocess.CompletedProcess[str]:
        """Run a command of autosweep in the session."""
        with self.start(*words, variables=variables, user=user) as process:
            out, err = process.communicate(timeout=seconds)
        return subprocess.CompletedProcess(words, process.returncode, out, err)

    @contextmanager
    def start(
        self,
        *words: str,
        variables: dict[str, str] | None = None,
        user: Sequence[str] = AS_NOBODY,
    ) -> Iterator[subprocess.Popen[str]]:
        """Run a command of autosweep in the session meanwhile."""
        process = subprocess.Popen(
            [*user, sys.executable, "-m", "autosweep", *words],
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


_BLUES = np.array([(228, 132, 53), (231, 183, 144), (239, 191, 152)])
"""Of the button that allows, and of the same before something is chosen: GNOME 43, GNOME 48."""
_SAME = 12
_LEFT_OF_ITS_TEXT = 32
_ESCAPE = 0xFF1B
ASKED_WITHIN = 90.0
"""Seconds in which GNOME asks: its portal is only started by the first question."""


class Person:
    """Somebody who sees the desktop and uses it, through `mutter_hand`."""

    def __init__(self, session: GnomeSession, scale: float = 1.0) -> None:
        """Come to a desktop whose first monitor has a scale."""
        self._session = session
        self._scale = scale
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

    def scale(self, *scales: float) -> None:
        """Give the monitors these scales, from left to right; somebody else must look then."""
        self._tell("scale", *map(str, scales))

    def click(self, x: float, y: float) -> None:
        """Click at a pixel of the monitor."""
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

    def put_away_dialog(self) -> None:
        """Close a dialog."""
        self.key(_ESCAPE)

    def sees_question(self) -> bool:
        """Return True if GNOME asks whether the screen may be shared."""
        x, y = self._session.release.share
        place = round(y * self._scale), round((x - _LEFT_OF_ITS_TEXT) * self._scale)
        shown = self.look()[place]
        return bool(np.abs(shown - _BLUES).max(axis=1).min() < _SAME)

    def answer(self, *places: tuple[int, int]) -> None:
        """Answer GNOME's question by clicks."""
        wait(self.sees_question, ASKED_WITHIN)
        for x, y in places:
            self.click(x * self._scale, y * self._scale)

    def allow_screen(self) -> None:
        """Answer GNOME's question for the screen alone with yes."""
        chosen = self._session.release.monitor
        self.answer(*(() if chosen is None else (chosen,)), self._session.release.share)

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
def gnome(
    release: GnomeRelease,
    sizes: Sequence[tuple[int, int]] = (SIZE,),
    features: Sequence[str] = (),
) -> Iterator[GnomeSession]:
    """Run GNOME without a screen, with monitors of some sizes and experimental features of Mutter.

    The monitors stand side by side at 100 %; see `Person.scale`.
    """
    if not (release.system / "usr" / "bin" / "gnome-shell").exists():
        pytest.skip(f"there is no GNOME in {release.system} (`make test-gnome` makes it)")
    if os.geteuid() != 0:
        pytest.skip("only root may run a system inside this one")
    with ExitStack() as stack:
        # In /tmp, which both systems have, and short: the paths of sockets must be.
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="gnome-", dir="/tmp"))
        runtime = Path(folder)
        stack.callback(_end_all, runtime)
        os.chown(runtime, NOBODY, NOBODY)
        runtime.chmod(0o700)
        session = SESSION.format(
            runtime=runtime,
            monitors=" ".join(f"--virtual-monitor {width}x{height}" for width, height in sizes),
            features=f"[{','.join(map(repr, features))}]".replace("'", '\\"'),
        )
        script = INSIDE.format(
            system=release.system,
            folders=" ".join(f"{release.system}{folder}" for folder in release.folders.split()),
            as_nobody=" ".join(AS_NOBODY),
            variables=" ".join(f"{name}={value}" for name, value in _variables(runtime).items()),
            session=session,
        )
        marker = runtime / "root"
        words = ["unshare", "-m", "--propagation", "private", "sh", "-c"]
        words.append(f"echo $$ >{marker}\n{script}")
        stack.enter_context(background(words, dict(os.environ)))
        wait(lambda: _has_portal(runtime))
        yield GnomeSession(release, _outside(runtime), runtime, int(marker.read_text()))


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
        # A folder of the test that runs now is closed to nobody.
        "XDG_CONFIG_HOME": str(runtime / "config"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }


def _has_portal(runtime: Path) -> bool:
    """Return True if the portal of the session can be asked."""
    words = ["--print-reply", "--dest=org.freedesktop.DBus", "/", "org.freedesktop.DBus.ListNames"]
    address = {"DBUS_SESSION_BUS_ADDRESS": f"unix:path={runtime}/bus", "PATH": os.environ["PATH"]}
    asked = [*AS_NOBODY, "dbus-send", "--session", *words]
    done = subprocess.run(asked, env=address, capture_output=True, text=True, check=False)
    return "org.freedesktop.impl.portal.desktop.gnome" in done.stdout
