"""Cookie banners: which of their buttons may be clicked."""

from __future__ import annotations

import pytest

from autosweep.geometry import Rect
from autosweep.play.consent_banner import banner_button
from autosweep.vision.ocr import TextLine

ABOUT = "We use cookies to improve your visit of this site."


def lines(*texts: str) -> list[TextLine]:
    """Return texts below each other as a banner has them."""
    return [TextLine(text, Rect(20, 600 + 30 * k, 200, 20), 1.0) for k, text in enumerate(texts)]


@pytest.mark.parametrize(
    ("texts", "button"),
    [
        ((ABOUT, "Accept all", "Reject all"), "Reject all"),
        ((ABOUT, "Accept", "Only necessary"), "Only necessary"),
        ((ABOUT, "Got it!"), "Got it!"),
        ((ABOUT, "OK", "Decline"), "Decline"),
        (("Diese Seite verwendet Cookies für alles.", "Alle ablehnen"), "Alle ablehnen"),
        ((ABOUT, "Accept all", "Manage options"), None),
        ((ABOUT,), None),
        (("Reject all", "OK"), None),
        (("Cookie Clicker", "OK"), None),
    ],
)
def test_a_banner_is_put_away_without_agreeing(texts: tuple[str, ...], button: str | None) -> None:
    found = banner_button(lines(*texts))
    assert (None if found is None else found.text) == button


def test_a_button_far_from_the_text_is_another_one() -> None:
    far = TextLine("OK", Rect(900, 20, 40, 20), 1.0)
    assert banner_button([*lines(ABOUT), far]) is None


def test_nothing_on_the_board_is_a_button_of_a_banner() -> None:
    shown = lines(ABOUT, "OK")
    assert banner_button(shown, board=Rect(0, 620, 300, 100)) is None
