"""Python of Windows under Wine: made by `tools/windows_python.py`, started by these functions.

autosweep is copied into a folder as its wheel would install it: with its themes inside, and with
the engine for Windows where it was compiled.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from support.wine import END

ROOT = Path(__file__).resolve().parents[2]
MADE = ROOT / "build" / "windows"
WITNESS = Path(__file__).with_name("win_presses.py")
Desk = Callable[..., AbstractContextManager[dict[str, str]]]
"""Starts a client; yields variables with which Python of Windows joins its desktop."""
SECONDS = 800.0
"""Seconds that a run may take on a machine that others keep busy; it takes a tenth alone."""
PATIENCE = 60.0
"""Seconds in which a started Python must say that it is ready."""


def require_windows_python() -> None:
    """Skip where it was not made."""
    if shutil.which("wine") is None:
        pytest.skip("Wine is not installed (Debian: apt-get install wine wine64)")
    if not all((MADE / f"{name}.made-from").is_file() for name in ("python", "site")):
        pytest.skip("there is no Python of Windows: `make test-windows` makes it")


def install(folder: Path) -> Path:
    """Copy autosweep into a folder as a wheel for Windows would install it; return the folder."""
    unwanted = shutil.ignore_patterns("__pycache__", "*.so", "*.cpp", "*.hpp")
    shutil.copytree(ROOT / "autosweep", folder / "autosweep", ignore=unwanted)
    shutil.copytree(ROOT / "templates", folder / "autosweep" / "templates")
    for module in (MADE / "engine").glob("*.pyd"):
        shutil.copy(module, folder / "autosweep" / "engine")
    return folder


def windows_path(path: Path) -> str:
    """Return a path as Wine's programs name it."""
    return "Z:" + str(path).replace("/", "\\")


def with_python(environment: Mapping[str, str], app: Path) -> dict[str, str]:
    """Return variables with which Python of Windows finds autosweep and what it needs."""
    path = ";".join(windows_path(folder) for folder in (app, MADE / "site"))
    return {**environment, "PYTHONPATH": path, "PYTHONUTF8": "1"}


def python_words(*words: str) -> list[str]:
    """Return the command that starts Python of Windows; its output must be a pipe."""
    return ["wine", str(MADE / "python" / "python.exe"), "-P", *words]


def run_python(
    environment: Mapping[str, str], words: Sequence[str], timeout: float
) -> subprocess.CompletedProcess[str]:
    """Run Python of Windows to its end."""
    return subprocess.run(
        python_words(*words),
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        errors="replace",
        timeout=timeout,
        check=False,
        cwd=ROOT,
    )


@contextmanager
def presses_of_windows(environment: Mapping[str, str], folder: Path) -> Iterator[list[list[int]]]:
    """Collect every button press that Windows delivers."""
    told = folder / "presses"
    words = python_words(windows_path(WITNESS))
    # By a pipe: a plain file as its output would end this Python at its start.
    process = subprocess.Popen(
        words,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    assert process.stdout is not None
    with told.open("w") as out, process.stdout:
        copier = subprocess.Popen(["cat"], stdin=process.stdout, stdout=out)
    until = time.monotonic() + PATIENCE
    while "ready" not in told.read_text():
        assert process.poll() is None, told.read_text()
        assert time.monotonic() < until, "the witness did not start"
        time.sleep(0.1)
    presses: list[list[int]] = []
    try:
        yield presses
        time.sleep(0.5)
    finally:
        subprocess.run(END, env=environment, check=False, capture_output=True)
        process.wait(10)
        copier.wait(10)
        lines = told.read_text().splitlines()
        presses += [json.loads(line) for line in lines if line.startswith("[")]
