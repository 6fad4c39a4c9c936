"""Parts of every shape: cells, rectangles, long numbers, errors."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from autosweep.geometry import Cell, Rect

Json = dict[str, Any]

_CHUNK = 4_000
"""Longest number, in digits, that Python converts to text without a raised limit."""


def digits(number: int) -> str:
    """Return all digits of a natural number, however many, and leave Python's limit alone."""
    parts = []
    step = 10**_CHUNK
    while number >= step:
        number, low = divmod(number, step)
        parts.append(str(low).zfill(_CHUNK))
    return "".join([str(number), *reversed(parts)])


def cells_json(cells: Iterable[Cell]) -> list[list[int]]:
    """Return cells as `[row, column]`, in the order given."""
    return [list(cell) for cell in cells]


def rect_json(rect: Rect) -> list[int]:
    """Return a rectangle as `[x, y, width, height]`."""
    return [rect.x, rect.y, rect.w, rect.h]


def error_json(message: str, remedy: str, exit_code: int) -> Json:
    """Return the error object that any command may print last."""
    return {"error": message, "remedy": remedy, "exit_code": exit_code}
