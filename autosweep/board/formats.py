"""Boards as JSMinesweeper links (`?analysis=`) and as `.mbf` board files.

A link packs a position: two, two and four base-62 digits for columns, rows and mines, then run
lengths in which the digit alphabet itself tells which symbol is repeated. In it each number is
lowered by the flags and known mines round it ("deflated"): `F` is a flag and `I` an unflagged mine
that were taken off, `O` a flag that was not. An `.mbf` file holds a layout, not a position:
columns, rows, two bytes of mine count, then x and y of each mine.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import accumulate, groupby

from autosweep.board import text
from autosweep.board.board import (
    EXPLODED,
    FLAG,
    HIDDEN,
    MAX_CELLS,
    MAX_NUMBER,
    MINE,
    QUESTION,
    SYMBOLS,
    Board,
)
from autosweep.board.layout import Layout
from autosweep.board.topology import neighbors
from autosweep.errors import BoardFormatError

_BASE62 = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
_RUN_VALUES = "012345678IHFO"
_RUN_WIDTHS = (10, 7, 5, 5, 4, 3, 3, 1, 1, 4, 10, 8, 1)
_STARTS = (0, *accumulate(_RUN_WIDTHS))
_RUN_DIGITS = {
    value: _BASE62[start : start + width]
    for value, start, width in zip(_RUN_VALUES, _STARTS, _RUN_WIDTHS, strict=False)
}
_VALUE_OF = {digit: value for value, digits in _RUN_DIGITS.items() for digit in digits}
_LINK = re.compile(r"analysis=([A-Za-z0-9]+)")
LINK_PREFIX = "https://davidnhill.github.io/JSMinesweeper/?analysis="
_MAX_MBF_SIDE = 255
MAX_TEXT_BYTES = 4_000_000
"""Enough for the largest board with blanks and remarks."""


def looks_like_link(source: str) -> bool:
    """Return True if a text holds an analysis link."""
    return _LINK.search(source) is not None


def parse_link(source: str) -> Board:
    """Read an analysis link, or the bare value of its `analysis` parameter."""
    match = _LINK.search(source)
    packed = match[1] if match else source.strip()
    if not packed or not all(digit in _BASE62 for digit in packed):
        msg = "The text is no analysis link: after `analysis=` come letters and digits only."
        raise BoardFormatError(msg, remedy="Copy the whole link again.")
    cols, rows, mines = (_unpack(packed[a:b]) for a, b in ((0, 2), (2, 4), (4, 8)))
    if rows * cols > MAX_CELLS:
        msg = f"The link announces {rows} x {cols} cells, more than {MAX_CELLS}."
        raise BoardFormatError(msg, remedy="Copy the whole link again.")
    body = _runs(packed[8:], rows * cols)
    if len(body) != rows * cols:
        msg = f"The link announces {rows} x {cols} cells and holds {len(body)}."
        raise BoardFormatError(msg, remedy="Copy the whole link again.")
    cells = bytearray()
    taken_off = {i for i, value in enumerate(body) if value in "FI"}
    around = neighbors(rows, cols)
    for i, value in enumerate(body):
        if value in "FO":
            cells.append(FLAG)
        elif value in "HI":
            cells.append(HIDDEN)
        else:
            number = int(value) + sum(j in taken_off for j in around[i])
            if number > MAX_NUMBER:
                msg = f"The link has a number {number} at {i // cols},{i % cols}."
                raise BoardFormatError(msg, remedy="Copy the whole link again.")
            cells.append(number)
    return Board(rows, cols, bytes(cells), mines)


def format_link(board: Board) -> str:
    """Return an analysis link; raises BoardFormatError where a link cannot hold the board."""
    if board.mines is None:
        msg = "A link needs the mine total, and this board's is unknown."
        raise BoardFormatError(msg, remedy="Add the mine total to the board's first line.")
    body: list[str] = []
    values = list(board.cells)
    around = neighbors(board.rows, board.cols)
    for i, code in enumerate(board.cells):
        # Off the numbers comes only a flag that leaves none of them below zero.
        touched = [j for j in around[i] if board.cells[j] <= MAX_NUMBER]
        if code == FLAG and all(values[j] > 0 for j in touched):
            for j in touched:
                values[j] -= 1
            body.append("F")
        elif code == FLAG:
            body.append("O")
        elif code in (HIDDEN, QUESTION, MINE, EXPLODED):
            body.append("H")
        elif code <= MAX_NUMBER:
            body.append("")
        else:
            msg = f"A cell `{SYMBOLS[code]}` cannot be part of a link."
            raise BoardFormatError(msg, remedy="Use the project's own text form.")
    packed = "".join(value or str(values[i]) for i, value in enumerate(body))
    head = _pack(board.cols, 2) + _pack(board.rows, 2) + _pack(board.mines, 4)
    return LINK_PREFIX + head + "".join(_run(v, len(list(g))) for v, g in groupby(packed))


def _pack(number: int, size: int) -> str:
    digits = ""
    rest = number
    for _ in range(size):
        rest, digit = divmod(rest, len(_BASE62))
        digits = _BASE62[digit] + digits
    if rest:
        msg = f"{number} is too large for a link."
        raise BoardFormatError(msg, remedy="Use the project's own text form.")
    return digits


def _unpack(digits: str) -> int:
    number = 0
    for digit in digits:
        number = number * len(_BASE62) + _BASE62.index(digit)
    return number


def _run(value: str, length: int) -> str:
    digits = _RUN_DIGITS[value]
    if len(digits) == 1:
        return digits * length
    text_form = ""
    while length:
        length, digit = divmod(length, len(digits))
        text_form = digits[digit] + text_form
    return text_form


def _runs(packed: str, most: int) -> str:
    """Unpack run lengths; stops with an error as soon as there are more than `most` cells."""
    body = ""
    for value, group in groupby(packed, key=_VALUE_OF.__getitem__):
        digits = _RUN_DIGITS[value]
        length = 0
        for digit in group:
            length = length + 1 if len(digits) == 1 else length * len(digits) + digits.index(digit)
            if len(body) + length > most:
                msg = f"The link holds more than the {most} cells that it announces."
                raise BoardFormatError(msg, remedy="Copy the whole link again.")
        body += value * length
    return body


def parse_mbf(data: bytes) -> Layout:
    """Read an `.mbf` board file; raises BoardFormatError where it is cut or does not fit."""
    remedy = "An .mbf file holds columns, rows, the mine count and the mines, nothing else."
    head = 4
    if len(data) < head:
        msg = f"An .mbf file has at least {head} bytes, this one {len(data)}."
        raise BoardFormatError(msg, remedy=remedy)
    cols, rows, count = data[0], data[1], data[2] * 256 + data[3]
    if len(data) != head + 2 * count:
        msg = f"The .mbf file announces {count} mines and has {len(data) - head} bytes for them."
        raise BoardFormatError(msg, remedy=remedy)
    places = list(zip(data[head::2], data[head + 1 :: 2], strict=True))
    if any(x >= cols or y >= rows for x, y in places) or len(set(places)) != count:
        msg = "The .mbf file has a mine outside the board or twice in one cell."
        raise BoardFormatError(msg, remedy=remedy)
    return Layout(rows, cols, frozenset(y * cols + x for x, y in places))


def format_mbf(layout: Layout) -> bytes:
    """Return the `.mbf` bytes of a layout; sides up to 255."""
    if max(layout.rows, layout.cols) > _MAX_MBF_SIDE:
        msg = f"An .mbf file holds at most 255 x 255 cells, not {layout.rows} x {layout.cols}."
        raise BoardFormatError(msg, remedy="Use the project's own text form.")
    count = len(layout.mines)
    head = bytes([layout.cols, layout.rows, *divmod(count, 256)])
    return head + bytes(
        v for i in sorted(layout.mines) for v in (i % layout.cols, i // layout.cols)
    )


def layout_of(board: Board) -> Layout:
    """Return the layout that a board's flags and shown mines describe, as `.mbf` files are made.

    Raises BoardFormatError unless they are exactly the mine total.
    """
    places = frozenset(i for i, code in enumerate(board.cells) if code in (FLAG, MINE, EXPLODED))
    if board.mines is not None and len(places) != board.mines:
        msg = f"The board marks {len(places)} of its {board.mines} mines; a layout needs all."
        raise BoardFormatError(msg, remedy="Flag every mine first.")
    return Layout(board.rows, board.cols, places)


def parse_bytes(data: bytes, name: str = "") -> Board:
    """Read a board file of any format, binary ones told by their name.

    Raises BoardFormatError where the bytes are neither.
    """
    if name.lower().endswith((".mbf", ".abf")):
        layout = parse_mbf(data)
        return replace(layout.board(), mines=len(layout.mines))
    if len(data) > MAX_TEXT_BYTES:
        msg = f"A text of {len(data)} bytes is too large for a board."
        raise BoardFormatError(msg, remedy=f"A board has at most {MAX_CELLS} cells.")
    try:
        source = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        msg = "The board is not text (UTF-8)."
        raise BoardFormatError(msg) from None
    return text.parse(source)


WRITERS = {**text.WRITERS, "link": format_link}
"""Every text format by name."""
