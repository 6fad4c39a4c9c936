"""What is fuzzed: one function a way in, from bytes to "a result or a typed error".

Anything else that escapes is a finding. `tests/properties/test_fuzzing.py` gives each a few hundred
inputs, `benchmarks/fuzz.py` (make fuzz) as many as time allows, led by coverage where atheris is
installed. Inputs are mutated from the seeds, so that they get past the first check.
"""

from __future__ import annotations

import atexit
import base64
import io
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import numpy as np

from autosweep.bench.games import parse_games
from autosweep.board import Layout
from autosweep.board.formats import format_link, format_mbf, parse_bytes, parse_link
from autosweep.board.playable import (
    PlayableBoard,
    format_id,
    format_play_link,
    format_text,
    read_playable,
)
from autosweep.board.text import format_board, format_dot_mine, format_mrgris, parse
from autosweep.cli.main import COMMANDS, COMPLETION_VARIABLE, main
from autosweep.client.client_settings import ClientSettings
from autosweep.client.game_session import GameSession
from autosweep.errors import AutosweepError
from autosweep.limit import Limit
from autosweep.replay.recording import SESSION
from autosweep.results import leaderboard
from autosweep.settings import resolve
from autosweep.solver.analyze import analyze
from autosweep.testing import JumpingClock
from autosweep.vision.accuracy import load_case
from autosweep.vision.image import decode
from autosweep.vision.learn import read_labels
from autosweep.vision.read import read
from autosweep.vision.themes import load_theme

ROOT = Path(__file__).resolve().parents[2]
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
    home = _pack()
    with refusals_are_fine():
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
    """Any bytes as the lines of a recording whose pictures are there; all that is made of it."""
    home = _recorded()
    (home / "inner" / SESSION).write_bytes(data)
    kinds = ("html", "transcript", "gif") if len(data) % 4 == 0 else ("html", "transcript")
    made = [f"--{kind}={home / 'made'}" for kind in kinds]
    with redirect_stderr(io.StringIO()):
        _command(["replay", str(home / "inner"), "--json", *made], b"")
    if {path.name for path in home.iterdir()} - {"inner", "made"}:
        msg = "something was written beside the recording"
        raise Finding(msg)


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


def puzzle(data: bytes) -> None:
    """Any bytes as a whole board to be played: JSON, text, game ids, links."""
    with refusals_are_fine():
        found = read_playable(data)
        if found is not None and found.layout.rows * found.layout.cols <= 900:
            GameSession(ClientSettings(), JumpingClock()).play(found)


def variant(data: bytes) -> None:
    """Any bytes as puzzles of variants, one or many, text or JSON."""
    command = ("solve", "hint")[data[0] % 2 if data else 0]
    _command(["variant", command, "-", "--json", "--seconds", "2"], data)


def kept(data: bytes) -> None:
    """Any bytes as the finished games of a benchmark; they are never overwritten."""
    with folder() as home:
        path = home / "kept"
        path.write_bytes(data)
        words = ["--board", "2x2x1", "--games", "1", "--strategy", "linear", "--keep", str(path)]
        _command(["bench", *words, "--json"], b"")
        if data.strip() and not path.read_bytes().startswith(data.partition(b"\n")[0]):
            msg = "a file of others was overwritten"
            raise Finding(msg)


def case(data: bytes) -> None:
    """Any bytes as the description of a labelled screenshot."""
    with refusals_are_fine(), folder() as home:
        (home / "board.txt").write_text("2 2 1\n1 ?\n1 1\n", "utf-8")
        (home / "frame.png").write_bytes(_pictures()[0])
        (home / "case.toml").write_bytes(data)
        load_case(home)


def environment(data: bytes) -> None:
    """Any values of the variables that settings and completion are taken from."""
    names = ("AUTOSWEEP_PLAY_GUESS", "AUTOSWEEP_PLAY_GAMES", "AUTOSWEEP_CLIENT_CELL_PX")
    words = [word.decode("utf-8", "replace") for word in data.split(b"\0")]
    with refusals_are_fine():
        resolve("play", {}, environ=dict(zip(names, words, strict=False)))
    asking = dict(zip(("COMP_WORDS", "COMP_CWORD", COMPLETION_VARIABLE), words[::-1], strict=False))
    asking = {name: value.replace("\0", "") for name, value in asking.items()}
    with patch.dict(os.environ, {**asking, COMPLETION_VARIABLE: "bash_complete"}):
        _command([], b"")


@cache
def _pack() -> Path:
    """Return a copy of a pack, whose theme.toml is to be replaced."""
    home = Path(tempfile.mkdtemp(prefix="fuzz-pack-"))
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    for path in (ROOT / "templates" / "classic").glob("*.png"):
        shutil.copy(path, home)
    return home


