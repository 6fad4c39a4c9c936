"""The fenced blocks of a document, run in order as a reader would run them.

`console` is a transcript: `$ cat FILE` makes the file that is shown, `$ autosweep ...` must print
exactly what follows (a line `...` stands for any lines). `sh` is run by bash on a display of its
own; there no command may be refused as wrong usage or end as a bug. `python` is executed, `toml`
and `json` are parsed, `text` is not code. Anything else is a fault of the document.
"""

from __future__ import annotations

import io
import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass
from pathlib import Path

from autosweep.cli.main import main

ROOT = Path(__file__).resolve().parents[2]
KINDS = ("console", "sh", "python", "toml", "json", "text")
_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_PATIENCE = 120


@dataclass(frozen=True)
class Block:
    """One fenced block."""

    kind: str
    text: str
    line: int
    """Line of the document at which the block begins, from 1."""


def blocks(document: Path) -> list[Block]:
    """Return the blocks of a document from top to bottom."""
    text = document.read_text("utf-8")
    return [
        Block(found[1], found[2], text.count("\n", 0, found.start()) + 1)
        for found in _BLOCK.finditer(text)
    ]


def transcript(block: Block) -> Iterator[tuple[str, str]]:
    """Yield each command of a `console` block with what is printed after it."""
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        command, _, printed = part.partition("\n")
        yield command, printed


def run_transcript(block: Block, folder: Path) -> None:
    """Run a `console` block in a folder, which is the current one, and compare what it prints."""
    for command, expected in transcript(block):
        words = shlex.split(command)
        if words[0] == "cat":
            (folder / words[1]).write_text(expected, "utf-8")
            continue
        assert words[0] == "autosweep", f"line {block.line}: cannot run {command!r}"
        out = io.StringIO()
        with redirect_stdout(out):
            main(words[1:])
        assert _alike(out.getvalue(), expected), f"{command}\nprinted:\n{out.getvalue()}"


def _alike(printed: str, expected: str) -> bool:
    pattern = re.escape(expected).replace(re.escape("...\n"), "(?:.*\n)*?")
    return re.fullmatch(pattern, printed) is not None


def run_shell(block: Block, folder: Path, environment: dict[str, str]) -> None:
    """Run an `sh` block with bash: set-up by name only, the rest for real."""
    lines = [_checked(line) for line in block.text.splitlines()]
    # What was begun in the background ends with the block, also when a line fails.
    ending = f"trap 'kill $(jobs -p) 2> {os.devnull}' EXIT"
    script = "\n".join([ending, "ok() { case $? in 2|70) exit 9;; esac; }", *lines, "exit 0"])
    paths = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=folder,
        env={**environment, "PATH": paths},
        capture_output=True,
        text=True,
        timeout=_PATIENCE,
        check=False,
    )
    assert done.returncode == 0, f"line {block.line}:\n{done.stdout}{done.stderr}"


def _checked(line: str) -> str:
    """Return the line with its exit code checked; installing is what other tests do."""
    words = shlex.split(line, comments=True)
    if not words or words[0] in ("pip", "pipx", "uv", "git", "cd"):
        return ""
    if words[0] == "make":
        return (
            f"make -n -C {shlex.quote(str(ROOT))} {shlex.join(words[1:])} > {os.devnull} || exit 9"
        )
    return line if words[-1] == "&" else f"{line}\nok"


def parse(block: Block) -> None:
    """Parse a `toml` or `json` block."""
    if block.kind == "toml":
        tomllib.loads(block.text)
    else:
        json.loads(block.text)
