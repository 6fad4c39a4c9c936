"""The monitors of a Wayland compositor: names, places in points, pixels for each point."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from autosweep.desktop.joined_frames import surrounding
from autosweep.desktop.wayland.wire import Arguments, WaylandConnection
from autosweep.errors import NoDisplay
from autosweep.geometry import Rect

SCALE_STEPS = 120
"""Scales of Wayland are multiples of 1/120."""
_OUTPUT = "wl_output"
_XDG_MANAGER = "zxdg_output_manager_v1"
_OUTPUT_VERSION = 3
_XDG_VERSION = 2
_MODE = 1
_CURRENT = 1
"""Flag of the mode that is in use."""
_GEOMETRY = 0
_QUARTER_TURNS = (1, 3, 5, 7)
"""Transforms that swap width and height."""
_GET_XDG_OUTPUT = 1
_PLACE, _SIZE, _NAME = 0, 1, 3


@dataclass(slots=True)
class Output:
    """A monitor as the compositor tells it, event by event."""

    number: int
    """The object that requests name."""
    name: str = ""
    place: tuple[int, int] = (0, 0)
    size: tuple[int, int] = (0, 0)
    """In points."""
    mode: tuple[int, int] = (0, 0)
    """In pixels, as the monitor is built."""
    transform: int = 0

    @property
    def rect(self) -> Rect:
        """Where it is, in points."""
        return Rect(*self.place, *self.size)

    @property
    def pixels(self) -> tuple[int, int]:
        """Its width and height in pixels, as its content stands."""
        wide, tall = self.mode
        return (tall, wide) if self.transform in _QUARTER_TURNS else (wide, tall)

    @property
    def scale(self) -> float:
        """Pixels for each point; fractions are usual.

        The size in points is a whole number, so the quotient is not exact. Compositors use
        multiples of one 120th.
        """
        if not self.size[0]:
            return 1.0
        return round(self.pixels[0] / self.size[0] * SCALE_STEPS) / SCALE_STEPS


class Outputs:
    """The monitors of a compositor, kept up to date."""

    def __init__(self, connection: WaylandConnection) -> None:
        """Ask for all of them; raises NoDisplay where their places are not told."""
        self._connection = connection
        self._manager = connection.bind(_XDG_MANAGER, _XDG_VERSION)
        self._outputs: dict[int, Output] = {}
        connection.watch_globals(_OUTPUT, self._add, self._remove)
        connection.roundtrip()
        if not self.shown():
            msg = f"The Wayland display {connection.name} has no monitor."
            raise NoDisplay(msg, remedy="Switch a monitor on.")

    def shown(self) -> list[Output]:
        """Return the monitors that show something."""
        return [output for output in self._outputs.values() if output.rect.area and output.mode[0]]

    def rects(self) -> list[Rect]:
        """Return where the monitors are, in points."""
        return [output.rect for output in self.shown()]

    def bounds(self) -> Rect:
        """Return the smallest rectangle that holds all monitors; its corner may be negative."""
        return surrounding(self.rects())

    def _add(self, name: int) -> None:
        number = self._connection.bind_name(
            name, _OUTPUT, _OUTPUT_VERSION, partial(self._on_output, name)
        )
        self._outputs[name] = Output(number)
        xdg = self._connection.new_object(partial(self._on_xdg_output, name))
        self._connection.send(self._manager, _GET_XDG_OUTPUT, xdg, number)

    def _remove(self, name: int) -> None:
        self._outputs.pop(name, None)

    def _on_output(self, name: int, opcode: int, arguments: Arguments) -> None:
        output = self._outputs.get(name)
        if output is None:
            return
        if opcode == _GEOMETRY:
            for _ in range(5):
                arguments.signed()
            arguments.text()
            arguments.text()
            output.transform = arguments.signed()
        elif opcode == _MODE and arguments.unsigned() & _CURRENT:
            output.mode = (arguments.signed(), arguments.signed())

    def _on_xdg_output(self, name: int, opcode: int, arguments: Arguments) -> None:
        output = self._outputs.get(name)
        if output is None:
            return
        if opcode == _PLACE:
            output.place = (arguments.signed(), arguments.signed())
        elif opcode == _SIZE:
            output.size = (arguments.signed(), arguments.signed())
        elif opcode == _NAME:
            output.name = arguments.text()
