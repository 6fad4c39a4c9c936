"""The panel under the board: a button for every kind of help, the speed, and what is said.

Knows nothing of games: a press calls what was handed in.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from autosweep.client.pathbox import PathBox
from autosweep.client.skins import Skin

LEAST_WIDTH = 470
"""Pixels that the panel needs; a narrower board is shown in the middle."""
_COLUMNS = 6
_LINES = 7
_FONT = ("DejaVu Sans", -13)
SPEEDS = (1, 50)
"""Slowest and fastest steps a second."""


@dataclass(frozen=True, slots=True)
class Command:
    """Something a player can ask for."""

    label: str
    key: str
    """The letter that asks for it too; with `^` the control key is held."""
    run: Callable[[], None]

    @property
    def events(self) -> tuple[str, ...]:
        """Tk's names of the key, with and without the shift key."""
        kind = "Control" if self.key.startswith("^") else "Key"
        letter = self.key.removeprefix("^")
        return f"<{kind}-{letter.lower()}>", f"<{kind}-{letter}>"


class Panel:
    """The panel as a widget."""

    def __init__(
        self, root: tk.Tk, commands: Sequence[Command], skin: Skin, speed: tk.IntVar
    ) -> None:
        self.frame = tk.Frame(root, padx=6, pady=4)
        self._buttons: dict[str, tk.Button] = {}
        for i, command in enumerate(commands):
            button = tk.Button(
                self.frame,
                text=f"{command.label} ({command.key})",
                command=command.run,
                font=_FONT,
                takefocus=False,
                padx=3,
                pady=1,
            )
            row, column = divmod(i, _COLUMNS)
            button.grid(row=row, column=column, sticky="ew", padx=1, pady=1)
            self._buttons[command.label] = button
        for column in range(_COLUMNS):
            self.frame.columnconfigure(column, weight=1, uniform="button")
        rows = -(-len(commands) // _COLUMNS)
        self._speed = tk.Scale(
            self.frame,
            from_=SPEEDS[0],
            to=SPEEDS[1],
            orient="horizontal",
            variable=speed,
            label="Steps a second",
            font=_FONT,
            takefocus=False,
            highlightthickness=0,
        )
        self._speed.grid(row=rows, column=0, columnspan=_COLUMNS, sticky="ew")
        # The line for a file lies over the speed, so that it moves nothing when it appears.
        self.box = PathBox(self.frame, _FONT)
        self.box.frame.grid(row=rows, column=0, columnspan=_COLUMNS, sticky="nsew")
        self.box.frame.grid_remove()
        self._text = tk.Text(
            self.frame,
            height=_LINES,
            width=20,
            wrap="word",
            font=_FONT,
            takefocus=False,
            state="disabled",
            padx=4,
            pady=3,
            highlightthickness=0,
        )
        self._text.grid(row=rows + 1, column=0, columnspan=_COLUMNS, sticky="ew")
        self.dress(skin)

    @property
    def height(self) -> int:
        """The height that the panel wants, in pixels."""
        self.frame.update_idletasks()
        return self.frame.winfo_reqheight()

    def button(self, label: str) -> tk.Button:
        """Return the button of a command."""
        return self._buttons[label]

    def say(self, message: str) -> None:
        """Show a message instead of the one before."""
        self._text.configure(state="normal")
        self._text.delete("1.0", "end")
        self._text.insert("1.0", message)
        self._text.configure(state="disabled")

    def dress(self, skin: Skin) -> None:
        """Take on the colours of a skin."""
        colours = skin.header
        ink = skin.question
        self.frame.configure(background=colours.ground)
        self.box.dress(skin)
        self._text.configure(background=skin.opened[0], foreground=ink)
        self._speed.configure(background=colours.ground, foreground=ink, troughcolor=skin.opened[0])
        for button in self._buttons.values():
            button.configure(
                background=colours.button, foreground=ink, activebackground=skin.hidden[0]
            )
