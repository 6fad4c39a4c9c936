"""Whether a board is that of a new game. Pure."""

from __future__ import annotations

import numpy as np

from autosweep.board import OPENABLE, Phase
from autosweep.interfaces import Frame
from autosweep.play.window_text import place_in
from autosweep.tracking.changes import same_pixels
from autosweep.tracking.observation import Observation
from autosweep.vision.reading import ACT_CONFIDENCE, Reading

_MOSTLY_HIDDEN = 0.85
"""Share of the cells of a fresh board that are hidden; some clients open an area themselves."""
_HIDDEN_AGAIN = 0.5
"""Share of the cells that showed something on the old board and are hidden on a fresh one that is
not mostly hidden."""
_CERTAIN = 0.8
"""Least share of the cells of a fresh board that are read with certainty."""
_OVER = (Phase.WON, Phase.LOST, Phase.OBSCURED)


def is_fresh(old: Reading, new: Reading) -> bool:
    """Return True if a board is that of a new game, and not the ended one in another state.

    A running game never hides a cell again. A board that is mostly hidden is new unless the old one
    was mostly hidden too; then all of it must be hidden. What the old one showed may not have been
    read, such as plain red cells for mines: where all is hidden for certain now, it is new too.
    """
    sure = new.confidence >= ACT_CONFIDENCE
    same = new.board == old.board and not (sure.all() and _has_unread(old))
    if new.phase in _OVER or sure.mean() < _CERTAIN or same:
        return _is_hidden_again(old, new, sure)
    if new.phase is Phase.READY:
        return True
    was, now = _hidden(old), _hidden(new)
    if now.mean() >= _MOSTLY_HIDDEN:
        return bool(was.mean() < _MOSTLY_HIDDEN)
    if was.shape != now.shape or was.all():
        return False
    return bool(now[~was].mean() >= _HIDDEN_AGAIN)


def _is_hidden_again(
    old: Reading, new: Reading, sure: np.ndarray[tuple[int, int], np.dtype[np.bool_]]
) -> bool:
    """Return True if a board is hidden wherever it can be seen, and the old one was not there.

    Some clients write over cells of their board all the time, such as the seconds.
    """
    was, now = _hidden(old), _hidden(new)
    if new.phase is not Phase.OBSCURED or was.shape != now.shape or sure.mean() < _CERTAIN:
        return False
    shown = ~was & (old.confidence >= ACT_CONFIDENCE)
    return bool(now[sure].all() and (shown & sure).any())


def is_covered_again(old: Reading, new: Reading) -> bool:
    """Return True if a board has no open cell for certain, and neither had the last one.

    The only click of a game may end it, and what it showed may never be read. Such a board is new
    where another one was shown in between.
    """
    covered = old.phase is Phase.READY and new.phase is Phase.READY
    return covered and bool((new.confidence >= ACT_CONFIDENCE).all())


def began_itself(old: Reading, new: Reading) -> bool:
    """Return True if a new game began before anything was tried."""
    ready = new.phase is Phase.READY and bool((new.confidence >= ACT_CONFIDENCE).all())
    return ready and (not _hidden(old).all() or _has_unread(old))


def is_unplayed_again(window: Frame, last: Observation, unplayed: Observation | None) -> bool:
    """Return True if a window shows the board as it was before the first click of the last game.

    The ended board looked otherwise. What either of them shows may never have been read.
    """
    if unplayed is None or not shows_other(last.frame, unplayed):
        return False
    return not shows_other(window, unplayed)


def shows_other(window: Frame, board: Observation) -> bool:
    """Return True if a window shows something else than a board where that was."""
    cells = board.reading.grid.bbox
    place = place_in(window, board.frame.mapping.rect_to_screen(cells))
    return not same_pixels(window.crop(place).pixels, board.frame.crop(cells).pixels)


def _has_unread(reading: Reading) -> bool:
    """Return True if a board shows something that is not read with certainty."""
    return bool((reading.confidence < ACT_CONFIDENCE).any())


def _hidden(reading: Reading) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    cells = np.frombuffer(reading.board.cells, np.uint8)
    shape = reading.board.rows, reading.board.cols
    return np.isin(cells, list(OPENABLE)).reshape(shape)
