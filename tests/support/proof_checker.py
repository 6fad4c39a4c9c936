"""A checker of proofs that shares nothing with the solver: it reads boards and JSON by itself.

`faults(board, mines, answer)` takes the rows of a board, its mine total and what `explain --json`
or `prove --json` said, and returns everything that is wrong with it: reasons that do not force the
claim, reasons that are not needed, steps that do not follow from what they say they rest on, and
sentences that do not name the numbers they speak of. Nothing of autosweep is imported.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

Cell = tuple[int, int]


@dataclass(frozen=True)
class Says:
    """Between `low` and `high` of the cells are mines."""

    cells: frozenset[Cell]
    low: int
    high: int


def possible(statements: Sequence[Says]) -> bool:
    """Return True if some placement of mines meets all statements.

    Cells in the same statements are exchangeable; the table holds, for each choice so far, the
    mines that every statement has.
    """
    kinds: dict[tuple[int, ...], int] = {}
    for cell in frozenset().union(*(one.cells for one in statements)):
        inside = tuple(i for i, one in enumerate(statements) if cell in one.cells)
        kinds[inside] = kinds.get(inside, 0) + 1
    table = {(0,) * len(statements)}
    left = dict(kinds)
    for inside in sorted(kinds):
        room = left.pop(inside)
        later = [sum(n for kind, n in left.items() if i in kind) for i in range(len(statements))]
        following = set()
        for mines in table:
            for more in range(room + 1):
                after = [have + more * (i in inside) for i, have in enumerate(mines)]
                if all(
                    have <= one.high and have + later[i] >= one.low
                    for i, (have, one) in enumerate(zip(after, statements, strict=True))
                ):
                    # a statement whose cells are all placed need not be told apart any more
                    following.add(
                        tuple(
                            h if later[i] else min(h, one.low)
                            for i, (h, one) in enumerate(zip(after, statements, strict=True))
                        )
                    )
        table = following
    return bool(table) and all(
        one.low <= one.high and one.low <= len(one.cells) and one.high >= 0 for one in statements
    )


def follows(conclusion: Says, premises: Sequence[Says]) -> bool:
    """Return True if every placement that meets the premises meets the conclusion."""
    below = Says(conclusion.cells, 0, conclusion.low - 1)
    above = Says(conclusion.cells, conclusion.high + 1, len(conclusion.cells))
    return not any(one.low <= one.high and possible([*premises, one]) for one in (below, above))


class Position:
    """A board as its rows of symbols say it."""

    def __init__(self, rows: Sequence[str], mines: int | None) -> None:
        table = ["".join(row.split()) for row in rows]
        self.symbol = {(r, c): s for r, row in enumerate(table) for c, s in enumerate(row)}
        self.hidden = frozenset(cell for cell, s in self.symbol.items() if s in "?FQ!")
        self.shown = frozenset(cell for cell, s in self.symbol.items() if s in "*X")
        self.mines = mines

    def clue(self, cell: Cell) -> Says:
        """Return what a number says."""
        r, c = cell
        around = {(r + dr, c + dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1)} - {cell}
        need = int(self.symbol[cell]) - len(around & self.shown)
        return Says(frozenset(around & self.hidden), need, need)

    def total(self) -> Says:
        """Return what the mine total says."""
        assert self.mines is not None, "the mine total is used and not known"
        left = self.mines - len(self.shown)
        return Says(self.hidden, left, left)

    def premises(self, clues: Iterable[Cell], *, mine_count: bool) -> list[Says]:
        """Return what some numbers and perhaps the mine total say."""
        found = [self.clue(cell) for cell in sorted(clues)]
        return [*found, self.total()] if mine_count else found


def _claim(answer: dict[str, Any]) -> Says:
    mine = answer["claim"] == "mine"
    return Says(frozenset({tuple(answer["cell"])}), int(mine), int(mine))


def forced(rows: Sequence[str], mines: int | None, answer: dict[str, Any]) -> bool:
    """Return True if the reasons of an answer force its claim."""
    position = Position(rows, mines)
    because = [tuple(cell) for cell in answer["because"]]
    return follows(_claim(answer), position.premises(because, mine_count=answer["mine_count"]))


def needless(rows: Sequence[str], mines: int | None, answer: dict[str, Any]) -> list[Any]:
    """Return the reasons without which the claim would be forced as well."""
    found: list[Any] = []
    for cell in answer["because"]:
        rest = [other for other in answer["because"] if other != cell]
        if forced(rows, mines, {**answer, "because": rest}):
            found.append(cell)
    if answer["mine_count"] and forced(rows, mines, {**answer, "mine_count": False}):
        found.append("the mine total")
    return found


def faults(rows: Sequence[str], mines: int | None, answer: dict[str, Any]) -> list[str]:
    """Return all that is wrong with an explanation of a certain cell; empty where nothing is."""
    position = Position(rows, mines)
    because = {tuple(cell) for cell in answer["because"]}
    if any(not position.symbol.get(cell, "").isdigit() for cell in because):
        return ["a reason is not a number on the board"]
    found = [] if forced(rows, mines, answer) else ["the reasons do not force the claim"]
    found += [f"{reason} is not needed" for reason in needless(rows, mines, answer)]
    found += _faults_of_steps(position, answer, because)
    if answer["steps"] != [step["text"] for step in answer["proof"]]:
        found.append("the steps are not those of the proof")
    return found


def _faults_of_steps(position: Position, answer: dict[str, Any], because: set[Cell]) -> list[str]:
    proof = answer["proof"]
    if not proof:
        return ["there are no steps"]
    found = []
    used = {tuple(cell) for step in proof for cell in step["clues"]}
    if used != because:
        found.append(f"the steps use {sorted(used)}, the reasons are {sorted(because)}")
    if any(step["mine_count"] for step in proof) != answer["mine_count"]:
        found.append("the steps and the reasons do not agree on the mine total")
    for i in range(len(proof)):
        found += [f"step {i}: {fault}" for fault in _faults_of_step(position, proof, i)]
    last, wanted = proof[-1], _claim(answer)
    if last["depth"] != 0 or not follows(wanted, [_says(last)]):
        found.append("the last step does not say what was claimed")
    return found


def _says(step: dict[str, Any]) -> Says:
    return Says(frozenset(tuple(cell) for cell in step["cells"]), step["low"], step["high"])


def _faults_of_step(position: Position, proof: list[dict[str, Any]], i: int) -> list[str]:
    step = proof[i]
    text = step["text"]
    clues = [tuple(cell) for cell in step["clues"]]
    found = [f"{r},{c} is not named" for r, c in clues if f"{r},{c}" not in text]
    if any(not 0 <= j < i for j in step["uses"]):
        return [*found, "it uses a step that does not come before it"]
    if step["rule"] == "suppose":
        if step["depth"] < 1 or step["uses"] or clues or len(step["cells"]) != 1:
            found.append("a supposition must stand alone and open a block")
        return found
    if step["rule"] == "refute":
        return found + _faults_of_refutation(proof, i)
    if any(not _in_scope(proof, j, i) for j in step["uses"]):
        found.append("it uses a step whose supposition is over")
    premises = position.premises(clues, mine_count=step["mine_count"])
    premises += [_says(proof[j]) for j in step["uses"]]
    if _is_failure(step):
        if step["depth"] < 1 or possible(premises):
            found.append("there is no contradiction")
    elif not follows(_says(step), premises):
        found.append("it does not follow")
    return found


def _is_failure(step: dict[str, Any]) -> bool:
    return step["rule"] == "contradiction" or (
        step["rule"] == "every way" and step["low"] > step["high"]
    )


def _in_scope(proof: list[dict[str, Any]], j: int, i: int) -> bool:
    """Return True if the suppositions that step j rests on are still open at step i."""
    between = proof[j + 1 : i + 1]
    reopened = any(
        step["rule"] == "suppose" and step["depth"] <= proof[j]["depth"] for step in between
    )
    return not reopened and all(step["depth"] >= proof[j]["depth"] for step in between)


def _faults_of_refutation(proof: list[dict[str, Any]], i: int) -> list[str]:
    step = proof[i]
    if len(step["uses"]) != 2:
        return ["a refutation needs a supposition and its failure"]
    supposed, failure = (proof[j] for j in step["uses"])
    inside = step["depth"] + 1
    fine = (
        supposed["rule"] == "suppose"
        and _is_failure(failure)
        and supposed["depth"] == failure["depth"] == inside
        and _in_scope(proof, step["uses"][0], step["uses"][1])
        and supposed["cells"] == step["cells"]
        and step["low"] == step["high"] == 1 - supposed["low"]
        and supposed["low"] == supposed["high"]
    )
    return [] if fine else ["it does not follow from a failed supposition"]
