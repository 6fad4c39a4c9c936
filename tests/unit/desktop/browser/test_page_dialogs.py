"""Script dialogs: every one is answered, and what it said is kept once."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Error

from autosweep.desktop.browser.page_dialogs import MAX_KEPT, PageDialogs
from autosweep.interfaces import PageMessage


@dataclass
class Shown:
    """A dialog that notes its answer."""

    type: str
    message: str = "Well?"
    default_value: str = ""
    answers: list[object] = field(default_factory=list)
    gone: bool = False

    def accept(self, text: str | None = None) -> None:
        """Note it."""
        if self.gone:
            msg = "Protocol error (Page.handleJavaScriptDialog): Not attached to an active page"
            raise Error(msg)
        self.answers.append(("accept", text))

    def dismiss(self) -> None:
        """Note it."""
        self.answers.append("dismiss")


def answer(dialogs: PageDialogs, shown: Shown) -> object:
    """Let a dialog be answered; return the one answer."""
    dialogs.on_dialog(shown)  # type: ignore[arg-type]
    (given,) = shown.answers
    return given


def test_an_alert_is_put_away_and_kept() -> None:
    dialogs = PageDialogs()
    assert answer(dialogs, Shown("alert", "You won!")) == ("accept", None)
    assert dialogs.take() == [PageMessage("alert", "You won!", agreed=True)]
    assert dialogs.take() == []


def test_a_dialog_that_went_with_its_page_is_no_fault() -> None:
    dialogs = PageDialogs()
    dialogs.on_dialog(Shown("alert", "You win!", gone=True))  # type: ignore[arg-type]
    assert dialogs.take() == [PageMessage("alert", "You win!", agreed=True)]


@pytest.mark.parametrize(("agrees", "given"), [(True, ("accept", None)), (False, "dismiss")])
def test_a_question_is_answered_as_it_is_told(agrees: bool, given: object) -> None:  # noqa: FBT001
    dialogs = PageDialogs()
    dialogs.answer_by(lambda kind, text: (kind, text) == ("confirm", "Again?") and agrees)
    assert answer(dialogs, Shown("confirm", "Again?")) == given
    assert dialogs.take()[0].agreed is agrees


def test_a_question_is_refused_where_nobody_says_otherwise() -> None:
    assert answer(PageDialogs(), Shown("confirm")) == "dismiss"


def test_a_prompt_gets_what_it_proposes_or_nothing() -> None:
    dialogs = PageDialogs()
    dialogs.answer_by(lambda kind, text: True)  # noqa: ARG005
    assert answer(dialogs, Shown("prompt", "Rows?", "9")) == ("accept", "9")
    assert answer(dialogs, Shown("prompt", "Your town?")) == "dismiss"


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("Rows?", "9"),
        ("Introduce el n\u00famero de columnas", "9"),
        ("How many mines?", "10"),
        ("Quantas bombas?", "10"),
        ("Enter your name, minesweeper", ""),
    ],
)
def test_a_prompt_for_the_size_of_a_board_gets_the_smallest_usual_one(
    text: str, given: str
) -> None:
    """Also while the page loads, when nobody answers for the game yet."""
    expected = ("accept", given) if given else "dismiss"
    assert answer(PageDialogs(), Shown("prompt", text)) == expected


def test_a_page_is_left_only_by_this_program() -> None:
    dialogs = PageDialogs()
    assert answer(dialogs, Shown("beforeunload")) == "dismiss"
    dialogs.leaving = True
    assert answer(dialogs, Shown("beforeunload")) == ("accept", None)
    assert dialogs.take() == [], "no message of the game"


def test_a_page_that_shows_messages_without_end_fills_no_memory() -> None:
    dialogs = PageDialogs()
    for _ in range(MAX_KEPT + 30):
        answer(dialogs, Shown("alert", "x" * 10_000))
    kept = dialogs.take()
    assert len(kept) == MAX_KEPT
    assert max(len(message.text) for message in kept) < 1000
