"""What the Tk fixture client does when a game ends: signs, messages, dialogs, another page."""

from __future__ import annotations

import tkinter as tk
from typing import TYPE_CHECKING

from support.anyclient.game import Cell
from support.anyclient.tk_looks import FLAG, FLOWER, MINE

if TYPE_CHECKING:
    from support.anyclient.tk_client import TkClient


class Ending:
    """Ends the games of a client."""

    def __init__(self, client: TkClient) -> None:
        self._client = client

    def finish(self) -> None:
        """Show what this client shows after a game that is over."""
        won = self._client.game.result == "won"
        effects = set((self._client.options.win if won else self._client.options.loss).split("+"))
        text = "You have won!" if won else "Game over, you hit a mine."
        self._reveal(effects)
        if effects & {"banner", "push"}:
            self._client.message.configure(text=text)
        if "push" in effects:
            self._client.message.pack(fill="x", before=self._client.canvas, pady=12)
        if "shrink" in effects:
            self._client.size = round(self._client.size * 0.7)
        if "title" in effects:
            self._client.root.title("Won! - Mine field" if won else "Lost - Mine field")
        if "shake" in effects:
            self._client.shake()
        self._client.draw()
        self._cover(effects, "You win!" if won else "Boom!", text)
        if "dialog" in effects:
            asks = "Yes" in self._client.options.buttons
            self._client.later(60, lambda: self._dialog(f"{text} Play again?" if asks else text))
        if "vanish" in effects:
            self._end_page(text)
        self._go_on(effects)

    def _go_on(self, effects: set[str]) -> None:
        """Do what the program does by itself after an end: close, or begin another game."""
        if "quit" in effects:
            self._client.root.destroy()
        elif "fresh" in effects:
            self._client.later(1, lambda: self._client.new_game("auto"))
        elif self._client.options.restart == "auto":
            self._client.later(1500, lambda: self._client.new_game("auto"))

    def _reveal(self, effects: set[str]) -> None:
        game = self._client.game
        sign = FLAG if "flags" in effects else FLOWER if "flowers" in effects else MINE
        if effects & {"mines", "flags", "flowers"}:
            self._client.signs = dict.fromkeys(game.mines, sign)
        if "pop" in effects:
            for k, cell in enumerate(sorted(game.mines)):
                time = 1000 * (k + 1) / len(game.mines)
                self._client.later(time, lambda cell=cell: self._pop(cell))  # type: ignore[misc]
        if game.hit and effects & {"hit", "exploded", "mines"}:
            self._client.signs[game.hit] = "exploded" if "exploded" in effects else MINE

    def _pop(self, cell: Cell) -> None:
        self._client.signs.setdefault(cell, MINE)
        self._client.draw()

    def _cover(self, effects: set[str], short: str, text: str) -> None:
        """Put a text or a card over the board."""
        canvas = self._client.canvas
        width, height = int(canvas["width"]), int(canvas["height"])
        if "over" in effects:
            font = ("DejaVu Sans", 26, "bold")
            canvas.create_text(width / 2, height / 2, text=short, fill="#c01010", font=font)
        if "card" in effects:
            card = tk.Frame(canvas, bg="#ffffff", bd=1, relief="solid", padx=14, pady=10)
            tk.Label(card, text=text, bg="#ffffff", fg="#222222", font=("DejaVu Sans", 11)).pack()
            if self._client.options.restart == "card":
                self._client.control(card, "card").pack(pady=(8, 0))
            canvas.create_window(width / 2, height / 2, window=card)

    def _dialog(self, text: str) -> None:
        """Show a dialog window as the toolkits make them."""
        dialog = tk.Toplevel(self._client.root, padx=18, pady=14)
        dialog.title("Mine field")
        dialog.transient(self._client.root)
        x, y = self._client.root.winfo_rootx() + 40, self._client.root.winfo_rooty() + 90
        dialog.geometry(f"+{x}+{y}")
        tk.Label(dialog, text=text, font=("DejaVu Sans", 12)).pack(pady=(0, 12))
        row = tk.Frame(dialog)
        row.pack()
        for k, label in enumerate(self._client.options.buttons.split("|")):
            if k:
                made = self._client.other_button(row, label)
            else:
                made = self._client.button(
                    row, label, "allowed:dialog", lambda: self._answered(dialog)
                )
                made.focus_set()
                dialog.bind("<Return>", lambda _: self._answered(dialog))
            made.pack(side="left", padx=6)
        dialog.bind("<KeyPress>", lambda event: self._client.tell("key", key=event.keysym))
        dialog.bind("<Escape>", lambda _: dialog.destroy())
        dialog.protocol("WM_DELETE_WINDOW", dialog.destroy)
        dialog.wait_visibility()
        dialog.grab_set()
        dialog.focus_force()

    def _answered(self, dialog: tk.Toplevel) -> None:
        dialog.destroy()
        if self._client.options.restart == "dialog":
            self._client.new_game("dialog")

    def _end_page(self, text: str) -> None:
        width, height = self._client.root.winfo_width(), self._client.root.winfo_height()
        self._client.root.geometry(f"{width}x{height}")
        self._client.holder.pack_forget()
        self._client.endpage.pack(fill="both", expand=True)
        label = self._client.label(self._client.endpage, 16)
        label.configure(text=text, wraplength=width - 30)
        label.pack(pady=40)
        if self._client.options.restart == "card":
            self._client.control(self._client.endpage, "card").pack()
        if self._client.options.restart == "start":
            for level in self._client.options.levels.split("|"):
                start = self._client.button(
                    self._client.endpage,
                    level,
                    "allowed:start",
                    lambda: self._client.new_game("start"),
                )
                start.pack(pady=4)
