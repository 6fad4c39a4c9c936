"""A puzzle: a board of clues under rules, as a value with one text form and one JSON form.

Text: `rows cols [mines]`, optional lines `rules: Q,T` and `clues: M`, then a line a row with blanks
between: `?` hidden, `-` opened without a clue, `F` a mine marked by a flag, else a clue's value, as
`RULE:VALUE` in mixed puzzles; the letter F as a clue is written `f`. After a line `solution:` may
follow the same board with everything open. Lines that begin with `#` and a blank are comments.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from autosweep.board.board import FLAG as FLAG_CODE
from autosweep.board.board import MAX_NUMBER, SHOWN_MINES, WRONG_FLAG, Board
from autosweep.errors import BoardFormatError, RuleError
from autosweep.rules.board_shape import BoardShape
from autosweep.rules.clue import ClueRule
from autosweep.rules.measure import Value
from autosweep.rules.rule_sets import NO_RULE, TAGS, RuleSet, clue_rule, label_rule, parse_rules

MAX_SIDE = 100
_REMEDY = (
    "A puzzle is a line `rows cols mines`, lines `rules: Q,T` and `clues: M` where needed, and one "
    "line a row, such as `? 1 - F`."
)


@dataclass(frozen=True, slots=True)
class Clue:
    """What an opened cell says."""

    rule: str
    """Id of the clue's rule."""
    value: Value

    def __str__(self) -> str:
        return clue_rule(self.rule).show(self.value)


@dataclass(frozen=True)
class Puzzle:
    """A position of a variant: what is opened, what it says, and the rules."""

    rows: int
    cols: int
    mines: int | None
    """Mines in total; None where it is not known."""
    rules: RuleSet
    clues: Mapping[int, Clue]
    """Opened cells with a clue."""
    blank: frozenset[int] = frozenset()
    """Opened cells without a clue."""
    flags: frozenset[int] = frozenset()
    """Cells marked as mines, taken for mines."""

    @cached_property
    def shape(self) -> BoardShape:
        """The bare board."""
        return BoardShape(self.rows, self.cols)

    @cached_property
    def hidden(self) -> tuple[int, ...]:
        """Cells that may or may not be mines, in reading order."""
        return tuple(i for i in self.shape.cells() if i not in self.known)

    @cached_property
    def known(self) -> dict[int, bool]:
        """Cells whose content is known: True for a mine."""
        safe = dict.fromkeys([*self.clues, *self.blank], False)
        return safe | dict.fromkeys(self.flags, True)

    def rule_of(self, cell: int) -> ClueRule:
        """Return the rule of a clue."""
        return clue_rule(self.clues[cell].rule)

    @cached_property
    def clue_rules(self) -> list[ClueRule]:
        """Return the rules that clues of the puzzle follow, the declared one included."""
        names = dict.fromkeys([self.rules.clues, *(clue.rule for clue in self.clues.values())])
        outer = self.rules.clues.partition("+")[0]
        plain = [n for n in names if not TAGS.keys() & {n, n.partition("+")[2]}]
        if self.rules.clues not in plain and outer not in TAGS:
            plain.append(outer)
        return [clue_rule(name) for name in plain]

    def fits(self, mines: AbstractSet[int]) -> bool:
        """Return True if a layout obeys everything the puzzle says: the reference."""
        if self.mines is not None and len(mines) != self.mines:
            return False
        if any((cell in mines) != mine for cell, mine in self.known.items()):
            return False
        if not all(rule.holds(self.shape, mines) for rule in self.rules.layout_rules()):
            return False
        for rule in self.clue_rules:
            name = rule.about.id
            said = {cell: clue.value for cell, clue in self.clues.items() if clue.rule == name}
            if not rule.fits(self.shape, mines, said):
                return False
        return True

    def with_clues(self, clues: Mapping[int, Clue]) -> Puzzle:
        """Return the puzzle with more cells opened."""
        return replace(self, clues={**self.clues, **clues})

    def token(self, cell: int) -> str:
        """Return the text of a cell."""
        clue = self.clues.get(cell)
        if clue is None:
            return "F" if cell in self.flags else "-" if cell in self.blank else "?"
        if clue.rule == self.rules.clues:
            return str(clue)
        label = clue.rule.partition("+")[2] or NO_RULE if self._tagged else clue.rule
        return f"{label}:{clue}"

    @property
    def _tagged(self) -> bool:
        return self.rules.clues.partition("+")[2] in TAGS

    def row_texts(self) -> list[str]:
        """Return one text a row, cells in columns."""
        tokens = [self.token(cell) for cell in self.shape.cells()]
        widths = [max(len(tokens[i]) for i in self.shape.column(c)) for c in range(self.cols)]
        return [
            " ".join(
                tokens[i].ljust(width) for i, width in zip(self.shape.row(r), widths, strict=True)
            ).rstrip()
            for r in range(self.rows)
        ]

    def __str__(self) -> str:
        lines = [f"{self.rows} {self.cols}" + ("" if self.mines is None else f" {self.mines}")]
        if self.rules.layout:
            lines.append("rules: " + ",".join(self.rules.layout))
        if self.rules.clues != "V":
            lines.append("clues: " + self.rules.clues.replace("+", ","))
        return "\n".join([*lines, *self.row_texts()]) + "\n"

    @classmethod
    def parse(cls, text: str, rules: RuleSet | None = None) -> Puzzle:
        """Read the text form; `rules` wins over its lines. Raises BoardFormatError, RuleError."""
        lines, said = split_text(text)
        return _from_lines(lines, rules or said)

    @classmethod
    def from_json(cls, item: Mapping[str, Any], rules: RuleSet | None = None) -> Puzzle:
        """Read the JSON form; `rules` wins over its own. Raises BoardFormatError and RuleError."""
        rows = item.get("board")
        if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows) or not rows:
            msg = 'A puzzle needs "board": a list with one string a row.'
            raise BoardFormatError(msg, remedy=_REMEDY)
        mines = item.get("mines")
        if mines is not None and (not isinstance(mines, int) or isinstance(mines, bool)):
            msg = '"mines" must be a whole number or null.'
            raise BoardFormatError(msg, remedy=_REMEDY)
        said = rules or json_rules(item)
        puzzle = from_rows([row.split() for row in rows], mines, said)
        if (item.get("rows", puzzle.rows), item.get("cols", puzzle.cols)) != (
            puzzle.rows,
            puzzle.cols,
        ):
            msg = f'"rows" and "cols" do not fit the board of {puzzle.rows} x {puzzle.cols}.'
            raise BoardFormatError(msg, remedy=_REMEDY)
        return puzzle

    @classmethod
    def from_board(cls, board: Board, rules: RuleSet, *, trust_flags: bool = False) -> Puzzle:
        """Take an ordinary board for a puzzle; raises RuleError for a rule without plain numbers.

        Flags are the player's opinion and ignored save with `trust_flags`; unread cells may be
        anything.
        """
        tokens = []
        for code in board.cells:
            if code <= MAX_NUMBER:
                tokens.append(str(code))
            elif code in SHOWN_MINES or (code == FLAG_CODE and trust_flags):
                tokens.append("F")
            else:
                tokens.append("-" if code == WRONG_FLAG else "?")
        rows = [tokens[i : i + board.cols] for i in range(0, len(tokens), board.cols)]
        return from_rows(rows, board.mines, rules)


