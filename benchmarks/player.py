"""The player's record: win rates on seeded games, written into docs/benchmarks.md with --write.

    python benchmarks/player.py [--games 30000] [--workers 2] [--write]

Every board size and first-click rule, both strategies on the same games. `autosweep bench --boards
FILE --against PEER.won` compares with another player game by game.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from autosweep.bench.games import SIZES, GameSeries
from autosweep.bench.report import in_words, summarise
from autosweep.bench.run import Job, on_processes, run
from autosweep.board.game import FirstClick

DOCUMENT = Path(__file__).resolve().parent.parent / "docs" / "benchmarks.md"
MARKS = ("<!-- player: begin -->", "<!-- player: end -->")


def main() -> None:
    """Play all series and print or write the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=30_000)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--board", choices=list(SIZES), action="append")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    tables = []
    for board in given.board or SIZES:
        for rule in (FirstClick.SAFE, FirstClick.ZERO):
            series = GameSeries(*SIZES[board], rule, given.seed)
            name = f"{board} {rule.value}"
            job = Job(("probabilistic", "expert"), given.games, series, name=name)
            tables.append(in_words(summarise(name, run(job, play=on_processes(given.workers)), {})))
            print(tables[-1], flush=True)
    if given.write:
        text = "```\n" + "\n\n".join(tables) + "\n```"
        document = DOCUMENT.read_text("utf-8")
        pattern = f"{re.escape(MARKS[0])}.*?{re.escape(MARKS[1])}"
        fresh = f"{MARKS[0]}\n{text}\n{MARKS[1]}"
        DOCUMENT.write_text(re.sub(pattern, lambda _: fresh, document, flags=re.DOTALL), "utf-8")


if __name__ == "__main__":
    main()
