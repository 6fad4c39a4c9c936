"""The JSON of all commands: each function turns one kind of value into one documented shape.

docs/json.md describes every shape, and a test compares it with what the commands print. Keys keep
their names; new ones may be added. Values of all rooms are taken by their attributes: their modules
are imported for type checking only, so this module is as light as the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from autosweep.board import SYMBOLS, metrics

if TYPE_CHECKING:
    from autosweep.bench.playing import Outcome
    from autosweep.bench.statistics import Bin, Paired, Sequential
    from autosweep.board import Board, Layout
    from autosweep.client.game_session import GameSession
    from autosweep.generate.generated import Generated
    from autosweep.geometry import Cell, Rect
    from autosweep.interfaces import Action
    from autosweep.overlay.advice import BoardAdvice
    from autosweep.overlay.hint_events import HintEvent, HintsShown
    from autosweep.play.decision import Decision
    from autosweep.play.events import Event as PlayEvent
    from autosweep.replay.timeline import Timeline, TimelineStep
    from autosweep.results.leaderboard import Result
    from autosweep.rules.puzzle import Puzzle
    from autosweep.rules.rule_sets import RuleSet
    from autosweep.solver.analysis import Analysis
    from autosweep.solver.explain import Explanation
    from autosweep.solver.moves import Move
    from autosweep.solver.prove import FlagsProof, Proof
    from autosweep.solver.walkthrough import Deduction
    from autosweep.solver.witness import Witness
    from autosweep.variants.hint import Hint
    from autosweep.variants.puzzle_generator import MadePuzzle
    from autosweep.variants.sat_session import Reason
    from autosweep.variants.solve import Solution
    from autosweep.vision.accuracy import ReadingTally
    from autosweep.vision.reading import Reading
    from autosweep.vision.themes import BrokenTheme, Theme
    from autosweep.vision.trace import GridAttempt

Json = dict[str, Any]

_SIDES = ("top", "bottom", "left", "right")
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


# frames and what was read


def reading_json(reading: Reading) -> Json:
    """Return a reading as `read --json` prints it."""
    return {
        "rows": reading.board.rows,
        "cols": reading.board.cols,
        "bbox": rect_json(reading.grid.bbox),
        "cell": [round(size, 3) for size in reading.grid.cell_size],
        "theme": reading.theme,
        "phase": reading.phase.value,
        "mines": reading.board.mines,
        "assumed_mines": reading.assumed_mines,
        "mines_left": reading.mines_left,
        "board": reading.board.row_symbols(),
        "confidence": [[round(float(value), 4) for value in row] for row in reading.confidence],
        "doubtful": cells_json(reading.uncertain),
        "cut": _cut(reading),
        "row_edges": _edges(reading.grid.row_edges),
        "col_edges": _edges(reading.grid.col_edges),
    }


def attempt_json(attempt: GridAttempt) -> Json:
    """Return an attempt to accept a grid as `read --trace --json` prints it."""
    return {
        "stage": attempt.stage,
        "rows": attempt.grid.rows,
        "cols": attempt.grid.cols,
        "bbox": rect_json(attempt.grid.bbox),
        "accepted": attempt.accepted,
        "tests": [
            {
                "test": test.name,
                "value": round(float(test.value), 4),
                "relation": test.relation,
                "threshold": round(float(test.threshold), 4),
                "passed": test.passed,
            }
            for test in attempt.tests
        ],
    }


def recorded_reading_json(reading: Reading) -> Json:
    """Return a reading as a recording holds it."""
    return {
        "rows": reading.board.rows,
        "cols": reading.board.cols,
        "mines": reading.board.mines,
        "board": reading.board.row_symbols(),
        "row_edges": _edges(reading.grid.row_edges),
        "col_edges": _edges(reading.grid.col_edges),
        "theme": reading.theme,
        "phase": reading.phase.value,
        "mines_left": reading.mines_left,
        "assumed_mines": reading.assumed_mines,
        "doubtful": cells_json(reading.uncertain),
        "cut": _cut(reading),
    }


def _cut(reading: Reading) -> list[str]:
    return [name for name, cut in zip(_SIDES, reading.cut, strict=True) if cut]


def _edges(edges: Iterable[float]) -> list[float]:
    return [round(edge, 3) for edge in edges]


# what follows from a board


def move_json(move: Move) -> Json:
    """Return a move without its reason."""
    return {
        "cell": list(move.cell),
        "action": move.kind.value,
        "probability": move.probability,
        "certain": move.certain,
    }


def analysis_json(board: Board, analysis: Analysis) -> Json:
    """Return an analysis as `solve --json` prints it."""
    best = analysis.best
    return {
        "rows": board.rows,
        "cols": board.cols,
        "mines": board.mines,
        "consistent": analysis.consistent,
        "solutions": None if analysis.solutions is None else digits(analysis.solutions),
        "probabilities": analysis.probability.as_rows(),
        "safe": cells_json(sorted(analysis.safe)),
        "mine": cells_json(sorted(analysis.mines)),
        "best": None if best is None else move_json(best),
        "exact": analysis.exact,
        "wrong_flags": cells_json(sorted(analysis.wrong_flags)),
        "why": analysis.why,
    }


def rule_set_json(rules: RuleSet | None) -> Json:
    """Return the rules if they are not the usual ones."""
    return {} if rules is None else {"rules": list(rules.layout), "clue_rule": rules.clues}


def used_rules_json(rules: RuleSet | None, used: Sequence[str]) -> Json:
    """Return the layout rules that a reason used, if the rules are not the usual ones."""
    return {} if rules is None else {"rules": list(used)}


def deduction_json(step: Deduction) -> Json:
    """Return a step of `solve --steps`."""
    reason = step.reason
    return {
        "safe": cells_json(step.safe),
        "mine": cells_json(step.mines),
        "technique": reason.technique,
        "because": cells_json(reason.because),
        "mine_count": reason.mine_count,
        "minimum": reason.minimum,
        "steps": list(reason.steps),
    }


def explanation_json(found: Explanation) -> Json:
    """Return an explanation as `explain --json` prints it."""
    layouts = found.layouts
    return {
        "cell": list(found.cell),
        "claim": found.claim.value,
        "because": cells_json(found.because),
        "mine_count": found.mine_count,
        "minimum": found.minimum,
        "steps": list(found.steps),
        "technique": found.technique or None,
        "proof": [
            {
                "text": step.text,
                "rule": step.rule,
                "cells": cells_json(step.cells),
                "low": step.low,
                "high": step.high,
                "clues": cells_json(step.clues),
                "mine_count": step.mine_count,
                "uses": list(step.uses),
                "depth": step.depth,
            }
            for step in found.proof
        ],
        "probability": found.probability,
        "layouts": layouts and {"mine": digits(layouts[0]), "safe": digits(layouts[1])},
        "witness": witness_json(found.witness),
    }


def witness_json(witness: Witness) -> Json:
    """Return layouts as lists of rows; null if there is none."""
    return {
        "mine": None if witness.mine is None else list(witness.mine),
        "safe": None if witness.safe is None else list(witness.safe),
    }


def proof_json(proof: Proof) -> Json:
    """Return a verdict as `prove --json` prints it.

    `claim` is what was claimed; `reason` explains what the cell is.
    """
    reason = proof.reason
    return {
        "cell": list(proof.cell),
        "claim": proof.claim.value,
        "verdict": proof.verdict.value,
        "because": cells_json(reason.because),
        "mine_count": reason.mine_count,
        "minimum": reason.minimum,
        "steps": list(reason.steps),
        "witness": witness_json(proof.witness),
        "reason": explanation_json(reason),
    }


def flags_json(proof: FlagsProof) -> Json:
    """Return the verdict on all flags, and on each, as `prove --flags --json` prints it."""
    return {
        "verdict": proof.verdict.value,
        "flags": [proof_json(flag) for flag in proof.flags],
        "because": cells_json(proof.because),
        "disagreeing": cells_json(proof.disagreeing),
        "mine_count": proof.mine_count,
        "layout": None if proof.witness is None else list(proof.witness),
    }


def check_json(
    solver: str, model: list[str] | None, conflict: Iterable[Cell] | None, *, mine_count: bool
) -> Json:
    """Return the answer of `check --json`: a layout, or the clues that contradict each other."""
    return {
        "satisfiable": model is not None,
        "model": model,
        "conflict": None if conflict is None else cells_json(conflict),
        "solver": solver,
        "mine_count": mine_count,
    }


# hints


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


# play, recordings and replay


def decision_json(decision: Decision) -> Json:
    """Return a decision as the recording and `play --json` have it."""
    analysis = decision.analysis
    chances = [chance for _, chance in analysis.probability.items()]
    return {
        "mines": decision.board.mines,
        "consistent": analysis.consistent,
        "exact": analysis.exact,
        "safe": cells_json(sorted(analysis.safe)),
        "mine": cells_json(sorted(analysis.mines)),
        "lowest_risk": min(chances, default=None),
        "why": analysis.why,
        "phase": decision.phase.value,
        "partial": decision.partial,
        "client": decision.client,
        "refusal": decision.refusal,
        "moves": [_decided_move(move) for move in decision.moves],
    }


def _decided_move(move: Move) -> Json:
    return {"action": move.kind.value, **move_json(move), "why": move.why}


def action_json(action: Action) -> Json:
    """Return what the pointer is asked to do: `click` and `button`, `move`, or `key`."""
    value: Any = action
    match type(action).__name__:
        case "Click":
            return {"click": [value.point.x, value.point.y], "button": value.button.value}
        case "MoveTo":
            return {"move": [value.point.x, value.point.y]}
        case _:
            return {"key": value.keys}


def play_event_json(event: PlayEvent) -> Json | None:
    """Return an event of `play --json`; None for a frame that was read, which is not printed."""
    value: Any = event
    match type(event).__name__:
        case "BoardFound":
            board, theme = value.reading.board, value.reading.theme
            size = {"rows": board.rows, "cols": board.cols, "theme": theme}
            others = [rect_json(place) for place in value.others]
            return {"event": "board", "game": value.game, **size, "others": others}
        case "Decided":
            at = {"game": value.game, "step": value.step}
            return {"event": "decision", **at, **decision_json(value.decision)}
        case "Acted":
            actions = [action_json(action) for action in value.actions]
            return {"event": "actions", "game": value.game, "step": value.step, "do": actions}
        case "Withheld":
            actions = [action_json(action) for action in value.actions]
            return {"event": "withheld", "game": value.game, "step": value.step, "not": actions}
        case "Controlled":
            action = action_json(value.action)
            return {"event": "control", "game": value.game, "what": value.what, **action}
        case "GameEnded":
            end = {"phase": value.phase.value, "why": value.why, "whole": value.whole}
            guess = {"announced_guess": value.announced_guess}
            return {"event": "end", "game": value.game, **end, **guess}
        case "AlreadyOver":
            return {"event": "already_over", "game": value.game, "phase": value.phase.value}
        case "Summary":
            return {"event": "summary", **asdict(value)}
        case _:
            return None


def record_json(folder: str, steps: int, games: int, why: str) -> Json:
    """Return what `record --json` prints at the end."""
    return {"folder": folder, "steps": steps, "games": games, "why": why}


def timeline_json(timeline: Timeline) -> Json:
    """Return a replay as `replay --json` prints it."""
    recording = timeline.recording
    about: Json = {"pictures": len(timeline.steps), "order": timeline.order}
    if recording is not None:
        about = {
            "folder": str(recording.folder),
            "format": recording.header["format"],
            "complete": recording.summary is not None,
            "damaged_lines": recording.damaged,
        }
    return about | {
        "steps": len(timeline.steps),
        "seen": timeline.readable,
        "differences": [asdict(found) for found in timeline.differences],
        "games": [asdict(review) for review in timeline.reviews],
        "frames": [_step_json(step) for step in timeline.steps],
    }


def _step_json(step: TimelineStep) -> Json:
    reading, known = step.reading, step.known
    lowest = None if known is None else known.lowest()
    return {
        "file": step.name,
        "game": step.game,
        "step": step.step,
        "time": step.time,
        "note": step.note,
        "board": None if reading is None else reading_json(reading),
        "lowest_risk": None if lowest is None else lowest[1],
        "decision": None if step.decision is None else decision_json(step.decision),
        "moves": [
            {
                "action": judged.click.kind.value,
                "cell": list(judged.cell),
                "opened": cells_json(sorted(judged.click.opened)),
                "exploded": cells_json(sorted(judged.click.exploded)),
                "verdict": judged.verdict.value,
                "risk": judged.risk,
                "lowest_risk": judged.lowest,
                "better": None if judged.better is None else list(judged.better),
                "why": judged.reason,
            }
            for judged in step.clicks
        ],
    }


def journal_json(event: str, session: GameSession, time: float, message: str | None) -> Json:
    """Return a state of the built-in game, as `client --json` prints it."""
    board = session.game.board
    line: Json = {
        "event": event,
        "rows": board.rows,
        "cols": board.cols,
        "mines": board.mines,
        "mines_left": session.mines_left,
        "board": board.row_symbols(),
        "phase": session.game.phase.value,
        "seed": session.seed,
        "seconds": session.seconds,
        "time": time,
    }
    return line if message is None else line | {"message": message}


def leaderboard_json(results: Sequence[Result], best: Iterable[Result]) -> Json:
    """Return the leaderboard: all games counted, the best listed."""
    rows = [{**asdict(result), "rate": round(result.rate, 3)} for result in best]
    won = sum(result.outcome == "won" for result in results)
    return {"games": len(results), "won": won, "best": rows}


# boards that are made


def generated_json(generated: Generated) -> Json:
    """Return a board of `generate --json` with its figures."""
    request, layout = generated.request, generated.playable.layout
    record: Json = {
        "rows": request.rows,
        "cols": request.cols,
        "mines": request.mines,
        "seed": request.seed,
        "number": generated.number,
        "start": list(generated.start),
        "no_guess": request.no_guess,
        "first_click": request.first_click.value,
        "layout": layout.lines(),
        **layout_figures(layout),
    }
    grade = generated.grade
    if grade is not None:
        record |= {
            "mine_count": "used" if request.count_mines else "unused",
            "method": "mend" if generated.made.repaired else "draw",
            "attempts": generated.made.attempt + 1,
            "difficulty": grade.difficulty.value,
            "hardest": grade.hardest,
            "hard_steps": grade.hard_steps,
            "steps": {
                "chain": grade.chains,
                "case split": grade.splits,
                "mine count": grade.counts,
            },
        }
    return record


def layout_figures(layout: Layout) -> Json:
    """Return what can be counted on a layout."""
    mines = len(layout.mines)
    return {
        "bbbv": metrics.bbbv(layout),
        "openings": metrics.openings(layout),
        "islands": metrics.islands(layout),
        "zini": metrics.zini(layout),
        "buried": round(metrics.buried(layout) / mines, 4) if mines else 0.0,
    }


# variants


def puzzle_json(puzzle: Puzzle) -> Json:
    """Return a puzzle, in the shape that commands take too."""
    return {
        "rules": list(puzzle.rules.layout),
        "clue_rule": puzzle.rules.clues,
        "rows": puzzle.rows,
        "cols": puzzle.cols,
        "mines": puzzle.mines,
        "board": puzzle.row_texts(),
    }


def made_puzzle_json(made: MadePuzzle, seed: int, *, at_once: bool) -> Json:
    """Return a puzzle of `variant generate --json` with its solution."""
    shape, mines = made.puzzle.shape, made.solution.flags
    layout = ["".join("*" if i in mines else "." for i in shape.row(r)) for r in range(shape.rows)]
    return puzzle_json(made.puzzle) | {
        "solution": made.solution.row_texts(),
        "layout": layout,
        "seed": seed,
        "given": len(made.puzzle.clues),
        "no_guess": True,
        "at_once": at_once,
    }


def solution_json(puzzle: Puzzle, solution: Solution, conflict_words: list[str] | None) -> Json:
    """Return what follows from a puzzle as `variant solve --json` prints it."""
    layouts, conflict = solution.layouts, solution.conflict
    chances = {} if layouts is None else layouts.probability
    return {
        "rows": puzzle.rows,
        "cols": puzzle.cols,
        "mines": puzzle.mines,
        "rules": list(puzzle.rules.layout),
        "clue_rule": puzzle.rules.clues,
        "consistent": solution.consistent,
        "safe": _places(puzzle, solution.safe),
        "mine": _places(puzzle, solution.mines),
        "complete": solution.complete,
        "solutions": None if layouts is None else str(layouts.number),
        "probabilities": None
        if layouts is None
        else [[chances.get(i) for i in puzzle.shape.row(r)] for r in range(puzzle.rows)],
        "conflict": conflict_words,
        "conflict_reasons": None
        if conflict is None
        else [reason_json(puzzle, reason) for reason in conflict.reasons],
        "hint": None,
    }


def variant_hint_json(puzzle: Puzzle, hint: Hint, because: list[str], text: list[str]) -> Json:
    """Return a hint as `variant hint --json` prints it; `because` and `text` are its words."""
    return {
        "cell": list(divmod(hint.cell, puzzle.cols)),
        "claim": "mine" if hint.mine else "safe",
        "because": because,
        "reasons": [reason_json(puzzle, reason) for reason in hint.because],
        "minimum": hint.minimum,
        "also": {
            "safe": _places(puzzle, (-lit - 1 for lit in hint.also if lit < 0)),
            "mine": _places(puzzle, (lit - 1 for lit in hint.also if lit > 0)),
        },
        "text": text,
    }


def reason_json(puzzle: Puzzle, reason: Reason) -> Json:
    """Return a reason with all that belongs to it."""
    if reason.cell < 0:
        rule = {"rule": reason.rule} if reason.rule else {"mines": puzzle.mines}
        return {"kind": reason.kind.value, **rule}
    clue = puzzle.clues[reason.cell]
    place = list(divmod(reason.cell, puzzle.cols))
    return {"kind": reason.kind.value, "cell": place, "rule": clue.rule, "value": str(clue)}


def _places(puzzle: Puzzle, cells: Iterable[int]) -> list[list[int]]:
    return [list(divmod(i, puzzle.cols)) for i in sorted(cells)]


# benchmarks


def bench_result_json(
    strategy: str, played: Sequence[Outcome], ci95: tuple[float, float], bins: Iterable[Bin]
) -> Json:
    """Return the games of one strategy in numbers."""
    games, won = len(played), sum(outcome.won for outcome in played)
    seconds = sum(outcome.seconds for outcome in played)
    return {
        "strategy": strategy,
        "games": games,
        "won": won,
        "rate": won / games if games else 0.0,
        "ci95": list(ci95),
        "seconds": seconds,
        "seconds_per_game": seconds / games if games else 0.0,
        "seconds_worst_game": max((outcome.seconds for outcome in played), default=0.0),
        "guesses_per_game": sum(outcome.guesses for outcome in played) / games if games else 0.0,
        "calibration": [
            {"guesses": part.guesses, "said": part.said, "was": part.was} for part in bins
        ],
    }


def comparison_json(a: str, b: str, paired: Paired) -> Json:
    """Return how two players compare on the same games."""
    return {
        "a": a,
        "b": b,
        "games": paired.games,
        "a_only": paired.a_only,
        "b_only": paired.b_only,
        "difference": paired.difference,
        "ci95": list(paired.interval),
        "p_value": paired.p_value,
    }


def sequential_json(test: Sequential, names: Sequence[str]) -> Json:
    """Return what a sequential test found."""
    a, b = names
    return {
        "a": a,
        "b": b,
        "points": 100 * test.points,
        "games": test.paired.games,
        "evidence": test.evidence,
        "verdict": test.verdict,
    }


# themes


def theme_json(theme: Theme) -> Json:
    """Return a theme as `theme list --json` prints it."""
    return {
        "name": theme.name,
        "client": theme.client,
        "symbols": "".join(SYMBOLS[code] for code in sorted(set(theme.codes))),
        "pictures": len(theme.images),
        "licence": theme.licence,
        "version": theme.version,
        "source": theme.source,
        "folder": str(theme.folder),
    }


def broken_theme_json(pack: BrokenTheme) -> Json:
    """Return a theme that is not used because something is wrong with it."""
    return {"folder": str(pack.folder), "reason": pack.reason, "remedy": pack.remedy}


def tally_json(tally: ReadingTally) -> Json:
    """Return how well labelled screenshots were read."""
    return {
        "boards": tally.boards,
        "located": tally.located,
        "cells": tally.cells,
        "right": tally.right,
        "share": round(tally.share, 6),
        "doubtful": tally.uncertain,
        "sure_and_wrong": tally.certain_and_wrong,
        "false_boards": tally.false_boards,
    }


def confusion_json(confusion: Mapping[tuple[int, int], int]) -> list[Json]:
    """Return which symbols were taken for which."""
    return [
        {"is": SYMBOLS[true], "read": SYMBOLS[got], "count": count}
        for (true, got), count in sorted(confusion.items())
    ]
