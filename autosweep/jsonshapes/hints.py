"""Hints, and the events of the overlay that shows them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from autosweep.jsonshapes.parts import Json, cells_json, rect_json
from autosweep.jsonshapes.readings import reading_json
from autosweep.jsonshapes.reasoning import analysis_json

if TYPE_CHECKING:
    from autosweep.overlay.advice import BoardAdvice
    from autosweep.overlay.hint_events import HintEvent, HintsShown
    from autosweep.vision.reading import Reading


def advice_json(advice: BoardAdvice) -> Json:
    """Return advice in the shape of an analysis, with where it was read."""
    read_as = reading_json(advice.reading)
    result = analysis_json(advice.board, advice.certain)
    if advice.partial:
        result["best"] = None
        result["probabilities"] = None
    elif advice.assumed:
        estimate = analysis_json(advice.board, advice.estimate)
        result |= {key: estimate[key] for key in ("probabilities", "best")} | {"exact": False}
        if result["best"] is not None:
            result["best"]["certain"] = False
    more = {
        "guess": None if advice.guess is None else list(advice.guess),
        "partial": advice.partial,
        "mines": None if advice.assumed else advice.board.mines,
        "assumed_mines": advice.board.mines if advice.assumed else None,
    }
    keys = ("bbox", "theme", "phase", "board", "doubtful")
    return result | more | {key: read_as[key] for key in keys}


def hints_json(event: HintsShown) -> Json:
    """Return shown hints: advice, or a reading without any; places are points of the screen."""
    known = advice_json(event.advice) if event.advice is not None else reading_json(event.reading)
    grid, mapping = event.reading.grid, event.mapping
    known["bbox"] = rect_json(mapping.rect_to_screen(grid.bbox))
    known["row_edges"] = [edge / mapping.scale_y + mapping.origin_y for edge in grid.row_edges]
    known["col_edges"] = [edge / mapping.scale_x + mapping.origin_x for edge in grid.col_edges]
    return {
        "event": "hints",
        **known,
        "show": list(event.parts),
        "because": cells_json(sorted(event.hints.because)),
        "why": event.why,
        "changed": event.changed,
        "shown": event.shown,
    }


def overlay_event_json(event: HintEvent, level: str) -> Json:
    """Return an event of the overlay; `level` names the parts that are shown."""
    value: Any = event
    match type(event).__name__:
        case "BoardSeen":
            board, theme = value.reading.board, value.reading.theme
            size = {"rows": board.rows, "cols": board.cols, "theme": theme}
            return {"event": "board", **size, "bbox": rect_json(value.place)}
        case "Hidden":
            return {"event": "hidden", "why": value.why}
        case "LevelChanged":
            return {"event": "level", "show": list(value.parts), "level": level}
        case _:
            return hints_json(value)


def overlay_start_json(parts: Sequence[str], level: str, capture: str) -> Json:
    """Return the first line of `overlay --json`."""
    return {"event": "start", "show": list(parts), "level": level, "capture": capture}


def overlay_end_json(why: str) -> Json:
    """Return the last line of `overlay --json`."""
    return {"event": "end", "why": why}


def overlay_status_json(
    pid: int, parts: Sequence[str], level: str, reading: Reading | None, hidden: str | None
) -> Json:
    """Return what a running overlay says of itself to `overlay --control`."""
    return {
        "pid": pid,
        "show": list(parts),
        "level": level,
        "board": None if reading is None else [reading.board.rows, reading.board.cols],
        "theme": None if reading is None else reading.theme,
        "hidden": hidden,
    }
