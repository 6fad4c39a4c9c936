"""The page of a replay: one HTML file that works offline, with every picture and text inside it.

The files beside this one are the page, written by hand; here the story is put into them as data.
Pictures are stored once and only where they changed. Nothing that comes from a recording reaches
the page but as JSON, in which no markup survives, or escaped.
"""

from __future__ import annotations

import html
import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import autosweep
from autosweep.board import SYMBOLS
from autosweep.overlay.marks import CROSS, SLASHED, TICK, Line, Point, Shape
from autosweep.replay.knowledge import hints_of
from autosweep.replay.page.pictures import Album
from autosweep.replay.review import MISTAKES, Judged, Verdict, percent
from autosweep.replay.story import Moment, Progress, Story, ignore
from autosweep.replay.transcript import move_text, verdict_text

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def page(story: Story, *, progress: Progress = ignore) -> str:
    """Return the page as text."""
    here = files(__package__)
    frame = (here / "page.html").read_text("utf-8")
    data = json.dumps(_data(story, progress), separators=(",", ":"), allow_nan=False)
    parts = {
        "{{title}}": html.escape(f"Replay of {Path(story.source).name or story.source}"),
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


def _data(story: Story, progress: Progress) -> dict[str, Any]:
    album = Album()
    grids: dict[str, int] = {}
    steps = []
    for number, moment in enumerate(story.moments):
        progress(number, len(story.moments))
        steps.append(_step(moment, album, grids))
    return {
        "version": autosweep.__version__,
        "source": story.source,
        "facts": list(_facts(story)),
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
            for review in story.reviews
        ],
        "images": album.images,
        "grids": [json.loads(text) for text in grids],
        "steps": steps,
    }


def _strokes(shapes: tuple[Shape, ...]) -> list[tuple[Point, ...]]:
    """Return the lines of a mark; the page draws its ring by itself."""
    return [shape.points for shape in shapes if isinstance(shape, Line)]


def _facts(story: Story) -> list[list[str]]:
    found = [["Pictures", f"{len(story.moments)}, {story.seen} with a board"]]
    themes = dict.fromkeys(m.reading.theme for m in story.moments if m.reading is not None)
    if themes:
        found.append(["Theme", ", ".join(themes)])
    facts = story.facts
    if not facts:
        return [*found, ["Order", f"by {story.order}"]]
    found.append(["Recorded", str(facts.get("created", "unknown")).replace("T", " ")])
    found.append(["Program", f"autosweep {facts.get('version', '')}, format {facts.get('format')}"])
    settings = facts.get("settings", {})
    found.append(["Strategy", f"{settings.get('strategy')}, seed {settings.get('seed')}"])
    screen = facts.get("screen")
    if screen:
        found.append(["Screen", f"{screen[2]} x {screen[3]}"])
    return found


def _step(moment: Moment, album: Album, grids: dict[str, int]) -> dict[str, Any]:
    """Return one step for the page; cells are numbers in reading order."""
    reading = moment.reading
    view = album.add(moment.picture, None if reading is None else reading.grid)
    step: dict[str, Any] = {
        "game": moment.game,
        "step": moment.step,
        "name": moment.name,
        "time": moment.time,
        "note": moment.note,
        "view": view.as_json() if view is not None else None,
        "diff": [[d.what, d.recorded, d.now] for d in moment.differences],
        "moves": [],
    }
    if reading is None or view is None:
        return step
    board, cols = reading.board, reading.board.cols
    edges = json.dumps(
        [
            [round(edge - view.y, 2) for edge in reading.grid.row_edges],
            [round(edge - view.x, 2) for edge in reading.grid.col_edges],
        ]
    )
    step |= {
        "grid": grids.setdefault(edges, len(grids)),
        "rows": board.rows,
        "cols": cols,
        "board": "".join(SYMBOLS[code] for code in board.cells),
        "phase": reading.phase.value,
        "theme": reading.theme,
        "left": reading.mines_left,
        "moves": [_move(judged, cols) for judged in moment.made],
        "risk": moment.risk,
    }
    return step | _knowledge(moment, cols)


def _knowledge(moment: Moment, cols: int) -> dict[str, Any]:
    known, reading, decision = moment.known, moment.reading, moment.decision
    if known is None or reading is None:
        return {}
    moves = () if decision is None else decision.moves
    guess = moves[0].cell if decision is not None and decision.is_guess else None
    hints = hints_of(known, reading, guess)

    def numbers(cells: Any) -> list[int]:
        return sorted(r * cols + c for r, c in cells)

    lowest = known.lowest()
    return {
        "p": "".join(map(_permille, known.chances.probability.values)),
        "safe": numbers(hints.safe),
        "mine": numbers(known.certain.mines),
        "shown": numbers(hints.probability),
        "doubt": numbers(hints.doubtful),
        "wrong": numbers(hints.wrong_flags),
        "guess": None if guess is None else guess[0] * cols + guess[1],
        "low": None if lowest is None else lowest[1],
        "mines": known.board.mines,
        "assumed": known.assumed,
        "advice": _advice(moment),
    }


def _advice(moment: Moment) -> str:
    """Say what today's program would do here."""
    decision = moment.decision
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


def _move(judged: Judged, cols: int) -> dict[str, Any]:
    def number(cell: tuple[int, int] | None) -> int | None:
        return None if cell is None else cell[0] * cols + cell[1]

    return {
        "cell": number(judged.cell),
        "deed": judged.made.deed.value,
        "text": move_text(judged),
        "verdict": judged.verdict.value,
        "says": verdict_text(judged),
        "bad": judged.verdict in MISTAKES,
        "guess": judged.verdict in (Verdict.GUESS, Verdict.RISKIER, Verdict.UNNECESSARY),
        "better": number(judged.better),
        "exploded": [number(cell) for cell in sorted(judged.made.exploded)],
        "why": judged.reason,
    }


def _permille(chance: float | None) -> str:
    """Return a chance in two letters; 0 and 1000 are kept for what has no doubt."""
    if chance is None:
        return ".."
    value = round(1000 * chance)
    if 0 < chance < 1:
        value = min(999, max(1, value))
    return _DIGITS[value // 36] + _DIGITS[value % 36]
