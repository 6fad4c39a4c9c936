"""The learned reader's opinion of a board, put together with that of shape and rules.

On a look that is not strange to it the network names the cells; a cell is certain where it is very
likely right by the network alone, or likely right and shape says the same without a doubt. On a
strange look, on a board without numbers, and on one that shape reads whole without a fault, shape
and rules name the cells; what the network contradicts or hardly confirms is uncertain, and a
familiar look takes the network's name there. Which levels follow from which measurement is told in
`docs/research/reader.md`.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from autosweep.board import HIDDEN, MAX_NUMBER, UNREAD
from autosweep.geometry import Grid
from autosweep.interfaces import Pixels
from autosweep.vision.arrays import Bools, Codes, Floats, Ints, Samples
from autosweep.vision.classify.cell_network import opinions_of
from autosweep.vision.classify.coloured_mines import ColouredCells
from autosweep.vision.classify.labelling_cost import Anchors
from autosweep.vision.classify.labelling_search import Decoded
from autosweep.vision.classify.reader_confidence import scores_of
from autosweep.vision.classify.rule_decoding import NamedCells, name_by_network
from autosweep.vision.classify.rule_faults import POSSIBLE, Faults, unseen_neighbours
from autosweep.vision.classify.thresholds import (
    AGREED_SCORE,
    ALONE_SCORE,
    BROKEN_FACTOR,
    CONFIRMED_SCORE,
    MAX_FAMILIAR_STRANGENESS,
    MAX_FLAT_PEAK,
    MAX_UNCERTAIN_CONFIDENCE,
    MIN_AGREED_HIDDEN,
    MIN_MEAN_SCORE,
    MIN_NAMING_SCORE,
    MIN_POSSIBLE,
    MIN_SUPPORT,
    NEAR_BROKEN_FACTOR,
    NO_MINESWEEPER,
    UNDOUBTED,
    UNREADABLE_BELOW,
    WHOLE_SHARE,
)
from autosweep.vision.classify.unknown_signs import patterns
from autosweep.vision.reading import ACT_CONFIDENCE
from autosweep.vision.rules import around


def with_network(
    pixels: Pixels, grid: Grid, decoded: Decoded, groups: Ints, anchors: Anchors | None = None
) -> Decoded:
    """Return what shape and rules say of a board, bettered by the network.

    `groups` are the cells that look alike to shape. Cells with a ground of their own are told by
    all of them together, so the network does not name one of them by itself.
    """
    opinions = opinions_of(pixels, np.array(grid.row_edges), np.array(grid.col_edges))
    named = name_by_network(opinions, decoded.cut, anchors)
    scores = scores_of(opinions, named)
    found = replace(decoded, strange=opinions.strangeness)
    if _is_fresh(decoded):
        # Cells that all look alike can be nothing but hidden, whatever is drawn on them.
        return found
    trusted = opinions.strangeness <= MAX_FAMILIAR_STRANGENESS
    trusted &= bool(scores.mean() >= MIN_MEAN_SCORE) and not _leaves_no_mines(named, decoded)
    read_by_shape = (decoded.confidence >= ACT_CONFIDENCE) | _coloured(decoded).mines
    whole = float(read_by_shape.mean()) >= WHOLE_SHARE
    if trusted and not (whole and not decoded.broken) and _shows_number(named.codes):
        return _by_network(found, named, scores, anchors)
    # A faint sign on a hidden cell may be a flag, and a look that the network mostly names
    # otherwise may be something else on every cell. Marks each client has of its own.
    unclear = (decoded.codes == HIDDEN) & (patterns(pixels, grid) > MAX_FLAT_PEAK)
    unclear |= _mean(groups, named.codes == decoded.codes) < MIN_SUPPORT
    unclear |= (decoded.codes > HIDDEN) & (decoded.codes != UNREAD)
    return _by_shape(found, named, scores, unclear, trusted=trusted)


def _by_shape(
    decoded: Decoded, named: NamedCells, scores: Floats, unclear: Bools, *, trusted: bool
) -> Decoded:
    """Return the cells as shape names them, uncertain where the network does not say the same.

    Two explanations of a whole board that obey the rules may both be possible: what is hidden in
    one is open in the other. Where they differ a familiar look is named by the network, and
    nothing is certain.
    """
    same = named.codes == decoded.codes
    # Where both explain the plain tiles in two ways, the network must be clear for all of them.
    plain = _plain(decoded.codes)
    if trusted and (~same & plain & _plain(named.codes)).any():
        unclear = unclear | plain
    # What the network finds more likely wrong than right it does not confirm, and on a board of
    # which it can tell little it must be more than a guess.
    least = 0.0 if trusted else MIN_NAMING_SCORE
    confirmed = same & (scores >= np.where(unclear, CONFIRMED_SCORE, least))
    confirmed &= ~(_coloured(decoded).odd & (decoded.codes == HIDDEN))
    confidence = _lowered(decoded, ~confirmed)
    strange = decoded.strange is not None and decoded.strange > NO_MINESWEEPER
    if strange and not _shows_number(decoded.codes):
        confidence = np.minimum(confidence, np.float32(MAX_UNCERTAIN_CONFIDENCE))
    odds = np.minimum(_odds(scores), np.float32(MAX_UNCERTAIN_CONFIDENCE))
    # Where shape says the same, the symbol is at least as likely right as by the network alone.
    agreed = same & (decoded.codes != UNREAD)
    confidence = np.where(agreed, np.maximum(confidence, odds), confidence)
    if not trusted or named.faults.concerned.any():
        return replace(decoded, confidence=confidence)
    better = ~same & (scores >= MIN_NAMING_SCORE)
    settled = _coloured(decoded).mines_by(named.codes) | _enclosed(decoded, named)
    better &= (named.codes != UNREAD) & ~settled
    codes = np.where(better, named.codes, decoded.codes).astype(np.uint8)
    confidence[better] = odds[better]
    second = np.where(better, decoded.codes, decoded.second).astype(np.uint8)
    written = decoded.written & (codes == 0)
    return replace(decoded, codes=codes, confidence=confidence, second=second, written=written)


def _by_network(
    decoded: Decoded, named: NamedCells, scores: Floats, anchors: Anchors | None
) -> Decoded:
    """Return the cells as the network names them; where it says little, as shape does."""
    same = named.codes == decoded.codes
    # That shape says the same of a plain tile counts only if it does not doubt its tiles.
    least = np.where(_plain(decoded.codes), UNDOUBTED, UNREADABLE_BELOW)
    agreed = same & (decoded.confidence >= least) & (decoded.codes != UNREAD)
    certain = (scores >= ALONE_SCORE) | (agreed & (scores >= AGREED_SCORE))
    # The rules may choose among symbols, but what they overrule stays uncertain.
    certain &= ~named.overruled & (named.codes != UNREAD)
    certain &= ~(_coloured(decoded).odd & (named.codes == HIDDEN))
    confidence = _odds(scores)
    low = np.minimum(confidence, np.float32(MAX_UNCERTAIN_CONFIDENCE))
    confidence = np.where(certain, np.maximum(confidence, np.float32(ACT_CONFIDENCE)), low)
    codes = named.codes.copy()
    by_shape = ~same & (decoded.confidence >= ACT_CONFIDENCE) & (scores < MIN_NAMING_SCORE)
    by_shape |= (codes == UNREAD) | (_coloured(decoded).mines_by(named.codes) & ~same)
    by_shape |= _enclosed(decoded, named)
    codes[by_shape] = decoded.codes[by_shape]
    confidence[by_shape] = _lowered(decoded, by_shape)[by_shape]
    second = np.where(codes != decoded.codes, decoded.codes, named.second)
    written = decoded.written & (codes == 0)
    faults = Faults.of(codes, unseen_neighbours(codes.shape, decoded.cut))
    broken = faults.numbers if named.unspread or written.any() else faults.concerned
    confidence[broken] *= BROKEN_FACTOR
    confidence[(around(broken) > 0) & ~broken] *= NEAR_BROKEN_FACTOR
    if anchors is not None:
        codes[anchors.unchanged] = HIDDEN
        confidence[anchors.unchanged] = 1.0
    if named.unspread:
        written = codes == 0
    return replace(
        decoded,
        codes=codes,
        confidence=confidence,
        second=second.astype(np.uint8),
        broken=int(broken.sum()),
        written=np.asarray(written, bool),
    )


def _enclosed(decoded: Decoded, named: NamedCells) -> Bools:
    """Return cells that are empty by shape, hidden to the network, and touch no hidden cell.

    Two makes of hidden tile are nowhere apart with numbers all between them; zeros paler than the
    numbers round them are. Only where both name the other hidden cells so: if they are exchanged
    the same holds for what is empty in truth.
    """
    zeros = (decoded.codes == 0) & (decoded.confidence >= ACT_CONFIDENCE) & ~decoded.written
    hidden = decoded.codes == HIDDEN
    agreed = hidden & (named.codes == HIDDEN)
    if not hidden.any() or agreed.sum() < MIN_AGREED_HIDDEN * hidden.sum():
        return np.zeros(zeros.shape, bool)
    return np.asarray(zeros & (named.codes == HIDDEN) & (around(hidden) == 0), bool)


def _coloured(decoded: Decoded) -> ColouredCells:
    """Return the cells with a ground of their own."""
    return decoded.coloured or ColouredCells.none(decoded.codes.shape)


def _plain(codes: Codes) -> Bools:
    """Return which cells are hidden or empty."""
    return np.asarray((codes == HIDDEN) | (codes == 0), bool)


def _odds(scores: Floats) -> Samples:
    """Return probabilities of logarithms of odds."""
    return np.asarray(1 / (1 + np.exp(-np.clip(scores, -30, 30))), np.float32)


def _shows_number(codes: Codes) -> bool:
    return bool(((codes >= 1) & (codes <= MAX_NUMBER)).any())


def _leaves_no_mines(named: NamedCells, decoded: Decoded) -> bool:
    """Return True if the network's names leave fewer possible mines than any game has."""
    few, usual = (float(POSSIBLE[codes].mean()) for codes in (named.codes, decoded.codes))
    return few < MIN_POSSIBLE <= usual


def _mean(groups: Ints, values: Bools) -> Floats:
    """Return for each cell the share of True among the cells that look like it."""
    sums = np.bincount(groups.ravel(), values.ravel())
    return np.asarray((sums / np.maximum(np.bincount(groups.ravel()), 1))[groups], np.float64)


def _is_fresh(decoded: Decoded) -> bool:
    """Return True if shape is certain that every cell is hidden."""
    certain = decoded.confidence >= ACT_CONFIDENCE
    return bool((certain & (decoded.codes == HIDDEN)).all())


def _lowered(decoded: Decoded, against: Bools) -> Samples:
    """Return the confidence of cells, less than certain where something speaks against them."""
    most = np.where(against, np.float32(MAX_UNCERTAIN_CONFIDENCE), np.float32(1))
    return np.asarray(np.minimum(decoded.confidence, most), np.float32)
