"""When a part of the screen changed, told by the X server: a witness beside the player.

    python benchmarks/changes.py DISPLAY

Reads one line `X Y WIDTH HEIGHT` and watches that part of the screen until its input ends; then
prints a JSON list of the times (of the system's monotonic clock) at which pixels of it became
others. It sleeps until the server says that something was drawn (the DAMAGE extension) and takes a
picture only then, so it hardly disturbs those it watches; what is drawn anew and looks the same is
no change. Kept in a process of its own, so that it waits for nobody.
"""

from __future__ import annotations

import json
import select
import sys
import time

import numpy as np
from mss import MSS
from Xlib.display import Display

from autosweep.desktop.display import ensure_xauthority
from autosweep.overlay.xwire import Damage, enable


def main(name: str) -> None:
    """Watch until the input ends; print the times of all changes."""
    ensure_xauthority()
    display = Display(name)
    assert enable(display, "DAMAGE", (1, 1)) is not None, "the display has no DAMAGE extension"
    print("ready", flush=True)
    left, top, width, height = map(int, sys.stdin.readline().split())
    box = {"left": left, "top": top, "width": width, "height": height}
    times: list[float] = []
    with MSS() as screen:
        damage = Damage(display, display.screen().root)
        display.sync()
        seen = np.asarray(screen.grab(box))
        while True:
            # An event may have come with the answer to a question: then the wire stays silent.
            if not display.pending_events():
                ready, _, _ = select.select([display.display.socket, sys.stdin], [], [])
                if sys.stdin in ready:
                    break
            drawn = time.monotonic()
            while display.pending_events():
                display.next_event()
            damage.take_note()
            display.sync()
            now = np.asarray(screen.grab(box))
            if not np.array_equal(now, seen):
                times.append(drawn)
                seen = now
    json.dump(times, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1])
