"""The learned reader's opinion of a board, put together with that of shape and rules.

On a look that is not strange to it the network names the cells; a cell is certain where it is very
likely right by the network alone, or likely right and shape says the same. On a strange look, on a
board without numbers, and on one that shape reads whole without a fault, shape and rules name the
cells, and what the network contradicts or hardly confirms loses its certainty. Which levels follow
from which measurement is told in `docs/research/reader.md`.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from autosweep.board import HIDDEN, MAX_NUMBER, UNREAD
from autosweep.geometry import Grid
from autosweep.interfaces import Pixels
from autosweep.vision.arrays import Bools, Codes, Floats, Ints, Samples
from autosweep.vision.classify.cell_network import opinions_of
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
    MAX_CELL_ROUNDS,
    MAX_FAMILIAR_STRANGENESS,
    MAX_FLAT_PEAK,
    MAX_UNCERTAIN_CONFIDENCE,
    MIN_MEAN_SCORE,
    MIN_NAMING_SCORE,
    MIN_POSSIBLE,
    MIN_READING_SCORE,
    MIN_SUPPORT,
    NEAR_BROKEN_FACTOR,
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

    `groups` are the cells that look alike.
    """
    opinions = opinions_of(pixels, np.array(grid.row_edges), np.array(grid.col_edges))
    named = name_by_network(opinions, decoded.cut, anchors)
    scores = scores_of(opinions, named)
    found = replace(decoded, strange=opinions.strangeness)
    same = named.codes == decoded.codes
    familiar = opinions.strangeness <= MAX_FAMILIAR_STRANGENESS
    # Cells that all look alike can be nothing but hidden, whatever is drawn on them.
    fresh = not _shows_number(named.codes) or _is_fresh(decoded)
    trusted = familiar and scores.mean() >= MIN_MEAN_SCORE and not _leaves_no_mines(named, decoded)
    whole = float((decoded.confidence >= ACT_CONFIDENCE).mean()) >= WHOLE_SHARE
    if fresh:
        return found
    if not trusted or (whole and not decoded.broken):
        # A faint sign on a hidden cell may be a flag: there the network must be clear.
        faint = (decoded.codes == HIDDEN) & (patterns(pixels, grid) > MAX_FLAT_PEAK)
        confirmed = same & (~faint | (scores >= CONFIRMED_SCORE))
        return replace(found, confidence=_lowered(decoded, ~confirmed))
    readable = (decoded.confidence >= UNREADABLE_BELOW) & (decoded.codes != UNREAD)
    certain = (scores >= ALONE_SCORE) | (same & readable & (scores >= AGREED_SCORE))
    # The rules may choose among symbols, but what they overrule stays uncertain.
    certain &= ~named.overruled & (named.codes != UNREAD)
    confidence = (1 / (1 + np.exp(-np.clip(scores, -30, 30)))).astype(np.float32)
    low = np.minimum(confidence, np.float32(MAX_UNCERTAIN_CONFIDENCE))
    confidence = np.where(certain, np.maximum(confidence, np.float32(ACT_CONFIDENCE)), low)
    codes = named.codes.copy()
    # Most cells of the same look say that shape is right, or the network hardly says anything.
    supported = _mean(groups, same) >= MIN_SUPPORT
    shape_certain = decoded.confidence >= ACT_CONFIDENCE
    by_shape = ~same & ((readable & supported) | (shape_certain & (scores < MIN_NAMING_SCORE)))
    by_shape |= codes == UNREAD
    if not named.unspread:
        by_shape |= _at_fault(codes, decoded, readable)
    codes[by_shape] = decoded.codes[by_shape]
    confidence[by_shape] = _lowered(decoded, by_shape)[by_shape]
    unclear = ~readable & (scores < MIN_READING_SCORE)
    confidence[unclear] = np.minimum(confidence[unclear], decoded.confidence[unclear])
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
        found,
        codes=codes,
        confidence=confidence,
        second=second.astype(np.uint8),
        broken=int(broken.sum()),
        written=np.asarray(written, bool),
    )


def _shows_number(codes: Codes) -> bool:
    return bool(((codes >= 1) & (codes <= MAX_NUMBER)).any())


def _leaves_no_mines(named: NamedCells, decoded: Decoded) -> bool:
    """Return True if the network's names leave fewer possible mines than any game has."""
    few, usual = (float(POSSIBLE[codes].mean()) for codes in (named.codes, decoded.codes))
    return few < MIN_POSSIBLE <= usual


def _at_fault(codes: Codes, decoded: Decoded, readable: Bools) -> Bools:
    """Return the cells at fault by the network's names that shape names otherwise.

    Another name for some cells may put their neighbours at fault, so this goes on round by round.
    """
    unseen = unseen_neighbours(codes.shape, decoded.cut)
    other = readable & (codes != decoded.codes)
    found = np.zeros(codes.shape, bool)
    for _ in range(MAX_CELL_ROUNDS):
        now = np.where(found, decoded.codes, codes)
        more = Faults.of(now, unseen).concerned & other & ~found
        if not more.any():
            break
        found |= more
    return found


def _mean(groups: Ints, values: Bools) -> Floats:
    """Return for each cell the share of True among the cells that look like it."""
    counts = np.bincount(groups.ravel())
    sums = np.bincount(groups.ravel(), values.ravel())
    return np.asarray((sums / np.maximum(counts, 1))[groups], np.float64)


def _is_fresh(decoded: Decoded) -> bool:
    """Return True if shape is certain that every cell is hidden."""
    certain = decoded.confidence >= ACT_CONFIDENCE
    return bool((certain & (decoded.codes == HIDDEN)).all())


def _lowered(decoded: Decoded, against: Bools) -> Samples:
    """Return the confidence of cells, less than certain where something speaks against them."""
    most = np.where(against, np.float32(MAX_UNCERTAIN_CONFIDENCE), np.float32(1))
    return np.asarray(np.minimum(decoded.confidence, most), np.float32)
