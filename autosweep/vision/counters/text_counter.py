"""The mine counter of clients that write it as text: "3/99", "Mines: 10" or a number alone.

A misread total would spoil every guess, so nothing counts unless it agrees with the board. Of a
pair the first number must be the flags on the board, or the mines that are left. A number alone
must have a word for mines beside it, or be what is left of the usual total, or be the only number
beside a game that has not begun, when clocks show zero: any other may be the clock.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from autosweep.board import FLAG, MAX_NUMBER, SHOWN_MINES, UNREAD, WRONG_FLAG, Board, Phase
from autosweep.geometry import Grid, Rect
from autosweep.interfaces import Pixels
from autosweep.vision.counters.text_lines import Word, WordLine, lines_in
from autosweep.vision.counters.thresholds import (
    CLEAR_DIGIT,
    HEIGHTS,
    LABEL_REACH,
    LETTERS_A_MISTAKE,
    MAX_DENSITY,
    MIN_DENSITY,
    MIN_LABEL,
    MIN_LONG_WORD,
    REACH_CELLS,
    REACH_PIXELS,
)
from autosweep.vision.phase import phase_of, standard_mines

PAIR = re.compile(r"(?<![\d.])(\d{1,3}) ?/ ?(\d{1,4})(?![\d.])")
MINE_WORDS = ("mine", "mines", "bomb", "bombs", "minen", "minas", "bombe", "bombes", "bombas")
GAME_WORDS = ("minesweeper", "mine-sweeper", "sweeper", "buscaminas", "demineur", "campo minado")
OTHER_WORDS = ("time", "timer", "times", "lines", "wins", "zeit", "temps", "tiempo", "tempo")
LOOK_ALIKE = str.maketrans("0158|", "oisbi")


@dataclass(frozen=True, slots=True)
class NearbyNumber:
    """A number near a board."""

    value: int
    digits: int
    likeness: float
    """How like a known one its least clear digit is, 0 to 1."""
    label: str | None
    """Words beside it, None if there are none."""

    @property
    def counts_mines(self) -> bool:
        """True if the words beside it say so."""
        return self.label is not None and any(map(_means_mines, self.label.split()))


def read_text_counter(pixels: Pixels, grid: Grid, board: Board) -> tuple[int, int] | None:
    """Return mines left and mines in all if a text says so and the board agrees, else None."""
    if board.count({UNREAD}):
        return None
    parts = [lines_in(part) for part in _surroundings(pixels, grid)]
    pairs = {
        pair
        for lines in parts
        for line in lines
        for match in PAIR.finditer(line.digits)
        if (pair := _agreed(int(match[1]), int(match[2]), board)) is not None
    }
    if pairs:
        return pairs.pop() if len(pairs) == 1 else None
    return _single([number for lines in parts for number in _numbers(lines)], board)


def says_mines(pixels: Pixels, grid: Grid) -> bool:
    """Return True if a text beside a board names mines or the game."""
    lines = [line for part in _surroundings(pixels, grid) for line in lines_in(part)]
    words = {word.text.lower() for line in lines for word in line.words}
    return any(_means_mines(word) or _names_the_game(word) for word in words)


def _plausible(total: int, board: Board) -> bool:
    """Return True if a board can have `total` mines."""
    room = len(board.cells) - board.count(range(MAX_NUMBER + 1))
    least = max(1, board.count(SHOWN_MINES), MIN_DENSITY * len(board.cells))
    return least <= total <= min(room, MAX_DENSITY * len(board.cells))


def _agreed(first: int, total: int, board: Board) -> tuple[int, int] | None:
    """Return mines left and in all if "first/total" can be the counter of a board."""
    flags = board.count({FLAG, WRONG_FLAG})
    if not _plausible(total, board):
        return None
    usual = standard_mines(board)
    if not flags and usual not in (None, total):
        # "0/12" may be anything; without a flag only the usual total speaks for it.
        return None
    return (total - flags, total) if first in (flags, total - flags) else None


def _single(numbers: list[NearbyNumber], board: Board) -> tuple[int, int] | None:
    """Return mines left and in all by one number, or None if none can be trusted."""
    flags = board.count({FLAG, WRONG_FLAG})
    named = {n.value for n in numbers if n.counts_mines and _plausible(n.value + flags, board)}
    if named:
        left = named.pop()
        return None if named else (left, left + flags)
    # What has another name (time, level, best) is not asked for.
    alone = [n for n in numbers if n.label is None and n.likeness >= CLEAR_DIGIT]
    usual = standard_mines(board)
    if usual is not None and any(n.value == usual - flags for n in alone):
        return usual - flags, usual
    # One digit may be a stroke of anything.
    told = {n.value for n in alone if n.value and n.digits >= 2}
    return trusted_alone(told.pop(), board) if len(told) == 1 else None


def trusted_alone(left: int, board: Board) -> tuple[int, int] | None:
    """Return mines left and in all by a number without a name, if the board agrees.

    It must be what is left of the usual total, or stand beside a game that has not begun: later it
    may be the clock.
    """
    flags = board.count({FLAG, WRONG_FLAG})
    if left + flags == standard_mines(board):
        return left, left + flags
    begun = flags or phase_of(board) is not Phase.READY
    return None if begun or not _plausible(left, board) else (left, left)


def _numbers(lines: list[WordLine]) -> list[NearbyNumber]:
    """Return the numbers in some lines with the words beside them."""
    found = []
    for line in lines:
        at = [i for i, word in enumerate(line.words) if word.number is not None]
        ends = [-1, *at, len(line.words)]
        before = [line.words[a + 1 : b] for a, b in pairwise(ends)]
        for k, i in enumerate(at):
            word = line.words[i]
            if not word.clean or word.number is None:
                continue
            label = _label(before[k]) or _label(before[k + 1]) or _stacked(word, lines)
            found.append(NearbyNumber(word.number, len(word.text), word.likeness, label))
    return found


def _label(words: tuple[Word, ...]) -> str | None:
    """Return words that name something, None if they are icons and strokes."""
    texts = [w.text for w in words if w.number is None and len(w.text) >= MIN_LABEL]
    return " ".join(texts).lower() or None


def _stacked(number: Word, lines: list[WordLine]) -> str | None:
    """Return a word right above or below a number; the title of a window is not."""
    box = number.box
    middle = box.x + box.w / 2
    for line in lines:
        for word in line.words:
            off = abs(word.box.x + word.box.w / 2 - middle)
            gap = max(box.y - word.box.bottom, word.box.y - box.bottom)
            if off <= box.h / 2 and 0 <= gap <= LABEL_REACH * box.h and _label((word,)):
                return _label((word,))
    return None


@lru_cache(maxsize=256)
def _means_mines(word: str) -> bool:
    """Return True if a word means mines; in long ones a letter may be misread or missing."""
    text = word.translate(LOOK_ALIKE)
    off = {known: _distance(text, known) for known in (*MINE_WORDS, *OTHER_WORDS)}
    near = min(off[known] for known in MINE_WORDS)
    if near >= min(off[known] for known in OTHER_WORDS):
        return False
    return near == 0 or any(off[known] == 1 and len(known) >= MIN_LONG_WORD for known in MINE_WORDS)


@lru_cache(maxsize=256)
def _names_the_game(word: str) -> bool:
    """Return True if a word is the name of the game, but for a few letters."""
    text = word.translate(LOOK_ALIKE)
    return any(_distance(text, name) <= len(name) // LETTERS_A_MISTAKE for name in GAME_WORDS)


def _distance(one: str, other: str) -> int:
    """Return how many letters must be changed, added or left out to make one word of another."""
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        last, row[0] = row[0], i
        for j, b in enumerate(other, 1):
            last, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, last + (a != b))
    return row[-1]


def _surroundings(pixels: Pixels, grid: Grid) -> list[Pixels]:
    """Return the parts of a frame above, below, left and right of a board."""
    height, width = pixels.shape[:2]
    box = grid.bbox
    reach = round(max(REACH_PIXELS, REACH_CELLS * max(grid.cell_size)))
    whole = box.grown(reach).intersect(Rect(0, 0, width, height))
    parts = [
        pixels[whole.y : max(whole.y, box.y), whole.x : whole.right],
        pixels[min(box.bottom, whole.bottom) : whole.bottom, whole.x : whole.right],
        pixels[box.y : box.bottom, whole.x : max(whole.x, box.x)],
        pixels[box.y : box.bottom, min(box.right, whole.right) : whole.right],
    ]
    return [part for part in parts if min(part.shape[:2]) >= HEIGHTS[0] + 2]
