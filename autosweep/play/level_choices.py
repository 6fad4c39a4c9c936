"""Levels and sizes that a page offers before a game: one of each group is chosen. Pure.

A page may ask for more than one thing, such as a size and a difficulty. What stands in one row, or
in one column, is one question: no level occurs twice in it. The answer is the level that was
played.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from autosweep.geometry import Rect
from autosweep.play.control_words import cells_named_in, level_of
from autosweep.vision.ocr import TextLine

_LEVEL_CELLS = (120, 300)
"""Cells of a board up to which it is of the first and of the second level: 9x9, 16x16, 16x30."""
_USUAL_CELLS = 64
"""Cells of the smallest board that is chosen where none was played; smaller ones are read less
well."""
_LEAST = 2
"""Levels that make a choice; a single one may be a heading."""


def choices_in(lines: Sequence[TextLine], cells: int, *, board_visible: bool) -> list[TextLine]:
    """Return the texts to choose, one for each question that the lines ask.

    `cells` is how many the board had that was played, 0 where none was. Sizes are only a choice
    where no board is visible: beside one they may tell what is played.
    """
    levels = [(level, line) for line in lines if (level := level_of(line.text)) is not None]
    chosen = [_played(group, cells) for group in _groups(levels)]
    named = {id(line) for _, line in levels}
    sizes = {
        size: line
        for line in lines
        if id(line) not in named and (size := cells_named_in(line.text)) is not None
    }
    if len(sizes) >= _LEAST and not board_visible:
        if cells in sizes:
            chosen.append(sizes[cells])
        elif not cells:
            usual = [size for size in sizes if size >= _USUAL_CELLS]
            chosen.append(sizes[min(usual or sizes)])
    return chosen


_Level = tuple[int, TextLine]


def _groups(levels: Sequence[_Level]) -> list[list[_Level]]:
    """Return the levels by question; levels that stand in no row and no column are one question."""
    groups: list[list[_Level]] = []
    left = list(levels)
    for is_beside in (_in_row, _in_column):
        for each in tuple(left):
            group = [other for other in left if is_beside(each[1].rect, other[1].rect)]
            if each in left and _is_question(group):
                groups.append(group)
                left = [other for other in left if other not in group]
    named = {level for group in groups for level, _ in group}
    if len({level for level, _ in left}) >= _LEAST and not named:
        groups.append(left)
    return groups


def _is_question(group: Sequence[_Level]) -> bool:
    """Return True if some levels are the answers to one question: several, and each once."""
    names = [level for level, _ in group]
    return len(names) >= _LEAST and len(set(names)) == len(names)


def _played(group: Sequence[_Level], cells: int) -> TextLine:
    """Return the level that has so many cells by its text, else the one that usually has them."""
    usual = sum(cells > most for most in _LEVEL_CELLS)
    by_size = [line for _, line in group if cells_named_in(line.text) == cells]
    return by_size[0] if by_size else min(group, key=lambda each: abs(each[0] - usual))[1]


def _in_row(one: Rect, other: Rect) -> bool:
    return _overlap(one, other, lambda rect: (rect.y, rect.bottom))


def _in_column(one: Rect, other: Rect) -> bool:
    return _overlap(one, other, lambda rect: (rect.x, rect.right))


def _overlap(one: Rect, other: Rect, ends: Callable[[Rect], tuple[int, int]]) -> bool:
    """Return True if two places overlap by half of the smaller one in a direction."""
    (begin, end), (start, stop) = ends(one), ends(other)
    common = min(end, stop) - max(begin, start)
    return 2 * common > min(end - begin, stop - start)
