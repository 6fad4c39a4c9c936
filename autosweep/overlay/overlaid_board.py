"""The state of the board under the overlay between two steps of the loop. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field

from autosweep.geometry import Rect
from autosweep.interfaces import Frame, Pixels
from autosweep.overlay.advice import BoardAdvice
from autosweep.overlay.drawing_filter import DrawingFilter, different_pixels
from autosweep.overlay.hint_marks import Hints
from autosweep.overlay.stretched_drawing import CanvasDrawing, exact_drawing, stretched_drawing
from autosweep.overlay.view import PixelMask
from autosweep.tracking.changes import board_rect
from autosweep.tracking.reader import BoardReader
from autosweep.tracking.settle import Settling
from autosweep.vision.reading import Reading

SEARCH_CHANGE = 0.004
"""Share of the screen that must change before it is searched again; a clock changes less."""


@dataclass(slots=True)
class OverlaidBoard:
    """The board that hints are drawn on."""

    part: Rect
    """The part of the window that is captured, relative to its corner."""
    window: Rect
    reading: Reading
    reader: BoardReader
    """Its last observation has cells that kept their label as they were when they got it."""
    frame: Frame
    """The last frame that was read, without our drawing."""
    drawing: DrawingFilter | None
    """Only if captured frames contain our drawing."""
    advice: BoardAdvice | None = None
    why: str = ""
    hints: Hints = field(default_factory=Hints)
    settling: Settling | None = None
    """Pixels of the board that differ from those that were read, until they are stable."""
    uncertain_since: float | None = None
    resized: tuple[Rect, float] | None = None
    """The window's new size and since when, while the board was not read with it."""
    drawn_at: float = 0.0

    @property
    def drawn_box(self) -> Rect:
        """The part of the frame that is drawn on: the board, out to whole points."""
        box = board_rect(self.frame, self.reading.grid)
        return self.frame.mapping.whole_points(box).intersect(self.frame.rect)

    @property
    def place(self) -> Rect:
        """Where that part is on the screen."""
        return self.frame.mapping.rect_to_screen(self.drawn_box)

    def for_canvas(self, drawn: Pixels, mask: PixelMask, fine: float | None) -> CanvasDrawing:
        """Return a drawing on the frame for a canvas.

        `fine` is how many pixels of its own that has for a point; None where they are the frame's.
        """
        frame, place = self.frame, self.place
        if fine is None or fine == frame.mapping.scale_x == frame.mapping.scale_y:
            return exact_drawing(drawn, mask, self.drawn_box, place)
        grid = self.reading.grid
        return stretched_drawing(frame.pixels, drawn, mask, grid, frame.mapping, place, fine)


def hardly_different(one: Pixels, other: Pixels) -> bool:
    """Return True if so little of the screen changed that no board can have appeared."""
    if one.shape != other.shape:
        return False
    return float(different_pixels(one, other).mean()) < SEARCH_CHANGE


def same_reading(one: Reading, other: Reading) -> bool:
    """Return True if two readings have the same board at the same place."""
    return (
        one.grid == other.grid
        and one.board.cells == other.board.cells
        and one.board.mines == other.board.mines
        and one.uncertain == other.uncertain
        and one.phase == other.phase
    )