def json_rules(item: Mapping[str, Any]) -> RuleSet:
    """Return the rules of a puzzle in JSON; raises RuleError."""
    names = item.get("rules") or []
    clues = item.get("clue_rule", item.get("clues"))
    if isinstance(names, str):
        names = [names]
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        msg = '"rules" must be a list of rule ids.'
        raise RuleError(msg)
    if clues is not None and not isinstance(clues, str):
        msg = '"clue_rule" must be the id of a rule.'
        raise RuleError(msg)
    return parse_rules(names, clues)


def split_text(text: str) -> tuple[list[str], RuleSet]:
    """Return the header and rows of a puzzle's text, and its rules; a solution is left out."""
    lines: list[str] = []
    names: list[str] = []
    clues = None
    for raw in text.removeprefix("\ufeff").splitlines():
        line = raw.strip()
        if not line or re.match(r"#(\s|$)", line):
            continue
        key, colon, rest = line.partition(":")
        word = key.strip().lower() if colon else ""
        if word == "solution":
            break
        if word == "rules":
            names.append(rest)
        elif word == "clues":
            clues = rest
        else:
            lines.append(line)
    return lines, parse_rules(names, clues)


def _from_lines(lines: Sequence[str], rules: RuleSet) -> Puzzle:
    header = lines[0].split() if lines else []
    if len(header) not in (2, 3) or not all(part.isdigit() and len(part) < 6 for part in header):
        shown = " ".join(header)[:40]
        msg = f"The first line must be `rows cols mines`, not {shown!r}."
        raise BoardFormatError(msg, remedy=_REMEDY)
    rows, cols = int(header[0]), int(header[1])
    puzzle = from_rows(
        [line.split() for line in lines[1:]], int(header[2]) if len(header) == 3 else None, rules
    )
    if (puzzle.rows, puzzle.cols) != (rows, cols):
        msg = (
            f"{rows} rows of {cols} cells were announced and {puzzle.rows} of {puzzle.cols} given."
        )
        raise BoardFormatError(msg, remedy=_REMEDY)
    return puzzle


