"""What a text in the game's window says of the result: won, lost, over, or nothing.

A text counts only if it was not there before the last moves: pages say "win rate" and "how to win"
all the time. A short line is a message; a long one is an explanation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from difflib import get_close_matches

import numpy as np

from autosweep.board import Phase
from autosweep.geometry import Rect
from autosweep.interfaces import Frame
from autosweep.vision.ocr.read_text import read_text

_SAME_LINE = 0.85
"""Likeness (0 to 1) from which two lines are the same: a mark before a line is not always read."""
_DRAWN_LEVELS = 24
"""Levels of 255 by which a pixel changes at least where something is drawn."""
_MIDDLE_LEVEL = 127
_MAX_WORDS = 14
"""Words of a line that may be a message."""
_WON = (
    r"you (have |'ve )?(won|win|did it|made it)|(you|u) w[io]n|winner|victory|congrat\w*|well done"
    r"|cleared|level complete\w*|game won|solved|success\w*|great job|nice (job|work)"
    r"|gewonnen|sieg|glückwunsch|herzlichen"
    r"|gagné|victoire|félicitations|bravo"
    r"|ganado|ganaste|has ganado|victoria|felicidades|felicitaciones"
    r"|vinto|vittoria|complimenti|venceu|ganhou|ganhaste|vitória|parabéns"
    r"|gewonnen|wygra\w+|gratulacje|vann|vinnare|grattis|kazand\w+|tebrikler"
    r"|vyhrál\w*|gratuluj\w*|nyert\w*|voitit|gefeliciteerd|zwycięstwo|brawo|hooray|hurra\w*"
    r"|you found all|all (the )?mines (were |have been )?found|enhorabuena"
    r"|(вы|ты) (выиграл|победил)\w*|выигрыш|победа|поздравля\w*"
    r"|ви (виграли|перемогли)|перемога|вітаємо"
    r"|\w*(?:胜利|勝利|赢了|贏了|恭喜|クリア|おめでとう|승리|축하|이겼|성공)\w*"
)
_LOST = (
    r"you (have |'ve )?(lost|lose|died|failed)|game over|(you|u) (lo[so]t?e?|dead)|defeat\w*"
    r"|boom|kaboom|exploded|you hit a|you stepped|better luck|loser|game lost|you are dead"
    r"|gameover|you loose|(clicked|stepped|landed)( on)? a (mine|bomb)"
    r"|verloren|explodiert|perdu|défaite|raté|perdido|perdiste|has perdido|derrota|perdeu"
    r"|hai perso|sconfitta|przegra\w+|förlora\w+|kaybet\w+|prohrál\w*|vesztett\w*|hävisit"
    r"|explot(ado|aste|ó)|estallado|fin del juego|pisado una (mina|bomba)|fim de jogo|explodiu"
    r"|clicou (em|numa|na)( uma)? (mina|bomba)|vous avez (explosé|sauté)|sei esploso"
    r"|koniec gry|wybuch|ontploft|(вы|ты) (проиграл|взорвал|подорвал)\w*|проигрыш|поражение"
    r"|игра окончена|конец игры|ви програли|поразка"
    r"|\w*(?:失败|失敗|输了|輸了|ゲームオーバー|踩到|패배|졌습니다|실패|게임 ?오버)\w*"
)
_OVER = (
    r"(the )?game (has |is )?(ended|finished)|end of (the )?game"
    r"|spiel (ist )?(beendet|zu ende)|partie terminée|fin de la (partie|partida)"
    r"|fine della partita|oyun bitti|игра закончена"
    r"|\w*(?:游戏结束|遊戲結束|ゲーム終了)\w*"
)
"""Words that say only that the game is over: some clients show them for a win as well."""
_ALONE = {Phase.WON: r"won|wins?", Phase.LOST: r"lost|lose|loss|dead|died"}
"""Words that tell the result only if they are all that a line says."""
_PATTERNS = tuple(
    (phase, re.compile(rf"(?<!\w)(?:{words})(?!\w)|^\W*(?:{_ALONE[phase]})\W*$", re.IGNORECASE))
    for phase, words in ((Phase.WON, _WON), (Phase.LOST, _LOST))
)
_OVER_PATTERN = re.compile(rf"(?<!\w)(?:{_OVER})(?!\w)", re.IGNORECASE)
_NOT = re.compile(
    r"(?<!\w)(?:to win|how to|win rate|success rate|wins?:|losses|lost:|won:|best|if|when)(?!\w)"
    r"|\d (?:cells?|tiles?|squares?|fields?) cleared|(?:cleared|solved)\W{1,2}\d",
    re.IGNORECASE,
)
"""Words of explanations and statistics."""


class WindowText:
    """The text of the game's window, read only when somebody asks for the result."""

    def __init__(self) -> None:
        self.before: Frame | None = None
        """The window as the game began."""
        self._known: list[str] | None = None

    def begin_game(self, window: Frame | None) -> None:
        """Take the window as it is while the game goes on."""
        self.before, self._known = window, None

    def said(
        self, window: Frame | None, others: Iterable[Frame], *, without: Sequence[Rect] = ()
    ) -> tuple[Phase, str] | None:
        """Return what the window and others say of the result by now, and the words.

        None if nothing. `others` are its dialogs and messages; what lies in `without`, in pixels of
        the window, is not read.
        """
        before = self.before
        if before is None:
            return None
        shown: list[tuple[Frame, Sequence[Rect]]] = [(frame, ()) for frame in others]
        if window is not None:
            shown.append((window, without))
        now = [
            line.text
            for frame, places in shown
            for line in read_text(frame, without=places)
            if not _was_there(before, frame, line.rect)
        ]
        if not any(map(_tells, now)):
            return None
        return said_result(now, self._lines_before(before))

    def _lines_before(self, before: Frame) -> list[str]:
        """Return the text of the window while the game went on, read once a game."""
        if self._known is None:
            self._known = [line.text for line in read_text(before)]
        return self._known


