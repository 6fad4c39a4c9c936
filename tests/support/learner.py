"""A person who plays the built-in game on a virtual display and asks it for help."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Self

from autosweep.client.assist import MarkKind
from autosweep.client.cell_marks import COLOURS, frame_width
from autosweep.client.panel import LEAST_WIDTH
from autosweep.client.vector_shapes import bgr
from autosweep.geometry import Cell, Rect
from support.client_window import CORNER, Player, wait_for

SEED = 5
"""A game of 9 x 9 with 10 mines that opens widely at 4,4 and needs no guess."""
GAME = {"rows": 9, "cols": 9, "mines": 10, "seed": SEED, "cell_px": 26, "first_click": "zero"}


class Learner(Player):
    """A player who asks for help."""

    def __init__(self, display: str, folder: Path, **options: Any) -> None:
        super().__init__(display, folder, **{**GAME, **options})

    def __enter__(self) -> Self:
        # Without a window manager the window under the pointer gets the keys.
        self.move(CORNER[0] + 3, CORNER[1] + 3)
        given = Path(self.options.get("board_file", "-")).exists()
        if not self.options.get("panel") and not given:
            return super().__enter__()
        first = "load" if given else "new"
        try:
            wait_for(lambda: first in [line["event"] for line in self.lines()], "the first board")
            self.wait_for_panel()
        except BaseException:
            self.__exit__()
            raise
        return self

    def wait_for_panel(self) -> None:
        """Wait until the board has its place above the panel."""
        self.corner = (CORNER[0] + self.shift, CORNER[1])
        wait_for(self.agrees, "the board above the panel")

    def begin(self) -> None:
        """Open the panel and the middle of the board."""
        self.key("F1")
        self.wait_for_panel()
        self.click_cell((4, 4))
        wait_for(lambda: self.lines()[-1]["event"] == "open", "the opening")

    def ask(self, event: str, *keys: str) -> str:
        """Press keys and return what the game says about it."""
        before = len(self.lines())
        self.key(*keys)
        return self.answer(event, before)

    def answer(self, event: str, before: int) -> str:
        """Wait for an event after line `before`; return its message."""

        def found() -> list[str]:
            new = self.lines()[before:]
            return [line["message"] for line in new if line["event"] == event and "message" in line]

        wait_for(lambda: bool(found()), f"the answer to {event}")
        return found()[0]

    def width(self) -> int:
        """Return the width of the window."""
        return int(self.window().get_geometry().width)

    def shown_windows(self) -> set[int]:
        """Return the windows that are on the screen, by their numbers."""
        children = self.connection.screen().root.query_tree().children
        return {child.id for child in children if child.get_attributes().map_state}

    def close_window(self, window: int) -> None:
        """Ask a window to close, as a window manager does."""
        from Xlib import X
        from Xlib.protocol.event import ClientMessage

        protocols, delete = map(self.connection.intern_atom, ("WM_PROTOCOLS", "WM_DELETE_WINDOW"))
        target = self.connection.create_resource_object("window", window)
        message = (32, [delete, X.CurrentTime, 0, 0, 0])
        event = ClientMessage(window=target, client_type=protocols, data=message)
        target.send_event(event, onerror=lambda *_: None)
        self.connection.sync()

    @property
    def shift(self) -> int:
        """How far the panel moves the board to the right."""
        return max(0, (LEAST_WIDTH - self.layout.width) // 2)

    def box(self, cell: Cell) -> Rect:
        """Return where a cell is on the screen while the panel is open."""
        return self.layout.grid.cell_rect(cell).moved(*self.corner)

    def marked(self, cell: Cell, kind: MarkKind) -> bool:
        """Return True if a cell has a frame in the colour of a kind, on all four sides."""
        box, screen = self.box(cell), self.screen()
        half = frame_width(box.w) // 2
        x, y = box.x + box.w // 2, box.y + box.h // 2
        points = [(box.x + half, y), (box.right - 1 - half, y)]
        points += [(x, box.y + half), (x, box.bottom - 1 - half)]
        return all(tuple(screen[py, px]) == bgr(COLOURS[kind]) for px, py in points)
