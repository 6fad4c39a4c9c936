"""Small random boards for tests of the solver: every symbol, wrong numbers and totals included.

And positions of honest games at which nothing is certain.
"""

from __future__ import annotations

from random import Random

from autosweep.board import (
    EXPLODED,
    FLAG,
    HIDDEN,
    MAX_NUMBER,
    MINE,
    QUESTION,
    UNREAD,
    WRONG_FLAG,
    Board,
    Game,
    Layout,
)
from autosweep.solver.analyze import analyze


def random_board(random: Random, *, most_hidden: int = 9, corrupt: bool = True) -> Board:
    """Return a position of a random game with at most `most_hidden` hidden cells.

    Most are true to a layout; with `corrupt` one in three has a number or the total changed.
    """
    rows, cols = random.randint(1, 6), random.randint(1, 6)
    size = rows * cols
    layout = Layout.random(rows, cols, random.randint(0, size // 2), random)
    numbers = layout.numbers()
    hidden = random.sample(range(size), min(size, random.randint(0, most_hidden)))
    cells = bytearray(size)
    for i in range(size):
        if i in hidden:
            cells[i] = random.choices((HIDDEN, FLAG, QUESTION, UNREAD), weights=(12, 2, 1, 1), k=1)[
                0
            ]
        elif i in layout.mines:
            cells[i] = random.choice((MINE, EXPLODED))
        else:
            cells[i] = WRONG_FLAG if random.random() < 0.05 else numbers[i]
    total = len(layout.mines)
    if corrupt and random.random() < 1 / 3:
        i = random.randrange(size)
        if cells[i] <= MAX_NUMBER and random.random() < 0.7:
            cells[i] = min(MAX_NUMBER, max(0, cells[i] + random.choice((-1, 1))))
        else:
            total = max(0, total + random.choice((-2, -1, 1, 2)))
    return Board(rows, cols, bytes(cells), total if random.random() < 0.75 else None)


def expert_like(random: Random, rows: int, cols: int, mines: int) -> Board:
    """Return a position some random safe openings into a game."""
    from autosweep.board import Game

    layout = Layout.random(rows, cols, mines, random)
    game = Game.of_layout(layout)
    free = [i for i in range(rows * cols) if i not in layout.mines]
    for i in random.sample(free, random.randint(1, max(1, len(free) // 8))):
        if not game.over:
            game.open(divmod(i, cols))
    return game.board


def stuck_positions(rows: int, cols: int, mines: int, seed: int) -> list[Board]:
    """Return positions of a seeded game at which nothing is certain."""
    layout = Layout.random(rows, cols, mines, Random(seed), keep_free=[0])
    game = Game.of_layout(layout)
    game.open((0, 0))
    found = []
    while not game.over:
        analysis = analyze(game.board)
        if not analysis.safe:
            found.append(game.board)
        safe = analysis.safe or {
            min(cell for cell, _ in analysis.probability.items() if not layout.is_mine(cell))
        }
        for cell in safe:
            game.open(cell)
    return found
