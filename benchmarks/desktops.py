"""Play a game on each layout of monitors beside another program's window; print the table.

    python benchmarks/desktops.py [--games 1] [LAYOUT...]

Presses are counted by the X server. Needs an X server with the dummy driver (see
`tests/support/monitor_layouts.py`). Exits 1 if a press was off the board, a game was not ended or
`doctor` found a fault.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
from support.monitor_layouts import LAYOUTS, missing, play_on

HEAD = (
    "| layout | desktop | monitors | doctor | exit code | clicks | presses | off the board | "
    "on the other program |\n|---|---|---|---|---|---|---|---|---|"
)


def main() -> int:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1, help="games on each layout")
    parser.add_argument("layouts", nargs="*", metavar="LAYOUT", help=", ".join(LAYOUTS))
    options = parser.parse_args()
    if (why := missing()) is not None:
        print(f"Needs {why}.", file=sys.stderr)
        return 4
    print(HEAD)
    faults = 0
    for name in options.layouts or LAYOUTS:
        for _ in range(options.games):
            faults += _row(name)
    return 1 if faults else 0


def _row(name: str) -> bool:
    """Play on one layout and print its row; return True where something was wrong."""
    layout = LAYOUTS[name]
    with tempfile.TemporaryDirectory() as folder:
        result = play_on(layout, Path(folder))
    figures = [
        name,
        "{} x {}".format(*layout.desktop),
        "; ".join(map(str, layout.monitors)),
        f"{'ready' if result.doctor['fit'] else 'not ready'}, units {result.units}",
        f"{result.code} {result.summary['why']}".strip(),
        result.summary["clicks"],
        result.presses,
        len(result.off_board),
        len(result.foreign),
    ]
    print("| " + " | ".join(map(str, figures)) + " |", flush=True)
    right = result.doctor["fit"] and result.code in (0, 1)
    return not right or bool(result.off_board or result.foreign)


if __name__ == "__main__":
    sys.exit(main())
