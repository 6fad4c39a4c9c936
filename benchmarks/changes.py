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
from typing import Any

import numpy as np
from mss import MSS
from Xlib.display import Display
from Xlib.protocol import rq

from autosweep.screen.display import ensure_xauthority

NON_EMPTY = 3
"""Report level: one event as soon as something is drawn, none until that was taken note of."""


class CreateDamage(rq.Request):
    """Ask the server to report what is drawn on a window and on all in it."""

    _request = rq.Struct(
        rq.Card8("opcode"),
        rq.Opcode(1),
        rq.RequestLength(),
        rq.Card32("damage"),
        rq.Card32("drawable"),
        rq.Card8("level"),
        rq.Pad(3),
    )


class SubtractDamage(rq.Request):
    """Take note of all that was drawn, so that the next stroke is reported."""

    _request = rq.Struct(
        rq.Card8("opcode"),
        rq.Opcode(3),
        rq.RequestLength(),
        rq.Card32("damage"),
        rq.Card32("repair"),
        rq.Card32("parts"),
    )


class DamageVersion(rq.ReplyRequest):
    """Tell the server which version of the extension is spoken; it wants to hear it first."""

    _request = rq.Struct(
        rq.Card8("opcode"), rq.Opcode(0), rq.RequestLength(), rq.Card32("major"), rq.Card32("minor")
    )
    _reply = rq.Struct(
        rq.ReplyCode(),
        rq.Pad(1),
        rq.Card16("sequence_number"),
        rq.ReplyLength(),
        rq.Card32("major"),
        rq.Card32("minor"),
        rq.Pad(16),
    )


def main(name: str) -> None:
    """Watch until the input ends; print the times of all changes."""
    ensure_xauthority()
    display = Display(name)
    wire: Any = display.display
    extension = display.query_extension("DAMAGE")
    assert extension is not None, "the display has no DAMAGE extension"
    opcode = extension.major_opcode
    DamageVersion(display=wire, opcode=opcode, major=1, minor=1)
    damage = wire.allocate_resource_id()
    print("ready", flush=True)
    left, top, width, height = map(int, sys.stdin.readline().split())
    box = {"left": left, "top": top, "width": width, "height": height}
    times: list[float] = []
    with MSS() as screen:
        root = display.screen().root
        CreateDamage(display=wire, opcode=opcode, damage=damage, drawable=root.id, level=NON_EMPTY)
        display.sync()
        seen = np.asarray(screen.grab(box))
        while True:
            # An event may have come with the answer to a question: then the wire stays silent.
            if not display.pending_events():
                ready, _, _ = select.select([wire.socket, sys.stdin], [], [])
                if sys.stdin in ready:
                    break
            drawn = time.monotonic()
            while display.pending_events():
                display.next_event()
            SubtractDamage(display=wire, opcode=opcode, damage=damage, repair=0, parts=0)
            display.sync()
            now = np.asarray(screen.grab(box))
            if not np.array_equal(now, seen):
                times.append(drawn)
                seen = now
    json.dump(times, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1])
