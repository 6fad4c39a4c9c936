"""What a text in the game's window says of the result: won, lost, or nothing.

A text counts only if it was not there before the last moves: pages say "win rate" and "how to win"
all the time. A short line is a message; a long one is an explanation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from autosweep.board import Phase
from autosweep.interfaces import Frame
from autosweep.vision.ocr.read_text import read_text

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
    r"|vyhrál\w*|gratuluj\w*|nyert\w*|胜利|勝利|你赢了|恭喜|クリア|おめでとう"
)
_LOST = (
    r"you (have |'ve )?(lost|lose|died|failed)|game over|(you|u) (lo[so]t?e?|dead)|defeat\w*"
    r"|boom|kaboom|exploded|you hit a|you stepped|better luck|loser|game lost|you are dead"
    r"|verloren|explodiert|perdu|défaite|raté|perdido|perdiste|has perdido|derrota|perdeu"
    r"|hai perso|sconfitta|przegra\w+|förlora\w+|kaybet\w+|prohrál\w*|vesztett\w*"
    r"|失败|失敗|你输了|游戏结束|ゲームオーバー|踩到"
)
_ALONE = {Phase.WON: r"won|wins?", Phase.LOST: r"lost|lose|loss|dead|died"}
"""Words that tell the result only if they are all that a line says."""
_PATTERNS = tuple(
    (phase, re.compile(rf"(?<!\w)(?:{words})(?!\w)|^\W*(?:{_ALONE[phase]})\W*$", re.IGNORECASE))
    for phase, words in ((Phase.WON, _WON), (Phase.LOST, _LOST))
)
_NOT = re.compile(
    r"(?<!\w)(?:to win|how to|win rate|wins?:|losses|lost:|won:|best)(?!\w)", re.IGNORECASE
)
"""Words of explanations and statistics."""


class WindowText:
    """The text of the game's window, read only when somebody asks for the result."""

    def __init__(self) -> None:
        self._before: Frame | None = None

    def begin_game(self, window: Frame | None) -> None:
        """Take the window as it is while the game goes on."""
        self._before = window

    def said(self, windows: Iterable[Frame | None]) -> tuple[Phase, str] | None:
        """Return what the window and its dialogs say of the result by now, and the words.

        None if nothing.
        """
        shown = [frame for frame in windows if frame is not None]
        if not shown or self._before is None:
            return None
        now = [line.text for frame in shown for line in read_text(frame)]
        return said_result(now, [line.text for line in read_text(self._before)])


def said_result(now: Iterable[str], before: Iterable[str]) -> tuple[Phase, str] | None:
    """Return what the lines of a window say of the result, and the line; None if nothing.

    `before` are the lines that were there while the game went on. Lines that contradict each other
    say nothing.
    """
    known = {_plain(line) for line in before}
    found: dict[Phase, str] = {}
    for line in now:
        if _plain(line) in known or len(line.split()) > _MAX_WORDS or _NOT.search(line):
            continue
        for phase, pattern in _PATTERNS:
            if pattern.search(line):
                found.setdefault(phase, line)
    return next(iter(found.items())) if len(found) == 1 else None


def _plain(line: str) -> str:
    """Return a line without what changes by itself: digits and spaces."""
    return re.sub(r"[\d\s:]+", "", line).casefold()
