"""Board games and puzzles that are no Minesweeper."""

from __future__ import annotations

from random import Random

from .grid_pen import GridPen

LETTERS = "ABCDEFGHIKLMNOPRSTUVW"


def chess(rng: Random) -> GridPen:
    """Chess, with pieces."""
    pen = draughtboard(rng, 8)
    for r, c in pen.cells:
        if rng.random() < (0.8 if r in (0, 1, 6, 7) else 0.12):
            tint = (250.0,) * 3 if r > 3 else (10.0,) * 3
            pen.symbol(r, c, rng.choice("♜♞♝♛♚♟♟♟"), tint, 0.8)
    return pen


def draughtboard(rng: Random, side: int) -> GridPen:
    """Return an empty board of light and dark squares."""
    pen = GridPen(rng, side, side, (16, 70))
    dark = pen.darker(pen.base, rng.uniform(25, 140))
    for r, c in pen.cells:
        pen.fill(r, c, dark if (r + c) % 2 else pen.base)
    return pen


def draughts(rng: Random) -> GridPen:
    """Draughts in its opening or later."""
    side = rng.choice([8, 8, 10])
    pen = draughtboard(rng, side)
    men = rng.choice([3, 4])
    a, b = pen.colour(), pen.colour()
    for r, c in pen.cells:
        if (r + c) % 2 and (r < men or r >= side - men) and rng.random() < 0.85:
            pen.disc(r, c, a if r < men else b, 0.75, pen.darker(a, 60))
    return pen


def connect_four(rng: Random) -> GridPen:
    """Connect Four: discs in holes."""
    pen = GridPen(rng, 6, 7, (22, 80))
    hole, a, b = pen.colour(), pen.colour(), pen.colour()
    for c in range(7):
        tall = rng.randint(0, 6)
        for r in range(6):
            pen.fill(r, c, pen.base)
            pen.disc(r, c, rng.choice([a, b]) if r >= 6 - tall else hole, 0.82)
    return pen


