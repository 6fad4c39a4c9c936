"""The window of the built-in game: a Tk canvas of tiles, mouse, keys and the clock.

Every cell is one canvas item whose image is exchanged when the cell changes, so a move costs what
it changes. The images are those of `scene`. Resizing the window resizes the cells. Hints and all
other help are `helper`'s business. Imports Tk: only `window` imports this module, and late.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from typing import Any

import numpy as np

from autosweep.board import MINE
from autosweep.client.buttons import HeldButtons
from autosweep.client.client_settings import WINDOW_TITLE
from autosweep.client.game_session import GameSession
from autosweep.client.helper import Helper
from autosweep.client.journal import Journal
from autosweep.client.scene import (
    Mood,
    SceneLayout,
    counter_text,
    largest_layout,
    render_backdrop,
    render_counter,
    render_face,
)
from autosweep.client.skins import MAX_PX, MIN_PX, SKINS, find_skin, render_tile
from autosweep.geometry import Cell, FramePoint, Rect
from autosweep.interfaces import Button, Pixels

_TICK_MS = 100
"""Between looks at the clock; Ctrl-C in the terminal is noticed as often."""
_RESIZE_MS = 120
"""A resize counts when the window has kept its size for so long."""
_ANY_BUTTON = 0x1F00
"""Bits of an event's state that say a mouse button is down."""
_ICON_PX = 48


