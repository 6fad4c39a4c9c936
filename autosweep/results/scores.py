"""What a person achieved on each level of the built-in game: wins, losses, best time.

The games are lines of the leaderboard.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from autosweep.board import Phase
from autosweep.errors import AutosweepError
from autosweep.results.leaderboard import PERSON, Result, append, load


@dataclass(frozen=True, slots=True)
class LevelScore:
    """What was achieved on one level."""

    level: str
    played: int = 0
    won: int = 0
    """Wins without help."""
    helped: int = 0
    """Wins with help."""
    best: float | None = None
    """Seconds of the fastest win without help."""

    def __str__(self) -> str:
        best = f"; best {self.best:.1f} s" if self.best is not None else ""
        helped = f" and {self.helped} with help" if self.helped else ""
        return f"{self.level}: {self.won} of {self.played} won{helped}{best}."


class Scores:
    """The games of one person; without a file they live only as long as the program.

    A file that cannot be read is left as it is, and nothing is kept.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._results: list[Result] = []
        if path is not None:
            try:
                self._results = [game for game in load(path) if game.player == PERSON]
            except AutosweepError:
                self._path = None

    def of(self, level: str) -> LevelScore:
        """Return what was achieved on a level."""
        games = [game for game in self._results if game.level == level]
        wins = [game for game in games if game.outcome == Phase.WON.value]
        clean = [game for game in wins if not game.helped]
        times = [game.seconds for game in clean if game.seconds > 0]
        return LevelScore(
            level, len(games), len(clean), len(wins) - len(clean), min(times, default=None)
        )

    def add(self, result: Result) -> str:
        """Add a finished game; return a sentence about it."""
        old = self.of(result.level)
        self._results.append(result)
        if self._path is not None:
            try:
                append(self._path, [result])
            except AutosweepError:
                # a game must not end because a score cannot be kept
                self._path = None
        score = self.of(result.level)
        if result.outcome != Phase.WON.value:
            return f"Lost. {score}"
        if result.helped:
            return f"Won in {result.seconds:.1f} s, with help. {score}"
        record = " A new best time!" if old.best is None or result.seconds < old.best else ""
        return f"Won in {result.seconds:.1f} s.{record} {score}"
