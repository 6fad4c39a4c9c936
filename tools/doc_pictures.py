"""Take the screenshots of the guides: `python tools/doc_pictures.py [NAME...]`.

The built-in game runs on a virtual display and is driven by keys and clicks (`docs/learn.md`); the
replay page of a game with an unnecessary risk is opened in Chromium (`docs/replay.md`). Run it
again if a text or a button of these changes, and look at the result. Needs Xvfb and Chromium.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import mss
from PIL import Image
from Xlib import XK, X
from Xlib.display import Display
from Xlib.ext import xtest

from autosweep.desktop.xvfb import VirtualDisplay
from autosweep.solver.analyze import analyze

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
from support.screenshots import Shooter

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pictures"
STUDY = """6 8 9
? ? ? 1 0 0 1 ?
? 3 2 1 0 0 1 1
? 1 0 0 0 0 0 0
? 2 1 1 1 1 1 1
? ? ? ? ? ? ? ?
? ? ? ? ? ? ? ?
"""
"""The position of docs/learn.md."""
WINDOW = (470, 535)
"""Size of the game's window with its panel, in pixels."""
FIRST_CELL = (123, 97)
"""The middle of cell 0,0 in the window, in pixels."""
CELL = 32
REST = (400, 20)
"""A point of the window on which nothing happens; the window under the pointer gets the keys."""


class GameWindow:
    """The built-in game on a virtual display, with its mouse, its keyboard and its screen."""

    def __init__(self, display: str) -> None:
        self._connection = Display(display)
        self._name = display
        root = self._connection.screen().root
        root.change_attributes(background_pixel=self._connection.screen().white_pixel)
        root.clear_area()
        self._connection.sync()

    def point(self, x: int, y: int) -> None:
        """Move the pointer."""
        xtest.fake_input(self._connection, X.MotionNotify, x=x, y=y)
        self._connection.sync()

    def point_at(self, row: int, col: int) -> None:
        """Move the pointer to the middle of a cell."""
        self.point(FIRST_CELL[0] + CELL * col, FIRST_CELL[1] + CELL * row)

    def flag(self, row: int, col: int) -> None:
        """Flag a cell with a right click."""
        self.point_at(row, col)
        for event in (X.ButtonPress, X.ButtonRelease):
            xtest.fake_input(self._connection, event, 3)
        self._connection.sync()
        time.sleep(0.3)
        self.point(*REST)

    def press(self, *names: str) -> None:
        """Press keys together."""
        codes = [self._connection.keysym_to_keycode(XK.string_to_keysym(name)) for name in names]
        for code in codes:
            xtest.fake_input(self._connection, X.KeyPress, code)
        for code in reversed(codes):
            xtest.fake_input(self._connection, X.KeyRelease, code)
        self._connection.sync()

    def save(self, name: str, width: int = WINDOW[0], *, after: float = 2.0) -> None:
        """Wait for the answer and write the window's pixels."""
        time.sleep(after)
        with mss.MSS(display=self._name) as screen:
            part = {"left": 0, "top": 0, "width": width, "height": WINDOW[1]}
            pixels = screen.grab(part)
        image = Image.frombytes("RGB", pixels.size, pixels.rgb)
        image.save(PICTURES / name, optimize=True)


@contextmanager
def game(skin: str = "light", *, new: bool = False) -> Iterator[GameWindow]:
    """Open the study position, or a new game of its size, with the panel; end it afterwards."""
    with tempfile.TemporaryDirectory() as place, VirtualDisplay(800, 600) as display:
        study = Path(place) / "study.txt"
        study.write_text(STUDY, "utf-8")
        board = ["--rows", "6", "--cols", "8", "--mines", "9"] if new else ["--board", str(study)]
        words = ["client", *board, "--skin", skin, "--at", "0,0", "--panel"]
        running = subprocess.Popen(
            [sys.executable, "-m", "autosweep", *words],
            env={**os.environ, "DISPLAY": display.name, "XDG_DATA_HOME": place, "HOME": place},
            cwd=place,
        )
        try:
            time.sleep(3)
            window = GameWindow(display.name)
            window.point(*REST)
            yield window
        finally:
            running.terminate()
            running.wait()


