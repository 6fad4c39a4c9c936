"""Other grids as HTML."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from .furniture import words
from .page_style import PAGE_FONTS, css, seen
from .shapes import Color, color, palette, shifted

LETTERS = "ABCDEFGHIKLMNOPRSTUVW"


@dataclass
class Sheet:
    """What the cells of one grid have in common."""

    rng: Random
    side: int
    base: Color
    second: Color
    line: Color
    font: str

    def td(self, text: object, style: str = "", ground: Color | None = None) -> str:
        """Return one cell."""
        ground = ground or self.base
        ink = css(seen((20.0,) * 3, ground))
        return (
            f"<td style='width:{self.side}px;height:{self.side}px;text-align:center;padding:0;"
            f"background:{css(ground)};color:{ink};font:{self.side * 0.5:.0f}px {self.font};"
            f"{style}'>{text}</td>"
        )

    def table(self, rows: int, cols: int, cell: Callable[[int, int], str], gap: int = 0) -> str:
        """Return the whole grid."""
        body = "".join(
            "<tr>" + "".join(cell(r, c) for c in range(cols)) + "</tr>" for r in range(rows)
        )
        way = "separate" if gap else "collapse"
        return (
            f"<table style='border-collapse:{way};border-spacing:{gap}px;display:inline-table;"
            f"background:{css(self.line)}'>{body}</table>"
        )

    def wide(self, text: str, style: str) -> str:
        """Return a cell of small text that is wider than tall."""
        ink = css(seen((0.0,) * 3, self.base))
        return f"<td style='background:{css(self.base)};color:{ink};{style}'>{text}</td>"

    def border(self, c: Color | None = None) -> str:
        """Return a thin border."""
        return f"border:{self.rng.choice([1, 1, 2])}px solid {css(c or self.line)};"


def disc(side: int, tint: Color) -> str:
    """Return a disc inside a cell."""
    d = round(side * 0.78)
    size = f"width:{d}px;height:{d}px;border-radius:50%"
    return f"<div style='{size};margin:auto;background:{css(tint)}'></div>"


def chess(s: Sheet) -> str:
    """Chess or draughts boards."""
    return s.table(
        8, 8, lambda r, c: s.td(
            s.rng.choice("♜♞♝♛♚♟♙♖♘") if s.rng.random() < 0.35 else "",
            ground=s.second if (r + c) % 2 else s.base)
    )  # fmt: skip


def draughts(s: Sheet) -> str:
    """Draughts."""
    tints = (color(s.rng), color(s.rng))
    return s.table(
        8, 8, lambda r, c: s.td(
            disc(s.side, tints[r > 3]) if (r + c) % 2 and r not in (3, 4) else "",
            ground=s.second if (r + c) % 2 else s.base)
    )  # fmt: skip


def connect_four(s: Sheet) -> str:
    """Discs in holes."""
    tints = (color(s.rng), color(s.rng), s.second, s.second)
    return s.table(
        6, 7, lambda r, _c: s.td(disc(s.side, s.rng.choice(tints) if r > 1 else s.second))
    )


def sudoku(s: Sheet) -> str:
    """Sudoku."""
    share, thick = s.rng.uniform(0.3, 1), css(seen((0.0,) * 3, s.base))

    def cell(r: int, c: int) -> str:
        style = s.border()
        style += f"border-top:3px solid {thick};" if r % 3 == 0 else ""
        style += f"border-left:3px solid {thick};" if c % 3 == 0 else ""
        return s.td(s.rng.randint(1, 9) if s.rng.random() < share else "", style)

    return s.table(9, 9, cell)


def nonogram(s: Sheet) -> str:
    """A nonogram with one line of numbers at two sides."""
    n = s.rng.choice([6, 11, 16])
    return s.table(
        n, n, lambda r, c: s.td(
            s.rng.randint(1, 8) if (r == 0) != (c == 0) else "", s.border(),
            s.second if r and c and s.rng.random() < 0.45 else s.base)
    )  # fmt: skip


def crossword(s: Sheet) -> str:
    """A crossword."""
    n, share = s.rng.randint(7, 15), s.rng.random()
    black = seen((0.0,) * 3, s.base)

    def cell(_r: int, _c: int) -> str:
        if s.rng.random() < 0.25:
            return s.td("", s.border(), black)
        return s.td(s.rng.choice(LETTERS) if s.rng.random() < share else "", s.border())

    return s.table(n, n, cell)


def word_game(s: Sheet) -> str:
    """Guessing words."""
    tints, until = (color(s.rng), color(s.rng), s.second), s.rng.randint(0, 6)
    return s.table(
        6, 5, lambda r, _c: s.td(
            s.rng.choice(LETTERS) if r < until else "", s.border(),
            s.rng.choice(tints) if r < until else s.base), 5
    )  # fmt: skip


def merge_numbers(s: Sheet) -> str:
    """2048."""
    s.side = max(44, s.side)
    tints = [color(s.rng) for _ in range(9)]

    def cell(_r: int, _c: int) -> str:
        k = s.rng.choice([0, 0, 1, 1, 2, 3, 4, 5, 6, 7, 8])
        return s.td(2**k if k else "", "border-radius:4px;", tints[k])

    return s.table(4, 4, cell, 8)


def blocks(s: Sheet) -> str:
    """Falling blocks."""
    tints = [color(s.rng) for _ in range(5)]
    ruled = s.border() if s.rng.random() < 0.6 else ""
    rows, cols = s.rng.choice([(20, 10), (10, 10), (8, 8)])
    return s.table(
        rows, cols, lambda r, _c: s.td(
            "", ruled,
            s.rng.choice(tints) if s.rng.random() < (0.7 if r > rows / 2 else 0.1) else s.base)
    )  # fmt: skip


def match_three(s: Sheet) -> str:
    """Fruit or gems."""
    kinds = s.rng.sample("🍎🍊🍋🍇🍓🥝💎⭐🔷🔶🟣", 5)
    return s.table(
        8, 8, lambda r, c: s.td(s.rng.choice(kinds), "", s.second if (r + c) % 2 else s.base)
    )


def memory(s: Sheet) -> str:
    """Cards."""
    s.side = max(40, s.side)
    return s.table(
        4, s.rng.choice([4, 5, 6]),
        lambda _r, _c: s.td(s.rng.choice(["", "", "", "🍎", "🚗", "🐱"]), "border-radius:6px;"), 6
    )  # fmt: skip


def noughts(s: Sheet) -> str:
    """Noughts and crosses."""
    n = s.rng.choice([3, 3, 5, 10, 15])
    return s.table(n, n, lambda _r, _c: s.td(s.rng.choice(["", "", "X", "O"]), s.border()))


def calendar(s: Sheet) -> str:
    """A month."""
    start = s.rng.randrange(7)

    def cell(r: int, c: int) -> str:
        day = r * 7 + c - start - 6
        return s.td("MTWTFSS"[c] if r == 0 else day if 0 < day < 32 else "", s.border())

    return s.table(7, 7, cell)


def seats(s: Sheet) -> str:
    """Seats with an aisle."""
    free = color(s.rng)
    return s.table(
        s.rng.randint(6, 12), 14, lambda _r, c: s.td(
            "", "border-radius:5px;",
            s.line if c == 6 else s.rng.choice([free, free, s.second])), 4
    )  # fmt: skip


def spreadsheet(s: Sheet) -> str:
    """Words and numbers in wide cells."""

    def cell(_r: int, _c: int) -> str:
        text = s.rng.choice([words(s.rng, 1), s.rng.randint(0, 9999), "", ""])
        style = (
            "min-width:70px;height:20px;border:1px solid #ccc;font:12px sans-serif;padding:0 3px"
        )
        return s.wide(str(text), style)

    return s.table(s.rng.randint(8, 20), s.rng.randint(4, 9), cell)


def keypad(s: Sheet) -> str:
    """Keys of a calculator or a telephone."""
    s.side = max(30, s.side)
    keys, cols = s.rng.choice([("789/456*123-0.=+", 4), ("123456789*0#", 3)])
    round_ = s.rng.choice(["", "border-radius:50%;", "border-radius:6px;"])
    return s.table(
        len(keys) // cols,
        cols,
        lambda r, c: s.td(keys[r * cols + c], round_),
        s.rng.choice([0, 3, 6]),
    )


def colours(s: Sheet) -> str:
    """Swatches."""
    return s.table(
        s.rng.randint(4, 12), s.rng.randint(6, 16), lambda _r, _c: s.td("", "", color(s.rng)),
        s.rng.choice([0, 1, 3])
    )  # fmt: skip


def contributions(s: Sheet) -> str:
    """Small squares, shaded."""
    s.side = s.rng.randint(9, 15)
    s.line, end = s.base, color(s.rng)
    shades = [
        shifted(s.base, -15),
        tuple((a + b) / 2 for a, b in zip(s.base, end, strict=True)),
        end,
    ]
    return s.table(
        7, s.rng.randint(20, 52),
        lambda _r, _c: s.td("", "border-radius:2px;", s.rng.choice([shades[0], *shades])), 3
    )  # fmt: skip


def periodic_table(s: Sheet) -> str:
    """Squares with one or two letters, not everywhere."""
    groups = [color(s.rng) for _ in range(6)]

    def cell(r: int, c: int) -> str:
        if r > 2 or c < 2 or (c > 12 and r > 0):
            return s.td(
                s.rng.choice(["H", "He", "Li", "Na", "K", "Fe", "Cu", "O"]), "", groups[c // 3]
            )
        return s.td("", "", s.line)

    return s.table(7, 18, cell, 1)


def bingo(s: Sheet) -> str:
    """A bingo card."""
    return s.table(5, 5, lambda _r, _c: s.td(s.rng.randint(1, 75), s.border()))


def battleship(s: Sheet) -> str:
    """Battleship with letters and numbers round it."""

    def cell(r: int, c: int) -> str:
        if r == 0 or c == 0:
            return s.td("" if r == c else c if r == 0 else LETTERS[r - 1], s.border())
        return s.td(
            s.rng.choice(["", "", "", "•", "✕"]),
            s.border(),
            s.second if s.rng.random() < 0.2 else s.base,
        )

    return s.table(11, 11, cell)


def table(s: Sheet) -> str:
    """A table of small numbers."""
    most = s.rng.choice([5, 9, 99])
    return s.table(
        s.rng.randint(5, 14), s.rng.randint(5, 14),
        lambda r, _c: s.td(s.rng.randint(0, most), s.border(), s.second if r == 0 else s.base)
    )  # fmt: skip


def text_list(s: Sheet) -> str:
    """Lines of text and links."""
    lines = "".join(
        f"<li>{words(s.rng, s.rng.randint(2, 9))}</li>" for _ in range(s.rng.randint(5, 20))
    )
    ink = css(seen((0.0,) * 3, s.base))
    look = f"background:{css(s.base)};color:{ink};font:{s.rng.randint(11, 18)}px {s.font}"
    return f"<ul style='display:inline-block;text-align:left;{look}'>{lines}</ul>"


def cards(s: Sheet) -> str:
    """Cards of text in rows, as shops and news show them."""
    style = f"padding:10px;width:120px;height:90px;font:12px {s.font};border:1px solid #ccc"
    rows, cols = s.rng.randint(2, 4), s.rng.randint(2, 5)
    return s.table(rows, cols, lambda _r, _c: s.wide(words(s.rng, 6), style), 8)


def levels(s: Sheet) -> str:
    """A choice of levels."""
    s.side = max(30, s.side)
    until, cols = s.rng.randint(1, 30), s.rng.randint(4, 8)

    def cell(r: int, c: int) -> str:
        k = r * cols + c
        text, ground = (k + 1, s.base) if k < until else ("🔒", s.second)
        return s.td(text, "border-radius:6px;", ground)

    return s.table(s.rng.randint(3, 6), cols, cell, s.rng.choice([3, 6, 10]))


def keys(s: Sheet) -> str:
    """Raised keys without any sign."""
    edge = f"border:{s.rng.randint(2, 4)}px outset {css(shifted(s.base, 30))};"
    share = s.rng.choice([0, 0.1, 0.3])

    def cell(_r: int, _c: int) -> str:
        return s.td("", edge, s.second if s.rng.random() < share else s.base)

    return s.table(s.rng.randint(3, 9), s.rng.randint(3, 10), cell, s.rng.choice([0, 2, 4]))


def lights(s: Sheet) -> str:
    """Squares that are on or off, without any sign."""
    n, share = s.rng.choice([5, 6, 8, 12, 16]), s.rng.uniform(0.1, 0.6)
    radius = f"border-radius:{s.rng.choice([0, 0, 4, 50])}%;"

    def cell(_r: int, _c: int) -> str:
        return s.td("", radius, s.second if s.rng.random() < share else s.base)

    return s.table(n, n, cell, s.rng.choice([0, 1, 2, 4]))


PAGE_GRIDS: dict[str, Callable[[Sheet], str]] = {
    "chess": chess, "draughts": draughts, "connect four": connect_four, "sudoku": sudoku,
    "nonogram": nonogram, "crossword": crossword, "word game": word_game, "2048": merge_numbers,
    "blocks": blocks, "match three": match_three, "memory": memory, "noughts": noughts,
    "calendar": calendar, "seats": seats, "spreadsheet": spreadsheet, "keypad": keypad,
    "colour palette": colours, "contributions": contributions, "periodic table": periodic_table,
    "bingo": bingo, "battleship": battleship, "table": table, "text": text_list, "cards": cards,
    "levels": levels, "keys": keys, "lights out": lights,
}  # fmt: skip


def page_grid(rng: Random, kind: str) -> str:
    """Return another grid as HTML."""
    base, second, line = palette(rng)
    if rng.random() < 0.3:
        base = rng.choice([(255.0,) * 3, (240.0,) * 3, (40.0,) * 3])
        line = shifted(base, -60 if base[0] > 100 else 60)
    side = rng.choice([rng.randint(14, 26), rng.randint(22, 44), rng.randint(40, 70)])
    return PAGE_GRIDS[kind](Sheet(rng, side, base, second, line, rng.choice(PAGE_FONTS)))