def said_between(before: Frame, now: Frame) -> tuple[Phase, str] | None:
    """Return what words say of the result that were drawn between two frames of one place.

    Words over numbers cannot be read, so only the pixels that changed are shown to the reader.
    """
    if before.pixels.shape != now.pixels.shape:
        return None
    changed = np.abs(before.pixels.astype(np.int16) - now.pixels).max(axis=2) > _DRAWN_LEVELS
    if not changed.any():
        return None
    # The ground is the opposite of what was drawn, so that nothing drawn vanishes in it.
    bright = float(np.median(now.pixels[changed])) > _MIDDLE_LEVEL
    drawn = np.full_like(now.pixels, 0 if bright else 255)
    drawn[changed] = now.pixels[changed]
    return said_result([line.text for line in read_text(replace(now, pixels=drawn))], ())


def _was_there(before: Frame, now: Frame, rect: Rect) -> bool:
    """Return True if a part of the window looks as it did while the game went on."""
    if before.pixels.shape != now.pixels.shape or before.mapping != now.mapping:
        return False
    parts = (frame.crop(rect).pixels.astype(np.int16) for frame in (before, now))
    was, is_now = parts
    return bool(np.abs(was - is_now).max(initial=0) <= _DRAWN_LEVELS)


def said_result(now: Iterable[str], before: Iterable[str]) -> tuple[Phase, str] | None:
    """Return what the lines of a window say of the result, and the line; None if nothing.

    `before` are the lines that were there while the game went on. Lines that contradict each other
    say nothing. ENDED where they only say that the game is over.
    """
    known = [_plain(line) for line in before]
    found: dict[Phase, str] = {}
    over: str | None = None
    for line in now:
        if (
            get_close_matches(_plain(line), known, 1, _SAME_LINE)
            or len(line.split()) > _MAX_WORDS
            or _NOT.search(line)
        ):
            continue
        for phase, pattern in _PATTERNS:
            if pattern.search(line):
                found.setdefault(phase, line)
        if over is None and _OVER_PATTERN.search(line):
            over = line
    if not found and over is not None:
        return Phase.ENDED, over
    return next(iter(found.items())) if len(found) == 1 else None


def _tells(line: str) -> bool:
    """Return True if a line says something of a result."""
    patterns = (*(pattern for _, pattern in _PATTERNS), _OVER_PATTERN)
    return any(pattern.search(line) for pattern in patterns)


def _plain(line: str) -> str:
    """Return a line without what changes by itself: digits and spaces."""
    return re.sub(r"[\d\s:]+", "", line).casefold()
