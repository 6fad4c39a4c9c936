"""Desktops as people have them: a window manager each, with its own compositor, picom or none.

Used by `tests/x11/test_window_managers.py` with a game each and by
`benchmarks/window_managers.py` with games and the overlay.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from autosweep.geometry import Grid, Rect
from autosweep.interfaces import Pixels
from autosweep.overlay.advice import advise, hints_of
from autosweep.overlay.annotate import draw_hints
from autosweep.vision.read import read
from support.clients import background, said
from support.displayed import autosweep, json_lines
from support.displayed import client as game_window
from support.overlay_stage import (
    MINES,
    Overlay,
    client,
    composited,
    overlay,
    own_display,
    press,
    screen,
    wait_for,
)
from support.realplay import click_faults, loss_faults, witness

SCREEN = Rect(0, 0, 1600, 1000)
AROUND = 20
"""Pixels round the board that are compared too, for shadows and frames; short of the clock."""
_ON_A_BUS = ("dbus-run-session", "--")
_MARCO = "marco mate-settings-daemon-common"
_MUFFIN = "muffin cinnamon-settings-daemon"


@dataclass(frozen=True)
class Manager:
    """A window manager as it is started."""

    name: str
    command: tuple[str, ...]
    package: str = ""
    """The Debian packages."""
    files: tuple[tuple[str, str], ...] = ()
    """Configuration: paths in the home folder and their text."""
    composites: bool = False
    """Whether it is a compositor itself, so that picom cannot run beside it."""

    @property
    def program(self) -> str:
        """The manager's own program; empty for none."""
        words = [word for word in self.command if word not in _ON_A_BUS]
        return words[0] if words else ""

    @property
    def installed(self) -> bool:
        """Whether it can be started."""
        return all(map(shutil.which, [self.command[0], self.program])) if self.command else True


def _kwin(*, composites: bool) -> Manager:
    enabled = "true" if composites else "false"
    return Manager(
        "kwin, own compositor" if composites else "kwin",
        (*_ON_A_BUS, "kwin_x11"),
        "kwin-x11 kwin-style-breeze",
        ((".config/kwinrc", f"[Compositing]\nEnabled={enabled}\n"),),
        composites,
    )


MANAGERS = {
    manager.name: manager
    for manager in (
        Manager("none", ()),
        Manager("openbox", ("openbox",), "openbox"),
        Manager("xfwm4", (*_ON_A_BUS, "xfwm4", "--compositor=off"), "xfwm4"),
        Manager(
            "xfwm4, own compositor",
            (*_ON_A_BUS, "xfwm4", "--compositor=on"),
            "xfwm4",
            composites=True,
        ),
        _kwin(composites=False),
        _kwin(composites=True),
        Manager("metacity", (*_ON_A_BUS, "metacity", "--no-composite"), "metacity"),
        Manager(
            "metacity, own compositor",
            (*_ON_A_BUS, "metacity", "--composite"),
            "metacity",
            composites=True,
        ),
        Manager("marco", (*_ON_A_BUS, "marco", "--no-composite"), _MARCO),
        Manager(
            "marco, own compositor", (*_ON_A_BUS, "marco", "--composite"), _MARCO, composites=True
        ),
        Manager("muffin", (*_ON_A_BUS, "muffin"), _MUFFIN, composites=True),
        Manager("mutter", (*_ON_A_BUS, "mutter", "--x11"), "mutter", composites=True),
        # Its default configuration, without the programs that it starts.
        Manager(
            "i3",
            ("i3",),
            "i3-wm",
            ((".config/i3/config", "# i3 config file (v4)\nbar {\n}\n"),),
        ),
        # Where it cannot draw its wallpaper it opens a message in the middle of the screen.
        Manager("fluxbox", ("fluxbox",), "fluxbox"),
        Manager("icewm", ("icewm",), "icewm"),
    )
}

PICOM = """
backend = "xrender";
shadow = true;
shadow-radius = 12;
shadow-opacity = 0.75;
"""
"""picom with shadows: the values that its manual names as usual."""


