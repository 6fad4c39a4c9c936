"""When a part of the screen changed, by events of the X server: a witness beside the player.

    python benchmarks/changes.py DISPLAY

Reads one line `X Y WIDTH HEIGHT` and watches that part of the screen until its input ends; then
prints a JSON list of the times (of the system's monotonic clock) at which pixels of it became
others. It sleeps until the server says that something was drawn (the DAMAGE extension) and captures
only then, so it hardly disturbs those it watches; what is drawn anew with equal pixels is no
change. Kept in a process of its own, so that it waits for nobody.
"""

from __future__ import annotations

import json
import select
import sys
import time
from typing import Any

import numpy as np
import xcffib
import xcffib.xproto
from mss import MSS
from xcffib import damage

NOTIFY_ONCE = 3
"""One event when something is drawn, none until it is acknowledged."""


def main(name: str) -> None:
    """Watch until the input ends; print the times of all changes."""
    display: Any = xcffib.connect(name)
    drawing = display(damage.key)
    drawing.QueryVersion(1, 1).reply()
    print("ready", flush=True)
    left, top, width, height = map(int, sys.stdin.readline().split())
    box = {"left": left, "top": top, "width": width, "height": height}
    times: list[float] = []
    with MSS() as screen:
        number = display.generate_id()
        drawing.CreateChecked(number, display.setup.roots[0].root, NOTIFY_ONCE).check()
        seen = np.asarray(screen.grab(box))
        while True:
            # An event may have come with the answer to a question: then the wire stays silent.
            if display.poll_for_event() is None:
                wire = display.get_file_descriptor()
                ready, _, _ = select.select([wire, sys.stdin], [], [])
                if sys.stdin in ready:
                    break
            drawn = time.monotonic()
            while display.poll_for_event() is not None:
                pass
            drawing.SubtractChecked(number, 0, 0).check()
            now = np.asarray(screen.grab(box))
            if not np.array_equal(now, seen):
                times.append(drawn)
                seen = now
    json.dump(times, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1])
