"""A Minesweeper in Tk with every kind of look, end, restart and behaviour.

    python -m support.anyclient.tk_client --truth FILE [--rows 8 ...]

`options.py` lists the options. What really happens is written to the truth file as JSON lines.
"""

from __future__ import annotations

import json
import sys
import tkinter as tk
from collections.abc import Callable
from pathlib import Path
from typing import Any

from support.anyclient.game import FLAGGED, Cell, Game
from support.anyclient.options import ClientOptions, parsed
from support.anyclient.tk_ends import Ending
from support.anyclient.tk_looks import FLAG, LOOKS, MINE, QUESTION, Tile, draw_cell
from support.anyclient.tk_start import start_page

_MARGIN = 12


class TkClient:
    """The window of the game."""

    def __init__(self, options: ClientOptions, truth: Path) -> None:
        self.options, self.look, self._truth = options, LOOKS[options.look], truth
        self.root = root = tk.Tk(className="minefield")
        root.title("Mine field")
        root.geometry("+90+60")
        root.configure(bg=self.look.page)
        if options.restart == "menu":
            self._menu_bar()
        self.games = 0
        self.game = Game(options, 0)
        self._controls: dict[str, str] = {}
        self._timers: list[str] = []
        self._held: Cell | None = None
        self._polled: Cell | None = None
        self._pointer: Cell | None = None
        self._drew: Cell | None = None
        """The cell on which the pointer was when the client drew last."""
        self.shown: set[Cell] = set()
        self.signs: dict[Cell, str] = {}
        self.size = options.cell
        self.busy = False
        self.asleep = False
        """Whether the board takes no click yet."""
        self.succeeds = False
        """Whether this window was opened for a game that another one has begun."""
        self._ending = Ending(self)
        self.holder = tk.Frame(root, bg=self.look.page)
        self.above = tk.Frame(self.holder, bg=self.look.page)
        self.counter = self.label(self.above, 12)
        self.message = self.label(self.holder, 14)
        self.canvas = tk.Canvas(self.holder, bg=self.look.page, highlightthickness=0)
        self.below = tk.Frame(self.holder, bg=self.look.page)
        self.endpage = tk.Frame(root, bg=self.look.page)
        self._arrange()
        root.bind_all("<ButtonPress>", self._pressed_beside, add=True)
        root.bind("<KeyPress>", self._key)
        self.canvas.bind("<ButtonPress-1>", self._down)
        self.canvas.bind("<ButtonRelease-1>", self._up)
        self.canvas.bind("<Motion>", self._moved)
        self.canvas.bind("<Leave>", self._left)
        self.canvas.bind("<ButtonPress-3>", self._mark)
        self.canvas.bind("<ButtonPress>", self._pressed)
        root.protocol("WM_DELETE_WINDOW", lambda: self._forbidden("close the window"))
        self._poll()

    # ------------------------------------------------------------------ window

    def label(self, parent: tk.Misc, size: int) -> tk.Label:
        look = self.look
        return tk.Label(parent, bg=look.page, fg=look.text, font=("DejaVu Sans", size))

    def _arrange(self) -> None:
        options = self.options
        self.holder.pack(fill="both", expand=True)
        if options.alone:
            self.canvas.pack()
            return
        self.above.pack(fill="x", padx=_MARGIN, pady=6)
        if options.counter:
            self.counter.pack(side="left")
        if "banner" in options.effects:
            self.message.pack(fill="x")
        self.canvas.pack(padx=_MARGIN, pady=4, anchor="w")
        self.below.pack(fill="x", padx=_MARGIN, pady=6)
        if options.waits:
            wake = self.button(self.above, options.waits, "allowed:waits", self._wake)
            wake.pack(side="left", padx=8)
        if options.restart in ("face", "left-face", "above", "window"):
            made = self.control(self.above, options.restart)
            if options.restart == "face":
                made.place(relx=0.5, rely=0.5, anchor="center")
                self.above.configure(height=48)
                self.above.pack_propagate(flag=False)
            else:
                made.pack(side="left", padx=8)
        elif options.restart == "below":
            self.control(self.below, "below").pack(side="left")
        side = self.below if options.restart == "below" else self.above
        extras = "" if options.restart == "menu" else options.extras
        for text in filter(None, extras.split("|")):
            self.other_button(side, text).pack(side="left", padx=4)
        if options.restart == "key":
            hint = self.label(self.below, 10)
            hint.configure(text=f"{options.key} = {options.label}")
            hint.pack(side="left")

    def _menu_bar(self) -> None:
        """Give the window a menu bar in which a new game is one item among others."""
        bar = tk.Menu(self.root)
        for k, title in enumerate(self.options.menus.split("|")):
            menu = tk.Menu(bar, tearoff=False)
            if not k:
                menu.add_command(
                    label=self.options.label,
                    accelerator="Ctrl+G",
                    command=lambda: self.new_game("menu"),
                )
            for text in filter(None, self.options.extras.split("|")):
                menu.add_command(label=text, command=lambda text=text: self._forbidden(text))  # type: ignore[misc]
            bar.add_cascade(label=title, menu=menu)
        self.root.configure(menu=bar)

    def button(self, parent: tk.Misc, text: str, name: str, do: Callable[[], object]) -> tk.Button:
        made = tk.Button(parent, text=text, font=("DejaVu Sans", 11), command=do)
        self._controls[str(made)] = name
        return made

    def control(self, parent: tk.Misc, kind: str) -> tk.Button:
        """Return the button that starts a new game."""
        kind = kind.removeprefix("left-")
        name = kind if kind in ("face", "card") else "button"
        text = "\u263a" if kind == "face" else self.options.label
        made = self.button(parent, text, f"allowed:{name}", lambda: self.new_game(name))
        if kind == "face":
            made.configure(font=("DejaVu Sans", 18), padx=4, pady=0)
        return made

    def other_button(self, parent: tk.Misc, text: str) -> tk.Button:
        return self.button(parent, text, f"forbidden:{text}", lambda: self._forbidden(text))

    # ------------------------------------------------------------------ truth

    def tell(self, event: str, **more: Any) -> None:
        """Write a line to the truth file."""
        with self._truth.open("a") as file:
            file.write(json.dumps({"event": event, **more}) + "\n")

    def _forbidden(self, text: str) -> None:
        self.tell("forbidden", control=text)

    def _pressed(self, event: tk.Event[tk.Misc]) -> None:
        """Tell of a press on the board, before it changes anything."""
        cell = self._cell(event)
        self.tell("press", on="cell" if cell else "board", button=event.num, cell=cell)

    def _pressed_beside(self, event: tk.Event[tk.Misc]) -> None:
        if event.widget is not self.canvas:
            # Titles and items of menus are told by what they do.
            menu = "menu" in str(event.widget)
            on = "allowed:menu" if menu else self._controls.get(str(event.widget), "outside")
            self.tell("press", on=on, button=event.num, cell=None)

    def _key(self, event: tk.Event[tk.Misc]) -> None:
        self.tell("key", key=event.keysym)
        if self.options.restart == "key" and event.keysym.lower() == self.options.key.lower():
            self.new_game("key")

    # ------------------------------------------------------------------ a game

    def new_game(self, by: str) -> None:
        """Show a fresh board."""
        for timer in self._timers:
            self.root.after_cancel(timer)
        self._timers.clear()
        if self.options.restart == "window" and self.games and not self.succeeds:
            self.root.after_idle(self._in_another_window)
            return
        self.succeeds = False
        for child in self.endpage.winfo_children():
            child.destroy()
        self.endpage.pack_forget()
        self.holder.pack(fill="both", expand=True)
        self.root.title("Mine field")
        self.message.configure(text="")
        if "push" in self.options.effects:
            self.message.pack_forget()
        self.canvas.pack(anchor="w", padx=0 if self.options.alone else _MARGIN)
        self.game = Game(self.options, self.games)
        self.shown, self.signs = set(), {}
        self.size = self.options.cell
        self.busy = False
        self.asleep = bool(self.options.waits)
        if self.asleep:
            self.message.configure(text=f"Press {self.options.waits} first.")
        self.tell("game", by=by, number=self.games)
        self.games += 1
        self.draw()

    def _wake(self) -> None:
        self.asleep = False
        self.message.configure(text="")
        if self.options.waking:
            self.root.geometry("+180+120")
            self.canvas.delete("all")
            self.later(self.options.waking, self.draw)

    def _in_another_window(self) -> None:
        """Go on in another window and close this one."""
        client = TkClient(self.options, self._truth)
        client.games, client.succeeds = self.games, True
        client.new_game("button")
        self.root.destroy()

    def later(self, milliseconds: float, action: Callable[[], object]) -> None:
        """Do something after a time, unless a new game begins before."""
        self._timers.append(self.root.after(round(milliseconds), action))

    def _cell(self, event: tk.Event[tk.Misc]) -> Cell | None:
        row, col = event.y // self.size, event.x // self.size
        inside = 0 <= row < self.options.rows and 0 <= col < self.options.cols
        return (row, col) if inside else None

    def _down(self, event: tk.Event[tk.Misc]) -> None:
        self._pressed(event)
        self._held = cell = self._cell(event)
        if self.options.press == "down" and cell:
            self.click(cell)
        if self.options.press == "drew" and self._drew:
            self.click(self._drew)
        self._polled = cell

    def _up(self, event: tk.Event[tk.Misc]) -> None:
        if self.options.press == "up" and self._held and self._held == self._cell(event):
            self.click(self._held)
        self._polled = None  # a click shorter than the interval is missed

    def _moved(self, event: tk.Event[tk.Misc]) -> None:
        self._pointer = self._cell(event)

    def _left(self, _: tk.Event[tk.Misc]) -> None:
        if not self.options.alone:
            self._pointer = None

    def _poll(self) -> None:
        if self._drew != self._pointer:
            self._drew = self._pointer
            if self.options.hover and not self.game.result:
                self.draw()
        cell, self._polled = self._polled, None
        if self.options.press == "poll" and cell:
            self.click(cell)
        self.root.after(50, self._poll)

    def _mark(self, event: tk.Event[tk.Misc]) -> None:
        self._pressed(event)
        cell = self._cell(event)
        if cell and not self.busy:
            ended = self.game.result
            self.game.mark(cell)
            self.draw()
            if self.game.result and not ended:
                self._ending.finish()

    def click(self, cell: Cell) -> None:
        """Open a cell, now or step by step."""
        game, time = self.game, self.options.animate
        if self.busy or self.asleep or game.result:
            return
        first = not game.mines
        opened = game.click(cell)
        if first and game.mines:
            self._after_first()
        if self.options.wobble and len(opened) > 1:
            self.shake()
        if time:
            self.busy = True
            for k, each in enumerate(opened):
                self.later(time * (k + 1) / len(opened), lambda each=each: self._show(each))  # type: ignore[misc]
            self.later(time, self._idle)
        else:
            self.shown.update(opened)
        self.draw()
        if game.result or game.cleared:
            result = game.result or "won"
            self.tell("end", result=result, mines=sorted(game.mines), hit=game.hit)
        if game.result:
            # Last: drawing the board again would wipe out what lies over it.
            self.later(time, self._ending.finish) if time else self._ending.finish()

    def _show(self, cell: Cell) -> None:
        self.shown.add(cell)
        self.draw()

    def _idle(self) -> None:
        self.busy = False

    def _after_first(self) -> None:
        if self.options.after_first == "recentre":
            self.root.geometry("700x560")
            self.canvas.pack(anchor="center")
        elif self.options.after_first == "resize":
            self.size = round(self.size * 1.25)
        elif self.options.after_first == "scroll":
            self.canvas.pack(pady=(40, 4))

    def shake(self) -> None:
        for k in range(8):
            self.later(50 * (k + 1), lambda k=k: self._shift(0 if k == 7 else (-4, 4)[k % 2]))  # type: ignore[misc]

    def _shift(self, to: int) -> None:
        self.canvas.pack(padx=(_MARGIN + to, _MARGIN - to))

    # ------------------------------------------------------------------ drawing

    def draw(self) -> None:
        """Draw the whole board."""
        options, look, game = self.options, self.look, self.game
        flags = sum(mark == FLAGGED for mark in game.marks.values())
        self.counter.configure(text=f"Mines: {options.mines - flags}")
        canvas = self.canvas
        canvas.delete("all")
        canvas.configure(width=options.cols * self.size, height=options.rows * self.size)
        for row in range(options.rows):
            for col in range(options.cols):
                cell = row, col
                draw_cell(canvas, look, cell, self.size, self._shown_as(cell))
        if game.result and "dim" in (options.win if game.result == "won" else options.loss):
            box = (0, 0, options.cols * self.size, options.rows * self.size)
            canvas.create_rectangle(*box, fill="black", stipple="gray50", outline="")

    def _shown_as(self, cell: Cell) -> Tile:
        """Return what a cell shows."""
        look, game = self.look, self.game
        if cell in self.shown:
            number = game.number(cell)
            ink = look.inks[number] if number and self.options.ink == "number" else look.ink
            text = str(number) if number or self.options.zero_text else ""
            return Tile("open", text, ink)
        sign = self.signs.get(cell, "")
        if sign == "exploded":
            return Tile("exploded", MINE, look.ink)
        if sign:
            flag = sign == FLAG
            return Tile("hidden" if flag else "mine", sign, look.mark if flag else look.ink)
        mark = game.marks.get(cell, "")
        if mark:
            return Tile("hidden", FLAG if mark == FLAGGED else QUESTION, look.mark)
        hovered = self.options.hover and cell == self._drew
        return Tile("hovered" if hovered else "hidden", "", look.ink)


def main() -> None:
    """Run until the process is ended."""
    options, truth = parsed(sys.argv[1:])
    client = TkClient(options, Path(truth))
    if options.entry:
        start_page(client)
    else:
        client.new_game("start of the program")
    client.root.mainloop()


if __name__ == "__main__":
    main()
