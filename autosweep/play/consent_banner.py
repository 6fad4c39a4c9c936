"""Cookie banners of a page: found by their text, put away by a button that agrees to nothing.

A banner may lie over a part of the board, which then seems to end there. It is put away before a
board is searched for. As for new games only whole texts of a list are clicked: those that refuse,
and those that only close. A banner that offers nothing but agreement is left alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from autosweep.geometry import Rect
from autosweep.play.control_words import compact, words_of
from autosweep.vision.ocr import TextLine

_REFUSES = """
reject|reject all|reject all cookies|reject cookies|reject optional cookies|reject non-essential|
decline|decline all|decline cookies|deny|deny all|refuse|refuse all|disagree|opt out|no thanks|
only necessary|necessary only|only necessary cookies|necessary cookies only|use necessary only|
use necessary cookies only|only essential|essential only|essential cookies only|strictly necessary|
accept necessary|accept only necessary|accept essential|accept only essential|
continue without accepting|continue without consent|
ablehnen|alle ablehnen|alles ablehnen|nur notwendige|nur notwendige cookies|nur erforderliche|
nur essenzielle|weiter ohne zustimmung|
refuser|tout refuser|continuer sans accepter|rechazar|rechazar todo|rechazar todas|solo necesarias|
rifiuta|rifiuta tutto|rifiuta tutti|solo necessari|recusar|recusar tudo|rejeitar|rejeitar tudo|
weigeren|alles weigeren|alleen noodzakelijke|odrzuć|odrzuć wszystkie|reddet|tümünü reddet|
avvisa|avvisa alla|endast nödvändiga|отклонить|отклонить все|拒绝|全部拒绝|拒否|すべて拒否
"""
"""Texts that agree to nothing."""
_CLOSES = """
close|dismiss|got it|ok|okay|understood|i understand|hide|x|schließen|verstanden|fermer|
j'ai compris|compris|cerrar|entendido|chiudi|ho capito|fechar|entendi|sluiten|begrepen|zamknij|
rozumiem|kapat|stäng|закрыть|понятно|关闭|知道了|閉じる
"""
"""Texts that put a banner away which asks nothing."""
_ABOUT = ("cookie", "gdpr", "\u043a\u0443\u043a\u0438", "\u30af\u30c3\u30ad\u30fc")
"""Parts of a text that is about cookies."""
_SENTENCE = 4
"""Words from which a line is part of a sentence."""
_REACH = 10
"""Heights of a line within which the buttons of a banner are."""


def banner_button(lines: Sequence[TextLine], board: Rect | None = None) -> TextLine | None:
    """Return the button that puts a cookie banner away; None where there is no such banner.

    `board` is the place of a board, in which nothing is a banner's button.
    """
    about = [line for line in lines if _is_about_cookies(line)]
    refuses, closes = _listed()
    for allowed in (refuses, closes):
        for line in lines:
            if board is not None and board.intersect(line.rect).area:
                continue
            if compact(line.text) in allowed and any(_is_near(line, text) for text in about):
                return line
    return None


def _is_about_cookies(line: TextLine) -> bool:
    name = compact(line.text)
    return len(words_of(line.text)) >= _SENTENCE and any(part in name for part in _ABOUT)


def _is_near(button: TextLine, text: TextLine) -> bool:
    """Return True if a button belongs to a text: beside it, or not far below or above."""
    reach = _REACH * max(button.rect.h, text.rect.h)
    return text.rect.grown(reach).intersect(button.rect).area > 0


@lru_cache(maxsize=1)
def _listed() -> tuple[frozenset[str], frozenset[str]]:
    refuses, closes = (
        frozenset(name for text in texts.replace("\n", "").split("|") if (name := compact(text)))
        for texts in (_REFUSES, _CLOSES)
    )
    return refuses, closes
