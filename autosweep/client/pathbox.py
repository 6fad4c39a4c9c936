"""The line of the panel in which a player names a file.

A line of the window itself rather than a dialog: it has the keyboard as soon as it appears, with
any window manager and with none. Knows nothing of boards: what was typed is handed on.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from dataclasses import dataclass

from autosweep.client.skins import Skin


@dataclass(frozen=True, slots=True)
class PathQuestion:
    """What the player is asked."""

    label: str
    start: str
    """The answer to begin with; it is selected, so that typing replaces it."""
    accept: Callable[[str], None]
    """Called with what was typed at each press of Enter."""
    browse: Callable[[], str]
    """Lets the player choose a file in another way; empty where none was chosen."""


class PathBox:
    """The line as a widget; out of sight while nothing is asked."""

    def __init__(self, parent: tk.Widget, font: tuple[str, int]) -> None:
        self.frame = tk.Frame(parent)
        self._label = tk.Label(self.frame, font=font, padx=3)
        self._entry = tk.Entry(self.frame, font=font, highlightthickness=0)
        self._question: PathQuestion | None = None
        self._back: tk.Misc | None = None
        self._label.pack(side="left")
        self._buttons = [
            tk.Button(self.frame, text=text, command=run, font=font, padx=3, pady=0)
            for text, run in (("OK", self._take), ("Browse", self._browse), ("Cancel", self.close))
        ]
        for button in reversed(self._buttons):
            button.pack(side="right", padx=1)
        self._entry.pack(side="left", fill="x", expand=True, padx=3)
        # Letters typed here are no commands to the window.
        self._entry.bindtags((str(self._entry), "Entry", "all"))
        for key in ("<Return>", "<KP_Enter>"):
            self._entry.bind(key, lambda _event: self._take())
        for widget in (self._entry, *self._buttons):
            widget.bind("<Escape>", lambda _event: self.close())

    def ask(self, question: PathQuestion, back: tk.Misc) -> None:
        """Ask; the keyboard goes to the line, and to another widget when the line is closed."""
        self._question, self._back = question, back
        self._label.configure(text=question.label)
        self._fill(question.start)
        self.frame.grid()
        # Tk gives the keyboard at once only to what is on the screen.
        self.frame.update_idletasks()
        self._entry.focus_set()

    def close(self) -> None:
        """Ask no longer."""
        self.frame.grid_remove()
        if self._question is not None and self._back is not None:
            self._back.focus_set()
        self._question = None

    def dress(self, skin: Skin) -> None:
        """Take on the colours of a skin."""
        ground, ink = skin.header.ground, skin.question
        self.frame.configure(background=ground)
        self._label.configure(background=ground, foreground=ink)
        paper = skin.opened[0]
        self._entry.configure(background=paper, foreground=ink, insertbackground=ink)
        self._entry.configure(selectbackground=ink, selectforeground=paper)
        for button in self._buttons:
            button.configure(
                background=skin.header.button,
                foreground=ink,
                activebackground=skin.hidden[0],
                highlightbackground=ground,
            )

    def _fill(self, text: str) -> None:
        self._entry.delete(0, "end")
        self._entry.insert(0, text)
        self._entry.selection_range(0, "end")
        self._entry.icursor("end")
        self._entry.xview_moveto(1)

    def _browse(self) -> None:
        if self._question is not None:
            chosen = self._question.browse()
            if chosen:
                self._fill(chosen)
            self._entry.focus_set()

    def _take(self) -> None:
        if self._question is not None:
            self._question.accept(self._entry.get())
