"""The player's record: win rates on seeded games; --write puts it into docs/research/player.md.

    python benchmarks/player.py [--games 30000] [--seed 6116] [--workers 2] [--keep DIR]
        [--peers DIR] [--write]

Every board size and first-click rule. With --peers it also plays the games that other players were
measured on and compares game by game: the folder holds `BOARD_RULE.txt` (games as `bench --boards`
takes them) and `PLAYER.BOARD_RULE.won` (1 or 0 for each game). With --keep an interrupted run goes
on where it was.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from report import put

from autosweep.bench.games import SIZES, GameSeries, parse_games
from autosweep.bench.report import in_words, summarise
from autosweep.bench.run import Job, on_processes, run
from autosweep.board.game import FirstClick

DOCUMENT = Path(__file__).resolve().parent.parent / "docs" / "research" / "player.md"
RULES = (FirstClick.SAFE, FirstClick.ZERO)
HEADS = ("rate", "95 %", "guesses", "CPU ms a game", "worst game, ms")


def _table(rows: list[list[str]]) -> str:
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join([lines[0], "|" + "---|" * len(rows[0]), *lines[1:]])


def _line(name: str, result: dict[str, Any]) -> list[str]:
    low, high = result["ci95"]
    return [
        name,
        f"{result['won']:,}",
        f"{result['rate']:.2%}",
        f"{low:.2%} to {high:.2%}",
        f"{result['guesses_per_game']:.2f}",
        f"{1000 * result['seconds_per_game']:.2f}",
        f"{1000 * result['seconds_worst_game']:.0f}",
    ]


def record(given: argparse.Namespace) -> str:
    """Play all series and return the table."""
    rows = [["board", f"won of {given.games:,} (seed {given.seed})", *HEADS]]
    for board in given.board or SIZES:
        for rule in given.rule or RULES:
            name = f"{board} {rule.value}"
            series = GameSeries(*SIZES[board], rule, given.seed)
            job = Job(("expert",), given.games, series, name=name)
            keep = given.keep and given.keep / f"{board}_{rule.value}.jsonl"
            outcomes = run(job, play=on_processes(given.workers), keep=keep)
            summary = summarise(name, outcomes, {})
            print(in_words(summary), flush=True)
            rows.append(_line(name, summary["results"][0]))
    return _table(rows)


def against(given: argparse.Namespace) -> str:
    """Play the games of others and return how many points more are won, with half the interval."""
    columns: list[dict[str, str]] = []
    names = [f"{board}_{rule.value}" for board in given.board or SIZES for rule in RULES]
    sums: dict[str, list[int]] = {}
    for name in names:
        games = tuple(parse_games((given.peers / f"{name}.txt").read_text("utf-8")))
        files = sorted(given.peers.glob(f"*.{name}.won"))
        others = {file.name.split(".")[0]: _won(file) for file in files}
        job = Job(("expert",), len(games), given=games, name=name)
        keep = given.keep and given.keep / f"peers_{name}.jsonl"
        outcomes = run(job, play=on_processes(given.workers), keep=keep)
        summary = summarise(name, outcomes, others)
        print(in_words(summary), flush=True)
        result = summary["results"][0]
        column = {"games": f"{len(games):,}", "expert, won": f"{result['rate']:.2%}"}
        for pair in summary["comparisons"]:
            low, high = pair["ci95"]
            half = f"{100 * pair['difference']:+.2f} ±{50 * (high - low):.2f}"
            column[pair["b"]] = half + (
                "" if pair["games"] == len(games) else f" ({pair['games']})"
            )
            total = sums.setdefault(pair["b"], [0, 0])
            total[0] += pair["a_only"]
            total[1] += pair["b_only"]
        columns.append(column)
    heads = dict.fromkeys(head for column in columns for head in column)
    rows = [["", *(name.replace("_", " ") for name in names), "won alone, all together"]]
    for head in heads:
        alone = "{:,} against {:,}".format(*sums[head]) if head in sums else ""
        rows.append([head, *(column.get(head, "-") for column in columns), alone])
    return _table(rows)


def _won(path: Path) -> list[bool]:
    return [letter == "1" for letter in path.read_text("utf-8") if letter in "01"]


def main() -> None:
    """Play, and print or write the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=30_000)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=6116)
    parser.add_argument("--board", choices=list(SIZES), action="append")
    parser.add_argument("--rule", type=FirstClick, choices=RULES, action="append")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--peers", type=Path)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    if given.keep:
        given.keep.mkdir(parents=True, exist_ok=True)
    tables = {"player": record(given)}
    if given.peers:
        tables["peers"] = against(given)
    for name, table in tables.items():
        print(table)
        if given.write:
            put(DOCUMENT, name, table)


if __name__ == "__main__":
    main()
