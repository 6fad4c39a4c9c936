"""Lines of a proof in plain words, as one player would explain them to another.

Cells are named `row,column` from 0. Nothing is decided here: a sentence says what a line and the
lines it rests on say.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from autosweep.board.board import SHOWN_MINES, Board
from autosweep.board.topology import neighbors
from autosweep.solver.techniques import Inference, ProofLine

_MANY = 10
"""With more cells than this a list is not read any more."""
_MANY_CLUES = 7
_SEVERAL = frozenset({0, 1})
"""Stands for any cells where only their number matters to a verb."""


class Narrator:
    """Says the lines of a proof about one board."""

    def __init__(self, board: Board, known: Mapping[int, bool] | None = None) -> None:
        self._board = board
        self._around = neighbors(board.rows, board.cols)
        self._known = {} if known is None else known
        self._shown = {i for i, code in enumerate(board.cells) if code in SHOWN_MINES}
        self._shown |= {i for i, mine in self._known.items() if mine}

    def say(self, line: ProofLine) -> str:
        """Return the sentence of a line."""
        say = {
            Inference.SINGLE: self._single,
            Inference.COMPARE: self._compare,
            Inference.SUPPOSE: self._suppose,
            Inference.CONTRADICTION: self._contradiction,
            Inference.REFUTE: self._refute,
            Inference.COUNT: self._count,
            Inference.EVERY_WAY: self._every_way,
        }[line.rule]
        return capital(say(line))

    def pattern(self, line: ProofLine) -> str:
        """Return `1-1 pattern` or `1-2 pattern` where two neighbouring clues make one, else ``."""
        if line.rule is not Inference.COMPARE or line.decided is None:
            return ""
        own, other = self._own_and_other(line)
        if None in (origin := [_base(own).origin, _base(other).origin]):
            return ""
        (r, c), (rr, cc) = (self._board.cell(i) for i in origin if i is not None)
        if abs(r - rr) + abs(c - cc) != 1:
            return ""
        numbers = sorted((own.low, other.low))
        if numbers == [1, 1] and line.decided is False:
            return "1-1 pattern"
        return "1-2 pattern" if numbers == [1, 2] else ""

    def cell(self, index: int) -> str:
        """Name a cell."""
        r, c = self._board.cell(index)
        return f"{r},{c}"

    def cells(self, indices: Iterable[int]) -> str:
        """Name cells: `1,2 1,3 and 1,4`."""
        names = [self.cell(i) for i in sorted(indices)]
        return names[0] if len(names) == 1 else f"{' '.join(names[:-1])} and {names[-1]}"

    def clue(self, line: ProofLine) -> str:
        """Name a clue, `the 2 at 3,4`, or a group of cells that an earlier step is about."""
        if line.origin is None:
            return f"the group {self.cells(line.cells)} ({amount(line)})"
        return f"the {self._board.cells[line.origin]} at {self.cell(line.origin)}"

    def clues(self, lines: Iterable[ProofLine]) -> str:
        """Name numbers: `the 1 at 0,1 and the 2 at 3,4`; many of them by their cells only."""
        ordered = sorted(lines, key=lambda line: line.origin or 0)
        if len(ordered) > _MANY_CLUES:
            places = self.cells(line.origin for line in ordered if line.origin is not None)
            return f"the {len(ordered)} numbers at {places}"
        names = [self.clue(line) for line in ordered]
        return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"

    def verdict(self, line: ProofLine) -> str:
        """Say what a line decides, or how many mines it allows."""
        if line.decided is None:
            return f"there {_are(line)} {amount(line)} in {self.cells(line.cells)}"
        one = len(line.cells) == 1
        what = ("a mine" if one else "mines") if line.decided else "safe"
        return f"{self._or_all_others(line)} {'is' if one else 'are'} {what}"

    def _or_all_others(self, line: ProofLine) -> str:
        if line.rule is Inference.COUNT and len(line.cells) > _MANY:
            return f"all other {len(line.cells)} hidden cells"
        return self.cells(line.cells)

    def _single(self, line: ProofLine) -> str:
        view = line.parents[0]
        base = _base(view)
        if base.origin is None:
            return f"{self._given(view)}{self.clue(base)} leaves no choice: {self.verdict(line)}."
        name, count = self.clue(base), len(line.cells)
        mines, safe = self._known_of(view)
        if line.decided is False:
            if not mines:
                return f"{name} touches no mine at all, so {self.verdict(line)}."
            has = "its mine" if len(mines) == 1 else f"all its {len(mines)} mines"
            return f"{name} already has {has} at {self.cells(mines)}, so {self.verdict(line)}."
        if not mines and not safe:
            cells = f"exactly {count} hidden cell{_s(count)}"
            return f"{name} touches {cells}, so {self.verdict(line)}."
        whose = "the other" if mines else "its"
        need = "mine" if count == 1 else f"{count} mines"
        room = f"only {count} cell{_s(count)} left for {whose} {need}"
        return f"{self._given(view)}{name} has {room}, so {self.verdict(line)}."

    def _known_of(self, view: ProofLine) -> tuple[list[int], list[int]]:
        """Return the mines and the safe cells that are known round a clue or in a group."""
        base = _base(view)
        gone = base.cells - view.cells
        mines = {i for i in gone if _value(view, i)}
        safe = {i for i in gone if not _value(view, i)}
        if base.origin is not None:
            around = self._around[base.origin]
            mines |= {i for i in around if i in self._shown}
            safe |= {i for i in around if self._known.get(i) is False}
        return sorted(mines), sorted(safe)

    def _given(self, view: ProofLine) -> str:
        """Say what is known round a clue, as the beginning of a sentence; empty for nothing."""
        mines, safe = self._known_of(view)
        parts = [f"{self.cells(mines)} {'a mine' if len(mines) == 1 else 'mines'}"] if mines else []
        if safe:
            parts.append(f"{self.cells(safe)} safe")
        return f"with {' and '.join(parts)}, " if parts else ""

    def _own_and_other(self, line: ProofLine) -> tuple[ProofLine, ProofLine]:
        """Return the compared line that holds all cells of the result, and the other."""
        a, b = line.parents
        return (b, a) if line.cells <= b.cells and not line.cells <= a.cells else (a, b)

    def _compare(self, line: ProofLine) -> str:
        own, other = self._own_and_other(line)
        shared = own.cells & other.cells
        parts = [self._left_over(view) for view in (own, other) if self._given(view)]
        named = self.pattern(line)
        if named and parts:
            named += " after taking off what is known"
        end = f"{self.verdict(line)}{f' ({named})' if named else ''}."
        mine, theirs = self.clue(_base(own)), self.clue(_base(other))
        if line.cells <= other.cells:
            parts.append(
                f"{mine} and {theirs} share {self.cells(shared)}; "
                f"by what their other cells can hold, {end}"
            )
        elif line.decided is False:
            parts.append(self._all_in_shared(own, other) + end)
        elif line.decided is True:
            hold = f"there {be(other.high)} at most {amount_of(other.high)}"
            why = f"because {_they(shared)} also {_touch(shared, other)} {theirs}"
            if _base(other).origin is None and shared == _base(other).cells:
                why = "as just seen"
            parts.append(
                f"{mine} needs {amount_of(own.low)}, but in {self.cells(shared)} {hold}, {why}. "
                f"So {end}"
            )
        else:
            parts.append(self._weaker(own, other) + f"So {end}")
        return " ".join(capital(part) for part in parts)

    def _left_over(self, view: ProofLine) -> str:
        base = _base(view)
        left = f"{amount(view)} left in {self.cells(view.cells)}"
        return f"{self._given(view)}{self.clue(base)} has {left}."

    def _all_in_shared(self, own: ProofLine, other: ProofLine) -> str:
        """Say why another line has all mines of this one in the cells that they share."""
        shared, away = own.cells & other.cells, other.cells - own.cells
        mine, theirs = self.clue(_base(own)), self.clue(_base(other))
        if not away and _base(other).origin is None:
            all_of = f"{self.cells(shared)} ({amount(other)}) all {_touch(_SEVERAL, own)} {mine}"
            return f"{all_of}. {capital(mine)} can have no more than that, so "
        if not away:
            take = "Its mine is" if other.low == 1 else f"Its {other.low} mines are"
            hidden = "cell left" if self._given(other) else "hidden cell"
            every = f"the only {hidden}" if len(shared) == 1 else f"all {_plural(hidden)}"
            of = f"{every} of {theirs} ({self.cells(shared)})"
            return f"{of} also {_touch(shared, own)} {mine}. {take} all that {mine} can have, so "
        least = other.low - len(away)
        not_touch = f"{'does' if len(away) == 1 else 'do'} not {_touch(_SEVERAL, own)}"
        return (
            f"{theirs} has only {len(away)} cell{_s(len(away))} ({self.cells(away)}) that "
            f"{not_touch} {mine}, so at least {amount_of(least)} {be(least)} "
            f"in {self.cells(shared)}. That is all {mine} can have, so "
        )

    def _weaker(self, own: ProofLine, other: ProofLine) -> str:
        """Say what two lines that share cells leave for the others."""
        shared, away = own.cells & other.cells, other.cells - own.cells
        mine, theirs = self.clue(_base(own)), self.clue(_base(other))
        low = max(0, own.low - len(own.cells - other.cells), other.low - len(away))
        high = min(len(shared), own.high, other.high)
        hold = "hold" if len(shared) > 1 else "holds"
        within = ProofLine(Inference.COMPARE, shared, low, high)
        return (
            f"{mine} has {amount(own)} in {self.cells(own.cells)}. Of these, "
            f"{self.cells(shared)} also {_touch(shared, other)} {theirs} and {hold} "
            f"{amount(within)}. "
        )

    def _suppose(self, line: ProofLine) -> str:
        return f"suppose {self.cells(line.cells)} were {'a mine' if line.low else 'safe'}."

    def _contradiction(self, line: ProofLine) -> str:
        if line.parents[0].rule is Inference.TOTAL:
            total, needed = line.parents
            if needed.low > total.high:
                return f"but only {amount_of(total.high)} {be(total.high)} left: a contradiction."
            others = len(total.cells - needed.cells)
            return (
                f"but {amount_of(total.low)} {be(total.low)} left, and these take at most "
                f"{needed.high} and the other hidden cells at most {others}: a contradiction."
            )
        view = line.parents[0]
        base = _base(view)
        mined, _ = self._known_of(view)
        name = self.clue(base)
        if line.high < 0 or line.low < 0:
            return (
                f"but then {name} would have too many mines ({self.cells(mined)}): a contradiction."
            )
        room = f"only {self.cells(view.cells)} left" if view.cells else "no cell left"
        more = "more " if mined else ""
        return (
            f"but then {name} would need {line.low} {more}mine{_s(line.low)} "
            f"and has {room}: a contradiction."
        )

    def _refute(self, line: ProofLine) -> str:
        return f"so {self.verdict(line)}."

    def _count(self, line: ProofLine) -> str:
        clues = [p for p in line.parents if p.rule is Inference.CLUE]
        total = next((p for p in line.parents if p.rule is Inference.TOTAL), None)
        if total is None:
            if line.low == 0:
                return f"then {self.clues(clues)} can take at most {amount_of(line.high)} in all."
            return f"then {self.clues(clues)} {self._taking(clues, line)}."
        left = f"{amount_of(total.high)} {be(total.high)} left to find"
        if not clues:
            count = len(total.cells)
            return f"{left} and {count} hidden cell{_s(count)}, so {self.verdict(line)}."
        names = capital(self.clues(clues))
        taken = ProofLine(
            Inference.COUNT, frozenset(), total.high - line.low, total.high - line.low
        )
        if line.decided is False:
            return f"{left}. {names} {self._taking(clues, taken)}, so {self.verdict(line)}."
        return (
            f"{left}. {names} can take at most {taken.low} of them, which leaves {line.low} for "
            f"the {'one' if line.low == 1 else line.low} other hidden cell{_s(line.low)}: "
            f"{self.verdict(line)}."
        )

    def _taking(self, clues: list[ProofLine], line: ProofLine) -> str:
        """Say how many mines clues take together, and why where it is easily seen."""
        number = line.low
        if len(clues) == 1:
            return f"{self._more(clues[0])} {amount_of(number)}"
        touched = frozenset().union(*(clue.cells for clue in clues))
        apart = sum(len(clue.cells) for clue in clues) == len(touched)
        if apart and sum(clue.low for clue in clues) == number:
            parts = [str(clue.low) for clue in sorted(clues, key=lambda clue: clue.origin or 0)]
            return f"share no cell and need {' + '.join(parts)} = {number} mines"
        return f"need at least {amount_of(number)}, whichever way they are met"

    def _more(self, clue: ProofLine) -> str:
        mines, _ = self._known_of(clue)
        return "still needs" if mines else "needs"

    def _every_way(self, line: ProofLine) -> str:
        clues = [p for p in line.parents if p.rule is Inference.CLUE]
        names = self.clues(clues)
        if any(p.rule is Inference.TOTAL for p in line.parents):
            return f"then no way to meet {names} leaves the right number of mines: a contradiction."
        return f"in every way to meet {names}, {self.verdict(line)}."


def _base(view: ProofLine) -> ProofLine:
    return view.parents[0] if view.rule is Inference.REST else view


def _value(view: ProofLine, cell: int) -> bool:
    """Tell what a known cell of a line is."""
    return any(fact.decided is True for fact in view.parents[1:] if cell in fact.cells)


def capital(text: str) -> str:
    """Return a text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def amount_of(number: int) -> str:
    """Return `1 mine` or `2 mines`."""
    return f"{number} mine{_s(number)}"


def amount(line: ProofLine) -> str:
    """Return `1 mine`, `at least 1 mine`, `at most 2 mines` or `1 to 2 mines`."""
    if line.low == line.high:
        return amount_of(line.low)
    if line.low <= 0:
        return f"at most {amount_of(line.high)}"
    if line.high >= len(line.cells):
        return f"at least {amount_of(line.low)}"
    return f"{line.low} to {amount_of(line.high)}"


def _are(line: ProofLine) -> str:
    return be(line.high if line.low == line.high or line.low <= 0 else line.low)


def be(number: int) -> str:
    """Return the verb for a number of things."""
    return "is" if number == 1 else "are"


def _s(number: int) -> str:
    return "" if number == 1 else "s"


def _plural(thing: str) -> str:
    return thing.replace("cell", "cells")


def _they(cells: frozenset[int]) -> str:
    return "it" if len(cells) == 1 else "they"


def _touch(cells: frozenset[int], view: ProofLine) -> str:
    """Return the verb for cells beside a clue, or in a group of cells."""
    if _base(view).origin is None:
        return "belongs to" if len(cells) == 1 else "belong to"
    return "touches" if len(cells) == 1 else "touch"
