"""Pictures to readings: locate the lattices, name the cells, say how sure each one is.

`read` looks at a whole picture; `reread` looks again at a board whose place is known, which is what
playing does after every click. Uses numpy and cv2 and never touches the screen.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from autosweep.board import UNREAD, Board
from autosweep.geometry import Grid, Rect
from autosweep.interfaces import Pixels
from autosweep.vision.classify.by_shape import read_unknown
from autosweep.vision.classify.by_theme import Bank, Named, name_cells, sure_beyond
from autosweep.vision.combine import AGREED, GENERIC, agree, by_pack, by_shape, completed
from autosweep.vision.counters.seven_segment import read_counter
from autosweep.vision.counters.text_counter import read_text_counter, trusted_alone
from autosweep.vision.cut_sides import touched_sides
from autosweep.vision.image import ImageSource, load_image
from autosweep.vision.locating.candidates import Candidate, Scene, locate
from autosweep.vision.reading import ACT_CONFIDENCE, Reading
from autosweep.vision.rules import broken_cells
from autosweep.vision.themes import Theme, load_themes

_log = logging.getLogger(__name__)

STILL = 1.8
"""Pixels by which the edges of a board may differ between two looks at it."""
MAX_DOUBTFUL = 0.15
"""Share of doubtful cells up to which a board need not be searched for again."""
MAX_QUICK = 6
GOES_ON = 0.3
"""Share of sure cells in a line beyond the border from which the board is larger than it seems."""
CLEARLY_ON = 0.7
MAX_EXTENSION = 8
"""A line beyond the border with this share of sure cells is added, at most so many of them."""
MIN_SURE = 0.5
"""Share of cells that must be sure before a lattice is called a board of a known look."""
CLEARLY_KNOWN = 0.8
"""Share of sure cells at which a pack is right where shape and rules say something else."""
MIN_HELPFUL = 0.25
"""Share of sure cells at which a pack that does not explain a lattice may help to read it."""
MAX_OPEN = 0.1
"""Share of the cells of such a board that may be doubtful."""
MAX_RESCUED = 3
MIN_RESCUED = 0.9
"""So many lattices that look like no board are shown to the packs; so much must be sure."""
MIN_TELLING = 0.03
"""Share of the sure cells that must not be empty."""
MAX_BROKEN = 0.4
"""Share of cells that may break a rule before the lattice is no board at all."""


def read(
    image: ImageSource,
    *,
    themes: Sequence[Theme] | None = None,
    thorough: bool = True,
    may_be_cut: bool = True,
) -> list[Reading]:
    """Find and read every board in a picture, the best first.

    A board that touches the end of the image on one side `may_be_cut` there, so its cells at that
    side are uncertain. Callers who know the window say False and tell by that which sides are cut.

    `image` is a path, the bytes of an image file, an array of BGR pixels or a Frame. `themes`
    are the packs to use, None for all that are installed. Without `thorough` the search ends with
    the boards that the first look finds, if they are read well: that is quick, but a second board
    that is harder to see may be missed. Raises ImageError for what is no picture.
    """
    pixels = load_image(image)
    found = _read(pixels, _bank(tuple(load_themes() if themes is None else themes)), thorough)
    _log_found(pixels, found)
    if not may_be_cut:
        return found
    whole = Rect(0, 0, int(pixels.shape[1]), int(pixels.shape[0]))
    return [
        reading.with_cut(touched_sides(reading.grid.bbox, min(reading.grid.cell_size), whole))
        for reading in found
    ]


def _log_found(pixels: Pixels, found: Sequence[Reading]) -> None:
    height, width = pixels.shape[:2]
    _log.debug("%d x %d pixels: boards found: %d", width, height, len(found))
    for reading in found:
        size = f"{reading.board.rows} x {reading.board.cols}"
        about = (size, reading.grid.bbox, reading.theme, len(reading.uncertain))
        _log.info("board of %s at %s, theme %s, uncertain cells: %d", *about)


def _read(pixels: Pixels, bank: Bank, thorough: bool) -> list[Reading]:  # noqa: FBT001 - private
    """Find and read every board, as far as the pixels tell."""
    scene = Scene(pixels)
    known = _read_known(scene, bank)
    if not thorough:
        if known.all_read:
            return known.readings
        first = _readings(pixels, bank, scene.candidates(thorough=False))
        if first and all(_nearly_complete(reading) for reading in first):
            return sorted(first, key=_quality, reverse=True)
    explained = [reading.grid.bbox for reading in known.readings]
    others = scene.candidates(thorough=True, explained=explained)
    found = known.readings + _readings(pixels, bank, others)
    found += _rescued(scene, bank, [reading.grid.bbox for reading in found])
    return sorted(found, key=_quality, reverse=True)


def reread(
    frame: ImageSource,
    reading: Reading,
    *,
    themes: Sequence[Theme] | None = None,
    hasty: bool = False,
) -> Reading | None:
    """Read a board again where it was, or return None when it is no longer there.

    The frame must show the same part of the screen as the one that was read. In haste it is also
    None where the pack alone does not tell without doubt.
    """
    pixels = load_image(frame)
    if reading.theme == GENERIC:
        return None if hasty else _reread_unknown(pixels, reading)
    packs = [t for t in (load_themes() if themes is None else themes) if t.name == reading.theme]
    bank = _bank(tuple(packs))
    rows, cols = np.array(reading.grid.row_edges), np.array(reading.grid.col_edges)
    if rows[-1] > pixels.shape[0] + 1 or cols[-1] > pixels.shape[1] + 1:
        return None
    named = name_cells(pixels, rows, cols, bank, register=False)
    if named is None or not _believable(named):
        return None
    again = by_pack(pixels, named, reading.cut)
    if _complete(again) or hasty:
        return again if _complete(again) else None
    # Doubtful cells may mean that the board moved a little: then it must be located again.
    moved = name_cells(pixels, rows, cols, bank, register=True)
    shifted = moved is not None and (
        abs(moved.row_edges[0] - rows[0]) + abs(moved.col_edges[0] - cols[0]) >= 1
    )
    return None if shifted else _with_guess(pixels, again)


def _reread_unknown(pixels: Pixels, reading: Reading) -> Reading | None:
    """Read a board of an unknown client again where it was."""
    if not still_there(pixels, reading.grid):
        return None
    decoded = read_unknown(pixels, reading.grid, is_board=True, cut=reading.cut)
    return None if decoded is None else by_shape(decoded, reading.grid)


def still_there(pixels: Pixels, grid: Grid) -> bool:
    """Tell whether the lattice is still where it was: any blank area would pass for a new game."""
    height, width = pixels.shape[:2]
    box = grid.bbox.grown(round(1.2 * max(grid.cell_size)))
    part = box.intersect(Rect(0, 0, width, height))
    here = np.ascontiguousarray(pixels[part.y : part.bottom, part.x : part.right])
    for thorough in (False, True):
        for found in locate(here, thorough=thorough):
            if (found.rows, found.cols) != (grid.rows, grid.cols):
                continue
            moved = found.moved(part.x, part.y)
            off = (
                abs(moved.row_edges[0] - grid.row_edges[0]),
                abs(moved.row_edges[-1] - grid.row_edges[-1]),
                abs(moved.col_edges[0] - grid.col_edges[0]),
                abs(moved.col_edges[-1] - grid.col_edges[-1]),
            )
            if max(off) <= STILL:
                return True
    return False


@lru_cache(maxsize=16)
def _bank(themes: tuple[Theme, ...]) -> Bank:
    return Bank.of(themes)


@dataclass(frozen=True, slots=True, eq=False)
class _QuickReadings:
    """Boards of known looks that one glance settles."""

    readings: list[Reading]
    all_read: bool
    """Whether every lattice that a pack explains was read to the last cell."""


def _read_known(scene: Scene, bank: Bank) -> _QuickReadings:
    """Return the boards of known looks where one glance settles everything.

    A lattice that a pack reads to the last cell, and beyond whose border nothing looks like a cell,
    needs neither growing nor judging.
    """
    found: list[Reading] = []
    missed = False
    for grid in scene.quick_lattices()[:MAX_QUICK] if bank.themes else ():
        named = name_cells(scene.pixels, np.array(grid.row_edges), np.array(grid.col_edges), bank)
        if named is None or not _believable(named):
            continue
        reading = by_pack(scene.pixels, named)
        if not _complete(reading) or _goes_on(scene.pixels, named):
            missed = True
        else:
            found.append(_counted(scene.pixels, reading, named.theme))
    found.sort(key=_quality, reverse=True)
    return _QuickReadings(found, bool(found) and not missed)


def _rescued(scene: Scene, bank: Bank, explained: list[Rect]) -> list[Reading]:
    """Return boards that were turned away by their looks, but that a pack reads nearly whole."""
    found = []
    for grid in scene.rejected(explained)[:MAX_RESCUED] if bank.themes else ():
        named = name_cells(scene.pixels, np.array(grid.row_edges), np.array(grid.col_edges), bank)
        if named is None or not _believable(named, least=MIN_RESCUED):
            continue
        reading = by_pack(scene.pixels, named)
        if (
            reading.board.count(range(1, 9))
            and _open(reading) <= MAX_OPEN * reading.confidence.size
        ):
            found.append(_counted(scene.pixels, reading, named.theme))
    return found


def _goes_on(pixels: Pixels, named: Named) -> bool:
    """Tell whether a line of cells beyond the border of a reading looks like cells too."""
    beyond = sure_beyond(pixels, named, _bank((named.theme,)))
    return any(share >= GOES_ON for share, _ in beyond)


def _extended(pixels: Pixels, named: Named) -> Named:
    """Return a reading with the lines beyond its border that its pack reads as well."""
    bank = _bank((named.theme,))
    for _ in range(MAX_EXTENSION):
        beyond = sure_beyond(pixels, named, bank)
        # Padding may have the colour of empty cells: something else must be there too.
        more = [s for s in range(4) if beyond[s][0] >= CLEARLY_ON and beyond[s][1] >= 2]
        if not more:
            break
        side = more[0]
        rows, cols = named.row_edges, named.col_edges
        if side == 0:
            rows = np.concatenate([[2 * rows[0] - rows[1]], rows])
        elif side == 1:
            rows = np.concatenate([rows, [2 * rows[-1] - rows[-2]]])
        elif side == 2:
            cols = np.concatenate([[2 * cols[0] - cols[1]], cols])
        else:
            cols = np.concatenate([cols, [2 * cols[-1] - cols[-2]]])
        larger = name_cells(pixels, rows, cols, bank, register=False)
        if larger is None or not _believable(larger):
            break
        named = larger
    return named


def _readings(pixels: Pixels, bank: Bank, places: list[Candidate]) -> list[Reading]:
    found = []
    for candidate in places:
        reading = _read_place(pixels, bank, candidate.grid)
        if reading is not None:
            found.append(reading)
    return found


def _read_place(pixels: Pixels, bank: Bank, grid: Grid) -> Reading | None:
    """Read a lattice by a pack where one fits, without a theme where none does."""
    rows, cols = np.array(grid.row_edges), np.array(grid.col_edges)
    named = name_cells(pixels, rows, cols, bank)
    known = None
    if named is not None and _believable(named):
        known = by_pack(pixels, _extended(pixels, named))
    if named is not None and known is not None:
        whole = known if _complete(known) else _with_guess(pixels, known)
        return _counted(pixels, whole, named.theme)
    unknown = read_unknown(pixels, grid)
    if unknown is None:
        return None
    guessed = by_shape(unknown, grid)
    if guessed.uncertain and named is not None and _believable(named, least=MIN_HELPFUL):
        # A pack that explains a part of the board may name what shape and rules leave open.
        guessed = completed(guessed, by_pack(pixels, named), most=AGREED)
    return _counted(pixels, guessed, None)


def _counted(pixels: Pixels, reading: Reading, theme: Theme | None) -> Reading:
    """Return a reading with what a counter beside the board says, where one may be."""
    kind = None if theme is None else theme.profile.counter
    if reading.mines_left is not None:
        return reading
    counter = read_text_counter(pixels, reading.grid, reading.board)
    if counter is None and kind is None and not reading.board.count({UNREAD}):
        left = read_counter(pixels, reading.grid)
        counter = None if left is None else trusted_alone(left, reading.board)
    if counter is None:
        return reading
    left, total = counter
    # The total was read from a few pixels of text: it is believed as far as a usual one would be.
    return replace(reading, mines_left=left, assumed_mines=total)


def _with_guess(pixels: Pixels, known: Reading) -> Reading:
    """Return a reading by a pack, shape and rules together, the surer way round."""
    unknown = read_unknown(pixels, known.grid, cut=known.cut)
    if unknown is None:
        return known
    guessed = by_shape(unknown, known.grid)
    if not agree(known, guessed):
        # A pack knows its pictures; shape and rules may be misled by a single strange cell.
        clearly = float((known.confidence >= ACT_CONFIDENCE).mean()) >= CLEARLY_KNOWN
        return known if clearly else min(known, guessed, key=_open)
    best = min(completed(known, guessed), completed(guessed, known), key=_open)
    return replace(best, theme=known.theme, mines_left=known.mines_left)


def _open(reading: Reading) -> int:
    """Return how many cells are doubtful, those that could not be read at all counted twice."""
    return len(reading.uncertain) + reading.board.count({UNREAD})


def _believable(named: Named, *, least: float = MIN_SURE) -> bool:
    """Tell whether a pack explains enough of the cells to call this a board.

    Blank paper can pass for empty cells, so some cells must be something else, and the cells must
    mostly obey the rules.
    """
    sure = named.confidence >= ACT_CONFIDENCE
    if sure.mean() < least:
        return False
    telling = sure & (named.codes != 0)
    if int(telling.sum()) < max(2, MIN_TELLING * int(sure.sum())):
        return False
    rows, cols = named.codes.shape
    broken = broken_cells(Board(rows, cols, named.codes.astype(np.uint8).tobytes()))
    return len(broken) <= MAX_BROKEN * named.codes.size


def _complete(reading: Reading) -> bool:
    """Return True if every cell is certain; those at a cut do not count."""
    if not any(reading.cut):
        return not (reading.confidence < ACT_CONFIDENCE).any()
    return bool(((reading.confidence >= ACT_CONFIDENCE) | reading.at_cut).all())


def _nearly_complete(reading: Reading) -> bool:
    return len(reading.uncertain) <= MAX_DOUBTFUL * len(reading.board.cells)


def _quality(reading: Reading) -> float:
    """Return how much was read and how surely, for the order of readings."""
    return float(reading.confidence.sum())
