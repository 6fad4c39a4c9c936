"""The window of the built-in game as a program of its own, with the mouse and keyboard to drive it.

What it shows is compared with what its journal says, pixel by pixel.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

import cv2
import mss
import numpy as np

from autosweep.board import Board
from autosweep.client.scene import Mood, SceneLayout, render_scene
from autosweep.client.skins import find_skin
from autosweep.geometry import Cell, Rect
from autosweep.interfaces import Button, Pixels

LAUNCH = """
import json, sys
from pathlib import Path
from autosweep.board import FirstClick
from autosweep.client.client_settings import ClientSettings
from autosweep.client.launch import run
from autosweep.errors import AutosweepError
from autosweep.desktop.clock import SystemClock

options = json.loads(sys.argv[1])
options["first_click"] = FirstClick(options.get("first_click", "safe"))
options["position"] = tuple(options["position"])
for name in ("board_file", "leaderboard"):
    options[name] = Path(options[name]) if name in options else None
try:
    sys.exit(run(ClientSettings(**options, journal=Path(sys.argv[2])), SystemClock()))
except AutosweepError as error:
    print(error, error.remedy)
    sys.exit(error.exit_code)
"""
CORNER = (60, 40)
PATIENCE = 30.0
NUMBERS = {Button.LEFT: [1], Button.MIDDLE: [2], Button.RIGHT: [3], Button.BOTH: [1, 3]}


def wait_for(condition: Callable[[], bool], what: str) -> None:
    """Return as soon as the condition holds; fail where it never does."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, f"waited in vain for {what}"
        time.sleep(0.02)


class Player:
    """A running game, the mouse and keyboard of its display, and an eye."""

    def __init__(self, display: str, folder: Path, **options: Any) -> None:
        from Xlib.display import Display

        self.options = {
            "rows": 7,
            "cols": 9,
            "mines": 10,
            "cell_px": 24,
            "position": CORNER,
            **options,
        }
        self.journal = Path(self.options.pop("journal", folder / "journal.jsonl"))
        self.corner = CORNER
        self.skin = find_skin(self.options.get("skin", "classic"))
        self.layout = SceneLayout.of(
            self.skin, self.options["rows"], self.options["cols"], self.options["cell_px"]
        )
        self.connection = Display(display)
        self.eye = mss.MSS(display=display)
        self.process = subprocess.Popen(
            [sys.executable, "-c", LAUNCH, json.dumps(self.options), str(self.journal)],
            env={**os.environ, "DISPLAY": display},
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Self:
        try:
            wait_for(lambda: bool(self.lines()), "the first line of the journal")
            wait_for(self.agrees, "the window")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()
        self.eye.close()
        self.connection.close()

    def lines(self) -> list[dict[str, Any]]:
        text = self.journal.read_text() if self.journal.exists() else ""
        return [json.loads(line) for line in text.splitlines(keepends=True) if line.endswith("\n")]

    def board(self) -> Board:
        last = self.lines()[-1]
        return Board.from_rows(last["board"], last["mines"])

    def seen(self) -> Pixels:
        part = {"left": self.corner[0], "top": self.corner[1], "width": 0, "height": 0}
        part["width"], part["height"] = self.layout.size
        return cv2.cvtColor(np.asarray(self.eye.grab(part)), cv2.COLOR_BGRA2BGR)

    def agrees(self) -> bool:
        """Return True if the screen shows what the journal says, the clock aside."""
        last = self.lines()[-1]
        mood = {"won": Mood.HAPPY, "lost": Mood.SAD}.get(last["phase"], Mood.CALM)
        wanted = render_scene(
            self.skin, self.layout, self.board(), mines_left=last["mines_left"], mood=mood
        )
        seen, clock = self.seen(), self.layout.clock
        for picture in (wanted, seen):
            picture[clock.y : clock.bottom, clock.x : clock.right] = 0
        return np.array_equal(seen, wanted)

    def screen(self) -> Pixels:
        """Return the whole screen."""
        return cv2.cvtColor(np.asarray(self.eye.grab(self.eye.monitors[0])), cv2.COLOR_BGRA2BGR)

    def move(self, x: int, y: int) -> None:
        """Move the pointer to a point of the screen."""
        from Xlib import X
        from Xlib.ext import xtest

        xtest.fake_input(self.connection, X.MotionNotify, x=x, y=y)
        self.connection.sync()

    def click(self, rect: Rect, button: Button = Button.LEFT) -> None:
        from Xlib import X
        from Xlib.ext import xtest

        x = self.corner[0] + rect.x + rect.w // 2
        y = self.corner[1] + rect.y + rect.h // 2
        xtest.fake_input(self.connection, X.MotionNotify, x=x, y=y)
        for kind in (X.ButtonPress, X.ButtonRelease):
            for number in NUMBERS[button]:
                xtest.fake_input(self.connection, kind, number)
        self.connection.sync()

    def click_cell(self, cell: Cell, button: Button = Button.LEFT) -> None:
        self.click(self.layout.grid.cell_rect(cell), button)

    def key(self, *names: str) -> None:
        from Xlib import XK, X
        from Xlib.ext import xtest

        codes = [self.connection.keysym_to_keycode(XK.string_to_keysym(name)) for name in names]
        for code in codes:
            xtest.fake_input(self.connection, X.KeyPress, code)
        for code in reversed(codes):
            xtest.fake_input(self.connection, X.KeyRelease, code)
        self.connection.sync()

    def type(self, text: str) -> None:
        """Type a text key by key, with the shift key where a character needs it."""
        from Xlib import XK, X
        from Xlib.ext import xtest

        shift = self.connection.keysym_to_keycode(XK.XK_Shift_L)
        for character in text:
            # the keysym of a Latin-1 character is its code
            code, level = min(
                self.connection.keysym_to_keycodes(ord(character)), key=lambda found: found[1]
            )
            held = [shift] if level else []
            for key in (*held, code):
                xtest.fake_input(self.connection, X.KeyPress, key)
            for key in (code, *held):
                xtest.fake_input(self.connection, X.KeyRelease, key)
        self.connection.sync()

    def window(self) -> Any:
        return next(
            child
            for child in self.connection.screen().root.query_tree().children
            if child.get_wm_name() == "autosweep"
        )
