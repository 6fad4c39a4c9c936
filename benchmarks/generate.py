"""No-guess boards: ours, ms_toollib's and those of Simon Tatham's Mines, made in one run.

    python benchmarks/generate.py                   the table
    python benchmarks/generate.py --write           also docs/research/generate.md, its CSV and plot
    python benchmarks/generate.py --verify          boards of every row, judged by outside solvers

Times are CPU time a board; a contender gives up on a board after --seconds. Ours is one call for
each board. ms_toollib (Rust, from PyPI) runs in its own process,
`laymine_solvable_adjust`; it is installed into a throw-away environment below build/ where it is
missing. Simon Tatham's program makes several boards a run where they are fast, so that its start is
not counted: the time of a run that makes one tiny board is taken off.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import platform
import resource
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any

from report import put
from solver import peer_python

ROOT = Path(__file__).parents[1]
REPORT = ROOT / "docs" / "research" / "generate.md"
TABLE = ROOT / "docs" / "research" / "generate.csv"
PLOT = ROOT / "docs" / "pictures" / "generate.png"
PERCENT = (15, 20, 25, 30, 35, 40, 45)
ROWS = (
    (9, 9, 10),
    (16, 16, 40),
    (16, 30, 99),
    (16, 30, 130),
    (16, 30, 150),
    *((32, 32, round(10.24 * p)) for p in PERCENT),
)
TATHAM = shutil.which("sgt-mines") or shutil.which("sgt-mines", path="/usr/games")
OURS, FREELY = "autosweep", "autosweep, buried at will"
TOOLLIB, HIS = "ms_toollib", "Simon Tatham's Mines"
DENSE = 0.35
"""From this density on peers bury many mines, and ours is timed once more with that allowed."""
CHEAP, MANY = 0.25, 1000
"""Boards that are verified up to this density; above it a tenth of them."""


@dataclass(frozen=True)
class Timed:
    """What a contender did on one row."""

    row: str
    density: float
    contender: str
    boards: int
    failed: int
    median: float
    p90: float
    buried: float
    bbbv: float


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--boards", type=int, default=60, help="boards of each contender and row")
    parser.add_argument("--seconds", type=float, default=20, help="limit for one board")
    parser.add_argument("--budget", type=float, default=60, help="limit for one contender and row")
    parser.add_argument("--write", action="store_true", help="write into docs/")
    parser.add_argument("--verify", action="store_true", help="judge boards by outside solvers")
    parser.add_argument("--verify-boards", type=int, help="instead of 1000 a row, 100 when dense")
    parser.add_argument("--rows", type=int, nargs="*", help="only these rows, from 0")
    parser.add_argument("--peer", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.peer:
        _serve_peer()
        return
    rows = [ROWS[i] for i in options.rows] if options.rows else list(ROWS)
    if options.verify:
        _verify(rows, options.verify_boards)
        return
    timed = [one for row in rows for one in _time_row(row, options)]
    text = "\n".join([_setting(options), "", *_table(timed)])
    print(text)
    if options.write:
        _write(text, timed)


def _setting(options: argparse.Namespace) -> str:
    git = ["git", "-C", str(ROOT), "rev-parse", "--short", "HEAD"]
    commit = subprocess.run(git, capture_output=True, text=True, check=False).stdout.strip()
    return (
        f"Up to {options.boards} boards, {options.seconds:g} s a board and {options.budget:g} s a"
        f" row for each, commit {commit or 'unknown'}, Python {platform.python_version()},"
        f" {platform.machine()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}."
    )


# ------------------------------------------------------------------------------ contenders


def _time_row(row: tuple[int, int, int], options: argparse.Namespace) -> Iterator[Timed]:
    contenders = {OURS: _ours, FREELY: _freely, TOOLLIB: _toollib, HIS: _his}
    if row[2] / (row[0] * row[1]) < DENSE - 0.01:
        del contenders[FREELY]
    for name, make in contenders.items():
        times: list[float] = []
        made: list[Any] = []
        failed = 0
        begun = time.monotonic()
        for seconds, boards in make(row, options):
            times.append(seconds)
            made += boards
            failed += not boards
            if time.monotonic() - begun > options.budget:
                break
        yield _summary(row, name, times, made, failed)
        print(_progress_line(row, name, times, failed), file=sys.stderr)


def _progress_line(row: tuple[int, int, int], name: str, times: list[float], failed: int) -> str:
    return f"{row} {name}: {statistics.median(times or [0]):.5f} s, {failed} failed"


def _summary(
    row: tuple[int, int, int], name: str, times: list[float], made: list[Any], failed: int
) -> Timed:
    from autosweep.board.metrics import bbbv, buried

    rows, cols, mines = row
    times = sorted(times) or [float("nan")]
    return Timed(
        f"{rows}x{cols}/{mines}",
        mines / (rows * cols),
        name,
        len(made),
        failed,
        statistics.median(times),
        times[min(len(times) - 1, len(times) * 9 // 10)],
        statistics.mean(buried(b) / mines for b in made) if made else float("nan"),
        statistics.mean(bbbv(b) for b in made) if made else float("nan"),
    )


def _freely(row: tuple[int, int, int], options: argparse.Namespace) -> Iterator[tuple[float, Any]]:
    return _ours(row, options, max_buried=1.0)


def _ours(
    row: tuple[int, int, int], options: argparse.Namespace, max_buried: float = 0.02
) -> Iterator[tuple[float, Any]]:
    from autosweep.board import Layout
    from autosweep.errors import TooLarge
    from autosweep.generate.request import Request
    from autosweep.generate.series import make_boards

    request = Request(*row, seed=1, no_guess=True, max_buried=max_buried)
    for number in range(options.boards):
        start = time.process_time()
        try:
            (made,) = make_boards(request, 1, first=number, seconds=options.seconds)
        except TooLarge:
            yield time.process_time() - start, []
            continue
        seconds = time.process_time() - start
        mines = frozenset(i for i, mine in enumerate(made.layout) if mine)
        yield seconds, [Layout(row[0], row[1], mines)]


class _Peer:
    """ms_toollib in a process of its own."""

    def __init__(self) -> None:
        command = [peer_python(), __file__, "--peer"]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, **question: Any) -> Any:
        """Send a question and return the answer."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()


