"""A screen that exists only in memory: the built-in game on a pretended simulated_desktop.

`InProcessScreen` is a FrameSource and a Pointer at once: it draws the same scene as the window of
the built-in game and takes clicks by calls. It also knows the truth (`game`, `grid`,
`stray_clicks`), which makes it the ground on which reading and playing are tested. With a `delay`
a change shows cell by cell, as on a slow display.
"""

from __future__ import annotations

from collections.abc import Sequence

from autosweep.board import Game
from autosweep.client import simulated_desktop
from autosweep.client.client_settings import ClientSettings
from autosweep.client.game_session import NEW_GAME_KEYS, GameSession
from autosweep.client.scene import (
    Mood,
    SceneLayout,
    paint_cell,
    paint_part,
    render_backdrop,
    render_counter,
    render_face,
)
from autosweep.client.skins import MAX_PX, MIN_PX, find_skin
from autosweep.errors import SettingsError
from autosweep.geometry import Grid, Rect, ScreenMap, ScreenPoint
from autosweep.interfaces import Action, Button, Click, Clock, Frame, MoveTo, Pixels, PressKey
from autosweep.testing import JumpingClock

DESKTOP_SIZE = (1280, 800)
"""Width and height of the desktop, in points, unless the board needs more."""
DEFAULT_POSITION = (96, 64)
"""Top left corner of the window, in points, unless the settings place it."""


