"""Judging the clicks of a player: proven safe, a needed guess, or worse than another click. Pure.

Clicks whose order is not known are put into the order that is best for the player: proven ones
first, then the least risky. The position is analysed again after each of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from math import prod

from autosweep.board import FLAG, MAX_NUMBER, OPENABLE, Board, Phase
from autosweep.errors import AutosweepError
from autosweep.geometry import Cell
from autosweep.limit import Limit
from autosweep.replay.inferred_clicks import ClickKind, InferredClick
from autosweep.replay.known_position import KnownPosition, analyze_position
from autosweep.solver.explain import explain

WORTH_MENTIONING = 0.01
"""A risk this much above the lowest (a probability) is called riskier than needed."""
_REASON_LIMIT = Limit(seconds=1.0)


class ClickVerdict(Enum):
    """How a click is judged."""

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


RISKS = frozenset({ClickVerdict.GUESS, ClickVerdict.RISKIER, ClickVerdict.UNNECESSARY})
MISTAKES = frozenset({ClickVerdict.RISKIER, ClickVerdict.UNNECESSARY, ClickVerdict.FLAG_WRONG})


@dataclass(frozen=True, slots=True)
class JudgedClick:
    """One click with its verdict."""

    click: InferredClick
    cell: Cell
    verdict: ClickVerdict
    risk: float | None = None
    """Probability that it hit a mine; None for marks and if it is not known."""
    lowest: float | None = None
    """The lowest probability of any hidden cell at that time."""
    better: Cell | None = None
    """A better cell, if there was one."""
    reason: str = ""
    """Sentences for people."""

    @property
    def exploded(self) -> bool:
        """Whether it lost the game."""
        return bool(self.click.exploded)


@dataclass(frozen=True, slots=True)
class GameReview:
    """A whole game in figures and sentences."""

    game: int
    outcome: str
    """`won`, `lost` or `unfinished`."""
    mines: int | None
    """The mine total that was assumed in the analysis."""
    clicks: int
    openings: int
    risks: int
    """Openings that might have hit a mine."""
    unnecessary: int
    riskier: int
    overlooked: int
    """Risks that were taken though a proven safe cell was there."""
    wrong_flags: int
    unproven_flags: int
    survival: float
    """Probability to survive all risks that were taken."""
    best_survival: float
    """The same with the lowest risk at each of them."""
    expected_mines: float
    """Sum of the risks: mines that such risks hit on average."""
    sentences: tuple[str, ...] = ()


def judge(  # noqa: PLR0913 - the position, the clicks and what is known besides
    board: Board,
    clicks: Sequence[InferredClick],
    after: Board,
    known: KnownPosition,
    *,
    total: int | None,
    assumed: int | None = None,
    advised: Iterable[Cell] = (),
    first: bool = False,
    reasons: bool = True,
) -> Iterator[JudgedClick]:
    """Yield the clicks that led from one board to the next, judged.

    `known` is the position before the first of them, `advised` the cells that a good player would
    open there although they are not the least risky, `first` whether nothing was open yet.
    """
    left = [one for one in clicks if one.kind in (ClickKind.OPEN, ClickKind.CHORD)]
    for one in clicks:
        if one not in left:
            yield _judge_mark(board, one, known)
            if one.kind is ClickKind.FLAG:
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
            known = analyze_position(board, total, assumed)


def review(game: int, outcome: str, judged: Sequence[JudgedClick], mines: int | None) -> GameReview:
    """Sum up the clicks of a game."""
    openings = [j for j in judged if j.click.kind in (ClickKind.OPEN, ClickKind.CHORD)]
    risks = [j for j in openings if j.verdict in RISKS]
    taken = [j.risk for j in risks if j.risk is not None]
    least = [j.lowest for j in risks if j.lowest is not None]
    count = {verdict: sum(j.verdict is verdict for j in judged) for verdict in ClickVerdict}
    found = GameReview(
        game=game,
        outcome=outcome,
        mines=mines,
        clicks=len(judged),
        openings=len(openings),
        risks=len(risks),
        unnecessary=count[ClickVerdict.UNNECESSARY],
        riskier=count[ClickVerdict.RISKIER],
        overlooked=sum(j.verdict is ClickVerdict.UNNECESSARY and j.lowest == 0.0 for j in judged),
        wrong_flags=count[ClickVerdict.FLAG_WRONG],
        unproven_flags=count[ClickVerdict.FLAG_UNPROVEN],
        survival=prod(1 - risk for risk in taken),
        best_survival=prod(1 - risk for risk in least),
        expected_mines=sum(taken),
    )
    return replace(found, sentences=tuple(_sum_up(found, judged)))


def percent(chance: float) -> str:
    """Return a probability as text; 0% and 100% mean certain."""
    if chance in (0.0, 1.0):
        return f"{chance:.0%}"
    if chance < 0.001 or chance > 0.999:
        return "less than 0.1%" if chance < 0.5 else "more than 99.9%"
    return f"{100 * chance:.1f}%" if chance < 0.1 or chance > 0.9 else f"{chance:.0%}"


def name(cell: Cell) -> str:
    """Return a cell as people write it: row first, counting from 0."""
    return f"{cell[0]},{cell[1]}"


def _judge_mark(board: Board, click: InferredClick, known: KnownPosition) -> JudgedClick:
    cell = click.cell
    if click.kind is not ClickKind.FLAG or board[cell] not in OPENABLE:
        return JudgedClick(click, cell, ClickVerdict.MARK)
    where = name(cell)
    if cell in known.certain.safe:
        text = f"The flag at {where} is wrong: the cell is proven safe."
        return JudgedClick(click, cell, ClickVerdict.FLAG_WRONG, reason=text)
    if cell in known.certain.mines:
        return JudgedClick(
            click, cell, ClickVerdict.FLAG_PROVEN, reason=f"{where} is proven a mine."
        )
    chance = known.risk(cell)
    odds = "" if chance is None else f" (a mine with {percent(chance)})"
    text = f"The flag at {where} was not proven when it was set{odds}."
    return JudgedClick(click, cell, ClickVerdict.FLAG_UNPROVEN, reason=text)


def _judge_opening(  # noqa: PLR0913 - the position, the click and what is known of both
    board: Board,
    click: InferredClick,
    known: KnownPosition,
    advised: frozenset[Cell],
    *,
    first: bool,
    reasons: bool,
) -> JudgedClick:
    cell = _likeliest(board, click, known)
    if first:
        text = "The first click of a game; nearly every client keeps it free of mines."
        return JudgedClick(click, cell, ClickVerdict.FIRST, reason=text)
    if _certain(board, click, known):
        why = _why_safe(known, cell) if reasons and click.kind is ClickKind.OPEN else ""
        return JudgedClick(
            click, cell, ClickVerdict.SAFE, 0.0, 0.0, reason=why or "It was proven safe."
        )
    risk, lowest = _risk(board, click, known), known.lowest()
    if risk is None or lowest is None:
        text = "The chances at this moment could not be counted."
        return JudgedClick(click, cell, ClickVerdict.UNKNOWN, reason=text)
    if risk == 0.0 and not click.exploded:
        text = f"It is safe if the board has the usual total of mines ({known.assumed})."
        return JudgedClick(click, cell, ClickVerdict.SAFE, 0.0, 0.0, reason=text)
    better, least = lowest
    hit = " It was a mine." if click.exploded else ""
    sure = "a proven mine" if risk == 1.0 else f"a mine with {percent(risk)}"
    if risk == 1.0 and not known.certain.safe:
        text = f"{name(cell)} was {sure}: nothing was to be gained by opening it.{hit}"
        return JudgedClick(click, cell, ClickVerdict.UNNECESSARY, risk, least, None, text)
    if known.certain.safe:
        text = f"{name(cell)} was {sure}, and {name(better)} was proven safe.{hit}"
        if reasons:
            text = f"{text} {_why_safe(known, better)}".strip()
        return JudgedClick(click, cell, ClickVerdict.UNNECESSARY, risk, 0.0, better, text)
    if risk - least >= WORTH_MENTIONING and cell not in advised:
        text = (
            f"{name(cell)} was {sure}; nothing was proven safe, but {name(better)} was a mine "
            f"with {percent(least)} only.{hit}"
        )
        return JudgedClick(click, cell, ClickVerdict.RISKIER, risk, least, better, text)
    text = f"A guess that had to be made: nothing was proven safe, {name(cell)} was {sure}.{hit}"
    # A slightly higher risk that a good player takes on purpose is no fault.
    return JudgedClick(
        click, cell, ClickVerdict.GUESS, risk, risk if cell in advised else least, None, text
    )


def _hidden_targets(board: Board, click: InferredClick) -> list[Cell]:
    """Return the cells that a click itself opens; an opened area around them is no risk."""
    if click.kind is ClickKind.OPEN:
        return [click.cell]
    near = set(board.neighbors(click.cell))
    return sorted(c for c in near & (click.opened | click.exploded) if board[c] in OPENABLE)


def _certain(board: Board, click: InferredClick, known: KnownPosition) -> bool:
    if click.exploded:
        return False
    if click.kind is ClickKind.OPEN:
        return any(cell in known.certain.safe for cell in click.cells)
    targets = _hidden_targets(board, click)
    return bool(targets) and board[click.cell] <= MAX_NUMBER and known.certain.safe >= set(targets)


def _risk(board: Board, click: InferredClick, known: KnownPosition) -> float | None:
    """Return the probability that a click hits a mine; cells of a chord count as independent."""
    if click.kind is ClickKind.OPEN:
        return known.risk(_likeliest(board, click, known))
    risks = [known.risk(cell) for cell in _hidden_targets(board, click)]
    if not risks or any(risk is None for risk in risks):
        return None
    return 1 - prod(1 - risk for risk in risks if risk is not None)


def _likeliest(board: Board, click: InferredClick, known: KnownPosition) -> Cell:
    """Return the place of a click that has the lowest risk."""
    if click.kind is not ClickKind.OPEN or len(click.cells) == 1:
        return click.cell
    risks = [(known.risk(cell), cell) for cell in click.cells if board[cell] in OPENABLE]
    return min(((2.0 if r is None else r, c) for r, c in risks), default=(2.0, click.cell))[1]


def _order(board: Board, click: InferredClick, known: KnownPosition) -> tuple[bool, float]:
    """Sort key of openings: explosions last, a chord after the opening of its number."""
    if click.kind is ClickKind.CHORD and board[click.cell] > MAX_NUMBER:
        return (bool(click.exploded), 3.0)
    risk = _risk(board, click, known)
    return (bool(click.exploded), 2.0 if risk is None else risk)


def _why_safe(known: KnownPosition, cell: Cell) -> str:
    try:
        found = explain(known.board, cell, _REASON_LIMIT, analysis=known.certain)
    except AutosweepError:
        return ""
    return " ".join(found.steps)


def _sum_up(found: GameReview, judged: Sequence[JudgedClick]) -> Iterator[str]:
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


def _luck_or_skill(found: GameReview, judged: Sequence[JudgedClick], *, won: bool) -> str:
    last = next((j for j in judged if j.exploded), None)
    if last is not None and last.risk is not None:
        if last.verdict is ClickVerdict.UNNECESSARY:
            better = "" if last.better is None else f" {name(last.better)} was safe."
            return f"The loss was avoidable.{better}"
        if last.verdict is ClickVerdict.RISKIER:
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
