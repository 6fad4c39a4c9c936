"""Clue rules of game 2 whose clues share a secret: a code of letters, liars' places, a direction.

What the secret is like (a bijection, one mark in each row and column) is part of what the clues
mean, so it is written for good and costs no reason; each clue then depends on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from random import Random
from typing import TypeVar

from autosweep.rules.board_shape import RING, BoardShape
from autosweep.rules.clue import ClueRule, Clues, Form, RuleInfo, as_is, lies, measured
from autosweep.rules.letters import letters_of, too_wide
from autosweep.rules.matching import spread
from autosweep.rules.measure import SEVEN, VANILLA, Measure, Value
from autosweep.rules.writer import Writer

_Key = TypeVar("_Key")


class Secret(ClueRule):
    """A rule whose clues do not fit or fail one by one."""

    measure: Measure
    form: Form

    @property
    def independent(self) -> bool:
        """Return False: the clues share the secret."""
        return False

    def show(self, value: Value) -> str:
        """Write by the measure's form."""
        return self.form.show(value)

    def read(self, text: str, shape: BoardShape) -> Value:
        """Read by the measure's form."""
        del shape
        return self.form.parse(text, self.about.id)


class Coded(Secret):
    """Numbers replaced by letters; `per` values for each letter and letters for each value."""

    def __init__(
        self, about: RuleInfo, measure: Measure, *, per: int = 1, numbers: int = 1
    ) -> None:
        self.about = about
        self.measure = measure
        self._per = per
        self._numbers = numbers

    @staticmethod
    def letters(shape: BoardShape) -> int:
        """Return how many letters and values there are: the longer side of the board."""
        return max(shape.rows, shape.cols)

    def read(self, text: str, shape: BoardShape) -> Value:
        """Read a letter, or as many with commas between as the measure has numbers."""
        parts = [part.strip().upper() for part in text.split(",")]
        count = self.letters(shape)
        known = {chr(ord("A") + k): k for k in range(count)}
        if len(parts) != self._numbers or any(part not in known for part in parts):
            what = "a letter" if self._numbers == 1 else f"{self._numbers} letters with commas"
            msg = f"{self.about.id} shows {what}, A to {chr(ord('A') + count - 1)}"
            raise ValueError(msg)
        codes = tuple(sorted(known[part] for part in parts))
        return codes if self._numbers > 1 else codes[0]

    def check(self, shape: BoardShape) -> str:
        """Refuse boards with more values than letters."""
        return too_wide(self.about, self.letters(shape))

    def show(self, value: Value) -> str:
        """Write the letters."""
        return letters_of(value)

    def possible(self, shape: BoardShape, cell: int, value: Value) -> bool:
        """Return True if the cell's measure can have values that letters stand for."""
        return any(self._codes(shape, cell, value))

    def _codes(self, shape: BoardShape, cell: int, value: Value) -> Iterable[dict[int, set[int]]]:
        """Yield for each value of the measure what the letters would have to stand for."""
        for truth in self.measure.attainable(shape, cell):
            yield from self._readings(shape, value, truth)

    def _readings(
        self, shape: BoardShape, value: Value, truth: Value
    ) -> Iterable[dict[int, set[int]]]:
        """Yield the ways in which letters can stand for a value of the measure."""
        shown = value if isinstance(value, tuple) else (value,)
        told = truth if isinstance(truth, tuple) else (truth,)
        if len(shown) != len(told) or max(told) >= self.letters(shape) or min(told) < 0:
            return
        orders = {told, told[::-1]}
        for order in sorted(orders):
            code: dict[int, set[int]] = {}
            for letter, number in zip(shown, order, strict=True):
                code.setdefault(letter, set()).add(number)
            if self._sound(code):
                yield code

    def _sound(self, code: Mapping[int, AbstractSet[int]]) -> bool:
        """Return True if no letter and no value is used too often."""
        if any(len(numbers) > self._per for numbers in code.values()):
            return False
        used = [number for numbers in code.values() for number in numbers]
        return all(used.count(number) <= self._per for number in used)

    def fits(self, shape: BoardShape, mines: AbstractSet[int], clues: Clues) -> bool:
        """Look for a code that explains all clues."""
        truths = measured(self.measure, shape, mines, clues)
        if truths is None:
            return False
        codes: list[dict[int, frozenset[int]]] = [{}]
        for cell, value in clues.items():
            readings = list(self._readings(shape, value, truths[cell]))
            codes = list(_unique(_join(code, more) for code in codes for more in readings))
            codes = [code for code in codes if self._sound(code)]
        return any(self._completable(shape, code) for code in codes)

    def _completable(self, shape: BoardShape, code: Mapping[int, AbstractSet[int]]) -> bool:
        n = self.letters(shape)
        forced = {(letter, number) for letter, numbers in code.items() for number in numbers}
        return spread(n, self._per, forced, lambda *_: True) is not None

    def _marks(self, writer: Writer, shape: BoardShape) -> list[list[int]]:
        """Return for letter and value a literal: the letter stands for it."""

        def build() -> list[list[int]]:
            n = self.letters(shape)
            marks = [[writer.new() for _ in range(n)] for _ in range(n)]
            for line in (*marks, *map(list, zip(*marks, strict=True))):
                writer.number_in(writer.count(line, self._per + 1), {min(self._per, n)})
            return marks

        return writer.shared(("code", self._per), build)

    def prepare(self, writer: Writer, shape: BoardShape) -> None:
        """Write what a code is."""
        self._marks(writer, shape)

    def write(self, writer: Writer, shape: BoardShape, cell: int, value: Value) -> None:
        """Choose what the letters stand for and demand that measure."""
        marks = self._marks(writer, shape)
        choices = []
        truths = self.measure.attainable(shape, cell)
        coded = frozenset(t for t in truths if any(self._readings(shape, value, t)))
        self.measure.write(writer, shape, cell, coded)
        for truth in sorted(coded, key=repr):
            for code in self._readings(shape, value, truth):
                choice = writer.new()
                choices.append(choice)
                with writer.given(choice):
                    for letter, numbers in code.items():
                        for number in numbers:
                            writer.add(marks[letter][number])
                    self.measure.write(writer, shape, cell, frozenset({truth}))
        writer.add(*choices)

    def deal(
        self, shape: BoardShape, mines: AbstractSet[int], random: Random
    ) -> dict[int, Value] | None:
        """Choose a code and encode every safe cell's measure; None where a value has no letter."""
        n = self.letters(shape)
        truths = measured(self.measure, shape, mines)
        if truths is None:
            return None
        order = list(range(n))
        random.shuffle(order)
        # value k has the letters at k, k + 1, ... of a shuffled circle
        letters_of = [[order[(k + shift) % n] for shift in range(self._per)] for k in range(n)]
        dealt: dict[int, Value] = {}
        for cell, truth in truths.items():
            told = truth if isinstance(truth, tuple) else (truth,)
            if max(told) >= n:
                return None
            codes = tuple(sorted(random.choice(letters_of[number]) for number in told))
            dealt[cell] = codes if self._numbers > 1 else codes[0]
        return dealt


