"""The page of a replay: one HTML file that works offline, with all images and texts inside it.

The files beside this module are the page; the timeline is put into them as data. Images are stored
once, and only the parts that changed. What comes from a recording reaches the page only as JSON, in
which no markup survives, or escaped.
"""

from __future__ import annotations

import html
import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import autosweep
from autosweep.board import SYMBOLS
from autosweep.overlay.hint_marks import CROSS, SLASHED, TICK, Point, Shape, Stroke
from autosweep.replay.known_position import hints_of
from autosweep.replay.page.image_store import ImageStore
from autosweep.replay.review import MISTAKES, RISKS, JudgedClick, percent
from autosweep.replay.timeline import Progress, Timeline, TimelineStep, no_progress
from autosweep.replay.transcript import move_text, verdict_text

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def page(timeline: Timeline, *, progress: Progress = no_progress) -> str:
    """Return the page as text."""
    here = files(__package__)
    frame = (here / "page.html").read_text("utf-8")
    data = json.dumps(_data(timeline, progress), separators=(",", ":"), allow_nan=False)
    parts = {
        "{{title}}": html.escape(f"Replay of {Path(timeline.source).name or timeline.source}"),
        "{{style}}": (here / "page.css").read_text("utf-8"),
        "{{script}}": (here / "page.js").read_text("utf-8"),
        # Inside a script element only `<` could end it; as an escape it is the same JSON.
        "{{data}}": data.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"),
    }
    out = []
    rest = frame
    # Filled in one pass, so that a text which looks like a place to fill in stays a text.
    for place, text in sorted(parts.items(), key=lambda item: frame.index(item[0])):
        before, _, rest = rest.partition(place)
        out += [before, text]
    return "".join([*out, rest])


def _data(timeline: Timeline, progress: Progress) -> dict[str, Any]:
    images = ImageStore()
    grids: dict[str, int] = {}
    steps = []
    for number, step in enumerate(timeline.steps):
        progress(number, len(timeline.steps))
        steps.append(_step(step, images, grids))
    return {
        "version": autosweep.__version__,
        "source": timeline.source,
        "facts": list(_facts(timeline)),
        "strokes": {
            "tick": _strokes((TICK,)),
            "cross": _strokes(CROSS),
            "slash": _strokes(SLASHED),
        },
        "games": [
            {
                "game": review.game,
                "outcome": review.outcome,
                "mines": review.mines,
                "text": list(review.sentences),
                "taken": percent(review.survival),
                "best": percent(review.best_survival),
                "risks": review.risks,
                "mistakes": review.unnecessary + review.riskier + review.wrong_flags,
            }
            for review in timeline.reviews
        ],
        "images": images.files,
        "grids": [json.loads(text) for text in grids],
        "steps": steps,
    }


def _strokes(shapes: tuple[Shape, ...]) -> list[tuple[Point, ...]]:
    """Return the lines of a mark; the page itself draws the ring."""
    return [shape.points for shape in shapes if isinstance(shape, Stroke)]


def _facts(timeline: Timeline) -> list[list[str]]:
    found = [["Images", f"{len(timeline.steps)}, {timeline.readable} with a board"]]
    themes = dict.fromkeys(m.reading.theme for m in timeline.steps if m.reading is not None)
    if themes:
        found.append(["Theme", ", ".join(themes)])
    facts = timeline.facts
    if not facts:
        return [*found, ["Order", f"by {timeline.order}"]]
    found.append(["Recorded", str(facts.get("created", "unknown")).replace("T", " ")])
    found.append(["Program", f"autosweep {facts.get('version', '')}, format {facts.get('format')}"])
    settings = facts.get("settings", {})
    found.append(["Strategy", f"{settings.get('strategy')}, seed {settings.get('seed')}"])
    screen = facts.get("screen")
    if screen:
        found.append(["Screen", f"{screen[2]} x {screen[3]}"])
    return found


def _step(step: TimelineStep, images: ImageStore, grids: dict[str, int]) -> dict[str, Any]:
    """Return one step for the page; cells are numbers in reading order."""
    reading = step.reading
    image = images.add(step.image, None if reading is None else reading.grid)
    fields: dict[str, Any] = {
        "game": step.game,
        "step": step.step,
        "name": step.name,
        "time": step.time,
        "note": step.note,
        "view": image.as_json() if image is not None else None,
        "diff": [[d.what, d.recorded, d.now] for d in step.differences],
        "moves": [],
    }
    if reading is None or image is None:
        return fields
    board, cols = reading.board, reading.board.cols
    edges = json.dumps(
        [
            [round(edge - image.y, 2) for edge in reading.grid.row_edges],
            [round(edge - image.x, 2) for edge in reading.grid.col_edges],
        ]
    )
    fields |= {
        "grid": grids.setdefault(edges, len(grids)),
        "rows": board.rows,
        "cols": cols,
        "board": "".join(SYMBOLS[code] for code in board.cells),
        "phase": reading.phase.value,
        "theme": reading.theme,
        "left": reading.mines_left,
        "moves": [_move(judged, cols) for judged in step.clicks],
        "risk": step.risk,
    }
    return fields | _knowledge(step, cols)


def _knowledge(step: TimelineStep, cols: int) -> dict[str, Any]:
    known, reading, guess = step.known, step.reading, step.guess
    if known is None or reading is None:
        return {}
    hints = hints_of(known, reading, guess)

    def numbers(cells: Any) -> list[int]:
        return sorted(r * cols + c for r, c in cells)

    lowest = known.lowest()
    return {
        "p": "".join(map(_permille, known.chances.probability.values)),
        "safe": numbers(hints.safe),
        "mine": numbers(known.certain.mines),
        "shown": numbers(hints.probability),
        "doubt": numbers(hints.uncertain),
        "wrong": numbers(hints.wrong_flags),
        "guess": None if guess is None else guess[0] * cols + guess[1],
        "low": None if lowest is None else lowest[1],
        "mines": known.board.mines,
        "assumed": known.assumed,
        "advice": _advice(step),
    }


def _advice(step: TimelineStep) -> str:
    """Return what the current program would do here, as a sentence."""
    decision = step.decision
    if decision is None:
        return ""
    if decision.refusal:
        return f"autosweep would click nothing: {decision.refusal}"
    if not decision.moves:
        return ""
    first = decision.moves[0]
    more = len(decision.moves) - 1
    also = f" and {more} more" if more else ""
    return f"autosweep would {first}{also}. {first.why}".strip()


def _move(judged: JudgedClick, cols: int) -> dict[str, Any]:
    def number(cell: tuple[int, int] | None) -> int | None:
        return None if cell is None else cell[0] * cols + cell[1]

    return {
        "cell": number(judged.cell),
        "kind": judged.click.kind.value,
        "text": move_text(judged),
        "verdict": judged.verdict.value,
        "says": verdict_text(judged),
        "bad": judged.verdict in MISTAKES,
        "guess": judged.verdict in RISKS,
        "better": number(judged.better),
        "exploded": [number(cell) for cell in sorted(judged.click.exploded)],
        "why": judged.reason,
    }


def _permille(chance: float | None) -> str:
    """Return a probability in two letters; 0 and 1000 mean certain."""
    if chance is None:
        return ".."
    value = round(1000 * chance)
    if 0 < chance < 1:
        value = min(999, max(1, value))
    return _DIGITS[value // 36] + _DIGITS[value % 36]
