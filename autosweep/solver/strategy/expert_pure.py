"""The expert's guess in plain Python: the readable twin of expert.cpp, move for move.

Few layouts: the whole game tree is searched. Otherwise every candidate is scored by what may follow
it, digit by digit: safe cells next, or else the chance to survive the next guess. The best few are
looked at once more, a guess deeper or through the few safe cells that follow.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import exp, prod

from autosweep.board.board import HIDDEN, MAX_NUMBER, Board
from autosweep.board.topology import neighbors
from autosweep.errors import TooLarge
from autosweep.limit import Limit
from autosweep.solver.budget import Budget
from autosweep.solver.constraints import Contradiction, gather
from autosweep.solver.counter import Count
from autosweep.solver.counting import count
from autosweep.solver.strategy.expert_policy import Choice, Policy, levelled
from autosweep.solver.strategy.expert_regions import Best, Regions
from autosweep.solver.strategy.values import Field, Values, describe, join, network

_EQUAL = 1e-9
"""Scores closer than this count as equal: rounding must not decide a move."""
_TOSS = 2
"""Layouts of a coin toss."""
_ZERO_BONUS = 0.15
"""What the chance to open an area is worth when a few of many cells are picked."""


@dataclass(frozen=True, slots=True)
class _Depth:
    """How far a score looks beyond the position after the candidate."""

    safe_cells: int = 0
    """Opened one by one where there are no more than that."""
    guess: bool = False
    """Whether a guess is looked at where nothing is safe."""


_NEXT = _Depth()


@dataclass(slots=True)
class _Candidate:
    cell: int
    survival: float
    rank: float
    score: float = -1.0
    """By what may follow."""
    value: float = 1.0
    """By what was learned."""
    merit: float = 0.0
    """Both together."""
    dead: bool = False
    """Whether it shows the same in all layouts in which it is safe."""


def choose(board: Board, policy: Policy, limit: Limit) -> Choice | None:
    """Return the best guess on a board of numbers and hidden cells with a known total.

    None where nothing is undecided; raises Contradiction, and TooLarge where the board itself
    cannot be counted.
    """
    known = count(gather(board))
    # half of the nodes, so that enough is left for a look ahead where this half is too little
    half = limit if limit.nodes is None else replace(limit, nodes=limit.nodes // 2)
    ahead = _Lookahead(board, policy, Budget(half))
    if policy.layouts > 0:
        regions = Regions(board, known)
        found = _by_region(regions, known, policy, Budget(half))
        if found is not None and found.exact:
            return found
        found = found or ahead.toss(regions.coin_toss(), known)
        if found is not None:
            return ahead.estimate(found, known)
    return ahead.choose(known)


def _by_region(regions: Regions, known: Count, policy: Policy, budget: Budget) -> Choice | None:
    """Search every region alone that is small enough; None where none is.

    Where all are, the choice is exact. The region that is lost most often comes first: the order
    makes no difference to winning.
    """
    best: Best | None = None
    won, everything, left = 1.0, True, known.solutions
    for region in regions.all:
        if region.rest and left > policy.layouts:
            everything = False
            continue
        try:
            layouts = regions.list_layouts(region, policy.layouts)
            left //= len(layouts)
            found = regions.search(region, layouts, budget)
        except TooLarge:
            everything = False
            continue
        won *= found.won
        if best is None or found.won < best.won:
            best = found
    if best is None:
        return None
    chance = won if everything else best.won
    size = best.layouts if len(regions.all) > 1 or best.layouts == _TOSS else 0
    survival = 1 - known.probability[best.cell]
    return Choice(best.cell, survival, chance, exact=everything, estimate=chance, region=size)


def _undecided(known: Count) -> list[int]:
    certain = known.safe | known.mines
    return sorted(cell for cell in known.probability if cell not in certain)


def _two_best(score: float, best: float, second: float) -> tuple[float, float]:
    """Return the two best of three scores, where the last two are in order."""
    if score > best + _EQUAL:
        return score, best
    return best, score if score > second + _EQUAL else second


def _by_merit(candidate: _Candidate) -> int:
    return -round(candidate.merit / _EQUAL)


class _Learned:
    """What the positions after a guess are worth by experience."""

    def __init__(self, rows: int, cols: int, known: Count) -> None:
        self._rows, self._cols = rows, cols
        self._field = Field.of(rows, cols, known)
        self._before = describe(self._field)
        self._values = Values.of(network())

    def after(self, cell: int, digit: int, known: Count) -> float:
        """Return about the chance to win when a cell has shown a digit."""
        if len(known.safe) + len(known.mines) == len(known.probability):
            return 1.0
        after = describe(Field.of(self._rows, self._cols, known))
        return self._values(join(self._field, cell, digit, self._before, after))


class _Lookahead:
    """Scores candidates by the digits they may show."""

    def __init__(self, board: Board, policy: Policy, budget: Budget) -> None:
        self._rows, self._cols, self._mines = board.rows, board.cols, board.mines
        self._codes = bytearray(board.cells)
        self._around = neighbors(board.rows, board.cols)
        self._policy = policy
        self._budget = budget
        self._owed = 0
        """Nodes of the last count beyond the cells of the board, to be paid with the next one."""

    def choose(self, known: Count) -> Choice | None:
        policy = self._policy
        candidates = self._nominate(known)
        values = _Learned(self._rows, self._cols, known)
        best = second = -1.0
        live = False
        for candidate in candidates:
            # a second look takes all that are close to the best
            close = best * (1 - policy.close)
            enough = min(second, close) if policy.deeper > 1 else second
            if candidate.survival * (1 + policy.progress) <= enough:
                continue
            candidate.score = self._score(known, candidate, enough, _NEXT, values)
            if not candidate.dead:
                live = True
                best, second = _two_best(candidate.score, best, second)
        # where some cell is live, one of those is at least as good as any that is dead
        if live:
            candidates = [c for c in candidates if not c.dead]
        else:
            for candidate in candidates:
                best, second = _two_best(candidate.score, best, second)
        for candidate in candidates:
            score = max(candidate.score, 0.0)
            candidate.merit = score ** (1 - policy.trust) * candidate.value**policy.trust
        least = best * (1 - policy.close) if policy.deeper > 1 else second
        kept = [c for c in candidates if c.score >= least]
        kept.sort(key=_by_merit)
        if len(kept) > 1 and policy.deeper > 1 and policy.trust < 1:
            kept = self._look_again(known, kept[: policy.deeper])
        if not kept:
            return None
        first = kept[0]
        choice = Choice(first.cell, first.survival, first.merit, exact=False, estimate=first.value)
        if len(kept) == 1:
            return choice
        compared = replace(
            choice,
            runner_up=kept[1].cell,
            runner_up_survival=kept[1].survival,
            runner_up_estimate=kept[1].value,
        )
        return levelled(compared)

    def toss(self, cells: list[int], known: Count) -> Choice | None:
        """Return the cell of a coin toss that shows most; None without cells."""
        best, chosen = -1.0, None
        for cell in cells:
            candidate = _Candidate(cell, 1 - known.probability[cell], 0.0)
            score = self._score(known, candidate, -1.0, _NEXT)
            if score > best + _EQUAL:
                best = score
                chosen = Choice(cell, candidate.survival, 0.5, exact=False, region=_TOSS)
        return chosen

    def estimate(self, choice: Choice, known: Count) -> Choice:
        """Return the same with about the chance to win the whole game."""
        candidate = _Candidate(choice.cell, choice.survival, 0.0)
        values = _Learned(self._rows, self._cols, known)
        self._score(known, candidate, -1.0, _NEXT, values)
        return replace(choice, estimate=min(candidate.value, choice.score))

    def _look_again(self, known: Count, close: list[_Candidate]) -> list[_Candidate]:
        """Score the candidates close to the best a move deeper; the best comes first."""
        depth = _Depth(self._policy.follow, guess=True)
        search = 1 - self._policy.trust
        best = -1.0
        for candidate in close:
            weight = candidate.value**self._policy.trust
            enough = -1.0 if best < 0 else (best / weight) ** (1 / search)
            score = self._score(known, candidate, enough, depth)
            # what was cut short is not better; how much worse it is remains unknown
            candidate.merit = score**search * weight if score > enough else -1.0
            best = max(best, candidate.merit)
        return sorted(close, key=_by_merit)

    def _nominate(self, known: Count) -> list[_Candidate]:
        """Return the cells worth a look, the likeliest to survive first."""
        chance = known.probability
        best = max((1 - chance[cell] for cell in chance if cell not in known.mines), default=0.0)
        near: list[_Candidate] = []
        far: list[_Candidate] = []
        for cell in _undecided(known):
            survival = 1 - chance[cell]
            if survival < self._policy.band * best - _EQUAL:
                continue
            around = self._around[cell]
            zero = prod(1 - chance[j] for j in around if j in chance)
            candidate = _Candidate(cell, survival, survival * (1 + _ZERO_BONUS * zero))
            beside = any(self._codes[j] <= MAX_NUMBER for j in around)
            (near if beside else far).append(candidate)
        far.sort(key=lambda c: (-round(c.rank / _EQUAL), c.cell))
        found = near + far[: self._policy.far_cells]
        found.sort(key=lambda c: (-round(c.survival / _EQUAL), -round(c.rank / _EQUAL), c.cell))
        return found[: self._policy.candidates]

    def _score(
        self,
        known: Count,
        candidate: _Candidate,
        enough: float,
        depth: _Depth,
        values: _Learned | None = None,
    ) -> float:
        """Return what a candidate is worth; stops early where it cannot exceed `enough`.

        With values it is also told what it is worth by experience.
        """
        around = [j for j in self._around[candidate.cell] if j in known.probability]
        least = sum(j in known.mines for j in around)
        most = sum(j not in known.safe for j in around)
        total, left, won = 0.0, candidate.survival, 0.0
        for digit in range(least, most + 1):
            if left <= _EQUAL or total + left * (1 + self._policy.progress) <= enough:
                break
            try:
                self._budget.spend(len(self._codes) + self._owed)
            except TooLarge:
                total += left  # what is not known counts as neither good nor bad
                won += left * won / max(candidate.survival - left, _EQUAL)
                break
            self._codes[candidate.cell] = digit
            after = self._count()
            self._owed = 0 if after is None else max(0, after.nodes - len(self._codes))
            if after is not None:
                share = after.solutions / known.solutions
                if values is not None:
                    won += share * values.after(candidate.cell, digit, after)
                total += share * self._onward(after, depth)
                only = left >= candidate.survival - _EQUAL
                left -= share
                candidate.dead = only and left <= _EQUAL
        self._codes[candidate.cell] = HIDDEN
        if values is not None:
            candidate.value = won
        return total

    def _count(self) -> Count | None:
        board = Board(self._rows, self._cols, bytes(self._codes), self._mines)
        try:
            return count(gather(board))
        except Contradiction:
            return None

    def _onward(self, known: Count, depth: _Depth) -> float:
        """Return what a position is worth, with depth left by what may follow."""
        if known.safe:
            if len(known.safe) > depth.safe_cells:
                return self._worth(known)
            opened = _Candidate(min(known.safe), 1.0, 1.0)
            return self._score(known, opened, -1.0, _Depth(depth.safe_cells - 1))
        if not depth.guess or len(known.mines) == len(known.probability):
            return self._worth(known)
        best = 0.0
        for candidate in self._nominate(known)[: self._policy.replies]:
            if candidate.survival * (1 + self._policy.progress) > best:
                best = max(best, self._score(known, candidate, best, _NEXT))
        return best

    def _worth(self, known: Count) -> float:
        """Return what a position is worth by what it shows."""
        progress = self._policy.progress
        if known.safe:
            return 1 + progress * (1 - exp(-len(known.safe) / 2))
        if len(known.mines) == len(known.probability):
            return 1 + progress
        return max(1 - chance for chance in known.probability.values())
