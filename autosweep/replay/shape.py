"""What the lines of a recording must look like before anything is made of them. Pure.

Recordings may come from strangers, so each field that a reader uses is looked at once, here; the
fields and lines that readers do not know are passed over. docs/recording.schema.json describes what
is written today; this is what any version may hold. Imports nothing but the errors.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from autosweep.errors import RecordingError

Check = Callable[[Any], bool]
_MOST = 10**9
"""No count, place or time in a recording is larger."""


def _number(value: Any) -> bool:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return number and math.isfinite(value) and abs(value) <= _MOST


def _whole(value: Any) -> bool:
    return isinstance(value, int) and _number(value)


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _maybe(check: Check) -> Check:
    return lambda value: value is None or check(value)


def _list(check: Check, length: int | None = None) -> Check:
    def fits(value: Any) -> bool:
        right = isinstance(value, list) and (length is None or len(value) == length)
        return right and all(map(check, value))

    return fits


def _table(fields: Mapping[str, Check], needed: tuple[str, ...] = ()) -> Check:
    def fits(value: Any) -> bool:
        if not isinstance(value, dict) or not all(key in value for key in needed):
            return False
        return all(check(value[key]) for key, check in fields.items() if key in value)

    return fits


def _mapping(value: Any) -> bool:
    return _list(_number, 4)(value) and value[2] > 0 and value[3] > 0


_CELLS = _list(_list(_whole, 2))
_MOVE = _table(
    {"cell": _list(_whole, 2), "action": _text, "probability": _maybe(_number)},
    needed=("cell", "action"),
)
_READING = _table(
    {
        "rows": _whole,
        "cols": _whole,
        "mines": _maybe(_whole),
        "mines_left": _maybe(_whole),
        "board": _list(_text),
        "theme": _text,
        "phase": _text,
        "doubtful": _CELLS,
        "cut": _list(_text),
    }
)
_DECISION = _table(
    {
        "moves": _list(_MOVE),
        "safe": _CELLS,
        "mine": _CELLS,
        "client": _maybe(_text),
        "refusal": _maybe(_text),
    }
)
_ACTION = _table({"click": _list(_number, 2), "move": _list(_number, 2), "key": _text})
_AT: dict[str, Check] = {"game": _whole, "step": _whole, "time": _maybe(_number)}
_SEEN: dict[str, Check] = {**_AT, "frame": _text, "map": _maybe(_mapping), "reading": _READING}
_LINES: dict[str, dict[str, Check]] = {
    "header": {"screen": _maybe(_list(_number, 4)), "settings": _table({})},
    "board": {"game": _whole, "theme": _text, "rows": _whole, "cols": _whole},
    "step": {**_SEEN, "took": _maybe(_number), "decision": _maybe(_DECISION)},
    "end": {**_SEEN, "phase": _text},
    "actions": {**_AT, "actions": _list(_ACTION)},
}


def check_line(line: Mapping[str, Any], number: int) -> None:
    """Raise RecordingError where a line has a field that no recorder writes."""
    kind = line.get("type")
    if not isinstance(kind, str):
        msg = f"Line {number} of the recording does not say of which type it is."
        raise RecordingError(msg)
    for key, fits in _LINES.get(kind, {}).items():
        if key in line and not fits(line[key]):
            msg = f"Line {number} of the recording, a {kind}, has a {key!r} that cannot be used."
            raise RecordingError(msg)
