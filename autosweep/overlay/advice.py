"""From a reading to what is drawn on it: what is proven, what the chances are, what to do next.

`hint` draws this on a picture and `overlay` over the game. Pure: nothing here looks or draws.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from autosweep.board import FLAG, MAX_NUMBER, Board, Phase
from autosweep.errors import AutosweepError, DoubtfulReading, InconsistentBoard
from autosweep.geometry import Cell
from autosweep.limit import Limit
from autosweep.overlay.marks import Hints
from autosweep.play.decide import ANALYSIS_LIMIT, decide
from autosweep.play.decision import Decision
from autosweep.play.profile import client_named
from autosweep.settings import PlaySettings
from autosweep.solver.analysis import Analysis
from autosweep.solver.analyze import analyze
from autosweep.solver.explain import explain
from autosweep.vision.reading import Reading

WHY_LIMIT = Limit(seconds=0.15, nodes=20_000)
"""A reason that takes longer to find than a person notices is not shown."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What is known about a board that was read."""

    reading: Reading
    board: Board
    certain: Analysis
    """What is proven."""
    estimate: Analysis
    """What the chances are; it may rest on the usual mine total."""
    guess: Cell | None
    """The best guess where nothing is safe."""
    partial: bool
    """Whether some cells were unclear; what is proven does not depend on them."""
    assumed: bool
    """Whether the chances rest on a mine total that was not read."""

    @property
    def over(self) -> bool:
        """Whether the game is won or lost."""
        return self.reading.phase in (Phase.WON, Phase.LOST)

    @property
    def best(self) -> Cell | None:
        """The proven cell to open next, None where there is none."""
        move = self.certain.best
        return move.cell if move is not None and move.certain else None


def advise(reading: Reading, mines: int | None, name: str = "the board") -> Advice:
    """Return what is known; `mines` is the total where the reading does not have it.

    Raises DoubtfulReading where nothing is certain without doubtful cells and InconsistentBoard
    where no mine layout fits.
    """
    # Never a guess in doubt: whoever is advised cannot see which cells it would rest on.
    settings = PlaySettings(mines=mines, guess="never")
    client = client_named("", reading.theme)
    decision = decide(reading, settings, game=0, step=0, client=client)
    if reading.uncertain and not decision.partial:
        cells = " ".join(f"{r},{c}" for r, c in reading.uncertain)
        msg = f"{name}: nothing is certain without these doubtful cells: {cells}."
        remedy = "See `autosweep read --debug`; correct its text and use `autosweep solve`."
        raise DoubtfulReading(msg, remedy=remedy)
    if not decision.analysis.consistent:
        msg = f"{name}: {decision.analysis.why or 'No mine layout fits what was read.'}"
        raise InconsistentBoard(msg)
    return _known(reading, decision, mines)


def _known(reading: Reading, decision: Decision, mines: int | None) -> Advice:
    certain = decision.analysis
    known = reading.board.mines if reading.board.mines is not None else mines
    assumed = decision.board.mines != known
    if assumed:
        # The usual total makes nothing certain: only the chances may rest on it.
        certain = analyze(reading.board, ANALYSIS_LIMIT)
    guess = decision.moves[0].cell if decision.is_guess else None
    return Advice(
        reading, decision.board, certain, decision.analysis, guess, decision.partial, assumed
    )


def clues(advice: Advice) -> frozenset[Cell]:
    """Return the clues from which the best move follows; none where it is a guess or takes long."""
    if advice.best is None:
        return frozenset()
    board = advice.board if not advice.assumed else advice.reading.board
    try:
        return frozenset(explain(board, advice.best, WHY_LIMIT, analysis=advice.certain).because)
    except AutosweepError:
        return frozenset()


def hints_of(advice: Advice, parts: Collection[str]) -> Hints:
    """Return what to draw of the parts that are wanted; doubtful cells are always shown."""
    if advice.over or not parts:
        return Hints()
    certain, flagged = advice.certain, advice.board
    because = clues(advice) if "why" in parts else frozenset()
    # One nudge where there is nothing to reason from: the guess without its risk.
    nudged = tuple(parts) == ("why",) and not because
    chances = _chances(advice, parts) if {"heat", "numbers"} & set(parts) else {}
    numbers = dict(chances) if "numbers" in parts else {}
    shows_guess = "best" in parts or nudged
    if "best" in parts and advice.guess is not None:
        risk = advice.estimate.probability[advice.guess]
        numbers |= {} if risk is None else {advice.guess: risk}
    heat = {cell: chance for cell, chance in chances.items() if cell not in numbers}
    return Hints(
        certain.safe if "safe" in parts else frozenset(),
        frozenset(cell for cell in certain.mines if flagged[cell] != FLAG)
        if "mines" in parts
        else frozenset(),
        advice.guess if shows_guess else None,
        numbers,
        frozenset(advice.reading.uncertain),
        certain.wrong_flags if "mines" in parts else frozenset(),
        advice.best if "best" in parts else None,
        because,
        heat if "heat" in parts else {},
    )


def _chances(advice: Advice, parts: Collection[str]) -> dict[Cell, float]:
    """Return the chances beside numbers and of the guess, the rest being all alike.

    What is certain is left out where it has a mark of its own.
    """
    chances: dict[Cell, float] = {}
    if advice.partial:
        return chances
    board, certain = advice.board, advice.certain
    marked = {advice.best} if "best" in parts else set()
    marked |= certain.safe if "safe" in parts else frozenset()
    marked |= certain.mines if "mines" in parts else frozenset()
    for cell, chance in advice.estimate.probability.items():
        if cell in marked or board[cell] == FLAG:
            continue
        if cell == advice.guess or _beside_number(board, cell):
            proven = cell in certain.safe or cell in certain.mines
            # An estimate may rest on the usual mine total, and then even 0 is no proof.
            chances[cell] = chance if proven else min(0.999, max(0.001, chance))
    return chances


def _beside_number(board: Board, cell: Cell) -> bool:
    return any(board[other] <= MAX_NUMBER for other in board.neighbors(cell))
