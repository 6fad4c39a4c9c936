"""Whole boards to be played: a layout and where to begin, in every format that holds both.

JSON as `generate` prints it; text (a solved board with a comment `# start: R,C`); `.mbf` files;
game ids of Simon Tatham's Mines, `WxH:x,y,u` and the mines as hexadecimal bits, or `m` with the
bits masked; links in the form `?b=3&m=`, with the mines as base-32 digits. Positions of unfinished
games are in `formats`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha1
from typing import Any

from autosweep.board.board import HIDDEN, MAX_CELLS, SHOWN_MINES
from autosweep.board.formats import layout_of, parse_bytes
from autosweep.board.layout import Layout
from autosweep.board.text import format_board
from autosweep.errors import BoardFormatError
from autosweep.geometry import Cell
from autosweep.messages import count_of

LINK_PREFIX = "https://pttacgfans.github.io/Minesweeper-ZiNi-Calculator/"
_ID = re.compile(r"(\d{1,5})x(\d{1,5})(?:n\d+)?a?:(\d{1,5}),(\d{1,5}),([um])([0-9a-fA-F]+)")
_LINK = re.compile(r"[?&]b=(\d{1,8})&m=([0-9a-vA-V]+)")
_START = re.compile(r"^\s*#\s*start:\s*(\d{1,6}),(\d{1,6})\b", re.MULTILINE)
_BASE32 = "0123456789abcdefghijklmnopqrstuv"
_USUAL = {"1": (9, 9), "2": (16, 16), "3": (16, 30)}
"""Rows and columns of the boards that a link names by one digit."""


@dataclass(frozen=True, slots=True)
class PlayableBoard:
    """A layout and the cell to begin with, where one is given."""

    layout: Layout
    start: Cell | None = None

    def __post_init__(self) -> None:
        if self.start is None:
            return
        row, col = self.start
        if not (0 <= row < self.layout.rows and 0 <= col < self.layout.cols):
            msg = f"The start {row},{col} is outside the board."
            raise BoardFormatError(msg, remedy="Correct it, or leave it out.")


def read_playable(data: bytes, name: str = "") -> PlayableBoard | None:
    """Read a whole board of any format; None where the bytes are something else.

    Raises BoardFormatError where they begin as a whole board and are broken.
    """
    if name.lower().endswith((".mbf", ".abf")):
        return PlayableBoard(layout_of(parse_bytes(data, name)))
    text = data.decode("utf-8-sig", "replace").strip()
    if text.startswith("{"):
        return parse_json(text)
    if _ID.match(text):
        return parse_id(text)
    if _LINK.search(text):
        return parse_play_link(text)
    try:
        board = parse_bytes(data, name)
    except BoardFormatError:
        return None
    if HIDDEN in board.cells or not board.count(SHOWN_MINES):
        return None
    found = _START.search(text)
    start = None if found is None else (int(found[1]), int(found[2]))
    return PlayableBoard(layout_of(board), start)


def parse_json(text: str) -> PlayableBoard:
    """Read the first line that `generate --json` printed; raises BoardFormatError."""
    try:
        record: Any = json.loads(text.splitlines()[0])
        layout = Layout.parse(str(line) for line in record["layout"])
        start = record.get("start")
        return PlayableBoard(layout, None if start is None else (int(start[0]), int(start[1])))
    except (ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError):
        msg = "The JSON line is not a board."
        raise BoardFormatError(
            msg, remedy="It needs `layout`, a list of rows such as `..*`."
        ) from (None)


def format_text(puzzle: PlayableBoard, about: Iterable[str] = ()) -> str:
    """Return the solved board as text, the start and what else is known as comments."""
    lines = [f"# {line}" for line in about]
    if puzzle.start is not None:
        lines.append(f"# start: {puzzle.start[0]},{puzzle.start[1]}")
    return "".join(line + "\n" for line in lines) + format_board(puzzle.layout.board())


def parse_id(text: str) -> PlayableBoard:
    """Read a game id of Simon Tatham's Mines; raises BoardFormatError."""
    found = _ID.match(text.strip())
    if found is None:
        msg = "This is not a game id of Simon Tatham's Mines."
        raise BoardFormatError(msg, remedy="An id is `WxH:x,y,u` or `m`, then hexadecimal digits.")
    cols, rows, x, y = (int(found[i]) for i in range(1, 5))
    size = _checked(rows, cols)
    if len(found[6]) != (size + 3) // 4:
        msg = f"The id has {count_of(len(found[6]), 'digit')} for {count_of(size, 'cell')}."
        raise BoardFormatError(msg, remedy="Copy the whole id again.")
    # the last digit may hold only half a byte
    bits = bytearray.fromhex(found[6] + "0" * (len(found[6]) % 2))
    if found[5] == "m":
        _mask(bits, size, decode=True)
    mines = frozenset(i for i in range(size) if bits[i // 8] & 0x80 >> i % 8)
    return PlayableBoard(Layout(rows, cols, mines), (y, x))


def format_id(puzzle: PlayableBoard) -> str:
    """Return a game id of Simon Tatham's Mines; raises BoardFormatError without a start."""
    layout = puzzle.layout
    if puzzle.start is None:
        msg = "A game id needs the cell to begin with."
        raise BoardFormatError(msg, remedy="Give the start.")
    size = layout.rows * layout.cols
    bits = bytearray((size + 7) // 8)
    for i in layout.mines:
        bits[i // 8] |= 0x80 >> i % 8
    digits = bits.hex()[: (size + 3) // 4]
    row, col = puzzle.start
    return f"{layout.cols}x{layout.rows}:{col},{row},u{digits}"


def _mask(bits: bytearray, size: int, *, decode: bool) -> None:
    """Mask or unmask the bits of an id: each half is mixed with digests of the other."""
    half = len(bits) // 2
    first, second = slice(0, half), slice(half, len(bits))
    steps = [(second, first), (first, second)]
    for seed, target in reversed(steps) if decode else steps:
        stream = _digests(bytes(bits[seed]))
        bits[target] = bytes(byte ^ next(stream) for byte in bits[target])
        if size % 8:
            bits[size // 8] &= 0xFF00 >> size % 8 & 0xFF


def _digests(seed: bytes) -> Iterator[int]:
    number = 0
    while True:
        # the digest is part of the format, not a protection
        yield from sha1(seed + str(number).encode(), usedforsecurity=False).digest()
        number += 1


def parse_play_link(text: str) -> PlayableBoard:
    """Read a link in the form `?b=&m=`; raises BoardFormatError."""
    found = _LINK.search(text)
    if found is None:
        msg = "This is not a link to a board."
        raise BoardFormatError(msg, remedy="A link has `?b=` with the size and `&m=` with mines.")
    digits = found[2].lower()
    if found[1] in _USUAL:
        rows, cols = _USUAL[found[1]]
    else:
        half = len(found[1]) // 2
        cols, rows = int(found[1][:half] or 0), int(found[1][half:])
    size = _checked(rows, cols)
    if len(digits) != (size + 4) // 5:
        msg = f"The link has {count_of(len(digits), 'digit')} for {count_of(size, 'cell')}."
        raise BoardFormatError(msg, remedy="Copy the whole link again.")
    bits = "".join(f"{_BASE32.index(digit):05b}" for digit in digits)
    return PlayableBoard(Layout(rows, cols, frozenset(i for i in range(size) if bits[i] == "1")))


def format_play_link(puzzle: PlayableBoard) -> str:
    """Return a link in the form `?b=&m=`; the start is not part of it."""
    layout = puzzle.layout
    shape = (layout.rows, layout.cols)
    usual = [name for name, size in _USUAL.items() if size == shape]
    width = max(len(str(side)) for side in (*shape, 10))
    name = usual[0] if usual else f"{layout.cols:0{width}}{layout.rows:0{width}}"
    size = layout.rows * layout.cols
    bits = "".join("1" if i in layout.mines else "0" for i in range(size))
    bits += "0" * (-size % 5)
    digits = "".join(_BASE32[int(bits[i : i + 5], 2)] for i in range(0, len(bits), 5))
    return f"{LINK_PREFIX}?b={name}&m={digits}"


def _checked(rows: int, cols: int) -> int:
    if not 1 <= rows * cols <= MAX_CELLS:
        msg = f"A board of {rows} x {cols} cells is announced."
        raise BoardFormatError(msg, remedy=f"A board has 1 to {MAX_CELLS} cells.")
    return rows * cols
