"""Words for people: foreign text made safe for a terminal, counts with the right ending, tables.

Imports nothing of the project.
"""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Collection, Iterable, Sequence

_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Unicode categories that are not drawn but change what a terminal does or shows.

Cc: escape sequences begin with one of these (C0 and C1). Cf: bidirectional overrides, zero width
characters. Cs: bytes of a file name that are no UTF-8. Zl, Zp: ends of lines."""


def printable(text: object, *, newlines: bool = False) -> str:
    r"""Return a text whose every character can be seen; others are written as `\x1b`, `\u202e`.

    Text from elsewhere (a theme, a recording, a window's title, a file name) could otherwise set a
    terminal's title or clipboard, or write over what was said before. `newlines` keeps newlines and
    tabs: for text of several lines that we composed.
    """
    kept = "\n\t" if newlines else ""
    return "".join(
        ch
        if ch in kept or ch.isprintable() or unicodedata.category(ch) not in _UNSEEN
        else _code(ch)
        for ch in str(text)
    )


def _code(ch: str) -> str:
    number = ord(ch)
    if number < 0x100:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def count_of(number: int, noun: str) -> str:
    """Return a count with its noun: `1 cell`, `2 cells`, `0 guesses`."""
    if number == 1:
        return f"{number} {noun}"
    return f"{number} {noun}{'es' if noun.endswith(('s', 'x', 'ch', 'sh')) else 's'}"


def cell_names(cells: Iterable[tuple[int, int]]) -> str:
    """Return cells as people write them, `R,C`, separated by blanks."""
    return " ".join(f"{row},{col}" for row, col in cells)


_TABLE_WIDTH = 10_000
"""Columns of text a table may take: a pipe has no width, and a terminal wraps by itself."""


def table(rows: Iterable[Sequence[object]], *, left: Collection[int] = (0,)) -> str:
    """Return rows as lines with aligned columns, two blanks between; those in `left` to the left.

    Text from elsewhere is made safe as by `printable`.
    """
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    grid = Table.grid(padding=(0, 2, 0, 0))
    for number, row in enumerate(rows):
        if not number:
            for column in range(len(row)):
                grid.add_column(justify="left" if column in left else "right", no_wrap=True)
        grid.add_row(*(Text(printable(value)) for value in row))
    console = Console(file=io.StringIO(), width=_TABLE_WIDTH, color_system=None)
    with console.capture() as captured:
        console.print(grid)
    return "\n".join(line.rstrip() for line in captured.get().splitlines())
