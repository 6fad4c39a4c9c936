"""A screen in memory on which a game and the hints over it are seen together.

What the canvas shows appears on the screen only after a few looks, as with a compositor, so that
captures contain old drawing, new drawing and none at all. It may also be black at first, as where
a window has its shape before it is painted.
"""

from __future__ import annotations

import cv2
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
    def pixels_per_point(self, place: Rect) -> float | None:
        del place
        return None

    def show(self, pixels: Pixels, mask: PixelMask, place: Rect) -> None:
        self._queue[-1] = (pixels.copy(), mask.copy(), place)
        self._black = self.unpainted

    def move(self, place: Rect) -> None:
        assert self._queue[-1] is not None
        self._queue[-1] = (*self._queue[-1][:2], place)

    def hide(self) -> None:
        self._queue[-1] = None


class StretchedDesk(MemoryDesk):
    """A desk on a scaled monitor, whose compositor stretches the canvas to it as a whole."""

    def __init__(self, game: Game, *, scale: float, fine: int, lag: int = 0) -> None:
        """Show `scale` pixels of the monitor and `fine` pixels of the canvas for each point."""
        super().__init__(game, clean=False, lag=lag)
        self.scale, self.fine = scale, fine
        self.px = round(24 * scale)
        self._layer: tuple[Shown, np.ndarray[tuple[int, ...], np.dtype[np.float32]]] | None = None
        """What is shown, and the layer that was made of it."""

    @property
    def mapping(self) -> ScreenMap:
        """How a frame of the whole monitor lies on the screen."""
        return ScreenMap(0.0, 0.0, self.scale, self.scale)

    def point_at(self, cell: Cell | None) -> None:
        self.mouse = None if cell is None else self.mapping.to_screen(self.grid.center(cell))

    def _draw(self) -> tuple[Pixels, Grid]:
        corner = round(self.corner[0] * self.scale), round(self.corner[1] * self.scale)
        size = round(SIZE[0] * self.scale), round(SIZE[1] * self.scale)
        key = (self.game.board.cells, corner, self.px)
        if self._drawn is None or self._drawn[0] != key:
            self._drawn = (key, *draw(self.game.board, self.skin, self.px, corner, size))
        return self._drawn[1].copy(), self._drawn[2]

    def _capture(self, region: Rect, *, with_hints: bool) -> Frame:
        self.looks += 1
        image, _ = self._draw()
        shown = self._queue[0]
        self._queue = [*self._queue[1:], self._queue[-1]]
        if with_hints and shown is not None:
            if self._layer is None or self._layer[0] is not shown:
                self._layer = shown, self._stretched(*shown, image.shape[1::-1])
            layer = self._layer[1]
            image = np.asarray(
                (layer[:, :, :3] + image * (1 - layer[:, :, 3:] / 255)).round(), np.uint8
            )
        scale = self.scale
        left, top = int(region.x * scale), int(region.y * scale)
        right, bottom = -int(-region.right * scale // 1), -int(-region.bottom * scale // 1)
        part = Rect(left, top, right - left, bottom - top)
        pixels = image[top:bottom, left:right].copy()
        return Frame(pixels, self.clock.now(), self.mapping.cropped(part))

    def _stretched(
        self, pixels: Pixels, mask: PixelMask, place: Rect, size: tuple[int, int]
    ) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
        """Return the whole layer of windows, with their opacity, in the monitor's pixels."""
        fine = self.fine
        layer = np.zeros((SIZE[1] * fine, SIZE[0] * fine, 4), np.float32)
        rows = slice(place.y * fine, place.bottom * fine)
        cols = slice(place.x * fine, place.right * fine)
        layer[rows, cols, :3][mask] = pixels[mask]
        layer[rows, cols, 3][mask] = 255
        return cv2.resize(layer, size, interpolation=cv2.INTER_LINEAR).round()

    def pixels_per_point(self, place: Rect) -> float | None:
        del place
        return float(self.fine)
