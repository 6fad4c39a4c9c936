"""A control is clicked where its text still is, once it has taken its colour under the pointer."""

from __future__ import annotations

from typing import Any, cast

import pytest
from support.drawn_windows import BOARD, DrawnWindow

from autosweep.geometry import Rect, ScreenPoint
from autosweep.interfaces import Action, Frame
from autosweep.play import control_user
from autosweep.play.control_user import ControlUser
from autosweep.play.controls import Control, ControlKind, ShownWindow
from autosweep.vision.ocr import TextLine

PLACE = Rect(BOARD.x + 100, 90, 80, 20)


class Client:
    """A window that withholds some clicks, or loses its text; in place of all parts of a run."""

    def __init__(self, *, withheld: int = 0, drawn: DrawnWindow | None = None) -> None:
        self._withheld = withheld
        self._frame = (drawn or _drawn()).frame()
        self.clicks = 0

    def grab(self, rect: Rect) -> Frame:
        return self._frame.crop(self._frame.rect.intersect(rect))

    def hover(self, point: ScreenPoint) -> None:
        assert PLACE.contains(point.x, point.y)

    def pause(self, _: float | None = None) -> None:
        return

    def objection(self, *_: object, **__: object) -> None:
        return

    def do_new_game(self, _: Action, *, why: str) -> bool:
        assert why
        self.clicks += 1
        return self.clicks > self._withheld


def _drawn() -> DrawnWindow:
    return DrawnWindow().text("Restart", PLACE.x + 40, PLACE.y + 10)


def use(client: Client) -> bool:
    part = cast("Any", client)
    control = Control(ControlKind.BUTTON, "the button", rect=PLACE, text="Restart")
    shown = ShownWindow(_drawn().frame(), ())
    return ControlUser(part, part, part, part).use(control, shown)


def test_a_click_that_is_withheld_is_tried_again() -> None:
    """On a busy machine a button may change its colour when the pointer has long been there."""
    client = Client(withheld=1)
    assert use(client)
    assert client.clicks == 2


def test_attempts_are_bounded() -> None:
    client = Client(withheld=99)
    assert not use(client)
    assert client.clicks == 3


def test_a_control_whose_text_is_gone_is_not_clicked() -> None:
    client = Client(drawn=DrawnWindow().text("Quit", PLACE.x + 40, PLACE.y + 10))
    assert not use(client)
    assert client.clicks == 0


@pytest.mark.parametrize(("words", "clicks"), [(("New", "Game"), 1), (("Quit", "Game"), 0)])
def test_words_that_are_read_apart_are_one_text(
    monkeypatch: pytest.MonkeyPatch, words: tuple[str, str], clicks: int
) -> None:
    """A small frame round a button may show its words as two lines."""

    def read(frame: Frame) -> tuple[TextLine, ...]:
        left, top = frame.rect.w // 2 - 36, frame.rect.h // 2 - 8
        boxes = (Rect(left, top, 30, 16), Rect(left + 38, top, 34, 16))
        return tuple(TextLine(word, box, 1.0) for word, box in zip(words, boxes, strict=True))

    monkeypatch.setattr(control_user, "read_text", read)
    client = Client()
    part = cast("Any", client)
    control = Control(ControlKind.BUTTON, "the button", rect=PLACE, text="New Game")
    ControlUser(part, part, part, part).use(control, ShownWindow(_drawn().frame(), ()))
    assert client.clicks == clicks
