"""Fuzzing, as long as asked for: every way in of `tests/support/fuzzing.py`, one after the other.

    python benchmarks/fuzz.py --seconds 60 [--way board ...] [--corpus FOLDER]

With atheris (Python 3.11 to 3.13 on Linux) inputs are led by coverage; without it they are the
seeds mutated at random. Each way runs in a process of its own with bounded memory. Ends with a
table and exit code 1 where there was a finding; the input of a finding is kept in `--corpus`.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

MEMORY_MB = 3000
SECONDS_AN_INPUT = 25
"""Of processor time, so that a machine that does other work, or pauses this one, accuses nobody."""
PATIENCE = 900
"""Seconds by the clock after which an input is taken to wait for something for ever."""
MAX_BYTES = 32_768
"""Of an input: a recording of one step has ten thousand."""


def main() -> int:
    """Fuzz the ways asked for; returns 1 where one of them has a finding."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=int, default=60, help="for each way")
    parser.add_argument("--way", action="append", help="only this one; may be repeated")
    parser.add_argument("--corpus", type=Path, default=Path("build/fuzz"))
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--child", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.child:
        return _child(given.child, given)
    from support.fuzzing import WAYS

    print(f"{'way':16} {'inputs':>9} {'seconds':>8}  finding")
    found = 0
    for way in given.way or sorted(WAYS):
        found += _parent(way, given)
    return 1 if found else 0


def _parent(way: str, given: argparse.Namespace) -> bool:
    """Run one way in a process of its own and print its line."""
    home = given.corpus / way
    home.mkdir(parents=True, exist_ok=True)
    words = [sys.executable, __file__, "--child", way, "--seconds", str(given.seconds)]
    words += ["--corpus", str(given.corpus), "--seed", str(given.seed)]
    environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
    for variable in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        environment[variable] = str(home.resolve())
    begun = time.monotonic()
    done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    (home / "log.txt").write_text(done.stdout + done.stderr, "utf-8")
    counts = re.findall(r"(?:Done|DONE|stat::number_of_executed_units:)\D*(\d+)", done.stderr)
    inputs = counts[-1] if counts else "?"
    finding = "" if done.returncode == 0 else f"yes: {home / 'log.txt'}"
    print(f"{way:16} {inputs:>9} {time.monotonic() - begun:8.0f}  {finding}", flush=True)
    return bool(finding)


def _child(name: str, given: argparse.Namespace) -> int:
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    if importlib.util.find_spec("atheris") is None:
        return _at_random(name, given)
    import atheris

    # Coverage is counted only in what the ordinary loader loads, not that of an editable install.
    sys.path.insert(0, str(Path(__file__).parents[1]))
    sys.meta_path.sort(key=lambda finder: "ScikitBuild" in type(finder).__name__)
    with atheris.instrument_imports(include=["autosweep", "fuzzing", "tomllib"]):
        from support import fuzzing
    way = fuzzing.WAYS[name]
    home = given.corpus / name
    seeds = home / "seeds"
    seeds.mkdir(exist_ok=True)
    for number, seed in enumerate(way.seeds()):
        (seeds / f"seed-{number}").write_bytes(seed)
    options = [
        f"-max_total_time={given.seconds}",
        f"-rss_limit_mb={MEMORY_MB}",
        f"-timeout={PATIENCE}",
        f"-max_len={MAX_BYTES}",
        f"-seed={given.seed + 1}",
        f"-artifact_prefix={home}/",
        "-print_final_stats=1",
    ]

    def mutate(data: bytes, most: int, seed: int) -> bytes:
        """Half the inputs are made wrong knowingly, half byte by byte."""
        random = Random(seed)
        changed = fuzzing.mutated(data, random) if random.random() < 0.5 else data
        return atheris.Mutate(changed, most) if random.random() < 0.6 else changed[:most]

    feed = _timed(way.feed)
    atheris.Setup([name, *options, str(seeds)], feed, custom_mutator=mutate)
    atheris.Fuzz()
    return 0


def _timed(feed: Callable[[bytes], None]) -> Callable[[bytes], None]:
    """Return the same way in; an input that takes too long is a finding of it."""

    def timed(data: bytes) -> None:
        begun = time.process_time()
        feed(data)
        taken = time.process_time() - begun
        if taken > SECONDS_AN_INPUT:
            msg = f"{len(data)} bytes took {taken:.0f} s of processor time"
            raise AssertionError(msg)

    return timed


def _at_random(name: str, given: argparse.Namespace) -> int:
    from support import fuzzing

    way = fuzzing.WAYS[name]
    feed = _timed(way.feed)
    seeds = way.seeds()
    random = Random(given.seed)
    until = time.monotonic() + given.seconds
    inputs = 0
    while time.monotonic() < until:
        data = fuzzing.mutated(random.choice(seeds), random)
        try:
            feed(data)
        except BaseException:
            (given.corpus / name / "finding").write_bytes(data)
            raise
        inputs += 1
    print(f"Done {inputs}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
