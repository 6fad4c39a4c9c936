"""The same input gives the same answers: across processes, engine and twin, interpreters, OpenCVs.

    python benchmarks/determinism.py [--python 3.12 ...] [--opencv 4.12.0.88 ...] [--games N]

Makes one environment for each interpreter and OpenCV asked for (below build/matrix), plays the same
games in memory, reads the same screenshots and solves the same positions in each, twice with the
engine and once with the pure twin, and prints a digest of each part. Exits 1 where two differ.
Without the engine `probabilistic` plays for `expert`: there both digests must be equal.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WHERE = ROOT / "build" / "matrix"


def main() -> int:
    """Compare all environments, or print the digests of this one."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--python", action="append", help="interpreter, such as 3.12 or a path")
    parser.add_argument("--opencv", action="append", help="version of opencv-python-headless")
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--here", action="store_true", help="print the digests of this environment")
    given = parser.parse_args()
    if given.here:
        print(json.dumps(dict(digests(given.games))))
        return 0
    WHERE.mkdir(parents=True, exist_ok=True)
    rows = list(_matrix(given))
    names = list(rows[0][1])
    print("| environment | " + " | ".join(names) + " |")
    print("|---" * (len(names) + 1) + "|")
    for title, found in rows:
        print(f"| {title} | " + " | ".join(found[name] for name in names) + " |")
    kinds: dict[str, set[str]] = {}
    for title, found in rows:
        for name, value in found.items():
            fallback = name == "expert" and title.endswith("pure")
            kinds.setdefault("play" if fallback else name, set()).add(value)
    same = all(len(values) == 1 for values in kinds.values())
    print("all the same" if same else "THEY DIFFER")
    return 0 if same else 1


def _matrix(given: argparse.Namespace) -> Iterator[tuple[str, dict[str, str]]]:
    for interpreter in given.python or [sys.executable]:
        for version in given.opencv or [""]:
            program = _environment(interpreter, version)
            asking = "import sys, cv2; print(sys.version.split()[0], cv2.__version__)"
            python, opencv = _run([program, "-c", asking]).split()
            for engine in ("native", "native", "pure"):
                words = [program, __file__, "--here", "--games", str(given.games)]
                found = json.loads(_run(words, AUTOSWEEP_ENGINE=engine))
                title = f"Python {python}, OpenCV {opencv}, {engine}"
                print(title, found, file=sys.stderr, flush=True)
                yield title, found


def _environment(interpreter: str, opencv: str) -> str:
    """Return the Python of an environment with the project and that OpenCV installed."""
    path = shutil.which(f"python{interpreter}") or shutil.which(interpreter)
    if path is None:
        sys.exit(f"There is no interpreter {interpreter} here.")
    home = WHERE / f"{Path(path).name}-{opencv or 'newest'}"
    program = str(home / "bin" / "python")
    if not Path(program).exists():
        _run([path, "-m", "venv", str(home)])
    # --no-compile: most of what is installed is never imported
    install = [program, "-m", "pip", "install", "-q", "--no-compile"]
    _run([*install, _wheel(path), *([f"opencv-python-headless=={opencv}"] if opencv else [])])
    # the version stays the same while the program changes
    _run([*install, "--force-reinstall", "--no-deps", _wheel(path)])
    return program


@cache
def _wheel(interpreter: str) -> str:
    """Return the project as it is now, built once for an interpreter."""
    folder = WHERE / "wheels" / Path(interpreter).name
    shutil.rmtree(folder, ignore_errors=True)
    _run([interpreter, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(folder), str(ROOT)])
    (built,) = folder.glob("*.whl")
    return str(built)


def _run(words: list[str], **variables: str) -> str:
    environment = {k: v for k, v in os.environ.items() if k != "DISPLAY"} | variables
    done = subprocess.run(
        words, env=environment, cwd=WHERE.parent, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"{' '.join(words)} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def digests(games: int) -> Iterator[tuple[str, str]]:
    """Yield each part of the work with a digest of its answers."""
    yield "solve", _digest(_solved())
    yield "read", _digest(_read())
    yield "play", _digest(_played(games, "probabilistic"))
    yield "expert", _digest(_played(games, "expert"))


def _digest(answers: Iterator[str]) -> str:
    total = hashlib.sha256()
    for answer in answers:
        total.update(answer.encode() + b"\n")
    return total.hexdigest()[:12]


def _solved() -> Iterator[str]:
    from autosweep.board import Board
    from autosweep.board.text import cells_from_rows
    from autosweep.solver.analyze import analyze

    path = ROOT / "fixtures" / "boards" / "positions-200.jsonl.gz"
    for line in gzip.decompress(path.read_bytes()).decode().splitlines():
        position = json.loads(line)
        rows, cols, cells = cells_from_rows(list(position["board"]))
        answer = analyze(Board(rows, cols, cells, position["mines"]))
        chances = {cell: round(chance, 12) for cell, chance in answer.probability.items()}
        yield f"{sorted(answer.safe)} {sorted(answer.mines)} {sorted(chances.items())}"


def _read() -> Iterator[str]:
    from autosweep.vision.read import read

    for path in sorted((ROOT / "fixtures" / "screens").glob("*/*/frame.png")):
        for reading in read(path):
            box = reading.grid.bbox
            place = [round(v) for v in (box.x, box.y, box.right, box.bottom)]
            yield f"{path.parent.name} {place} {reading.phase} {reading.uncertain}\n{reading.board}"


def _played(games: int, strategy: str) -> Iterator[str]:
    sys.path.insert(0, str(ROOT / "tests"))
    from support.truthful import spread_of_games

    from autosweep.client.inprocess import InProcessScreen
    from autosweep.play.events import Acted, Event
    from autosweep.play.player import Player
    from autosweep.settings import PlaySettings
    from autosweep.testing import JumpingClock, StopAfter

    for game in spread_of_games(games, first_seed=900):
        clock = JumpingClock()
        screen = InProcessScreen(settings=game, clock=clock, scale=1.0, delay=0.03)
        actions: list[str] = []

        def note(event: Event, actions: list[str] = actions) -> None:
            if isinstance(event, Acted):
                actions.extend(str(action) for action in event.actions)

        settings = PlaySettings(seed=game.seed, patience=0.5, countdown=0.0, strategy=strategy)
        Player(screen, screen, clock, StopAfter(), settings, observe=note).run()
        yield " ".join(actions)


if __name__ == "__main__":
    sys.exit(main())