@cache
def _recorded() -> Path:
    """Return a folder with a recording of a small game in its folder `inner`."""
    home = Path(tempfile.mkdtemp(prefix="fuzz-recording-"))
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    words = ["--rows", "5", "--cols", "5", "--mines", "3", "--cell-px", "20", "--seed", "2"]
    _command(["demo", "--on", "memory", *words, "--record", str(home / "inner"), "--json"], b"")
    return home


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
        # bytes may be written too, as a binary board or a completion
        with redirect_stdout(io.TextIOWrapper(io.BytesIO(), "utf-8")), redirect_stderr(told):
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
    written = (_recorded() / "inner" / SESSION).read_bytes().splitlines(keepends=True)
    # one step is quickly replayed, and a mutation is sure to hit it
    return [b"".join(written), b"".join(written[:4]), b"".join((*written[:3], *written[-2:]))]


def _puzzles() -> list[bytes]:
    layout = Layout(2, 3, frozenset({0}))
    whole = PlayableBoard(layout, (1, 2))
    record = {"layout": layout.lines(), "start": [1, 2]}
    texts = [format_text(whole), format_id(whole), format_play_link(whole), json.dumps(record)]
    return [text.encode() for text in texts]


def _variants() -> list[bytes]:
    some = {"rows": 3, "cols": 3, "mines": 2, "rules": ["Q"], "clue_rule": "V"}
    item = {"id": 1, **some, "board": ["?1?", "???", "?2?"]}
    return [
        b"3 3 2\nrules: Q\n1 ? ?\n? ? ?\n? ? 1\n",
        b"3 3 2\nclues: K\n1 ? ?\n? ? ?\n? ? 1\n",
        json.dumps([item]).encode(),
        json.dumps({**item, "rules": ["C", "T"], "clue_rule": "M"}).encode(),
    ]


def _kept() -> list[bytes]:
    with folder() as home:
        words = ["--board", "2x2x1", "--games", "1", "--strategy", "linear"]
        _command(["bench", *words, "--keep", str(home / "kept")], b"")
        return [(home / "kept").read_bytes()]


def _cases() -> list[bytes]:
    return [b'program = "x"\n[[boards]]\nbbox = [0, 0, 48, 48]\n']


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
    "case": Way(case, _cases),
    "environment": Way(environment, lambda: [b"never\x003\x0032", b"x\x001\0autosweep solve "]),
    "games": Way(games, lambda: [b"9 9 3 0 0 safe 11,12,13\n"]),
    "kept": Way(kept, _kept),
    "labels": Way(labels, lambda: [b'[looks]\n"1-abc" = "?"\n']),
    "lines": Way(lines, _lines),
    "link": Way(link, lambda: [format_link(parse("2 2 1\n1 ?\n1 1\n")).partition("=")[2].encode()]),
    "mbf": Way(mbf, lambda: [format_mbf(Layout(2, 2, frozenset({0})))]),
    "picture": Way(picture, _pictures),
    "puzzle": Way(puzzle, _puzzles),
    "recording": Way(recording, _recordings),
    "results": Way(results, lambda: [b"when,theme,rows,cols,mines,outcome\nx,y,9,9,10,won\n"]),
    "settings": Way(settings, lambda: [b'[play]\nguess = "never"\ngames = 3\n']),
    "theme": Way(theme, lambda: [(ROOT / "templates" / "classic" / "theme.toml").read_bytes()]),
    "theme_picture": Way(theme_picture, _pictures),
    "variant": Way(variant, _variants),
}


_ODD: tuple[object, ...] = (
    *(None, True, -1, 0, 10**9, 10**30, 1e308, float("nan"), float("inf")),
    *("", "x", "\0", "../../x", "/etc/passwd", "\ud800", "9" * 5000, "a" * 5000),
    *([], {}, [[]], [{}], {"": None}, [1, 2], ["x", "y"], [[99, 99]], {"cell": [0, 0]}),
)
"""Values that are of the wrong kind, or out of every range."""


def _odd_json(data: bytearray, random: Random) -> bytearray:
    """Return JSON lines with one value of one line replaced by an odd one, or left out."""
    lines = bytes(data).split(b"\n")
    at = random.randrange(len(lines))
    try:
        whole = json.loads(lines[at])
    except (ValueError, RecursionError):
        return data
    here = whole
    while isinstance(here, dict | list) and here:
        key: Any = random.choice(list(here) if isinstance(here, dict) else range(len(here)))
        if not isinstance(here[key], dict | list) or not here[key] or random.random() < 0.3:
            here[key] = random.choice(_ODD)
            if random.random() < 0.2:
                del here[key]
            break
        here = here[key]
    lines[at] = json.dumps(whole).encode()
    return bytearray(b"\n".join(lines))


def mutated(seed: bytes, random: Random) -> bytes:
    """Return a seed with a few things wrong: bits, cuts, repeats, numbers and words put in."""
    data = bytearray(seed)
    words = (b"-1", b"999999999999", b"1e308", b"nan", b"null", b"[]", b"{}", b'"', b"\0", b"\xff")
    for _ in range(random.randint(1, 6)):
        at = random.randint(0, len(data))
        kind = random.randrange(8)
        if kind > 5 and b"{" in data:
            data = _odd_json(data, random)
        elif kind == 0 and data:
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
