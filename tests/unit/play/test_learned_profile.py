"""Conclusions follow from enough evidence only; the format round-trips and is checked."""

from __future__ import annotations

import json
from typing import Any

import pytest

from autosweep.board import FirstClick, Phase
from autosweep.play.client_identity import ClientIdentity
from autosweep.play.learned_profile import (
    MAX_BOARDS,
    MAX_KINDS,
    MIN_DRAW_TIMES,
    MIN_OPEN_CLICKS,
    FirstClicks,
    LearnedProfile,
    from_json,
)
from autosweep.vision.themes import OpenClick


def profile(**values: Any) -> LearnedProfile:
    return LearnedProfile(ClientIdentity("Tk", "mines", "generic", "80" * 48), **values)


def test_a_profile_round_trips() -> None:
    one = profile(last_used="2026-11-18")
    one.new_game_tried("click 0.5 17", 'the button "Again"', (300, 400), worked=True)
    one.add_game(Phase.WON, ("nothing but mines left",))
    one.add_game(Phase.PLAYING)
    one.first_clicks(9, 9).clues = 3
    one.first_clicks(9, 9).total = 10
    one.ignored_clicks, one.opening_clicks = 4, 1
    one.add_draw_time(0.03)
    one.add_control("dialog put away: escape")
    assert from_json(json.loads(json.dumps(one.as_json()))) == one


@pytest.mark.parametrize(
    "change",
    [
        {"format": 2},
        {"title": 5},
        {"title": "x" * 41},
        {"look": "zz"},
        {"games": {"won": -1}},
        {"games": {"won": 1.5}},
        {"new_game": "x" * 81},
        {"new_game_window": [1, 2, 3]},
        {"boards": {"9 by 9": {}}},
        {"boards": {f"{n}x9": {} for n in range(17)}},
        {"controls": {"x": -1}},
        {"draw_times": {"x": 1}},
        {"ends": {"drawn": {}}},
    ],
)
def test_what_is_no_profile_is_refused(change: dict[str, Any]) -> None:
    good = profile().as_json()
    from_json(good)
    with pytest.raises(ValueError, match=r"\w"):
        from_json({**good, **change})


@pytest.mark.parametrize("value", [None, [], "x", {}, 3])
def test_other_json_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        from_json(value)


def first_click(**boards: FirstClicks) -> FirstClick | None:
    return profile(boards={size[1:]: counts for size, counts in boards.items()}).first_click


def test_a_first_click_counts_as_spared_once_chance_cannot_explain_it() -> None:
    """On 9 x 9 with 10 mines 52 first clicks miss every mine with a chance of 0.0011, 53 below."""
    assert first_click(_9x9=FirstClicks(clues=52, total=10)) is None
    assert first_click(_9x9=FirstClicks(clues=53, total=10)) is FirstClick.SAFE
    # a dense board needs fewer, but never less than 20
    assert first_click(_9x9=FirstClicks(clues=19, total=40)) is None
    assert first_click(_9x9=FirstClicks(clues=20, total=40)) is FirstClick.SAFE


def test_sizes_add_up() -> None:
    half = FirstClicks(clues=27, total=10)
    assert first_click(_9x9=half) is None
    assert first_click(_9x9=half, _16x30=FirstClicks(clues=27, total=99)) is FirstClick.SAFE


def test_nothing_is_concluded_without_evidence() -> None:
    """Not where a mine was met, not where the mines are unknown, not where much is unclear."""
    assert first_click() is None
    assert first_click(_9x9=FirstClicks(clues=500)) is None
    assert first_click(_9x9=FirstClicks(clues=500, mines=1, total=10)) is None
    # another size on which it met a mine
    mine = FirstClicks(mines=1)
    assert first_click(_9x9=FirstClicks(clues=500, total=10), _5x5=mine) is None