def _serve_peer() -> None:
    import ms_toollib

    for line in sys.stdin:
        question = json.loads(line)
        if "layout" in question:
            cells = [[-1 if c == "*" else 0 for c in text] for text in question["layout"]]
            board = ms_toollib.cal_board_numbers(cells)
            answer: Any = bool(ms_toollib.is_solvable(board, *question["start"]))
        else:
            start = time.process_time()
            board, solvable = ms_toollib.laymine_solvable_adjust(*question["row"], 1, 1)
            seconds = time.process_time() - start
            mined = ["".join("*" if cell == -1 else "." for cell in line) for line in board]
            answer = [seconds, mined if solvable else None]
        print(json.dumps(answer), flush=True)


def _toollib(row: tuple[int, int, int], options: argparse.Namespace) -> Iterator[tuple[float, Any]]:
    from autosweep.board import Layout

    peer = _Peer()
    try:
        peer.ask(row=(9, 9, 10))
        for _ in range(options.boards):
            seconds, lines = peer.ask(row=row)
            yield seconds, [] if lines is None else [Layout.parse(lines)]
    finally:
        peer.close()


def _his(row: tuple[int, int, int], options: argparse.Namespace) -> Iterator[tuple[float, Any]]:
    from autosweep.board.playable import parse_id

    if TATHAM is None:
        return
    rows, cols, mines = row
    empty = min(_child([TATHAM, "--generate", "1", "4x4n1"], 10)[0] for _ in range(5))
    at_once = 20 if mines / (rows * cols) < 0.33 else 1
    for _ in range(options.boards):
        command = [TATHAM, "--generate", str(at_once), f"{cols}x{rows}n{mines}"]
        seconds, text = _child(command, options.seconds * at_once)
        made = [parse_id(line).layout for line in text.split()] if text else []
        yield max(0.0, seconds - empty) / at_once, made


