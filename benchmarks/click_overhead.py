"""What it costs that another process makes the clicks: batches through it and in this process.

    python benchmarks/click_overhead.py [--batches 300]

On an Xvfb of its own; both ways in turn, so that a busy machine is the same for both.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from statistics import median
from time import perf_counter

from autosweep.desktop.capture import ScreenSource, mss_capture
from autosweep.desktop.x11.connection import XConnection
from autosweep.desktop.x11.pointer import XPointer
from autosweep.desktop.x11.remote_pointer import RemotePointer
from autosweep.desktop.xvfb import VirtualDisplay
from autosweep.geometry import Rect, ScreenPoint
from autosweep.interfaces import Click


def main() -> int:
    """Click and print the medians."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--batches", type=int, default=300)
    options = parser.parse_args()
    with VirtualDisplay() as display:
        os.environ["DISPLAY"] = display.name
        with XConnection() as connection:
            begun = perf_counter()
            with RemotePointer(connection) as remote:
                started = perf_counter() - begun
                remote.wait()
                ready = perf_counter() - begun
                print(f"started in {started * 1e3:.1f} ms, ready after {ready:.2f} s")
                print(f"position: {_median(remote.position) * 1e3:.3f} ms")
                print("| clicks | in this process, ms | in the other, ms | more, ms | ratio |")
                print("|---|---|---|---|---|")
                near = XPointer()
                source = ScreenSource(mss_capture())
                for count in (1, 2, 5, 10, 20):
                    _row(source, near, remote, count, options.batches)
                near.close()
                source.close()
    return 0


def _median(question: Callable[[], object]) -> float:
    """Return the seconds that a question takes."""
    took = []
    for _ in range(500):
        begun = perf_counter()
        question()
        took.append(perf_counter() - begun)
    return median(took)


def _row(
    source: ScreenSource, near: XPointer, remote: RemotePointer, count: int, batches: int
) -> None:
    places = [(100 + 20 * (n % 10), 100 + 20 * (n // 10)) for n in range(count)]
    clicks = [
        Click(ScreenPoint(x, y), seen=source.grab(Rect(x - 8, y - 8, 16, 16))) for x, y in places
    ]
    took: dict[str, list[float]] = {"near": [], "remote": []}
    for _ in range(batches):
        for name, pointer in (("near", near), ("remote", remote)):
            begun = perf_counter()
            withheld = pointer.perform(clicks)
            took[name].append(perf_counter() - begun)
            assert not withheld
    first, second = median(took["near"]) * 1e3, median(took["remote"]) * 1e3
    more = second - first
    print(f"| {count} | {first:.2f} | {second:.2f} | {more:.2f} | {second / first:.2f} |")


if __name__ == "__main__":
    sys.exit(main())