@contextmanager
def managed(manager: Manager, folder: Path, *, picom: bool = False) -> Iterator[None]:
    """Start a display with a manager and point the process at it."""
    for name, text in manager.files:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    with ExitStack() as stack:
        stack.enter_context(own_display(folder, (SCREEN.w, SCREEN.h)))
        environment = {**os.environ, "NO_AT_BRIDGE": "1"}
        environment.pop("XDG_CONFIG_HOME", None)
        if manager.command:
            stack.enter_context(background(list(manager.command), environment))
            wait_for(lambda: said(["wmctrl", "-m"], environment), manager.name)
            # It answers before it takes windows.
            time.sleep(1.0)
        if picom:
            file = folder / "picom.conf"
            file.write_text(PICOM)
            words = ["picom", "--config", str(file)]
            stack.enter_context(background(words, environment))
        if picom or manager.composites:
            wait_for(composited, "a compositor")
        yield


@dataclass
class Games:
    """What games on a desktop showed."""

    wanted: int
    ended: int
    presses: int
    strays: list[str]
    """Presses that the display delivered off the board."""
    unannounced: list[str]
    """Losses on a move that was not announced as a guess."""
    others: list[str]


def play_games(folder: Path, games: int, *words: str) -> Games:
    """Play games of the built-in client on the display the process points at."""
    folder.mkdir(parents=True, exist_ok=True)
    environment = {**os.environ, "XDG_DATA_HOME": str(folder / "data")}
    recording = folder / "recording"
    setting = ("--rows", "9", "--cols", "9", "--mines", "10", "--seed", "5")
    with (
        game_window(environment, folder / "journal.jsonl", *setting),
        witness(environment, folder) as presses,
    ):
        options = ["--countdown", "0", "--games", str(games), "--record", str(recording), *words]
        code, events, story = autosweep(environment, "play", *options)
    summary = next((e for e in events if e.get("event") == "summary"), {"won": 0, "lost": 0})
    file = recording / "session.jsonl"
    strays, others = click_faults(json_lines(file) if file.exists() else [], presses)
    ended = summary["won"] + summary["lost"]
    truths = [state["phase"] for state in json_lines(folder / "journal.jsonl")]
    if ended != sum(phase in ("won", "lost") for phase in truths):
        others.append(f"the game ended otherwise: {truths[-1]}")
    if code not in (0, 1):
        others.append(f"exit code {code}: {story.strip()}")
    return Games(games, ended, len(presses), strays, loss_faults(events), others)


@dataclass
class Hinted:
    """What the overlay showed on a desktop."""

    compared: int
    """Pixels of the board and round it that were compared."""
    inked: int
    """Pixels that hints change."""
    wrong: int
    """Pixels on the board that are not what they should be."""
    around: int
    """Pixels round the board that the overlay changed."""
    pictures: dict[str, Pixels]
    """The whole screen with and without hints, and what is wrong in red."""
    others: list[str] = field(default_factory=list)

    @property
    def exact(self) -> str:
        """The result as a cell of a table."""
        if self.others:
            return "; ".join(self.others)
        if self.wrong or self.around:
            return f"{self.wrong} wrong, {self.around} round the board"
        return f"yes ({self.inked} inked of {self.compared})"


def show_hints(folder: Path) -> Hinted:
    """Show all hints on a half-open board; compare the screen with what it should be."""
    with (
        client("built-in", folder, 3),
        overlay("--mines", str(MINES["built-in"]), "--show", "all") as ours,
    ):
        wait_for(lambda: ours.shown, "hints")
        press(ours.place(), (9, 9), (4, 4))
        wait_for(lambda: ours.shown[-1]["phase"] == "playing", "hints in the game")
        inside = ours.place()
        # Some clients draw the cell under the mouse differently; this one keeps the focus there.
        said(["xdotool", "mousemove", str(inside.right - 4), str(inside.y - 12)], dict(os.environ))
        drawn, event = _resting(), ours.shown[-1]
        others = _intrusions()
        ours.tell("show=off")
        bare = _resting()
        ours.tell("show=all")
        again = _resting()
        # A reason is looked for only for a while: a busy machine may find it the second time.
        same_reason = ours.shown[-1]["because"] == event["because"]
        if same_reason and not np.array_equal(_board(again, ours), _board(drawn, ours)):
            others.append("the hints differ when shown again")
        return _compared(drawn, bare, event, ours.place(), others)


