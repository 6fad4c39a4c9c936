"""Boards of a page that are out of view, or larger than it: scrolled to, or given more room."""

from __future__ import annotations

from autosweep.errors import NoBoardFound
from autosweep.interfaces import FrameSource, Scrollable
from autosweep.vision import read as vision
from autosweep.vision.reading import believed_boards


def scroll_to_board(source: FrameSource) -> bool:
    """Bring a board of the page into view that is not there as a whole; return True if one was.

    False where everything is in view already, or where the rest shows no board. Raises NoBoardFound
    for a board that cannot be shown as a whole.
    """
    if not isinstance(source, Scrollable):
        return False
    frame = source.grab_all()
    if frame is None:
        return False
    found = vision.read(frame, thorough=False, may_be_cut=False)
    boards = believed_boards(found, pointed_at=True)
    if not boards:
        return False
    place = frame.mapping.rect_to_screen(boards[0].grid.bbox)
    if not source.bring_into_view(place):
        msg = f"The board of {place.w} x {place.h} points does not fit into the page that is shown."
        raise NoBoardFound(msg, remedy="Choose a smaller board, or zoom out in the browser.")
    return True
