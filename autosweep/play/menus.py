"""Titles of a program's menu bar behind which a new game may be. Pure.

A menu takes two careful clicks: its title here, then an item of what opens, by the same words as
any button. Titles are looked for in the first lines of a program's window only, never in a browser.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from autosweep.geometry import Rect
from autosweep.play.control_words import compact
from autosweep.vision.ocr import TextLine

_TITLES = (
    (
        "game|games|spiel|jeu|juego|partida|partie|jogo|gioco|partita|spel|gra|oyun|hra|joc|peli|spill|"
        "spil|játék|游戏|遊戲|ゲーム|minesweeper|mines"
    ),
    (
        "file|datei|fichier|archivo|arquivo|ficheiro|bestand|plik|dosya|soubor|arkiv|文件|檔案|ファイル|menu|"
        "menü|menú|options|application|app|program|programm|programme|programa|applicazione|aplicación|"
        "aplicação|aplikacja"
    ),
    "level|levels|difficulty|mode|schwierigkeit|niveau|difficulté|nivel|dificultad|dificuldade|nível",
)
"""Titles of menus that may hold a new game, the most likely first; the last ones hold levels."""
_TOP = 48
"""Points below the upper edge of a window within which its menu bar is."""
_TOP_LINES = 3
"""The same in heights of the text, where that is more."""
_MAX_LETTERS = 16
"""Letters of a title at most: a longer word is no title of a menu."""


@dataclass(frozen=True, slots=True)
class MenuTitle:
    """A title in a menu bar."""

    text: str
    rect: Rect
    """Where it is, in pixels of the frame."""
    rank: int
    """How unlikely a new game is behind it; 0 is the most likely."""


def menu_titles(lines: Sequence[TextLine], board: Rect) -> list[MenuTitle]:
    """Return the titles of menus in a program's window, the most likely to hold a new game first.

    `lines` is the text of the window, `board` where its board is.
    """
    found: dict[int, MenuTitle] = {}
    for line in lines:
        below = max(_TOP, _TOP_LINES * line.rect.h)
        if line.rect.bottom > min(below, board.y):
            continue
        titles = list(_words(line))
        # A bar has nothing but titles; "Game over" is none.
        if len(titles) > 1 and not _is_bar(line):
            continue
        for text, rect in titles:
            rank = _rank(text)
            if rank is not None and rank not in found:
                found[rank] = MenuTitle(text, rect, rank)
    return [found[rank] for rank in sorted(found)]


def is_title(text: str, title: str) -> bool:
    """Return True if a line of text holds a title as a word of its own."""
    return compact(title) in {compact(word) for word in text.split()}


def _words(line: TextLine) -> Iterator[tuple[str, Rect]]:
    """Give the words of a line with about the place of each."""
    letters = max(1, len(line.text))
    for found in re.finditer(r"\S+", line.text):
        left = line.rect.x + line.rect.w * found.start() / letters
        width = line.rect.w * (found.end() - found.start()) / letters
        yield found.group(), Rect(round(left), line.rect.y, max(1, round(width)), line.rect.h)


def _is_bar(line: TextLine) -> bool:
    """Return True if all words of a line may be titles of menus: capital letters, no marks."""
    words = line.text.split()
    return all(
        len(word) <= _MAX_LETTERS and word[:1].isalpha() and not word[:1].islower()
        for word in words
    )


def _rank(text: str) -> int | None:
    name = compact(text)
    for rank, titles in enumerate(_TITLES):
        if name in {compact(title) for title in titles.split("|")}:
            return rank
    return None
