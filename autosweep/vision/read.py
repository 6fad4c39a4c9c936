"""Images to readings: locate the grids, name the cells, say how certain each one is.

`read` searches a whole image; `reread` reads a board again whose place is known, which is what
playing does after every click. Uses numpy and cv2 and never touches the screen.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial

import numpy as np

from autosweep.board import MAX_NUMBER, UNREAD
from autosweep.geometry import Grid, Rect
from autosweep.interfaces import Pixels
from autosweep.vision.arbitration import arbitrated
from autosweep.vision.classify.by_shape import read_unknown
from autosweep.vision.classify.by_theme import Bank, Named, certain_beyond, name_cells
from autosweep.vision.classify.labelling_cost import Anchors
from autosweep.vision.classify.labelling_search import Decoded
from autosweep.vision.combine import GENERIC, agree, by_shape, by_theme, completed
from autosweep.vision.counters.seven_segment import read_counter
from autosweep.vision.counters.text_counter import read_text_counter, trusted_alone
from autosweep.vision.cut_sides import touched_sides
from autosweep.vision.header_row import without_header
from autosweep.vision.image import ImageSource, load_image
from autosweep.vision.locating.candidates import Candidate, Scene, still_there
from autosweep.vision.minesweeper_evidence import evidence_tests, shows_no_number
from autosweep.vision.reading import ACT_CONFIDENCE, Doubt, Reading
from autosweep.vision.small_boards import small_board_tests
from autosweep.vision.theme_extent import explains, extended, one_theme, theme_tests
from autosweep.vision.themes import Theme, load_themes
from autosweep.vision.thresholds import (
    CLEARLY_KNOWN,
    MAX_AGREED,
    MAX_BEYOND,
    MAX_QUICK_GRIDS,
    MAX_RETRIES,
    MAX_RETRY_UNCERTAIN,
    MAX_UNCERTAIN,
    MIN_HELPFUL,
    MIN_MOVED_PIXELS,
    MIN_RETRY,
)
from autosweep.vision.trace import GridTest, Trace, fails, passes

_log = logging.getLogger(__name__)


def read(
    image: ImageSource,
    *,
    themes: Sequence[Theme] | None = None,
    thorough: bool = True,
    may_be_cut: bool = True,
    trace: Trace | None = None,
) -> list[Reading]:
    """Find and read every board in an image, the best first.

    A board that touches the end of the image on one side `may_be_cut` there, so its cells at that
    side are uncertain. Callers who know the window pass False and find the cut sides by it.

    `image` is a path, the bytes of an image file, an array of BGR pixels or a Frame. `themes`
    are those to use, None for all that are installed. Without `thorough` the search ends with the
    boards of the first pass, if they are read well: that is quick, but a second board that is
    harder to find may be missed. `trace` collects which test accepted or rejected which grid.
    Raises ImageError for what is no image.
    """
    pixels = load_image(image)
    bank = _bank(tuple(load_themes() if themes is None else themes))
    found = _read(Scene(pixels, trace), bank, thorough)
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


def _read(scene: Scene, bank: Bank, thorough: bool) -> list[Reading]:  # noqa: FBT001 - private
    """Find and read every board, as far as the pixels show."""
    known = _read_known(scene, bank)
    if not thorough:
        if known.all_read:
            return known.readings
        candidates = scene.candidates(thorough=False)
        first = _readings(scene, bank, candidates, [])
        if first and all(_nearly_complete(reading) for reading in first):
            return _with_votes(scene, bank, first, [], _thin(candidates))
    explained = [reading.grid.bbox for reading in known.readings]
    others = scene.candidates(thorough=True, explained=explained)
    refused: list[Reading] = []
    found = known.readings + _readings(scene, bank, others, refused)
    believed = [reading for reading in found if reading.doubt is None]
    believed += _retried(scene, bank, [reading.grid.bbox for reading in believed])
    doubted = [reading for reading in found if _is_told(reading, believed)]
    return _with_votes(scene, bank, believed + doubted, refused, _thin(others))


def _thin(candidates: Sequence[Candidate]) -> list[Grid]:
    return [candidate.grid for candidate in candidates if candidate.thin]


def _with_votes(
    scene: Scene, bank: Bank, first: list[Reading], refused: list[Reading], thin: list[Grid]
) -> list[Reading]:
    """Return the readings of both sources of grids, the best first."""
    read_grid = partial(_read_grid, scene, bank, refused=refused)
    rejected = partial(scene.rejected, ())
    found = arbitrated(
        scene.pixels, first, read_grid, scene.trace, refused=refused, rejected=rejected, thin=thin
    )
    return sorted(found, key=_quality, reverse=True)


def _is_told(reading: Reading, believed: Sequence[Reading]) -> bool:
    """Return True if a doubted board is returned beside those that are believed.

    It shares no pixel with them. What is unreadable beside a board that is read is a picture or a
    text more often than a second game.
    """
    if reading.doubt is None or (reading.doubt is Doubt.UNREADABLE and believed):
        return False
    box = reading.grid.bbox
    return not any(box.intersect(other.grid.bbox).area for other in believed)


def read_at(
    image: ImageSource, grid: Grid, *, themes: Sequence[Theme] | None = None
) -> Reading | None:
    """Read a board from scratch at a known place; None if what is there is no board."""
    bank = _bank(tuple(load_themes() if themes is None else themes))
    return _read_grid(Scene(load_image(image)), bank, grid)


def reread(  # noqa: PLR0913 - each is named at the call
    frame: ImageSource,
    reading: Reading,
    *,
    themes: Sequence[Theme] | None = None,
    hasty: bool = False,
    in_place: bool = False,
    anchors: Anchors | None = None,
) -> Reading | None:
    """Read a board again where it was, or return None when it is no longer there.

    The frame must show the same part of the screen as the one that was read. With `hasty` it is
    also None where the theme alone leaves a cell uncertain. `in_place` says that the board is known
    to be there: where open cells have no lines, too little of a grid may be left to find it again.
    `anchors` is what is known of its cells by an earlier frame.
    """
    pixels = load_image(frame)
    if reading.theme == GENERIC:
        return None if hasty else _reread_unknown(pixels, reading, anchors, in_place=in_place)
    own = [t for t in (load_themes() if themes is None else themes) if t.name == reading.theme]
    bank = _bank(tuple(own))
    rows, cols = np.array(reading.grid.row_edges), np.array(reading.grid.col_edges)
    if rows[-1] > pixels.shape[0] + 1 or cols[-1] > pixels.shape[1] + 1:
        return None
    named = name_cells(pixels, rows, cols, bank, register=False)
    if named is None or not explains(named):
        # Many clients draw hidden cells as a known one does, and open cells in their own way.
        unknown = in_place and not hasty
        return _reread_unknown(pixels, reading, anchors, in_place=True) if unknown else None
    again = by_theme(pixels, named, reading.cut)
    if _complete(again) or hasty:
        return again if _complete(again) else None
    # Uncertain cells may mean that the board moved a little: then it must be located again.
    if _moved(pixels, named, again, bank):
        return None
    best = _with_shape(pixels, again, anchors)
    if in_place and best.uncertain and not _certain_numbers(again):
        # A theme that knows no number of this board may be that of another client.
        other = _reread_unknown(pixels, reading, anchors, in_place=True)
        if other is not None and not _certain_numbers(other) and agree(again, other):
            # A tile under the pointer may be lit. Nothing here is what the theme does not know.
            other = replace(other, theme=again.theme)
        best = best if other is None else min(best, other, key=_uncertainty)
    return best


def _moved(pixels: Pixels, named: Named, again: Reading, bank: Bank) -> bool:
    """Return True if a board is read better at another place near by.

    Where it is read equally well there, only the last pixels of its edges are in doubt.
    """
    other = name_cells(pixels, named.row_edges, named.col_edges, bank, register=True)
    if other is None:
        return False
    down = abs(other.row_edges[0] - named.row_edges[0])
    across = abs(other.col_edges[0] - named.col_edges[0])
    if down + across < MIN_MOVED_PIXELS:
        return False
    return _uncertainty(by_theme(pixels, other, again.cut)) < _uncertainty(again)


def _certain_numbers(reading: Reading) -> bool:
    """Return True if a number was recognised with certainty."""
    certain = reading.confidence >= ACT_CONFIDENCE
    return any(certain[cell] for cell in reading.board.find(range(1, MAX_NUMBER + 1)))


def _reread_unknown(
    pixels: Pixels, reading: Reading, anchors: Anchors | None, *, in_place: bool
) -> Reading | None:
    """Read a board of an unknown client again where it was."""
    if not in_place and not still_there(pixels, reading.grid):
        return None
    believed = reading.doubt is None
    decoded = read_unknown(
        pixels, reading.grid, is_board=believed, cut=reading.cut, anchors=anchors
    )
    return None if decoded is None else by_shape(decoded, reading.grid)


@lru_cache(maxsize=16)
def _bank(themes: tuple[Theme, ...]) -> Bank:
    return Bank.of(themes)


@dataclass(frozen=True, slots=True, eq=False)
class _QuickReadings:
    """Boards of known themes that the first pass settles."""

    readings: list[Reading]
    all_read: bool
    """True if every grid that a theme explains was read to the last cell."""


def _read_known(scene: Scene, bank: Bank) -> _QuickReadings:
    """Return the boards of known themes where the first pass settles everything.

    A grid that a theme reads to the last cell, and beyond whose border nothing looks like a cell,
    needs neither growing nor testing.
    """
    found: list[Reading] = []
    missed = False
    for grid in scene.quick_lattices()[:MAX_QUICK_GRIDS] if bank.themes else ():
        named = name_cells(scene.pixels, np.array(grid.row_edges), np.array(grid.col_edges), bank)
        if named is None:
            continue
        stage = _stage(named, "quick")
        if fails(theme_tests(named), scene.trace, stage, grid):
            continue
        reading = by_theme(scene.pixels, named)
        if passes(_settled_tests(scene.pixels, named, reading), scene.trace, stage, grid):
            found.append(_finished(scene, reading, named.theme))
        else:
            missed = True
    found.sort(key=_quality, reverse=True)
    return _QuickReadings(found, bool(found) and not missed)


def _settled_tests(pixels: Pixels, named: Named, reading: Reading) -> Iterator[GridTest]:
    """Yield the tests that a theme alone reads a whole board."""
    yield GridTest("uncertain cells", _open_cells(reading), "<=", 0)
    beyond = certain_beyond(pixels, named, one_theme(named.theme))
    share = max(share for share, _ in beyond)
    yield GridTest("share of certain cells beyond the border", share, "<", MAX_BEYOND)


def _retried(scene: Scene, bank: Bank, explained: list[Rect]) -> list[Reading]:
    """Return boards whose grids were rejected, but that a theme reads nearly whole."""
    found = []
    for grid in scene.rejected(explained)[:MAX_RETRIES] if bank.themes else ():
        named = name_cells(scene.pixels, np.array(grid.row_edges), np.array(grid.col_edges), bank)
        if named is None:
            continue
        stage = _stage(named, "retry")
        if fails(theme_tests(named, least=MIN_RETRY), scene.trace, stage, grid):
            continue
        reading = by_theme(scene.pixels, named)
        if passes(_retry_tests(reading), scene.trace, stage, grid):
            found.append(_finished(scene, reading, named.theme))
    return found


def _retry_tests(reading: Reading) -> Iterator[GridTest]:
    """Yield the tests of a board whose grid was rejected."""
    yield GridTest("numbers", reading.board.count(range(1, 9)), ">=", 1)
    most = MAX_RETRY_UNCERTAIN * reading.confidence.size
    yield GridTest("uncertain cells", _uncertainty(reading), "<=", most)


def _readings(
    scene: Scene, bank: Bank, candidates: list[Candidate], refused: list[Reading]
) -> list[Reading]:
    found = (_read_grid(scene, bank, one.grid, refused=refused) for one in candidates)
    return [reading for reading in found if reading is not None]


def _read_grid(
    scene: Scene, bank: Bank, grid: Grid, *, refused: list[Reading] | None = None
) -> Reading | None:
    """Read a grid by a theme where one fits, by shape and rules where none does."""
    pixels = scene.pixels
    rows, cols = np.array(grid.row_edges), np.array(grid.col_edges)
    named = name_cells(pixels, rows, cols, bank)
    if named is not None and passes(theme_tests(named), scene.trace, _stage(named), grid):
        known = by_theme(pixels, extended(pixels, named))
        whole = known if _complete(known) else _with_shape(pixels, known)
        return _finished(scene, whole, named.theme)
    cells: list[Decoded] = []
    unknown = read_unknown(pixels, grid, trace=scene.trace, refused=cells)
    shorter = next((without_header(grid, one) for one in (unknown, *cells) if one), None)
    if shorter is not None:
        below = read_unknown(pixels, shorter, trace=scene.trace)
        if below is not None and (below.clear or unknown is None or not unknown.clear):
            grid, unknown, named = shorter, below, None
    if unknown is None:
        if refused is not None:
            refused += [by_shape(one, grid) for one in cells]
        return None
    guessed = by_shape(unknown, grid)
    if guessed.uncertain and named is not None and explains(named, least=MIN_HELPFUL):
        # A theme that explains a part of the board may name what shape and rules cannot.
        guessed = completed(guessed, by_theme(pixels, named), most=MAX_AGREED)
    return _finished(scene, guessed, None)


def _finished(scene: Scene, reading: Reading, theme: Theme | None) -> Reading:
    """Return a reading with what lies beside the board: its counter, and signs of the game."""
    counted = _counted(scene.pixels, reading, theme)
    if counted.doubt is not None:
        return counted
    if fails(small_board_tests(scene.pixels, counted), scene.trace, "small", counted.grid):
        return counted.with_doubt(Doubt.UNPROVEN)
    if not shows_no_number(counted):
        return counted
    enough, telling = evidence_tests(scene.pixels, counted)
    if not passes([enough], scene.trace, "fresh", counted.grid):
        return counted.with_doubt(Doubt.UNPROVEN)
    proven = passes([telling], scene.trace, "fresh", counted.grid)
    return counted if proven else counted.with_doubt(Doubt.PLAIN)


def _counted(pixels: Pixels, reading: Reading, theme: Theme | None) -> Reading:
    """Return a reading with the counter beside the board, if there may be one."""
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
    # The total was read from a few pixels of text: it counts as an assumed one.
    return replace(reading, mines_left=left, assumed_mines=total)


def _with_shape(pixels: Pixels, known: Reading, anchors: Anchors | None = None) -> Reading:
    """Return a reading by a theme completed by shape and rules, or the other way round."""
    # A theme knows its client: the network, which knows none, has no say here.
    unknown = read_unknown(pixels, known.grid, cut=known.cut, anchors=anchors, network=False)
    if unknown is None:
        return known
    guessed = by_shape(unknown, known.grid)
    if not agree(known, guessed):
        # A theme knows its images; shape and rules may be misled by a single unknown cell.
        clearly = float((known.confidence >= ACT_CONFIDENCE).mean()) >= CLEARLY_KNOWN
        return known if clearly else min(known, guessed, key=_uncertainty)
    best = min(completed(known, guessed), completed(guessed, known), key=_uncertainty)
    return replace(best, theme=known.theme, mines_left=known.mines_left)


def _uncertainty(reading: Reading) -> int:
    """Return how many cells are uncertain, unreadable ones counted twice."""
    return len(reading.uncertain) + reading.board.count({UNREAD})


def _stage(named: Named, kind: str = "") -> str:
    """Return the name of an attempt with a theme, for the trace."""
    return f"{kind} theme {named.theme.name}".lstrip()


def _open_cells(reading: Reading) -> int:
    """Return the number of uncertain cells, those at a cut left out."""
    uncertain = reading.confidence < ACT_CONFIDENCE
    if any(reading.cut):
        uncertain &= ~reading.at_cut
    return int(np.count_nonzero(uncertain))


def _complete(reading: Reading) -> bool:
    """Return True if every cell is certain; those at a cut do not count."""
    return _open_cells(reading) == 0


def _nearly_complete(reading: Reading) -> bool:
    return len(reading.uncertain) <= MAX_UNCERTAIN * len(reading.board.cells)


def _quality(reading: Reading) -> tuple[bool, float]:
    """Return if a board is believed and the sum of all confidences, for the order of readings."""
    return reading.doubt is None, float(reading.confidence.sum())
