"""Text lines in Cyrillic, Korean and Latin letters for `train_scripts.py`, drawn by Pillow.

Words come from spelling dictionaries (`hunspell-ru`, `hunspell-uk`, `hunspell-be`) and from the
texts of Minesweepers; fonts are those of the machine that have the letters.
"""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

from autosweep.vision.ocr.other_scripts import ALPHABET, HANGUL_PHRASES, OTHER, prepared

DICTIONARIES = Path("/usr/share/hunspell")
_PHRASES = """
Новая игра|Новая|Играть снова|Играть ещё раз|Начать заново|Заново|Перезапустить|Рестарт|
Начать|Начать игру|Старт|Ещё раз|Сыграть ещё|Попробовать снова|Сначала|Перезагрузить|
Сбросить|Сброс|Вы выиграли!|Вы победили!|Победа!|Ты выиграл!|Поздравляем!|Игра окончена|
Вы проиграли|Вы проиграли!|Ты проиграл|Поражение|Бабах!|Бум!|Вы подорвались|
Вы взорвались|Игра закончена|Конец игры|Сапёр|Сапер|Мины|Мин: 10|Осталось мин|Время|
Счёт|Флаги|Выход|Выйти|Закрыть|Отмена|Настройки|Удалить|Да|Нет|ОК|Новичок|Любитель|
Профессионал|Эксперт|Лёгкий|Средний|Сложный|Легко|Нормально|Сложно|Уровень|Сложность|
Размер поля|Количество мин|Меню|Игра|Помощь|Продолжить|Нова гра|Грати знову|Почати|
Спочатку|Перемога!|Ви виграли!|Ви програли|Гру закінчено|Вихід|Новая гульня|Нова игра|
Почни отново|Нова игра|Победихте|Загубихте|Мине|Нова игра|Победили сте
"""
"""Texts of Minesweepers, by `|`."""
_LATIN_WORDS = """
new game|restart|play again|you win|you lost|game over|reset|start|time|mines|score|
level|easy|medium|hard|expert|beginner|custom|options|help|quit|minesweeper|flags|best|
player|rows|columns|ok|cancel|yes|no|pause|resume|sound|theme|dark|light|size|width|
height|menu|about|close
"""
HEIGHTS = (9, 40)
"""Sizes of the letters in pixels."""


@dataclass(frozen=True)
class Line:
    """One drawn line, as the network takes it, and its text."""

    ink: np.ndarray
    text: str


def listed(texts: str) -> list[str]:
    """Return the texts of a list that are separated by `|`."""
    return texts.replace("\n", "").split("|")


