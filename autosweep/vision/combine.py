"""From named cells to readings: by a theme, by shape and rules, and both together.

Cells that break the rules lose their confidence here, whoever named them. Pixels are used for the
sides that are cut and for the counter above a board only.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from autosweep.board import HIDDEN, MAX_NUMBER, UNREAD, Board
from autosweep.geometry import Cell, Grid
from autosweep.interfaces import Pixels
from autosweep.vision.arrays import Bools, Codes, Samples
from autosweep.vision.classify.by_theme import Named
from autosweep.vision.classify.labelling_search import Decoded
from autosweep.vision.classify.thresholds import UNREADABLE_BELOW
from autosweep.vision.counters.seven_segment import read_counter
from autosweep.vision.cut_sides import NONE, Sides, clipped_sides, either, outer_lines
from autosweep.vision.phase import phase_of, standard_mines
from autosweep.vision.reading import ACT_CONFIDENCE, Doubt, Reading
from autosweep.vision.rules import uncertain_cells, with_blank_flags
from autosweep.vision.themes import SEGMENT_COUNTERS
from autosweep.vision.thresholds import (
    MAX_AGREED,
    MAX_FOREIGN,
    MIN_AGREEMENT,
    MOSTLY_KNOWN,
    RULE_FACTOR,
    UNLIKE_ANYTHING,
)

GENERIC = "generic"
"""Theme of a reading that no theme explains."""


def by_theme(pixels: Pixels, named: Named, cut: Sides = NONE) -> Reading:
    """Return the reading of cells that a theme named; `cut` are sides known to be cut off."""
    rows, cols = named.codes.shape
    board = Board(rows, cols, named.codes.astype(np.uint8).tobytes())
    confidence = named.confidence.copy()
    grid = Grid(tuple(map(float, named.row_edges)), tuple(map(float, named.col_edges)))
    cut = either(cut, clipped_sides(pixels, grid))
    _lower_broken(board, confidence, cut=cut)
    board = with_blank_flags(board)
    side = named.theme.profile.counter
    segments = side in SEGMENT_COUNTERS
    return Reading(
        board,
        grid,
        confidence,
        named.theme.name,
        phase_of(board),
        mines_left=read_counter(pixels, grid, right=side == "right") if segments else None,
        alternatives=_alternatives(named.first, named.second, confidence),
        assumed_mines=standard_mines(board),
        cut=cut,
    )


def by_shape(decoded: Decoded, grid: Grid) -> Reading:
    """Return the reading of cells that shape and rules named.

    Cells of a board that is not clear keep their likeliest symbols: all of them are uncertain.
    """
    confidence = decoded.confidence.copy()
    # A client writes all its zeros or none: a box among blank cells is no zero.
    zeros = decoded.codes == 0
    written = zeros & decoded.written
    if 2 * np.count_nonzero(written) < np.count_nonzero(zeros):
        confidence[written] = 0.0
    unreadable = decoded.clear & (confidence < UNREADABLE_BELOW)
    codes = np.where(unreadable, np.uint8(UNREAD), decoded.codes)
    board = Board(grid.rows, grid.cols, codes.astype(np.uint8).tobytes())
    _lower_broken(board, confidence, written=decoded.written, cut=decoded.cut)
    board = with_blank_flags(board)
    alternatives = _alternatives(decoded.codes, decoded.second, confidence)
    return Reading(
        board,
        grid,
        confidence,
        GENERIC,
        phase_of(board),
        alternatives=alternatives,
        assumed_mines=standard_mines(board),
        cut=decoded.cut,
        doubt=None if decoded.clear else Doubt.UNREADABLE,
    )


def agree(one: Reading, other: Reading) -> bool:
    """Return True if two readings agree on the cells that both are certain of."""
    both = (one.confidence >= ACT_CONFIDENCE) & (other.confidence >= ACT_CONFIDENCE)
    same = _codes(one) == _codes(other)
    return bool(both.any() and same[both].mean() >= MIN_AGREEMENT)


def completed(reading: Reading, other: Reading, *, most: float = 1.0) -> Reading:
    """Return a reading whose unreadable cells are filled by another one, if both agree elsewhere.

    A cell that only the other is certain of is taken from it, with at most the confidence `most`.
    A cell of which neither is certain, but both say the same, is read and stays uncertain.
    """
    if not agree(reading, other):
        return reading
    mine, theirs = _codes(reading), _codes(other)
    certain, other_certain = (r.confidence >= ACT_CONFIDENCE for r in (reading, other))
    unreadable = reading.confidence < UNREADABLE_BELOW
    fill = unreadable & other_certain & (theirs != UNREAD)
    # Where both say the same, the higher confidence counts.
    raised = ~certain & other_certain & (mine == theirs) & (mine != UNREAD)
    fill |= raised
    codes = np.where(fill, theirs, mine)
    theirs_at_most = np.minimum(other.confidence, most)
    confidence = np.where(fill, theirs_at_most, reading.confidence).astype(np.float32)
    foreign = _unlike_a_tile(reading, codes) | _unlike_a_tile(other, codes)
    confidence[foreign] = np.minimum(confidence[foreign], MAX_FOREIGN)
    for cell, code in _shared_opinions(reading, other):
        doubt = (1 - reading.confidence[cell]) * (1 - other.confidence[cell])
        if fill[cell] or not unreadable[cell] or 1 - doubt < UNREADABLE_BELOW:
            continue
        codes[cell], confidence[cell] = code, min(1 - doubt, MAX_AGREED)
    if np.array_equal(codes, mine) and not fill.any() and not foreign.any():
        return reading
    board = Board(reading.board.rows, reading.board.cols, codes.astype(np.uint8).tobytes())
    _lower_broken(board, confidence)
    board = with_blank_flags(board)
    kept = {cell: some for cell, some in reading.alternatives.items() if not fill[cell]}
    return replace(
        reading,
        board=board,
        confidence=confidence,
        phase=phase_of(board),
        alternatives=kept,
        assumed_mines=standard_mines(board),
    )


def _unlike_a_tile(reading: Reading, codes: Codes) -> Bools:
    """Return the plain cells that are like nothing in a theme that knows the rest of the board.

    What shape and rules take for a hidden tile or an empty one, and is not like that of the theme
    at all, may be a message over the board. Only where the theme has recognised that tile on this
    board: many clients draw their hidden tiles alike and their open ones in their own way.
    """
    certain = reading.confidence >= ACT_CONFIDENCE
    if reading.theme == GENERIC or float(certain.mean()) < MOSTLY_KNOWN:
        return np.zeros(codes.shape, bool)
    seen = [code for code in (HIDDEN, 0) if (certain & (_codes(reading) == code)).any()]
    return np.isin(codes, seen) & (reading.confidence <= UNLIKE_ANYTHING)


def _shared_opinions(reading: Reading, other: Reading) -> list[tuple[Cell, int]]:
    """Return uncertain cells whose likeliest symbol is the same in both readings, and that."""
    found = []
    for cell, ((code, _), *_) in reading.alternatives.items():
        theirs = other.alternatives.get(cell)
        if code != UNREAD and theirs is not None and theirs[0][0] == code:
            found.append((cell, code))
    return found


def _codes(reading: Reading) -> Codes:
    return np.frombuffer(reading.board.cells, np.uint8).reshape(reading.confidence.shape)


def _lower_broken(
    board: Board,
    confidence: Samples,
    *,
    written: Bools | None = None,
    cut: Sides = NONE,
) -> None:
    """Lower the confidence of cells that break the rules alone or together.

    Numbers in a line beyond which the board goes on unseen are uncertain, whatever they say.
    """
    if any(cut):
        codes = np.frombuffer(board.cells, np.uint8).reshape(confidence.shape)
        last = outer_lines(confidence.shape, cut) & (codes <= MAX_NUMBER)
        confidence[last] = np.minimum(confidence[last], MAX_AGREED)
        seen = [(int(r), int(c)) for r, c in zip(*np.nonzero(last), strict=True)]
        board = board.with_cells(dict.fromkeys(seen, UNREAD))
    for cell in uncertain_cells(board, written):
        confidence[cell] *= RULE_FACTOR


def _alternatives(
    first: Codes, second: Codes, confidence: Samples
) -> dict[Cell, tuple[tuple[int, float], ...]]:
    """Return the two likeliest symbols of every uncertain cell."""
    found: dict[Cell, tuple[tuple[int, float], ...]] = {}
    for r, c in zip(*np.nonzero(confidence < ACT_CONFIDENCE), strict=True):
        share = float(confidence[r, c])
        found[int(r), int(c)] = (
            (int(first[r, c]), share),
            (int(second[r, c]), (1 - share) / 2),
        )
    return found
