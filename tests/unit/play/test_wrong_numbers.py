"""A loss on a move that was called certain: what is told of it, and what follows for the run."""

from __future__ import annotations

from dataclasses import replace

from support.painted_boards import observed

from autosweep.board import Phase
from autosweep.play.client_profile import Client, LearnedRules, recorded_rules, with_distrust
from autosweep.play.decide import decide
from autosweep.play.end_facts import Signs, Stage
from autosweep.play.evidence import Fact
from autosweep.play.outcome import estimate
from autosweep.play.state import GameState
from autosweep.play.wrong_numbers import after_certain_loss, wrong_number
from autosweep.settings import PlaySettings

CERTAIN = "0 1 ? ?\n0 1 ? ?\n0 1 ? ?"
MISCOUNTED = "0 1 * ?\n0 1 * ?\n0 1 ? *"
"""The numbers count one mine of two."""


def ended(now: str) -> tuple[Fact, ...]:
    """Return the evidence of a game that certain moves ended, what follows included."""
    before, after = observed(CERTAIN), observed(now)
    made = decide(before.reading, PlaySettings(), game=0, step=0)
    assert made.moves
    assert not made.is_guess
    state = GameState(last=(before, made))
    over = estimate(
        state,
        after,
        decide(after.reading, PlaySettings(), game=0, step=1),
        Signs(Stage.WAITED),
    )
    assert over.phase is Phase.LOST
    told = after_certain_loss(state, after.reading, over.evidence)
    return tuple(each.fact for each in (*over.evidence, *told))


def test_numbers_that_do_not_count_a_shown_mine_are_named() -> None:
    assert wrong_number(observed(MISCOUNTED).reading) == ((0, 1), 2)
    found = ended(MISCOUNTED)
    assert found == (Fact.MINE_CLICKED, Fact.CERTAIN_MOVE_LOST, Fact.WRONG_NUMBER)


def test_numbers_that_count_too_many_mines_tell_nothing() -> None:
    assert wrong_number(observed("0 2 ?\n0 2 *\n0 1 ?").reading) is None
    assert wrong_number(observed("0 1 *\n0 2 *\n0 2 *", uncertain="*").reading) is None


def test_a_lost_guess_tells_nothing_of_the_numbers() -> None:
    before, after = observed("1 ? ?\n? ? ?\n? ? ?"), observed("1 X ?\n? ? *\n? * ?")
    made = decide(before.reading, PlaySettings(), game=0, step=0)
    assert made.is_guess
    state = GameState(last=(before, made))
    over = estimate(state, after, made, Signs())
    assert after_certain_loss(state, after.reading, over.evidence) == ()


def test_a_distrusted_client_gets_guesses_one_at_a_time() -> None:
    reading = observed(CERTAIN).reading
    sure = decide(reading, PlaySettings(), game=0, step=0)
    distrusted = with_distrust(Client())
    decision = decide(reading, PlaySettings(), game=0, step=0, client=distrusted)
    (move,) = decision.moves
    assert not move.certain
    assert move.probability is None
    assert move.cell == sure.moves[0].cell
    assert not decision.finishes
    # A recording keeps it, so that a replay decides the same.
    again = replace(Client(), learned=recorded_rules(decision.learned.as_json()))
    assert decide(reading, PlaySettings(), game=0, step=0, client=again) == decision
    assert recorded_rules(LearnedRules().as_json()) == LearnedRules()


def test_chords_of_a_distrusted_client_become_openings() -> None:
    reading = observed(CERTAIN).reading
    settings = PlaySettings(chord=True)
    decision = decide(reading, settings, game=0, step=0, client=with_distrust(Client()))
    (move,) = decision.moves
    assert not move.certain
    assert move.cell in decision.analysis.safe
