"""Simulated games in all stages: what a client may show, as rows of symbols.

Every position is legal: numbers count the mines of one layout. Symbols are those of the program:
`?` 0-8 F Q * X W.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import numpy as np

STAGES = {
    "fresh": 10, "opening": 12, "middle": 34, "late": 12, "won": 8, "lost": 18, "shown": 3,
    "scattered": 3,
}  # fmt: skip
"""How often a game is taken at each stage."""
USUAL_SIZES = ((9, 9), (8, 8), (10, 10), (16, 16), (16, 30), (8, 10), (14, 18), (20, 24), (10, 8))


@dataclass(frozen=True)
class Position:
    """What a board shows, and where the mines are."""

    cells: tuple[str, ...]
    mines: frozenset[tuple[int, int]]
    stage: str

    @property
    def rows(self) -> int:
        """Return the number of rows."""
        return len(self.cells)

    @property
    def cols(self) -> int:
        """Return the number of columns."""
        return len(self.cells[0])


def size_of_board(rng: Random, most_rows: int, most_cols: int) -> tuple[int, int]:
    """Return rows and columns: a usual size, or any that fits."""
    if rng.random() < 0.6:
        rows, cols = rng.choice(USUAL_SIZES)
        if rows <= most_rows and cols <= most_cols:
            return rows, cols
    return rng.randint(min(5, most_rows), most_rows), rng.randint(min(5, most_cols), most_cols)


def neighbors(rows: int, cols: int, cell: tuple[int, int]) -> list[tuple[int, int]]:
    """Return the cells round a cell."""
    r, c = cell
    return [
        (i, j)
        for i in range(max(0, r - 1), min(rows, r + 2))
        for j in range(max(0, c - 1), min(cols, c + 2))
        if (i, j) != cell
    ]


class Game:
    """One game under way."""

    def __init__(self, rng: Random, rows: int, cols: int) -> None:
        self.rng, self.rows, self.cols = rng, rows, cols
        self.places = [(r, c) for r in range(rows) for c in range(cols)]
        share = rng.uniform(0.1, 0.22) if rng.random() < 0.75 else rng.uniform(0.03, 0.6)
        count = min(len(self.places) - 1, max(1, round(share * len(self.places))))
        self.mines = frozenset(rng.sample(self.places, count))
        field = np.zeros((rows + 2, cols + 2), int)
        for r, c in self.mines:
            field[r : r + 3, c : c + 3] += 1
        self.counts = field[1:-1, 1:-1]
        self.shown = np.full((rows, cols), "?")
        self.spread = rng.choices(["eight", "four", "none"], [90, 4, 6])[0]

    def near(self, cell: tuple[int, int]) -> list[tuple[int, int]]:
        """Return the cells round a cell."""
        return neighbors(self.rows, self.cols, cell)

    def open(self, cell: tuple[int, int]) -> None:
        """Open a cell without a mine, and what it spreads to."""
        todo = [cell]
        while todo:
            here = todo.pop()
            if self.shown[here] not in "?Q":
                continue
            self.shown[here] = str(self.counts[here])
            if self.counts[here] or self.spread == "none":
                continue
            todo += [
                n
                for n in self.near(here)
                if self.spread == "eight" or n[0] == here[0] or n[1] == here[1]
            ]

    def play(self, share: float, *, scattered: bool = False) -> None:
        """Open cells until a share of the safe ones is open."""
        safe = [p for p in self.places if p not in self.mines]
        self.rng.shuffle(safe)
        safe.sort(key=lambda p: self.counts[p] != 0)
        wanted = share * len(safe)
        if safe and self.rng.random() < 0.85:
            self.open(safe[0])
        self.rng.shuffle(safe)
        for _ in range(3):
            for place in safe:
                if (self.shown != "?").sum() >= wanted:
                    return
                touches = any(self.shown[n] not in "?FQ" for n in self.near(place))
                if scattered or touches or self.rng.random() < 0.05:
                    self.open(place)

    def mark(self) -> None:
        """Set flags and question marks, some of them wrong."""
        rng = self.rng
        share = rng.choice([0, 0, 0.3, 0.8, 1.0])
        for place in sorted(self.mines):
            open_near = any(self.shown[n] not in "?FQ" for n in self.near(place))
            if self.shown[place] == "?" and rng.random() < share * (1 if open_near else 0.1):
                self.shown[place] = "F"
        hidden = [p for p in self.places if self.shown[p] == "?"]
        if hidden and rng.random() < 0.18:
            for place in rng.sample(hidden, min(len(hidden), rng.randint(1, 6))):
                self.shown[place] = "Q"
        if hidden and rng.random() < 0.3:
            for place in rng.sample(hidden, min(len(hidden), rng.randint(1, 4))):
                self.shown[place] = "F"

    def lose(self) -> None:
        """Show what a client shows after a mine went off."""
        rng = self.rng
        struck = [p for p in sorted(self.mines) if self.shown[p] in "?Q"]
        show_all, keep_flags, show_wrong = (rng.random() < x for x in (0.85, 0.75, 0.6))
        open_all = rng.random() < 0.12
        for place in self.places:
            mark = self.shown[place]
            if place in self.mines and show_all and (mark in "?Q" or not keep_flags):
                self.shown[place] = "*"
            elif mark == "F" and place not in self.mines and show_wrong:
                self.shown[place] = "W"
            elif open_all and mark in "?Q" and place not in self.mines:
                self.shown[place] = str(self.counts[place])
        if struck and rng.random() < 0.85:
            self.shown[rng.choice(struck)] = "X"

    def win(self) -> None:
        """Show what a client shows after the last safe cell was opened."""
        end = self.rng.choice("?FF*")
        for place in sorted(self.mines):
            if self.shown[place] in "?Q" or end == "F":
                self.shown[place] = end


def simulate(rng: Random, rows: int, cols: int) -> Position:
    """Return a game at some stage."""
    game = Game(rng, rows, cols)
    stage = rng.choices(list(STAGES), list(STAGES.values()))[0]
    if stage == "fresh":
        for place in rng.sample(game.places, rng.choice([0, 0, 0, 0, 1, 2])):
            game.shown[place] = rng.choice("FFFQ")
    elif stage == "scattered":
        game.play(rng.uniform(0.05, 0.5), scattered=True)
        game.mark()
    else:
        shares = {"opening": (0.02, 0.2), "middle": (0.2, 0.75), "late": (0.75, 0.99)}
        low, high = shares.get(stage, (0.1, 1.0))
        game.play(1.0 if stage in ("won", "shown") else rng.uniform(low, high))
        game.mark()
        if stage == "lost":
            game.lose()
        elif stage == "won":
            for place in game.places:
                if place not in game.mines and game.shown[place] in "?FQ":
                    game.shown[place] = "?"
                    game.open(place)
            game.win()
        elif stage == "shown":
            for place in game.places:
                game.shown[place] = "*" if place in game.mines else str(game.counts[place])
    return Position(tuple("".join(row) for row in game.shown), game.mines, stage)
