"""A button that started a game is known again by its pixels and its place."""

from __future__ import annotations

import numpy as np
from support.drawn_windows import BOARD, DrawnWindow

from autosweep.geometry import Rect, ScreenMap
from autosweep.interfaces import Frame
from autosweep.play.client_identity import ClientIdentity
from autosweep.play.learned_button import SLACK, LearnedButton, learned_button
from autosweep.play.learned_profile import MAX_BUTTONS, LearnedProfile, from_json

PLACE = Rect(BOARD.x + 100, 80, 90, 34)


def button(text: str = "Restart", place: Rect = PLACE) -> LearnedButton:
    drawn = DrawnWindow().button(text, PLACE.x + 45, PLACE.y + 17)
    made = learned_button("the button", drawn.frame(), place, BOARD)
    assert made is not None
    return made


def test_it_is_found_where_it_was_and_a_few_pixels_off() -> None:
    frame = DrawnWindow().button("Restart", PLACE.x + 45, PLACE.y + 17).frame()
    assert button().place_beside(BOARD) == PLACE
    moved = PLACE.moved(2, -3).grown(SLACK)
    found = button().find(frame.crop(moved))
    assert found is not None
    assert found.moved(moved.x, moved.y) == PLACE


def test_it_is_found_where_a_point_is_two_pixels() -> None:
    """The box of its text need not begin where a point does."""
    drawn = DrawnWindow().button("Restart", PLACE.x + 45, PLACE.y + 17).frame()
    twice = np.repeat(np.repeat(drawn.pixels, 2, 0), 2, 1)
    frame = Frame(twice, mapping=ScreenMap(0, 0, 2, 2))
    box = Rect(2 * PLACE.x + 1, 2 * PLACE.y + 1, 2 * PLACE.w - 2, 2 * PLACE.h - 2)
    made = learned_button("the button", frame, box, BOARD)
    assert made is not None
    assert made.place_beside(BOARD) == PLACE
    moved = PLACE.moved(2, -3).grown(SLACK)
    part = Rect(2 * moved.x, 2 * moved.y, 2 * moved.w, 2 * moved.h)
    found = made.find(frame.crop(part))
    assert found is not None
    assert found.moved(part.x, part.y) == Rect(2 * PLACE.x, 2 * PLACE.y, 2 * PLACE.w, 2 * PLACE.h)
    uneven = Frame(twice, mapping=ScreenMap(0, 0, 1.25, 1.25))
    assert learned_button("the button", uneven, box, BOARD) is None


def test_other_pixels_are_another_button() -> None:
    other = DrawnWindow().button("Restore", PLACE.x + 45, PLACE.y + 17).frame()
    assert button().find(other.crop(PLACE.grown(SLACK))) is None
    assert button("Restore").find(other.crop(PLACE.grown(SLACK))) is not None


def test_a_profile_keeps_a_few_looks_of_it_and_forgets_what_does_nothing() -> None:
    profile = LearnedProfile(ClientIdentity("Tk", "mines", "generic"))
    looks = [button(place=PLACE.moved(n, 0)) for n in range(6)]
    for look in looks:
        profile.new_game_tried("click 0.5 9", "face", None, worked=True, button=look)
    kept = from_json(profile.as_json()).new_game_buttons
    assert kept == looks[: -MAX_BUTTONS - 1 : -1]
    profile.new_game_tried("click 0.5 9", "face", None, worked=False, button=looks[-1])
    assert profile.new_game_buttons == kept[1:]
