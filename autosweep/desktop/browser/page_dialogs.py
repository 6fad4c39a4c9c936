"""Script dialogs of a page (alert, confirm, prompt, leaving the page): answered as they come.

A page stands still until its dialog is answered, so that is done at once. What it said is kept: it
may tell how a game ended.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from autosweep.interfaces import PageMessage

if TYPE_CHECKING:
    from playwright.sync_api import Dialog

MAX_TEXT = 500
"""Letters of a message that are kept."""
MAX_KEPT = 50
"""Messages that are kept until somebody asks for them: a page may show them without end."""
ALERT, PROMPT, LEAVING = "alert", "prompt", "beforeunload"
"""Kinds of dialogs, by the names of the protocol; `confirm` is the fourth."""
_ASKS_MINES = re.compile(
    r"mine(?!sweeper|craft)|bomb|mina(?!do)|minen|boom|may\u0131n|\u043c\u0438\u043d", re.IGNORECASE
)
_ASKS_LINES = re.compile(
    r"\b(?:rows?|columns?|cols?|width|height|size|dimensions?|side|filas?|columnas?|tama\u00f1o|ancho|"
    r"alto|linhas?|colunas?|tamanho|largura|altura|lignes?|colonnes?|taille|largeur|hauteur|zeilen?|"
    r"spalten?|gr\u00f6\u00dfe|breite|h\u00f6he|righe|riga|colonne?|rijen|kolommen|wierszy|kolumn|"
    r"sat\u0131r|s\u00fctun)",
    re.IGNORECASE,
)
_USUAL_LINES, _USUAL_MINES = "9", "10"
"""The smallest usual board."""


def size_asked(text: str) -> str:
    """Return the answer to a prompt for a number of rows, columns or mines; empty for another.

    Some pages ask for the size of their board and propose none. A prompt that asks for anything
    else gets no answer.
    """
    if _ASKS_LINES.search(text):
        return _USUAL_LINES
    return _USUAL_MINES if _ASKS_MINES.search(text) else ""


def _refuse(kind: str, text: str) -> bool:
    del kind, text
    return False


class PageDialogs:
    """Answers the dialogs of one page and keeps what they said."""

    def __init__(self) -> None:
        self._kept: list[PageMessage] = []
        self._agrees: Callable[[str, str], bool] = _refuse
        self.for_person = False
        """Whether a person plays, who answers the dialogs too."""
        self.leaving = False
        """Whether this program itself leaves the page now: its question is agreed to."""

    def answer_by(self, agrees: Callable[[str, str], bool]) -> None:
        """Ask `agrees` for the answer to a question, by its kind and text; else it is no."""
        self._agrees = agrees

    def take(self) -> list[PageMessage]:
        """Return the messages since the last time, the oldest first."""
        kept, self._kept = self._kept, []
        return kept

    def on_dialog(self, dialog: Dialog) -> None:
        """Answer a dialog of the page."""
        kind, text, proposed = dialog.type, dialog.message, ""
        if self.for_person:
            return
        if kind == LEAVING:
            agreed = self.leaving
        elif kind == ALERT:
            # There is no other answer.
            agreed = True
        elif kind == PROMPT:
            # Many pages ask for the size while they load, before anybody answers for the game.
            proposed = dialog.default_value or size_asked(text)
            agreed = bool(proposed) and (not dialog.default_value or self._agrees(kind, text))
        else:
            agreed = self._agrees(kind, text)
        if kind != LEAVING and len(self._kept) < MAX_KEPT:
            self._kept.append(PageMessage(kind, text[:MAX_TEXT], agreed))
        from playwright.sync_api import Error

        # A page that is loaded again takes its dialog with it.
        with suppress(Error):
            if not agreed:
                dialog.dismiss()
            elif kind == PROMPT:
                dialog.accept(proposed)
            else:
                dialog.accept()
