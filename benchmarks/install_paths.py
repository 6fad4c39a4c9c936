"""Every way to install autosweep, tried from nothing: what doctor says, and whether it plays.

    python benchmarks/install_paths.py [--way wheel ...] [--python PATH]

Ways: `wheel` into a clean environment; `sdist`, which is compiled on the spot; `no-compiler`, where
the source archive becomes a wheel with the pure twin; `command`, an environment of its own with the
program linked to where the shell finds it, as pipx does. None has an extra, a display or the
checkout. Prints a table; exits 1 where doctor is wrong about one or a game is not played.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WAYS = ("wheel", "sdist", "no-compiler", "command")
ENVIRONMENT = 4
"""The exit code of doctor where there is no display, and of a command whose extra is missing."""


@dataclass(frozen=True)
class Found:
    """What an installation can do."""

    engine: str
    themes: int
    fit: bool
    complaints: tuple[str, ...]
    """What doctor calls missing although it is needed."""
    played: str
    refused: str
    """What `bench --plot` says where its extra is missing."""


class Workshop:
    """A folder in which things are built and installed."""

    def __init__(self, home: Path, python: str) -> None:
        self._home = home
        self._python = python

    @cached_property
    def _archive(self) -> Path:
        """The source archive, made from what git tracks."""
        source = self._home / "source"
        names = self._run(["git", "ls-files", "-z"], cwd=ROOT).split("\0")
        for name in filter(None, names):
            if name.startswith(("tests/", "fixtures/")) or not (ROOT / name).is_file():
                continue
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, source / name)
        tools = self._environment("tools")
        self._run([tools, "-m", "pip", "install", "-q", "--no-compile", "build"])
        out = ["--sdist", "--outdir", str(self._home / "dist"), str(source)]
        self._run([tools, "-m", "build", *out])
        (made,) = (self._home / "dist").glob("*.tar.gz")
        return made

    @cached_property
    def _wheel(self) -> Path:
        out = str(self._home / "wheel")
        self._run([self._python, "-m", "pip", "wheel", "-q", "--no-deps", "-w", out, self._archive])
        (made,) = (self._home / "wheel").glob("*.whl")
        return made

    def install(self, way: str) -> Path:
        """Install in one of the ways; return the program."""
        python = self._environment(way)
        pip = [python, "-m", "pip", "install", "-q", "--no-compile"]
        program = Path(python).parent / "autosweep"
        if way == "no-compiler":
            nothing = dict.fromkeys(("CC", "CXX"), "/nonexistent/compiler")
            # the wheel cache would hand out what was compiled before
            self._run([*pip, "--no-cache-dir", self._archive], **nothing)
        else:
            self._run([*pip, self._archive if way == "sdist" else self._wheel])
        if way != "command":
            return program
        linked = self._home / "path" / "autosweep"
        linked.parent.mkdir()
        linked.symlink_to(program)
        return linked

    def _environment(self, name: str) -> str:
        home = self._home / f"venv-{name}"
        self._run([self._python, "-m", "venv", home])
        return str(home / "bin" / "python")

    def _run(self, words: list[str | Path], cwd: Path | None = None, **variables: str) -> str:
        done = _call(words, cwd or self._home, **variables)
        if done.returncode:
            sys.exit(f"{' '.join(map(str, words))} failed:\n{done.stdout}{done.stderr}")
        return done.stdout


def main() -> int:
    """Install in every way asked for and print what each can do."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--way", action="append", choices=WAYS)
    parser.add_argument("--python", default=sys.executable, help="interpreter to install into")
    given = parser.parse_args()
    print("| way | engine | themes | doctor misses | a game in memory | without the extra |")
    print("|---|---|---:|---|---|---|")
    good = True
    with tempfile.TemporaryDirectory() as name:
        shop = Workshop(Path(name), given.python)
        for way in given.way or WAYS:
            found = _examine(shop.install(way), Path(name))
            complaints = ", ".join(found.complaints)
            print(
                f"| {way} | {found.engine} | {found.themes} | {complaints} | {found.played} "
                f"| {found.refused} |",
                flush=True,
            )
            engine = "twin" if way == "no-compiler" else "compiled"
            right = engine in found.engine and found.themes > 0 and not found.fit
            # there is no display here, and nothing else may be missing
            right = right and found.complaints == ("display",)
            good = good and right and "not" not in found.played and "pip install" in found.refused
    print("all as they should be" if good else "SOMETHING IS WRONG")
    return 0 if good else 1


def _examine(program: Path, folder: Path) -> Found:
    """Use an installation as its user would, from a folder of no meaning, by its name."""
    path = f"{program.parent}{os.pathsep}{os.environ['PATH']}"
    # a user whose settings and themes are not ours
    stranger = {"PATH": path, "HOME": str(folder), "XDG_DATA_HOME": str(folder / "data")}
    asked = _call(["autosweep", "doctor", "--json"], folder, **stranger)
    answer = json.loads(asked.stdout)
    by_name = {finding["name"]: finding for finding in answer["findings"]}
    record = str(folder / f"played-{program.parent.parent.name}-{program.parent.name}")
    game = ["demo", "--on", "memory", "--json", "--mines", "20", "--record", record]
    played = _call(["autosweep", *game], folder, **stranger)
    summary = json.loads(played.stdout.splitlines()[-1]) if played.stdout else {}
    ended = summary.get("won", 0) + summary.get("lost", 0) == 1
    plot = ["bench", "--board", "2x2x1", "--games", "1", "--plot", "rates.png"]
    extra = _call(["autosweep", *plot], folder, **stranger)
    said = extra.stderr.strip().replace("\n", " ")
    return Found(
        by_name["engine"]["detail"],
        len(by_name["themes"]["detail"].split(",")) if by_name["themes"]["good"] else 0,
        asked.returncode != ENVIRONMENT or answer["fit"],
        tuple(f["name"] for f in answer["findings"] if f["needed"] and not f["good"]),
        "played to its end" if ended else f"not played: {played.stderr.strip()[-80:]}",
        said if extra.returncode == ENVIRONMENT else f"exit code {extra.returncode}: {said}",
    )


def _call(
    words: list[str | Path], folder: Path, **variables: str
) -> subprocess.CompletedProcess[str]:
    left_out = ("DISPLAY", "WAYLAND_DISPLAY", "PYTHONPATH", "VIRTUAL_ENV")
    environment = {k: v for k, v in os.environ.items() if k not in left_out} | variables
    program = shutil.which(str(words[0]), path=environment["PATH"]) or str(words[0])
    return subprocess.run(
        [program, *map(str, words[1:])],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=1800,
        check=False,
    )


if __name__ == "__main__":
    sys.exit(main())
