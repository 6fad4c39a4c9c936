"""Text boards: the project's own form, JSMinesweeper's `.mine` text and mrgris text, in and out.

Own form: `rows cols [mines]`, then a line a row of symbols, blanks between them optional on input;
`#` begins a comment line; a line `rules: A,B` names rule variants. `.mine`: `COLSxROWSxMINES`, then
`H` hidden, `F` flag, `?` mine. mrgris: no header, `.` empty, `x` hidden, `*` mine. What a format
cannot express is said by an error, never dropped in silence. Links and binary board files are in
`formats`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from autosweep.board.board import (
    CODE_OF,
    EXPLODED,
    FLAG,
    HIDDEN,
    MAX_NUMBER,
    MINE,
    QUESTION,
    SYMBOLS,
    Board,
)
from autosweep.errors import BoardFormatError

_HEADER = re.compile(r"(\d+)\s+(\d+)(?:\s+(\d+))?")
_MINE_HEADER = re.compile(r"(\d+)\s*x\s*(\d+)\s*x\s*(\d+)", re.IGNORECASE)
_MAX_DIGITS = 7

_DOT_MINE = {"H": HIDDEN, "F": FLAG, "?": MINE, "M": MINE}
_MRGRIS = {".": 0, "x": HIDDEN, "*": MINE}
for _number in range(MAX_NUMBER + 1):
    _DOT_MINE[str(_number)] = _number
    _MRGRIS[str(_number)] = _number


def format_board(board: Board) -> str:
    """Return the one text form of a board, ending with a newline."""
    header = f"{board.rows} {board.cols}"
    if board.mines is not None:
        header += f" {board.mines}"
    lines = [header]
    if board.rules:
        lines.append("rules: " + ",".join(board.rules))
    return "\n".join([*lines, *board.row_symbols()]) + "\n"


def parse(text: str) -> Board:
    """Read a board in any text format, told apart by the first line that is not a comment."""
    from autosweep.board.formats import looks_like_link, parse_link

    if looks_like_link(text):
        return parse_link(text)
    for line in _content(text):
        if _MINE_HEADER.fullmatch(line.strip()):
            return parse_dot_mine(text)
        if re.fullmatch(r"[.x*0-8]+", line.strip()) and re.search(r"[.x*]", line):
            return parse_mrgris(text)
        return parse_own(text)
    msg = "The board is empty: there is no line in it."
    raise BoardFormatError(msg)


def _content(text: str) -> list[str]:
    """Return the lines that are neither blank nor a comment."""
    text = text.removeprefix("\ufeff")
    return [
        line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")
    ]


def _number_of(digits: str, what: str) -> int:
    if len(digits) > _MAX_DIGITS:
        msg = f"{digits[:12]}... is too large for {what}."
        raise BoardFormatError(msg)
    return int(digits)


def parse_own(text: str) -> Board:
    """Read the project's own form; raises BoardFormatError with the line that is wrong."""
    header, *lines = _content(text) or [""]
    match = _HEADER.fullmatch(header.strip())
    if match is None:
        msg = f"The first line must be `rows cols [mines]`, not {header.strip()[:40]!r}."
        raise BoardFormatError(msg)
    rows, cols = _number_of(match[1], "rows"), _number_of(match[2], "columns")
    mines = None if match[3] is None else _number_of(match[3], "mines")
    rules: tuple[str, ...] = ()
    if lines and (found := re.fullmatch(r"\s*rules:(.*)", lines[0])):
        rules = tuple(rule.strip() for rule in found[1].split(",") if rule.strip())
        lines = lines[1:]
    height, width, cells = cells_from_rows(lines)
    if (height, width) != (rows, cols):
        msg = f"{rows} rows of {cols} cells were announced and {height} of {width} given."
        raise BoardFormatError(msg)
    return Board(rows, cols, cells, mines, rules)


def cells_from_rows(lines: list[str]) -> tuple[int, int, bytes]:
    """Read rows of symbols; return rows, columns and codes. Raises BoardFormatError when ragged."""
    return _table(lines, CODE_OF)


def _table(lines: list[str], codes: dict[str, int]) -> tuple[int, int, bytes]:
    if not lines:
        msg = "The board has no rows."
        raise BoardFormatError(msg)
    cells = bytearray()
    width = 0
    for number, line in enumerate(lines):
        symbols = "".join(line.split())
        if number == 0:
            width = len(symbols)
        if len(symbols) != width:
            msg = f"Row {number} has {len(symbols)} cells and row 0 has {width}."
            raise BoardFormatError(msg)
        try:
            cells.extend(codes[symbol] for symbol in symbols)
        except KeyError as error:
            known = "".join(codes)
            msg = f"{error.args[0]!r} in row {number} is not a cell symbol (one of {known})."
            raise BoardFormatError(msg) from None
    return len(lines), width, bytes(cells)


def parse_dot_mine(text: str) -> Board:
    """Read JSMinesweeper's `.mine` text."""
    header, *lines = _content(text) or [""]
    match = _MINE_HEADER.fullmatch(header.strip())
    if match is None:
        msg = f"The first line of a .mine file is COLSxROWSxMINES, not {header.strip()[:40]!r}."
        raise BoardFormatError(msg)
    cols, rows = _number_of(match[1], "columns"), _number_of(match[2], "rows")
    height, width, cells = _table(lines, _DOT_MINE)
    if (height, width) != (rows, cols):
        msg = f"{rows} rows of {cols} cells were announced and {height} of {width} given."
        raise BoardFormatError(msg)
    return Board(rows, cols, cells, _number_of(match[3], "mines"))


def format_dot_mine(board: Board) -> str:
    """Return JSMinesweeper's `.mine` text; raises BoardFormatError where it cannot."""
    if board.mines is None:
        msg = "A .mine file needs the mine total, and this board's is unknown."
        raise BoardFormatError(msg, remedy="Add the mine total to the board's first line.")
    symbols = {HIDDEN: "H", QUESTION: "H", FLAG: "F", MINE: "?", EXPLODED: "?"}
    rows = _rows_of(board, symbols, "a .mine file")
    return "\n".join([f"{board.cols}x{board.rows}x{board.mines}", *rows]) + "\n"


def parse_mrgris(text: str) -> Board:
    """Read mrgris text: rows only, `.` empty, `x` hidden, `*` mine; the mine total is unknown."""
    height, width, cells = _table(_content(text), _MRGRIS)
    return Board(height, width, cells)


def format_mrgris(board: Board) -> str:
    """Return mrgris text; the mine total is not part of it."""
    symbols = {0: ".", HIDDEN: "x", QUESTION: "x", FLAG: "x", MINE: "*", EXPLODED: "*"}
    return "\n".join(_rows_of(board, symbols, "mrgris text")) + "\n"


def _rows_of(board: Board, symbols: dict[int, str], what: str) -> list[str]:
    def symbol(code: int) -> str:
        found = symbols.get(code) or (str(code) if code <= MAX_NUMBER else None)
        if found is None:
            msg = f"A cell `{SYMBOLS[code]}` cannot be written as {what}."
            raise BoardFormatError(msg, remedy="Use the project's own text form.")
        return found

    text = "".join(symbol(code) for code in board.cells)
    return [text[i : i + board.cols] for i in range(0, len(text), board.cols)]


WRITERS: dict[str, Callable[[Board], str]] = {
    "text": format_board,
    "mine": format_dot_mine,
    "mrgris": format_mrgris,
}
"""Text formats by name; `formats.WRITERS` adds links."""