class GameWindow:
    """The game on the screen."""

    def __init__(self, root: tk.Tk, session: GameSession, journal: Journal) -> None:
        self.root = root
        self.session = session
        self._journal = journal
        settings = session.settings
        self.skin = find_skin(settings.skin)
        self._held = HeldButtons()
        self._pressed_face = False
        self._failure: BaseException | None = None
        self._resize_job: str | None = None
        self.canvas = tk.Canvas(root, highlightthickness=0, background=self.skin.header.ground)
        self.canvas.pack(fill="both", expand=True)
        self._layout = SceneLayout.of(self.skin, settings.rows, settings.cols, settings.cell_px)
        self._corner = (0, 0)
        self._set_up_window()
        self._build()
        self._bind()
        self._helper = Helper(self)

    def run(self) -> None:
        """Show the window until it is closed; an error in an event ends it and comes out here."""
        self.root.after_idle(self._first_look)
        self._tick()
        self.root.mainloop()
        if self._failure is not None:
            raise self._failure

    def _first_look(self) -> None:
        self._changed("new")
        settings = self.session.settings
        if settings.panel:
            self._helper.toggle_panel()
        if settings.board_file is not None and settings.board_file.exists():
            self._helper.load_file(settings.board_file)

    def _set_up_window(self) -> None:
        root, layout, settings = self.root, self._layout, self.session.settings
        root.title(WINDOW_TITLE)
        corner = settings.position
        place = "" if corner is None else f"+{corner[0]}+{corner[1]}"
        root.geometry(f"{layout.width}x{layout.height}{place}")
        root.minsize(*self.least_size())
        self._icon = _photo(render_tile(self.skin, MINE, _ICON_PX))
        root.iconphoto(True, self._icon)  # noqa: FBT003 - Tk's own signature
        root.protocol("WM_DELETE_WINDOW", root.quit)
        root.report_callback_exception = self._fail

    def _build(self) -> None:
        """Create all canvas items for the current layout, in the middle of the window."""
        canvas, layout = self.canvas, self._layout
        canvas.delete("all")
        self._tiles: dict[tuple[int, int], tk.PhotoImage] = {}
        self._photos: dict[int, tk.PhotoImage] = {}
        self._drawn: dict[int, object] = {}
        backdrop = self._item(Rect(0, 0, *layout.size))
        self._exchange(backdrop, "backdrop", lambda: render_backdrop(self.skin, layout))
        self._mines = self._item(layout.mines)
        self._clock = self._item(layout.clock)
        self._face = self._item(layout.face)
        board = self.session.game.board
        rects = [layout.grid.cell_rect(board.cell(i)) for i in range(len(board.cells))]
        self._cells = [self._item(rect) for rect in rects]

    def _item(self, rect: Rect) -> int:
        dx, dy = self._corner
        return self.canvas.create_image(rect.x + dx, rect.y + dy, anchor="nw")

    def _bind(self) -> None:
        canvas, root = self.canvas, self.root
        mac = root.tk.call("tk", "windowingsystem") == "aqua"
        numbers = {Button.LEFT: 1, Button.MIDDLE: 3 if mac else 2, Button.RIGHT: 2 if mac else 3}
        for button, number in numbers.items():
            canvas.bind(f"<ButtonPress-{number}>", _with(self._press, button))
            canvas.bind(f"<ButtonRelease-{number}>", _with(self._release, button))
        canvas.bind("<Configure>", self._configured)
        for key in ("<F2>", "<Key-n>", "<Key-N>"):
            root.bind(key, lambda _event: self.begin())
        root.bind("<Control-q>", lambda _event: root.quit())
        canvas.focus_set()

    def _press(self, button: Button, event: tk.Event[Any]) -> None:
        if not int(event.state) & _ANY_BUTTON:
            self._held.forget()
        click = self._held.press(button)
        x, y = event.x - self._corner[0], event.y - self._corner[1]
        self._pressed_face = self._layout.face.contains(x, y)
        self._perform(click, event)

    def _release(self, button: Button, event: tk.Event[Any]) -> None:
        self._perform(self._held.release(button), event)

    def _perform(self, click: Button | None, event: tk.Event[Any]) -> None:
        x, y = event.x - self._corner[0], event.y - self._corner[1]
        cell = self.cell_at(event.x, event.y)
        if click is Button.LEFT and self._pressed_face:
            if self._layout.face.contains(x, y):
                self.begin()
        elif click is not None and cell is not None:
            self._helper.stop()
            self.press(click, cell)
        self._redraw_head()

    def press(self, button: Button, cell: Cell) -> None:
        """Click a cell."""
        move = self.session.press(button, cell)
        if move is not None:
            self._changed(move)

    def begin(self) -> None:
        """Begin a new game."""
        self.session.new_game()
        self.show_session("new")

    def show_session(self, event: str) -> None:
        """Show a session that was changed by other means than a click."""
        board = self.session.game.board
        if (board.rows, board.cols) != (self._layout.grid.rows, self._layout.grid.cols):
            self._lay_out(self._layout.cell_px)
        self._changed(event)

    def note(self, event: str, message: str) -> None:
        """Write down that help was given."""
        self._journal.write(event, self.session, message)

    def board_size(self) -> tuple[int, int]:
        """Return width and height that the board with its head needs."""
        return self._layout.size

    def least_size(self) -> tuple[int, int]:
        """Return width and height that it needs at the least."""
        grid = self._layout.grid
        return SceneLayout.of(self.skin, grid.rows, grid.cols, MIN_PX).size

    def boxes(self) -> dict[Cell, Rect]:
        """Return where each cell is on the canvas."""
        board, grid = self.session.game.board, self._layout.grid
        cells = (board.cell(i) for i in range(len(board.cells)))
        return {cell: grid.cell_rect(cell).moved(*self._corner) for cell in cells}

    def cell_at(self, x: int, y: int) -> Cell | None:
        """Return the cell at a point of the canvas."""
        dx, dy = self._corner
        return self._layout.grid.cell_at(FramePoint(x - dx + 0.5, y - dy + 0.5))

    def scale(self, step: int) -> None:
        """Make the cells larger or smaller."""
        self._lay_out(min(MAX_PX, max(MIN_PX, self._layout.cell_px + step)))
        self._redraw()

    def next_skin(self) -> None:
        """Change to the next skin."""
        names = list(SKINS)
        self.skin = SKINS[names[(names.index(self.skin.name) + 1) % len(names)]]
        self.canvas.configure(background=self.skin.header.ground)
        self._helper.dress()
        self._lay_out(self._layout.cell_px)
        self._redraw()

    def _lay_out(self, cell_px: int) -> None:
        """Build the board anew with cells of a size and give it the room it needs."""
        board = self.session.game.board
        self._layout = SceneLayout.of(self.skin, board.rows, board.cols, cell_px)
        self._helper.fit_window()
        self.root.update_idletasks()
        room = (self.canvas.winfo_width(), self.canvas.winfo_height())
        self._corner = self._centred(room)
        self._build()

    def _centred(self, room: tuple[int, int]) -> tuple[int, int]:
        layout = self._layout
        return max(0, (room[0] - layout.width) // 2), max(0, (room[1] - layout.height) // 2)

    def _changed(self, event: str) -> None:
        # The journal speaks of what is on the screen, so the screen comes first.
        self._redraw()
        self._helper.board_changed(event)
        self.root.update_idletasks()
        self._journal.write(event, self.session)

    def _redraw(self) -> None:
        """Exchange the images of everything that changed."""
        board = self.session.game.board
        for i, code in enumerate(board.cells):
            item, key = self._cells[i], (code, sum(board.cell(i)) % 2)
            if self._drawn.get(item) != key:
                self.canvas.itemconfigure(item, image=self._tile(key))
                self._drawn[item] = key
        self._redraw_head()

    def _tile(self, key: tuple[int, int]) -> tk.PhotoImage:
        if key not in self._tiles:
            code, odd = key
            self._tiles[key] = _photo(render_tile(self.skin, code, self._layout.cell_px, odd))
        return self._tiles[key]

    def _redraw_head(self) -> None:
        session, layout, skin = self.session, self._layout, self.skin
        left, seconds = session.mines_left, session.seconds
        mood = Mood.of(session.game.phase)
        if mood is Mood.CALM and self._held.tense and not self._pressed_face:
            mood = Mood.TENSE
        tall = layout.mines.h
        self._exchange(self._mines, counter_text(left), lambda: render_counter(skin, left, tall))
        self._exchange(self._clock, seconds, lambda: render_counter(skin, seconds, tall))
        self._exchange(self._face, mood, lambda: render_face(skin, mood, layout.face.h))

    def _exchange(self, item: int, key: object, draw: Callable[[], Pixels]) -> None:
        """Show another image in an item and hold it, as Tk does not."""
        if self._drawn.get(item) != key:
            photo = _photo(draw())
            self.canvas.itemconfigure(item, image=photo)
            self._photos[item] = photo
            self._drawn[item] = key

    def _tick(self) -> None:
        self._redraw_head()
        self.root.after(_TICK_MS, self._tick)

    def _configured(self, event: tk.Event[Any]) -> None:
        if self._resize_job is not None:
            self.root.after_cancel(self._resize_job)
        size = (event.width, event.height)
        self._resize_job = self.root.after(_RESIZE_MS, lambda: self._resized(*size))

    def _resized(self, width: int, height: int) -> None:
        """Give the cells the largest size with which everything fits, in the middle."""
        self._resize_job = None
        grid = self._layout.grid
        before = self._layout, self._corner
        self._layout = largest_layout(self.skin, grid.rows, grid.cols, (width, height))
        self._corner = self._centred((width, height))
        if (self._layout, self._corner) != before:
            self._build()
            self._redraw()
            self._helper.redraw()

    def _fail(self, _kind: type[BaseException], error: BaseException, _trace: object) -> None:
        self._failure = error
        self.root.quit()


def _with(
    action: Callable[[Button, tk.Event[Any]], None], button: Button
) -> Callable[[tk.Event[Any]], None]:
    return lambda event: action(button, event)


def _photo(image: Pixels) -> tk.PhotoImage:
    height, width = image.shape[:2]
    pixels = np.ascontiguousarray(image[..., ::-1]).tobytes()
    return tk.PhotoImage(data=f"P6 {width} {height} 255\n".encode() + pixels, format="PPM")
