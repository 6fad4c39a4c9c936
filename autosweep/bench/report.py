"""What a benchmark says: one JSON object, and the same as a table for people. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from autosweep.bench.playing import Outcome
from autosweep.bench.statistics import calibrate, compare, wilson
from autosweep.jsonshapes.game_lines import bench_result_json, comparison_json
from autosweep.messages import count_of, table


def summarise(
    name: str,
    outcomes: Mapping[str, Sequence[Outcome]],
    others: Mapping[str, Sequence[bool]],
) -> dict[str, Any]:
    """Return the result in the shape that `bench --json` promises.

    `others` are players of whom only the games they won are known.
    """
    won = {strategy: [o.won for o in played] for strategy, played in outcomes.items()}
    pairs = [(a, b, compare(won[a], won[b])) for a, b in combinations(won, 2)]
    pairs += [(a, b, compare(won[a], others[b])) for a in won for b in others]
    return {
        "board": name,
        "results": [_result(strategy, played) for strategy, played in outcomes.items()],
        "comparisons": [comparison_json(a, b, paired) for a, b, paired in pairs],
    }


def _result(strategy: str, played: Sequence[Outcome]) -> dict[str, Any]:
    interval = wilson(sum(o.won for o in played), len(played))
    bins = calibrate(pair for o in played for pair in o.tested)
    return bench_result_json(strategy, played, interval, bins)


def in_words(summary: Mapping[str, Any]) -> str:
    """Return a table of the results and a line for each comparison."""
    rows = [("strategy", "games", "won", "rate", "95 %", "guesses", "CPU ms", "worst")]
    for result in summary["results"]:
        low, high = result["ci95"]
        rows.append(
            (
                result["strategy"],
                str(result["games"]),
                str(result["won"]),
                f"{result['rate']:.2%}",
                f"{low:.2%} to {high:.2%}",
                f"{result['guesses_per_game']:.2f}",
                f"{1000 * result['seconds_per_game']:.2f}",
                f"{1000 * result['seconds_worst_game']:.0f}",
            )
        )
    lines = [summary["board"], table(rows)]
    for pair in summary["comparisons"]:
        low, high = pair["ci95"]
        lines.append(
            f"{pair['a']} minus {pair['b']}: {100 * pair['difference']:+.2f} points"
            f" ({100 * low:+.2f} to {100 * high:+.2f}), {count_of(pair['games'], 'game')},"
            f" {pair['a_only']} against {pair['b_only']} alone, p = {pair['p_value']:.2g}"
        )
    if test := summary.get("sequential"):
        answer = {
            "better": f"wins at least {test['points']:g} points more",
            "not better": f"does not win {test['points']:g} points more",
            "open": "is not decided yet",
        }[test["verdict"]]
        lines.append(
            f"sequential test after {count_of(test['games'], 'game')}: "
            f"{test['a']} against {test['b']} {answer}"
            f" (evidence {test['evidence']:+.2f}, decided beyond 2.94)"
        )
    return "\n".join(lines)