class InProcessScreen:
    """The built-in game in memory: look at it with `grab`, click it with `perform`."""

    def __init__(  # noqa: PLR0913 - each describes the pretended display
        self,
        settings: ClientSettings | None = None,
        *,
        clock: Clock | None = None,
        scale: float = 1.0,
        delay: float = 0.0,
        size: tuple[int, int] = DESKTOP_SIZE,
        background: Pixels | None = None,
    ) -> None:
        """Open the game.

        `clock` drives the game's clock and the delay; without one, time stands still. `scale` is
        frame pixels a point, 2 as on Retina. `delay` is the seconds until a change has been drawn
        completely. `size` is the least width and height of the desktop, in points. `background`
        replaces the desktop behind the window, in frame pixels, and sets the size.
        """
        chosen = ClientSettings() if settings is None else settings
        if delay < 0 or (delay > 0 and clock is None):
            msg = f"A delay of {delay} seconds cannot be."
            raise SettingsError(msg, remedy="Give a delay of 0, or of more together with a clock.")
        px = round(chosen.cell_px * scale) if scale > 0 else 0
        if not MIN_PX <= px <= MAX_PX:
            msg = f"A scale of {scale} makes cells of {px} pixels; {MIN_PX} to {MAX_PX} can be."
            raise SettingsError(msg, remedy="Choose another scale or cell size.")
        self._clock: Clock = JumpingClock() if clock is None else clock
        self._session = GameSession(chosen, self._clock)
        self._scale = scale
        self._skin = find_skin(chosen.skin)
        self._layout = SceneLayout.of(self._skin, chosen.rows, chosen.cols, px)
        corner = DEFAULT_POSITION if chosen.position is None else chosen.position
        self._client = Rect(
            round(corner[0] * scale) + max(1, round(scale)),
            round(corner[1] * scale) + simulated_desktop.title_height(scale),
            self._layout.width,
            self._layout.height,
        )
        self._picture = self._open_window(size, background)
        cells = self.game.board.cells
        self._display = _SlowDisplay(cells, delay)
        self._drawn: list[int | None] = [None] * len(cells)
        self._drawn_head: tuple[int | None, int, Mood] | None = None
        self._at = ScreenPoint(0, 0)
        self.clicks = 0
        """Clicks taken so far, wherever they went."""
        self.stray_clicks = 0
        """Clicks that hit neither the board nor the face."""
        self._refresh(self._clock.now())

    @property
    def game(self) -> Game:
        """The game that is played now, with its truth."""
        return self._session.game

    @property
    def session(self) -> GameSession:
        """The row of games, with the seed and the clock of the current one."""
        return self._session

    @property
    def grid(self) -> Grid:
        """The true lattice of the board, in pixels of a grab of the whole screen."""
        return self._layout.grid.moved(self._client.x, self._client.y)

    @property
    def face(self) -> Rect:
        """The button that begins a new game, in pixels of a grab of the whole screen."""
        return self._layout.face.moved(self._client.x, self._client.y)

    @property
    def window(self) -> Rect:
        """The window with its title bar, in pixels of a grab of the whole screen."""
        return simulated_desktop.window_rect(self._client, self._scale)

    @property
    def mapping(self) -> ScreenMap:
        """How a grab of the whole screen lies on the screen."""
        return ScreenMap(scale_x=self._scale, scale_y=self._scale)

    def grab(self, region: Rect | None = None) -> Frame:
        """Return the screen, or the part of it that lies in a region of points, as it is now."""
        now = self._clock.now()
        self._refresh(now)
        whole = Frame(self._picture, now, self.mapping)
        if region is not None:
            whole = whole.crop(_scaled(region, self._scale))
        return Frame(whole.pixels.copy(), now, whole.mapping)

    def perform(self, actions: Sequence[Action]) -> list[Action]:
        """Do the actions at once: left opens, right marks, middle or both chord, F2 begins anew."""
        for action in actions:
            if isinstance(action, MoveTo):
                self._at = action.point
            elif isinstance(action, Click):
                self._at = action.point
                self._click(action)
            elif isinstance(action, PressKey) and action.keys.lower() in NEW_GAME_KEYS:
                self._session.new_game()
            self._display.show(self.game.board.cells, self._clock.now())
        return []

    def position(self) -> ScreenPoint:
        """Return where the pointer was left."""
        return self._at

    def _click(self, click: Click) -> None:
        self.clicks += 1
        point = self.mapping.to_frame(click.point)
        cell = self.grid.cell_at(point)
        if cell is not None:
            self._session.press(click.button, cell)
        elif not self.face.contains(point.x, point.y):
            self.stray_clicks += 1
        elif click.button is Button.LEFT:
            self._session.new_game()

    def _open_window(self, size: tuple[int, int], background: Pixels | None) -> Pixels:
        """Draw the desktop with the window on it, all but what changes during a game."""
        scale, window = self._scale, self.window
        if background is None:
            room = round(24 * scale)
            background = simulated_desktop.render_desktop(
                max(round(size[0] * scale), window.right + room),
                max(
                    round(size[1] * scale),
                    window.bottom + room + simulated_desktop.panel_height(scale),
                ),
                scale,
            )
        image = background.copy()
        if window.right > image.shape[1] or window.bottom > image.shape[0]:
            msg = f"The window of {window.w} x {window.h} pixels does not fit on the background."
            raise SettingsError(msg, remedy="Give a larger screen or smaller cells.")
        simulated_desktop.paint_window(
            image, window, "autosweep", simulated_desktop.title_colours(self._skin), scale
        )
        paint_part(image, self._client, render_backdrop(self._skin, self._layout))
        return image

    def _refresh(self, now: float) -> None:
        """Bring the image up to date, drawing only what changed."""
        # A game changed by other means than clicks shows as well.
        self._display.show(self.game.board.cells, now)
        client = self._client
        area = self._picture[client.y : client.bottom, client.x : client.right]
        cells, half = self._display.visible(now)
        for i, code in enumerate(cells):
            if self._drawn[i] != code:
                paint_cell(area, self._skin, self._layout, self.game.board.cell(i), code)
                self._drawn[i] = code
        if half is not None:
            self._half_draw(area, half)
        if self._display.settled(now) or self._drawn_head is None:
            self._draw_head(area)

    def _half_draw(self, area: Pixels, index: int) -> None:
        """Draw the upper half of a cell that is about to change."""
        cell = self.game.board.cell(index)
        rect = self._layout.grid.cell_rect(cell)
        lower = slice(rect.y + rect.h // 2, rect.bottom), slice(rect.x, rect.right)
        kept = area[lower].copy()
        paint_cell(area, self._skin, self._layout, cell, self.game.board[cell])
        area[lower] = kept
        self._drawn[index] = None

    def _draw_head(self, area: Pixels) -> None:
        head = (self._session.mines_left, self._session.seconds, Mood.of(self.game.phase))
        if head == self._drawn_head:
            return
        mines_left, seconds, mood = head
        layout, skin = self._layout, self._skin
        paint_part(area, layout.mines, render_counter(skin, mines_left, layout.mines.h))
        paint_part(area, layout.clock, render_counter(skin, seconds, layout.clock.h))
        paint_part(area, layout.face, render_face(skin, mood, layout.face.h))
        self._drawn_head = head


class _SlowDisplay:
    """A display with a delay: changed cells appear in reading order during it."""

    def __init__(self, cells: bytes, delay: float) -> None:
        self._delay = delay
        self._old = self._new = cells
        self._since = 0.0

    def show(self, cells: bytes, now: float) -> None:
        """Begin to show other cells; what is visible now stays until it is overdrawn."""
        if cells != self._new:
            self._old, _ = self.visible(now)
            self._new = cells
            self._since = now

    def settled(self, now: float) -> bool:
        """Return True if everything has been drawn."""
        return self._old == self._new or now - self._since >= self._delay

    def visible(self, now: float) -> tuple[bytes, int | None]:
        """Return the cells seen, and the cell that is just being drawn, if any."""
        if self.settled(now):
            return self._new, None
        changed = [
            i for i, pair in enumerate(zip(self._old, self._new, strict=True)) if len({*pair}) > 1
        ]
        done = int((now - self._since) / self._delay * len(changed))
        cells = bytearray(self._old)
        for i in changed[:done]:
            cells[i] = self._new[i]
        return bytes(cells), changed[done] if now > self._since else None


def _scaled(region: Rect, scale: float) -> Rect:
    left, top = round(region.x * scale), round(region.y * scale)
    right, bottom = round(region.right * scale), round(region.bottom * scale)
    return Rect(left, top, right - left, bottom - top)
