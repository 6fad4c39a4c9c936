"""The solver's speed: the engine, its pure twin and ms_toollib on the same positions in one run.

    python benchmarks/solver.py                     seeded positions of expert games
    python benchmarks/solver.py --file FILE         labelled positions (JSON lines, .gz or not)
    python benchmarks/solver.py --write             also into docs/research/solver.md

Times are CPU time of one call, in microseconds: of several rounds over all positions the fastest
counts for each position, the same for every contender. ms_toollib (Rust, from PyPI) runs in its own
process, since it can abort; it is installed into a throw-away environment below build/ where it is
missing. Like its call, ours returns the probabilities of all cells as Python floats; `analyze`
gives certain cells, a ranking and the best move as well.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from report import put

ROOT = Path(__file__).parents[1]
REPORT = ROOT / "docs" / "research" / "solver.md"
SIZES = ((16, 30), (30, 30), (50, 50), (100, 100), (150, 150), (200, 200))
COVERED_THERE = 10
"""ms_toollib's code of a covered cell."""


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--file", type=Path, help="labelled positions instead of seeded ones")
    parser.add_argument("--games", type=int, default=300, help="seeded expert games, one position")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--without-peer", action="store_true")
    parser.add_argument("--write", action="store_true", help="write docs/research/solver.md")
    parser.add_argument("--peer", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.peer:
        _serve_peer()
        return
    boards = _labelled(options.file) if options.file else _seeded(options.games)
    lines = [_setting(options, len(boards)), ""]
    lines += _compare(boards, options.rounds, with_peer=not options.without_peer)
    lines += ["", *_growth(), "", *_hard()]
    text = "\n".join(lines)
    print(text)
    if options.write:
        put(REPORT, "solver", text)


def _setting(options: argparse.Namespace, count: int) -> str:
    git = ["git", "-C", str(ROOT), "rev-parse", "--short", "HEAD"]
    commit = subprocess.run(git, capture_output=True, text=True, check=False).stdout.strip()
    source = options.file.name if options.file else f"seeds 0 to {options.games - 1}"
    cores = os.cpu_count()
    return (
        f"{count} positions ({source}), {options.rounds} rounds, commit {commit or 'unknown'},"
        f" Python {platform.python_version()}, {platform.machine()}, {cores} cores,"
        f" load {os.getloadavg()[0]:.1f}."
    )


# ------------------------------------------------------------------------------ positions


def _labelled(path: Path) -> list[Any]:
    from autosweep.board import Board

    data = path.read_bytes()
    text = gzip.decompress(data) if path.suffix == ".gz" else data
    cases = [json.loads(line) for line in text.splitlines()]
    return [
        Board.from_rows(case["board"], case["mines"])
        for case in cases
        if (case["rows"], case["cols"], case["mines"]) == (16, 30, 99) and case["consistent"]
    ]


def _seeded(games: int) -> list[Any]:
    """Play expert games by lowest probability and take one position of each at random."""
    from autosweep.board import Game
    from autosweep.solver.analyze import analyze
    from autosweep.solver.strategy import find_strategy

    strategy = find_strategy("probabilistic")
    chosen = []
    for seed in range(games):
        random = Random(seed)
        game = Game(16, 30, 99, seed=seed)
        seen = []
        while not game.over:
            seen.append(game.board)
            for move in strategy.choose(game.board, analyze(game.board), random):
                game.open(move.cell)
        chosen.append(random.choice(seen[1:] or seen))
    return chosen


# ------------------------------------------------------------------------------ contenders


def _compare(boards: list[Any], rounds: int, *, with_peer: bool) -> list[str]:
    from autosweep.engine import core
    from autosweep.solver.analyze import analyze
    from autosweep.solver.layout_counter import find_counter
    from autosweep.solver.pure_counter import PureCounter

    twin, engine = PureCounter(), find_counter()
    contenders: dict[str, Callable[[Any], object]] = {}
    if core() is not None:
        contenders["engine"] = lambda board: engine.weigh(board, None, trust_flags=False)
    contenders["engine by `analyze`"] = analyze
    contenders["pure twin"] = lambda board: twin.weigh(board, None, trust_flags=False)
    times: dict[str, list[float]] = {}
    for _ in range(rounds):
        for name, call in contenders.items():
            _keep_fastest(times, name, [_cpu_time(call, board) for board in boards])
        if with_peer:
            _keep_fastest(times, "ms_toollib", _peer_times(boards))
    rows = ["| µs a position | median | p95 | max | times ms_toollib: median / p95 / max |"]
    rows.append("|---|---:|---:|---:|---|")
    peer = _quantiles(times["ms_toollib"]) if with_peer else None
    for name, values in times.items():
        own = _quantiles(values)
        ratio = ""
        if peer is not None and name != "ms_toollib":
            ratio = " / ".join(
                f"{theirs / ours:.1f}" for theirs, ours in zip(peer, own, strict=True)
            )
        cells = " | ".join(f"{value:,.1f}" for value in own)
        rows.append(f"| {name} | {cells} | {ratio} |")
    return rows


def _keep_fastest(times: dict[str, list[float]], name: str, fresh: list[float]) -> None:
    before = times.get(name, fresh)
    times[name] = [min(pair) for pair in zip(before, fresh, strict=True)]


def _cpu_time(call: Callable[[Any], object], board: object) -> float:
    start = time.process_time_ns()
    call(board)
    return (time.process_time_ns() - start) / 1000


def _quantiles(values: list[float]) -> tuple[float, float, float]:
    known = sorted(value for value in values if value < float("inf"))
    return statistics.median(known), known[int(len(known) * 0.95)], known[-1]


# ------------------------------------------------------------------------------ the peer


def peer_python() -> str:
    """Return an interpreter that has ms_toollib; make one where there is none."""
    probe = [sys.executable, "-c", "import ms_toollib"]
    if subprocess.run(probe, capture_output=True, check=False).returncode == 0:
        return sys.executable
    folder = ROOT / "build" / "peer"
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        install = [str(python), "-m", "pip", "install", "-q", "ms-toollib"]
        subprocess.run(install, check=True)
    return str(python)


def _peer_times(boards: list[Any]) -> list[float]:
    """Return the peer's times; infinite where it aborted."""
    lines = [
        json.dumps(
            [
                [code if code <= 8 else COVERED_THERE for code in board.cells[i : i + board.cols]]
                for i in range(0, len(board.cells), board.cols)
            ]
        )
        + f"\t{board.mines}"
        for board in boards
    ]
    times: list[float] = []
    command = [peer_python(), __file__, "--peer"]
    while len(times) < len(lines):
        done = subprocess.run(
            command,
            input="\n".join(lines[len(times) :]),
            capture_output=True,
            text=True,
            check=False,
        )
        times += [float(word) for word in done.stdout.split()]
        if len(times) < len(lines):
            times.append(float("inf"))
    return times


def _serve_peer() -> None:
    """Answer one line a position with the microseconds it took; runs in the peer's process."""
    import ms_toollib

    # its first call sets something up for a tenth of a second: that is not counted
    ms_toollib.cal_probability_onboard([[1, COVERED_THERE], [1, COVERED_THERE]], 1)
    for line in sys.stdin:
        text, mines = line.split("\t")
        board, total = json.loads(text), int(mines)
        start = time.process_time_ns()
        ms_toollib.cal_probability_onboard(board, total)
        print((time.process_time_ns() - start) / 1000, flush=True)


# ------------------------------------------------------------------------------ growth and limits


def _growth() -> list[str]:
    """Measure the cost against the board's size at the density of an expert board."""
    from autosweep.solver.constraints import gather, reduce
    from autosweep.solver.layout_counter import find_counter

    counter = find_counter()

    def survey(board: Any) -> object:
        return counter.weigh(board, None, trust_flags=False)

    rows = ["| board | cells | mines | components | µs | µs a component | µs a cell |"]
    rows.append("|---|---:|---:|---:|---:|---:|---:|")
    for height, width in SIZES:
        # as many cells at every size, or the processor would know the few small boards by heart
        boards = list(_positions(height, width, count=200_000 // (height * width)))
        parts = [len(reduce(gather(board)).components) for board in boards]
        times: dict[str, list[float]] = {}
        for _ in range(3):
            _keep_fastest(times, "engine", [_cpu_time(survey, board) for board in boards])
        best = times["engine"]
        cost, components = statistics.mean(best), statistics.mean(parts)
        rows.append(
            f"| {height} x {width} | {height * width:,} | {boards[0].mines:,} | {components:,.0f} |"
            f" {cost:,.0f} | {cost / components:.2f} | {cost / (height * width):.3f} |"
        )
    return rows


def _positions(height: int, width: int, *, count: int) -> Iterator[Any]:
    """Yield positions in which a fifteenth of the safe cells were clicked."""
    from autosweep.board import Board, Layout
    from autosweep.board.topology import neighbors

    around = neighbors(height, width)
    for seed in range(count):
        random = Random(seed)
        layout = Layout.random(height, width, height * width * 99 // 480, random)
        numbers = layout.numbers()
        free = [i for i in range(height * width) if i not in layout.mines]
        cells = bytearray(Board.hidden(height, width).cells)
        todo = random.sample(free, len(free) // 15)
        while todo:
            i = todo.pop()
            if cells[i] > 8:
                cells[i] = numbers[i]
                if numbers[i] == 0:
                    todo.extend(around[i])
        yield Board(height, width, bytes(cells), len(layout.mines))


def _hard() -> list[str]:
    """Answer every hard position of the fixtures, each in a process of its own."""
    code = (
        "import json, re, sys, time\n"
        "from autosweep import Board, analyze\n"
        "analyze(Board.hidden(2, 2, 1))\n"
        "case = json.loads(sys.stdin.read())\n"
        "board = Board.from_rows(case['board'], case['mines'])\n"
        "start = time.process_time()\n"
        "found = analyze(board)\n"
        "used = time.process_time() - start\n"
        "peak = re.search(r'VmHWM:\\s+(\\d+)', open('/proc/self/status').read())\n"
        "print(json.dumps([found.consistent, found.exact, used, int(peak[1]) / 1024]))\n"
    )
    rows = ["| hard position | answer | ms | memory, MB |", "|---|---|---:|---:|"]
    for line in (ROOT / "fixtures" / "boards" / "nasty.jsonl").read_text().splitlines():
        done = subprocess.run(
            [sys.executable, "-c", code], input=line, capture_output=True, text=True, check=True
        )
        consistent, exact, used, memory = json.loads(done.stdout)
        answer = ("exact" if exact else "certain cells only") if consistent else "inconsistent"
        rows.append(f"| {json.loads(line)['id']} | {answer} | {used * 1000:.1f} | {memory:.0f} |")
    return rows


if __name__ == "__main__":
    main()