def _child(command: list[str], limit: float) -> tuple[float, str]:
    """Run a program; return its CPU time and what it printed, nothing where it took too long."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=limit)
        text = done.stdout
    except subprocess.TimeoutExpired:
        text = ""
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, text


# ------------------------------------------------------------------------------ verification


def _verify(rows: list[tuple[int, int, int]], boards: int | None) -> None:
    """Judge boards by ms_toollib, without the mine count, and by a SAT solver, both ways."""
    sys.path.insert(0, str(ROOT / "tests"))
    from support.sat_referee import solved_by_sat

    from autosweep.board.metrics import buried
    from autosweep.generate.generated import Generated
    from autosweep.generate.request import Request
    from autosweep.generate.series import make_boards

    peer = _Peer()
    print("| board | mine count | boards | SAT | ms_toollib | most buried |")
    print("|---|---|--:|--:|--:|--:|")
    for row in rows:
        count = boards or (MANY if row[2] / (row[0] * row[1]) <= CHEAP else MANY // 10)
        for counted in (True, False):
            request = Request(*row, seed=2, no_guess=True, count_mines=counted)
            by_sat = by_peer = 0
            most = 0.0
            for number, made in enumerate(make_boards(request, count)):
                board = Generated(request, number, made)
                layout = board.playable.layout
                by_sat += solved_by_sat(layout, board.start, count_mines=counted)
                most = max(most, buried(layout) / row[2])
                if not counted:
                    by_peer += peer.ask(layout=layout.lines(), start=board.start)
            used = "used" if counted else "unused"
            outside = "" if counted else f"{by_peer / count:.1%}"
            name = f"{row[0]}x{row[1]}/{row[2]}"
            cells = (name, used, f"{count:,}", f"{by_sat / count:.1%}", outside, f"{most:.1%}")
            print(f"| {' | '.join(cells)} |", flush=True)
    peer.close()


# ------------------------------------------------------------------------------ report


def _table(timed: list[Timed]) -> list[str]:
    head = ("board", "density", "by", "median, ms", "p90, ms", "buried", "3BV", "boards", "failed")
    lines = [f"| {' | '.join(head)} | ours is |", "|---|--:|---|--:|--:|--:|--:|--:|--:|--:|"]
    ours = {one.row: one.median for one in timed if one.contender == OURS}
    for one in timed:
        times = "" if one.contender in {OURS, FREELY} else _ratio(one.median / ours[one.row])
        more = ">" if one.failed * 2 > one.failed + one.boards else ""
        lines.append(
            f"| {one.row} | {one.density:.1%} | {one.contender} | {more}{one.median * 1e3:,.3f}"
            f" | {one.p90 * 1e3:,.3f} | {one.buried:.1%} | {one.bbbv:.0f} | {one.boards}"
            f" | {one.failed} | {times} |"
        )
    return lines


def _ratio(times: float) -> str:
    return f"{times:.1f} x faster" if times >= 1 else f"{1 / times:.0f} x slower"


def _write(text: str, timed: list[Timed]) -> None:
    put(REPORT, "generate", text)
    with TABLE.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(Timed.__dataclass_fields__)
        writer.writerows(astuple(one) for one in timed)
    _plot(timed)


def _plot(timed: list[Timed]) -> None:
    try:
        import matplotlib as mpl
    except ImportError:
        print("no plot: matplotlib is not installed", file=sys.stderr)
        return
    mpl.use("Agg")
    from matplotlib import pyplot as plt
    from PIL import Image

    figure, axes = plt.subplots(figsize=(7, 4), dpi=90)
    for name, marker in ((OURS, "o"), (FREELY, "."), (TOOLLIB, "s"), (HIS, "^")):
        points = [
            t for t in timed if t.contender == name and t.row.startswith("32x32") and t.boards
        ]
        if not points:
            continue
        xs = [100 * t.density for t in points]
        line = axes.plot(xs, [1e3 * t.median for t in points], marker=marker, label=name)[0]
        axes.plot(xs, [1e3 * t.p90 for t in points], ls=":", color=line.get_color())
    axes.set(yscale="log", xlabel="mines, % of the cells", ylabel="CPU ms a board")
    axes.set_title("No-guess boards of 32 x 32: median, and 90 % (dotted)")
    axes.grid(which="major", alpha=0.3)
    axes.legend()
    figure.tight_layout()
    figure.savefig(PLOT)
    # few colours: a third of the bytes
    with Image.open(PLOT) as picture:
        small = picture.convert("RGB").quantize(32)
    small.save(PLOT, optimize=True)


if __name__ == "__main__":
    main()
