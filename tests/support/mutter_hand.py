"""The hand and the eye of a person at a headless GNOME, by Mutter's own interfaces.

They need no consent, so only tests use them: to answer the desktop's questions, and to see what a
person would. Prints one line as soon as it can look; then takes commands, a line each:

    look FILE          write what the monitor shows
    click X Y          press and release the left button
    press X Y          the same, where that may end the desktop's session with us
    key SYMBOL         press and release a key, by X's number of it
    scale S...         give the monitors these scales, from left to right

and answers each with a line.
"""

from __future__ import annotations

import os
import socket
import sys
import time
from pathlib import Path
from typing import Any

import cv2
from jeepney import DBusAddress, HeaderFields, MatchRule, MessageType, message_bus, new_method_call
from jeepney.io.blocking import Proxy, open_dbus_connection
from pipewire_capture import CaptureStream

DESK = "org.gnome.Mutter.RemoteDesktop"
CAST = "org.gnome.Mutter.ScreenCast"
DISPLAYS = "org.gnome.Mutter.DisplayConfig"
LEFT = 0x110
TEMPORARILY = 1
SECONDS = 10.0
STABLE_WITHIN = 3.0


class Hand:
    """A session of Mutter's remote desktop."""

    def __init__(self) -> None:
        self._bus = open_dbus_connection("SESSION", enable_fds=True)
        (self._desk,) = self._call(DESK, "/org/gnome/Mutter/RemoteDesktop", DESK, "CreateSession")
        asked = (f"{DESK}.Session", "SessionId")
        properties = "org.freedesktop.DBus.Properties"
        ((_, number),) = self._call(DESK, self._desk, properties, "Get", "ss", asked)
        belongs = ({"remote-desktop-session-id": ("s", number)},)
        (cast,) = self._call(
            CAST, "/org/gnome/Mutter/ScreenCast", CAST, "CreateSession", "a{sv}", belongs
        )
        shown = ("", {"cursor-mode": ("u", 1)})
        (self._stream,) = self._call(
            CAST, cast, f"{CAST}.Session", "RecordMonitor", "sa{sv}", shown
        )
        rule = MatchRule(type="signal", interface=f"{CAST}.Stream", member="PipeWireStreamAdded")
        Proxy(message_bus, self._bus).AddMatch(rule)
        with self._bus.filter(rule) as added:
            self._notify("Start")
            (node,) = self._bus.recv_until_filtered(added, timeout=SECONDS).body
        self._remote = socket.socket(socket.AF_UNIX)
        self._remote.connect(str(Path(os.environ["XDG_RUNTIME_DIR"], "pipewire-0")))
        self._frames = CaptureStream(self._remote.fileno(), node, 1280, 800, 0.0)
        self._frames.start()
        self._last: Any = None
        # Programs need a moment to notice the first mouse of a desktop.
        self._notify("NotifyPointerMotionAbsolute", "sdd", (self._stream, 5.0, 400.0))
        time.sleep(1.0)

    def look(self, file: str) -> None:
        until = time.monotonic() + STABLE_WITHIN
        before: Any = None
        while True:
            newer = self._frames.get_frame()
            self._last = self._last if newer is None else newer
            late = time.monotonic() > until
            given_up = time.monotonic() > until + SECONDS
            assert self._last is not None or not given_up, "Mutter shows nothing"
            if before is not None and (late or (before == self._last).all()):
                break
            before = self._last
            time.sleep(0.15)
        cv2.imwrite(file, self._last[..., :3])

    def click(self, x: str, y: str) -> None:
        place = (self._stream, float(x), float(y))
        self._notify("NotifyPointerMotionAbsolute", "sdd", place)
        time.sleep(0.3)
        for state in (True, False):
            self._notify("NotifyPointerButton", "ib", (LEFT, state))

    def press(self, x: str, y: str) -> None:
        try:
            self.click(x, y)
        except AssertionError:
            print("everything was ended", file=sys.stderr)

    def key(self, symbol: str) -> None:
        for state in (True, False):
            self._notify("NotifyKeyboardKeysym", "ub", (int(symbol, 0), state))

    def scale(self, *scales: str) -> None:
        where = ("/org/gnome/Mutter/DisplayConfig", DISPLAYS)
        serial, monitors, *_ = self._call(DISPLAYS, *where, "GetCurrentState")
        left, wanted = 0, []
        for (names, modes, _), scale in zip(monitors, scales, strict=True):
            mode, width, _, _, _, offered, _ = next(m for m in modes if "is-current" in m[6])
            nearest = min(offered, key=lambda each: abs(each - float(scale)))
            wanted.append((left, 0, nearest, 0, not left, [(names[0], mode, {})]))
            left += round(width / nearest)
        body = (serial, TEMPORARILY, wanted, {})
        layout = "uua(iiduba(ssa{sv}))a{sv}"
        self._call(DISPLAYS, *where, "ApplyMonitorsConfig", layout, body)
        time.sleep(1.0)

    def _notify(self, method: str, signature: str = "", body: tuple[Any, ...] = ()) -> None:
        self._call(DESK, self._desk, f"{DESK}.Session", method, signature, body)

    def _call(  # noqa: PLR0913, PLR0917 - the parts of a call
        self,
        bus: str,
        path: str,
        interface: str,
        method: str,
        signature: str = "",
        body: tuple[Any, ...] = (),
    ) -> Any:
        call = new_method_call(DBusAddress(path, bus, interface), method, signature, body)
        answer = self._bus.send_and_get_reply(call, timeout=SECONDS)
        failed = answer.header.message_type is MessageType.error
        assert not failed, (method, answer.header.fields.get(HeaderFields.error_name), answer.body)
        return answer.body


def main() -> None:
    """Serve until the input ends."""
    hand = Hand()
    print("ready", flush=True)
    for line in sys.stdin:
        name, *words = line.split()
        act = {
            "look": hand.look,
            "click": hand.click,
            "press": hand.press,
            "key": hand.key,
            "scale": hand.scale,
        }
        act[name](*words)
        print("done", flush=True)


if __name__ == "__main__":
    main()