def _join(
    code: Mapping[int, frozenset[int]], more: Mapping[int, AbstractSet[int]]
) -> dict[int, frozenset[int]]:
    joined = dict(code)
    for letter, numbers in more.items():
        joined[letter] = joined.get(letter, frozenset()) | numbers
    return joined


def _unique(codes: Iterable[dict[_Key, frozenset[int]]]) -> Iterable[dict[_Key, frozenset[int]]]:
    return {frozenset(code.items()): code for code in codes}.values()


class MarkedLiars(Secret):
    """One safe cell is marked in each row and column; clues there lie, or they alone do not."""

    def __init__(
        self, about: RuleInfo, measure: Measure, form: Form, *, marked_lie: bool = True
    ) -> None:
        self.about = about
        self.measure = measure
        self.form = form
        self._marked_lie = marked_lie

    def check(self, shape: BoardShape) -> str:
        """Refuse boards that are not square: they cannot be marked so."""
        if shape.rows == shape.cols:
            return ""
        return f"{self.about.id} marks one cell in each row and column, so it needs a square board"

    def _ways(self, marked: bool) -> Callable[[Value], Iterable[Value]]:  # noqa: FBT001 - one of two
        return lies if marked == self._marked_lie else as_is

    def _truths(
        self, shape: BoardShape, cell: int, value: Value, *, marked: bool
    ) -> frozenset[Value]:
        shown = self._ways(marked)
        truths = self.measure.attainable(shape, cell)
        return frozenset(truth for truth in truths if value in shown(truth))

    def possible(self, shape: BoardShape, cell: int, value: Value) -> bool:
        """Return True if the value can be shown as a lie or as the truth."""
        return any(self._truths(shape, cell, value, marked=marked) for marked in (True, False))

    def fits(self, shape: BoardShape, mines: AbstractSet[int], clues: Clues) -> bool:
        """Look for marks that explain all clues."""
        truths = measured(self.measure, shape, mines, clues)
        if shape.rows != shape.cols or truths is None:
            return False
        may: dict[int, set[bool]] = {
            cell: {marked for marked in (True, False) if value in self._ways(marked)(truths[cell])}
            for cell, value in clues.items()
        }
        if not all(may.values()):
            return False
        forced = {divmod(cell, shape.cols) for cell, ways in may.items() if ways == {True}}
        return (
            spread(shape.rows, 1, forced, lambda r, c: self._free(shape, mines, may, r, c))
            is not None
        )

    @staticmethod
    def _free(
        shape: BoardShape, mines: AbstractSet[int], may: Mapping[int, set[bool]], r: int, c: int
    ) -> bool:
        cell = r * shape.cols + c
        return cell not in mines and True in may.get(cell, {True})

    def _marks(self, writer: Writer, shape: BoardShape) -> list[int]:
        def build() -> list[int]:
            marks = [writer.new() for _ in shape.cells()]
            for cell, mark in enumerate(marks):
                writer.add(-mark, -(cell + 1))
            for k in range(shape.rows):
                writer.exactly_one([marks[cell] for cell in shape.row(k)])
                writer.exactly_one([marks[cell] for cell in shape.column(k)])
            return marks

        return writer.shared("marks", build)

    def prepare(self, writer: Writer, shape: BoardShape) -> None:
        """Write what the marks are."""
        self._marks(writer, shape)

    def write(self, writer: Writer, shape: BoardShape, cell: int, value: Value) -> None:
        """Demand the truth or a lie as the mark says."""
        mark = self._marks(writer, shape)[cell]
        either = [self._truths(shape, cell, value, marked=marked) for marked in (True, False)]
        self.measure.write(writer, shape, cell, frozenset().union(*either))
        for marked, literal in ((True, mark), (False, -mark)):
            with writer.given(literal):
                truths = self._truths(shape, cell, value, marked=marked)
                self.measure.write(writer, shape, cell, truths)

    def deal(
        self, shape: BoardShape, mines: AbstractSet[int], random: Random
    ) -> dict[int, Value] | None:
        """Choose marks on safe cells, then a truth or a lie for every safe cell."""
        order = {cell: random.random() for cell in shape.cells() if cell not in mines}
        marks = spread(
            shape.rows,
            1,
            set(),
            lambda r, c: r * shape.cols + c in order,
            lambda r, c: order[r * shape.cols + c],
        )
        truths = measured(self.measure, shape, mines)
        if marks is None or truths is None:
            return None
        dealt: dict[int, Value] = {}
        for cell, truth in truths.items():
            ways = self._ways(divmod(cell, shape.cols) in marks)
            dealt[cell] = random.choice(sorted(ways(truth), key=repr))
        return dealt


