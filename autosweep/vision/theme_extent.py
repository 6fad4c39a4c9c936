"""What a theme explains: the tests of a grid, and lines beyond its border that the theme reads."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy as np

from autosweep.board import HIDDEN, Board
from autosweep.interfaces import Pixels
from autosweep.vision.classify.by_theme import Bank, Named, certain_beyond, name_cells
from autosweep.vision.reading import ACT_CONFIDENCE
from autosweep.vision.rules import broken_cells
from autosweep.vision.themes import Theme
from autosweep.vision.thresholds import (
    MAX_EXTENSION,
    MAX_SIGNED,
    MAX_THEME_BROKEN,
    MIN_CERTAIN,
    MIN_EXTENSION,
    MIN_SIGNED_CELLS,
    MIN_TELLING,
    MIN_TELLING_BEYOND,
    MIN_TELLING_CELLS,
)
from autosweep.vision.trace import GridTest


@lru_cache(maxsize=16)
def one_theme(theme: Theme) -> Bank:
    """Return the bank of a single theme."""
    return Bank.of((theme,))


def explains(named: Named, *, least: float = MIN_CERTAIN) -> bool:
    """Return True if a theme explains enough of the cells to call this a board."""
    return all(test.passed for test in theme_tests(named, least=least))


def theme_tests(named: Named, *, least: float = MIN_CERTAIN) -> Iterator[GridTest]:
    """Yield the tests that a theme explains a grid: its cells must mostly obey the rules."""
    certain = named.confidence >= ACT_CONFIDENCE
    yield GridTest("share of certain cells", float(certain.mean()), ">=", least)
    telling = int((certain & (named.codes != 0)).sum())
    needed = max(MIN_TELLING_CELLS, MIN_TELLING * int(certain.sum()))
    yield GridTest("certain cells that are not empty", telling, ">=", needed)
    # Signs on the theme's own hidden tile that it does not know are those of another client.
    most = max(MIN_SIGNED_CELLS, MAX_SIGNED * named.codes.size)
    yield GridTest("hidden cells with unknown signs", int(named.signed.sum()), "<=", most)
    rows, cols = named.codes.shape
    broken = broken_cells(Board(rows, cols, named.codes.astype(np.uint8).tobytes()))
    most = MAX_THEME_BROKEN * named.codes.size
    yield GridTest("cells that break a rule", len(broken), "<=", most)


def extended(pixels: Pixels, named: Named) -> Named:
    """Return a reading with the lines beyond its border that its theme reads as well.

    On a board of hidden cells only no line has other cells: what looks like them in part is no row.
    """
    bank = one_theme(named.theme)
    for _ in range(MAX_EXTENSION):
        beyond = certain_beyond(pixels, named, bank)
        fresh = (named.codes == HIDDEN) & (named.confidence >= ACT_CONFIDENCE)
        needed = 1.0 if fresh.all() else MIN_EXTENSION
        more = [
            side
            for side, (share, telling) in enumerate(beyond)
            if share >= needed and telling >= MIN_TELLING_BEYOND
        ]
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
        if larger is None or not explains(larger):
            break
        named = larger
    return named
