"""Cut the themes of Debian's clients from real games: `python tools/client_themes.py`.

    python tools/client_themes.py [NAME...] [--out FOLDER] [--frames FOLDER]

Every client is started on a virtual display with its random numbers replaced (a small library that
is compiled and preloaded), so that its mines are known: where they are laid is either given or, for
clients that shuffle, learned by losing the same game first. A client that seeds its numbers with
the time gets a clock that stands still. Then it is played to show everything:
all numbers, flags, question marks, and at the end a lost game with a mine that exploded and flags
that were wrong. What each cell shows is known from the mines and the clicks alone; the reader gives
nothing but the lattice. Needs Xvfb, openbox, wmctrl, a C compiler and the clients.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import cv2
import mss
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from client_settings import Mines, Setting, settings
from support.clients import GAMES_PATH, background, said, wait
from Xlib import XK, X
from Xlib.display import Display
from Xlib.ext import xtest

from autosweep.board import (
    EXPLODED,
    FLAG,
    HIDDEN,
    MINE,
    QUESTION,
    SHOWN_MINES,
    UNREAD,
    WRONG_FLAG,
    Board,
)
from autosweep.board.topology import neighbors
from autosweep.desktop.xvfb import VirtualDisplay
from autosweep.geometry import Grid
from autosweep.interfaces import Pixels
from autosweep.vision.learn import Sample, ThemeInfo, examples, write_theme
from autosweep.vision.read import read
from autosweep.vision.themes import shipped_folder

SHIM = r"""
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
static uint64_t state = 12345;
static FILE *given;
static int next(void) {
  int value;
  if (!given && getenv("GIVEN")) given = fopen(getenv("GIVEN"), "r");
  if (given && fscanf(given, "%d", &value) == 1) return value;
  state = state * 6364136223846793005ULL + 1442695040888963407ULL;
  return (int)((state >> 33) & 0x7fffffff);
}
int rand(void) { return next(); }
void srand(unsigned seed) { (void)seed; }
int32_t g_random_int_range(int32_t low, int32_t high) { return low + next() % (high - low); }
void _ZN16QRandomGenerator10_fillRangeEPvS0_(void *self, void *from, void *to) {
  (void)self;
  for (unsigned char *p = from; p < (unsigned char *)to; p++) *p = (unsigned char)next();
}
/* Wine's server waits by the clock: it keeps the true one. */
int clock_gettime(clockid_t clock, struct timespec *now) {
  const char *fixed = getenv("FIXED_TIME");
  int failed = syscall(SYS_clock_gettime, clock, now);
  if (fixed && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) &&
      !strstr(program_invocation_name, "wineserver"))
    now->tv_sec = atol(fixed);
  return failed;
}
"""
SETTLE = 0.06
LOSING_CLICKS = 40
MOST = 10


class Session:
    """A client that is running, the mouse of its display and what its board must show."""

    def __init__(self, display: str, setting: Setting, mines: Mines) -> None:
        self.connection = Display(display)
        self.eye = mss.MSS(display=display)
        self.setting, self.mines = setting, mines
        self.grid = Grid((0.0, 1.0), (0.0, 1.0))
        self.shown = [HIDDEN] * (setting.rows * setting.cols)
        self.around = neighbors(setting.rows, setting.cols)

    def click(self, i: int, button: int = 1) -> None:
        """Press a mouse button on a cell."""
        r, c = divmod(i, self.setting.cols)
        y = (self.grid.row_edges[r] + self.grid.row_edges[r + 1]) / 2
        x = (self.grid.col_edges[c] + self.grid.col_edges[c + 1]) / 2
        for kind, detail in ((X.ButtonPress, button), (X.ButtonRelease, button)):
            xtest.fake_input(self.connection, X.MotionNotify, x=round(x), y=round(y))
            xtest.fake_input(self.connection, kind, detail)
            self.connection.sync()
            time.sleep(0.012)
        time.sleep(SETTLE)

    def key(self, name: str) -> None:
        """Press a key."""
        code = self.connection.keysym_to_keycode(XK.string_to_keysym(name))
        xtest.fake_input(self.connection, X.KeyPress, code)
        xtest.fake_input(self.connection, X.KeyRelease, code)
        self.connection.sync()

    def end(self) -> None:
        """Wait until a lost game has been shown, and dismiss what lies over it."""
        time.sleep(1.0)
        if self.setting.escape:
            self.key("Escape")
            time.sleep(9.0)

    def open(self, i: int) -> None:
        """Open a cell and mark what that opens."""
        self.click(i)
        rest = [i]
        while rest:
            j = rest.pop()
            if self.shown[j] != HIDDEN:
                continue
            self.shown[j] = sum(k in self.mines for k in self.around[j])
            if self.shown[j] == 0:
                rest += self.around[j]

    def mark(self, i: int, code: int) -> None:
        """Flag a cell, or put a question mark on it."""
        self.click(i, 3)
        if code == QUESTION:
            time.sleep(0.1)
            self.click(i, 3)
        self.shown[i] = code

    def look(self) -> Pixels:
        """Return the screen, with the mouse out of the way."""
        xtest.fake_input(self.connection, X.MotionNotify, x=2, y=2)
        self.connection.sync()
        time.sleep(0.8)
        return np.ascontiguousarray(np.asarray(self.eye.grab(self.eye.monitors[0]))[:, :, :3])

    def sample(self, pixels: Pixels) -> Sample:
        """Return a picture with what the cells must show on it."""
        board = Board(self.setting.rows, self.setting.cols, bytes(self.shown))
        return Sample(pixels, self.grid, board)


def play(session: Session, frames: Callable[[str, Pixels], None]) -> list[Sample]:
    """Play so that everything is seen; return the pictures with their truths."""
    setting, mines = session.setting, session.mines
    samples = [] if setting.begun else [session.sample(session.look())]
    size = setting.rows * setting.cols
    rng = Random(1)
    session.open(setting.first[0] * setting.cols + setting.first[1])
    samples.append(session.sample(session.look()))
    closed = [i for i in range(size) if i not in mines and session.shown[i] == HIDDEN]
    rare = sorted(closed, key=lambda i: -sum(k in mines for k in session.around[i]))
    kept = set(rare[len(rare) // 2 :][: max(12, len(rare) // 4)])
    for i in closed:
        if session.shown[i] == HIDDEN and i not in kept:
            session.open(i)
    laid = sorted(mines)
    rng.shuffle(laid)
    flags = min(10, len(laid) // 3)
    for i in laid[:flags]:
        session.mark(i, FLAG)
    questions = laid[flags : flags + 4] if setting.questions else []
    for i in questions:
        session.mark(i, QUESTION)
    pixels = session.look()
    frames("played", pixels)
    samples.append(session.sample(pixels))
    wrong = [i for i in sorted(kept) if session.shown[i] == HIDDEN][:3]
    for i in wrong:
        session.mark(i, FLAG)
    last = laid[-1]
    session.click(last)
    session.end()
    pixels = session.look()
    frames("lost", pixels)
    after = lost_codes(session, last, wrong, questions)
    samples.append(Sample(pixels, session.grid, Board(setting.rows, setting.cols, bytes(after))))
    return samples


def lost_codes(session: Session, last: int, wrong: list[int], questions: list[int]) -> list[int]:
    """Return what a lost game shows; UNREAD where clients differ."""
    setting, mines = session.setting, session.mines
    known = setting.shown_after
    after = list(session.shown)
    for i, code in enumerate(after):
        if i == last:
            after[i] = EXPLODED if EXPLODED in known else MINE
        elif i in wrong:
            after[i] = WRONG_FLAG if WRONG_FLAG in known else UNREAD
        elif i in questions:
            after[i] = UNREAD
        elif code == FLAG:
            after[i] = FLAG if FLAG in known else UNREAD
        elif i in mines:
            after[i] = MINE if MINE in known else HIDDEN
        elif code == HIDDEN and setting.opens_all:
            after[i] = sum(k in mines for k in session.around[i])
    return after


@dataclass
class Learned:
    """What one start of a client tells about the next."""

    grids: dict[tuple[object, ...], Grid] = field(default_factory=dict)
    mines: dict[tuple[str, ...], Mines] = field(default_factory=dict)


@dataclass
class Client:
    """A client that is started, once or twice, to be cut."""

    setting: Setting
    shim: Path
    folder: Path
    frames: Callable[[str, Pixels], None]
    learned: Learned

    def cut(self) -> list[Sample]:
        """Play a game and return the pictures with what they must show."""
        setting = self.setting
        # The same numbers lay the same mines whatever the theme and the size of the window.
        key = (*setting.command, setting.level)
        mines = setting.mines or self.learned.mines.get(key, frozenset())
        if not mines:
            with self.running(mines) as session:
                mines = self.learned.mines[key] = lose(session, self.frames)
        with self.running(mines) as session:
            return play(session, self.frames)

    @contextmanager
    def running(self, mines: Mines) -> Iterator[Session]:
        """Start the client on a display of its own."""
        setting = self.setting
        folder = Path(tempfile.mkdtemp(dir=self.folder))
        for name in ("runtime", "config"):
            (folder / name).mkdir(mode=0o700)
        authority = folder / "xauthority"
        authority.touch()
        os.environ["XAUTHORITY"] = str(authority)
        with VirtualDisplay(1700, 1050) as display:
            environment = {
                **os.environ,
                "DISPLAY": display.name,
                "PATH": GAMES_PATH,
                "HOME": str(folder),
                "XDG_RUNTIME_DIR": str(folder / "runtime"),
                "DBUS_SESSION_BUS_ADDRESS": "disabled:",
            }
            own = {**environment, **setting.prepare(folder / "config")}
            own["LD_PRELOAD"] = str(self.shim)
            if not own["DBUS_SESSION_BUS_ADDRESS"]:
                del own["DBUS_SESSION_BUS_ADDRESS"]
            if setting.given is not None:
                numbers = setting.given([divmod(i, setting.cols) for i in sorted(mines)])
                # Some clients lay mines more than once before the first click.
                (folder / "given").write_text(" ".join(map(str, numbers * 20)))
                own["GIVEN"] = str(folder / "given")
            program = folder / setting.command[0]
            # Copied, because nothing is preloaded into a program that runs as another group.
            shutil.copy(str(shutil.which(setting.command[0], path=GAMES_PATH)), program)
            program.chmod(0o755)
            with background(["openbox"], environment):
                wait(lambda: said(["wmctrl", "-m"], environment))
                time.sleep(0.5)
                with background([str(program), *setting.command[1:]], own, setting.ending):
                    wait(lambda: re.search(setting.kind, said(["wmctrl", "-lx"], environment)))
                    if setting.window:
                        window = said(["wmctrl", "-l"], environment).split()[0]
                        place = "0,40,40,{},{}".format(*setting.window)
                        said(["wmctrl", "-ir", window, "-e", place], environment)
                    time.sleep(2.0)
                    session = Session(display.name, setting, mines)
                    pixels = session.look()
                    self.frames("fresh", pixels)
                    session.grid = self.lattice(pixels)
                    yield session

    def lattice(self, pixels: Pixels) -> Grid:
        """Return where the cells are; themes of a client share that."""
        setting = self.setting
        grids = self.learned.grids
        key = (setting.kind, setting.rows, setting.cols, setting.window)
        if key not in grids:
            for reading in read(pixels, themes=()) + read(pixels):
                if (reading.grid.rows, reading.grid.cols) == (setting.rows, setting.cols):
                    grids[key] = reading.grid
                    break
            else:
                msg = f"the board of {setting.pack} was not found"
                raise SystemExit(msg)
        return grids[key]


def lose(session: Session, frames: Callable[[str, Pixels], None]) -> Mines:
    """Lose a game and return where its mines are."""
    setting = session.setting
    order = list(range(setting.rows * setting.cols))
    Random(2).shuffle(order)
    for i in [setting.first[0] * setting.cols + setting.first[1], *order[:LOSING_CLICKS]]:
        session.click(i)
    session.end()
    pixels = session.look()
    frames("learned", pixels)
    box = session.grid.bbox.grown(30)
    part = pixels[max(0, box.y) : box.bottom, max(0, box.x) : box.right]
    reading = max(read(part), key=lambda r: len(r.board.cells))
    assert (reading.board.rows, reading.board.cols) == (setting.rows, setting.cols)
    return frozenset(i for i, code in enumerate(reading.board.cells) if code in SHOWN_MINES)


SOURCES = {
    "gnome-mines": ("gnome-mines", "gnome-mines 40.1", "GPL-3.0-or-later", "40.1"),
    "kmines": ("kmines", "kmines 22.12.3", "GPL-2.0-or-later", "22.12.3"),
    "sgt-mines": ("sgt-mines (sgt-puzzles)", "sgt-puzzles 20230122", "MIT", "20230122"),
    "winemine": ("winemine (Wine)", "winemine of Wine 8.0", "LGPL-2.1-or-later", "8.0"),
    "xbomb": ("xbomb", "xbomb 2.2b", "GPL-2.0-or-later", "2.2b"),
    "xdemineur": (
        "xdemineur",
        "xdemineur 2.1.1",
        "HPND, copyright 1993-1999 Marc Baudoin",
        "2.1.1",
    ),
}
"""Client, program, licence and version by the beginning of a pack's name."""


