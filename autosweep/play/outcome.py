"""How a game stands after the last moves, as an estimate with its evidence. Pure.

What is known comes first, what is seen comes second. What is seen tells that a game is over; who
won it follows from the last moves: certain moves lose no game, and a guess that cannot have been
the last safe cell wins none. Where that does not decide, no verdict is invented.

The first rule of a table that holds decides.

=================================================  =====================================
the window is there and reacts                     the game
=================================================  =====================================
a guess looks like a mine, and the clues prove it  is lost
certain moves left nothing but mines               is won, whatever lies over the board
a message; the guess shows a zero that cannot be   is lost
all is open, one plain colour fits as mines        is lost if one was clicked, else won
all clicked cells show numbers                     is won if nothing is left, else goes on
the clues prove that the guess is a mine           is lost
a mine was clicked, and it is certain              is lost
the certain cells show the end of a game           is over: `_decided`
a message, and the board is gone, new or no clue   is over: `_decided`
after waiting: a new board, one that is revealed   is over: `_decided`
after waiting: words, and a guess that shows none  is over: `_decided`
given up: gone, dimmed, covered, mines, words      is over: `_decided`
won by these, no words, a guess looks like a mine  is over, result unknown
=================================================  =====================================

=================================================  =====================================
the window does not react any more (`_by_silence`) the game
=================================================  =====================================
words tell the result                              is what they say
a message or a dialog was there                    is over, result unknown
no click was ever seen to work                     is not known to be over
every number counts the hidden cells beside it     is won
a guess looks like a mine and like little else     is lost
the clicked cell does not look like the hidden     is not known to be over
a guess was never seen to be a number              is over, result unknown
=================================================  =====================================

=================================================  =====================================
the game is over (`_decided`)                      the result
=================================================  =====================================
certain moves, and only words of a win too early   is not known to be over
words of a win, and a number shows a safe cell     is unknown
words, and the moves do not contradict them        is what they say
words that say only that it is over                is what the moves say
words that contradict the moves                    is unknown
the first click, and its board is gone             is waited for, then unknown
a guess that was not the last safe cell            is lost
certain moves that may have been the last ones     is won
none of these                                      is waited for, then unknown
=================================================  =====================================
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from autosweep.board import (
    SHOWN_MINES,
    UNREAD,
    WRONG_FLAG,
    Phase,
)
from autosweep.geometry import Cell
from autosweep.play.decision import Decision
from autosweep.play.end_facts import EndFacts, Signs, Stage
from autosweep.play.evidence import Evidence, Fact
from autosweep.play.state import GameState
from autosweep.solver.moves import MoveKind
from autosweep.tracking.observation import Observation
from autosweep.vision.phase import phase_of

_MISREAD = 0.3
"""Confidence that is left to a symbol that cannot be there."""


@dataclass(frozen=True, slots=True)
class GameOutcome:
    """How a game stands."""

    phase: Phase | None = None
    """WON, LOST, ENDED where the result is unknown; None where the game is not known to be over."""
    evidence: tuple[Evidence, ...] = ()
    goes_on: bool = False
    """Whether it is known that the game goes on, whatever the board seems to show."""


GOES_ON = GameOutcome()


def estimate(
    state: GameState, now: Observation | None, decision: Decision | None, signs: Signs
) -> GameOutcome:
    """Return how the game stands; `now` and `decision` are None where the board is gone.

    `decision` is what was decided on `now`, by that frame alone.
    """
    shown = None if decision is None else decision.phase
    if state.last is None:
        over = shown in (Phase.WON, Phase.LOST)
        return GameOutcome(shown, _reasons(Fact.MINES_SHOWN)) if over else GOES_ON
    facts = EndFacts(state, now, decision, signs)
    if signs.silent:
        return _by_silence(facts) or GOES_ON
    if signs.closed:
        return _by_knowledge(facts) or _by_closed_window(facts)
    found = _by_knowledge(facts) or _by_sight(facts) or GOES_ON
    if found.phase is Phase.WON and facts.guessed_mines and not facts.told_won:
        return replace(
            found, phase=Phase.ENDED, evidence=(*found.evidence, *_reasons(Fact.MINE_CLICKED))
        )
    return found


# ------------------------------------------------------------------ what is known


def _by_knowledge(facts: EndFacts) -> GameOutcome | None:
    """Return what our own moves decide, None where they do not."""
    if facts.proven_guessed_mine and not (facts.told_won or facts.any_unanswered):
        # Some clients let a lost game be played on.
        return _lost(Fact.PROVEN_MINE)
    if facts.made.finishes and not facts.any_unanswered:
        if facts.clicked_mines:
            # The proof and the frame contradict each other: one of them was misread.
            return _ended(Fact.SAFE_CELLS_OPENED, Fact.MINE_CLICKED)
        return _won(Fact.SAFE_CELLS_OPENED)
    if facts.signs.message and facts.false_zero:
        # Without the message it may be a number that is drawn late, or not read.
        return _lost(Fact.MESSAGE, Fact.FALSE_ZERO)
    if facts.plain_mines and not facts.any_unanswered:
        hit = facts.plain_mines.intersection(facts.clicked)
        return _lost(Fact.MINE_CLICKED, Fact.BOARD_REVEALED) if hit else _won(Fact.NOTHING_LEFT)
    found = _by_numbers(facts) if facts.all_numbers else None
    if found is not None:
        return found
    if facts.guess and facts.proven_mine and not facts.any_unanswered:
        return _lost(Fact.PROVEN_MINE)
    return None


def _by_numbers(facts: EndFacts) -> GameOutcome | None:
    """Return the outcome of moves whose cells all show numbers, None if that is not known."""
    if facts.no_mines:
        return _ended(Fact.NO_MINES)
    if facts.shown is Phase.WON or facts.nothing_left:
        return _won(Fact.NUMBER_OPENED, Fact.NOTHING_LEFT)
    if facts.exploded_elsewhere:
        return _lost(Fact.MINES_SHOWN)
    if facts.some_hidden and facts.signs.stage is not Stage.GIVEN_UP:
        return GameOutcome(None, _reasons(Fact.NUMBER_OPENED), goes_on=True)
    return None


def _by_silence(facts: EndFacts) -> GameOutcome | None:
    """Return what a client tells that does not react any more; None where it may only hang.

    It reacted before. The last clicks changed nothing, so they tell nothing: a guess before them
    may have lost the game, or the last safe cell may have been among them. A guess after which
    another click opened a number has lost nothing: then the clicked cells may be open already and
    look hidden. So may one that has other pixels than the hidden ones.
    """
    said = facts.signs.said
    if said is not None:
        evidence = (*_reasons(Fact.NO_REACTION), Evidence(Fact.TEXT, said[1]))
        return GameOutcome(said[0], evidence)
    if facts.signs.message:
        return _ended(Fact.NO_REACTION, Fact.MESSAGE)
    if not facts.reacted:
        return None
    if facts.all_counted:
        return _won(Fact.NO_REACTION, Fact.NOTHING_LEFT)
    if facts.unread_mine:
        return _lost(Fact.NO_REACTION, Fact.MINE_CLICKED)
    if facts.may_be_open or not (facts.may_have_lost or facts.made.finishes):
        return None
    return _ended(Fact.NO_REACTION)


def _by_closed_window(facts: EndFacts) -> GameOutcome:
    """Return what it tells that the game's window was closed, by its program or by a person.

    Some programs end with their game. Certain moves have won then if they left nothing but mines. A
    guess may have ended it; the program may have failed, too. A board that showed their numbers
    went on.
    """
    if facts.numbers_seen:
        return GOES_ON
    if facts.guess:
        return _ended(Fact.WINDOW_CLOSED)
    return _won(Fact.WINDOW_CLOSED, Fact.CERTAIN_MOVES) if facts.leaves_mines else GOES_ON


# ------------------------------------------------------------------ what is seen


def _by_sight(facts: EndFacts) -> GameOutcome | None:
    """Return what the frame and the window decide, None where they do not."""
    found = _by_cells(facts)
    if found is not None:
        return found
    if facts.signs.message:
        gone = facts.new_board or facts.now is None
        # A first click that ended the game leaves no clue that a new board could hide.
        gone = gone or (facts.signs.said is not None and facts.none_open)
        if gone or (facts.guess and facts.opened_no_clue):
            return _decided(facts, Fact.MESSAGE)
    return None if facts.signs.stage is Stage.SEEN else _after_waiting(facts)


def _by_cells(facts: EndFacts) -> GameOutcome | None:
    """Return what the certain cells decide."""
    if facts.clicked_mines and (facts.guess or facts.mines_elsewhere):
        return _lost(Fact.MINE_CLICKED)
    if facts.shown is Phase.WON and facts.cells is not None and not facts.any_unanswered:
        # A board of another size may be a part of it, beside a message.
        return _won(Fact.NOTHING_LEFT)
    if facts.shown is Phase.LOST and not facts.clicked:
        # Flags and chords only: nothing was guessed and nothing was opened by itself.
        return _lost(Fact.MINES_SHOWN)
    if facts.shown is Phase.LOST and facts.guess and facts.mines_confirmed:
        return _decided(facts, Fact.MINES_SHOWN)
    return None


def _after_waiting(facts: EndFacts) -> GameOutcome | None:
    """Return what a board decides that stays as it is."""
    if facts.new_board:
        return _decided(facts, Fact.NEW_BOARD)
    if facts.guess and facts.likely_mine and facts.mines_confirmed:
        return _lost(Fact.MINE_CLICKED)
    if facts.revealed:
        return _decided(facts, Fact.BOARD_REVEALED)
    if facts.signs.said is not None and (
        facts.signs.message or (facts.guess and facts.opened_no_clue)
    ):
        return _decided(facts, Fact.MESSAGE if facts.signs.message else Fact.TEXT)
    return _given_up(facts) if facts.signs.stage is Stage.GIVEN_UP else None


def _given_up(facts: EndFacts) -> GameOutcome | None:
    """Return what is left to say where no waiting makes the board readable."""
    signs = (
        (facts.now is None, Fact.BOARD_GONE),
        (facts.dimmed, Fact.BOARD_DIMMED),
        (facts.signs.message, Fact.MESSAGE),
        (_shows_mines(facts), Fact.MINES_SHOWN),
        (facts.signs.said is not None, Fact.TEXT),
    )
    fact = next((fact for is_so, fact in signs if is_so), None)
    if fact is not None:
        return _decided(facts, fact)
    if not facts.covered or facts.safe_left:
        # What seems to lie over the board may be numbers that were read before and are not now.
        return None
    # A message of any kind: after a guess it may be another one than that of a loss.
    return _ended(Fact.BOARD_COVERED) if facts.guess else _decided(facts, Fact.BOARD_COVERED)


def _shows_mines(facts: EndFacts) -> bool:
    """Return True if the board seems to show its mines, by more than the cells that were opened."""
    return (facts.shown is Phase.LOST or facts.seem_mines) and facts.mines_confirmed


def _decided(facts: EndFacts, over: Fact) -> GameOutcome | None:
    """Return who won a game that is over; None where waiting may still tell."""
    said = facts.signs.said
    if said is not None and facts.told_won:
        if over is Fact.TEXT and not facts.guess and not facts.may_have_won:
            # Nothing but words says that the game is over, and they may tell of something else.
            return None
        if facts.safe_left_unclicked:
            return GameOutcome(Phase.ENDED, (*_reasons(over), Evidence(Fact.TEXT, said[1])))
    if facts.guess and not facts.all_numbers:
        # The first click may have left a start page that shows the picture of a board.
        left_page = facts.cells is None and facts.before.reading.phase is Phase.READY
        by_moves = None if facts.may_have_won or left_page else Phase.LOST
        why = Fact.NOT_THE_LAST_CELL
    else:
        by_moves = Phase.WON if facts.may_have_won else None
        why = Fact.CERTAIN_MOVES
    if said is not None and said[0] is Phase.ENDED and by_moves is not None:
        return GameOutcome(by_moves, (*_reasons(over, why), Evidence(Fact.TEXT, said[1])))
    if said is not None and (by_moves is None or by_moves is said[0]):
        return GameOutcome(said[0], (*_reasons(over), Evidence(Fact.TEXT, said[1])))
    if said is not None:
        return GameOutcome(Phase.ENDED, (*_reasons(over, why), Evidence(Fact.TEXT, said[1])))
    if by_moves is not None:
        return GameOutcome(by_moves, _reasons(over, why))
    return _ended(over) if facts.signs.stage is Stage.GIVEN_UP else None


def _reasons(*facts: Fact) -> tuple[Evidence, ...]:
    return tuple(Evidence(fact) for fact in facts)


def _won(*facts: Fact) -> GameOutcome:
    return GameOutcome(Phase.WON, _reasons(*facts))


def _lost(*facts: Fact) -> GameOutcome:
    return GameOutcome(Phase.LOST, _reasons(*facts))


def _ended(*facts: Fact) -> GameOutcome:
    return GameOutcome(Phase.ENDED, _reasons(*facts))


# ------------------------------------------------------------------ symbols that cannot be there


def without_misread_mines(state: GameState, now: Observation) -> Observation:
    """Return an observation in which mines that cannot be there are uncertain.

    Where every clicked cell shows a number and others are still hidden, no mine exploded: what
    looks like a mine is something else, such as a digit of an unknown font.
    """
    if state.last is None or now.reading.phase is not Phase.LOST:
        return now
    facts = EndFacts(state, now, None, Signs())
    if not facts.all_numbers or facts.nothing_left or facts.exploded_elsewhere:
        return now
    board = now.reading.board
    mines = list(board.find(SHOWN_MINES | {WRONG_FLAG}))
    confidence = now.reading.confidence.copy()
    for cell in mines:
        confidence[cell] = min(confidence[cell], _MISREAD)
    phase = phase_of(board.with_cells(dict.fromkeys(mines, UNREAD)))
    return replace(now, reading=replace(now.reading, confidence=confidence, phase=phase))


# ------------------------------------------------------------------ where the mines are


def mines_of(state: GameState) -> frozenset[Cell] | None:
    """Return where the mines of a won game are; None where that is not known.

    The last frame alone does not tell: a message may lie over it. The last moves do where they were
    certain and left nothing but mines; and so do the clues that were ever read, where what was
    never seen open is just what they count.
    """
    if state.last is None:
        return None
    decision = state.last[1]
    board, proven = decision.board, decision.analysis.mines
    opened = {m.cell for m in decision.moves if m.kind is MoveKind.OPEN} | state.clues.keys()
    left = {board.cell(i) for i in range(len(board.cells))} - opened
    if decision.finishes:
        return frozenset(left & proven)
    counted = all(
        sum(other in left for other in board.neighbors(cell)) == clue
        for cell, clue in state.clues.items()
    )
    touched = all(any(c in state.clues for c in board.neighbors(cell)) for cell in left)
    known = left <= proven or (counted and (touched or len(left) == board.mines))
    return frozenset(left) if known else None
