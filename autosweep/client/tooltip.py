"""A small window beside the pointer that holds a text."""

from __future__ import annotations

import tkinter as tk

_WIDTH = 380
_APART = 10
_GROUND, _INK = "#fffbe6", "#202020"


class Tooltip:
    """A text beside the pointer, shown and hidden; it never takes the focus."""

    def __init__(self, root: tk.Tk) -> None:
        self._root = root
        self._window: tk.Toplevel | None = None

    def show(self, text: str, x: int, y: int) -> None:
        """Show a text below and to the right of a point of the screen, or where there is room."""
        self.hide()
        window = tk.Toplevel(self._root, background="#707070")
        # out of sight until it has its place: under the pointer it would end the hovering
        window.wm_withdraw()
        window.wm_overrideredirect(boolean=True)
        window.wm_title("autosweep why")
        label = tk.Label(
            window,
            text=text,
            wraplength=_WIDTH,
            justify="left",
            background=_GROUND,
            foreground=_INK,
            font=("DejaVu Sans", -13),
            padx=6,
            pady=4,
        )
        label.pack(padx=1, pady=1)
        window.update_idletasks()
        wide, tall = window.winfo_reqwidth(), window.winfo_reqheight()
        left = min(x + _APART, window.winfo_screenwidth() - wide)
        top = y + _APART
        if top + tall > window.winfo_screenheight():
            top = y - _APART - tall
        window.wm_geometry(f"+{max(0, left)}+{max(0, top)}")
        window.wm_deiconify()
        self._window = window

    def hide(self) -> None:
        """Take the text away."""
        if self._window is not None:
            self._window.destroy()
            self._window = None
