"""The board under the overlay: what is kept of it between two looks, and what counts as a change.

Pure: the loop in `follow` looks and draws.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from autosweep.board import Board
from autosweep.geometry import Rect
from autosweep.interfaces import Frame, Pixels
from autosweep.overlay.advice import Advice
from autosweep.overlay.ink import Underneath, differs
from autosweep.overlay.marks import Hints
from autosweep.tracking.incremental import IncrementalReader
from autosweep.vision.reading import Reading

NEWS = 0.004
"""Share of the screen that must change before it is searched again; a clock has less."""


@dataclass(slots=True)
class Followed:
    """The board that is followed."""

    part: Rect
    """The part of the window that is looked at, relative to its corner."""
    window: Rect
    reading: Reading
    tracker: IncrementalReader
    frame: Frame
    """The last picture that was read, without ink."""
    understood: Pixels
    """The same with cells that kept their label as they were when they got it."""
    under: Underneath | None
    """Only where pictures hold ink."""
    advice: Advice | None = None
    why: str = ""
    hints: Hints = field(default_factory=Hints)
    pending: Pixels | None = None
    """A picture that differs from the one that was read, until it rests."""
    pending_since: float = 0.0
    changed: float | None = None
    """When the first change since the last reading was seen."""
    unsettled: bytes = b""
    """Cells of a reading made while the picture moved: believed when it is made twice."""
    unclear_since: float | None = None
    resized: tuple[Rect, float] | None = None
    """The window's new size and since when it has it, while it is not the one that was read."""
    drawn_at: float = 0.0


def hardly_differ(one: Pixels, other: Pixels) -> bool:
    """Tell whether so little of the screen changed that no board can have appeared."""
    if one.shape != other.shape:
        return False
    return float(differs(one, other).mean()) < NEWS


def box_of(frame: Frame, reading: Reading) -> Rect:
    """Return the board's part of a frame."""
    return frame.rect.intersect(reading.grid.bbox)


def board_of(frame: Frame, reading: Reading) -> Pixels:
    """Return the board's pixels."""
    box = box_of(frame, reading)
    return frame.pixels[box.y : box.bottom, box.x : box.right]


def same(one: Reading, other: Reading) -> bool:
    """Tell whether two readings say the same of the same place."""
    return (
        one.grid == other.grid
        and _known(one.board) == _known(other.board)
        and one.uncertain == other.uncertain
        and one.phase == other.phase
    )


def _known(board: Board) -> tuple[bytes, int | None]:
    return board.cells, board.mines
