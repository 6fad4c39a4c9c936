"""The loop of the overlay, one step at a time: capture, read, advise, draw.

A step captures once and returns how soon to capture again. The loop searches for a board, adopts
the window that shows it, follows that window when it moves, hides the hints when the board is not
visible, and reads only frames without our drawing. It uses no window system: a View captures, a
Canvas draws.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from autosweep.board import Phase
from autosweep.errors import AutosweepError, DisplayLost, EnvironmentFault, NothingToSee
from autosweep.geometry import Cell, Grid, Rect, ScreenMap
from autosweep.interfaces import Clock, Frame, Pixels
from autosweep.overlay.advice import advise, hints_of
from autosweep.overlay.annotate import draw_hints
from autosweep.overlay.drawing_filter import DrawingFilter, different_pixels
from autosweep.overlay.hint_events import BoardSeen, Hidden, HintEvent, HintsShown
from autosweep.overlay.hint_marks import Hints, without
from autosweep.overlay.hover import HoverFilter, with_old_cells
from autosweep.overlay.overlaid_board import OverlaidBoard, hardly_different, same_reading
from autosweep.overlay.view import Canvas, View, WindowState
from autosweep.tracking.changes import board_pixels, same_pixels
from autosweep.tracking.reader import BoardReader
from autosweep.tracking.settle import STABLE_FOR_HINTS, UNCERTAIN_WAIT, Settling
from autosweep.vision.cut_sides import NONE, Sides, hidden_sides, on_screen
from autosweep.vision.read import read, reread
from autosweep.vision.reading import Reading, believed_boards

IDLE = 1.0
"""Seconds between two captures if the view reports no change."""
POINTER = 0.05
"""Seconds between two queries of the mouse, if its cell must be free of hints."""
VANISHING = 0.25
"""Seconds after which removed drawing is off every screen."""
RESIZING = 0.06
"""Seconds that a window must have kept its size; some window managers shrink one to hide it."""
SEARCH_FIRST, SEARCH_LONGEST = 0.25, 2.0
"""Seconds between two searches for a board: at first, and after many without success."""


class HintLoop:
    """Finds a board, follows it and draws hints on it."""

    def __init__(  # noqa: PLR0913 - interfaces and settings are named one by one
        self,
        view: View,
        canvas: Canvas,
        clock: Clock,
        *,
        parts: tuple[str, ...],
        mines: int | None = None,
        opacity: float = 1.0,
        region: Callable[[], Rect | None] = lambda: None,
        observe: Callable[[HintEvent], None] = lambda _: None,
    ) -> None:
        self._view = view
        self._canvas = canvas
        self._clock = clock
        self._parts = parts
        self._mines = mines
        self._opacity = opacity
        self._region = region
        self._observe = observe
        self._board: OverlaidBoard | None = None
        self._shown = False
        self._hidden_because = ""
        self._captured_at = 0.0
        self._searched: Pixels | None = None
        self._next_search = 0.0
        self._search_pause = SEARCH_FIRST
        self._undrawn: frozenset[Cell] = frozenset()
        """Cells that carry no hint, because they changed under it."""
        self._never_shown: frozenset[Cell] = frozenset()
        """Those of them whose hint no capture has shown: to draw it again would change nothing."""
        self._hover = HoverFilter()
        self._hovered_cell: Cell | None = None

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts of the hints that are shown."""
        return self._parts

    def show(self, parts: tuple[str, ...]) -> None:
        """Show other parts of the hints from now on."""
        self._parts = parts
        if self._board is None:
            return
        now = self._clock.now()
        self._advise(self._board)
        if self._shown:
            self._draw(self._board)
            self._notify(self._board, now)

    def step(self, *, notified: bool = True) -> float:
        """Capture once; return after how many seconds to do so again without a notification.

        `notified` is False if the view reported no change since the last step.
        """
        if self._board is None:
            return self._search()
        board = self._board
        waiting = board.settling is not None or board.uncertain_since is not None
        waiting = waiting or bool(self._undrawn - self._never_shown)
        # Capture without a notification, too, once in a while: one may have been lost.
        if not notified and not waiting and self._clock.now() - self._captured_at < IDLE:
            self._clear_hovered(board)
            return self._pause(board)
        self._captured_at = self._clock.now()
        state = self._view.state(board.part)
        place = self._view.place()
        if state is WindowState.GONE or place is None:
            self._lose("gone")
            return 0.0
        if state is not WindowState.SHOWN:
            self._hide(state.value)
            return IDLE
        if (place.w, place.h) != (board.window.w, board.window.h):
            return self._resize(board, place)
        if place != board.window:
            return self._move(board, place)
        return self._capture(board)

    def _search(self) -> float:
        """Search the screen for a board, but only if it has changed since the last search."""
        now = self._clock.now()
        if now < self._next_search:
            return self._next_search - now
        region = self._region()
        try:
            frame = self._view.screen(region)
        except DisplayLost:
            raise
        except (EnvironmentFault, NothingToSee):
            # The window to search in does not exist, or is off the screen.
            self._hide("no board")
            self._next_search = now + SEARCH_LONGEST
            return SEARCH_LONGEST
        thumb = frame.pixels[::7, ::5]
        if self._searched is not None and hardly_different(thumb, self._searched):
            self._next_search = now + SEARCH_FIRST
            return SEARCH_FIRST
        self._searched = thumb.copy()
        readings = read(frame, thorough=False, may_be_cut=False)
        boards = believed_boards(readings, pointed_at=region is not None)
        if boards:
            self._searched = None
            if self._adopt(frame, boards[0]):
                self._search_pause = SEARCH_FIRST
                return 0.0
        self._hide("no certain board" if readings and not boards else "no board")
        # A search takes a good part of a second, so not one after the other.
        self._next_search = self._clock.now() + self._search_pause
        self._search_pause = min(SEARCH_LONGEST, 2 * self._search_pause)
        return self._next_search - self._clock.now()

    def _adopt(self, frame: Frame, reading: Reading) -> bool:
        """Take the window that shows a board as the game's and read it there."""
        grid = reading.grid
        middle = frame.mapping.to_screen(grid.center((grid.rows // 2, grid.cols // 2)))
        return self._view.adopt(middle) and self._take(frame, reading, self._clock.now())

    def _take(self, frame: Frame, reading: Reading, changed: float) -> bool:
        """Follow a board that was found in a frame of the adopted window."""
        window = self._view.place()
        if window is None:
            return False
        grid = reading.grid
        margin = round(1.2 * max(grid.cell_size)) + 1
        on_screen = frame.mapping.rect_to_screen(grid.bbox.grown(margin))
        part = on_screen.moved(-window.x, -window.y).intersect(Rect(0, 0, window.w, window.h))
        seen = self._view.grab(part)
        if seen is None:
            return False
        cut = self._cut_sides(grid, frame.mapping, window)
        there = frame.mapping.grid_in(seen.mapping, grid)
        current = reread(seen, replace(reading, grid=there).with_cut(cut))
        if current is None:
            return False
        drawing = None if self._view.clean else DrawingFilter(seen.pixels, current.grid)
        reader = BoardReader()
        current = reader.start(seen, current, cut).reading
        self._hover = HoverFilter()
        board = OverlaidBoard(part, window, current, reader, seen, drawing)
        board.uncertain_since = self._clock.now() if current.uncertain else None
        self._board = board
        self._undrawn = self._never_shown = frozenset()
        self._observe(BoardSeen(current, board.place))
        self._accept(board, seen, current, changed)
        return True

    def _cut_sides(self, grid: Grid, mapping: ScreenMap, window: Rect) -> Sides:
        """Return the sides on which the edge of the screen may hide more of a board."""
        screen = self._view.bounds()
        return NONE if screen is None else hidden_sides(*on_screen(grid, mapping), screen, window)

    def _relocate(self, board: OverlaidBoard, changed: float) -> float:
        """Search the window for its board first, if it is not where it was, then the screen."""
        if self._view.clean:
            self._hide("no board")
            whole = self._view.grab(Rect(0, 0, board.window.w, board.window.h))
            seen = [] if whole is None else read(whole, thorough=False, may_be_cut=False)
            found = believed_boards(seen, pointed_at=True)
            if whole is not None and found and self._take(whole, found[0], changed):
                return 0.0
        self._lose("no board")
        return 0.0

    def _move(self, board: OverlaidBoard, place: Rect) -> float:
        """Draw the same hints where the window is now."""
        dx, dy = place.x - board.window.x, place.y - board.window.y
        mapping = board.frame.mapping
        there = replace(mapping, origin_x=mapping.origin_x + dx, origin_y=mapping.origin_y + dy)
        if any(self._cut_sides(board.reading.grid, there, place)) or any(board.reading.cut):
            # Another part of the board may be off the screen now.
            self._lose("moved")
            return 0.0
        board.window = place
        board.frame = Frame(board.frame.pixels, board.frame.time, there)
        if board.drawing is None:
            if self._shown:
                self._canvas.move(board.place)
                self._view.keep_above(self._canvas.handle)
            return 0.0
        # The game and its hints do not move at the same time: a capture would mix them.
        self._hide("moved")
        return VANISHING

    def _resize(self, board: OverlaidBoard, place: Rect) -> float:
        """Search a window of another size for its board, once the size is stable."""
        self._hide("resized")
        if board.resized is None or board.resized[0] != place:
            board.resized = (place, self._clock.now())
        if self._clock.now() - board.resized[1] < RESIZING:
            return RESIZING
        board.window = place
        return self._relocate(board, self._clock.now())

    def _clear_hovered(self, board: OverlaidBoard) -> None:
        """Remove the hint on the cell under the mouse, if it would hide what a click does."""
        if board.drawing is None or not self._shown:
            return
        hover = self._cell_under_pointer(board)
        if hover != self._hovered_cell:
            self._hovered_cell = hover
            self._draw(board)

    def _capture(self, board: OverlaidBoard) -> float:
        """Capture the board; read it once the frame is stable."""
        self._clear_hovered(board)
        frame = self._view.grab(board.part)
        if frame is None or frame.pixels.shape != board.frame.pixels.shape:
            self._lose("gone")
            return 0.0
        now = self._clock.now()
        repainting = False
        if board.drawing is not None:
            frame, repainting = self._without_drawing(board, board.drawing, frame)
        here = board_pixels(frame, board.reading.grid)
        same = same_pixels(here, board_pixels(board.frame, board.reading.grid))
        if same and not repainting:
            board.settling = None
            if not self._shown:
                self._draw(board)
                self._notify(board, now)
            elif self._vanished(board) and self._undrawn - self._never_shown:
                # Nothing has changed after all, as when a press on it was taken back.
                self._undrawn = self._never_shown
                self._draw(board)
            self._view.keep_above(self._canvas.handle)
            return self._read_again(board, frame) if board.uncertain_since else self._pause(board)
        shown = Frame(here, frame.time, frame.mapping)
        board.settling = board.settling or Settling(shown, now)
        board.settling.add(shown, now)
        if repainting or not board.settling.ready_for_hints:
            return STABLE_FOR_HINTS
        return self._read(board, frame, board.settling)

    def _pause(self, board: OverlaidBoard) -> float:
        return IDLE if board.drawing is None else POINTER

    def _without_drawing(
        self, board: OverlaidBoard, drawing: DrawingFilter, frame: Frame
    ) -> tuple[Frame, bool]:
        """Return the frame without our drawing, and whether some of it is not to be seen yet."""
        if self._vanished(board):
            drawing.forget_removed()
        found = drawing.remove(frame.pixels)
        self._never_shown |= found.never_shown
        if found.changed_beneath - self._undrawn:
            # Its drawing covers what has changed.
            self._undrawn |= found.changed_beneath
            self._draw(board)
        return Frame(found.pixels, frame.time, frame.mapping), found.repainting

    def _vanished(self, board: OverlaidBoard) -> bool:
        """Return True if what was removed last is off the screen."""
        return self._clock.now() - board.drawn_at > VANISHING

    def _read(self, board: OverlaidBoard, frame: Frame, settling: Settling) -> float:
        reading, used = self._read_hovered(board, frame)
        if reading is None:
            return self._relocate(board, settling.begun)
        moving = settling.unchanged == 0
        if moving and not settling.add_reading(reading, for_hints=True):
            return STABLE_FOR_HINTS
        board.settling = None
        self._undrawn = self._never_shown = frozenset()
        board.uncertain_since = self._clock.now() if reading.uncertain else None
        reading = board.reader.observe(used, reading).reading
        self._accept(board, frame, reading, settling.begun)
        return UNCERTAIN_WAIT if board.uncertain_since else self._pause(board)

    def _read_hovered(self, board: OverlaidBoard, frame: Frame) -> tuple[Reading | None, Frame]:
        """Read a frame; a cell that only changed because of the mouse keeps its label.

        An old label is never false, only incomplete, so it stays until another one is certain.
        Returns the reading and the frame that it is a reading of.
        """
        cell = self._cell_under_pointer(board)
        if cell is not None:
            frame = self._hover.without_hover(frame, board.reader, cell)
        reading = board.reader.update(frame, search=False)
        last = board.reader.last
        if cell is None or last is None or (reading is not None and not reading.uncertain):
            return reading, frame
        # A single changed cell can also read as if the whole board had moved a little.
        for cells in ({cell}, {cell, *board.reading.board.neighbors(cell)}):
            other = with_old_cells(frame, last, cells)
            again = board.reader.update(other, search=False)
            if again is not None and not again.uncertain:
                self._hover.add_variant(frame, board.reading, cell)
                return again, other
        return reading, frame

    def _cell_under_pointer(self, board: OverlaidBoard) -> Cell | None:
        """Return the cell under the mouse."""
        at = self._view.pointer()
        if at is None:
            return None
        return board.reading.grid.cell_at(board.frame.mapping.to_frame(at))

    def _read_again(self, board: OverlaidBoard, frame: Frame) -> float:
        """Read a board with uncertain cells from scratch once it had the time to be drawn."""
        assert board.uncertain_since is not None  # noqa: S101 - checked by the caller
        waited = self._clock.now() - board.uncertain_since
        if waited < UNCERTAIN_WAIT:
            return UNCERTAIN_WAIT - waited
        board.uncertain_since = None
        board.reader.reconsider()
        reading = board.reader.update(frame)
        if reading is not None and len(reading.uncertain) < len(board.reading.uncertain):
            reading = board.reader.observe(frame, reading).reading
            self._accept(board, frame, reading, self._clock.now())
        return self._pause(board)

    def _accept(self, board: OverlaidBoard, frame: Frame, reading: Reading, changed: float) -> None:
        """Accept a reading: advise, draw, notify."""
        unchanged = (
            self._shown and same_reading(board.reading, reading) and board.advice is not None
        )
        board.frame, board.reading = frame, reading
        if not unchanged:
            self._advise(board)
        self._draw(board)
        if not unchanged:
            self._notify(board, changed)

    def _advise(self, board: OverlaidBoard) -> None:
        reading = board.reading
        board.advice, board.why = None, ""
        if reading.phase in (Phase.WON, Phase.LOST):
            board.why = f"The game is {reading.phase.value}."
            board.hints = Hints()
            return
        try:
            board.advice = advise(reading, self._mines)
        except AutosweepError as error:
            board.why = str(error)
            board.hints = Hints(
                uncertain=frozenset(reading.uncertain) if self._parts else frozenset()
            )
            return
        if board.reader.last is not None:
            board.reader.learn(board.reader.last)
        board.hints = hints_of(board.advice, self._parts)

    def _draw(self, board: OverlaidBoard) -> None:
        """Draw the hints, except on cells that must be captured."""
        hints = board.hints
        free = self._undrawn if self._hovered_cell is None else self._undrawn | {self._hovered_cell}
        if board.drawing is not None and free:
            hints = without(hints, free)
        pixels = board.frame.pixels
        drawn = draw_hints(pixels, board.reading.grid, hints, opacity=self._opacity)
        mask = different_pixels(drawn, pixels)
        sent = board.for_canvas(drawn, mask, self._canvas.pixels_per_point(board.place))
        if board.drawing is not None:
            board.drawing.set_drawing(sent.shown, sent.shown_mask, sent.error)
            board.drawn_at = self._clock.now()
        self._canvas.show(sent.pixels, sent.mask, sent.place)
        self._view.keep_above(self._canvas.handle)
        self._shown = True
        self._hidden_because = ""

    def _notify(self, board: OverlaidBoard, changed: float) -> None:
        self._observe(
            HintsShown(
                board.advice,
                board.hints,
                board.reading,
                board.frame.mapping,
                self._parts,
                changed,
                self._clock.now(),
                board.why,
            )
        )

    def _lose(self, why: str) -> None:
        """Give the board up and search for one again."""
        # The search captures the screen, from which the hints must have gone.
        self._next_search = self._clock.now() + (VANISHING if self._shown else 0.0)
        self._hide(why)
        self._board = None
        self._view.release()
        self._searched = None
        self._search_pause = SEARCH_FIRST

    def _hide(self, why: str) -> None:
        board = self._board
        if self._shown:
            self._canvas.hide()
            if board is not None and board.drawing is not None:
                nothing = np.zeros(board.frame.pixels.shape[:2], bool)
                board.drawing.set_drawing(board.frame.pixels, nothing)
                board.drawn_at = self._clock.now()
        if why != self._hidden_because:
            self._observe(Hidden(why))
        self._shown = False
        self._hidden_because = why
        if board is not None:
            board.settling = None