def write(pack: str, samples: list[Sample], folder: Path) -> None:
    """Write a pack; what it says about the client's ways stays as it is."""
    key = next(key for key in SOURCES if pack.startswith(key))
    client, program, licence, version = SOURCES[key]
    theme = pack.removeprefix(key).strip("-")
    of_theme = f" (theme {theme})" if theme else ""
    source = (
        f"cells cut by tools/client_themes.py from {program}{of_theme}, Debian 12, "
        "on a virtual display, with known mines"
    )
    about = ThemeInfo(pack, client, source, licence, version)
    kin = sorted(shipped_folder().glob(f"{key}*/theme.toml"), key=lambda p: p.parent.name != pack)
    text = kin[0].read_text("utf-8")
    write_theme(folder / pack, about, examples(samples, most=MOST), text[text.index("[client]") :])
    print(f"wrote {folder / pack}")


def main() -> None:
    """Cut the themes that were asked for."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", help="themes to cut; all where none is named")
    parser.add_argument("--out", type=Path, default=shipped_folder())
    parser.add_argument("--frames", type=Path, help="folder that the screens are kept in")
    args = parser.parse_args()
    found: dict[str, list[Sample]] = {}
    learned = Learned()
    with tempfile.TemporaryDirectory() as place:
        home = Path(place)
        (home / "shim.c").write_text(SHIM)
        shim = home / "shim.so"
        subprocess.run(
            ["/usr/bin/gcc", "-shared", "-fPIC", "-o", shim, home / "shim.c"], check=True
        )
        for number, setting in enumerate(settings()):
            if args.names and setting.pack not in args.names:
                continue
            print(setting.pack, setting.window, flush=True)

            def keep(what: str, pixels: Pixels, name: str = f"{number}-{setting.pack}") -> None:
                if args.frames:
                    cv2.imwrite(str(args.frames / f"{name}-{what}.png"), pixels)

            client = Client(setting, shim, home, keep, learned)
            found.setdefault(setting.pack, []).extend(client.cut())
    for pack, samples in found.items():
        write(pack, samples, args.out)


if __name__ == "__main__":
    main()