def test_an_unclear_first_click_counts_as_a_mine() -> None:
    """A client whose explosions cannot be read shows one unclear cell in eight."""
    assert first_click(_9x9=FirstClicks(clues=60, unclear=8, total=10)) is None
    assert first_click(_9x9=FirstClicks(clues=60, unclear=1, total=10)) is None
    assert first_click(_9x9=FirstClicks(clues=90, unclear=1, total=10)) is FirstClick.SAFE
    huge = FirstClicks(clues=10**9, unclear=10**9, total=10)
    assert first_click(_9x9=huge) is None


def test_a_first_click_opens_an_area_if_it_always_did() -> None:
    always = FirstClicks(clues=60, zeros=60, total=10)
    assert first_click(_9x9=always) is FirstClick.ZERO
    assert first_click(_9x9=FirstClicks(clues=60, zeros=59, total=10)) is FirstClick.SAFE
    # so few mines that nearly every first click opens an area by chance
    few = FirstClicks(clues=3000, zeros=3000, total=1)
    assert first_click(_99x99=few) is None


def test_clicks_on_open_cells_are_believed_after_many_and_never_after_one_that_opened() -> None:
    assert profile(ignored_clicks=MIN_OPEN_CLICKS - 1).open_click is None
    assert profile(ignored_clicks=MIN_OPEN_CLICKS).open_click is OpenClick.CHORD
    assert profile(ignored_clicks=999, opening_clicks=1).open_click is None
    # it may show openings step by step
    assert profile(ignored_clicks=999, draw_times={200: 1}).open_click is None


def test_the_settle_time_holds_nearly_all_steps() -> None:
    one = profile()
    assert one.settle_ms is None
    for _ in range(MIN_DRAW_TIMES - 1):
        one.add_draw_time(0.015)
    assert one.settle_ms is None
    one.add_draw_time(0.9)
    assert one.settle_ms == 20
    one.add_draw_time(0.9)
    assert one.settle_ms == 1000
    one.add_draw_time(1000.0)
    assert sum(one.draw_times.values()) == MIN_DRAW_TIMES + 1


def test_a_control_that_stopped_working_is_forgotten() -> None:
    one = profile()
    size = (300, 400)
    one.new_game_tried("f2", "", size, worked=True)
    one.new_game_tried("click 0.5 9", "", size, worked=False)
    assert one.new_game == "f2"
    one.new_game_tried("f2", "", size, worked=False)
    assert one.new_game is None
    one.new_game_tried("click 0.5 9", "", size, worked=True)
    assert one.new_game == "click 0.5 9"
    one.new_game_tried("x" * 1000, "", size, worked=True)
    one.new_game_tried("", "the client itself", size, worked=True)
    assert one.new_game == "click 0.5 9"


def test_a_place_is_used_again_only_if_a_person_gave_it_for_such_a_window() -> None:
    """A button that was found may be elsewhere by now, and something else in its place."""
    size = (300, 400)
    key, place, button = profile(), profile(), profile()
    key.new_game_tried("f2", "", size, worked=True)
    place.new_game_tried("click 0.5 9", "", size, worked=True)
    button.new_game_tried("click 0.5 9", 'the button "Again"', size, worked=True)
    dialog = profile()
    dialog.new_game_tried("escape", "the key Escape", size, worked=True)
    assert dialog.known_control(size) is None
    # used again by its place: it stays a button
    button.new_game_tried("click 0.5 9", "", size, worked=True)
    assert [one.known_control(size) for one in (key, place, button)] == ["f2", "click 0.5 9", None]
    assert [one.known_control((300, 500)) for one in (key, place, button)] == ["f2", None, None]
    assert place.known_control(None) is None
    assert button.new_game_name == 'the button "Again"'


def test_a_profile_stays_small() -> None:
    one = profile()
    for number in range(2 * MAX_BOARDS):
        one.first_clicks(9, 9 + number).clues += number + 1
        one.add_game(Phase.LOST, tuple(f"kind {number} {k}" for k in range(MAX_KINDS)))
        one.add_control(f"key {number}" + "x" * 100)
    assert len(one.boards) == MAX_BOARDS
    assert f"9x{9 + 2 * MAX_BOARDS - 1}" in one.boards
    assert len(one.ends["lost"]) == MAX_KINDS
    assert len(one.controls) == MAX_KINDS
    from_json(one.as_json())
