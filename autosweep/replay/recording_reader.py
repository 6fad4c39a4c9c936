"""A recorded picture read again as the player reads it: with what the game had shown before.

A picture alone tells less than a game does: what was open stays open, whatever lies over it, and a
cell may have been clear because it looked like one on another board.
"""

from __future__ import annotations

from dataclasses import replace

from autosweep.board import Board
from autosweep.geometry import Rect, ScreenMap
from autosweep.interfaces import Pixels
from autosweep.play.outcome import beneath
from autosweep.replay.differences import Difference, difference, readings_differ, recorded_board
from autosweep.replay.image_reader import ImageReader
from autosweep.replay.loading import RecordedStep
from autosweep.vision.cut_sides import hidden_sides, named, on_screen
from autosweep.vision.reading import Reading


def reread(
    pixels: Pixels,
    step: RecordedStep,
    reader: ImageReader,
    before: Reading | None,
    screen: Rect | None = None,
) -> tuple[Reading | None, tuple[Difference, ...]]:
    """Return what a picture shows, and what was recorded otherwise; None where no board is found.

    `before` is what was read where the last moves were made, if none follow this picture; `screen`
    is what was captured, where that was recorded.
    """
    wanted = recorded_board(step)
    size = (wanted.rows, wanted.cols)
    reading = reader.read(pixels, size)
    if reading is None:
        return None, (difference(step, "board", "found", "not found"),)
    reading = beneath(before, _with_cut(reading, step, screen))
    differ = tuple(readings_differ(step, wanted, reading))
    # While playing, a board is read both ways: followed, and from scratch where that is better.
    anew = reader.search(pixels, size) if differ else None
    if anew is not None:
        anew = beneath(before, _with_cut(anew, step, screen))
        again = tuple(readings_differ(step, wanted, anew))
        if len(again) < len(differ):
            reading, differ = anew, again
    return reading if differ else _as_sure(reading, step, wanted), differ


def _with_cut(reading: Reading, step: RecordedStep, screen: Rect | None) -> Reading:
    """Return a reading that is uncertain where the board was cut off when it was recorded.

    Older recordings do not say so; where their board touches the edge of the screen it may have
    been.
    """
    if "cut" in step.reading:
        return reading.with_cut(named(step.reading["cut"]))
    if screen is None or step.map is None:
        return reading
    board, pitch = on_screen(reading.grid, ScreenMap(*step.map))
    return reading.with_cut(hidden_sides(board, pitch, screen, None))


def _as_sure(reading: Reading, step: RecordedStep, wanted: Board) -> Reading:
    """Return a reading as sure of a cell as it was when recorded, if it shows the same there."""
    unsure = {tuple(cell) for cell in step.reading.get("doubtful", [])}
    known = [c for c in reading.uncertain if c not in unsure and reading.board[c] == wanted[c]]
    if not known:
        return reading
    confidence = reading.confidence.copy()
    for cell in known:
        confidence[cell] = 1.0
    return replace(reading, confidence=confidence)
