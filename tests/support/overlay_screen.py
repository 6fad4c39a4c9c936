"""A screen in memory on which a game and the hints over it are seen together.

What the canvas shows appears on the screen only after a few looks, as with a compositor, so that
captures contain old drawing, new drawing and none at all. It may also be black at first, as where
a window has its shape before it is painted.
"""

from __future__ import annotations

import numpy as np

from autosweep.board import Game
from autosweep.geometry import Cell, Grid, Rect, ScreenMap, ScreenPoint
from autosweep.interfaces import Frame, Pixels
from autosweep.overlay.view import PixelMask, WindowState
from autosweep.testing import JumpingClock
from support.vision_scenes import draw

Shown = tuple[Pixels, PixelMask, Rect]
SIZE = (700, 560)


class MemoryDesk:
    """View and Canvas in one: the game's window, the hints over it, and the screen with both."""

    def __init__(
        self, game: Game, *, clean: bool, lag: int = 0, unpainted: int = 0, skin: str = "classic"
    ) -> None:
        self.clean = clean
        self.clock = JumpingClock()
        self.game = game
        self.skin = skin
        self.corner = (37, 23)
        self.px = 24
        self.window = (420, 460)
        self.limits: Rect | None = None
        """The screen, where something of it may be hidden."""
        self.mouse: ScreenPoint | None = None
        self.how = WindowState.SHOWN
        self.tint: int = 0
        """Added to the cell under the mouse, as some clients draw it."""
        self.handle = 7
        self.looks = 0
        self.unpainted = unpainted
        """Looks for which all drawing is black after each change of it."""
        self._black = 0
        self._queue: list[Shown | None] = [None] * (lag + 1)
        self._drawn: tuple[object, Pixels, Grid] | None = None

    @property
    def grid(self) -> Grid:
        """The true lattice on the screen."""
        return self._draw()[1]

    @property
    def shown(self) -> Shown | None:
        """What the canvas was last told to show."""
        return self._queue[-1]

    def point_at(self, cell: Cell | None) -> None:
        """Move the mouse."""
        if cell is None:
            self.mouse = None
        else:
            middle = self.grid.center(cell)
            self.mouse = ScreenPoint(int(middle.x), int(middle.y))

    def _draw(self) -> tuple[Pixels, Grid]:
        key = (self.game.board.cells, self.corner, self.px)
        if self._drawn is None or self._drawn[0] != key:
            self._drawn = (key, *draw(self.game.board, self.skin, self.px, self.corner, SIZE))
        image, grid = self._drawn[1].copy(), self._drawn[2]
        if self.mouse is not None and self.tint:
            cell = grid.cell_rect(self._under_mouse(grid))
            part = image[cell.y : cell.bottom, cell.x : cell.right]
            part[:] = np.clip(part.astype(int) + self.tint, 0, 255)
        return image, grid

    def _under_mouse(self, grid: Grid) -> Cell:
        assert self.mouse is not None
        found = grid.cell_at(ScreenMap().to_frame(self.mouse))
        assert found is not None
        return found

    def _capture(self, region: Rect, *, with_hints: bool) -> Frame:
        self.looks += 1
        image, _ = self._draw()
        shown = self._queue[0]
        self._queue = [*self._queue[1:], self._queue[-1]]
        if with_hints and shown is not None:
            pixels, mask, place = shown
            part = image[place.y : place.bottom, place.x : place.right]
            part[mask] = 0 if self._black else pixels[mask]
            self._black = max(0, self._black - 1)
        part = image[region.y : region.bottom, region.x : region.right]
        return Frame(part.copy(), self.clock.now(), ScreenMap(region.x, region.y))

    # View
    def screen(self, region: Rect | None) -> Frame:
        return self._capture(region or self.limits or Rect(0, 0, *SIZE), with_hints=True)

    def bounds(self) -> Rect | None:
        return self.limits

    def adopt(self, middle: ScreenPoint) -> bool:
        del middle
        return True

    def release(self) -> None:
        pass

    def state(self, part: Rect) -> WindowState:
        del part
        return self.how

    def place(self) -> Rect | None:
        x, y = self.corner
        return Rect(x - 20, y - 20, *self.window) if self.how is not WindowState.GONE else None

    def grab(self, part: Rect) -> Frame | None:
        place = self.place()
        assert place is not None
        return self._capture(part.moved(place.x, place.y), with_hints=not self.clean)

    def pointer(self) -> ScreenPoint | None:
        return self.mouse

    def wait(self, seconds: float) -> bool:
        self.clock.sleep(seconds)
        return True

    def wake(self) -> None:
        pass

    def keep_above(self, handle: int) -> None:
        assert handle == self.handle

    # Canvas
    def show(self, pixels: Pixels, mask: PixelMask, place: Rect) -> None:
        self._queue[-1] = (pixels.copy(), mask.copy(), place)
        self._black = self.unpainted

    def move(self, place: Rect) -> None:
        assert self._queue[-1] is not None
        self._queue[-1] = (*self._queue[-1][:2], place)

    def hide(self) -> None:
        self._queue[-1] = None
