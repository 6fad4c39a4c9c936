"""Capture and pointer on a real display, in a process of their own."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytestmark = pytest.mark.x11

PROGRAM = """
import subprocess, sys, time
from autosweep.errors import DisplayLost, Interrupted, NothingToSee
from autosweep.geometry import Rect, ScreenPoint
from autosweep.desktop.open import open_desktop
from autosweep.desktop.pointing import open_pointer
from autosweep.interfaces import Click, FrameSource, MoveTo, Pointer

desktop = open_desktop(open_pointer)
source, pointer = desktop.source, desktop.pointer
assert isinstance(source, FrameSource) and isinstance(pointer, Pointer)
whole = source.grab()
assert (whole.rect.w, whole.rect.h) == (1280, 800)
part = source.grab(Rect(1200, 700, 500, 500))
assert (part.rect.w, part.rect.h) == (80, 100), part.rect
assert part.mapping.origin_x == 1200
try:
    source.grab(Rect(5000, 0, 10, 10))
except NothingToSee:
    pass
else:
    raise AssertionError("a region off the screen was grabbed")
pointer.perform([Click(ScreenPoint(100, 120)), MoveTo(ScreenPoint(40, 50))])
assert pointer.position() == ScreenPoint(40, 50)
import tkinter
window = tkinter.Tk()
window.overrideredirect(True)
window.geometry("300x200+200+200")
window.configure(background="#c0c0c0")
pressed = []
window.bind("<Button-1>", lambda event: pressed.append((event.x_root, event.y_root)))
window.update()
before = source.grab(Rect(240, 240, 20, 20))
click = Click(ScreenPoint(250, 250), seen=before)
other = Click(ScreenPoint(350, 250), seen=source.grab(Rect(340, 240, 20, 20)))
assert not pointer.perform([click, other])
popup = tkinter.Frame(window, background="#f4e8c0")
popup.place(x=0, y=0, width=100, height=100)
while len(pressed) < 2:
    window.update()
assert pressed == [(250, 250), (350, 250)], pressed
assert pointer.perform([click, other]) == [click]
while len(pressed) < 3:
    window.update()
assert pressed[2:] == [(350, 250)], pressed
held = Click(ScreenPoint(350, 250), hold=0.05)
times = []
window.bind("<Button-1>", lambda event: times.append(event.time))
window.bind("<ButtonRelease-1>", lambda event: times.append(event.time))
pointer.perform([held])
# The button is up a little after the answer.
while len(times) < 2:
    window.update()
assert times[1] - times[0] >= 50, times
popup.configure(background="#203040")
window.update()
dark = Click(ScreenPoint(250, 250), seen=source.grab(Rect(240, 240, 20, 20)))
assert not pointer.perform([dark])
window.destroy()
pointer.perform([MoveTo(ScreenPoint(0, 0))])
try:
    pointer.perform([Click(ScreenPoint(100, 100))])
except Interrupted:
    pass
else:
    raise AssertionError("the fail-safe corner did not stop the click")
desktop.close()
print("fine")
"""


def test_capture_and_pointer(x_environment: dict[str, str]) -> None:
    """Regions are cut to the screen, clicks go where they should, the corner stops them."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env=x_environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stdout == "fine\n", done.stderr


HOLDER = """
import time
from Xlib import X
from Xlib.display import Display
display = Display()
root = display.screen().root
root.grab_button(1, X.AnyModifier, True, X.ButtonPressMask, X.GrabModeSync, X.GrabModeAsync, 0, 0)
display.sync()
print("ready", flush=True)
while True:
    display.next_event()
    time.sleep(0.1)
    display.allow_events(X.ReplayPointer, X.CurrentTime)
    display.flush()
"""
HELD = """
import tkinter
from autosweep.geometry import ScreenPoint
from autosweep.desktop.open import open_desktop
from autosweep.desktop.pointing import open_pointer
from autosweep.interfaces import Click
window = tkinter.Tk()
window.overrideredirect(True)
window.geometry("300x200+200+200")
seen = []
for what in ("<Button-1>", "<ButtonRelease-1>"):
    window.bind(what, lambda event: seen.append((event.x_root, event.y_root)))
window.update()
desktop = open_desktop(open_pointer)
pointer = desktop.pointer
places = [(250, 250), (350, 260), (300, 350)]
first, *rest = [Click(ScreenPoint(*place)) for place in places]
pointer.perform([first])
pointer.perform(rest)
while len(seen) < 6:
    window.update()
assert seen == [place for place in places for _ in range(2)], seen
desktop.close()
print("fine")
"""


def test_a_click_waits_until_the_button_is_up(x_environment: dict[str, str]) -> None:
    """A window manager may hold a press; a release elsewhere would be no click on many clients."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER], env=x_environment, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        assert "ready\n" in holder.stdout
        done = subprocess.run(
            [sys.executable, "-c", HELD],
            env=x_environment,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        holder.kill()
    assert done.stdout == "fine\n", done.stderr


def test_a_display_that_cannot_be_opened_is_one_sentence() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "autosweep", "play"],
        env={"DISPLAY": ":987", "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 4
    assert "The display :987 cannot be opened: [Errno" in done.stderr
    assert "Traceback" not in done.stderr
