"""Messages of a page: which questions are agreed to, and what the rest says of the game."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from autosweep.board import Phase
from autosweep.interfaces import PageMessage, PressKey
from autosweep.play.events import Controlled, Event
from autosweep.play.page_messages import PUT_AWAY, PageMessages, agrees_to


class Told:
    """Messages in a list."""

    def __init__(self) -> None:
        self.waiting: list[PageMessage] = []
        self.agrees: Callable[[str, str], bool] | None = None

    def answer_by(self, agrees: Callable[[str, str], bool]) -> None:
        """Keep it."""
        self.agrees = agrees

    def take(self) -> list[PageMessage]:
        """Hand over."""
        taken, self.waiting = self.waiting, []
        return taken


@pytest.mark.parametrize(
    ("kind", "text", "agreed"),
    [
        ("confirm", "You lost. Play again?", True),
        ("confirm", "Start a new game?", True),
        ("confirm", "Noch einmal spielen?", True),
        ("confirm", "Delete all scores and play again?", False),
        ("confirm", "Share your result?", False),
        ("confirm", "Game over", False),
        ("prompt", "How many rows?", True),
        ("prompt", "Enter your name", False),
    ],
)
def test_only_a_question_whether_to_play_again_is_agreed_to(
    kind: str, text: str, *, agreed: bool
) -> None:
    assert agrees_to(kind, text) is agreed


def test_a_message_is_an_event_and_tells_the_result() -> None:
    told, events = Told(), list[Event]()
    messages = PageMessages(told, events.append)
    assert told.agrees is agrees_to
    messages.begin_game(3)
    messages.clicks_sent()
    told.waiting = [PageMessage("alert", "You won!", agreed=True)]
    assert messages.shown
    assert messages.said == (Phase.WON, "You won!")
    assert events == [Controlled(3, PUT_AWAY, PressKey("enter"), "You won!")]


def test_a_message_before_the_last_clicks_says_nothing_of_them() -> None:
    told = Told()
    messages = PageMessages(told, lambda _: None)
    told.waiting = [PageMessage("alert", "Game over!", agreed=True)]
    messages.clicks_sent()
    assert not messages.shown
    assert messages.said is None


def test_messages_that_contradict_each_other_say_nothing() -> None:
    told = Told()
    messages = PageMessages(told, lambda _: None)
    texts = ("You won!", "You lost!")
    told.waiting = [PageMessage("alert", text, agreed=True) for text in texts]
    assert messages.shown
    assert messages.said is None


def test_on_a_screen_there_are_none() -> None:
    messages = PageMessages(None, lambda _: None)
    messages.begin_game(0)
    assert not messages.shown