def fonts(script: str) -> list[str]:
    """Return the font files that have the letters of a script (`ru` or `ko`)."""
    printed = subprocess.run(
        ["fc-list", f":lang={script}", "file"],  # noqa: S607 - of the system
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    found = sorted({line.strip().rstrip(":") for line in printed.splitlines()})
    return [name for name in found if name.endswith((".ttf", ".otf", ".ttc"))]


@lru_cache(maxsize=1)
def words() -> list[str]:
    """Return the words of the dictionaries, at most 14 letters each."""
    found = []
    for name in ("ru_RU", "uk_UA", "be_BY"):
        text = (DICTIONARIES / f"{name}.dic").read_bytes()
        encoding = "koi8-r" if name == "ru_RU" and not _is_utf8(text) else "utf-8"
        for line in text.decode(encoding, "ignore").splitlines()[1:]:
            word = line.split("/")[0].strip()
            if 1 < len(word) <= 14 and all(letter in ALPHABET for letter in word):
                found.append(word)
    return found


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def text_for(rng: np.random.Generator, script: str) -> str:
    """Return a text to draw."""
    if script == "ko":
        return _korean(rng)
    share = rng.random()
    if share < 0.3:
        text = str(rng.choice(listed(_PHRASES)))
    elif share < 0.42:
        text = " ".join(rng.choice(listed(_LATIN_WORDS), int(rng.integers(1, 3))))
    elif share < 0.5:
        letters = [letter for letter in ALPHABET[:90] if letter != OTHER]
        text = "".join(rng.choice(letters, int(rng.integers(2, 9))))
    else:
        known = words()
        chosen = [known[k] for k in rng.integers(len(known), size=int(rng.integers(1, 4)))]
        text = " ".join(chosen)
    case = rng.random()
    text = text.upper() if case < 0.2 else text.capitalize() if case < 0.6 else text
    end = rng.random()
    if end < 0.15:
        text += str(rng.choice(["!", "?", ".", ":", "...", "!!"]))
    elif end < 0.25:
        text += f": {rng.integers(0, 1000)}"
    return "".join(letter for letter in text if letter in ALPHABET)[:32]


def _korean(rng: np.random.Generator) -> str:
    phrases = listed(HANGUL_PHRASES)
    if rng.random() < 0.6:
        text = str(rng.choice(phrases))
    else:
        known = [letter for letter in ALPHABET if "가" <= letter <= "힣"]
        count = int(rng.integers(2, 9))
        text = "".join(
            str(rng.choice(known)) if rng.random() < 0.7 else chr(int(rng.integers(0xAC00, 0xD7A4)))
            for _ in range(count)
        )
        if count > 4:
            text = text[:2] + " " + text[2:]
    return text + str(rng.choice(["", "", "", "!", "?", ".", f": {rng.integers(0, 100)}"]))


@lru_cache(maxsize=512)
def _font(path: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(path, size)


def _colours(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Return ground and ink of a line, far enough apart to be read."""
    while True:
        ground, ink = rng.integers(0, 256, 3), rng.integers(0, 256, 3)
        if rng.random() < 0.6:
            ground = np.full(3, rng.integers(0, 256))
            ink = np.full(3, rng.integers(0, 256)) if rng.random() < 0.6 else ink
        if np.abs(ground - ink).max() > 70:
            return ground, ink


def drawn(rng: np.random.Generator, font: str, script: str) -> Line | None:
    """Return a line in a font; None if the font does not draw it."""
    text = text_for(rng, script)
    size = int(np.exp(rng.uniform(*np.log(HEIGHTS))))
    face = _font(font, size)
    left, top, right, bottom = face.getbbox(text)
    if right - left < 4 or bottom - top < 4:
        return None
    tall = bottom - top
    edge = [round(tall * rng.uniform(-0.02, 0.35)) + 1 for _ in range(4)]
    shape = (right - left + edge[0] + edge[1], tall + edge[2] + edge[3])
    ground, ink = _colours(rng)
    image = Image.new("RGB", shape, tuple(int(c) for c in ground))
    pen = ImageDraw.Draw(image)
    pen.fontmode = "1" if rng.random() < 0.1 else "L"
    if rng.random() < 0.12:
        shade = tuple(int(c) for c in (ground // 2 if rng.random() < 0.5 else 128 + ground // 2))
        pen.text((edge[0] - left + 1, edge[2] - top + 1), text, shade, face)
    pen.text((edge[0] - left, edge[2] - top), text, tuple(int(c) for c in ink), face)
    pixels: npt.NDArray[Any] = np.array(image)[:, :, ::-1].astype(np.float32)
    if rng.random() < 0.25:
        slope = np.linspace(-1.0, 1.0, int(shape[1]))[:, None, None] * rng.uniform(0, 30)
        pixels = pixels + slope
    if rng.random() < 0.3:
        scale = rng.uniform(0.75, 1.6)
        goal = (
            max(4, round(shape[0] * scale)),
            max(8, round(shape[1] * scale * rng.uniform(0.9, 1.1))),
        )
        how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        pixels = cv2.resize(pixels, goal, interpolation=how)
    if rng.random() < 0.3:
        pixels = pixels + rng.normal(0, rng.uniform(0, 10), pixels.shape)
    line: npt.NDArray[Any] = np.clip(pixels, 0, 255).astype(np.uint8)
    if rng.random() < 0.15:
        quality = int(rng.integers(30, 95))
        stored = cv2.imencode(".jpg", line, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        line = np.asarray(cv2.imdecode(stored, cv2.IMREAD_COLOR))
    named = "".join(
        OTHER if "가" <= letter <= "힣" and letter not in ALPHABET else letter for letter in text
    )
    return Line(prepared(line), named)