def go(rng: Random) -> GridPen:
    """Go: stones on crossings."""
    side = rng.choice([9, 13, 19])
    pen = GridPen(rng, side, side, (14, 36))
    for k in range(side):
        y, x = k * pen.h + pen.h // 2, k * pen.w + pen.w // 2
        pen.canvas.pixels[y, pen.w // 2 : -pen.w // 2] = pen.ink(pen.base)
        pen.canvas.pixels[pen.h // 2 : -pen.h // 2, x] = pen.ink(pen.base)
    for r, c in pen.cells:
        if rng.random() < 0.3:
            pen.disc(r, c, rng.choice([(10.0,) * 3, (245.0,) * 3]), 0.92, (60.0,) * 3)
    return pen


def reversi(rng: Random) -> GridPen:
    """Reversi: black and white discs on a ruled board."""
    pen = GridPen(rng, 8, 8, (18, 64))
    for r, c in pen.cells:
        pen.fill(r, c, pen.base)
        if rng.random() < 0.45:
            pen.disc(r, c, rng.choice([(10.0,) * 3, (245.0,) * 3]), 0.8)
    pen.lines(pen.line)
    return pen


def sudoku(rng: Random) -> GridPen:
    """Sudoku, with notes or without."""
    pen = GridPen(rng, 9, 9, (16, 60))
    share, given = rng.uniform(0.25, 1.0), pen.darker(pen.base, 12)
    inks = [pen.ink(pen.base), pen.ink(pen.base)]
    for r, c in pen.cells:
        written = rng.random() < share
        pen.fill(r, c, given if written and rng.random() < 0.5 else pen.base)
        if written:
            pen.write(r, c, str(rng.randint(1, 9)), rng.choice(inks), 0.6)
    pen.lines(pen.line)
    pen.lines(pen.ink(pen.base), rng.choice([2, 3]), 3)
    return pen


def nonogram(rng: Random) -> GridPen:
    """A nonogram with its numbers at two sides."""
    side, room = rng.choice([5, 10, 10, 15]), rng.choice([0, 2, 3])
    pen = GridPen(rng, side + room, side + room, (12, 34))
    on, ink = pen.ink(pen.base), pen.ink(pen.base)
    for r, c in pen.cells:
        pen.fill(r, c, pen.base)
        if r >= room and c >= room:
            choice = rng.random()
            if choice < 0.45:
                pen.fill(r, c, on, rng.choice([0, 0.06]))
            elif choice < 0.6:
                pen.write(r, c, "x", ink, 0.5)
        elif (r >= room) != (c >= room) and rng.random() < 0.7:
            pen.write(r, c, str(rng.randint(1, 8)), ink, 0.6)
    pen.lines(pen.line)
    return pen


def crossword(rng: Random) -> GridPen:
    """A crossword, with letters and small numbers."""
    side = rng.randint(7, 15)
    pen = GridPen(rng, side, side, (16, 44))
    ink, share, count = pen.ink(pen.base), rng.random(), 0
    for r, c in pen.cells:
        black = rng.random() < 0.25
        pen.fill(r, c, ink if black else pen.base)
        if not black:
            if rng.random() < share:
                pen.write(r, c, rng.choice(LETTERS), ink, 0.6)
            if rng.random() < 0.25:
                count += 1
                x, y = c * pen.w + 2, r * pen.h + 1
                pen.canvas.text(x, y, str(count), max(6, pen.h // 4), ink)
    pen.lines(pen.line)
    return pen


def word_game(rng: Random) -> GridPen:
    """Letters on tiles: guessing words, or a field of letters."""
    rows, cols = rng.choice([(6, 5), (6, 5), (10, 10), (4, 4), (15, 15)])
    pen = GridPen(rng, rows, cols, (18, 64))
    kinds = [pen.colour() for _ in range(3)]
    gap, radius, until = rng.uniform(0, 0.08), rng.choice([0, 0, 0.1]), rng.randint(0, rows)
    for r, c in pen.cells:
        tint = rng.choice(kinds) if r < until else kinds[0]
        pen.fill(r, c, tint, gap, radius)
        if r < until or rows > 6:
            pen.write(r, c, rng.choice(LETTERS), pen.ink(tint), 0.6)
    return pen


def merge_numbers(rng: Random) -> GridPen:
    """2048: powers of two on tiles."""
    side = rng.choice([4, 4, 5, 6])
    pen = GridPen(rng, side, side, (36, 90))
    shades = [pen.colour() for _ in range(8)]
    for r, c in pen.cells:
        k = rng.choice([0, 0, 1, 1, 2, 3, 4, 5, 6, 7])
        pen.fill(r, c, shades[k], 0.06, 0.05)
        if k:
            pen.write(r, c, str(2**k), pen.ink(shades[k]), 0.4)
    return pen


def blocks(rng: Random) -> GridPen:
    """Falling blocks or a block puzzle: coloured squares over an empty field."""
    rows, cols = rng.choice([(20, 10), (10, 10), (8, 8), (16, 10)])
    pen = GridPen(rng, rows, cols, (12, 40))
    tints = [pen.colour() for _ in range(5)]
    raised, ruled = rng.random() < 0.5, rng.random() < 0.5
    for r, c in pen.cells:
        pen.fill(r, c, pen.base)
        if rng.random() < (0.75 if r > rows * 0.6 else 0.12):
            tint = rng.choice(tints)
            if raised:
                pen.bevel(r, c, tint)
            else:
                pen.fill(r, c, tint, 0.03)
    if ruled:
        pen.lines(pen.line)
    return pen


def match_three(rng: Random) -> GridPen:
    """Gems or fruit in rows."""
    side = rng.choice([6, 7, 8, 9])
    pen = GridPen(rng, side, rng.choice([side, side + 1]), (22, 64))
    start, kinds = rng.randrange(100), rng.randint(4, 7)
    tints = [pen.colour() for _ in range(kinds)]
    pictures = rng.random() < 0.6
    for r, c in pen.cells:
        pen.fill(r, c, pen.darker(pen.base, 12) if (r + c) % 2 else pen.base)
        k = rng.randrange(kinds)
        if pictures:
            pen.picture(r, c, start + k)
        else:
            pen.disc(r, c, tints[k], 0.75)
    return pen


def memory(rng: Random) -> GridPen:
    """Cards with equal backs, a few turned."""
    pen = GridPen(rng, rng.choice([4, 4, 5, 6]), rng.choice([4, 5, 6]), (34, 90))
    back, gap, radius = pen.colour(), rng.uniform(0.03, 0.1), rng.uniform(0, 0.15)
    mark = rng.choice(["", "?", "*"])
    for r, c in pen.cells:
        if rng.random() < 0.3:
            pen.fill(r, c, (250.0,) * 3, gap, radius)
            pen.picture(r, c, rng.randrange(12), 0.6)
        else:
            pen.fill(r, c, back, gap, radius)
            if mark:
                pen.write(r, c, mark, pen.ink(back), 0.5)
    return pen


def noughts(rng: Random) -> GridPen:
    """Noughts and crosses, three in a row or more."""
    side = rng.choice([3, 3, 4, 5, 10, 15])
    pen = GridPen(rng, side, side, (60, 90) if side < 6 else (18, 36))
    tints = [pen.ink(pen.base), pen.ink(pen.base)]
    for r, c in pen.cells:
        pen.fill(r, c, pen.base)
        if rng.random() < 0.4:
            k = rng.randrange(2)
            pen.write(r, c, "XO"[k], tints[k], 0.7)
    pen.lines(pen.line, rng.choice([1, 2, 3]))
    return pen


def battleship(rng: Random) -> GridPen:
    """Battleship: misses, hits, ships, letters and numbers round it."""
    pen = GridPen(rng, 11, 11, (18, 44))
    ship, hit = pen.colour(), (40.0, 40.0, 220.0)
    ink = pen.ink(pen.base)
    for r, c in pen.cells:
        pen.fill(r, c, pen.base)
        if r == 0 or c == 0:
            text = "" if r == c else str(c) if r == 0 else LETTERS[r - 1]
            if text:
                pen.write(r, c, text, ink, 0.5)
        elif rng.random() < 0.18:
            pen.fill(r, c, ship)
        elif rng.random() < 0.3:
            pen.disc(r, c, rng.choice([hit, (250.0,) * 3]), 0.35)
    pen.lines(pen.line)
    return pen


def bingo(rng: Random) -> GridPen:
    """A bingo card."""
    pen = GridPen(rng, 5, 5, (30, 80))
    ink, struck = pen.ink(pen.base), pen.colour()
    for r, c in pen.cells:
        pen.fill(r, c, struck if rng.random() < 0.25 else pen.base)
        pen.write(r, c, str(rng.randint(1, 75)), ink, 0.45)
    pen.lines(pen.line, rng.choice([1, 2]))
    return pen


def lights_out(rng: Random) -> GridPen:
    """Squares that are on or off."""
    side = rng.choice([5, 5, 6, 8, 12])
    pen = GridPen(rng, side, side, (20, 64))
    on, off = pen.colour(), pen.colour()
    gap, radius = rng.uniform(0, 0.08), rng.choice([0, 0.1, 0.3])
    for r, c in pen.cells:
        pen.fill(r, c, on if rng.random() < 0.4 else off, gap, radius)
    return pen


def sliding(rng: Random) -> GridPen:
    """The fifteen puzzle and larger ones."""
    side = rng.choice([3, 4, 4, 5])
    pen = GridPen(rng, side, side, (40, 90))
    numbers = rng.sample(range(side * side), side * side)
    for (r, c), k in zip(pen.cells, numbers, strict=True):
        if k:
            pen.bevel(r, c, pen.base, 0.05)
            pen.write(r, c, str(k), pen.ink(pen.base), 0.5)
    return pen


def snake(rng: Random) -> GridPen:
    """A snake on a field, plain or chequered."""
    pen = GridPen(rng, rng.randint(10, 18), rng.randint(10, 22), (14, 34))
    other = pen.darker(pen.base, rng.choice([0, 8, 16]))
    for r, c in pen.cells:
        pen.fill(r, c, other if (r + c) % 2 else pen.base)
    r, c = pen.rows // 2, pen.cols // 2
    body = pen.colour()
    for _ in range(rng.randint(5, 40)):
        dr, dc = rng.choice([(0, 1), (0, -1), (1, 0), (-1, 0)])
        r, c = min(pen.rows - 1, max(0, r + dr)), min(pen.cols - 1, max(0, c + dc))
        pen.fill(r, c, body, rng.choice([0, 0.05]))
    pen.picture(rng.randrange(pen.rows), rng.randrange(pen.cols), 3)
    return pen


def life(rng: Random) -> GridPen:
    """The game of life: living and dead cells."""
    pen = GridPen(rng, rng.randint(12, 30), rng.randint(12, 36), (9, 24))
    alive, share = pen.ink(pen.base), rng.uniform(0.05, 0.4)
    gap = rng.choice([0, 0.05])
    for r, c in pen.cells:
        pen.fill(r, c, pen.base)
        if rng.random() < share:
            pen.fill(r, c, alive, gap)
    if rng.random() < 0.7:
        pen.lines(pen.line)
    return pen


def maze(rng: Random) -> GridPen:
    """A maze of walls and ways."""
    side = rng.choice([11, 15, 21, 25])
    pen = GridPen(rng, side, side, (9, 26))
    wall = pen.ink(pen.base)
    for r, c in pen.cells:
        solid = (r % 2 == 0 and c % 2 == 0) or ((r + c) % 2 and rng.random() < 0.45)
        pen.fill(r, c, wall if solid else pen.base)
    return pen


def levels(rng: Random) -> GridPen:
    """A choice of levels: numbered buttons, the later ones locked."""
    pen = GridPen(rng, rng.randint(3, 7), rng.randint(4, 8), (34, 76))
    face, locked = pen.colour(), pen.colour()
    open_until = rng.randint(1, pen.rows * pen.cols)
    gap, radius = rng.uniform(0.03, 0.1), rng.choice([0, 0.15, 0.5])
    for k, (r, c) in enumerate(pen.cells):
        tint = face if k < open_until else locked
        pen.fill(r, c, tint, gap, radius)
        if k < open_until or rng.random() < 0.5:
            pen.write(r, c, str(k + 1), pen.ink(tint), 0.4)
        else:
            pen.symbol(r, c, "■", pen.ink(tint), 0.5)
    return pen


def kakuro(rng: Random) -> GridPen:
    """Sums in black cells, digits in white ones."""
    side = rng.randint(6, 11)
    pen = GridPen(rng, side, side, (24, 52))
    dark, ink, share = pen.darker(pen.base, 140), pen.ink(pen.base), rng.random()
    for r, c in pen.cells:
        if r == 0 or c == 0 or rng.random() < 0.25:
            pen.fill(r, c, dark)
            x, y = c * pen.w + pen.w // 2, r * pen.h + 2
            pen.canvas.text(x, y, str(rng.randint(3, 30)), max(7, pen.h // 3), pen.base)
        else:
            pen.fill(r, c, pen.base)
            if rng.random() < share:
                pen.write(r, c, str(rng.randint(1, 9)), ink, 0.6)
    pen.lines(pen.line)
    return pen


def colour_flood(rng: Random) -> GridPen:
    """Squares of six colours without lines."""
    side = rng.choice([8, 10, 14, 18])
    pen = GridPen(rng, side, side, (14, 40))
    tints = [pen.colour() for _ in range(6)]
    for r, c in pen.cells:
        pen.fill(r, c, rng.choice(tints))
    return pen


def hidden_keys(rng: Random) -> GridPen:
    """Raised keys without any sign, all equal: buttons of a panel, a sampler, a launcher."""
    pen = GridPen(rng, rng.randint(3, 8), rng.randint(3, 10), (20, 70))
    lit, share = pen.colour(), rng.choice([0, 0.1, 0.3])
    wide = rng.uniform(0.04, 0.14)
    for r, c in pen.cells:
        pen.bevel(r, c, lit if rng.random() < share else pen.base, wide)
    return pen


GAMES = {
    "chess": chess, "draughts": draughts, "connect four": connect_four, "go": go,
    "reversi": reversi, "sudoku": sudoku, "nonogram": nonogram, "crossword": crossword,
    "word game": word_game, "2048": merge_numbers, "blocks": blocks, "match three": match_three,
    "memory": memory, "noughts": noughts, "battleship": battleship, "bingo": bingo,
    "lights out": lights_out, "sliding": sliding, "snake": snake,
    "life": life, "maze": maze, "levels": levels, "kakuro": kakuro, "colour flood": colour_flood,
    "keys": hidden_keys,
}  # fmt: skip
