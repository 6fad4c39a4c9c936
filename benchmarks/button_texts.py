"""How well the texts of buttons and messages are read, by size of the letters and by script.

    python benchmarks/button_texts.py

Every text is drawn on a button of a page in several fonts, sizes and colours, light and dark, and
the whole page is read at once. Prints the share that is read right, the least confidence of those,
and the time of a page.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from autosweep.geometry import Rect
from autosweep.interfaces import Frame
from autosweep.vision.ocr import TextLine, can_read_text, read_text

PAGE = 900, 700
SIZES = 11, 13, 16, 24
COLOURS = (
    ("#f0f0f0", "#dddddd", "#111111"),
    ("#202020", "#404040", "#eeeeee"),
    ("#ffffff", "#1565c0", "#ffffff"),
    ("#c0c0c0", "#c0c0c0", "#800000"),
)
"""Page, button, letters."""
LATIN = (
    "New Game|Restart|Play again|Try again|OK|Reset|Start|Retry|Yes|No|Quit|You win!|Game over|"
    "Neues Spiel|Rejouer|Jugar de nuevo|Nuova partita|Nieuw spel|Nowa gra|Yeni oyun|Nytt spel|"
    "Reiniciar|Recommencer|Noch einmal|Press R to restart|Click to continue|You lost! Play again?"
)
CYRILLIC = (
    "Новая игра|Заново|Играть снова|Начать игру|Перезапустить|Ещё раз|Рестарт|Сброс|Выход|"
    "Настройки|Вы выиграли!|Вы проиграли|Победа!|Игра окончена|Нова гра|Грати знову|"
    "Сапёр|Эксперт|Мины: 10"
)
SCRIPTS = {
    "Latin": (("DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVuSerif.ttf"), LATIN),
    "Latin, narrow": (("LiberationSans-Regular.ttf", "LiberationMono-Regular.ttf"), LATIN),
    "Chinese, Japanese": (("wqy-zenhei.ttc",), "新游戏|重新开始|再玩一次|もう一度|新しいゲーム"),
    "Cyrillic": (
        ("LiberationSans-Regular.ttf", "LiberationSerif-Regular.ttf", "Roboto-Regular.ttf"),
        CYRILLIC,
    ),
    "Korean": (
        ("NanumSquareR.ttf", "UnDinaru.ttf"),
        "다시 시작|새 게임|게임 오버|승리했습니다|종료",
    ),
}


@dataclass
class Tally:
    """What became of the texts of one script and size."""

    right: int = 0
    drawn: int = 0
    least: float = 1.0
    seconds: float = 0.0
    pages: int = 0


def drawn(texts: list[str], font: str, size: int, colours: tuple[str, str, str]) -> Drawn:
    """Return a page with the texts on buttons, and where each is."""
    page, button, ink = colours
    image = Image.new("RGB", PAGE, page)
    pen = ImageDraw.Draw(image)
    letters = ImageFont.truetype(font, size)
    places = []
    x = y = 20
    for text in texts:
        wide = round(pen.textlength(text, font=letters))
        if x + wide + 40 > PAGE[0]:
            x, y = 20, y + 2 * size + 20
        box = Rect(x, y, wide + 20, size + 14)
        pen.rounded_rectangle((box.x, box.y, box.right, box.bottom), 4, button, "#888888")
        pen.text((x + 10, y + 5), text, ink, letters)
        places.append((text, box))
        x += wide + 50
    return Frame(np.ascontiguousarray(np.array(image)[:, :, ::-1])), places


Drawn = tuple[Frame, list[tuple[str, Rect]]]


def _is_installed(font: str) -> bool:
    try:
        ImageFont.truetype(font, SIZES[0])
    except OSError:
        return False
    return True


def confidence_of(text: str, box: Rect, lines: tuple[TextLine, ...]) -> float | None:
    """Return the confidence of the line that was read in a box; None where it is not right."""
    for line in lines:
        if box.contains(line.rect.x + line.rect.w // 2, line.rect.y + line.rect.h // 2):
            return line.confidence if letters_of(line.text) == letters_of(text) else None
    return None


def letters_of(text: str) -> str:
    """Return the letters of a text in lower case: blanks and marks do not matter."""
    return "".join(letter for letter in text.lower() if letter.isalnum())


def main() -> int:
    """Read all pages and print the table."""
    if not can_read_text():
        sys.exit("rapidocr and onnxruntime are not installed")
    read_text(Frame(np.zeros((300, 300, 3), np.uint8)))
    print("| script | letters (px) | read right | least confidence | page (s) |")
    print("|---|---:|---:|---:|---:|")
    for script, (fonts, texts) in SCRIPTS.items():
        for size in SIZES:
            tally = Tally()
            for font in filter(_is_installed, fonts):
                for colours in COLOURS:
                    frame, places = drawn(texts.split("|"), font, size, colours)
                    begun = time.perf_counter()
                    lines = read_text(frame)
                    tally.seconds += time.perf_counter() - begun
                    tally.pages += 1
                    for text, box in places:
                        sure = confidence_of(text, box, lines)
                        tally.drawn += 1
                        tally.right += sure is not None
                        tally.least = min(tally.least, 1.0 if sure is None else sure)
            least = f"{tally.least:.2f}" if tally.right else "-"
            share = f"{tally.right} of {tally.drawn}"
            seconds = tally.seconds / max(1, tally.pages)
            print(f"| {script} | {size} | {share} | {least} | {seconds:.2f} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
