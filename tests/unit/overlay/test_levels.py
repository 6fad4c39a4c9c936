"""Levels of help: from nothing to everything and round again, and mistakes that are named."""

from __future__ import annotations

import pytest

from autosweep.errors import SettingsError
from autosweep.overlay.levels import LEVELS, PARTS, level_of, parse_show, step_level


def test_levels_run_from_nothing_to_everything_and_round() -> None:
    """Pressing the key often enough visits every level once; the other key goes back."""
    parts: tuple[str, ...] = ()
    seen = []
    for _ in LEVELS:
        seen.append(level_of(parts))
        after = step_level(parts, 1)
        assert step_level(after, -1) == parts
        parts = after
    assert seen == list(LEVELS)
    assert parts == ()


def test_a_choice_of_ones_own_leads_on_to_a_level_that_holds_it() -> None:
    after = step_level(("safe", "mines"), 1)
    assert level_of(after) in LEVELS
    assert {"safe", "mines"} <= set(after)
    assert level_of(step_level(("heat", "numbers"), 1)) in LEVELS


def test_every_part_and_every_level_is_understood() -> None:
    for level, parts in LEVELS.items():
        assert parse_show(level) == parts
    for part in PARTS:
        if part not in LEVELS:
            assert parse_show(part) == (part,)
    assert parse_show(" Best , WHY") == ("best", "why")
    assert parse_show("off") == ()


@pytest.mark.parametrize(
    ("text", "near"), [("mine", "mines"), ("save", "safe"), ("best,wy", "why")]
)
def test_a_mistake_is_named_with_what_was_meant(text: str, near: str) -> None:
    with pytest.raises(SettingsError) as caught:
        parse_show(text)
    assert f"Did you mean {near!r}" in caught.value.remedy
