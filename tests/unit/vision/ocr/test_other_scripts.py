"""Cyrillic and Korean lines are read; Latin ones are never taken for them."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from autosweep.interfaces import Frame
from autosweep.play.control_words import Promise, is_denied, level_of, promise_of
from autosweep.vision.ocr import read_text
from autosweep.vision.ocr.other_scripts import OTHER, tells_other_script


def page(*texts: str, size: int = 15, dark: bool = False) -> Frame:
    """Return a page with one text below the other."""
    ground, ink = ("#202428", "#eeeeee") if dark else ("#f0f0f0", "#101010")
    image = Image.new("RGB", (480, 60 + 60 * len(texts)), ground)
    pen = ImageDraw.Draw(image)
    for k, text in enumerate(texts):
        pen.text((60, 40 + 60 * k), text, ink, ImageFont.truetype("DejaVuSans.ttf", size))
    return Frame(np.ascontiguousarray(np.array(image)[:, :, ::-1]))


@pytest.mark.parametrize("size", [12, 15, 22])
@pytest.mark.parametrize("dark", [False, True])
def test_cyrillic_buttons_are_read_and_know_what_they_promise(size: int, dark: bool) -> None:  # noqa: FBT001
    texts = [line.text for line in read_text(page("Новая игра", "Выход", size=size, dark=dark))]
    assert [promise_of(text) for text in texts] == [Promise.NEW_GAME, None]
    assert [is_denied(text) for text in texts] == [False, True]


def test_a_line_that_looks_like_latin_text_is_cyrillic_among_others() -> None:
    """Alone it is read as "CanEp"; beside a line of which nothing is Latin it is not."""
    assert [line.text for line in read_text(page("Сапёр", "Вы проиграли"))] == [
        "Сапёр",
        "Вы проиграли",
    ]


def test_latin_text_and_figures_stay_what_they_are() -> None:
    texts = ("New Game", "BEST HOME", "00:12", "Restart")
    assert [line.text for line in read_text(page(*texts))] == list(texts)


@pytest.mark.parametrize(
    ("text", "alone", "among"),
    [
        ("Новая игра", True, True),
        ("새 게임", True, True),
        ("Сор", False, True),
        ("Hobaя игра", False, False),
        ("10:25", False, False),
        ("게" + OTHER, False, False),
        ("", False, False),
    ],
)
def test_what_tells_another_script(text: str, alone: bool, among: bool) -> None:  # noqa: FBT001
    assert tells_other_script(text) is alone
    assert tells_other_script(text, among=among) is among


@pytest.mark.parametrize(
    ("text", "promise"),
    [
        ("Начать заново", Promise.NEW_GAME),
        ("Ещё раз", Promise.NEW_GAME),
        ("Спочатку", Promise.NEW_GAME),
        ("다시 시작", Promise.NEW_GAME),
        ("확인", Promise.STEP),
        ("Настройки", None),
        ("나가기", None),
    ],
)
def test_controls_in_other_scripts(text: str, promise: Promise | None) -> None:
    assert promise_of(text) is promise


def test_levels_in_other_scripts() -> None:
    assert [level_of(text) for text in ("Новичок", "Средний", "고급", "Выход")] == [0, 1, 2, None]
