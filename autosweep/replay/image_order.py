"""The order of screenshots. Pure.

Three orders are tried: names with numbers by value (2 before 10), file times, and the boards
themselves, because in a game open cells stay open. The order with the fewest contradictions is
taken; names if that makes no difference.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from autosweep.board import MAX_NUMBER, Board
from autosweep.replay.inferred_clicks import same_game

BY_NAME, BY_TIME, BY_CONTENT = "name", "time", "content"


def natural_key(path: Path) -> tuple[object, ...]:
    """Return a sort key of names that takes numbers by value."""
    parts = re.split(r"(\d+)", str(path).casefold())
    return tuple((int(p), p) if i % 2 else (0, p) for i, p in enumerate(parts))


def best_order(boards: Sequence[Board | None], times: Sequence[float]) -> tuple[list[int], str]:
    """Return the best order of images, and what it goes by.

    `boards` are the boards of the images, sorted by name; None if an image shows no board. `times`
    are the times of the files.
    """
    named = list(range(len(boards)))
    options = [
        (named, BY_NAME),
        (sorted(named, key=lambda i: times[i]), BY_TIME),
        (_by_content(boards), BY_CONTENT),
    ]
    return min(options, key=lambda option: contradictions([boards[i] for i in option[0]]))


def contradictions(boards: Sequence[Board | None]) -> int:
    """Count how often a board does not continue the one before."""
    count = 0
    last: Board | None = None
    for board in boards:
        if board is None:
            continue
        count += last is not None and not same_game(last, board)
        last = board
    return count


def _by_content(boards: Sequence[Board | None]) -> list[int]:
    """Divide boards into games, and sort each game by the number of open cells."""
    seen = [(i, board) for i, board in enumerate(boards) if board is not None]
    games: list[list[tuple[int, Board]]] = []
    for i, board in sorted(seen, key=lambda pair: (_opened(pair[1]), pair[0])):
        fitting = [game for game in games if same_game(game[-1][1], board)]
        if fitting:
            max(fitting, key=lambda game: _opened(game[-1][1])).append((i, board))
        else:
            games.append([(i, board)])
    games.sort(key=lambda game: min(i for i, _ in game))
    order = [i for game in games for i, _ in game]
    return order + [i for i, board in enumerate(boards) if board is None]


def _opened(board: Board) -> int:
    return board.count(range(MAX_NUMBER + 1)) + sum(code > 11 for code in board.cells)