def hint() -> None:
    """Take the hint."""
    with game() as window:
        window.press("h")
        window.save("hint.png")


def step() -> None:
    """Take the step."""
    with game() as window:
        window.press("s")
        window.save("step.png")


def solve() -> None:
    """Take the solution up to a guess, in the skin dark."""
    with game(skin="dark") as window:
        window.press("a")
        window.save("solve.png", after=8.0)


def prove() -> None:
    """Take three flags that are judged."""
    with game() as window:
        for cell in ((0, 7), (4, 5), (4, 7)):
            window.flag(*cell)
        window.press("p")
        window.save("prove.png")


def odds() -> None:
    """Take the chances."""
    with game() as window:
        window.press("o")
        window.save("odds.png")


def why() -> None:
    """Take the reason under the pointer; the tooltip reaches beyond the window."""
    with game() as window:
        window.press("w")
        window.point_at(4, 5)
        window.save("why.png", width=690)


def save() -> None:
    """Take the line in which the file is named."""
    with game(new=True) as window:
        window.press("Control_L", "s")
        time.sleep(1)
        for key in ("s", "t", "u", "d", "y", "period", "t", "x", "t"):
            window.press(key)
        window.save("save.png")


def replay() -> None:
    """Take the replay page at a step with an unnecessary risk, and on a phone in the dark."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as place:
        risky = _play_with_one_risk(Path(place) / "a game of mine")
        page_file = Path(place) / "page.html"
        words = ["replay", "a game of mine", "--html", page_file.name]
        subprocess.run([sys.executable, "-m", "autosweep", *words], cwd=place, check=False)
        with sync_playwright() as running:
            browser = running.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox"]
            )
            for name, size, colours, number in (
                ("replay.png", (1120, 700), "light", risky),
                ("replay-dark.png", (390, 844), "dark", risky - 2),
            ):
                page = browser.new_page(
                    viewport={"width": size[0], "height": size[1]}, color_scheme=colours
                )
                page.goto(f"{page_file.as_uri()}#step={number}")
                page.wait_for_timeout(500)
                shot = Path(place) / name
                page.screenshot(path=shot)
                image = Image.open(shot).convert("RGB")
                _paletted(image).save(PICTURES / name, optimize=True)
            browser.close()


def _paletted(image: Image.Image) -> Image.Image:
    """Return the image with a palette of its commonest colours; rare ones get the nearest."""
    common = Counter(image.getdata()).most_common(64)
    palette = Image.new("P", (1, 1))
    palette.putpalette([level for colour, _ in common for level in colour])
    return image.quantize(palette=palette, dither=Image.Dither.NONE)


def _play_with_one_risk(folder: Path) -> int:
    """Play a game by what is proven, with one risk that was not needed; return its step."""
    shooter = Shooter(folder, seed=3, mines=14, skin="classic")
    shooter.shoot("000.png")
    shooter.click((4, 4))
    shooter.shoot("001.png")
    number, risky = 1, 0
    while shooter.safe_cells():
        known = analyze(shooter.screen.game.board)
        proven = sorted(known.safe)
        unproven = [cell for cell in shooter.safe_cells() if cell not in known.safe]
        if number >= 8 and proven and unproven and not risky:
            cell = max(unproven, key=known.probability.__getitem__)
            risky = number + 1
        else:
            cell = (proven or shooter.safe_cells())[0]
        shooter.click(cell)
        number += 1
        shooter.shoot(f"{number:03}.png")
    return risky


SHOTS = (hint, step, solve, prove, odds, why, save, replay)


def main() -> None:
    """Take all of them, or those named."""
    # python-xlib wants such a file, also for a display without any protection
    os.environ.setdefault("XAUTHORITY", os.devnull)
    wanted = sys.argv[1:] or [shot.__name__ for shot in SHOTS]
    for shot in SHOTS:
        if shot.__name__ in wanted:
            shot()
            print(f"taken: {shot.__name__}")


if __name__ == "__main__":
    main()
