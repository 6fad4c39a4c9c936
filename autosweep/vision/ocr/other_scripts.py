"""Cyrillic and Korean text lines, by a small network of our own, run by `cv2.dnn`.

The networks of `rapidocr` read neither; their detector finds the lines all the same. The file
`other_scripts.onnx` lies in the package; `tools/train_scripts.py` makes it. A file that is missing
or broken raises EnvironmentFault.
"""

from __future__ import annotations

import threading
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from autosweep.errors import EnvironmentFault
from autosweep.interfaces import Pixels
from autosweep.vision.arrays import Samples

NETWORK = Path(__file__).with_name("other_scripts.onnx")
"""The weights that are shipped."""
HEIGHT = 32
"""Rows of pixels of a line as the network takes it."""
STEP = 2
"""Columns of pixels for each letter that the network may tell."""
MAX_WIDTH = 768
"""Columns of pixels at most; a longer line is squeezed."""
OTHER = "\N{WHITE VERTICAL RECTANGLE}"
"""Stands for a Korean syllable that the network was not trained on."""
_CYRILLIC = "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЁІЇЄҐЎЈЉЊЋЂЏ"
_LATIN = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_SIGNS = "0123456789!?.,:;-()/\"'«»%+№ "
HANGUL_PHRASES = """
새 게임|새로운 게임|다시 시작|다시 하기|다시하기|재시작|다시 도전|한 번 더|한판 더|
게임 시작|시작하기|시작|게임 오버|게임 종료|게임 끝|승리|승리했습니다|이겼습니다|이겼어요|
당신이 이겼습니다|성공|성공했습니다|클리어|축하합니다|패배|패배했습니다|졌습니다|실패|
실패했습니다|지뢰를 밟았습니다|지뢰 찾기|지뢰|폭탄|지뢰를 모두 찾았습니다|남은 지뢰|시간|
초급|중급|고급|쉬움|보통|어려움|확인|예|아니요|아니오|취소|닫기|종료|나가기|설정|도움말|
점수|순위|메뉴|홈|초기화|계속|계속하기|다음|난이도|공유|삭제|구매|로그인
"""
"""Texts of Minesweepers, by `|`; their syllables are what the network knows of Korean."""
_HANGUL = "".join(sorted({each for each in HANGUL_PHRASES if "\uac00" <= each <= "\ud7a3"}))
ALPHABET = _CYRILLIC + _CYRILLIC.lower() + _LATIN + _LATIN.lower() + _SIGNS + _HANGUL + OTHER
"""The letters that the network tells; its first output stands for none."""
_LIKE_LATIN = frozenset("АВЕЗКМНОРСТУХІЈаезорсухіј")
"""Cyrillic letters that look like a Latin letter or a digit."""
_LOCK = threading.Lock()
"""A network of `cv2.dnn` keeps its input between two calls and serves one thread at a time."""


def line_read(line: Pixels) -> tuple[str, float]:
    """Return the text of a line and how likely (0 to 1) its least likely letters are right.

    `line` holds the line with a narrow margin: rows x columns x blue, green, red.
    """
    samples = prepared(line)
    with _LOCK:
        net = _net()
        net.setInput(samples[None, None])
        scores = np.asarray(net.forward(), np.float32)
    logits = scores.reshape(len(ALPHABET) + 1, -1)
    odds = np.exp(logits - logits.max(axis=0))
    chances = odds / odds.sum(axis=0)
    return _decoded(chances)


def tells_other_script(text: str, *, among: bool = False) -> bool:
    """Return True if a text is Cyrillic or Korean, and no Latin text that looks like it.

    `among` says that other texts beside it are: then it needs no letter that only they have.
    """
    korean = [each for each in text if "\uac00" <= each <= "\ud7a3"]
    cyrillic = [each for each in text if "\u0400" <= each <= "\u04ff"]
    if OTHER in text or any(each.isascii() and each.isalpha() for each in text):
        return False
    if among:
        return bool(korean or len(cyrillic) >= 2)
    own = [each for each in cyrillic if each not in _LIKE_LATIN]
    return len(korean) >= 2 or (len(cyrillic) >= 3 and bool(own))


def prepared(line: Pixels) -> Samples:
    """Return a line as the network takes it: how far each pixel is from the ground, 0 to 1."""
    rows, cols = line.shape[:2]
    ground = np.median(line.reshape(-1, 3), axis=0)
    away = np.abs(line.astype(np.float32) - ground.astype(np.float32)).max(axis=2)
    top = float(np.percentile(away, 99.5))
    ink = np.clip(away / max(top, 1.0), 0, 1).astype(np.float32)
    width = min(MAX_WIDTH, max(HEIGHT, round(cols * HEIGHT / rows)))
    width = -(-width // 4) * 4
    how = cv2.INTER_AREA if rows > HEIGHT else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(ink, (width, HEIGHT), interpolation=how), np.float32)


def _decoded(chances: Samples) -> tuple[str, float]:
    """Return the likeliest letters, repeats joined, and the mean chance of the lower half."""
    best = chances.argmax(axis=0)
    letters, scores = [], []
    before = 0
    for at, index in enumerate(best):
        if index and index != before:
            letters.append(ALPHABET[index - 1])
            scores.append(float(chances[index, at]))
        elif index:
            scores[-1] = max(scores[-1], float(chances[index, at]))
        before = int(index)
    if not letters:
        return "", 0.0
    lower = sorted(scores)[: max(1, (len(scores) + 1) // 2)]
    return "".join(letters).strip(), float(np.mean(lower))


@lru_cache(maxsize=1)
def _net() -> Any:
    try:
        data = NETWORK.read_bytes()
        return cv2.dnn.readNetFromONNX(np.frombuffer(data, np.uint8))
    except (OSError, cv2.error) as error:
        message = f"The network that reads Cyrillic and Korean text cannot be used: {NETWORK.name}."
        raise EnvironmentFault(message, remedy="Install the package again.") from error
