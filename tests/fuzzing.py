"""What is fuzzed: one function a way in, from bytes to "a result or a typed error".

Anything else that escapes is a finding. `tests/properties/test_fuzzing.py` gives each a few hundred
inputs, `benchmarks/fuzz.py` (make fuzz) as many as time allows, led by coverage where atheris is
installed. Inputs are mutated from the seeds, so that they get past the first check.
"""

from __future__ import annotations

import base64
import io
import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np

from autosweep.bench.games import parse_games
from autosweep.board import Layout
from autosweep.board.formats import format_link, format_mbf, parse_bytes, parse_link
from autosweep.board.text import format_board, format_dot_mine, format_mrgris, parse
from autosweep.cli.main import COMMANDS, main
from autosweep.errors import AutosweepError
from autosweep.limit import Limit
from autosweep.play import leaderboard
from autosweep.replay.recording import SESSION
from autosweep.settings import resolve
from autosweep.solver.analyze import analyze
from autosweep.vision.image import decode
from autosweep.vision.learn import read_labels
from autosweep.vision.read import read
from autosweep.vision.themes import load_theme

ROOT = Path(__file__).resolve().parent.parent
QUICK = Limit(seconds=2.0)
MAX_PIXELS = 300 * 300
"""Larger pictures are decoded but not read: a fuzzer is after odd ones, not large ones."""
BUG = 70
OFFLINE = ("check", "completion", "doctor", "explain", "hint", "leaderboard", "prove", "read")
"""Commands that a fuzzer may call with any words: they neither write nor play for long."""

Target = Callable[[bytes], None]


@dataclass(frozen=True)
class Way:
    """One way in."""

    feed: Target
    """Takes the bytes; raises only what is a finding."""
    seeds: Callable[[], list[bytes]]
    """Inputs that are right, to be made wrong."""


class Finding(AssertionError):
    """The program neither answered nor refused."""


@contextmanager
def refusals_are_fine() -> Iterator[None]:
    """Let pass what a user's mistake may raise."""
    try:
        yield
    except AutosweepError as error:
        if not str(error) or error.exit_code == BUG:
            msg = f"{type(error).__name__} says nothing or calls itself a bug"
            raise Finding(msg) from error


@contextmanager
def folder() -> Iterator[Path]:
    """Give a folder of its own and check that nothing was put beside it."""
    with tempfile.TemporaryDirectory() as name:
        inner = Path(name) / "inner"
        inner.mkdir()
        yield inner
        if [path.name for path in Path(name).iterdir()] != ["inner"]:
            msg = "something was written outside the folder"
            raise Finding(msg)


def board(data: bytes) -> None:
    """Any bytes as a board file; what is one is written and read again, and solved."""
    with refusals_are_fine():
        found = parse_bytes(data)
        if parse(format_board(found)) != found:
            raise Finding(format_board(found))
        if found.rows * found.cols <= 900:
            analyze(found, QUICK)


def mbf(data: bytes) -> None:
    """Any bytes as a binary board file."""
    with refusals_are_fine():
        parse_bytes(data, "board.mbf")


def link(data: bytes) -> None:
    """Any text as a link."""
    with refusals_are_fine():
        found = parse_link("https://example.org/?analysis=" + data.decode("utf-8", "replace"))
        with refusals_are_fine():
            if parse_link(format_link(found)).cells != found.cells:
                raise Finding(format_link(found))


def picture(data: bytes) -> None:
    """Any bytes as a picture."""
    with refusals_are_fine():
        pixels = decode(np.frombuffer(data, np.uint8), "picture")
        if pixels.shape[0] * pixels.shape[1] <= MAX_PIXELS:
            read(pixels)


def theme(data: bytes) -> None:
    """Any bytes as a theme.toml beside real pictures."""
    source = ROOT / "templates" / "classic"
    with refusals_are_fine(), folder() as home:
        for path in source.glob("*.png"):
            (home / path.name).symlink_to(path)
        (home / "theme.toml").write_bytes(data)
        load_theme(home)


def theme_picture(data: bytes) -> None:
    """Any bytes as a cell of a theme pack."""
    with refusals_are_fine(), folder() as home:
        (home / "cell.png").write_bytes(data)
        about = '[theme]\nname = "x"\nclient = "x"\nsource = "x"\nlicence = "x"\nversion = "1"\n'
        (home / "theme.toml").write_text(about + '[cells]\n"?" = ["cell.png"]\n', "utf-8")
        load_theme(home)


def recording(data: bytes) -> None:
    """Any bytes as the lines of a recording."""
    with folder() as home:
        (home / SESSION).write_bytes(data)
        _command(["replay", str(home), "--json"], b"")


def settings(data: bytes) -> None:
    """Any bytes as a configuration file."""
    with refusals_are_fine(), folder() as home:
        path = home / "config.toml"
        path.write_bytes(data)
        resolve("play", {}, config=path, environ={})


def labels(data: bytes) -> None:
    """Any bytes as the labels of `theme learn`."""
    with refusals_are_fine(), folder() as home:
        path = home / "labels.toml"
        path.write_bytes(data)
        read_labels(path)


def games(data: bytes) -> None:
    """Any text as a file of bench games."""
    with refusals_are_fine():
        for number, _ in enumerate(parse_games(data.decode("utf-8", "replace"))):
            if number > 50:
                break


