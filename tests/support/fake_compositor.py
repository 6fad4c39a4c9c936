"""A Wayland compositor in memory, as far as the back end for wlroots uses one.

It speaks the wire by itself and shares no code with the package. It shows an image, remembers what
the virtual devices did, and can be told to misbehave.
"""

from __future__ import annotations

import array
import contextlib
import mmap
import os
import socket
import struct
import threading
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt

GLOBALS = {
    1: ("wl_shm", 1),
    2: ("wl_seat", 7),
    3: ("zxdg_output_manager_v1", 3),
    4: ("zwlr_screencopy_manager_v1", 3),
    5: ("zwlr_virtual_pointer_manager_v1", 2),
    6: ("zwp_virtual_keyboard_manager_v1", 1),
}
FIRST_OUTPUT = 20


@dataclass
class Monitor:
    """A monitor of the compositor."""

    place: tuple[int, int]
    size: tuple[int, int]
    """In points."""
    scale: float = 1.0

    @property
    def mode(self) -> tuple[int, int]:
        """Its size in pixels."""
        return round(self.size[0] * self.scale), round(self.size[1] * self.scale)


@dataclass
class FakeCompositor:
    """Serves one client on a socket."""

    folder: Path
    monitors: list[Monitor] = field(default_factory=lambda: [Monitor((0, 0), (640, 480))])
    without: tuple[str, ...] = ()
    """Interfaces that are not offered."""
    failures: int = 0
    """So many copies fail first."""
    upside_down: bool = False
    done: list[tuple[object, ...]] = field(default_factory=list)
    """What the virtual devices did."""
    pointer: tuple[float, float] | None = None
    """Where the pointer is, in points of the whole layout."""

    def __post_init__(self) -> None:
        self.images = [np.zeros((m.mode[1], m.mode[0], 4), np.uint8) for m in self.monitors]
        self.folder.mkdir(parents=True, exist_ok=True)
        self._listening = socket.socket(socket.AF_UNIX)
        self._listening.bind(str(self.folder / "wayland-9"))
        self._listening.listen(1)
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()
        self.keymap = ""
        self.frames_alive = 0
        self.largest_object = 0

    @property
    def environment(self) -> dict[str, str]:
        """The variables that lead to it."""
        return {"WAYLAND_DISPLAY": "wayland-9", "XDG_RUNTIME_DIR": str(self.folder)}

    def close(self) -> None:
        """End, as a compositor that crashes does."""
        for each in (getattr(self, "_client", None), self._listening):
            if each is not None:
                shut(each)
        self._thread.join(5)

    def _serve(self) -> None:
        try:
            self._client, _ = self._listening.accept()
        except OSError:
            return
        self._kinds = {1: "wl_display"}
        self._about: dict[int, tuple[int, ...]] = {}
        self._memory: dict[int, mmap.mmap] = {}
        self._fds: list[int] = []
        data = b""
        while True:
            try:
                more, rest, _, _ = self._client.recvmsg(65536, socket.CMSG_SPACE(4 * 8))
            except OSError:
                return
            for level, kind, raw in rest:
                if (level, kind) == (socket.SOL_SOCKET, socket.SCM_RIGHTS):
                    fds = array.array("i")
                    fds.frombytes(raw[: len(raw) // 4 * 4])
                    self._fds += fds
            if not more:
                return
            data += more
            while len(data) >= 8:
                target, word = struct.unpack_from("=II", data)
                if len(data) < word >> 16:
                    break
                body, data = data[8 : word >> 16], data[word >> 16 :]
                try:
                    self._request(target, word & 0xFFFF, body)
                except OSError:
                    return

    def _send(self, target: int, opcode: int, form: str = "", *values: int | str) -> None:
        body = b""
        for letter, value in zip(form, values, strict=True):
            if letter == "s":
                raw = str(value).encode() + b"\0"
                body += struct.pack("=I", len(raw)) + raw + b"\0" * (-len(raw) % 4)
            else:
                body += struct.pack("=" + letter, value)
        self._client.sendall(struct.pack("=II", target, (8 + len(body)) << 16 | opcode) + body)

    def _request(self, target: int, opcode: int, body: bytes) -> None:
        """Answer a request; those that have no method here need no answer."""
        words = struct.unpack(f"={len(body) // 4}I", body)
        self.largest_object = max(self.largest_object, target)
        answer = getattr(self, f"_{self._kinds.get(target, 'nothing')}_{opcode}", None)
        if answer is not None:
            answer(target, words)

    def _wl_display_0(self, _: int, words: tuple[int, ...]) -> None:
        self._send(words[0], 0, "I", 0)
        self._send(1, 1, "I", words[0])

    def _wl_display_1(self, _: int, words: tuple[int, ...]) -> None:
        self._kinds[words[0]] = "wl_registry"
        outputs = {
            name: ("wl_output", 4) for name, _ in enumerate(self.monitors, start=FIRST_OUTPUT)
        }
        for name, (interface, version) in {**GLOBALS, **outputs}.items():
            if interface not in self.without:
                self._send(words[0], 0, "IsI", name, interface, version)

    def _wl_registry_0(self, _: int, words: tuple[int, ...]) -> None:
        name, new = words[0], words[-1]
        interface = GLOBALS.get(name, ("wl_output", 0))[0]
        self._kinds[new] = interface
        if interface == "wl_output":
            monitor = self.monitors[name - FIRST_OUTPUT]
            self._about[new] = (name - FIRST_OUTPUT,)
            self._send(new, 0, "iiiiissi", *monitor.place, 0, 0, 0, "A", "B", 0)
            self._send(new, 1, "Iiii", 1, *monitor.mode, 60000)

    def _zxdg_output_manager_v1_1(self, _: int, words: tuple[int, ...]) -> None:
        monitor = self.monitors[self._about[words[1]][0]]
        self._send(words[0], 0, "ii", *monitor.place)
        self._send(words[0], 1, "ii", *monitor.size)

    def _wl_shm_0(self, _: int, words: tuple[int, ...]) -> None:
        self._kinds[words[0]] = "wl_shm_pool"
        file = self._fds.pop(0)
        self._memory[words[0]] = mmap.mmap(file, words[1])
        os.close(file)

    def _wl_shm_pool_0(self, target: int, words: tuple[int, ...]) -> None:
        self._kinds[words[0]] = "wl_buffer"
        self._memory[words[0]] = self._memory[target]

    def _zwlr_screencopy_manager_v1_1(self, _: int, words: tuple[int, ...]) -> None:
        frame, _, output, *place = words
        which = self._about[output][0]
        box = tuple(int(side * self.monitors[which].scale) for side in place)
        self._kinds[frame] = "frame"
        self._about[frame] = (which, *box)
        self.frames_alive += 1
        self._send(frame, 0, "IIII", 1, box[2], box[3], box[2] * 4)
        self._send(frame, 6)

    def _frame_0(self, target: int, words: tuple[int, ...]) -> None:
        if self.failures:
            self.failures -= 1
            self._send(target, 3)
            return
        which, *box = self._about[target]
        self._fill(words[0], which, box)
        self._send(target, 1, "I", int(self.upside_down))
        self._send(target, 2, "III", 0, 0, 0)

    def _frame_1(self, target: int, _: tuple[int, ...]) -> None:
        self.frames_alive -= 1
        self._send(1, 1, "I", target)

    def _zwlr_virtual_pointer_manager_v1_0(self, _: int, words: tuple[int, ...]) -> None:
        self._kinds[words[1]] = "pointer"

    def _pointer_1(self, _: int, words: tuple[int, ...]) -> None:
        left = min(m.place[0] for m in self.monitors)
        top = min(m.place[1] for m in self.monitors)
        right = max(m.place[0] + m.size[0] for m in self.monitors)
        bottom = max(m.place[1] + m.size[1] for m in self.monitors)
        _, x, y, wide, tall = words
        self.pointer = (left + x / wide * (right - left), top + y / tall * (bottom - top))
        self.done.append(("move", *self.pointer))

    def _pointer_2(self, _: int, words: tuple[int, ...]) -> None:
        self.done.append(("down" if words[2] else "up", words[1]))

    def _zwp_virtual_keyboard_manager_v1_0(self, _: int, words: tuple[int, ...]) -> None:
        self._kinds[words[1]] = "keyboard"

    def _keyboard_0(self, _: int, words: tuple[int, ...]) -> None:
        file = self._fds.pop(0)
        with mmap.mmap(file, words[1], access=mmap.ACCESS_READ) as memory:
            self.keymap = memory[:].rstrip(b"\0").decode()
        os.close(file)

    def _keyboard_1(self, _: int, words: tuple[int, ...]) -> None:
        self.done.append(("key", words[1], words[2]))

    def _keyboard_2(self, _: int, words: tuple[int, ...]) -> None:
        self.done.append(("modifiers", words[0]))

    def _fill(self, buffer: int, which: int, box: list[int]) -> None:
        """Write a part of a monitor into shared memory, with the pointer drawn in."""
        x, y, wide, tall = box
        image = self.images[which].copy()
        if self.pointer is not None:
            monitor = self.monitors[which]
            at = [
                int((p - m) * monitor.scale)
                for p, m in zip(self.pointer, monitor.place, strict=True)
            ]
            image[max(0, at[1]) : max(0, at[1] + 10), max(0, at[0]) : max(0, at[0] + 8)] = 255
        part: npt.NDArray[np.uint8] = image[y : y + tall, x : x + wide]
        if self.upside_down:
            part = part[::-1]
        whole = np.zeros((tall, wide, 4), np.uint8)
        whole[: part.shape[0], : part.shape[1]] = part
        self._memory[buffer][: whole.size] = whole.tobytes()


def shut(connection: socket.socket) -> None:
    """Close a socket that another thread may be reading from."""
    with contextlib.suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)
    connection.close()