def from_rows(rows: Sequence[Sequence[str]], mines: int | None, rules: RuleSet) -> Puzzle:
    """Build a puzzle from rows of cell texts; raises BoardFormatError with the cell at fault."""
    shape = _shape_of(rows)
    if mines is not None and mines < 0:
        msg = f"A puzzle cannot have {mines} mines."
        raise BoardFormatError(msg, remedy=_REMEDY)
    clues: dict[int, Clue] = {}
    blank, flags = set(), set()
    for cell, token in enumerate(token for row in rows for token in row):
        if token in ("-", "W"):
            blank.add(cell)
        elif token in ("F", "*"):
            flags.add(cell)
        elif token not in ("?", "Q"):
            clues[cell] = _read_clue(shape, cell, token, rules)
    puzzle = Puzzle(shape.rows, shape.cols, mines, rules, clues, frozenset(blank), frozenset(flags))
    for rule in puzzle.clue_rules:
        if problem := rule.check(shape):
            msg = f"{problem}."
            raise RuleError(msg, remedy="Change the size or the rule.")
    return puzzle


def _shape_of(rows: Sequence[Sequence[str]]) -> BoardShape:
    """Return the size of a board; raises BoardFormatError."""
    if not rows or not rows[0]:
        msg = "The puzzle has no cells."
        raise BoardFormatError(msg, remedy=_REMEDY)
    for number, row in enumerate(rows):
        if len(row) != len(rows[0]):
            msg = f"Row {number} has {len(row)} cells and row 0 has {len(rows[0])}."
            raise BoardFormatError(msg, remedy=_REMEDY)
    shape = BoardShape(len(rows), len(rows[0]))
    if max(shape.rows, shape.cols) > MAX_SIDE:
        msg = f"{shape.rows} x {shape.cols} cells are too many (sides up to {MAX_SIDE})."
        raise BoardFormatError(msg, remedy="Variants are played on small boards.")
    return shape


def _read_clue(shape: BoardShape, cell: int, token: str, rules: RuleSet) -> Clue:
    label, colon, text = token.rpartition(":")
    try:
        name = label_rule(label if colon else None, rules.clues)
    except RuleError as error:
        msg = f"Cell {shape.name(cell)} says {token!r}: {error}"
        raise RuleError(msg, remedy=error.remedy) from None
    rule = clue_rule(name)
    try:
        value = rule.read(text, shape)
    except ValueError as error:
        msg = f"Cell {shape.name(cell)} says {token!r}, but {error}."
        raise BoardFormatError(msg, remedy=_REMEDY) from None
    if not rule.check(shape) and not rule.possible(shape, cell, value):
        msg = f"Cell {shape.name(cell)} says {token!r}, which no layout shows there under {name}."
        raise BoardFormatError(
            msg, remedy=f"{name}: {rule.about.meaning} Correct the clue or the rules."
        )
    return Clue(name, value)


def solution_of(puzzle: Puzzle, source: object) -> Puzzle | None:
    """Return the solved board that a puzzle's text or JSON holds; None where it holds none.

    Raises BoardFormatError where it does not belong to the puzzle.
    """
    if isinstance(source, str):
        parts = re.split(r"(?m)^\s*solution:\s*$", source, maxsplit=1)
        rows = [line for line in parts[1].splitlines() if line.strip()] if len(parts) > 1 else None
    else:
        rows = source.get("solution") if isinstance(source, Mapping) else None
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
        return None
    solved = from_rows([row.split() for row in rows], puzzle.mines, puzzle.rules)
    same = (solved.rows, solved.cols) == (puzzle.rows, puzzle.cols) and not solved.hidden
    if not same or not puzzle.fits(solved.flags) or not solved.fits(solved.flags):
        msg = "The solution does not belong to the puzzle."
        raise BoardFormatError(msg, remedy="Remove the part after `solution:`.")
    return solved
