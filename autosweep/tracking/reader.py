"""`BoardReader`: the reading of each frame of one board. Play, overlay, record and replay use it.

A frame is read in the cheapest way that is certain: from the cell cache (a comparison of pixels),
by reading the changed cells (some milliseconds), by reading the whole board where it was, and, if
cells are still uncertain, by locating and reading it from scratch; the reading with fewer uncertain
cells is kept. The reader never captures and knows no clock: the caller decides which frames count.

    reader = BoardReader()
    reading = reader.start(frame, located)      # a reading of `vision.read`, in pixels of `frame`
    reading = reader.update(later_frame)        # None: the board is no longer there, locate it
    reader.learn(Observation(frame, reading))   # the reading is consistent: cache its cells
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, replace

from autosweep.board import Phase
from autosweep.geometry import Cell, Grid
from autosweep.interfaces import Frame
from autosweep.tracking.anchors import agrees, anchors_of
from autosweep.tracking.cell_cache import CellCache
from autosweep.tracking.incremental import IncrementalReader
from autosweep.tracking.observation import Observation
from autosweep.tracking.stable_grid import StableGrid
from autosweep.vision import read as vision
from autosweep.vision.cut_sides import NONE, Sides
from autosweep.vision.reading import Reading

_FRESH_UNCERTAIN = 0.1
"""Share of uncertain cells, such as corners of a look of their own, of a board without open cells.
"""


@dataclass(frozen=True, slots=True)
class Attempt:
    """The reading of a frame that may not be stable."""

    reading: Reading
    incremental: IncrementalReader
    """Reads on from this frame if it turns out to be stable."""


class BoardReader:
    """Reads one board in successive frames of the same part of the screen."""

    def __init__(self) -> None:
        self._grid = StableGrid()
        self._cache = CellCache()
        self._incremental: IncrementalReader | None = None
        self._last: Observation | None = None
        self._cut: Sides = NONE
        self._still_uncertain: Reading | None = None
        self._from_scratch = False
        self._cached: Reading | None = None
        self._fresh: tuple[Frame, Grid] | None = None
        """The last frame on which all cells were hidden, and their places."""
        self._not_learned: Reading | None = None
        """The last reading that was not from the cache, until it is learned."""

    @property
    def last(self) -> Observation | None:
        """The last observation; None before the start and after `forget`."""
        return self._last

    def locate(self, frame: Frame, reading: Reading) -> Reading:
        """Return a located reading with the grid that the board had before, if it has not moved."""
        return replace(reading, grid=self._grid.grid_of(frame, reading))

    def start(self, frame: Frame, reading: Reading, cut: Sides = NONE) -> Observation:
        """Read a located board from this frame on.

        `cut` are the sides on which the board may go on beyond what is captured: what is there
        stays uncertain in every reading.
        """
        self._cut = cut
        reading = reading.with_cut(cut)
        self._incremental = IncrementalReader(frame, reading)
        return self.observe(frame, self._cache.correct(frame, reading))

    def observe(
        self,
        frame: Frame,
        reading: Reading,
        *,
        from_cache: bool = False,
        unstable: bool = False,
        provisional: bool = False,
    ) -> Observation:
        """Take a frame and its reading as the last observation; later frames are compared to it.

        A reading that `cached` or `update` found in the cache is `from_cache` in any case.
        """
        from_cache |= reading is self._cached
        reading = reading.with_cut(self._cut)
        if not from_cache:
            self._not_learned = reading
        few = len(reading.uncertain) <= _FRESH_UNCERTAIN * len(reading.board.cells)
        if reading.phase is Phase.READY and few:
            self._fresh = frame, reading.grid
        self._last = Observation(frame, reading, from_cache, unstable, provisional)
        return self._last

    def cached(self, frame: Frame) -> Reading | None:
        """Return the reading of a frame if every changed cell is cached, else None."""
        self._cached = None
        if self._last is not None and not self._from_scratch:
            self._cached = self._cache.update(self._last.frame, self._last.reading, frame)
        return self._cached

    def attempt(self, frame: Frame) -> Attempt | None:
        """Return the reading of a frame if it can be read quickly and with certainty, else None.

        The reader does not change until the attempt is accepted.
        """
        if self._incremental is None or self._from_scratch:
            return None
        incremental = copy(self._incremental)
        reading = incremental.update(frame, hasty=True)
        if reading is None:
            return None
        reading = self._cache.correct(frame, reading)
        return None if reading.uncertain else Attempt(reading, incremental)

    def accept(self, attempt: Attempt) -> Reading:
        """Read on from an attempt whose frame was stable; return its reading."""
        self._incremental = attempt.incremental
        return attempt.reading

    def update(self, frame: Frame, *, search: bool = True) -> Reading | None:
        """Return the reading of a frame; None if the board is no longer where it was.

        Without `search` a board with uncertain cells is not located and read from scratch.
        """
        if self._incremental is None:
            return None
        known = self.cached(frame)
        if known is not None:
            return known
        reading = self._incremental.update(frame, fresh=self._fresh_frame())
        if reading is None:
            return None
        reading = self._cache.correct(frame, reading)
        return self._more_certain(frame, reading) if search else reading

    def unnamed_cells(self, frame: Frame) -> int | None:
        """Return how many changed cells the theme does not name; None before a board is read."""
        return None if self._incremental is None else self._incremental.unnamed_cells(frame)

    def read_cell(self, frame: Frame, cell: Cell) -> int | None:
        """Return the symbol of one cell by the theme alone, None if that is not certain."""
        return None if self._incremental is None else self._incremental.read_cell(frame, cell)

    def learn(self, observation: Observation, *, uncertain: bool = False) -> bool:
        """Cache the cells of a consistent observation; return True if there was something to learn.

        If all of them were cached there is nothing to learn: an image that only matched a cached
        one must not be cached itself. A frame that was read, and observed again without a change,
        is learned all the same.
        """
        is_new = not observation.from_cache or observation.reading is self._not_learned
        if uncertain or is_new:
            self._not_learned = None
            self._cache.learn(observation.frame, observation.reading, uncertain=uncertain)
        return is_new

    def teach(self, observation: Observation, cells: Iterable[Cell], code: int) -> Observation:
        """Cache what some cells are, whatever they were read as; return the observation with it."""
        cells = list(cells)
        for cell in cells:
            self._cache.teach(observation.frame, observation.reading, cell, code)
        return self._corrected(observation) if cells else observation

    def teach_zeros(self, observation: Observation, cells: Iterable[Cell]) -> Observation:
        """Cache that plain cells such as these are zeros; return the observation with it."""
        cells = list(cells)
        for cell in cells:
            self._cache.teach_zero(observation.frame, observation.reading, cell)
        return self._corrected(observation) if cells else observation

    def _corrected(self, observation: Observation) -> Observation:
        known = self._cache.correct(observation.frame, observation.reading)
        if known is observation.reading:
            return observation
        return self.observe(observation.frame, known)

    def known_uncertain(self, observation: Observation) -> list[Cell]:
        """Return the uncertain cells that reading again is known not to help."""
        return self._cache.known_uncertain(observation.frame, observation.reading)

    def reconsider(self) -> None:
        """Read the next frame from scratch, uncertain cells included."""
        self._cache.forget_uncertain()
        self._from_scratch = True

    def forget(self, *, moved: bool = False) -> None:
        """Drop the last observation: the board must be located again.

        The grid is kept unless the window has `moved`, the cache in any case.
        """
        self._last = None
        if moved:
            self._grid.forget()

    def _fresh_frame(self) -> Frame | None:
        """Return the frame before the first click, if the board is where it was then."""
        if self._fresh is None or self._last is None:
            return None
        frame, grid = self._fresh
        return frame if grid == self._last.reading.grid else None

    def _more_certain(self, frame: Frame, reading: Reading) -> Reading:
        """Read a board with uncertain cells from scratch; return the more certain reading."""
        from_scratch, self._from_scratch = self._from_scratch, False
        if not reading.uncertain or (self._stays_uncertain(reading) and not from_scratch):
            return reading
        best, fresh = reading, self._fresh_frame()
        anchors = None if fresh is None else anchors_of(fresh, frame, reading.grid)
        for other in vision.read(frame, thorough=False, may_be_cut=False):
            same = (other.grid.rows, other.grid.cols) == (reading.grid.rows, reading.grid.cols)
            same = same and (anchors is None or agrees(anchors, other.board))
            if same and len(other.uncertain) < len(best.uncertain):
                best = other
        if best is reading:
            self._still_uncertain = reading
        else:
            self._incremental = IncrementalReader(frame, best)
        return self._cache.correct(frame, best)

    def _stays_uncertain(self, reading: Reading) -> bool:
        """Return True if reading the same cells from scratch did not help before."""
        last = self._still_uncertain
        return (
            last is not None
            and last.board.cells == reading.board.cells
            and last.uncertain == reading.uncertain
        )
