"""The same benchmark on a Dask cluster: a scheduler and workers as processes of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("distributed")

GAMES = 1500
JOB = ["--board", "intermediate", "--rule", "safe", "--seed", "5", "--strategy", "expert"]
"""A second of work: long enough to be in the middle of it."""


@contextmanager
def _process(*words: str) -> Iterator[subprocess.Popen[bytes]]:
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen([sys.executable, "-m", *words], **quiet)  # type: ignore[call-overload]
    try:
        yield process
    finally:
        process.kill()
        process.wait()


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """Run a scheduler on the loopback device."""
    about = tmp_path / "scheduler.json"
    words = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--no-show"]
    with _process(
        "distributed.cli.dask_scheduler", *words, "--scheduler-file", str(about)
    ) as scheduler:
        deadline = time.monotonic() + 60
        while not about.exists() or not about.read_text("utf-8").strip():
            assert scheduler.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.05)
        yield json.loads(about.read_text("utf-8"))["address"]


def _worker(address: str, folder: Path, *words: str) -> Any:
    options = ["--nthreads", "1", "--no-dashboard", "--no-nanny", "--memory-limit", "0"]
    return _process(
        "distributed.cli.dask_worker", address, *options, "--local-directory", str(folder), *words
    )


def _bench(*words: str, **variables: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "autosweep", "bench", *JOB, "--json", *words]
    return subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, **variables},
    )


def test_a_killed_worker_costs_nothing_but_time(address: str, tmp_path: Path) -> None:
    """Two workers play, one is killed in the middle; every game counts once, as on one process."""
    kept = tmp_path / "games.jsonl"
    with ExitStack() as stack:
        lost = stack.enter_context(_worker(address, tmp_path / "a"))
        stack.enter_context(_worker(address, tmp_path / "b"))
        words = ["--games", str(GAMES), "--cluster", address, "--keep", str(kept)]
        bench = _bench(*words)
        deadline = time.monotonic() + 60
        while not kept.exists() or kept.read_text("utf-8").count("\n") < 5:
            assert bench.poll() is None, bench.stderr
            assert time.monotonic() < deadline
            time.sleep(0.005)
        lost.kill()
        assert kept.read_text("utf-8").count("\n") < GAMES // 50
        out, err = bench.communicate(timeout=120)
    assert bench.returncode == 0, err
    (found,) = json.loads(out)["results"]
    alone, _ = _bench("--games", str(GAMES)).communicate(timeout=120)
    (expected,) = json.loads(alone)["results"]
    for field in ("games", "won", "guesses_per_game", "calibration"):
        assert found[field] == expected[field]
    units = [json.loads(line) for line in kept.read_text("utf-8").splitlines()[1:]]
    assert sorted(unit["first"] for unit in units) == list(range(0, GAMES, 50))


def test_a_worker_that_plays_differently_is_refused(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One without the engine searches less: its games must not be mixed with ours."""
    monkeypatch.setenv("AUTOSWEEP_ENGINE", "pure")
    with _worker(address, tmp_path / "a"):
        words = ["--games", "1", "--board", "3x3x1", "--cluster", address]
        bench = _bench(*words, AUTOSWEEP_ENGINE="")
        out, err = bench.communicate(timeout=120)
    assert bench.returncode == 4, (out, err)
    assert "another version or build" in json.loads(out)["error"]


def test_no_scheduler_is_one_sentence() -> None:
    bench = _bench("--games", "1", "--cluster", "127.0.0.1:9")
    out, _ = bench.communicate(timeout=120)
    assert bench.returncode == 4
    assert "no Dask scheduler at 127.0.0.1:9" in json.loads(out)["error"]
