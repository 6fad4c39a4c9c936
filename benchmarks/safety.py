"""Games in situations that lost games before, many of them; what docs/safety.md promises.

    python benchmarks/safety.py cut --games 100
    python benchmarks/safety.py neighbours --games 200

`cut`: boards of the built-in game cut at each side and corner by 1 to 60 pixels. `neighbours`: a
client in which a click on an open cell opens all its neighbours. Presses are those of the X server,
ends those of the client's own journal.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from support.desktop_games import DIRECTIONS, cut_games, play_cut, play_neighbours

BATCH = 20
"""Games of one run of the client."""


def cut(games: int, seed: int) -> bool:
    """Play cut boards; return whether nothing was wrong."""
    rows: dict[str, Counter[str]] = {name: Counter() for name in DIRECTIONS}
    faults: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        for number, game in enumerate(cut_games(games, seed)):
            outcome = play_cut(game, Path(folder) / str(number))
            faults += [f"{game}: {fault}" for fault in outcome.faults]
            row = rows[game.direction]
            row["games"] += 1
            row["presses"] += outcome.presses
            row["ended"] += outcome.ended
            row["stopped at the cut"] += "cut off" in outcome.summary["why"]
            row["faults"] += len(outcome.faults)
            if not outcome.ended and "cut off" not in outcome.summary["why"]:
                print(f"{game}: {outcome.summary['why']}", file=sys.stderr)
    keys = ("games", "presses", "ended", "stopped at the cut", "faults")
    print("| cut at | " + " | ".join(keys) + " |")
    print("|---" * (len(keys) + 1) + "|")
    for name, row in rows.items():
        print(f"| {name} | " + " | ".join(str(row[key]) for key in keys) + " |")
    print("\n".join(faults) or "no press off the board, no loss on a move called certain")
    return not faults


def neighbours(games: int, seed: int) -> bool:
    """Play the client whose open cells open their neighbours; return whether nothing was wrong."""
    total: Counter[str] = Counter()
    faults: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        while total["games"] < games:
            batch = min(BATCH, games - total["games"])
            outcome, journal = play_neighbours(
                Path(folder) / str(total["games"]), batch, seed + 1000 * total["games"]
            )
            total["games"] += batch
            for key in ("won", "lost", "stopped", "clicks", "guesses"):
                total[key] += outcome.summary[key]
            total.update({f"journal: {word}": journal.count(word) for word in ("won", "lost")})
            total["clicks on open cells"] += journal.count("open cell clicked")
            faults += outcome.faults
            if outcome.summary["why"]:
                print(outcome.summary["why"], file=sys.stderr)
    print(", ".join(f"{key} {value}" for key, value in total.items()))
    print("\n".join(faults) or "no press off the board, no loss on a move called certain")
    return not faults


def main() -> int:
    """Play what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("cut", "neighbours"))
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    play = cut if options.what == "cut" else neighbours
    return 0 if play(options.games, options.seed) else 1


if __name__ == "__main__":
    sys.exit(main())
