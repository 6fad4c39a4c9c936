"""How sure a result is: intervals for win rates, paired comparisons, calibration. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import comb, erfc, log, sqrt

Z95 = 1.959963984540054
"""Two-sided 95 % of a normal distribution, in deviations."""
_EXACT = 1000
"""Differing games up to which McNemar's test is the exact binomial one."""
ERROR = 0.05
"""The chance of either error that a sequential test allows."""
_BINS = 10


def wilson(won: int, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a share by Wilson's formula; 0 to 1 without any game."""
    if games == 0:
        return 0.0, 1.0
    rate, z2 = won / games, Z95 * Z95
    middle = (rate + z2 / (2 * games)) / (1 + z2 / games)
    half = Z95 * sqrt(rate * (1 - rate) / games + z2 / (4 * games * games)) / (1 + z2 / games)
    low = 0.0 if won == 0 else middle - half
    return low, 1.0 if won == games else middle + half


@dataclass(frozen=True, slots=True)
class Paired:
    """Two players on the same games."""

    games: int
    a_only: int
    """Games that only the first won."""
    b_only: int

    @property
    def difference(self) -> float:
        """Win rate of the first minus that of the second."""
        return (self.a_only - self.b_only) / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the difference."""
        if not self.games:
            return -1.0, 1.0
        spread = (self.a_only + self.b_only) / self.games - self.difference**2
        half = Z95 * sqrt(max(spread, 0.0) / self.games)
        return self.difference - half, self.difference + half

    @property
    def p_value(self) -> float:
        """Chance of a difference at least so large between equal players (McNemar's test)."""
        differing = self.a_only + self.b_only
        fewer = min(self.a_only, self.b_only)
        if differing == 0:
            return 1.0
        if differing <= _EXACT:
            tail = sum(comb(differing, k) for k in range(fewer + 1))
            return min(1.0, 2 * tail / (1 << differing))
        gap = abs(self.a_only - self.b_only) - 1
        return erfc(max(gap, 0) / sqrt(2 * differing))


def compare(a: Sequence[bool], b: Sequence[bool]) -> Paired:
    """Compare two players game by game, as far as both have played."""
    games = min(len(a), len(b))
    pairs = list(zip(a[:games], b[:games], strict=True))
    return Paired(games, sum(x and not y for x, y in pairs), sum(y and not x for x, y in pairs))


@dataclass(frozen=True, slots=True)
class Sequential:
    """Wald's sequential test: does A win at least `points` more than B, or no more than B?

    Looking after every game is allowed: each of the two errors has a chance of `ERROR` at the most,
    whenever the test ends. Equal games say nothing, so the spread is that of the differing ones.
    """

    points: float
    """The least difference of interest, as a share of the games."""
    paired: Paired

    @property
    def evidence(self) -> float:
        """Logarithm of how many times likelier the games are if A wins `points` more."""
        paired = self.paired
        # half a game each keeps the spread above zero while nothing differs
        spread = (paired.a_only + paired.b_only + 1) / (paired.games + 1) - paired.difference**2
        return paired.games * self.points * (paired.difference - self.points / 2) / spread

    @property
    def verdict(self) -> str:
        """`better`, `not better`, or `open` while more games are needed."""
        bound = log((1 - ERROR) / ERROR)
        if self.evidence >= bound:
            return "better"
        return "not better" if self.evidence <= -bound else "open"


@dataclass(frozen=True, slots=True)
class Bin:
    """Guesses that were said to survive about equally often."""

    guesses: int
    said: float
    """The mean chance to survive as announced."""
    was: float
    """The share that survived."""


def calibrate(guesses: Iterable[tuple[float, bool]]) -> list[Bin]:
    """Sort guesses, given as (chance announced, survived), into bins of a tenth each."""
    found: list[list[tuple[float, bool]]] = [[] for _ in range(_BINS)]
    for chance, survived in guesses:
        found[min(int(chance * _BINS), _BINS - 1)].append((chance, survived))
    return [
        Bin(
            len(part),
            sum(chance for chance, _ in part) / len(part),
            sum(survived for _, survived in part) / len(part),
        )
        for part in found
        if part
    ]
