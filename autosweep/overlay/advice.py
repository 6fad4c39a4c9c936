"""From a reading to the hints for it: what is proven, the probabilities, the best move. Pure.

`hint` draws them on an image, `overlay` over the game.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from autosweep.board import FLAG, MAX_NUMBER, Board, Phase
from autosweep.errors import AutosweepError, DoubtfulReading, InconsistentBoard
from autosweep.geometry import Cell
from autosweep.limit import Limit
from autosweep.messages import cell_names
from autosweep.overlay.hint_marks import Hints
from autosweep.play.client_profile import client_named
from autosweep.play.decide import ANALYSIS_LIMIT, decide
from autosweep.play.decision import Decision
from autosweep.settings import PlaySettings
from autosweep.solver.analysis import Analysis
from autosweep.solver.analyze import analyze
from autosweep.solver.explain import explain
from autosweep.vision.reading import Reading

WHY_LIMIT = Limit(nodes=20_000)
"""A reason that takes more is not shown. 592 on boards of up to 16 x 30 took 24 ms at most.

No seconds: on a busy machine other hints would be shown.
"""


@dataclass(frozen=True, slots=True)
class BoardAdvice:
    """What is known about a board that was read."""

    reading: Reading
    board: Board
    certain: Analysis
    """What is proven."""
    estimate: Analysis
    """The probabilities; they may rest on the usual mine total."""
    guess: Cell | None
    """The best guess if nothing is safe."""
    partial: bool
    """Whether some cells were uncertain; what is proven does not depend on them."""
    assumed: bool
    """Whether the probabilities rest on a mine total that was not read."""

    @property
    def over(self) -> bool:
        """Whether the game is won or lost."""
        return self.reading.phase in (Phase.WON, Phase.LOST)

    @property
    def best(self) -> Cell | None:
        """The proven cell to open next, None if there is none."""
        move = self.certain.best
        return move.cell if move is not None and move.certain else None


def advise(reading: Reading, mines: int | None, name: str = "the board") -> BoardAdvice:
    """Return what is known; `mines` is the total if the reading does not have it.

    Raises DoubtfulReading if nothing is certain without the uncertain cells and InconsistentBoard
    if no mine layout fits.
    """
    if reading.doubt is not None:
        msg = f"{name}: {reading.doubt.sentence}"
        raise DoubtfulReading(msg, remedy=reading.doubt.remedy)
    # No guess that rests on uncertain cells: the user cannot see which these are.
    settings = PlaySettings(mines=mines, guess="never")
    client = client_named("", reading.theme)
    decision = decide(reading, settings, game=0, step=0, client=client)
    if reading.uncertain and not decision.partial:
        cells = cell_names(reading.uncertain)
        msg = f"{name}: nothing is certain without these uncertain cells: {cells}."
        remedy = "See `autosweep read --debug`; correct its text and use `autosweep solve`."
        raise DoubtfulReading(msg, remedy=remedy)
    if not decision.analysis.consistent:
        msg = f"{name}: {decision.analysis.why or 'No mine layout fits what was read.'}"
        raise InconsistentBoard(msg)
    return _known(reading, decision, mines)


def _known(reading: Reading, decision: Decision, mines: int | None) -> BoardAdvice:
    certain = decision.analysis
    known = reading.board.mines if reading.board.mines is not None else mines
    assumed = decision.board.mines != known
    if assumed:
        # The usual total makes nothing certain: only the probabilities may rest on it.
        certain = analyze(reading.board, ANALYSIS_LIMIT)
    guess = decision.moves[0].cell if decision.is_guess else None
    return BoardAdvice(
        reading, decision.board, certain, decision.analysis, guess, decision.partial, assumed
    )


def clues(advice: BoardAdvice) -> frozenset[Cell]:
    """Return the clues that force the best move; none if it is a guess or takes too long."""
    if advice.best is None:
        return frozenset()
    board = advice.board if not advice.assumed else advice.reading.board
    try:
        return frozenset(explain(board, advice.best, WHY_LIMIT, analysis=advice.certain).because)
    except AutosweepError:
        return frozenset()


def hints_of(advice: BoardAdvice, parts: Collection[str]) -> Hints:
    """Return the hints of the requested parts; uncertain cells are always shown."""
    if advice.over or not parts:
        return Hints()
    certain, flagged = advice.certain, advice.board
    because = clues(advice) if "why" in parts else frozenset()
    # The level `nudge` without clues to show: the guess without its risk.
    nudged = tuple(parts) == ("why",) and not because
    shown = _probabilities(advice, parts) if {"heat", "numbers"} & set(parts) else {}
    numbers = dict(shown) if "numbers" in parts else {}
    shows_guess = "best" in parts or nudged
    if "best" in parts and advice.guess is not None:
        risk = advice.estimate.probability[advice.guess]
        numbers |= {} if risk is None else {advice.guess: risk}
    heat = {cell: chance for cell, chance in shown.items() if cell not in numbers}
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


def _probabilities(advice: BoardAdvice, parts: Collection[str]) -> dict[Cell, float]:
    """Return the probabilities to show; certain cells with a mark of their own are left out."""
    if advice.partial:
        return {}
    certain = advice.certain
    marked = {advice.best} if advice.best is not None and "best" in parts else set()
    marked |= certain.safe if "safe" in parts else frozenset()
    marked |= certain.mines if "mines" in parts else frozenset()
    return probabilities_to_show(advice.board, certain, advice.estimate, advice.guess, marked)


def probabilities_to_show(
    board: Board,
    certain: Analysis,
    estimate: Analysis,
    guess: Cell | None,
    marked: Collection[Cell],
) -> dict[Cell, float]:
    """Return the probabilities of the guess and of cells beside clues that are not `marked`.

    All other hidden cells have the same probability.
    """
    shown: dict[Cell, float] = {}
    for cell, probability in estimate.probability.items():
        if cell in marked or board[cell] == FLAG:
            continue
        if cell == guess or any(board[other] <= MAX_NUMBER for other in board.neighbors(cell)):
            proven = cell in certain.safe or cell in certain.mines
            # An estimate may rest on the usual mine total, and then even 0 is no proof.
            shown[cell] = probability if proven else min(0.999, max(0.001, probability))
    return shown
