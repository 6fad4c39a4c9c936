"""Every button event that an X server delivers, with its place: a witness that is not the player.

    python tests/support/xevents.py DISPLAY

Prints one JSON line `[button, x, y]` for each press, by the server's RECORD extension, until it is
ended. Kept in a process of its own because the extension takes over its connection.
"""

from __future__ import annotations

import json
import sys
from typing import Any

from Xlib import X
from Xlib.display import Display
from Xlib.ext import record
from Xlib.protocol import rq


def main(name: str) -> None:
    """Record until the process is ended."""
    control, wire = Display(name), Display(name)
    ranges: dict[str, Any] = {
        "core_requests": (0, 0),
        "core_replies": (0, 0),
        "ext_requests": (0, 0, 0, 0),
        "ext_replies": (0, 0, 0, 0),
        "delivered_events": (0, 0),
        "device_events": (X.ButtonPress, X.ButtonPress),
        "errors": (0, 0),
        "client_started": False,
        "client_died": False,
    }
    context = wire.record_create_context(0, [record.AllClients], [ranges])
    fields = rq.EventField(None)

    def on_data(reply: Any) -> None:
        data = reply.data
        while reply.category == record.FromServer and len(data):
            event, data = fields.parse_binary_value(data, control.display, None, None)
            print(json.dumps([event.detail, event.root_x, event.root_y]), flush=True)  # noqa: T201

    print("ready", flush=True)  # noqa: T201
    wire.record_enable_context(context, on_data)


if __name__ == "__main__":
    main(sys.argv[1])
