import pytest

from autosweep.client.buttons import HeldButtons
from autosweep.interfaces import Button

BUTTONS = {"l": Button.LEFT, "m": Button.MIDDLE, "r": Button.RIGHT}


def clicks(strokes: str) -> list[Button]:
    """Press (`+l`) and release (`-l`) buttons in turn; return the clicks made."""
    held = HeldButtons()
    made = []
    for stroke in strokes.split():
        act = held.press if stroke[0] == "+" else held.release
        made.append(act(BUTTONS[stroke[1]]))
    return [click for click in made if click is not None]


@pytest.mark.parametrize(
    ("strokes", "wanted"),
    [
        ("+l -l", [Button.LEFT]),
        ("+r -r", [Button.RIGHT]),
        ("+m -m", [Button.MIDDLE]),
        ("+l +r -r -l", [Button.BOTH]),
        ("+l +r -l -r", [Button.BOTH]),
        ("+r +l -l -r", [Button.RIGHT, Button.BOTH]),
        ("+l +r -l -r +l -l", [Button.BOTH, Button.LEFT]),
        ("+l -l +l -l", [Button.LEFT, Button.LEFT]),
        ("-l", []),
    ],
)
def test_strokes_become_clicks(strokes: str, wanted: list[Button]) -> None:
    assert clicks(strokes) == wanted


def test_the_right_button_clicks_on_its_way_down() -> None:
    assert HeldButtons().press(Button.RIGHT) is Button.RIGHT


def test_a_held_button_is_tense_until_it_has_clicked() -> None:
    held = HeldButtons()
    assert not held.tense
    held.press(Button.LEFT)
    assert held.tense
    held.press(Button.RIGHT)
    held.release(Button.RIGHT)
    assert not held.tense


def test_forgotten_buttons_are_up() -> None:
    held = HeldButtons()
    held.press(Button.LEFT)
    held.forget()
    assert held.press(Button.RIGHT) is Button.RIGHT
    assert held.release(Button.RIGHT) is None
