"""Messages of a page (alert, confirm, prompt): how questions are answered, what the rest says.

A browser that is driven by its protocol hands them over, and answers them as it is told here. Each
is an event, and evidence for the end of a game. On a screen a message is a window of the browser:
`client_control` puts it away by a key.
"""

from __future__ import annotations

from autosweep.board import Phase
from autosweep.interfaces import Messages, PressKey
from autosweep.play.control_words import asks_to_play_again, is_denied
from autosweep.play.events import Controlled, Observer
from autosweep.play.instruction_words import asks_for_name
from autosweep.play.result_words import said_result

PUT_AWAY = "message put away"
"""What the event of an answered message says."""
AGREE_KEY, REFUSE_KEY = "enter", "escape"
"""The keys that would have given the answers."""
_PROMPT = "prompt"


def agrees_to(kind: str, text: str) -> bool:
    """Return True if a question of a page may be agreed to: whether to play again.

    A prompt asks for a text and proposes one, which is taken unless it is for the name of a player.
    """
    if kind == _PROMPT:
        return not asks_for_name(text) and not is_denied(text)
    return asks_to_play_again(text) and not is_denied(text)


class PageMessages:
    """The messages of the page since the last clicks."""

    def __init__(self, messages: Messages | None, observe: Observer) -> None:
        """Answer the questions of a page from now on; None for a screen, where there are none."""
        self._messages = messages
        self._observe = observe
        self._game = 0
        self._texts: list[str] = []
        if messages is not None:
            messages.answer_by(agrees_to)

    def begin_game(self, game: int) -> None:
        """Take note that a game begins."""
        self._take()
        self._game, self._texts = game, []

    def clicks_sent(self) -> None:
        """Take note that the messages from now on answer clicks."""
        self._take()
        self._texts = []

    @property
    def shown(self) -> bool:
        """Whether there was a message since the last clicks."""
        self._take()
        return bool(self._texts)

    @property
    def said(self) -> tuple[Phase, str] | None:
        """What the messages say of the result, and the words; None if nothing."""
        self._take()
        return said_result(self._texts, ())

    def _take(self) -> None:
        for message in [] if self._messages is None else self._messages.take():
            key = PressKey(AGREE_KEY if message.agreed else REFUSE_KEY)
            self._observe(Controlled(self._game, PUT_AWAY, key, message.text))
            self._texts.append(message.text)