class Incomplete(Secret):
    """Vanilla clues that all leave out the same, unknown, direction."""

    def __init__(self, about: RuleInfo, form: Form) -> None:
        self.about = about
        self.measure = VANILLA
        self.form = form

    def possible(self, shape: BoardShape, cell: int, value: Value) -> bool:
        """Return True if a cell can have `value` mines in all directions but one."""
        return any(value in part.attainable(shape, cell) for part in SEVEN)

    def fits(self, shape: BoardShape, mines: AbstractSet[int], clues: Clues) -> bool:
        """Look for a direction whose omission explains all clues."""
        return any(
            all(part.value(shape, mines, cell) == value for cell, value in clues.items())
            for part in SEVEN
        )

    def _missing(self, writer: Writer) -> list[int]:
        def build() -> list[int]:
            directions = [writer.new() for _ in RING]
            writer.exactly_one(directions)
            return directions

        return writer.shared("missing", build)

    def prepare(self, writer: Writer, shape: BoardShape) -> None:
        """Write that one direction is missing."""
        del shape
        self._missing(writer)

    def write(self, writer: Writer, shape: BoardShape, cell: int, value: Value) -> None:
        """Demand the count over the other directions, for each that may be missing."""
        for literal, part in zip(self._missing(writer), SEVEN, strict=True):
            with writer.given(literal):
                part.write(writer, shape, cell, frozenset({value}))

    def deal(
        self, shape: BoardShape, mines: AbstractSet[int], random: Random
    ) -> dict[int, Value] | None:
        """Choose a direction to leave out."""
        return measured(random.choice(SEVEN), shape, mines)
