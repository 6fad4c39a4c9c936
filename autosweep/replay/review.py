"""Judging what a player did: was it safe, was the risk needed, was there something better.

Clicks whose order nobody saw are put into the order that is kindest to the player: what is proven
first, then the least risky. What can be known is worked out anew after each of them. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from math import prod

from autosweep.board import COVERED, FLAG, MAX_NUMBER, Board, Phase
from autosweep.errors import AutosweepError
from autosweep.geometry import Cell
from autosweep.limit import Limit
from autosweep.replay.clicks import Deed, Made
from autosweep.replay.knowledge import Knowledge, know
from autosweep.solver.explain import explain

WORTH_MENTIONING = 0.01
"""A risk is called needlessly high from this much above the lowest."""
_REASON_LIMIT = Limit(seconds=1.0)


class Verdict(Enum):
    """What is to be said of a click."""

    FIRST = "first click"
    SAFE = "safe"
    """Proven safe before it was opened."""
    GUESS = "guess"
    """Nothing was proven safe, and nothing was clearly less risky."""
    RISKIER = "riskier than needed"
    """Nothing was proven safe, but another cell was less risky."""
    UNNECESSARY = "unnecessary risk"
    """A proven safe cell was there and was overlooked."""
    UNKNOWN = "risk unknown"
    FLAG_PROVEN = "right flag"
    FLAG_UNPROVEN = "flag not proven"
    FLAG_WRONG = "wrong flag"
    """On a cell that is proven safe."""
    MARK = "mark"


RISKS = frozenset({Verdict.GUESS, Verdict.RISKIER, Verdict.UNNECESSARY})
MISTAKES = frozenset({Verdict.RISKIER, Verdict.UNNECESSARY, Verdict.FLAG_WRONG})


@dataclass(frozen=True, slots=True)
class Judged:
    """One click with what is to be said of it."""

    made: Made
    cell: Cell
    verdict: Verdict
    risk: float | None = None
    """Chance that it hit a mine; None for marks and where it is not known."""
    lowest: float | None = None
    """The least chance that any click had at that moment."""
    better: Cell | None = None
    """The cell that was better, where one was."""
    reason: str = ""
    """Sentences for people."""

    @property
    def exploded(self) -> bool:
        """Whether it lost the game."""
        return bool(self.made.exploded)


@dataclass(frozen=True, slots=True)
class GameReview:
    """A whole game in figures and sentences."""

    game: int
    outcome: str
    """`won`, `lost` or `unfinished`."""
    mines: int | None
    """The total that was reckoned with."""
    clicks: int
    openings: int
    risks: int
    """Openings that might have hit a mine."""
    unnecessary: int
    riskier: int
    overlooked: int
    """Moments at which a proven safe cell was left for a risk."""
    wrong_flags: int
    unproven_flags: int
    survival: float
    """Chance to survive all risks that were taken."""
    best_survival: float
    """The same with the least risk at each of these moments."""
    expected_mines: float
    """Sum of the risks: mines that such risks hit on average."""
    sentences: tuple[str, ...] = ()


def judge(  # noqa: PLR0913 - the position, the clicks and what is known besides
    board: Board,
    made: Sequence[Made],
    after: Board,
    known: Knowledge,
    *,
    total: int | None,
    assumed: int | None = None,
    advised: Iterable[Cell] = (),
    first: bool = False,
    reasons: bool = True,
) -> Iterator[Judged]:
    """Yield the clicks that led from one board to the next with what is to be said of them.

    `known` is what could be known before the first of them, `advised` the cells a good player would
    open there although they are not the least risky, `first` whether nothing was open yet.
    """
    left = [one for one in made if one.deed in (Deed.OPEN, Deed.CHORD)]
    for one in made:
        if one not in left:
            yield _judge_mark(board, one, known)
            if one.deed is Deed.FLAG:
                board = board.with_cells({one.cell: FLAG})
    good = frozenset(advised)
    while left:
        ready = [one for one in left if _certain(board, one, known)]
        if not ready:
            ready = [min(left, key=lambda one: _order(board, one, known))]
        for one in ready:
            left.remove(one)
            yield _judge_opening(board, one, known, good, first=first, reasons=reasons)
        shown = {cell: after[cell] for one in ready for cell in one.opened if after[cell] <= 8}
        board = board.with_cells(shown)
        first, good = False, frozenset()
        if left:
            known = know(board, total, assumed)


def review(game: int, outcome: str, judged: Sequence[Judged], mines: int | None) -> GameReview:
    """Sum up the clicks of a game."""
    openings = [j for j in judged if j.made.deed in (Deed.OPEN, Deed.CHORD)]
    risks = [j for j in openings if j.verdict in RISKS]
    taken = [j.risk for j in risks if j.risk is not None]
    least = [j.lowest for j in risks if j.lowest is not None]
    count = {verdict: sum(j.verdict is verdict for j in judged) for verdict in Verdict}
    found = GameReview(
        game=game,
        outcome=outcome,
        mines=mines,
        clicks=len(judged),
        openings=len(openings),
        risks=len(risks),
        unnecessary=count[Verdict.UNNECESSARY],
        riskier=count[Verdict.RISKIER],
        overlooked=sum(j.verdict is Verdict.UNNECESSARY and j.lowest == 0.0 for j in judged),
        wrong_flags=count[Verdict.FLAG_WRONG],
        unproven_flags=count[Verdict.FLAG_UNPROVEN],
        survival=prod(1 - risk for risk in taken),
        best_survival=prod(1 - risk for risk in least),
        expected_mines=sum(taken),
    )
    return replace(found, sentences=tuple(_sum_up(found, judged)))


def percent(chance: float) -> str:
    """Return a chance for people: 0% and 100% are kept for what is certain."""
    if chance in (0.0, 1.0):
        return f"{chance:.0%}"
    if chance < 0.001 or chance > 0.999:
        return "less than 0.1%" if chance < 0.5 else "more than 99.9%"
    return f"{100 * chance:.1f}%" if chance < 0.1 or chance > 0.9 else f"{chance:.0%}"


def name(cell: Cell) -> str:
    """Return a cell as people write it: row first, counting from 0."""
    return f"{cell[0]},{cell[1]}"


def _judge_mark(board: Board, made: Made, known: Knowledge) -> Judged:
    cell = made.cell
    if made.deed is not Deed.FLAG or board[cell] not in COVERED:
        return Judged(made, cell, Verdict.MARK)
    where = name(cell)
    if cell in known.certain.safe:
        text = f"The flag at {where} is wrong: the cell is proven safe."
        return Judged(made, cell, Verdict.FLAG_WRONG, reason=text)
    if cell in known.certain.mines:
        return Judged(made, cell, Verdict.FLAG_PROVEN, reason=f"{where} is proven a mine.")
    chance = known.risk(cell)
    odds = "" if chance is None else f" (a mine with {percent(chance)})"
    text = f"The flag at {where} was not proven when it was set{odds}."
    return Judged(made, cell, Verdict.FLAG_UNPROVEN, reason=text)


def _judge_opening(  # noqa: PLR0913 - the position, the click and what is known of both
    board: Board,
    made: Made,
    known: Knowledge,
    advised: frozenset[Cell],
    *,
    first: bool,
    reasons: bool,
) -> Judged:
    cell = _likeliest(board, made, known)
    if first:
        text = "The first click of a game; nearly every client keeps it free of mines."
        return Judged(made, cell, Verdict.FIRST, reason=text)
    if _certain(board, made, known):
        why = _why_safe(known, cell) if reasons and made.deed is Deed.OPEN else ""
        return Judged(made, cell, Verdict.SAFE, 0.0, 0.0, reason=why or "It was proven safe.")
    risk, lowest = _risk(board, made, known), known.lowest()
    if risk is None or lowest is None:
        text = "The chances at this moment could not be counted."
        return Judged(made, cell, Verdict.UNKNOWN, reason=text)
    if risk == 0.0 and not made.exploded:
        text = f"It is safe if the board has the usual total of mines ({known.assumed})."
        return Judged(made, cell, Verdict.SAFE, 0.0, 0.0, reason=text)
    better, least = lowest
    hit = " It was a mine." if made.exploded else ""
    sure = "a proven mine" if risk == 1.0 else f"a mine with {percent(risk)}"
    if risk == 1.0 and not known.certain.safe:
        text = f"{name(cell)} was {sure}: nothing was to be gained by opening it.{hit}"
        return Judged(made, cell, Verdict.UNNECESSARY, risk, least, None, text)
    if known.certain.safe:
        text = f"{name(cell)} was {sure}, and {name(better)} was proven safe.{hit}"
        if reasons:
            text = f"{text} {_why_safe(known, better)}".strip()
        return Judged(made, cell, Verdict.UNNECESSARY, risk, 0.0, better, text)
    if risk - least >= WORTH_MENTIONING and cell not in advised:
        text = (
            f"{name(cell)} was {sure}; nothing was proven safe, but {name(better)} was a mine "
            f"with {percent(least)} only.{hit}"
        )
        return Judged(made, cell, Verdict.RISKIER, risk, least, better, text)
    text = f"A guess that had to be made: nothing was proven safe, {name(cell)} was {sure}.{hit}"
    # A slightly higher risk that a good player takes on purpose is held against nobody.
    return Judged(made, cell, Verdict.GUESS, risk, risk if cell in advised else least, None, text)


def _hidden_targets(board: Board, made: Made) -> list[Cell]:
    """Return the cells that a click risks: those it opens itself, not by flooding."""
    if made.deed is Deed.OPEN:
        return [made.cell]
    near = set(board.neighbors(made.cell))
    return sorted(c for c in near & (made.opened | made.exploded) if board[c] in COVERED)


def _certain(board: Board, made: Made, known: Knowledge) -> bool:
    if made.exploded:
        return False
    if made.deed is Deed.OPEN:
        return any(cell in known.certain.safe for cell in made.cells)
    targets = _hidden_targets(board, made)
    return bool(targets) and board[made.cell] <= MAX_NUMBER and known.certain.safe >= set(targets)


def _risk(board: Board, made: Made, known: Knowledge) -> float | None:
    """Return the chance that a click hits a mine; of a chord, as if its cells were apart."""
    if made.deed is Deed.OPEN:
        return known.risk(_likeliest(board, made, known))
    risks = [known.risk(cell) for cell in _hidden_targets(board, made)]
    if not risks or any(risk is None for risk in risks):
        return None
    return 1 - prod(1 - risk for risk in risks if risk is not None)


def _likeliest(board: Board, made: Made, known: Knowledge) -> Cell:
    """Return the place of a click that is kindest to the player."""
    if made.deed is not Deed.OPEN or len(made.cells) == 1:
        return made.cell
    risks = [(known.risk(cell), cell) for cell in made.cells if board[cell] in COVERED]
    return min(((2.0 if r is None else r, c) for r, c in risks), default=(2.0, made.cell))[1]


def _order(board: Board, made: Made, known: Knowledge) -> tuple[bool, float]:
    """Sort openings: what exploded comes last, a chord of a number not yet open after that is."""
    if made.deed is Deed.CHORD and board[made.cell] > MAX_NUMBER:
        return (bool(made.exploded), 3.0)
    risk = _risk(board, made, known)
    return (bool(made.exploded), 2.0 if risk is None else risk)


def _why_safe(known: Knowledge, cell: Cell) -> str:
    try:
        found = explain(known.board, cell, _REASON_LIMIT, analysis=known.certain)
    except AutosweepError:
        return ""
    return " ".join(found.steps)


def _sum_up(found: GameReview, judged: Sequence[Judged]) -> Iterator[str]:
    won = found.outcome == Phase.WON.value
    if not found.openings:
        yield "Nothing was opened."
        return
    if not found.risks:
        yield "No risk was taken: every cell that was opened after the first was proven safe."
    else:
        yield (
            f"{_many(found.risks, 'risk')} taken. A player who takes the same survives all of them "
            f"in {percent(found.survival)} of games; with the safest choice at each of these "
            f"moments it would be {percent(found.best_survival)}."
        )
    if found.unnecessary:
        yield (
            f"{_many(found.unnecessary, 'risk')} unnecessary: a proven safe cell was "
            f"overlooked, or a proven mine opened."
        )
    if found.riskier:
        yield f"{_many(found.riskier, 'guess', 'guesses')} riskier than needed."
    if found.wrong_flags:
        yield f"{_many(found.wrong_flags, 'flag')} set on a cell that was proven safe."
    last = _luck_or_skill(found, judged, won=won)
    if last:
        yield last


def _luck_or_skill(found: GameReview, judged: Sequence[Judged], *, won: bool) -> str:
    last = next((j for j in judged if j.exploded), None)
    if last is not None and last.risk is not None:
        if last.verdict is Verdict.UNNECESSARY:
            better = "" if last.better is None else f" {name(last.better)} was safe."
            return f"The loss was avoidable.{better}"
        if last.verdict is Verdict.RISKIER:
            return "The loss was bad luck on a guess that was riskier than needed."
        return f"The loss was bad luck: the guess was needed and hit with {percent(last.risk)}."
    if found.outcome == Phase.LOST.value:
        return "The game was lost; which click did it cannot be seen."
    if not found.risks:
        return "Skill alone." if won else ""
    wasted = found.best_survival - found.survival
    if wasted < WORTH_MENTIONING:
        return "Well played: the risks were needed, the rest was luck." if won else ""
    before = "It was luck: better" if won else "Better"
    chances = f"{percent(found.best_survival)} of such games instead of {percent(found.survival)}"
    return f"{before} choices survive in {chances}."


def _many(count: int, word: str, words: str | None = None) -> str:
    if count == 1:
        return f"1 {word} was"
    return f"{count} {words or word + 's'} were"
