"""Games that are played, recorded, replayed, listed or benchmarked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from autosweep.jsonshapes.parts import Json, cells_json, rect_json
from autosweep.jsonshapes.readings import reading_json
from autosweep.jsonshapes.reasoning import move_json

if TYPE_CHECKING:
    from autosweep.bench.playing import Outcome
    from autosweep.bench.statistics import Bin, Paired, Sequential
    from autosweep.client.game_session import GameSession
    from autosweep.interfaces import Action
    from autosweep.play.decision import Decision
    from autosweep.play.events import Event as PlayEvent
    from autosweep.play.evidence import Evidence
    from autosweep.replay.timeline import Timeline, TimelineStep
    from autosweep.results.leaderboard import Result
    from autosweep.solver.moves import Move


def decision_json(decision: Decision) -> Json:
    """Return a decision as the recording and `play --json` have it."""
    analysis, said = decision.analysis, decision.said
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
        "learned": decision.learned.as_json(),
        "refusal": decision.refusal,
        "evidence": evidence_json(decision.evidence),
        "said": None if said is None else {"phase": said[0].value, "text": said[1]},
        "moves": [_decided_move(move) for move in decision.moves],
    }


def evidence_json(evidence: Iterable[Evidence]) -> list[Json]:
    """Return why a game is known to be over: `fact` and `text`."""
    return [{"fact": each.fact.value, "text": str(each)} for each in evidence]


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
            control = {"game": value.game, "what": value.what, "why": value.why}
            return {"event": "control", **control, **action}
        case "GameEnded":
            end = {"phase": value.phase.value, "why": value.why, "whole": value.whole}
            guess = {"announced_guess": value.announced_guess}
            why = {"evidence": evidence_json(value.evidence)}
            return {"event": "end", "game": value.game, **end, **guess, **why}
        case "AlreadyOver":
            return {"event": "already_over", "game": value.game, "phase": value.phase.value}
        case "Summary":
            return {"event": "summary", **asdict(value)}
        case _:
            return None


# recordings and replay


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


# the built-in game and the leaderboard


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