def results(data: bytes) -> None:
    """Any bytes as a leaderboard."""
    with refusals_are_fine(), folder() as home:
        path = home / "leaderboard.csv"
        path.write_bytes(data)
        leaderboard.best(leaderboard.load(path), 3)


def lines(data: bytes) -> None:
    """Any bytes as the standard input of the batch commands."""
    command = ("solve", "explain", "prove")[data[0] % 3 if data else 0]
    _command([command, "-", "--json"], data)


def arguments(data: bytes) -> None:
    """Any words after a command that neither writes nor plays."""
    words = [word.decode("utf-8", "replace") for word in data.split(b"\0")]
    if words[0] not in OFFLINE or any(word.startswith("/") or ".." in word for word in words):
        return
    with folder() as home:
        (home / "board.txt").write_text("3 3 2\n1 ? ?\n? ? ?\n? ? 1\n", "utf-8")
        before = Path.cwd()
        os.chdir(home)
        try:
            _command(words, b"3 3 2\n1 ? ?\n? ? ?\n? ? 1\n")
        finally:
            os.chdir(before)


def _command(words: list[str], standard_input: bytes) -> None:
    stdin = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(standard_input), "utf-8")
    told = io.StringIO()
    try:
        with redirect_stdout(io.StringIO()), redirect_stderr(told):
            code = main(words)
    finally:
        sys.stdin = stdin
    if code == BUG or code not in range(5):
        msg = f"{words} ended with {code}: {told.getvalue()}"
        raise Finding(msg)


def _text_boards() -> list[bytes]:
    small = parse("3 3 2\n1 ? ?\n? ? F\n? Q 1\n")
    covered = Layout(2, 2, frozenset({0}))
    return [
        format_board(small).encode(),
        b"# a remark\n2 2\n1 ?\n! W\n",
        format_dot_mine(parse("2 2 1\n? ?\n1 1\n")).encode(),
        format_mrgris(parse("2 2\n? ?\n1 1\n")).encode(),
        format_mbf(covered),
        format_link(small).encode(),
    ]


def _pictures() -> list[bytes]:
    import cv2

    small = np.zeros((60, 60, 3), np.uint8)
    small[::12] = small[:, ::12] = 255
    kinds = (".png", ".bmp", ".jpg", ".webp", ".tiff")
    return [cv2.imencode(kind, small)[1].tobytes() for kind in kinds]


def _recordings() -> list[bytes]:
    reading = {"board": ["1 ?", "1 1"], "grid": [[0, 1, 2], [0, 1, 2]]}
    made = [
        {"type": "header", "format": 1, "settings": {}},
        {"type": "step", "game": 1, "step": 1, "frame": "a.png", "reading": reading},
    ]
    return ["\n".join(json.dumps(line) for line in made).encode()]


def _lines() -> list[bytes]:
    line = {"id": 1, "rows": 2, "cols": 2, "mines": 1, "board": ["1?", "11"], "cell": [0, 1]}
    return [json.dumps(line).encode(), json.dumps({**line, "claim": "mine"}).encode()]


def _arguments() -> list[bytes]:
    return [
        b"check\0board.txt\0--json",
        b"explain\0board.txt\0--cell\x000,1",
        b"prove\0board.txt\0--cell\x000,1\0--mine",
        b"hint\0board.txt\0--out\0x.png",
        b"completion\0zsh",
        *(name.encode() + b"\0--help" for name in COMMANDS if name in OFFLINE),
    ]


WAYS: dict[str, Way] = {
    "arguments": Way(arguments, _arguments),
    "board": Way(board, _text_boards),
    "games": Way(games, lambda: [b"9 9 3 0 0 safe 11,12,13\n"]),
    "labels": Way(labels, lambda: [b'[looks]\n"1-abc" = "?"\n']),
    "lines": Way(lines, _lines),
    "link": Way(link, lambda: [format_link(parse("2 2 1\n1 ?\n1 1\n")).partition("=")[2].encode()]),
    "mbf": Way(mbf, lambda: [format_mbf(Layout(2, 2, frozenset({0})))]),
    "picture": Way(picture, _pictures),
    "recording": Way(recording, _recordings),
    "results": Way(results, lambda: [b"when,theme,rows,cols,mines,outcome\nx,y,9,9,10,won\n"]),
    "settings": Way(settings, lambda: [b'[play]\nguess = "never"\ngames = 3\n']),
    "theme": Way(theme, lambda: [(ROOT / "templates" / "classic" / "theme.toml").read_bytes()]),
    "theme_picture": Way(theme_picture, _pictures),
}


def mutated(seed: bytes, random: Random) -> bytes:
    """Return a seed with a few things wrong: bits, cuts, repeats, numbers and words put in."""
    data = bytearray(seed)
    words = (b"-1", b"999999999999", b"1e308", b"nan", b"null", b"[]", b"{}", b'"', b"\0", b"\xff")
    for _ in range(random.randint(1, 6)):
        at = random.randint(0, len(data))
        kind = random.randrange(6)
        if kind == 0 and data:
            data[at % len(data)] ^= 1 << random.randrange(8)
        elif kind == 1:
            del data[at : at + random.randint(1, 20)]
        elif kind == 2:
            data[at:at] = random.choice(words)
        elif kind == 3:
            data[at:at] = data[max(0, at - random.randint(1, 40)) : at] * random.randint(1, 4)
        elif kind == 4 and data:
            data[at % len(data)] = random.randrange(256)
        else:
            data[at:at] = base64.b64encode(random.randbytes(3))
    return bytes(data)
