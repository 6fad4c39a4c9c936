"""Random and corrupted boards through the engine and its twin: every difference is an error.

    python benchmarks/fuzz_engine.py --boards 100000 [--core FOLDER] [--seed N]

`--core` names a folder with another build of the compiled module, such as one with sanitizers
(`make sanitize` does that). Boards are of all sizes up to expert, true and corrupted, with every
symbol, with known and unknown totals, trusted flags and tight limits.
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
from pathlib import Path
from random import Random
from types import ModuleType

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from support.solver_boards import expert_like, random_board

from autosweep.board import MAX_NUMBER, Board, Layout
from autosweep.engine import core
from autosweep.errors import TooLarge
from autosweep.limit import Limit
from autosweep.solver.constraints import Contradiction, gather
from autosweep.solver.layout_counter import Count, Survey
from autosweep.solver.native_counter import NativeCounter
from autosweep.solver.pure_counter import PureCounter

SIZES = ((9, 9, 10), (16, 16, 40), (16, 30, 99), (5, 60, 60))
CLOSE = 1e-9


def main() -> None:
    """Run as many boards as asked for; exits with 1 at the first difference."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--boards", type=int, default=100_000)
    parser.add_argument("--core", type=Path, help="folder of another build of the module")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    compiled = _load(options.core) if options.core else core()
    if compiled is None:
        sys.exit("The engine was not built.")
    engine = NativeCounter(compiled)
    tally = {"consistent": 0, "inconsistent": 0, "too large": 0}
    random = Random(options.seed)
    for number in range(options.boards):
        board = _board(random)
        outcome, difference = _compare(engine, board, random)
        if difference:
            sys.exit(f"board {number}: {difference}\n{board}")
        tally[outcome] += 1
        if number % 10_000 == 9_999:
            print(f"{number + 1} boards, {tally}", file=sys.stderr, flush=True)
    print(f"{options.boards} boards, no difference: {tally}")


def _load(folder: Path) -> ModuleType:
    (path,) = folder.glob("_core*")
    spec = importlib.util.spec_from_file_location("_core", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _board(random: Random) -> Board:
    kind = random.random()
    if kind < 0.95:
        return random_board(random, most_hidden=random.choice((6, 12, 30)))
    if kind < 0.951:
        return expert_like(random, 40, 60, random.choice((300, 500)))
    if kind < 0.953:
        return _lattice(random, random.randint(10, 20), random.choice((0.1, 0.3, 0.5)))
    board = expert_like(random, *random.choice(SIZES))
    if random.random() < 0.5:
        cells = bytearray(board.cells)
        for i in random.sample(range(len(cells)), random.randint(1, 3)):
            if cells[i] <= MAX_NUMBER:
                cells[i] = random.randint(0, MAX_NUMBER)
            else:
                cells[i] = random.randint(9, 15)
        board = Board(board.rows, board.cols, bytes(cells), board.mines)
    if board.mines is not None and random.random() < 0.3:
        board = board.with_mines(random.choice((None, 0, 1, board.mines + 3, len(board.cells))))
    return board


def _lattice(random: Random, size: int, density: float) -> Board:
    """Return isolated numbers that hang together in one large component."""
    clues = [r * size + c for r in range(1, size, 2) for c in range(1, size, 2)]
    mines = int((size * size - len(clues)) * density)
    layout = Layout.random(size, size, mines, random, keep_free=clues)
    numbers = layout.numbers()
    board = Board.hidden(size, size, mines)
    kept = random.sample(clues, len(clues) * 3 // 4)
    return board.with_cells({board.cell(i): numbers[i] for i in kept})


def _compare(engine: NativeCounter, board: Board, random: Random) -> tuple[str, str]:
    """Return the outcome, and a sentence where the engine differs from the twin."""
    trust = random.random() < 0.2
    # a limit may cut it short, but must not change the answer otherwise
    limit = Limit(nodes=random.choice((0, 3, 50))) if random.random() < 0.05 else Limit()
    ours = _outcome(engine, board, limit, trust=trust)
    if ours == "too large":
        return "too large", "" if limit.nodes is not None else "only the engine gives up"
    theirs = _outcome(PureCounter(), board, Limit(), trust=trust)
    if theirs == "too large":
        return "too large", ""
    if isinstance(ours, str) or isinstance(theirs, str):
        same = ours == theirs
        return "inconsistent", "" if same else f"engine: {ours}, twin: {theirs}"
    if (ours.safe, ours.mines) != (theirs.safe, theirs.mines):
        return "consistent", "different certain cells"
    for one, other in zip(ours.values, theirs.values, strict=True):
        if (one is None) != (other is None) or abs((one or 0) - (other or 0)) > CLOSE:
            return "consistent", f"different probabilities: {one} and {other}"
    if engine.weigh(board, None, trust_flags=trust) != ours.values:
        return "consistent", "the engine disagrees with itself"
    if sorted(ours.ranking) != sorted(theirs.ranking):
        return "consistent", "different cells in the ranking"
    return "consistent", _compare_counts(engine, board, theirs, trust=trust)


def _outcome(
    counter: NativeCounter | PureCounter, board: Board, limit: Limit, *, trust: bool
) -> Survey | str:
    try:
        return counter.survey(board, limit, trust_flags=trust)
    except Contradiction:
        return "inconsistent"
    except TooLarge:
        return "too large"


def _compare_counts(engine: NativeCounter, board: Board, twin: Survey, *, trust: bool) -> str:
    if engine.solutions(board, None, trust_flags=trust) != twin.solutions:
        return "different numbers of layouts"
    problem = gather(board, trust_flags=trust)
    found: Count = engine.count(problem, None)
    if found.solutions != twin.solutions:
        return "different numbers of layouts by the rules"
    for i, value in found.probability.items():
        known = twin.values[i]
        if known is not None and abs(known - value) > CLOSE:
            return "different probabilities by the rules"
    return ""


if __name__ == "__main__":
    main()
