"""What was clicked between two pictures of a game: the fewest clicks that explain the change.

An opened area is one click on one of its zeros; a lone number is a click on it; a number that has
its flags may have been chorded, which explains several of these at once. What a client does by
itself at the end of a game (showing mines, opening the rest, flagging mines) is no click. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from autosweep.board import (
    COVERED,
    EXPLODED,
    FLAG,
    HIDDEN,
    MAX_NUMBER,
    MINE,
    QUESTION,
    SHOWN_MINES,
    UNREAD,
    WRONG_FLAG,
    Board,
)
from autosweep.board.topology import neighbors
from autosweep.geometry import Cell

_MAX_EXACT = 16
"""Things to explain up to which the fewest clicks are searched for to the end."""
_ANOTHER_GAME = 0.1
"""Share of the opened cells that may seem to have changed, misread, in one and the same game."""


class Deed(Enum):
    """What a player does to a cell."""

    OPEN = "open"
    CHORD = "chord"
    FLAG = "flag"
    UNFLAG = "unflag"
    QUESTION = "question"
    CLEAR = "clear"
    """Takes a question mark off."""


@dataclass(frozen=True, slots=True)
class Made:
    """One click that was inferred."""

    deed: Deed
    cells: tuple[Cell, ...]
    """Where it may have been; any of these has the same effect."""
    opened: frozenset[Cell] = frozenset()
    """Every cell that it opened."""
    exploded: frozenset[Cell] = frozenset()
    """Mines that it set off."""

    @property
    def cell(self) -> Cell:
        """The first of the places where it may have been."""
        return self.cells[0]


_MARKS = {
    (HIDDEN, FLAG): Deed.FLAG,
    (QUESTION, FLAG): Deed.FLAG,
    (FLAG, HIDDEN): Deed.UNFLAG,
    (FLAG, QUESTION): Deed.QUESTION,
    (HIDDEN, QUESTION): Deed.QUESTION,
    (QUESTION, HIDDEN): Deed.CLEAR,
}


def infer(before: Board, after: Board, suspects: Iterable[Cell] = ()) -> list[Made]:
    """Return the fewest clicks that lead from one board to the next of the same game.

    `suspects` are cells known to have been clicked; they tell which mine went off where the client
    does not show it. Marks come first, openings in no particular order after them.
    """
    lost = _ended(before, after)
    fresh = _fresh(before, after)
    marks = [] if lost else _marks(before, after)
    # A flag protects its cell in every client known: it was taken off before the cell was opened.
    opened = {before.cell(i) for i in fresh if before.cells[i] == FLAG}
    marks += [Made(Deed.UNFLAG, (cell,)) for cell in sorted(opened)]
    flags = set(before.find({FLAG})) - opened
    flags |= {mark.cell for mark in marks if mark.deed is Deed.FLAG}
    hit = _exploded(before, after, suspects) if lost else []
    mines = [Made(Deed.OPEN, (cell,), exploded=frozenset({cell})) for cell in hit]
    items = _areas(after, fresh) + mines
    made = _fewest(items, _chords(after, items, flags))
    if lost and len(made) > 1 and not any(code in (HIDDEN, QUESTION) for code in after.cells):
        # More than one click, and nothing is left covered: the client opened it after the loss.
        marks, made = [], mines
    return marks + made


def same_game(before: Board, after: Board) -> bool:
    """Tell whether a board may follow another in one game: what is open stays open."""
    if (before.rows, before.cols) != (after.rows, after.cols):
        return False
    pairs = [(a, b) for a, b in zip(before.cells, after.cells, strict=True) if UNREAD not in (a, b)]
    opened = sum(a <= MAX_NUMBER for a, _ in pairs)
    changed = sum(a <= MAX_NUMBER and a != b for a, b in pairs)
    if _over(before) and not _over(after) and not opened:
        return False
    return changed <= _ANOTHER_GAME * opened


def _over(board: Board) -> bool:
    return any(code in SHOWN_MINES or code == WRONG_FLAG for code in board.cells)


def _ended(before: Board, after: Board) -> bool:
    """Tell whether the game was lost between two boards."""
    return _over(after) and not _over(before)


def _marks(before: Board, after: Board) -> list[Made]:
    won = HIDDEN not in after.cells and QUESTION not in after.cells and HIDDEN in before.cells
    found = []
    for i, pair in enumerate(zip(before.cells, after.cells, strict=True)):
        deed = _MARKS.get(pair)
        # Clients flag the mines that are left when a game is won.
        if deed is not None and not (won and deed is Deed.FLAG):
            found.append(Made(deed, (before.cell(i),)))
    return found


def _fresh(before: Board, after: Board) -> set[int]:
    """Return the cells that were covered and show a number now."""
    pairs = enumerate(zip(before.cells, after.cells, strict=True))
    return {i for i, (a, b) in pairs if a in COVERED and b <= MAX_NUMBER}


def _areas(after: Board, fresh: set[int]) -> list[Made]:
    """Return one click for each area of zeros and for each number that belongs to none."""
    around = neighbors(after.rows, after.cols)
    reached: set[int] = set()
    found = []
    for start in sorted(fresh):
        if after.cells[start] or start in reached:
            continue
        zeros, area, todo = [], {start}, [start]
        while todo:
            i = todo.pop()
            if after.cells[i]:
                continue
            zeros.append(i)
            more = [j for j in around[i] if j in fresh and j not in area]
            area.update(more)
            todo += more
        reached |= area
        cells = tuple(after.cell(i) for i in sorted(zeros))
        found.append(Made(Deed.OPEN, cells, frozenset(map(after.cell, area))))
    for i in sorted(fresh - reached):
        cell = after.cell(i)
        found.append(Made(Deed.OPEN, (cell,), frozenset({cell})))
    return found


def _exploded(before: Board, after: Board, suspects: Iterable[Cell]) -> list[Cell]:
    marked = list(after.find({EXPLODED}))
    if marked:
        return marked
    # What an exploded mine looks like is the least known of all cells: it may be unreadable.
    shown = {MINE, UNREAD}
    hit = [c for c in suspects if after[c] in shown and before[c] in COVERED]
    unread = [c for c in after.find({UNREAD}) if before[c] in COVERED]
    return hit[:1] or (unread if len(unread) == 1 else [])


def _chords(after: Board, items: list[Made], flags: set[Cell]) -> list[Made]:
    """Return every chord that would explain two things or more at once."""
    found = []
    for i, code in enumerate(after.cells):
        # Nobody chords a zero, and a number must have been open to be chorded.
        if not 0 < code <= MAX_NUMBER:
            continue
        number = after.cell(i)
        round_it = set(after.neighbors(number))
        if len(round_it & flags) != code:
            continue
        would = round_it - flags
        if any(after[c] in (HIDDEN, QUESTION, UNREAD) for c in would):
            continue
        alone = [item for item in items if len(item.opened) == 1 and number in item.opened]
        explained = [item for item in items if item not in alone and would & set(item.cells)]
        if len(explained) >= 2:
            opened = frozenset().union(*(item.opened for item in explained))
            exploded = frozenset().union(*(item.exploded for item in explained))
            found.append(Made(Deed.CHORD, (number,), opened, exploded))
    return found


def _fewest(items: list[Made], chords: list[Made]) -> list[Made]:
    """Cover all items with as few clicks as can be; single openings where they do as well."""
    covers = [
        (chord, frozenset(k for k, item in enumerate(items) if _within(item, chord)))
        for chord in chords
    ]
    if len(items) > _MAX_EXACT:
        return _greedily(items, covers)
    best: list[Made] = list(items)

    def search(left: frozenset[int], chosen: list[Made]) -> None:
        nonlocal best
        if not left:
            if len(chosen) < len(best):
                best = list(chosen)
            return
        if len(chosen) + 1 >= len(best):
            return
        first = min(left)
        search(left - {first}, [*chosen, items[first]])
        for chord, cover in covers:
            if first in cover and len(cover & left) >= 2:
                search(left - cover, [*chosen, chord])

    search(frozenset(range(len(items))), [])
    return best


def _greedily(items: list[Made], covers: list[tuple[Made, frozenset[int]]]) -> list[Made]:
    left = set(range(len(items)))
    chosen = []
    while covers:
        chord, cover = max(covers, key=lambda pair: len(pair[1] & left))
        if len(cover & left) < 2:
            break
        chosen.append(chord)
        left -= cover
    return [items[k] for k in sorted(left)] + chosen


def _within(item: Made, chord: Made) -> bool:
    return item.opened <= chord.opened and item.exploded <= chord.exploded
