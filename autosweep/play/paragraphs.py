"""Which lines of text are sentences: a control is named by a line that is none. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from autosweep.geometry import Rect
from autosweep.play.control_words import words_of
from autosweep.vision.ocr import TextLine

_LONG_LINE = 4
"""Words from which a line is part of a sentence; numbers are none: "9x9 with 10 mines"."""
_LINE_GAP = 0.7
"""Gap between two lines of a paragraph, as a share of their height."""
_LINE_HEIGHTS = 0.25
"""Difference of the heights of two lines of a paragraph at most, as a share."""


def is_sentence(line: TextLine) -> bool:
    """Return True if a line is long enough to be part of a sentence."""
    return sum(not re.search(r"\d", word) for word in words_of(line.text)) >= _LONG_LINE


def is_in_paragraph(line: TextLine, lines: Sequence[TextLine]) -> bool:
    """Return True if a line stands directly under or over a line of a sentence."""
    return any(
        _continues(line.rect, other.rect)
        for other in lines
        if other is not line and is_sentence(other)
    )


def _continues(one: Rect, other: Rect) -> bool:
    """Return True if one line stands directly under or over another and begins where that does."""
    gap = max(other.y - one.bottom, one.y - other.bottom)
    beside = min(one.right, other.right) - max(one.x, other.x)
    alike = abs(other.h - one.h) <= _LINE_HEIGHTS * one.h and abs(other.x - one.x) <= one.h
    return alike and beside > 0 and gap <= _LINE_GAP * one.h
