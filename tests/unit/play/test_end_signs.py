"""What is asked of the window when a game may be over, and what is not."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from support.painted_boards import observed

from autosweep.board import Phase
from autosweep.errors import NoBoardFound
from autosweep.geometry import Rect, ScreenMap
from autosweep.interfaces import Frame
from autosweep.play import end_signs
from autosweep.play.decide import decide
from autosweep.play.end_facts import Stage
from autosweep.play.end_signs import EndSigns
from autosweep.play.state import GameState
from autosweep.settings import PlaySettings
from autosweep.vision.ocr import TextLine

LAST = "0 1 ?\n0 1 ?\n0 1 ?"


def state_of(text: str) -> GameState:
    before = observed(text)
    state = GameState(last=(before, decide(before.reading, PlaySettings(), game=0, step=0)))
    state.add_observation(before)
    return state


def signs_with(dialogs: list[Any]) -> EndSigns:
    """Return signs of a game whose window shows a plain dark frame."""
    frame = Frame(np.zeros((40, 40, 3), np.uint8), 0.0, ScreenMap())
    capture = SimpleNamespace(grab=lambda _: frame, grab_again=lambda _: frame)
    guard = SimpleNamespace(
        gone=False,
        closed=False,
        moved=lambda: False,
        rect=Rect(0, 0, 40, 40),
        own_dialogs=lambda: dialogs,
        new_dialogs=lambda: dialogs,
    )
    control = SimpleNamespace(message_dismissed=False, message_said=None, messages_shown=())
    signs = EndSigns(cast("Any", capture), cast("Any", guard), cast("Any", control))
    signs.begin_game()
    return signs


def test_no_text_is_read_where_the_moves_alone_tell_the_result(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def read_text(*_: object, **__: object) -> tuple[TextLine, ...]:
        raise AssertionError

    monkeypatch.setattr(end_signs, "read_text", read_text)
    state = state_of(LAST)
    assert state.finished
    dialogs = [SimpleNamespace(rect=Rect(0, 0, 40, 40))]
    over = signs_with(dialogs).after(NoBoardFound("gone"), state, observed(LAST))
    assert over.phase is Phase.WON


def test_what_a_dialog_says_is_not_searched_for_in_the_window(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    line = TextLine("You lost", Rect(0, 0, 10, 10), 1.0)
    monkeypatch.setattr(end_signs, "read_text", lambda *_, **__: (line,))
    signs = signs_with([SimpleNamespace(rect=Rect(0, 0, 40, 40))])

    def said(*_: object, **__: object) -> None:
        raise AssertionError

    monkeypatch.setattr(signs._text, "said", said)
    found = signs.at(state_of("1 ? ?\n? ? ?\n? ? ?"), Stage.GIVEN_UP)
    assert found.said == (Phase.LOST, "You lost")
    assert found.message
