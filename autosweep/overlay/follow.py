"""The overlay's loop without a window system: frame, reading, advice, drawing; one step at a time.

A step looks once and says how soon to look again. It searches for a board, adopts the window that
shows it, follows that window when it moves, hides what is drawn when it cannot be seen, and reads
only pictures without ink. Everything that touches the world is a View or a Canvas.
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
from autosweep.overlay.events import BoardSeen, Event, Hidden, HintsShown
from autosweep.overlay.followed import Followed, board_of, box_of, hardly_differ, same
from autosweep.overlay.hover import Hover, with_old
from autosweep.overlay.ink import Underneath, differs
from autosweep.overlay.marks import Hints, without
from autosweep.overlay.view import Canvas, State, View
from autosweep.tracking.incremental import IncrementalReader
from autosweep.vision.cut_sides import NONE, Sides, hidden_sides, on_screen
from autosweep.vision.read import read, reread
from autosweep.vision.reading import Reading

SETTLE = 0.012
"""Seconds without a change after which a picture is complete."""
RESTLESS = 0.1
"""Seconds of change after which a picture is read although it does not rest."""
IDLE = 1.0
"""Seconds between two looks where nothing is told of changes."""
POINTER = 0.05
"""Seconds between two looks at the mouse, where its cell must be free of ink."""
VANISHING = 0.25
"""Seconds after which ink that was taken away is off every screen."""
RESIZING = 0.06
"""Seconds that a window must have kept its size; some window managers shrink one to hide it."""
SEARCH_FIRST, SEARCH_MOST = 0.25, 2.0
"""Seconds between two searches for a board: at first, and after many in vain."""
CLEARING = 0.5
"""Seconds after which a board with unclear cells is read from scratch, once."""


class Follower:
    """Finds a board, follows it and keeps hints on it."""

    def __init__(  # noqa: PLR0913 - the seams and the wishes are named one by one
        self,
        view: View,
        canvas: Canvas,
        clock: Clock,
        *,
        parts: tuple[str, ...],
        mines: int | None = None,
        opacity: float = 1.0,
        region: Callable[[], Rect | None] = lambda: None,
        observe: Callable[[Event], None] = lambda _: None,
    ) -> None:
        self._view = view
        self._canvas = canvas
        self._clock = clock
        self._parts = parts
        self._mines = mines
        self._opacity = opacity
        self._region = region
        self._observe = observe
        self._board: Followed | None = None
        self._shown = False
        self._hidden_because = ""
        self._looked = 0.0
        self._searched: Pixels | None = None
        self._next_search = 0.0
        self._search_pause = SEARCH_FIRST
        self._bare: frozenset[Cell] = frozenset()
        self._hover = Hover()
        self._pointed_at: Cell | None = None

    @property
    def parts(self) -> tuple[str, ...]:
        """What is shown."""
        return self._parts

    def show(self, parts: tuple[str, ...]) -> None:
        """Show more or less help from now on."""
        self._parts = parts
        if self._board is None:
            return
        now = self._clock.now()
        self._advise(self._board)
        if self._shown:
            self._draw(self._board)
            self._tell(self._board, now)

    def step(self, *, stirred: bool = True) -> float:
        """Look once; return after how many seconds to look again if nothing stirs."""
        if self._board is None:
            return self._search()
        board = self._board
        waiting = board.pending is not None or board.unclear_since is not None
        # Now and then without being told to: what was missed once would be missed for ever.
        if not stirred and not waiting and self._clock.now() - self._looked < IDLE:
            return self._mind_pointer(board)
        self._looked = self._clock.now()
        state = self._view.state(board.part)
        place = self._view.place()
        if state is State.GONE or place is None:
            self._lose("gone")
            return 0.0
        if state is not State.SHOWN:
            self._hide(state.value)
            return IDLE
        if (place.w, place.h) != (board.window.w, board.window.h):
            return self._resize(board, place)
        if place != board.window:
            return self._follow(board, place)
        return self._look(board)

    def _search(self) -> float:
        """Look for a board on the screen; in vain only as often as the screen changes."""
        now = self._clock.now()
        if now < self._next_search:
            return self._next_search - now
        try:
            frame = self._view.screen(self._region())
        except DisplayLost:
            raise
        except (EnvironmentFault, NothingToSee):
            # The window in which to search is not there, or off the screen.
            self._hide("no board")
            self._next_search = now + SEARCH_MOST
            return SEARCH_MOST
        thumb = frame.pixels[::7, ::5]
        if self._searched is not None and hardly_differ(thumb, self._searched):
            self._next_search = now + SEARCH_FIRST
            return SEARCH_FIRST
        self._searched = thumb.copy()
        readings = read(frame, thorough=False, may_be_cut=False)
        if readings:
            self._searched = None
            if self._adopt(frame, readings[0]):
                self._search_pause = SEARCH_FIRST
                return 0.0
        self._hide("no board")
        # A search costs a good part of a second of work, so not one after the other.
        self._next_search = self._clock.now() + self._search_pause
        self._search_pause = min(SEARCH_MOST, 2 * self._search_pause)
        return self._next_search - self._clock.now()

    def _adopt(self, frame: Frame, reading: Reading) -> bool:
        """Take the window that shows a board as the game's and read it there."""
        grid = reading.grid
        middle = frame.mapping.to_screen(grid.center((grid.rows // 2, grid.cols // 2)))
        return self._view.adopt(middle) and self._take(frame, reading, self._clock.now())

    def _take(self, frame: Frame, reading: Reading, changed: float) -> bool:
        """Follow a board that was found in a picture of the adopted window from now on."""
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
        dx = (frame.mapping.origin_x - seen.mapping.origin_x) * seen.mapping.scale_x
        dy = (frame.mapping.origin_y - seen.mapping.origin_y) * seen.mapping.scale_y
        cut = self._cut_sides(grid, frame.mapping, window)
        current = reread(seen, replace(reading, grid=grid.moved(dx, dy)).with_cut(cut))
        if current is None:
            return False
        current = current.with_cut(cut)
        under = None if self._view.clean else Underneath(seen.pixels, current.grid)
        tracker = IncrementalReader(seen, current)
        self._hover = Hover()
        board = Followed(part, window, current, tracker, seen, seen.pixels, under)
        board.unclear_since = self._clock.now() if current.uncertain else None
        self._board = board
        self._bare = frozenset()
        self._observe(BoardSeen(current, self._place_of(board)))
        self._accept(board, seen, current, changed)
        return True

    def _cut_sides(self, grid: Grid, mapping: ScreenMap, window: Rect) -> Sides:
        """Return the sides on which the edge of the screen may hide more of a board."""
        screen = self._view.bounds()
        return NONE if screen is None else hidden_sides(*on_screen(grid, mapping), screen, window)

    def _relocate(self, board: Followed, changed: float) -> float:
        """The board is not where it was in its window: look for it there before anywhere else."""
        if self._view.clean:
            self._hide("no board")
            whole = self._view.grab(Rect(0, 0, board.window.w, board.window.h))
            found = [] if whole is None else read(whole, thorough=False, may_be_cut=False)
            if whole is not None and found and self._take(whole, found[0], changed):
                return 0.0
        self._lose("no board")
        return 0.0

    def _follow(self, board: Followed, place: Rect) -> float:
        """The window is elsewhere: draw the same there."""
        dx, dy = place.x - board.window.x, place.y - board.window.y
        mapping = board.frame.mapping
        there = replace(mapping, origin_x=mapping.origin_x + dx, origin_y=mapping.origin_y + dy)
        if any(self._cut_sides(board.reading.grid, there, place)) or any(board.reading.cut):
            # Another part of the board may be off the screen now.
            self._lose("moved")
            return 0.0
        board.window = place
        board.frame = Frame(board.frame.pixels, board.frame.time, there)
        if board.under is None:
            if self._shown:
                self._canvas.move(self._place_of(board))
                self._view.keep_above(self._canvas.handle)
            return 0.0
        # The game and its hints do not move at the same moment: better none than read among them.
        self._hide("moved")
        return VANISHING

    def _resize(self, board: Followed, place: Rect) -> float:
        """The window has another size: look for the board in it once the size stays."""
        self._hide("resized")
        if board.resized is None or board.resized[0] != place:
            board.resized = (place, self._clock.now())
        if self._clock.now() - board.resized[1] < RESIZING:
            return RESIZING
        board.window = place
        return self._relocate(board, self._clock.now())

    def _mind_pointer(self, board: Followed) -> float:
        """Keep the cell under the mouse free of ink where ink would hide what a click does."""
        if board.under is None or not self._shown:
            return IDLE
        hover = self._pointed(board)
        if self._clock.now() - board.drawn_at > VANISHING:
            board.under.gone()
        if hover != self._pointed_at:
            self._pointed_at = hover
            self._draw(board)
        return POINTER

    def _look(self, board: Followed) -> float:
        """Look at the board; read it once the picture rests."""
        frame = self._view.grab(board.part)
        if frame is None or frame.pixels.shape != board.frame.pixels.shape:
            self._lose("gone")
            return 0.0
        now = self._clock.now()
        if board.under is not None:
            frame = self._without_ink(board, frame)
        here = board_of(frame, board.reading)
        if np.array_equal(here, board_of(board.frame, board.reading)):
            board.pending = board.changed = None
            if not self._shown:
                self._draw(board)
                self._tell(board, now)
            self._view.keep_above(self._canvas.handle)
            return self._clear_up(board, frame) if board.unclear_since else self._pause(board)
        board.changed = now if board.changed is None else board.changed
        moving = board.pending is None or not np.array_equal(here, board.pending)
        if moving:
            board.pending, board.pending_since = here, now
        if now - board.changed < RESTLESS and (moving or now - board.pending_since < SETTLE):
            return SETTLE
        return self._read(board, frame, moving=moving)

    def _pause(self, board: Followed) -> float:
        return IDLE if board.under is None else POINTER

    def _without_ink(self, board: Followed, frame: Frame) -> Frame:
        """Return what lies under the ink; takes the ink away where that is not known."""
        assert board.under is not None  # noqa: S101 - the caller has looked
        if self._clock.now() - board.drawn_at > VANISHING:
            board.under.gone()
        sight = board.under.look(frame.pixels)
        if sight.stale - self._bare:
            self._bare |= sight.stale
            self._draw(board)
        return Frame(sight.pixels, frame.time, frame.mapping)

    def _read(self, board: Followed, frame: Frame, *, moving: bool) -> float:
        changed = self._clock.now() if board.changed is None else board.changed
        reading, used = self._understand(board, frame)
        if reading is None:
            return self._relocate(board, changed)
        if moving and reading.board.cells != board.unsettled:
            board.unsettled = reading.board.cells
            return SETTLE
        board.pending = board.changed = None
        board.unsettled = b""
        self._bare = frozenset()
        board.unclear_since = self._clock.now() if reading.uncertain else None
        board.understood = used.pixels
        self._accept(board, frame, reading, changed)
        return CLEARING if board.unclear_since else self._pause(board)

    def _understand(self, board: Followed, frame: Frame) -> tuple[Reading | None, Frame]:
        """Read a picture; a cell that only looks changed under the mouse keeps its label.

        Nothing false follows from knowing less, so what was there before stands until something
        else is sure. Returns the reading and the picture that it is a reading of.
        """
        cell = self._pointed(board)
        if cell is not None:
            frame = self._hover.settled(frame, board.understood, board.reading, board.tracker, cell)
        reading = board.tracker.update(frame)
        if cell is None or (reading is not None and not reading.uncertain):
            return reading, frame
        # A single strange cell can also look as if the whole board had moved a little.
        for cells in ({cell}, {cell, *board.reading.board.neighbors(cell)}):
            other = with_old(frame, board.understood, board.reading.grid, cells)
            again = board.tracker.update(other)
            if again is not None and not again.uncertain:
                self._hover.remember(frame, board.reading, cell)
                return again, other
        return reading, frame

    def _pointed(self, board: Followed) -> Cell | None:
        """Return the cell under the mouse."""
        at = self._view.pointer()
        if at is None:
            return None
        return board.reading.grid.cell_at(board.frame.mapping.to_frame(at))

    def _clear_up(self, board: Followed, frame: Frame) -> float:
        """Read a board with unclear cells from scratch once it has had the time to be drawn."""
        assert board.unclear_since is not None  # noqa: S101 - the caller has looked
        waited = self._clock.now() - board.unclear_since
        if waited < CLEARING:
            return CLEARING - waited
        board.unclear_since = None
        best = board.reading
        for other in read(frame, thorough=False, may_be_cut=False):
            same = (other.grid.rows, other.grid.cols) == (best.grid.rows, best.grid.cols)
            if same and len(other.uncertain) < len(best.uncertain):
                best = other.with_cut(board.reading.cut)
        if best is not board.reading:
            board.tracker = IncrementalReader(frame, best)
            board.understood = frame.pixels
            self._accept(board, frame, best, self._clock.now())
        return self._pause(board)

    def _accept(self, board: Followed, frame: Frame, reading: Reading, changed: float) -> None:
        """Take a reading as true: think, draw, tell."""
        unchanged = self._shown and same(board.reading, reading) and board.advice is not None
        board.frame, board.reading = frame, reading
        if not unchanged:
            self._advise(board)
        self._draw(board)
        if not unchanged:
            self._tell(board, changed)

    def _advise(self, board: Followed) -> None:
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
                doubtful=frozenset(reading.uncertain) if self._parts else frozenset()
            )
            return
        board.hints = hints_of(board.advice, self._parts)

    def _draw(self, board: Followed) -> None:
        """Put the hints on the screen, except on cells that must be seen."""
        hints = board.hints
        bare = self._bare if self._pointed_at is None else self._bare | {self._pointed_at}
        if board.under is not None and bare:
            hints = without(hints, bare)
        pixels = board.frame.pixels
        picture = draw_hints(pixels, board.reading.grid, hints, opacity=self._opacity)
        inked = differs(picture, pixels)
        box = box_of(board.frame, board.reading)
        if board.under is not None:
            board.under.drawn(picture, inked)
            board.drawn_at = self._clock.now()
        rows, cols = slice(box.y, box.bottom), slice(box.x, box.right)
        self._canvas.show(picture[rows, cols], inked[rows, cols], self._place_of(board))
        self._view.keep_above(self._canvas.handle)
        self._shown = True
        self._hidden_because = ""

    def _tell(self, board: Followed, changed: float) -> None:
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

    def _place_of(self, board: Followed) -> Rect:
        return board.frame.mapping.rect_to_screen(box_of(board.frame, board.reading))

    def _lose(self, why: str) -> None:
        """Give the board up and look for one again."""
        # The search looks at the screen, from which the ink must have gone.
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
            if board is not None and board.under is not None:
                nothing = np.zeros(board.frame.pixels.shape[:2], bool)
                board.under.drawn(board.frame.pixels, nothing)
                board.drawn_at = self._clock.now()
        if why != self._hidden_because:
            self._observe(Hidden(why))
        self._shown = False
        self._hidden_because = why
        if board is not None:
            board.pending = board.changed = None
