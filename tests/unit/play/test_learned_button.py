"""A button that started a game is known again by its pixels and its place."""

from __future__ import annotations

from support.drawn_windows import BOARD, DrawnWindow

from autosweep.geometry import Rect
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
