"""Rule variants: every encoding against its reference, and the time for certain cells and hints.

    python benchmarks/variants.py                  the table of times
    python benchmarks/variants.py --write          also write it into docs/research/variants.md
    python benchmarks/variants.py --exhaustive     every layout rule on all 65,536 layouts of 4 x 4,
                                                   every value of a clue in a corner, at an edge and
                                                   inside on all layouts of 4 x 4

Times are CPU time in milliseconds of seeded puzzles of 8 x 8 with 10 clues: all forced cells from
nothing (writing the clauses included), and the easiest hint after that.
"""

from __future__ import annotations

import argparse
import platform
import statistics
import time
from itertools import product
from pathlib import Path
from random import Random

from report import put

from autosweep.errors import TooLarge
from autosweep.limit import Limit
from autosweep.rules.board_shape import BoardShape
from autosweep.rules.clue_catalogue import clue_rules
from autosweep.rules.layout_catalogue import layout_rules
from autosweep.rules.measure import Value
from autosweep.rules.puzzle import Clue, Puzzle
from autosweep.rules.rule_sets import NAMED, RuleSet, clue_rule, parse_rules
from autosweep.variants.hint import find_hint
from autosweep.variants.layouts import random_layout
from autosweep.variants.puzzle_generator import deal_clues, usual_mines
from autosweep.variants.sat_session import SatSession
from autosweep.variants.solve import forced_cells

ROOT = Path(__file__).parents[1]
REPORT = ROOT / "docs" / "research" / "variants.md"
SIDE, CLUES = 8, 10
LIMIT = Limit(seconds=120)
COMBINED = ("#", "#'", "2E,2X", "2L,2M", "2L,2A")


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", help="rules; all of them where none is named")
    parser.add_argument("--puzzles", type=int, default=9, help="puzzles a rule")
    parser.add_argument("--exhaustive", action="store_true")
    parser.add_argument("--write", action="store_true", help="write docs/research/variants.md")
    options = parser.parse_args()
    if options.exhaustive:
        _exhaustive(options.names)
        return
    names = options.names or [*layout_rules(), *clue_rules(), *NAMED, *COMBINED]
    machine = f"Python {platform.python_version()}, {platform.machine()}"
    lines = [
        f"{options.puzzles} puzzles of {SIDE} x {SIDE} with {CLUES} clues a rule, {machine}, ms.",
        "",
        "| rule | forced: median | max | hint: median | max | reasons of a hint |",
        "|---|---:|---:|---:|---:|---|",
    ]
    print("\n".join(lines))
    for name in names:
        lines.append(_row(name, options.puzzles))
        print(lines[-1], flush=True)
    if options.write:
        put(REPORT, "times", "\n".join(lines))


def _row(name: str, count: int) -> str:
    rules = parse_rules([name])
    random = Random(name)
    mines = usual_mines(SIDE, SIDE, rules)
    solving, hinting, reasons = [], [], []
    misses = 0
    while len(solving) < count and misses < 200:
        puzzle = _puzzle(rules, mines, random)
        if puzzle is None:
            misses += 1
            continue
        begun = time.process_time()
        try:
            found = forced_cells(puzzle, LIMIT)
            solving.append(1000 * (time.process_time() - begun))
            begun = time.process_time()
            hint = find_hint(puzzle, LIMIT, solution=found)
        except TooLarge:
            solving.append(1000.0 * (LIMIT.seconds or 0))
            continue
        if hint is not None:
            hinting.append(1000 * (time.process_time() - begun))
            reasons.append(len(hint.because) if hint.minimum else -1)
    if not solving:
        return f"| {name} | no such layout | | | | |"
    told = " ".join(f"{reasons.count(k)} of {k}" for k in sorted(set(reasons)))
    hints = f"{statistics.median(hinting):.0f} | {max(hinting):.0f}" if hinting else " | "
    name = name.replace(",", "+")
    return f"| {name} | {statistics.median(solving):.0f} | {max(solving):.0f} | {hints} | {told} |"


def _puzzle(rules: RuleSet, mines: int, random: Random) -> Puzzle | None:
    empty = Puzzle(SIDE, SIDE, mines, rules, {})
    layout = random_layout(empty, random, LIMIT)
    dealt = None if layout is None else deal_clues(empty, layout, random)
    if dealt is None or len(dealt) < CLUES:
        return None
    chosen = random.sample(sorted(dealt), CLUES)
    return empty.with_clues({cell: dealt[cell] for cell in chosen})


def _exhaustive(names: list[str]) -> None:
    for name in names or layout_rules():
        if name in layout_rules():
            _all_layouts(name)
    for name in names or clue_rules():
        if name in clue_rules() and clue_rule(name).independent:
            _all_clues(name)


def _all_layouts(name: str) -> None:
    """Compare a layout rule with its clauses on every layout of 4 x 4."""
    rule, obeyed = layout_rules()[name], 0
    puzzle = Puzzle(4, 4, None, RuleSet((name,)), {})
    with SatSession(puzzle) as session:
        for pattern in range(1 << 16):
            mines = frozenset(i for i in range(16) if pattern >> i & 1)
            right = rule.holds(puzzle.shape, mines)
            obeyed += right
            assert session.ask([i + 1 if i in mines else -(i + 1) for i in range(16)]) == right
    print(f"{name}: {obeyed} of 65536 layouts obey it, and its clauses agree on all.", flush=True)


def _all_clues(name: str) -> None:
    """Compare every value of a clue at a few cells with its clauses on every layout of 4 x 4."""
    rule, checked = clue_rule(name), 0
    values = [*range(-12, 400), *(t for n in range(1, 5) for t in product(range(9), repeat=n))]
    shape = BoardShape(4, 4)
    layouts = [frozenset(i for i in range(16) if p >> i & 1) for p in range(1 << 16)]
    for cell in (0, 1, 5):
        for value in values:
            if value != _sorted(value) or not rule.possible(shape, cell, value):
                continue
            puzzle = Puzzle(4, 4, None, RuleSet((), name), {cell: Clue(name, value)})
            with SatSession(puzzle) as session:
                for mines in layouts:
                    if cell in mines:
                        continue
                    right = rule.fits(shape, mines, {cell: value})
                    literals = [i + 1 if i in mines else -(i + 1) for i in range(16)]
                    assert session.ask(literals) == right, (name, cell, value, mines)
                    checked += 1
    print(f"{name}: clauses agree with the meaning in {checked} cases.", flush=True)


def _sorted(value: Value) -> Value:
    return tuple(sorted(value)) if isinstance(value, tuple) else value


if __name__ == "__main__":
    main()