def _board(picture: Pixels, ours: Overlay) -> Pixels:
    place = ours.place()
    return picture[place.y : place.bottom, place.x : place.right]


def _resting() -> Pixels:
    """Return the screen once it rests, clocks on panels at its edges aside."""
    time.sleep(1.0)  # compositors draw a little later
    middle = slice(60, SCREEN.h - 60)
    until = time.monotonic() + 10.0
    before = screen()
    while True:
        time.sleep(0.2)
        now = screen()
        if np.array_equal(now[middle], before[middle]) or time.monotonic() > until:
            return now
        before = now


WINDOWS = """
import contextlib, io, json
from Xlib import X
from Xlib.display import Display
with contextlib.redirect_stdout(io.StringIO()):
    display = Display()
root = display.screen().root
def listed(name):
    found = root.get_full_property(display.intern_atom(name), X.AnyPropertyType)
    return [] if found is None else list(found.value)
focus = display.get_input_focus().focus
print(json.dumps({
    "root": [w.id for w in root.query_tree().children],
    "clients": listed("_NET_CLIENT_LIST"),
    "active": listed("_NET_ACTIVE_WINDOW"),
    "focus": focus if isinstance(focus, int) else focus.id,
}))
"""


def _intrusions() -> list[str]:
    """Return how the hint window is in the way of a person: framed, listed or focused."""
    environment = dict(os.environ)
    found = said(["xdotool", "search", "--name", "autosweep hints"], environment).split()
    known: dict[str, Any] = json.loads(
        said([sys.executable, "-W", "ignore", "-c", WINDOWS], environment)
    )
    ours = {int(number) for number in found}
    faults = []
    if not ours & set(known["root"]):
        faults.append("the hint window has a frame")
    if ours & set(known["clients"]):
        faults.append("the hint window is in the list of windows")
    if ours & {*known["active"], known["focus"]}:
        faults.append("the hint window has the focus")
    return faults


def _compared(
    drawn: Pixels, bare: Pixels, event: dict[str, Any], place: Rect, others: list[str]
) -> Hinted:
    """Compare the screen with the hints drawn on the game without them."""
    part = place.grown(AROUND).intersect(SCREEN)
    readings = read(bare[part.y : part.bottom, part.x : part.right])
    if not readings:
        return Hinted(part.area, 0, 0, 0, {"hints": drawn, "bare": bare}, ["no board is read"])
    grid = Grid(tuple(event["row_edges"]), tuple(event["col_edges"]))
    hints = hints_of(advise(readings[0], MINES["built-in"]), event["show"])
    hints = replace(hints, because=frozenset((r, c) for r, c in event["because"]))
    expected = draw_hints(bare, grid, hints)
    wrong = (drawn != expected).any(axis=2)
    inked = (expected != bare).any(axis=2)
    inner = np.zeros(wrong.shape, bool)
    inner[place.y : place.bottom, place.x : place.right] = True
    outer = np.zeros(wrong.shape, bool)
    outer[part.y : part.bottom, part.x : part.right] = True
    faulty = drawn.copy()
    faulty[wrong] = (0, 0, 255)
    pictures = {"hints": drawn, "bare": bare}
    if (wrong & outer).any():
        pictures |= {"wrong": faulty, "expected": expected}
    return Hinted(
        part.area,
        int((inked & outer).sum()),
        int((wrong & inner).sum()),
        int((wrong & outer & ~inner).sum()),
        pictures,
        others,
    )
