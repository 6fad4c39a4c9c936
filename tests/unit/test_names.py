"""Names are unique: a class or a module is found by its name alone."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import autosweep
from autosweep.cli.main import COMMANDS

PACKAGE = Path(autosweep.__file__).parent
SAME_NAME = {
    "board": "the room, and its main module",
    "capture": "desktop takes frames; play waits until one is stable",
    "counting": "solver counts layouts of boards; variants those of puzzles, by the former",
    "display": "x11 and win32: the same part of each system",
    "leaderboard": "the command, and what it shows",
    "pointer": "x11 and win32: the same part of each system",
    "thresholds": "one for each step of reading an image",
    "rules": "the room of rule variants; vision checks readings by the ordinary rules",
    "windows": "x11 and win32: the same part of each system",
}
"""Module names that occur more than once, with what tells them apart."""


def _modules() -> dict[str, list[str]]:
    """Return every module and room by its last name."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(PACKAGE.rglob("*.py")):
        place = path.parent if path.stem == "__init__" else path.with_suffix("")
        if place != PACKAGE and path.stem != "__main__":
            found[place.name].append(place.relative_to(PACKAGE).as_posix())
    return found


def _is_command(name: str) -> bool:
    return name.replace("_", "-") in COMMANDS


def test_module_names_are_unique() -> None:
    """But for commands, which are called as what they run, and the few that are named here."""
    twice = {
        name: places
        for name, places in _modules().items()
        if len([p for p in places if not (p.startswith("cli/") and _is_command(name))]) > 1
    }
    assert {name: places for name, places in twice.items() if name not in SAME_NAME} == {}


def test_no_exception_is_out_of_date() -> None:
    assert {name for name in SAME_NAME if len(_modules()[name]) < 2} == set()


def test_class_names_are_unique() -> None:
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                found[node.name].append(path.relative_to(PACKAGE).as_posix())
    assert {name: places for name, places in found.items() if len(places) > 1} == {}
