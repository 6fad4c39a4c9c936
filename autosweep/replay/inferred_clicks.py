"""What was clicked between two boards of a game: the fewest clicks that explain the change. Pure.

An opened area is one click on one of its zeros; a single number is a click on it; a chord on a
number with all its flags may explain several of these at once. What a client does itself at the end
of a game (show mines, open the rest, flag mines) is no click.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from autosweep.board import (
    EXPLODED,
    FLAG,
    HIDDEN,
    MAX_NUMBER,
    MINE,
    OPENABLE,
    QUESTION,
    SHOWN_MINES,
    UNREAD,
    WRONG_FLAG,
    Board,
)
from autosweep.board.topology import neighbors
from autosweep.geometry import Cell

_MAX_EXACT = 16
"""Number of openings up to which the minimum is searched exactly; greedy beyond."""
_ANOTHER_GAME = 0.1
"""Share of the open cells that may differ, being misread, within one game."""


class ClickKind(Enum):
    """The effect of a click on a cell."""

    OPEN = "open"
    CHORD = "chord"
    FLAG = "flag"
    UNFLAG = "unflag"
    QUESTION = "question"
    CLEAR = "clear"
    """Takes a question mark off."""


@dataclass(frozen=True, slots=True)
class InferredClick:
    """One click that was inferred."""

    kind: ClickKind
    cells: tuple[Cell, ...]
    """Where it may have been; all of these have the same effect."""
    opened: frozenset[Cell] = frozenset()
    """Every cell that it opened."""
    exploded: frozenset[Cell] = frozenset()
    """Mines that exploded."""

    @property
    def cell(self) -> Cell:
        """The first of the places where it may have been."""
        return self.cells[0]


_MARKS = {
    (HIDDEN, FLAG): ClickKind.FLAG,
    (QUESTION, FLAG): ClickKind.FLAG,
    (FLAG, HIDDEN): ClickKind.UNFLAG,
    (FLAG, QUESTION): ClickKind.QUESTION,
    (HIDDEN, QUESTION): ClickKind.QUESTION,
    (QUESTION, HIDDEN): ClickKind.CLEAR,
}


def infer_clicks(before: Board, after: Board, clicked: Iterable[Cell] = ()) -> list[InferredClick]:
    """Return the fewest clicks that lead from one board to the next of the same game.

    `clicked` are cells known to have been clicked; they tell which mine exploded if the client does
    not show it. Marks come first, then openings in no particular order.
    """
    lost = _ended(before, after)
    fresh = _newly_opened(before, after)
    marks = [] if lost else _marks(before, after)
    # A flag protects its cell in every known client: it was removed before the cell was opened.
    opened = {before.cell(i) for i in fresh if before.cells[i] == FLAG}
    marks += [InferredClick(ClickKind.UNFLAG, (cell,)) for cell in sorted(opened)]
    flags = set(before.find({FLAG})) - opened
    flags |= {mark.cell for mark in marks if mark.kind is ClickKind.FLAG}
    hit = _exploded(before, after, clicked) if lost else []
    mines = [InferredClick(ClickKind.OPEN, (cell,), exploded=frozenset({cell})) for cell in hit]
    items = _areas(after, fresh) + mines
    made = _fewest(items, _chords(after, items, flags))
    if lost and len(made) > 1 and not any(code in (HIDDEN, QUESTION) for code in after.cells):
        # More than one click, and nothing is left hidden: the client opened it after the loss.
        marks, made = [], mines
    return marks + made


def same_game(before: Board, after: Board) -> bool:
    """Return True if a board may follow another in one game: open cells stay open."""
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
    """Return True if the game was lost between two boards."""
    return _over(after) and not _over(before)


def _marks(before: Board, after: Board) -> list[InferredClick]:
    won = HIDDEN not in after.cells and QUESTION not in after.cells and HIDDEN in before.cells
    found = []
    for i, pair in enumerate(zip(before.cells, after.cells, strict=True)):
        kind = _MARKS.get(pair)
        # Clients flag the mines that are left when a game is won.
        if kind is not None and not (won and kind is ClickKind.FLAG):
            found.append(InferredClick(kind, (before.cell(i),)))
    return found


def _newly_opened(before: Board, after: Board) -> set[int]:
    """Return the cells that were hidden and show a number now."""
    pairs = enumerate(zip(before.cells, after.cells, strict=True))
    return {i for i, (a, b) in pairs if a in OPENABLE and b <= MAX_NUMBER}


def _areas(after: Board, fresh: set[int]) -> list[InferredClick]:
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
        found.append(InferredClick(ClickKind.OPEN, cells, frozenset(map(after.cell, area))))
    for i in sorted(fresh - reached):
        cell = after.cell(i)
        found.append(InferredClick(ClickKind.OPEN, (cell,), frozenset({cell})))
    return found


def _exploded(before: Board, after: Board, clicked: Iterable[Cell]) -> list[Cell]:
    marked = list(after.find({EXPLODED}))
    if marked:
        return marked
    # Themes know exploded mines least of all symbols: the cell may be unreadable.
    shown = {MINE, UNREAD}
    hit = [c for c in clicked if after[c] in shown and before[c] in OPENABLE]
    unread = [c for c in after.find({UNREAD}) if before[c] in OPENABLE]
    return hit[:1] or (unread if len(unread) == 1 else [])


def _chords(after: Board, items: list[InferredClick], flags: set[Cell]) -> list[InferredClick]:
    """Return every chord that would explain two openings or more at once."""
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
            found.append(InferredClick(ClickKind.CHORD, (number,), opened, exploded))
    return found


def _fewest(items: list[InferredClick], chords: list[InferredClick]) -> list[InferredClick]:
    """Cover all openings with the fewest clicks; single openings rather than a chord if equal."""
    covers = [
        (chord, frozenset(k for k, item in enumerate(items) if _within(item, chord)))
        for chord in chords
    ]
    if len(items) > _MAX_EXACT:
        return _greedy(items, covers)
    best: list[InferredClick] = list(items)

    def search(left: frozenset[int], chosen: list[InferredClick]) -> None:
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


def _greedy(
    items: list[InferredClick], covers: list[tuple[InferredClick, frozenset[int]]]
) -> list[InferredClick]:
    left = set(range(len(items)))
    chosen = []
    while covers:
        chord, cover = max(covers, key=lambda pair: len(pair[1] & left))
        if len(cover & left) < 2:
            break
        chosen.append(chord)
        left -= cover
    return [items[k] for k in sorted(left)] + chosen


def _within(item: InferredClick, chord: InferredClick) -> bool:
    return item.opened <= chord.opened and item.exploded <= chord.exploded
