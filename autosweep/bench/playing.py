"""Playing the games of a benchmark: in the engine where it can, else move by move in Python."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from random import Random

from autosweep.bench.games import BenchGame
from autosweep.board.board import Phase
from autosweep.board.game import Game
from autosweep.board.layout import Layout
from autosweep.engine import core
from autosweep.errors import TooLarge
from autosweep.solver.analyze import analyze
from autosweep.solver.strategy import Strategy, find_strategy
from autosweep.solver.strategy.expert import NODES, Expert
from autosweep.solver.strategy.values import network


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game went."""

    won: bool
    chances: tuple[float, ...]
    """Of every guess, as announced: the chance to survive; unknown ones are left out."""
    guesses: int
    seconds: float
    """CPU time."""

    @property
    def tested(self) -> list[tuple[float, bool]]:
        """Every announced chance with whether it came out well: only a last one can be fatal."""
        fatal = len(self.chances) - 1 if not self.won else -1
        return [(chance, i != fatal) for i, chance in enumerate(self.chances)]


def play_all(name: str, games: Sequence[BenchGame], *, seed: int = 0) -> list[Outcome]:
    """Play games one after the other; raises SettingsError for an unknown strategy.

    Guesses of `random` depend on the seed and the game alone.
    """
    strategy = find_strategy(name)
    outcomes: list[Outcome] = []
    for (rows, cols, start), group in groupby(games, lambda g: (g.rows, g.cols, g.start)):
        part = list(group)
        fast = _by_engine(strategy, part, rows, cols, start)
        outcomes += fast or [play_one(strategy, game, seed) for game in part]
    return outcomes


def _by_engine(
    strategy: Strategy, games: list[BenchGame], rows: int, cols: int, start: int
) -> list[Outcome] | None:
    """Play in the engine; None where there is none or it does not know the strategy."""
    engine = core()
    expert = isinstance(strategy, Expert)
    if engine is None or not (expert or strategy.name == "probabilistic"):
        return None
    policy = strategy.policy.numbers() if isinstance(strategy, Expert) else None
    # without trust the learned values are only for people
    values = network() if isinstance(strategy, Expert) and strategy.policy.trust > 0 else b""
    layouts = b"".join(game.mask() for game in games)
    played = engine.play_games(layouts, rows, cols, start, policy, values, NODES)
    if played is None:
        return None
    return [Outcome(won, tuple(chances), len(chances), cpu) for won, chances, cpu in played]


def play_one(strategy: Strategy, bench_game: BenchGame, seed: int) -> Outcome:
    """Play one game move by move, as it is played on a screen."""
    begun = time.process_time()
    layout = Layout(bench_game.rows, bench_game.cols, frozenset(bench_game.mines))
    game = Game.of_layout(layout)
    random = Random(f"{seed}/{bench_game.mines}")  # noqa: S311 - a choice, not a secret
    game.open(divmod(bench_game.start, bench_game.cols))
    chances: list[float] = []
    guesses = 0
    while not game.over:
        moves = strategy.choose(game.board, analyze(game.board), random)
        if not moves:
            msg = f"The strategy {strategy.name} has no move for a board."
            raise TooLarge(msg)
        for move in moves:
            if not move.certain:
                guesses += 1
                if move.probability is not None:
                    chances.append(1 - move.probability)
            game.open(move.cell)
    cpu = time.process_time() - begun
    return Outcome(game.phase is Phase.WON, tuple(chances), guesses, cpu)
